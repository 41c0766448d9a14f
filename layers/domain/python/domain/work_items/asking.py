"""What a sentence asks about work that was handed out, by weights learned from labelled ones (ADR 15).

The names of items and workers are the customer's own. They are read as `item` and `worker`, so that no name decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path

from common.services import frozen
from domain.language.learned import Reader
from domain.language.names import ProjectNames
from domain.language.reading import read_text
from domain.language.tables import word_table
from domain.language.text import plain
from domain.language.words import word_set
from domain.work_items.records import DeedKind, WorkItem

EVIDENCE = re.compile(r"\bevidence\b", re.IGNORECASE)
"""What only a submission has."""


class About(StrEnum):
    """What can be asked. `order` is what nobody does who is only asked, `else` is about something else."""

    WHO = "who"
    FREE = "free"
    BLOCKED = "blocked"
    REVIEW = "review"
    RETURNED = "returned"
    FREED = "freed"
    DID = "did"
    WHEN = "when"
    LEFT = "left"
    ITEM = "item"
    ORDER = "order"
    ELSE = "else"


READER = Reader(tuple(map(str, About)), Path(__file__).with_name("asking.bin"))
_LEAST_SURE = 0.0
_BY_TITLE = 1.0  # log-odds from which words that stand in a title are taken for the item's name
_SHORTEST_STEM = 4
_SHORTEST_PLURAL = 4
_MOST_ALIKE = 3
_OF_THEM = 2.0  # log-odds up to which a sentence that names a worker or an item is about these, whatever it asks
_SHORTEST_QUESTION = 3
_PLACES = ("first", "second", "third", "fourth", "fifth")
_PLACE = re.compile(rf"(?:the )?\b({'|'.join(_PLACES)}|last) (?:work )?(?:item|package)\b", re.IGNORECASE)
_OF_WORK = word_set(
    "work works working worker workers item items task tasks package packages submission submissions agent agents"
)


_FILLERS = word_set(
    "the a an of for with and or to in on at by from who which that their our my is are be can will must should have "
    "section part chapter feature requirement integration audience list entry"
)


@frozen
class Asked:
    """What a sentence asks, the likeliest first, and the items and workers that it names."""

    about: tuple[About, ...] = ()
    items: tuple[WorkItem, ...] = ()
    workers: tuple[str, ...] = ()
    said: str = ""
    """The sentence in lower case."""
    is_doubted: bool = False
    """Whether it asks if what a worker says can be believed."""


NAMES_WORK = re.compile(
    r"\b(?:work\w*|items?|tasks?|packages?|submissions?|submitted|agents?|leases?|claimed|handed (?:in|out)|board)\b",
    re.IGNORECASE,
)
"""What a question about all of the work says, where it could as well be about all of the project."""
OF_ALL = frozenset({About.WHEN, About.BLOCKED})


def asked_in(sentence: str, items: Sequence[WorkItem], project_names: Sequence[str] = ()) -> Asked:
    """What `sentence` asks about `items`; nothing unless it is likely about them."""
    masked, workers = _without_workers(sentence, workers_of(items))
    masked, named = _without_ids(masked, items)
    least = _LEAST_SURE
    if not named:
        masked, named = _at_their_place(masked, items)
    if not named and len(sentence.split()) >= _SHORTEST_QUESTION:
        masked, named = _without_titles(masked, items)
        least = _BY_TITLE if named else least
    read = read_text(masked, ProjectNames(project_names))
    if not read:
        return Asked()
    odds = READER.likelihoods([one.features for one in read])
    likely = sorted((one for one in About if odds[one] > max(least, odds[About.ELSE])), key=lambda one: -odds[one])
    if not likely and (workers or (named and least == _LEAST_SURE)) and odds[About.ELSE] < _OF_THEM:
        likely = [About.DID if workers else About.ITEM]
    if About.REVIEW not in likely and EVIDENCE.search(sentence) and (named or workers or _submitted(items)):
        likely = [About.REVIEW]
    return Asked(tuple(likely), named, workers, sentence.lower())


def _submitted(items: Iterable[WorkItem]) -> bool:
    return any(deed.kind is DeedKind.SUBMITTED for item in items for deed in item.history)


def _at_their_place(text: str, items: Sequence[WorkItem]) -> tuple[str, tuple[WorkItem, ...]]:
    """The item that is called by its place: "the first item"."""
    found = _PLACE.search(text)
    if found is None or not items:
        return text, ()
    place = _PLACES.index(found[1].lower()) if found[1].lower() in _PLACES else -1
    named = items[place : place + 1 or None]
    return (_PLACE.sub("item", text), tuple(named)) if named else (text, ())


def workers_of(items: Iterable[WorkItem]) -> tuple[str, ...]:
    """Everybody who ever had one of the items, as far as their histories reach."""
    found = [item.claim.worker for item in items if item.claim]
    found += [deed.worker for item in items for deed in item.history if deed.worker]
    return tuple(dict.fromkeys(found))


def _without_workers(text: str, workers: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """The text with `worker` for each name, or for its first word: `codex` for `codex-2`."""
    named = []
    for worker in workers:
        first = re.split(r"[\W\d_]", worker, maxsplit=1)[0]
        forms = [form for form in (worker, first) if len(form) > 1 and form.lower() not in word_table("asking")]
        if any(_name(form).search(text) for form in forms):
            named.append(worker)
    for form in {form for worker in named for form in (worker, re.split(r"[\W\d_]", worker, maxsplit=1)[0]) if form}:
        text = _name(form).sub("worker", text)
    return text, tuple(named)


def _without_ids(text: str, items: Iterable[WorkItem]) -> tuple[str, tuple[WorkItem, ...]]:
    named = []
    for item in items:
        pattern = "|".join(re.escape(one) for one in (item.id, item.package) if one)
        found = re.compile(rf"(?:(?:the )?(?:work )?(?:item|package|task) )?\b(?:{pattern})\b", re.IGNORECASE)
        if found.search(text):
            named.append(item)
            text = found.sub("item", text)
    return text, tuple(named)


def _without_titles(text: str, items: Iterable[WorkItem]) -> tuple[str, tuple[WorkItem, ...]]:
    """The items whose titles have most of the text's own words, if these are few."""
    own = [word for word in re.findall(r"\w+", text) if _tokens(word) - word_table("asking") - _OF_WORK]
    matched = {item.id: {word for word in own if _is_in(word, item)} for item in items}
    most = max(map(len, matched.values()), default=0)
    named = tuple(item for item in items if most and len(matched[item.id]) == most)
    if not 0 < len(named) <= _MOST_ALIKE:
        return text, ()
    for word in matched[named[0].id]:
        text = _word(word).sub("item", text)
    return re.sub(r"\bitem(?:\W+item)+\b", "item", text), named


def _tokens(text: str) -> frozenset[str]:
    """The words of `text` that carry meaning: no case, no accents, no plural s, no fillers."""
    words = (word for word in re.findall(r"\w+", plain(text.casefold())) if word not in _FILLERS)
    return frozenset(_singular(word) for word in words)


def _singular(word: str) -> str:
    is_plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


def _is_in(word: str, item: WorkItem) -> bool:
    own = next(iter(_tokens(word)), "")
    return any(own == one or _share_a_stem(own, one) for one in _tokens(item.title))


def _share_a_stem(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= _SHORTEST_STEM and (one.startswith(other) or other.startswith(one))


def _name(name: str) -> re.Pattern[str]:
    """A name as it stands, or as whose something is, in which many leave the apostrophe out."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?:s(?=\s+\w))?(?![\w-])", re.IGNORECASE)


def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE)
