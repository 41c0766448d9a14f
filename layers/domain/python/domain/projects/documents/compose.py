"""A document from its brief and the comments on it: amend, write, lay out, say what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from domain.projects.documents import open_points as points
from domain.projects.documents.amend import Amended, Layout, Outcome, amend, entries_about, heading_for
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, Words, bullets, document, listed, quoted, table
from domain.projects.documents.matching import tokens
from domain.projects.documents.open_points import OpenPoint
from domain.projects.documents.remarks import read_comment
from domain.projects.documents.wishes import Shorten
from domain.projects.documents.writers import (
    architecture_plan,
    delivery_plan,
    launch_plan,
    messaging,
    product_brief,
    roadmap,
    scope,
    style_guide,
    test_plan,
    user_flows,
)
from domain.projects.phases import spec_of
from domain.projects.review import Terms
from domain.projects.states import DeliverableKind, DeliverableState

WRITERS: Mapping[DeliverableKind, Callable[[Brief], tuple[Section, ...]]] = MappingProxyType(
    {
        DeliverableKind.PRODUCT_BRIEF: product_brief.sections,
        DeliverableKind.SCOPE: scope.sections,
        DeliverableKind.ROADMAP: roadmap.sections,
        DeliverableKind.STYLE_GUIDE: style_guide.sections,
        DeliverableKind.USER_FLOWS: user_flows.sections,
        DeliverableKind.ARCHITECTURE_PLAN: architecture_plan.sections,
        DeliverableKind.DELIVERY_PLAN: delivery_plan.sections,
        DeliverableKind.TEST_PLAN: test_plan.sections,
        DeliverableKind.MESSAGING: messaging.sections,
        DeliverableKind.LAUNCH_PLAN: launch_plan.sections,
    }
)


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a comment, and what became of it: `note` says what was done, or why nothing was."""

    text: str
    applied: bool
    note: str | None


@dataclass(frozen=True, slots=True)
class Composed:
    """A written revision, and the brief as the comments left it: its deadline and ceiling are now the project's."""

    content: str
    brief: Brief
    points: tuple[Point, ...] = ()
    """What became of each point of the comment; empty for a text without one."""

    @property
    def terms(self) -> Terms:
        """The deadline and ceiling to store with the project."""
        return Terms(self.brief.deadline, self.brief.ceiling)


def compose(kind: DeliverableKind, brief: Brief, *, revision: int, comment: str | None) -> Composed:
    """Revision `revision` of a document, answering `comment` and holding what earlier comments on it asked for.

    The same arguments give the same text.
    """
    state = _after_past_remarks(kind, brief)
    state, outcomes = _after_comment(kind, state, revision, comment)
    laid_out = _laid_out(kind, state)
    found = points.open_points(kind, state.brief)
    outcomes = [_settled(outcome, laid_out) for outcome in outcomes]
    owner = spec_of(kind).owner
    found += [
        OpenPoint(f"“{Words(outcome.clause.text)}” {outcome.open_point}", f"{owner}, with the customer")
        for outcome in outcomes
        if outcome.open_point is not None
    ]
    changes = [] if comment is None else [_changes(kind, state.brief, Words(comment), outcomes)]
    sections = (_cover(kind, state.brief, revision), *changes, *laid_out.sections, points.section(found))
    became = tuple(Point(item.clause.text, item.open_point is None, item.done or item.open_point) for item in outcomes)
    return Composed(document(spec_of(kind).title, sections), state.brief, became)


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """The sections kept; the headings dropped, by what the customer called them; those left out to be shorter."""

    sections: tuple[Section, ...]
    dropped: dict[str, str]
    left_out: tuple[str, ...]


def _after_past_remarks(kind: DeliverableKind, brief: Brief) -> Amended:
    """Comments on other documents change the brief; those on this one its layout as well."""
    state = Amended(brief)
    for remark in brief.remarks:
        layout = state.layout
        for clause in read_comment(remark.comment):
            state, _ = amend(state, clause, source=_source(remark.kind, remark.revision))
        if remark.kind is not kind:
            state = replace(state, layout=layout)
    return state


