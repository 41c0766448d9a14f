"""What a consulted role may look up while it thinks: passages of the documents, and what-ifs that code computes.

These are the tools of a task. They read and never write. What they find are facts with ids of their own, which the
role's claims may state like any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from domain.agents.brain.protocol import ProjectFacts
from domain.projects.dates import parse_day
from domain.projects.states import DeliverableKind
from domain.thinking.facts import Fact
from domain.thinking.passages import Passage, find_passages, read_document
from domain.thinking.render import reading
from domain.thinking.scenarios import Found, date_scenario, price_scenario, stated

_MOST_PASSAGES = 6
_LONGEST_DOCUMENT = 30
_MOST_ADDED = 5
_LONGEST_ADDED = 300


@dataclass(slots=True)
class Lookups:
    """The tools of one role. `first` is the number of its first computed fact; `computed` are those it has made."""

    facts: ProjectFacts
    passages: Sequence[Passage]
    first: int
    computed: list[Fact] = field(default_factory=list)

    @property
    def tools(self) -> tuple[Callable[..., str], ...]:
        """What a model may call."""
        return (self.find_passage, self.read_document, self.price_scenario, self.date_scenario)

    def find_passage(self, query: str) -> str:
        """Find passages of the project's documents that bear on a few English words. Returns them by id."""
        return shown_as_json(passage.fact for passage in find_passages(self.passages, query, limit=_MOST_PASSAGES))

    def read_document(self, kind: str, section: str = "") -> str:
        """Read a document by its kind, such as roadmap or user_flows, or only the section whose heading has a word."""
        if kind not in list(DeliverableKind):
            return f"The kinds are: {', '.join(DeliverableKind)}."
        found = read_document(self.passages, DeliverableKind(kind), section)
        return shown_as_json(passage.fact for passage in found[:_LONGEST_DOCUMENT])

    def price_scenario(
        self, drop: list[str] | None = None, add: list[str] | None = None, platforms: list[str] | None = None
    ) -> str:
        """Compute prices and times of another brief; nothing is changed.

        Without the entries in `drop` (ids such as R3), with the must-haves in `add`, or on other `platforms` (web, ios,
        android, desktop, api).
        """
        added = [text[:_LONGEST_ADDED] for text in (add or [])[:_MOST_ADDED]]
        return self._stated(price_scenario(self.facts, drop=drop or (), add=added, platforms=platforms or ()))

    def date_scenario(self, approved_on: str = "", goes_on: str = "", deadline: str = "") -> str:
        """Compute when the documents are done in another case; nothing is changed.

        If everything that waits is approved on `approved_on`, if the team goes on from `goes_on`, or compared with
        another `deadline`. Days are written YYYY-MM-DD.
        """
        try:
            days = [parse_day(day) if day else None for day in (approved_on, goes_on, deadline)]
        except ValueError:
            return "Days are written YYYY-MM-DD."
        return self._stated(date_scenario(self.facts, approved_on=days[0], goes_on=days[1], deadline=days[2]))

    def _stated(self, found: Sequence[Found]) -> str:
        made = stated(self.facts, found, first=self.first + len(self.computed))
        self.computed += made
        return shown_as_json(made)


def shown(facts: Iterable[Fact]) -> dict[str, str]:
    """Facts as a model is shown them: by id, the kind and what each reads like in English."""
    return {fact.id: f"{fact.kind.value} | {_what_it_is(fact)}{reading(fact, 'en')}" for fact in facts}


def _what_it_is(fact: Fact) -> str:
    """The label of a noun or of an answer to yes or no; other statements say themselves what they are."""
    return "" if fact.is_statement and fact.answer is None else f"{fact.label}: "


def shown_as_json(facts: Iterable[Fact]) -> str:
    """The same as a text, for the answer of a tool."""
    return json.dumps(shown(facts), ensure_ascii=False) if (facts := tuple(facts)) else "Nothing was found."
