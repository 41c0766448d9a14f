"""Finds the things that a message names: compares whole words with their names, and forgives a typing slip."""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from common.services import frozen

LONGEST = 4  # words of a name that are looked for side by side; of a longer name, most of its words are
LEAST_SHARE = 0.6
LEAST_WEIGHT = 1.2  # more than one word tells, as even the rarest weighs 1
LEAST_TYPED = 5  # characters of a name in which one slip is forgiven
LONG_TYPED = 9  # characters of a name in which two are
MOST_MISTYPED = 3  # words that stand for a name with a slip
LEAST_PART = 5  # characters of a word that names a thing alone
PART = 0.8  # how good a match of a part is
LEAST_TELLING = 4  # letters of a word that tells one text from another, and of one in which a slip is forgiven

_SMALL = frozenset(
    ("the", "a", "an", "my", "our", "this", "that", "document", "task", "and", "project", "of", "for", "in")
)
_CLOSE = 0.8  # of the characters of two words that are the same but for a slip
_MOST_WORDS = 12
_ANY_WORD = re.compile(r"\w+")
_WORDS = re.compile(r"[^\W_]+")
_ID = re.compile(r"[a-z]{1,3}\d{1,4}")
_ENDS = ".!?:;\n"


class Thing(NamedTuple):
    """What a message may name: an id, a name, and a kind of thing, such as `project`."""

    id: str
    name: str
    kind: str


@frozen
class Word:
    """A word of a message: as written, with its offsets, and in lower case (`plain`)."""

    written: str
    start: int
    end: int
    plain: str


@frozen
class Found:
    """A thing that a message names: how surely (0 to 1), from which offset, and the span if its whole name is there."""

    thing: Thing
    score: float
    at: int
    span: tuple[int, int] | None = None


def named_in(message: str, names: Sequence[Thing], ranks: Mapping[str, int]) -> list[Found]:
    """The things that a message names, best first.

    `ranks` gives each common word its place in the order of frequency. A name that is such a word counts only where it
    is written with its capital inside a sentence.
    """
    if not names or not (words := _words(message)):
        return []
    found: dict[Thing, Found] = {}
    for one in (*_by_id(words, names), *_whole(message, words, names, ranks), *_parts(words, names, ranks)):
        if one.thing not in found or found[one.thing].score < one.score:
            found[one.thing] = one
    spans = [one.span for one in found.values() if one.span]
    return sorted((one for one in found.values() if not _is_within(one, spans)), key=lambda one: (-one.score, one.at))


def _words(text: str) -> list[Word]:
    return [Word(match[0], *match.span(), match[0].casefold()) for match in _WORDS.finditer(text)]


def _by_id(words: Sequence[Word], names: Sequence[Thing]) -> Iterator[Found]:
    ids = {word.plain: word.start for word in words if _ID.fullmatch(word.plain)}
    yield from (Found(one, 1, ids[one.id.casefold()]) for one in names if one.id.casefold() in ids)


def _whole(message: str, words: Sequence[Word], names: Sequence[Thing], ranks: Mapping[str, int]) -> Iterator[Found]:
    """Names that stand in one place, written as one word or several, perhaps with a slip."""
    joined: dict[str, list[Thing]] = {}
    for thing in names:
        joined.setdefault(_joined(_words(thing.name)), []).append(thing)
    joined.pop("", None)
    longest = max(map(len, joined), default=0) + 2
    keys, similar = list(joined), dict[str, dict[str, float]]()
    for window in _windows(words, longest):
        key = _joined(window)
        is_known = all(word.plain in ranks for word in window)
        if key in joined:
            near = {key: 1.0}
        elif len(window) > MOST_MISTYPED or (is_known and len(window) == 1):
            continue
        else:
            near = similar[key] if key in similar else similar.setdefault(key, _similar(key, keys, is_known=is_known))
        for name, score in near.items():
            for thing in joined[name]:
                if name not in ranks or (len(window) == 1 and _is_as_written(message, window[0], thing)):
                    yield Found(thing, score, window[0].start, (window[0].start, window[-1].end))


def _windows(words: Sequence[Word], longest: int) -> Iterator[Sequence[Word]]:
    for at in range(len(words)):
        for count in range(1, LONGEST + 2):
            window = words[at : at + count]
            if len(window) < count or sum(len(word.plain) for word in window) > longest:
                break
            yield window


def _joined(words: Sequence[Word]) -> str:
    return "".join(word.plain for word in words)


