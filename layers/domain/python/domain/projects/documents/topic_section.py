"""The section about one topic that a customer asked for: everything the brief and our knowledge say about it."""

from __future__ import annotations

from domain.projects.documents.amend import heading_for
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Section, Words, bullets, numbered, table
from domain.projects.documents.matching import tokens
from domain.projects.documents.open_points import OpenPoint
from domain.projects.documents.subjects import Subject, subjects_of
from domain.projects.states import Role

_KINDS = {
    "requirements": "Must-have", "audiences": "Group", "measures": "Measure", "integrations": "Integration",
    "constraints": "Rule", "exclusions": "Out of scope",
}  # fmt: skip


def topic_section(brief: Brief, topic: str) -> tuple[Section, OpenPoint | None]:
    """The section, and an open point when the brief itself says nothing about `topic`."""
    subjects = subjects_of(topic)
    named = _items_about(brief, topic, subjects)
    blocks = [_said(named)] if named else [f"The brief says nothing about {Words(topic)}."]
    for subject in subjects:
        blocks += _known(subject, proposed=not named)
    point = None
    if not named:
        point = OpenPoint(f"{Words(topic)}: what should hold, for whom, and by when?", str(brief.approver))
        if not subjects:
            blocks.append("We do not fill the gap with guesses; the open points say what we need to write it.")
    return Section(heading_for(topic), tuple(blocks)), point


def unapplied(text: str, reason: str, owner: Role) -> OpenPoint:
    """A part of a comment that could not be acted on, with its reason; `owner` comes back to the customer on it."""
    return OpenPoint(f"“{Words(text)}” {reason}", f"{owner}, with the customer")


def _items_about(brief: Brief, topic: str, subjects: tuple[Subject, ...]) -> list[tuple[str, Item]]:
    words = tokens(topic)
    return [
        (kind, item)
        for name, kind in _KINDS.items()
        for item in brief.active(name)
        if words & tokens(item.words.raw) or set(subjects) & set(item.subjects)
    ]


def _said(named: list[tuple[str, Item]]) -> str:
    rows = ((item.id, kind, "; ".join((str(item.words), *map(str, item.notes)))) for kind, item in named)
    return table(("Id", "Kind", "What the brief says"), rows)


def _known(subject: Subject, *, proposed: bool) -> list[str]:
    intro = "Proposed, because the brief does not ask for it" if proposed else "What follows from it"
    blocks = [f"**{subject.name}.** {intro}: one part of the system {subject.duty}.", bullets(subject.criteria)]
    if subject.steps:
        blocks.append(numbered(subject.steps))
    blocks.append(
        table(
            ("", subject.name),
            (("Kept", subject.data), ("Risk", subject.risk), ("Answer", subject.answer), ("Test", subject.test)),
        )
    )
    return blocks
