"""Takes what the playbooks say into a brief: what an entry is about, and the days that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.playbooks.library import OTHER, playbooks
from domain.playbooks.reading import Reading, read_guide, read_kinds, read_system
from domain.playbooks.records import Platform, Playbook
from domain.playbooks.words import telling_stems
from domain.projects.brief.records import Brief, BriefEntryType, Entry, Topic
from domain.projects.states import Role

EXISTING_CODE = "source_repository"
_PERSONAL = "gdpr"
FAMILIES = {BriefEntryType.MUST_HAVE: "kinds", BriefEntryType.OTHER_SYSTEM: "systems", BriefEntryType.RULE: "guides"}
"""The family of playbooks that an entry of each priced type is about."""
LINKS = {"audiences": BriefEntryType.AUDIENCE, "systems": BriefEntryType.OTHER_SYSTEM, "rules": BriefEntryType.RULE}
"""The fields of a must-have that name other entries, and the type of those."""


def family_of(kind: BriefEntryType) -> Mapping[str, Playbook]:
    """The playbooks that an entry of this type can be about; none for a type that is not priced."""
    family: Mapping[str, Playbook] = getattr(playbooks(), FAMILIES[kind]) if kind in FAMILIES else {}
    return family


def topic_of(kind: BriefEntryType, topic_id: str) -> Topic:
    """A topic as the playbooks have it now. It must exist."""
    return _topic(topic_id, family_of(kind)[topic_id])


def platform_topics(platforms: tuple[str, ...]) -> tuple[Topic, ...]:
    """The platforms as topics, in the order of the intake; what is only for programs never comes first."""
    ordered = sorted(platforms, key=lambda one: one == "api")
    return tuple(_topic(one, playbooks().platforms[one]) for one in ordered)


def foundation_topics(existing: tuple[str, ...] | None) -> tuple[Topic, ...]:
    """What every product needs, and reading the code that is there."""
    books = playbooks().foundation
    names = ("foundation", *(("existing-code",) if EXISTING_CODE in (existing or ()) else ()))
    return tuple(_topic(name, books[name]) for name in names)


def standing_topics() -> dict[str, Any]:
    """What a new brief copies from the playbooks besides its entries."""
    books = playbooks()
    return {
        "other": _topic(OTHER, books.kinds[OTHER]),
        "foundation": foundation_topics(None),
        "personal_guide": _topic(_PERSONAL, books.guides[_PERSONAL]),
        "playbooks": books.version,
    }


def read_entry(entry: Entry) -> Entry:
    """The entry with the topics that its words name; one that was corrected stays as it is."""
    if entry.corrected:
        return entry
    match entry.type:
        case BriefEntryType.MUST_HAVE:
            read = read_kinds(entry.text)
        case BriefEntryType.OTHER_SYSTEM:
            read = Reading((read_system(entry.text),))
        case BriefEntryType.RULE:
            read = Reading((read_guide(entry.text),))
        case _:
            return entry
    topics = tuple(topic_of(entry.type, kind) for kind in read.kinds)
    return entry.model_copy(update={"topics": topics, "asked": read.asked})


def read_links(brief: Brief) -> tuple[Entry, ...]:
    """The entries, each must-have with the audiences, systems and rules that share a telling word with it."""
    stems = {entry.id: telling_stems([entry.text]) for entry in brief.entries}

    def near(must_have: Entry, kind: BriefEntryType) -> tuple[str, ...]:
        return tuple(other.id for other in brief.of_type(kind) if stems[must_have.id] & stems[other.id])

    def linked(entry: Entry) -> Entry:
        if entry.type is not BriefEntryType.MUST_HAVE or entry.linked:
            return entry
        return entry.model_copy(update={name: near(entry, kind) for name, kind in LINKS.items()})

    return tuple(map(linked, brief.entries))


def _topic(topic_id: str, book: Playbook) -> Topic:
    roles = ((Role(name.upper()), effort) for name, effort in book.effort)
    effort = {role: (each.low, each.high) for role, each in roles if each is not None}
    share = book.share if isinstance(book, Platform) else 0
    return Topic(id=topic_id, title=book.title, effort=effort, share=share)
