"""Reads a brief with the playbooks: the topics of its entries, their days of effort, and the choices to make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from common.services import frozen
from domain.playbooks.library import OTHER, knowledge, playbooks
from domain.playbooks.reading import Reading, read_guide, read_kinds, read_system
from domain.playbooks.records import Platform, Playbook
from domain.playbooks.words import telling_stems
from domain.projects.brief.records import Brief, BriefEntryType, Choice, Entry, Topic
from domain.projects.states import Role

if TYPE_CHECKING:
    from domain.playbooks.knowledge import Knowledge

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
    """The topic with this id, as the playbooks have it now. Raises `KeyError` for an id that they do not have."""
    return _topic(topic_id, family_of(kind)[topic_id])


def platform_topics(platforms: tuple[str, ...]) -> tuple[Topic, ...]:
    """The platforms as topics, in their order, except that `api` comes last."""
    ordered = sorted(platforms, key=lambda one: one == "api")
    return tuple(_topic(one, playbooks().platforms[one]) for one in ordered)


def foundation_topics(existing: tuple[str, ...] | None) -> tuple[Topic, ...]:
    """The topics that every product needs, and that of reading existing code if there is any."""
    books = playbooks().foundation
    names = ("foundation", *(("existing-code",) if EXISTING_CODE in (existing or ()) else ()))
    return tuple(_topic(name, books[name]) for name in names)


def standing_topics() -> dict[str, Any]:
    """The fields that a new brief copies from the playbooks."""
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
    """The entries. A must-have that is not `linked` gets the audiences, systems and rules that share a telling word."""
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


@frozen
class Known:
    """A topic of the brief: what its playbook knows, and the ids of the entries that are about it, in their order.

    `first` is the id of the entry under which documents have its lines, and None for what concerns the whole product.
    """

    family: str
    id: str
    title: str
    knowledge: Knowledge
    entries: tuple[str, ...] = ()
    first: str | None = None

    @property
    def name(self) -> str:
        """The name by which records refer to the topic, such as `kinds/booking`."""
        return f"{self.family}/{self.id}"


def known_of(brief: Brief) -> tuple[Known, ...]:
    """Every topic of the brief once, in the order of its entries; topics of the whole product come last.

    A topic that is only ever the second kind of an entry comes with less knowledge: it is the weaker guess of the two.
    """
    found: dict[tuple[str, str], list[tuple[Topic, str | None, int]]] = {}
    for family, topic, entry_id, place in _topics(brief):
        found.setdefault((family, topic.id), []).append((topic, entry_id, place))
    return tuple(_known(family, uses) for (family, _), uses in found.items())


def _known(family: str, uses: list[tuple[Topic, str | None, int]]) -> Known:
    entries = tuple(entry_id for _, entry_id, _ in uses if entry_id)
    leading = [entry_id for _, entry_id, place in uses if entry_id and place == 0]
    topic, is_second = uses[0][0], bool(entries) and not leading
    whole = knowledge()[family][topic.id]
    first = next(iter((*leading, *entries)), None)
    return Known(family, topic.id, topic.title, whole.in_short() if is_second else whole, entries, first)


def _topics(brief: Brief) -> Iterator[tuple[str, Topic, str | None, int]]:
    """Every topic with its family, its entry if it has one, and its place there. An unknown must-have is `other`."""
    for kind, family in FAMILIES.items():
        for entry in brief.of_type(kind):
            topics = entry.topics or ((brief.other,) if kind is BriefEntryType.MUST_HAVE else ())
            yield from ((family, topic, entry.id, place) for place, topic in enumerate(topics))
    if brief.personal_data:
        yield "guides", brief.personal_guide, None, 0
    yield from (("platforms", topic, None, 0) for topic in brief.platforms)
    yield from (("foundation", topic, None, 0) for topic in brief.foundation)


def with_choices(brief: Brief) -> Brief:
    """The brief with a choice for every question of its topics. One that no topic asks any more keeps id and answer."""
    there = {(choice.topic, choice.name) for choice in brief.choices}
    found, number = list(brief.choices), brief.last_choice
    for known in known_of(brief):
        for asked in known.knowledge.choices:
            if (known.name, asked.id) not in there:
                number += 1
                found.append(
                    Choice(id=f"D{number}", topic=known.name, name=asked.id, ask=asked.ask, proposed=asked.proposed)
                )
    return brief.model_copy(update={"choices": tuple(found), "last_choice": number})


def open_choices(brief: Brief) -> tuple[Choice, ...]:
    """The choices that a topic of the brief asks for now, in the order of the topics."""
    asked = [(known.name, choice.id) for known in known_of(brief) for choice in known.knowledge.choices]
    by_name = {(choice.topic, choice.name): choice for choice in brief.choices}
    return tuple(by_name[name] for name in asked if name in by_name)
