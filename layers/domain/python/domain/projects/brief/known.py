"""What the playbooks know about the topics of a brief, and what they ask the customer to decide."""

from __future__ import annotations

from collections.abc import Iterator

from common.services import frozen
from domain.playbooks.knowledge import Knowledge
from domain.playbooks.library import knowledge
from domain.projects.brief.records import Brief, BriefEntryType, Choice, Topic
from domain.projects.brief.topics import FAMILIES


@frozen
class Known:
    """A topic of the brief: what its playbook knows, and the ids of the entries that are about it, in their order.

    `first` is the entry at which its lines stand, and None for what concerns the whole product.
    """

    family: str
    id: str
    title: str
    knowledge: Knowledge
    entries: tuple[str, ...] = ()
    first: str | None = None

    @property
    def name(self) -> str:
        """How records name the topic, such as `kinds/booking`."""
        return f"{self.family}/{self.id}"


def known_of(brief: Brief) -> tuple[Known, ...]:
    """Every topic of the brief once, in the order of its entries.

    One that is only ever the second kind of an entry is known in short: it is the weaker guess of the two.
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
    """The brief with a choice for all that its topics ask. One that nobody asks any more keeps its id and answer."""
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
