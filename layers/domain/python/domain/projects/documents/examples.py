"""Changes that could be asked of a document, to show to somebody whose words were not understood."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from domain.projects.documents.brief import LISTS, Item
from domain.projects.documents.comments import read_comment
from domain.projects.documents.compose import revise
from domain.projects.documents.draft import Draft
from domain.projects.documents.matching import tokens

_MOST = 4
_LONGEST = 60
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
    nearest = sorted(entries, key=lambda item: -len(said & tokens(item.words.raw)))  # stable: else the brief's order
    for item in nearest[:1]:
        if said & tokens(item.words.raw):
            yield f"drop {_name_of(item)}"
        yield f"{item.id} should also work on a phone"
    yield "add a must-have: gift cards"
    if draft.brief.deadline is not None:
        yield f"move the deadline to {draft.brief.deadline + _LATER}"
    yield "make it shorter"
    yield "make the tone more formal"


def _name_of(item: Item) -> str:
    """The entry's own words where they are short, else its id."""
    words = item.words.raw
    return item.id if len(words) > _LONGEST or len(words.splitlines()) > 1 else words[:1].lower() + words[1:]
