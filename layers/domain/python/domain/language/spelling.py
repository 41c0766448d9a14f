"""Spelling: an unknown word is read as the known one it is a slip of."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from domain.edit_distance import within_edits

SHORTEST_CORRECTED = 3
SHORTEST_FREELY_CORRECTED = 5
TWO_SLIPS_FROM = 9


def slips_allowed(word: str) -> int:
    """How many slips a word of this length is forgiven."""
    if len(word) < SHORTEST_CORRECTED or not word.isalpha():
        return 0
    return 2 if len(word) >= TWO_SLIPS_FROM else 1


def is_slip_of(typed: str, known: str) -> bool:
    """Whether `typed` is `known`, or a slip away from it; shorter words than five letters are taken as they are."""
    length = min(len(typed), len(known))
    if typed == known or length < SHORTEST_FREELY_CORRECTED or not typed.isalpha():
        return typed == known
    return within_edits(typed, known, 2 if length >= TWO_SLIPS_FROM else 1)


def _is_likely(word: str, candidate: str) -> bool:
    """Short words have many neighbours: of three letters two may have changed places, of four one may be missing."""
    if len(word) == len(candidate) and sorted(word) == sorted(candidate):
        return True
    return len(word) >= SHORTEST_FREELY_CORRECTED or len(candidate) > len(word) > SHORTEST_CORRECTED


class Speller:
    """Knows words in order of preference and finds the nearest of them."""

    def __init__(self, words: Iterable[str]) -> None:
        self._buckets: dict[tuple[str, int], list[tuple[int, str, frozenset[str]]]] = defaultdict(list)
        for rank, word in enumerate(dict.fromkeys(words)):
            self._buckets[word[0], len(word)].append((rank, word, frozenset(word)))

    def nearest(self, word: str) -> str | None:
        """The preferred one of the known words fewest slips away, or None; slips as `slips_allowed` of `word`."""
        length = len(word)
        for limit in range(1, slips_allowed(word) + 1):
            likely = self._candidates(word, range(length - limit, length + limit + 1), limit)
            near = (found for found in likely if within_edits(word, found[-1], limit))
            best = min(near, default=None)
            if best is not None:
                return best[-1]
        return None

    def _candidates(self, word: str, lengths: Iterable[int], limit: int) -> Iterator[tuple[bool, int, str]]:
        """Likely words of such lengths and about the same letters, with their rank: a letter replaced is rarest."""
        letters = frozenset(word)
        for first in dict.fromkeys(word[:2]):
            for length in lengths:
                for rank, candidate, others in self._buckets.get((first, length), ()):
                    if len(letters ^ others) <= 2 * limit and _is_likely(word, candidate):
                        yield len(candidate) == len(word) and letters != others, rank, candidate
