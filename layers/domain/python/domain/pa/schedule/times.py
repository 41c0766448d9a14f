"""Grammar of times of day: "at 9, 12:30 and 5pm", "half past nine in the morning", "noon", "evenings at 8"."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.pa.schedule.cursor import Cursor, first_of, listed, rule
from domain.pa.schedule.lexer import Token
from domain.pa.schedule.spoken_times import END_OF_DAY_HOUR, NOON, Spoken
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import ADVERBS, DAY_PARTS, NUMBERS, UNITS, WEEKDAY_PLURALS, WEEKDAYS, words

_BARE_MORNING = range(6, 13)
_AFTERNOON_STYLE = range(13, 24)
_MOST_HOURS = 99  # more digits are "1530h"
_MINUTE_WORDS = {word: NUMBERS[word] for word in ("ten", "fifteen", "twenty", "thirty", "forty", "forty-five", "fifty")}
_PAST_OR_TO = {word: NUMBERS[word] for word in ("five", "ten", "twenty", "twenty-five")} | {"quarter": 15}
_DAY_WORDS = frozenset(WEEKDAYS) | frozenset(WEEKDAY_PLURALS) | frozenset(ADVERBS)
_DAY_WORDS |= {"day", "today", "tomorrow", "weekday", "weekdays", "weekend", "weekends", "workday", "workdays"}
_BEFORE_PART = _DAY_WORDS | {"other", "every", "each", "this", "days"}
_NOT_AN_HOUR = words("""
    % € $ £ percent per euro euros eur usd k of or - x
""")
# What may follow an hour that no "at" introduces, and still leave it an hour: "Mondays 9, Fridays 16".
_AFTER_BARE_HOUR = words("""
    , ; . ! ? ) : and & / on every each in at from starting until till sharp today tomorrow for please utc gmt
    except but plus this
