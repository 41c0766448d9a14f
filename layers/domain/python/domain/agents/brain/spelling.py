"""Slips of the keyboard: whether a typed word is a known one but for a letter or two."""

from __future__ import annotations

_SHORTEST_FORGIVEN = 5
_TWO_SLIPS_FROM = 9


def is_slip_of(typed: str, known: str) -> bool:
    """Whether `typed` is `known`, or at most one slip away from it (two from 9 letters, none below 5).

    A slip is a letter too many, one missing, a wrong one, or two neighbours swapped.
    """
    if typed == known:
        return True
    length = min(len(typed), len(known))
    if length < _SHORTEST_FORGIVEN or not typed.isalpha():
        return False
    return _distance(typed, known, limit=2 if length >= _TWO_SLIPS_FROM else 1) is not None


def _distance(left: str, right: str, *, limit: int) -> int | None:
    """The number of slips between two words, or None when there are more than `limit`."""
    if abs(len(left) - len(right)) > limit:
        return None
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for row, letter in enumerate(left, start=1):
        current = [row]
        for column, other in enumerate(right, start=1):
            cost = min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return None
        before, previous = previous, current
    return previous[-1] if previous[-1] <= limit else None