def _similar(key: str, names: Sequence[str], *, is_known: bool) -> dict[str, float]:
    """The names that differ from `key` by one or two slips (letters too many, missing, wrong or swapped), with scores.

    Common words (`is_known`) are seldom a slip, so they match only long names, and with one slip.
    """
    if len(key) < (LONG_TYPED if is_known else LEAST_TYPED):
        return {}
    # Most messages name nothing that is mistyped; then nothing loads the package.
    from rapidfuzz.distance import OSA  # noqa: PLC0415
    from rapidfuzz.process import extract  # noqa: PLC0415

    slips = 2 if len(key) >= LONG_TYPED and not is_known else 1
    near = extract(key, names, scorer=OSA.distance, score_cutoff=slips, limit=None)
    fit = [(name, slip) for name, slip, _ in near if len(name) >= (LONG_TYPED if slip > 1 else LEAST_TYPED)]
    return {name: 1 - slip / len(name) for name, slip in fit if slip == min(other for _, other in fit)}


def _is_as_written(message: str, word: Word, thing: Thing) -> bool:
    """Whether a common word is written like the name, with a capital that is not the start of a sentence."""
    if word.written != thing.name or not word.written[0].isupper():
        return False
    before = message[: word.start].rstrip(" \t\"'“‘(")
    is_alone = not before and not _WORDS.search(message, word.end)
    return is_alone or (bool(before) and before[-1] not in _ENDS and not message.isupper())


def _parts(words: Sequence[Word], names: Sequence[Thing], ranks: Mapping[str, int]) -> Iterator[Found]:
    """Names of several words of which a telling word, a telling pair, or most of the words stand in the message."""
    places = {word.plain: word.start for word in reversed(words)}
    split = [(thing, {word.plain for word in _words(thing.name)}) for thing in names]
    owners = Counter(word for _, own in split for word in own)
    pairs = Counter(both for thing in names for both in _pairs(thing.name))
    side_by_side = set(pairwise(word.plain for word in words))
    for thing, own in split:
        if len(own) < 2 or not (here := own & places.keys()):  # noqa: PLR2004 - of one word there is no part
            continue
        weight = sum(_weight(word, ranks) for word in here)
        share = weight / sum(_weight(word, ranks) for word in own)
        pair = any(pairs[both] == 1 and side_by_side & {both} for both in _pairs(thing.name))
        tells = any(owners[word] == 1 and word not in ranks and len(word) >= LEAST_PART for word in here)
        most = len(own) >= LONGEST and share >= LEAST_SHARE and weight >= LEAST_WEIGHT
        if most or pair or (tells and len(own) <= LONGEST):
            yield Found(thing, PART * max(share, 0.5), min(places[word] for word in here))


def _pairs(name: str) -> set[tuple[str, str]]:
    """The pairs of long words that stand side by side in a name, such as "style guide"."""
    plain = [word.plain for word in _words(name)]
    return {both for both in pairwise(plain) if all(len(word) >= LEAST_PART for word in both)}


def _weight(word: str, ranks: Mapping[str, int]) -> float:
    """How much a word tells: 0 for the commonest word, up to 1 for a word that is not common."""
    return math.log1p(ranks[word]) / math.log1p(len(ranks)) if word in ranks else 1


def stems_of(text: str, most: int = 200) -> frozenset[str]:
    """The first `most` words of four letters or more, and numbers, of a text, in lower case and without a final "s"."""
    words = (word for word in _WORDS.findall(text.casefold()) if len(word) >= LEAST_TELLING or word.isdecimal())
    return frozenset([word.removesuffix("s") for word in words][:most])


def _is_within(one: Found, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a longer name covers this one, as "Harbor App" covers "Harbor"."""
    if one.span is None:
        return any(start <= one.at < end for start, end in spans)
    here, there = one.span
    return any(start <= here and there <= end and end - start > there - here for start, end in spans)


def chosen(words: str, things: Iterable[Thing]) -> list[Thing]:
    """The things whose names have all of these words; [] for words that only point ("the document").

    A name of exactly these words wins over longer ones. In a word of four letters or more, a slip is forgiven.
    """
    wanted = [word for word in _ANY_WORD.findall(words.casefold()[:400]) if word not in _SMALL][:_MOST_WORDS]
    if not wanted:
        return []
    every = list(things)
    whole = [one for one in every if words_of(one.name) == frozenset(wanted)]
    return whole or [one for one in every if all(_has(word, words_of(one.name)) for word in wanted)]


def words_of(text: str) -> frozenset[str]:
    """The words of a name in lower case, without small words such as "the" or "project"."""
    return frozenset(word for word in _ANY_WORD.findall(text.casefold()) if word not in _SMALL)


def _has(word: str, own: frozenset[str]) -> bool:
    return word in own or (len(word) >= LEAST_TELLING and bool(difflib.get_close_matches(word, own, 1, _CLOSE)))
