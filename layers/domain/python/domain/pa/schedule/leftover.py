"""What no rule has read, and yet is about time: where such a word is left over, nothing is armed on a guess.

The text is written as one line in which "‹›" stands for all that was read, and held against a table of shapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import Said
from domain.pa.schedule.said_parts import Placed
from domain.pa.schedule.shapes import shapes
from domain.pa.schedule.tokens import looks_misspelt
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import (
    FUNCTION_WORDS,
    POLITE,
    REQUESTS,
    words,
)

_HOURS = (parts.Times, parts.Window, parts.OnTheHour, parts.Elapsed, parts.After, parts.SameTime, parts.Moment)
# These say no more than that something recurs, which is fine once it is said how.
_HARMLESS = words("regularly regular recurring periodic periodically repeatedly repeat often routinely always")
_PARTS = words("morning afternoon evening night noon midnight sunrise sunset")
_BEFORE_A_PART = r"\w+days?|this|that|every|tomorrow|today|at|in|by|on|the|same"
_LETTERS = frozenset(["M", "T", "W", "F", "S", "MO", "TU", "WE", "TH", "FR", "SA", "SU"])


def leftovers(
    said: Said, placed: Sequence[Placed], things: frozenset[int], *, scheduled: bool
) -> Iterator[tuple[Placed, ScheduleUnclearError]]:
    """The time words that no rule has read, each with its refusal. `things`: the places of the task's own times."""
    read = {place for part in placed for place in range(part.first, part.last)} | things
    shown: list[str] = []
    starts: list[int] = []
    for place, token in enumerate(said.tokens):
        if place not in read:
            harmless = (scheduled and token.text in _HARMLESS) or _is_of_a_name(said, place)
            word = "also" if harmless else said.shown_at(place, token.text)
        elif shown[-1:] != [mark := "‹¤›" if place in things else "‹›"]:
            word = mark
        else:
            continue
        starts.append(place)
        shown.append(word)
        beside = scheduled and {place - 1, place + 1} & read
        if place not in read and (_may_be_part(said, place, read) if beside else _is_slip_at_an_edge(said, place)):
            yield Placed(parts.Unread("slip"), place, place + 1), ScheduleUnclearError(token.text)
    line = " ".join(shown)
    place_at = [place for place, word in zip(starts, shown, strict=True) for _ in range(len(word) + 1)]
    others = "shapes_beside_a_schedule" if scheduled else "shapes_without_a_schedule"
    unsaid = scheduled and not said.has(*_HOURS)
    hours = shapes("leftovers", "shapes_where_no_hour_is_read") if unsaid else ()
    for _, pattern in (*shapes("leftovers", "shapes"), *shapes("leftovers", others), *hours):
        for found in pattern.finditer(line):
            words = re.sub("[‹›§¤_\n]", "", line[max(found.start() - 1, 0) : found.end()])
            places = [place_at[at] for at in range(found.start(), found.end()) if not line[at].isspace()]
            own = [place for place in places if place not in read] or places or [place_at[found.start() - 1]]
            yield Placed(parts.Unread("leftover"), own[0], own[-1] + 1), ScheduleUnclearError(words)


def _may_be_part(said: Said, place: int, read: set[int]) -> bool:
    """Whether a word beside the schedule looks like a misspelt part of one, a weekday's letter, or minutes."""
    token = said.tokens[place]
    closes = place + 1 == len(said.tokens) or said.tokens[place + 1].kind == "mark"
    letter = token.capital and token.text.upper() in _LETTERS and (place + 1 in read or closes)
    minutes = place - 1 in read and re.fullmatch(r"\d{1,2} [0-5]\d", f"{said.tokens[place - 1].text} {token.text}")
    return letter or bool(minutes) or (token.kind == "word" and looks_misspelt(token.text))


def _is_slip_at_an_edge(said: Said, place: int) -> bool:
    """Whether a word that opens or closes its clause, where adverbs stand, is a slip of a schedule word: "montly"."""
    token, tokens = said.tokens[place], said.tokens
    opens = all(other.kind == "mark" or other.text in POLITE for other in tokens[max(place - 1, 0) : place])
    closes = place + 1 == len(tokens) or tokens[place + 1].kind == "mark"
    named = token.capital and place > 0
    return token.kind == "word" and (opens or closes) and not named and looks_misspelt(token.text)


def _is_of_a_name(said: Said, place: int) -> bool:
    """Whether it is the first word of a name: the Night of "Night Bus", but neither "Monday Night" nor a greeting."""
    before, after = said.tokens[max(place - 1, 0)], said.tokens[min(place + 1, len(said.tokens) - 1)]
    token = said.tokens[place]
    titled = token.capital and after.capital and after.text not in FUNCTION_WORDS | REQUESTS
    return titled and (place > 0) and re.fullmatch(_BEFORE_A_PART, before.text) is None and token.text in _PARTS
