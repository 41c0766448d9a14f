"""What a consulted role may look up while it thinks: passages of the documents.

These are the tools of a task. They read and never write. What they find are facts, which the role's claims may state
like any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from common.services import frozen
from domain.projects.states import DeliverableKind
from domain.thinking.facts import Fact
from domain.thinking.passages import Passage, find_passages, read_document
from domain.thinking.render import reading

_MOST_PASSAGES = 6
_LONGEST_DOCUMENT = 30


@frozen
class Lookups:
    """The tools of one role."""

    passages: Sequence[Passage]

    @property
    def tools(self) -> tuple[Callable[..., str], ...]:
        """What a model may call."""
        return (self.find_passage, self.read_document)

    def find_passage(self, query: str) -> str:
        """Find passages of the project's documents that bear on a few English words. Returns them by id."""
        return shown_as_json(passage.fact for passage in find_passages(self.passages, query, limit=_MOST_PASSAGES))

    def read_document(self, kind: str, section: str = "") -> str:
        """Read a document by its kind, such as roadmap or user_flows, or only the section whose heading has a word."""
        if kind not in list(DeliverableKind):
            return f"The kinds are: {', '.join(DeliverableKind)}."
        found = read_document(self.passages, DeliverableKind(kind), section)
        return shown_as_json(passage.fact for passage in found[:_LONGEST_DOCUMENT])


def shown(facts: Iterable[Fact]) -> dict[str, str]:
    """Facts as a model is shown them: by id, the kind and what each reads like in English."""
    return {fact.id: f"{fact.kind.value} | {_what_it_is(fact)}{reading(fact, 'en')}" for fact in facts}


def _what_it_is(fact: Fact) -> str:
    """The label of a noun or of an answer to yes or no; other statements say themselves what they are."""
    return "" if fact.is_statement and fact.answer is None else f"{fact.label}: "


def shown_as_json(facts: Iterable[Fact]) -> str:
    """The same as a text, for the answer of a tool."""
    return json.dumps(shown(facts), ensure_ascii=False) if (facts := tuple(facts)) else "Nothing was found."
