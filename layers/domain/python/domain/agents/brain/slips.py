"""Slips of the keyboard: whether a typed word is a known one but for a letter or two."""

from __future__ import annotations

from domain.edit_distance import within_edits

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
    return within_edits(typed, known, 2 if length >= _TWO_SLIPS_FROM else 1)