""") | {"", "\n"}


def times(cursor: Cursor) -> tuple[Spoken, ...] | None:
    """One or several times of day: the whole list, each with its am, pm or part of the day."""
    return tuple(listed(cursor, _first_time, _later_time)) or None


def one_time(cursor: Cursor) -> Spoken | None:
    """A single time, with or without "at", for the ends of "between 9 and 17:00"."""
    return _suffixed(cursor, first_of(cursor, _clock, _four_digits, _hour))


@rule
def _first_time(cursor: Cursor) -> Spoken | None:
    after_part = cursor.peek(-1).text in {*_DAY_WORDS, *DAY_PARTS}
    if _introduced(cursor):
        if after_part and cursor.peek(1).kind == "word" and cursor.peek(2).text in {"", ",", ".", "please"}:
            return _suffixed(cursor, first_of(cursor, _clock, _four_digits, _hour))
        return _part_of_day(cursor) or _suffixed(cursor, first_of(cursor, _clock, _four_digits, _countable_hour))
    if cursor.eat("on(?! the)"):
        return _suffixed(cursor, _clock(cursor))
    after_day = cursor.peek(-1).text in _DAY_WORDS
    return _part_of_day(cursor) or _suffixed(cursor, first_of(cursor, _clock, _leading_zero, *[_lone_hour] * after_day))


@rule
def _later_time(cursor: Cursor) -> Spoken | None:
    cursor.eat("also|then|again")
    if _introduced(cursor):
        return _suffixed(cursor, first_of(cursor, _clock, _four_digits, _countable_hour))
    if cursor.peek(1).text in DAY_PARTS:
        cursor.eat("every|each")
    return _part_of_day(cursor) or _suffixed(cursor, first_of(cursor, _clock, _leading_zero, _lone_hour, _listed_hour))


def _introduced(cursor: Cursor) -> bool:
    return bool(cursor.eat("(?:exactly|precisely) at|at (?:exactly|precisely)|at the hour of|at|@"))


@rule
def _part_of_day(cursor: Cursor) -> Spoken | None:
    """Reads "in the evening", "Monday morning", "mornings", "tonight"; with the hour that follows it, if one does."""
    fits = bool(cursor.eat("(?:in|during) the")) or cursor.peek(-1).text in {"at", *_BEFORE_PART}
    word = cursor.peek().text
    part = cursor.pick(DAY_PARTS)
    if part is None or not (fits or word == "tonight" or word.endswith("s")):
        return None
    begun = cursor.at
    introduced = _introduced(cursor)
    said = first_of(cursor, _clock, *[_countable_hour] * introduced, _lone_hour)
    if said is None or said.part:
        cursor.at = begun
        return Spoken(None, part=part)
    return replace(said, part=part)


def _suffixed(cursor: Cursor, said: Spoken | None) -> Spoken | None:
    if said is None:
        return None
    cursor.eat("sharp|on the dot")
    begun = cursor.at
    if cursor.eat("in the|at|of the") and (part := cursor.pick(DAY_PARTS)):
        return replace(said, part=part)
    cursor.at = begun
    return said


def _clock(cursor: Cursor) -> Spoken | None:
    return first_of(cursor, _named, _figures, _dotted, _past_or_to, _minutes_spelt, _hour_with_word)


@rule
def _named(cursor: Cursor) -> Spoken | None:
    if cursor.eat("(?:(?:12|twelve) )?(?:noon|midday)"):
        return Spoken(NOON, sure=True)
    if cursor.eat("(?:(?:12|twelve) )?midnight"):
        return Spoken(None, midnight=True)
    return Spoken(END_OF_DAY_HOUR, sure=True) if cursor.eat("(?:the )?end of (?:the )?day") else None


@rule
def _figures(cursor: Cursor) -> Spoken | None:
    """Reads "9am", "9:30", "9.30 p.m.", "9h30"."""
    token = cursor.peek()
    if token.kind != "clock":
        return None
    cursor.at += 1
    return _meridiem_after(cursor, _read_figures(token.text))


@rule
def _dotted(cursor: Cursor) -> Spoken | None:
    """Reads "at 9.30": elsewhere it is a number."""
    figures = cursor.eat(r"\d{1,2}\.\d{2}") if cursor.peek(-1).text == "at" else None
    return _meridiem_after(cursor, _read_figures(figures[0])) if figures and not _counts(cursor.peek()) else None


def _read_figures(text: str) -> Spoken:
    hour, *minute = re.findall(r"\d+", text)
    meridiem = "am" if "a" in text else "pm" if "p" in text else ""
    return _spoken(int(hour), int(minute[0]) if minute else 0, meridiem, exact=bool(minute))


def _spoken(hour: int, minute: int = 0, meridiem: str = "", *, exact: bool = False) -> Spoken:
    sure = exact or hour in _BARE_MORNING or hour in _AFTERNOON_STYLE
    return Spoken(hour, minute, sure=sure and not meridiem, meridiem=meridiem)


def _meridiem_after(cursor: Cursor, said: Spoken) -> Spoken:
    if not cursor.eat("o'clock|uhr") and cursor.glued():
        cursor.eat("h")
    marked = None if said.meridiem else cursor.eat("am|pm")
    return replace(said, meridiem=marked[0]) if marked else said


@rule
def _past_or_to(cursor: Cursor) -> Spoken | None:
    """Reads "half past nine", "quarter to five", "ten minutes past 8": twelve-hour style, bare only from 6 to 12."""
    cursor.eat("a")
    minutes = 30 if cursor.eat("half") else cursor.pick(_PAST_OR_TO) or _counted_minutes(cursor)
    cursor.eat("minutes|min")
    way = cursor.eat("past|to|before|after") if minutes else None
    hour = cursor.whole_number() if way else None
    if way is None or minutes is None or hour is None or hour not in range(1, 13):
        return None
    to = way[0] in {"to", "before"}
    meant = (hour - 1 or 12) if to else hour
    sure = hour in _BARE_MORNING and meant in _BARE_MORNING
    return _meridiem_after(cursor, Spoken(meant, 60 - minutes if to else minutes, sure=sure))


def _counted_minutes(cursor: Cursor) -> int | None:
    return cursor.whole_number() if cursor.peek(1).text == "minutes" else None


@rule
def _minutes_spelt(cursor: Cursor) -> Spoken | None:
    """Reads "nine thirty": spoken, so twelve-hour style."""
    hour = cursor.pick(NUMBERS)
    minute = cursor.pick(_MINUTE_WORDS) if hour in range(1, 13) else None
    return None if hour is None or minute is None else _meridiem_after(cursor, replace(_spoken(hour), minute=minute))


@rule
def _hour_with_word(cursor: Cursor) -> Spoken | None:
    """Reads "9 o'clock", "nine pm", "17h"."""
    hour = cursor.whole_number()
    if hour is None or hour > _MOST_HOURS:
        return None
    if cursor.peek().text not in {"o'clock", "uhr", "am", "pm"} and not _is_glued_h(cursor):
        return None
    return _meridiem_after(cursor, _spoken(hour))


def _is_glued_h(cursor: Cursor) -> bool:
    return cursor.glued() and cursor.peek().text == "h" and cursor.peek(-2).text != "in"


@rule
def _four_digits(cursor: Cursor) -> Spoken | None:
    """Reads "at 0930", "1730 hours"."""
    if _counts(cursor.peek(1)) or not (figures := cursor.eat(r"([012]\d)([0-5]\d)(?: (?:hours|hrs|h))?")):
        return None
    return _spoken(int(figures[1]), int(figures[2]), exact=True)


@rule
def _leading_zero(cursor: Cursor) -> Spoken | None:
    text, unit = cursor.peek().text, cursor.peek(1).text
    return _four_digits(cursor) if text.startswith("0") or unit in {"hours", "hrs", "h"} else None


@rule
def _hour(cursor: Cursor) -> Spoken | None:
    hour = cursor.whole_number()
    dash = (
        cursor.peek().text == "-"
        and cursor.peek(1).kind not in {"number", "clock"}
        and cursor.peek().start > cursor.peek(-1).end
    )
    counted = cursor.peek().text in _NOT_AN_HOUR and not dash
    return None if hour is None or counted or cursor.glued() else _spoken(hour)


@rule
def _countable_hour(cursor: Cursor) -> Spoken | None:
    """An hour after "at", unless it counts things: "look at 9 projects"."""
    said = _hour(cursor)
    return None if said and _counts(cursor.peek()) else said


@rule
def _lone_hour(cursor: Cursor) -> Spoken | None:
    said = _hour(cursor)
    return said if cursor.peek().text in _AFTER_BARE_HOUR else None


@rule
def _listed_hour(cursor: Cursor) -> Spoken | None:
    """The 17 of "at 9 and 17 check the queue"; in "at 9, 17 open approvals" it could count them."""
    begun = cursor.at
    said = _hour(cursor)
    if said is None or _counts(cursor.peek()) or cursor.peek().kind != "word" or cursor.peek().text in UNITS:
        return None
    reach = (1,) if cursor.tokens[begun - 1].text == "and" else (1, 2)
    if any(_counts(cursor.peek(ahead)) for ahead in reach):
        raise ScheduleUnclearError(
            cursor.tokens[begun].text, "is it an hour, or a number of things?", "at 9:00 and 17:00"
        )
    return said


def _counts(following: Token) -> bool:
    text = following.text
    return (
        following.kind == "word"
        and text.endswith("s")
        and text not in _DAY_WORDS
        and text not in {"hours", "hrs", "this", "news"}
    )
