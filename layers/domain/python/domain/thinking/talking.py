"""Whether a sentence that talks states nothing by itself, by weights learned from labelled talk (ADR 51).

All ten languages share the weights: what is learned of a word, or of a piece of it, counts wherever it occurs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import Path

from domain.language.learned import Reader, places_of
from domain.thinking.prose import NOUN

HARMLESS, FALSE = "harmless", "false"
READER = Reader((HARMLESS, FALSE), Path(__file__).with_name("talk.bin"))
BUCKETS = 1 << 20
# Log-odds from which a sentence may be shown. They favour safety: found on labelled talk that the weights had not seen.
LEAST_SURE = 1.2
# … and those from which it may be although it has a word that often states something.
LEAST_SURE_IN_DOUBT = 1.7
# A sentence with a larger share of words that the weights never saw is not judged by them: it isn't shown.
MOST_UNSEEN = 0.5
_TOKEN = re.compile(rf"{NOUN}|[^\W\d_]+(?:['-][^\W\d_]+)*|[?!.,;:…–—¿¡-]")
_CLAUSE = re.compile(r"[,;:–—]")
_GRAMS = (3, 4)
_THIRDS = 3


def states_nothing(plain: str, *, opinion: bool, own: Collection[str], in_doubt: bool = False) -> bool:
    """Whether a sentence surely only talks: in lower case, with NOUN for each reference.

    `in_doubt`: it has a word that often states something.
    `own` are words of the customer's. One of them that the weights never saw is read as a reference is.
    """
    words = words_of(plain)
    unseen = set(words) - READER.weights().words
    if sum(word in unseen and word not in own for word in words) > MOST_UNSEEN * len(words):
        return False
    for word in unseen.intersection(own):
        plain = _without(word, plain)
    return _harmless(plain, opinion=opinion) >= (LEAST_SURE_IN_DOUBT if in_doubt else LEAST_SURE)


def most_stating(plain: str, *, opinion: bool) -> str:
    """The word without which the sentence would rather only talk."""
    return max(words_of(plain), key=lambda word: _harmless(_without(word, plain), opinion=opinion), default="")


def _harmless(plain: str, *, opinion: bool) -> float:
    return READER.likelihoods([[features_of(plain, opinion=opinion)]])[HARMLESS]


def _without(word: str, plain: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", NOUN, plain)


def words_of(plain: str) -> list[str]:
    """The words of a sentence, references and marks left out."""
    return [token for token in _TOKEN.findall(plain) if token[0].isalpha()]


def features_of(plain: str, *, opinion: bool) -> set[int]:
    """The buckets of a sentence's words and their pieces, neighbours and beginnings; how it speaks, and how long."""
    return places_of(_spelled_out(plain, opinion=opinion), BUCKETS)


def _spelled_out(plain: str, *, opinion: bool) -> Iterator[str]:
    tokens = _TOKEN.findall(plain)
    manner = ("o" if opinion else "s") + ("?" if "?" in tokens else ".")
    yield f"m {manner}"
    yield f"l {min(len(tokens) // 4, 6)} {manner}"
    yield f"n {min(len(_CLAUSE.split(plain)), 4)} {manner}"
    for token in tokens:
        yield f"w {token}"
        yield f"w {token} {manner}"
        if token[0].isalpha():
            yield from _pieces(f"^{token}$")
    around = ("(", *tokens, ")")
    yield from (f"p {token} {_THIRDS * place // len(tokens)}" for place, token in enumerate(tokens))
    yield from (f"b {one} {other}" for one, other in pairwise(around))
    yield from (f"g {one} {other}" for one, other in zip(around, around[2:], strict=False))
    yield from (f"e {one} {other[-3:]}" for one, other in pairwise(tokens))
    yield from (f"e {one[-2:]} {other}" for one, other in pairwise(tokens))
    yield f"1 {manner} {' '.join(tokens[:2])}"
    yield f"3 {' '.join(tokens[:3])}"


def _pieces(marked: str) -> Iterator[str]:
    for length in _GRAMS:
        yield from (f"c {marked[start : start + length]}" for start in range(len(marked) - length + 1))