def _after_comment(
    kind: DeliverableKind, state: Amended, revision: int, comment: str | None
) -> tuple[Amended, list[Outcome]]:
    outcomes: list[Outcome] = []
    for clause in read_comment(comment or ""):
        state, outcome = amend(state, clause, source=_source(kind, revision))
        outcomes.append(outcome)
    return state, outcomes


def _laid_out(kind: DeliverableKind, state: Amended) -> _LaidOut:
    layout: Layout = state.layout
    written = WRITERS[kind](state.brief)
    dropped = {target: heading for target in layout.dropped if (heading := _heading_named(written, target))}
    left_out = tuple(section.heading for section in written if layout.is_short and not section.is_essential)
    sections = [section for section in written if section.heading not in {*dropped.values(), *left_out}]
    sections += [_topic(state.brief, topic) for topic in layout.topics]
    if layout.mentions:
        sections.append(Section("Mentioned at your request", (bullets(map(Words, layout.mentions)),)))
    return _LaidOut(tuple(sections), dropped, left_out)


def _topic(brief: Brief, topic: str) -> Section:
    """Everything the brief says about a topic; a later comment may have withdrawn all of it."""
    rows = ((item.id, item.said) for item in entries_about(brief, topic))
    return Section(heading_for(topic), (table(("Id", "What the brief says"), rows) or "Nothing any more.",))


def _heading_named(sections: tuple[Section, ...], target: str) -> str | None:
    wanted = tokens(target)
    return next((section.heading for section in sections if wanted and wanted <= tokens(section.heading)), None)


def _settled(outcome: Outcome, laid_out: _LaidOut) -> Outcome:
    """What became of a clause that was about the sections of this document."""
    if outcome.section_target is not None:
        heading = laid_out.dropped.get(outcome.section_target)
        if heading is None:
            return replace(outcome, open_point="Not applied: neither the brief nor this document has such an entry.")
        return replace(outcome, done=f"The section “{heading}” is left out.")
    if isinstance(outcome.clause.wish, Shorten):
        if not laid_out.left_out:
            why = "Not applied: each section holds answers of the brief; name the one to leave out."
            return replace(outcome, open_point=why)
        return replace(outcome, done=f"Left out: {listed(laid_out.left_out)}.")
    return outcome


def _cover(kind: DeliverableKind, brief: Brief, revision: int) -> Section:
    spec = spec_of(kind)
    rows = (
        ("Document", f"revision {revision}"),
        ("Written by", spec.owner),
        ("For approval by", brief.approver),
        ("Based on", f"brief of {brief.submitted_on.isoformat()}"),
    )
    return Section("", (table(("", f"{brief.name}"), rows),))


def _changes(kind: DeliverableKind, brief: Brief, comment: Words, outcomes: list[Outcome]) -> Section:
    rows = ((Words(outcome.clause.text), outcome.done or outcome.open_point) for outcome in outcomes)
    answered = table(("You wrote", "What became of it"), rows) or "Nothing in it asked for a change; the text stands."
    blocks = ["You asked:", quoted(comment), answered]
    if any(outcome.touches_brief for outcome in outcomes):
        blocks.append(_elsewhere(kind, brief))
    return Section("Changes in this revision", tuple(blocks))


def _elsewhere(kind: DeliverableKind, brief: Brief) -> str:
    written = [
        f"{item.title} (revision {item.revision}{', approved' if item.state is DeliverableState.APPROVED else ''})"
        for item in brief.siblings
        if item.revision and item.kind is not kind
    ]
    rule = "Documents written from now on follow this change."
    if not written:
        return rule
    return f"{rule} Written before it: {listed(written)}. Where they differ, this revision holds."


def _source(kind: DeliverableKind, revision: int) -> str:
    return f"{spec_of(kind).title}, revision {revision}"
