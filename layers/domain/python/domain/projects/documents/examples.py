"""Changes that could be asked of a document, to show to somebody whose words were not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta

from domain.projects.documents.brief import LISTS, Item
from domain.projects.documents.comments import Clause, read_comment
from domain.projects.documents.compose import revise
from domain.projects.documents.draft import ENTRY_ID, Draft
from domain.projects.documents.matching import tokens

_MOST = 4
_LONGEST = 60
_STEM = 5
_NAMED = 100
_LATER = timedelta(weeks=2)


def examples_for(draft: Draft, comment: str) -> tuple[str, ...]:
    """At most four changes that this document would take, as a comment says them; those near to `comment` first."""
    found: list[str] = []
    for text in _candidates(draft, comment):
        _, became = revise(draft, read_comment(text))
        if became and all(point.applied for point in became):
            found.append(text)
        if len(found) == _MOST:
            break
    return tuple(found)


def _candidates(draft: Draft, comment: str) -> Iterator[str]:
    said = tokens(comment)
    entries = [item for name in LISTS if name != "exclusions" for item in draft.brief.active(name)]
    nearness = _nearness(said, entries)
    nearest = sorted(entries, key=lambda item: -nearness[item.id])  # stable: else the brief's order
    for item in nearest[:1]:
        if nearness[item.id]:
            yield from (f"{item.id}: {clause.text}" for clause in read_comment(comment) if _lacks_id(clause))
        if said & tokens(item.words.raw):
            yield f"drop {_name_of(item)}"
        yield f"{item.id} should also work on a phone"
    yield "add a must-have: gift cards"
    if draft.brief.deadline is not None:
        yield f"move the deadline to {draft.brief.deadline + _LATER}"
    yield "make it shorter"
    yield "make the tone more formal"


def _nearness(said: frozenset[str], entries: Sequence[Item]) -> dict[str, float]:
    """How much of what was said each entry speaks of. A word that fewer entries have tells more."""
    has = {item.id: {word for word in said if _speaks_of(word, tokens(item.words.raw))} for item in entries}
    spread = Counter(word for words in has.values() for word in words)
    near = {entry: sum(1 / spread[word] for word in words) for entry, words in has.items()}
    return {entry: amount + _NAMED * (entry.casefold() in said) for entry, amount in near.items()}


def _lacks_id(clause: Clause) -> bool:
    """Whether the clause was not understood and names no entry: with the name of one it may be."""
    return clause.edit is None and ENTRY_ID.search(clause.text) is None


def _speaks_of(word: str, own: frozenset[str]) -> bool:
    """Whether the word is among `own`, or one of them has the same stem: “reminder” and “remind”."""
    return any(
        word == other or (min(len(word), len(other)) >= _STEM and (word.startswith(other) or other.startswith(word)))
        for other in own
    )


def _name_of(item: Item) -> str:
    """The entry's own words where they are short, else its id."""
    words = item.words.raw
    return item.id if len(words) > _LONGEST or len(words.splitlines()) > 1 else words[:1].lower() + words[1:]
