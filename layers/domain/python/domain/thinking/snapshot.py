"""The facts on record as a model reads them: Markdown, one fact a line, with the number by which it is cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from common.services import frozen
from common.wording import shortened
from domain.answers.facts import Fact, Topic

_MOST_OF_A_TOPIC: Mapping[Topic, int] = {
    Topic.DECISIONS: 12,
    Topic.NOTES: 10,
    Topic.WORK: 20,
    Topic.CHOICES: 24,
    Topic.BRIEF: 40,
    Topic.MESSAGES: 3,
}
_MOST = 30
_LONGEST = (320, 160, 80)  # characters of a line: the first one with which all lines have room
_ROOM = 14_000


@frozen
class Snapshot:
    """Facts by their numbers, such as `f12`, and `text`, their lines: the same facts give the same text."""

    facts: Mapping[str, Fact]
    text: str


def snapshot_of(facts: Iterable[Fact]) -> Snapshot:
    """The facts in their order, topic by topic; of a long topic the first ones, with how many are left out."""
    ordered = sorted(facts, key=lambda fact: list(Topic).index(fact.topic))
    numbered: dict[str, Fact] = {}
    shown: list[tuple[Topic, list[str], int]] = []
    for topic, of_topic in groupby(ordered, key=lambda fact: fact.topic):
        every, most = list(of_topic), _MOST_OF_A_TOPIC.get(topic, _MOST)
        numbers = [f"f{number}" for number in range(len(numbered) + 1, len(numbered) + 1 + min(len(every), most))]
        numbered |= zip(numbers, every, strict=False)
        shown.append((topic, numbers, len(every) - len(numbers)))
    text = ""
    for longest in _LONGEST:
        text = _text(numbered, shown, longest)
        if len(text) <= _ROOM:
            break
    return Snapshot(numbered, text)


def part_of(snapshot: Snapshot, wanted: Sequence[str]) -> str:
    """The lines of the facts with these numbers, in this order."""
    return "\n".join(f"{number}: {shortened(snapshot.facts[number].text, _LONGEST[0])}" for number in wanted)


def _text(facts: Mapping[str, Fact], shown: Iterable[tuple[Topic, Sequence[str], int]], longest: int) -> str:
    lines: list[str] = []
    for topic, numbers, left in shown:
        lines.append(f"## {topic.value}")
        lines += [f"{number}: {shortened(facts[number].text, longest)}" for number in numbers]
        lines += [f"({left} more are not shown: use find)"] if left else []
    return "\n".join(lines)
