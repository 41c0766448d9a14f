"""Grammar of days that are counted: "the first Monday of each month", "the 1st and 15th", "the end of June"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from domain.pa.schedule.cursor import Cursor, first_of, listed, rule
from domain.pa.schedule.said_parts import LAST, Nth, Scope
from domain.pa.schedule.single_days import month, year
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import ORDINALS, WEEKDAY_PLURALS, WEEKDAYS, words

RRULE_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_SCOPES = {"month": "month", "months": "month", "quarter": "quarter", "year": "year", "years": "year", "week": "week"}
_WHICH = {"": "the", "the": "the", "this": "this", "next": "next"}
_TARGETS: Mapping[str, str] = {word: RRULE_DAYS[day] for word, day in {**WEEKDAYS, **WEEKDAY_PLURALS}.items()} | {
    "day": "day", "weekday": "business", "workday": "business",
}  # fmt: skip
_MOST = {"day": 31, "business": 20}
_MOST_WEEKDAYS = 5
_NO_RANK = 4  # "the first", "the second" rank things; "the fifteenth" is a date
# After a bare "the 5th" these leave it a date; any other word makes it "the 5th draft".
_AFTER_DAY_NUMBER = words("""
    , . ! ? ) ; : at and in every each until till starting from next please for with except but morning afternoon
    evening noon monthly only this send remind give tell show email check prepare collect ping summarise summarize i
    we can could ask compile pay renew write post get let run
""") | {"", "\n"}


@rule
def counted_days(cursor: Cursor) -> Nth | None:
    """Counted days and, if it is said, of what: "(on) the first and third Tuesday (of each month)"."""
    cursor.eat("(?:on|at) the|on|at|the")
    return positions_and_scope(cursor)


@rule
def positions_and_scope(cursor: Cursor) -> Nth | None:
    """The same without the words before it."""
    items = listed(cursor, _position, _later_position)
    if not items:
        return None
    scope = _scope(cursor)
    tail_target = next((target for _, target, _ in items[::-1] if target), "")
    if scope is None and not tail_target and not _stands_alone(cursor, items):
        return None
    repeats = scope is not None and scope.which in {"each", "the"}
    return Nth(_with_targets(items), scope, repeats=repeats, bare=scope is None and not tail_target)


@rule
def edge(cursor: Cursor) -> Nth | None:
    """Reads "at the end of each quarter", "the beginning of June"."""
    cursor.eat("(?:at|on) (?:the|very)|at|on|the|very")
    word = cursor.eat("end|beginning|start")
    scope = _scope(cursor) if word else None
    if scope is None or scope.unit == "week":
        return None
    if scope.which == "the":
        scope = replace(scope, which="current")
    return Nth(((LAST if word and word[0] == "end" else 1, "day"),), scope, repeats=scope.which == "each")


type _Item = tuple[int, str, bool]


@rule
def _position(cursor: Cursor) -> _Item | None:
    """One ordinal with what it counts; the flag says whether it was in figures ("15th")."""
    in_figures = cursor.peek().kind == "ordinal"
    if cursor.eat("day"):
        numbered = cursor.whole_number()
        return None if numbered is None else (numbered, "day", True)
    number = _ordinal(cursor)
    if number is None:
        return None
    if cursor.eat("business|working|work"):
        return (number, "business", in_figures) if cursor.eat("days?") else None
    return number, cursor.pick(_TARGETS) or "", in_figures


@rule
def _later_position(cursor: Cursor) -> _Item | None:
    cursor.eat("(?:(?:on|at) )?(?:the|every|each)|on|at")
    return _position(cursor)


@rule
def _ordinal(cursor: Cursor) -> int | None:
    if cursor.eat("second to last|next to last|last but one|penultimate|second-to-last|second-last"):
        return -2
    if cursor.eat("third to last"):
        return -3
    if cursor.eat("last|final"):
        return LAST
    figures = cursor.eat(r"(\d+)(?:st|nd|rd|th)")
    return int(figures[1]) if figures else cursor.pick(ORDINALS)


def _stands_alone(cursor: Cursor, items: list[_Item]) -> bool:
    """Whether "the 5th" is a day of the month here, and not the 5th of something else."""
    return all(in_figures or number > _NO_RANK for number, _, in_figures in items) and (
        cursor.peek().text in _AFTER_DAY_NUMBER or cursor.peek().kind == "clock"
    )


def _with_targets(items: list[_Item]) -> tuple[tuple[int, str], ...]:
    """Reads "first and third Monday": an ordinal without a target counts what the next one counts."""
    target = "day"
    counted: list[tuple[int, str]] = []
    for number, own, _ in reversed(items):
        target = own or target
        most = _MOST.get(target, _MOST_WEEKDAYS)
        if not number or number > most:
            raise ScheduleUnclearError(f"{number}. {target}", "no month has it", "on the last Friday of each month")
        counted.append((number, target))
    return tuple(reversed(counted))


@rule
def _scope(cursor: Cursor) -> Scope | None:
    if not cursor.eat("of|in"):
        return first_of(cursor, _unit_scope) if cursor.peek().text in {"each", "every"} else None
    return first_of(cursor, _unit_scope, _month_scope)


@rule
def _unit_scope(cursor: Cursor) -> Scope | None:
    """Reads "each month", "every other month", "the quarter", "next month"."""
    found = cursor.eat("the|each|every|a|this|next")
    which = found[0] if found else ""
    interval = 2 if which in {"each", "every"} and cursor.eat("other|second") else 1
    if interval == 1 and which == "every":
        interval = cursor.whole_number() or _ordinal(cursor) or 1
    unit = cursor.pick(_SCOPES)
    if unit is None or interval < 1 or (not which and unit != "month"):
        return None
    return Scope(unit, _WHICH.get(which, "each"), interval)


@rule
def _month_scope(cursor: Cursor) -> Scope | None:
    repeated = cursor.eat("every|each")
    months = listed(cursor, month)
    if not months:
        return None
    return Scope("month", "each" if repeated else "named", months=tuple(months), year=year(cursor))
