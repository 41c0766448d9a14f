"""Changes that could be asked of a document, to show to somebody whose words were not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice

from domain.projects.documents.brief import LISTS
from domain.projects.documents.comments import read_comment
from domain.projects.documents.compose import revise
from domain.projects.documents.draft import ENTRY_ID, Draft
from domain.projects.documents.matching import tokens

_MOST = 4
_STEM = 5
_LATER = timedelta(weeks=2)


def examples_for(draft: Draft, comment: str) -> tuple[str, ...]:
    """At most four changes that this document would take, as a comment says them; those near to `comment` first."""
    became = ((text, revise(draft, read_comment(text))[1]) for text in _candidates(draft, comment))
    taken = (text for text, points in became if points and all(point.applied for point in points))
    return tuple(islice(taken, _MOST))


def _candidates(draft: Draft, comment: str) -> Iterator[str]:
    said = _stems(comment)
    entries = [item for name in LISTS if name != "exclusions" for item in draft.brief.active(name)]
    if entries:
        own = {item.id: _stems(f"{item.id} {item.words.raw}") for item in entries}
        spread = Counter(stem for stems in own.values() for stem in stems)
        # The one that shares most words with the comment, rare ones first, and else the first of the brief.
        nearest = max(entries, key=lambda item: sum(1 / spread[stem] for stem in said & own[item.id]))
        if said & _stems(nearest.words.raw):
            unread = (clause.text for clause in read_comment(comment) if clause.edit is None)
            yield from (f"{nearest.id}: {text}" for text in unread if not ENTRY_ID.search(text))
            yield f"drop {nearest.id}"
        yield f"{nearest.id} should also work on a phone"
    yield "add a must-have: gift cards"
    if draft.brief.deadline is not None:
        yield f"move the deadline to {draft.brief.deadline + _LATER}"
    yield "make it shorter"
    yield "make the tone more formal"


def _stems(text: str) -> set[str]:
    """The beginnings of its words: “reminder” and “remind” have the same."""
    return {word[:_STEM] for word in tokens(text)}
