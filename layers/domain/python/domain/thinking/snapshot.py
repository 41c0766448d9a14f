"""What is on record, as a model reads it: Markdown, one fact a line, each with the number by which it is cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from common.services import frozen
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
_LONGEST = 320


@frozen
class Snapshot:
    """Facts by their numbers, and `text`: the same facts give the same text."""

    facts: Mapping[str, Fact]
    text: str


def snapshot_of(facts: Iterable[Fact]) -> Snapshot:
    """The facts in their order, topic by topic; of a long topic the first ones, with how many are left out."""
    lines: list[str] = []
    numbered: dict[str, Fact] = {}
    ordered = sorted(facts, key=lambda fact: list(Topic).index(fact.topic))
    for topic, of_topic in groupby(ordered, key=lambda fact: fact.topic):
        every = list(of_topic)
        lines.append(f"## {topic.value}")
        for fact in every[: _MOST_OF_A_TOPIC.get(topic, _MOST)]:
            number = f"f{len(numbered) + 1}"
            numbered[number] = fact
            lines.append(f"{number}: {_short(fact.text)}")
        if left := len(every) - _MOST_OF_A_TOPIC.get(topic, _MOST):
            lines += [f"({left} more are not shown: use find)"] if left > 0 else []
    return Snapshot(numbered, "\n".join(lines))


def part_of(snapshot: Snapshot, wanted: Sequence[str]) -> str:
    """The lines of some facts, by their numbers."""
    return "\n".join(f"{number}: {_short(snapshot.facts[number].text)}" for number in wanted)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rstrip()}…"
