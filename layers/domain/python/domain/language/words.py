"""Words: what people type, spelled right and in base forms; which words are known, and so no slip of another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from domain.edit_distance import within_edits
from domain.language.tables import families, pair_table, word_table

SHORTEST_CORRECTED = 3
SHORTEST_FREELY_CORRECTED = 5
TWO_SLIPS_FROM = 9


def word_set(words: str) -> frozenset[str]:
    """The words of a text, which reads better as a list than quoted one by one."""
    return frozenset(words.split())


FILLERS = word_set(
    """
    a an the this that these those my our your his her their its please kindly just really actually maybe perhaps
    possibly simply basically honestly exactly very quite quickly still already also too even so well there currently
    presently rather somehow finally now sofar anyway yet ever again always bloody damn fucking hell earth heck
    completely totally probably certainly surely definitely
    """
)
_CLITICS = {"re": "are", "ll": "will", "ve": "have", "d": "would", "m": "am"}
_IS_HOSTS = word_set("what how where who when why it that there here he she everything anything something")
_ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""), ("s", ""))
_SHORTEST_STEM = 3


def expand(word: str) -> list[str]:
    """The plain words a typed one stands for: "what's" is "what is", "pls" is "please"."""
    host, _, clitic = word.partition("'")
    if clitic == "s":
        return [host, "is"] if host in _IS_HOSTS else [host]
    if clitic in _CLITICS:
        return [host, _CLITICS[clitic]]
    return pair_table("shorthand").get(host + clitic, f"{host} {clitic}").split()


def forms_of(word: str) -> Iterator[str]:
    """The word itself, then every base form it may be an inflection of, likely or not."""
    yield word
    if base := pair_table("irregular").get(word):
        yield base
        return
    for ending, replacement in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem + replacement) >= _SHORTEST_STEM and not word.endswith("ss"):
            yield stem + replacement
            if not replacement and stem[-1] == stem[-2]:
                yield stem[:-1]


def is_everyday(word: str) -> bool:
    """Whether a question may well hold this word without naming anything by it."""
    return any(form in _everyday() for form in forms_of(word))


def is_known(word: str) -> bool:
    """Whether this is a word as it stands, not a slip of another."""
    if word in pair_table("shorthand") or word in pair_table("irregular"):
        return True
    return any(form in _everyday() or form in word_table("ordinary") for form in forms_of(word))


def corrected(word: str) -> str:
    """The known word that `word` is a slip of; itself when it is known, or near none."""
    return word if is_known(word) else _speller().nearest(word) or word


@cache
def _everyday() -> frozenset[str]:
    return word_table("everyday") | FILLERS | families().keys() | set(pair_table("irregular").values())


@cache
def _speller() -> Speller:
    """Words of a family come first, inflected too: they carry the question."""
    telling = [word for word in families() if len(word) >= SHORTEST_FREELY_CORRECTED - 1]
    stems = [(word, word.removesuffix("e")) for word in telling]
    inflected = [form for word, stem in stems for form in (word + "s", stem + "ed", stem + "ing")]
    return Speller((*telling, *inflected, *pair_table("irregular"), *sorted(_everyday() | word_table("ordinary"))))


def slips_allowed(word: str) -> int:
    """How many slips a word of this length is forgiven."""
    if len(word) < SHORTEST_CORRECTED or not word.isalpha():
        return 0
    return 2 if len(word) >= TWO_SLIPS_FROM else 1


def is_slip_of(typed: str, known: str) -> bool:
    """Whether `typed` is `known`, or a slip away from it; shorter words than five letters are taken as they are."""
    shorter = min(typed, known, key=len)
    if typed == known or len(shorter) < SHORTEST_FREELY_CORRECTED or not typed.isalpha():
        return typed == known
    return within_edits(typed, known, slips_allowed(shorter))


class Speller:
    """Knows words in order of preference and finds the nearest of them."""

    def __init__(self, words: Iterable[str]) -> None:
        self._known: dict[tuple[str, int], list[tuple[int, str]]] = defaultdict(list)
        for rank, word in enumerate(dict.fromkeys(words)):
            self._known[word[0], len(word)].append((rank, word))

    def nearest(self, word: str, slips: int | None = None) -> str | None:
        """The preferred one of the known words fewest slips away, or None; a letter replaced is the rarest slip."""
        letters = frozenset(word)
        for limit in range(1, (slips_allowed(word) if slips is None else slips) + 1):
            near = (
                (len(known) == len(word) and letters != set(known), rank, known)
                for first in dict.fromkeys(word[:2])
                for length in range(len(word) - limit, len(word) + limit + 1)
                for rank, known in self._known.get((first, length), ())
                if len(letters.symmetric_difference(known)) <= 2 * limit and _is_likely(word, known)
                if within_edits(word, known, limit)
            )
            if best := min(near, default=None):
                return best[-1]
        return None


def _is_likely(word: str, known: str) -> bool:
    """Short words have many neighbours: of three letters two may have changed places, of four one may be missing."""
    if len(word) == len(known) and sorted(word) == sorted(known):
        return True
    return len(word) >= SHORTEST_FREELY_CORRECTED or len(known) > len(word) > SHORTEST_CORRECTED
