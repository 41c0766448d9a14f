"""Measures how many lines two unlike projects' documents have in common, and how many each kind of must-have brings.

Projects as unlike as customers are (`data/briefs/unlike.json`) are written side by side. Lines are compared by their
templates, with blanked slots; lines that the customer typed do not count. Of each two projects, the lines of kinds and
guides that both have are left out: that two products have the same parts says nothing about the others.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bench.figures import Figure, Section, at_least, at_most
from bench.product import found_by, hand_over
from local.paths import REPOSITORY

BRIEFS = REPOSITORY / "data" / "briefs" / "unlike.json"
MOST_SHARED_PERCENT = 25
FEWEST = {"criteria": 4, "steps": 4, "failures": 3, "choices": 1}
_SLOT = re.compile(r"\{[^{}]*\}|“[^”]*”|\d+(?:[.,]\d+)*|\b[A-Z]\d+(?:\.\d+)?\b")


@dataclass(frozen=True, slots=True)
class Written:
    """A project's documents: `lines` as (topic, text with blanked slots); `kinds`: counts of what each kind brings."""

    name: str
    lines: Sequence[tuple[str, str]]
    kinds: Mapping[str, Mapping[str, int]]


def measure() -> Section:
    """Write every project's documents, in a process with the product's layers on its path, and compare each two."""
    found = found_by("bench.documents")
    projects = [Written(name, [(topic, line) for topic, line in lines], kinds) for name, lines, kinds in found]
    shares = [100 * shared(one, other) for one, other in combinations(projects, 2)]
    least = {what: min(kind[what] for one in projects for kind in one.kinds.values()) for what in FEWEST}
    figures = [
        Figure("in both of two projects, on average", sum(shares) / len(shares), "%", at_most(MOST_SHARED_PERCENT)),
        *(Figure(f"{what} of a kind, at least", least[what], "lines", at_least(FEWEST[what])) for what in FEWEST),
    ]
    note = "Lines by their templates, less those of kinds and rules that both projects have."
    return Section("documents", figures, (note,))


def shared(one: Written, other: Written) -> float:
    """The share, 0 to 1, of lines that two projects have in common, kinds and guides of both left out.

    It is twice the number of common lines, divided by the lines of both: the mean of both directions, weighted by size.
    """
    both = {topic for topic, _ in one.lines} & {topic for topic, _ in other.lines}
    common = {topic for topic in both if topic.startswith(("kinds/", "guides/"))}
    mine, theirs = (Counter(line for topic, line in each.lines if topic not in common) for each in (one, other))
    return 2 * (mine & theirs).total() / max(1, mine.total() + theirs.total())


def written(name: str, answers: Mapping[str, Any]) -> tuple[str, list[tuple[str, str]], dict[str, dict[str, int]]]:
    """The fields of `Written` for a project's ten documents as they are presented first, from its `answers`."""
    from tools.examples import drafted  # noqa: PLC0415 - the layers are on the path in the process of `measure` alone

    trade, documents = drafted(name, answers)
    lines = [line for _, document in documents for line in document.lines]
    kinds = {}
    for known in trade.family("kinds"):
        brought = Counter(one.section.value for one in lines if (one.source or "").startswith(f"{known.name} "))
        kinds[known.name] = {**{what: brought[what] for what in FEWEST}, "choices": len(trade.choices_of(known))}
    made = [((one.source or "").split(" ")[0], _SLOT.sub("@", one.template or one.text)) for one in lines if one.key]
    return name, made, kinds


if __name__ == "__main__":
    hand_over([written(name, answers) for name, answers in json.loads(BRIEFS.read_text(encoding="utf-8")).items()])
