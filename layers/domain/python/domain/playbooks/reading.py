"""Reads which topics an entry of the brief is about, by the signs of the playbooks. In doubt, it asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.services import frozen
from domain.playbooks.library import OTHER, playbooks
from domain.playbooks.records import Playbook, Signs, Stems
from domain.playbooks.words import stems_of

STRONG, WEAK = 3, 1
ENOUGH = STRONG
"""From this score on a kind is stated. Below it, the best guess is a question."""
MOST_KINDS = 2
_WITHIN = 6
USUAL = (
    *("notifications", "booking", "forms", "tasks", "media", "reports", "jobs", "calendar", "exports", "backoffice"),
    *("approvals", "invoicing", "audit", "orders", "roles", "stock"),
)
"""The most usual kinds of must-haves, the most usual first. Between equal weak scores, the more usual kind wins."""


@frozen
class Reading:
    """The kinds that an entry is about, two at most; without any, the kind to ask about (None if no sign is there)."""

    kinds: tuple[str, ...] = ()
    asked: str | None = None


def read_kinds(text: str) -> Reading:
    """The kinds of a must-have, at most two; without any, the likeliest kind to ask about, if there is one."""
    ranked = _ranked(text, playbooks().kinds)
    stated = tuple(kind for kind, score in ranked if score >= ENOUGH)[:MOST_KINDS]
    if stated:
        return Reading(stated)
    return Reading(asked=ranked[0][0] if ranked else None)


def read_guide(text: str) -> str:
    """The id of the guide for the rule that `text` states; `other` without a clear sign."""
    return _stated(text, playbooks().guides)


def read_system(text: str) -> str:
    """The id of the playbook for the outside system that `text` names, such as `stripe`; `other` if none is clear."""
    return _stated(text, playbooks().systems)


def _stated(text: str, family: Mapping[str, Playbook]) -> str:
    ranked = _ranked(text, family)
    return ranked[0][0] if ranked and ranked[0][1] >= ENOUGH else OTHER


def _ranked(text: str, family: Mapping[str, Playbook]) -> list[tuple[str, int]]:
    """Every playbook with a sign in `text`, and the score, the highest first.

    Of equal scores, the playbook whose sign stands first wins; below `ENOUGH`, the more usual kind wins.
    """
    stems = stems_of(text)
    places: dict[str, list[int]] = {}
    for place, stem in enumerate(stems):
        places.setdefault(stem, []).append(place)
    found = [(name, *_score(book.signs, stems, places)) for name, book in family.items()]
    found.sort(key=lambda one: (-one[1], _unusual(one[0]) if one[1] < ENOUGH else 0, one[2]))
    return [(name, score) for name, score, _ in found if score]


def _unusual(kind: str) -> int:
    """How unusual a kind is: its place in `USUAL`, or the number after the last place."""
    return USUAL.index(kind) if kind in USUAL else len(USUAL)


def _score(signs: Signs, stems: Stems, places: Mapping[str, Sequence[int]]) -> tuple[int, int]:
    """The score of a playbook, and the index of the first word at which a sign of it stands."""
    strong = [place for sign in signs.strong if (place := _phrase(sign, stems, places)) is not None]
    pairs = [place for sign in signs.pairs if (place := _near(sign, places)) is not None]
    weak = [place for sign in signs.weak if (place := _phrase(sign, stems, places)) is not None]
    first = min([*strong, *pairs, *weak], default=len(stems))
    return STRONG * (len(strong) + len(pairs)) + WEAK * len(weak), first


def _phrase(sign: Stems, stems: Stems, places: Mapping[str, Sequence[int]]) -> int | None:
    """The index of the first word at which these stems stand next to each other; None if they never do."""
    starts = places.get(sign[0], ())
    return next((start for start in starts if stems[start : start + len(sign)] == sign), None)


def _near(sign: Sequence[Stems], places: Mapping[str, Sequence[int]]) -> int | None:
    """The index of the first word from which a stem of each group stands within six words, in any order; else None."""
    spots = [[place for stem in group for place in places.get(stem, ())] for group in sign]
    if not all(spots):
        return None
    ends = ((start, start + _WITHIN) for start in sorted(place for each in spots for place in each))
    return next((start for start, end in ends if all(any(start <= at < end for at in each) for each in spots)), None)
