"""Times of day: the grammar of "at 9, 12:30 and 5pm", "half past nine in the morning", and which hour each means."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from domain.pa.schedule.cursor import Cursor, first_of, listed, rule
from domain.pa.schedule.said_parts import Spoken, Times
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import DAY, NUMBER, PART, UNIT, words

END_OF_DAY_HOUR, NOON = 17, 12
_LAST_HOUR, _LAST_MINUTE, _SMALL_HOURS = 23, 59, 5
# The hour a part of the day stands for where no hour is said. A bare "night" stands for none.
_PART_HOURS: Mapping[str, int] = {"morning": 9, "afternoon": 14, "evening": 20, "tonight": 20}
# For each marker: the hours it leaves as they are said, and those it makes twelve hours later. Others contradict it.
_MEANT: Mapping[str, tuple[Collection[int], Collection[int]]] = {
    "am": (range(12), ()),
    "pm": (range(12, 24), range(1, 12)),
    "morning": (range(12), ()),
    "afternoon": (range(12, 19), range(1, 7)),
    "evening": (range(16, 24), range(4, 12)),
    "night": ([*range(5), *range(18, 24)], range(6, 12)),
    "tonight": (range(17, 24), range(5, 12)),
}
_BARE_MORNING = range(6, 13)
_AFTERNOON_STYLE = range(13, 24)
_DAY_WORD = rf"{DAY}s?|daily|weekly|monthly|quarterly|yearly|hourly|day|today|tomorrow|weekdays?|weekends?"
_BEFORE_PART = rf"{_DAY_WORD}|other|every|this|days|at|single"
# A plural noun behind a number shows that it counts things: "look at 9 projects".
_COUNTED = rf"(?!(?:{_DAY_WORD}|hours|this|news|is|was|us|as)\b)[^\W\d_]+s\b"
_NOT_AN_HOUR = r"%|€|\$|£|percent|per|euros?|eur|usd|k|of|or|x"
# What may follow an hour that no "at" introduces, and still leave it an hour: "Mondays 9, Fridays 16".
_AFTER_BARE_HOUR = words("""
    , ; . ! ? ) : and / on every in at from starting until sharp today tomorrow for please utc gmt except but this
""") | {"", "\n"}
_AT = "(?:exactly|precisely) at|at (?:exactly|precisely)|at the hour of|at"
_MARK = "(?P<mark>am|pm)"
# Each way to say a time of day that is a time wherever it stands.
_NAMED = r"(?:12_? )?(?P<noon>noon)|(?:12_? )?(?P<midnight>midnight)|(?:the )?(?P<close>end) of (?:the )?day"
_FIGURES = rf"(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d))?{_MARK}?(?: (?:o'clock|hours|hrs))?"
_PAST_OR_TO = (
    r"(?:a )?(?:(?P<half>half)|(?P<quarter>quarter)|(?P<spelt>5|10|20|25)(?:_(?: minutes)?|(?= past))|"
    r"(?P<count>\d{1,2}) minutes) "
    rf"(?P<way>past|to|before|after) (?P<base>\d{{1,2}})(?:_|{_MARK}|h)?(?: o'clock)?"
)
_SPELT = rf"(?P<hour>\d{{1,2}})_ (?P<minute>[1-5]\d)(?:_|{_MARK})(?: o'clock)?"
_WORDED = rf"(?P<hour>\d{{1,2}})(?:_? o'clock(?: {_MARK})?|h)"
_FOUR_DIGITS = r"(?P<hour>[012]\d)(?P<minute>[0-5]\d)(?: (?:hours|h))?"


@dataclass(frozen=True, slots=True, order=True)
class Clock:
    """A time of day. `late` marks the small hours said as part of the night before ("Friday at midnight")."""

    hour: int
    minute: int = 0
    late: bool = False

    def __str__(self) -> str:
        return f"{self.hour:02}:{self.minute:02}"


DEFAULT_CLOCK = Clock(9)


def clocks_of(spoken: tuple[Spoken, ...], words: str) -> tuple[Clock, ...]:
    """The times meant by a list of times, in order of the day.

    Raises:
        ScheduleUnclearError: an hour needs am or pm, contradicts its part of the day, or is said twice.
    """
    if any(time.hour is None and time.part for time in spoken) and any(time.hour is not None for time in spoken):
        raise ScheduleUnclearError(words, "does the hour go with both?", "at 7am and 7pm")
    bare = [time.hour or 0 for time in spoken if not (time.marker or time.midnight or time.minute)]
    each = len(bare) == len(spoken) and bare != sorted(bare)
    for place, time in enumerate(spoken):  # the 6 of "6 and 8pm"
        after = next((later for later in spoken[place:] if later.marker), time)
        afternoon = not {"", "am", "morning"} & {after.marker}
        each |= afternoon and not (time.marker or time.midnight) and (time.hour or 0) < (after.hour or 0) < NOON
    if each:
        raise ScheduleUnclearError(words, "each time needs its own am or pm", "at 6pm and 8pm")
    clocks = sorted(_clock_of(time, words) for time in spoken)
    if len(set(clocks)) < len(clocks):
        raise ScheduleUnclearError(words, "the same time is said twice")
    return tuple(clocks)


def _clock_of(time: Spoken, words: str) -> Clock:
    if time.midnight:
        if time.part in {"", "night", "tonight"}:
            return Clock(0, late=True)
        raise ScheduleUnclearError(words, f"midnight is not in the {time.part}")
    if time.hour is None:
        if time.part in _PART_HOURS:
            return Clock(_PART_HOURS[time.part])
        raise ScheduleUnclearError(words, f"“{time.part}” needs an hour", f"every {time.part} at 10pm")
    if time.minute > _LAST_MINUTE or (not time.marker and time.hour > _LAST_HOUR):
        raise ScheduleUnclearError(words, "there is no such time of day")
    if not time.marker and not time.sure:
        raise ScheduleUnclearError(words, "the hour needs am or pm", "at 3pm")
    hour = 0 if (time.hour, time.meridiem) == (NOON, "am") else time.hour
    for marker in filter(None, (time.meridiem, time.part)):
        same, later = _MEANT[marker]
        settled = time.meridiem and marker != time.meridiem  # the 17 of "5pm in the afternoon"
        hour += 12 * (hour in later and not settled)
        if hour not in same:
            raise ScheduleUnclearError(words, f"{hour}:{time.minute:02} and “{marker}” do not go together")
    return Clock(hour, time.minute, late=time.part == "night" and hour < _SMALL_HOURS)


@rule
def times(cursor: Cursor) -> Times | None:
    """One or several times of day: the whole list, each with its am, pm or part of the day."""
    plural = cursor.peek().text.endswith("s") and cursor.peek(-1).text not in {"weekday", "weekend"}
    spoken = tuple(listed(cursor, _first_time, _later_time))
    return Times(spoken, daily=plural and bool(spoken[0].part)) if spoken else None


def one_time(cursor: Cursor) -> Spoken | None:
    """A single time, with or without "at", for the ends of "between 9 and 17:00"."""
    cursor.eat("at")
    return _suffixed(cursor, first_of(cursor, _clock, _four_digits, _hour))


@rule
def _first_time(cursor: Cursor) -> Spoken | None:
    if cursor.eat(_AT):
        return _part_of_day(cursor) or _suffixed(cursor, first_of(cursor, _clock, _four_digits, _countable_hour))
    if cursor.eat("on(?! the)"):
        return _suffixed(cursor, _clock(cursor))
    if cursor.looks(rf"\d{{1,2}}_? (?:in the|at) {PART}(?: (?:every|on|of|tomorrow|today|[,:;-])(?: .*)?)?"):
        return _suffixed(cursor, _hour(cursor))
    after_day = re.fullmatch(_DAY_WORD, cursor.peek(-1).text) is not None
    hours = [_leading_zero, *[_lone_hour] * after_day]
    return _part_of_day(cursor) or _suffixed(cursor, first_of(cursor, _clock, *hours))


@rule
def _later_time(cursor: Cursor) -> Spoken | None:
    cursor.eat("also|then|again")
    if cursor.eat(_AT):
        return _suffixed(cursor, first_of(cursor, _clock, _four_digits, _countable_hour))
    cursor.eat(f"every(?= {PART})")
    return _part_of_day(cursor) or _suffixed(cursor, first_of(cursor, _clock, _leading_zero, _lone_hour, _listed_hour))


@rule
def _part_of_day(cursor: Cursor) -> Spoken | None:
    """Reads "in the evening", "Monday morning", "mornings", "tonight"; with the hour that follows it, if one does."""
    fits = bool(cursor.eat("(?:in|during) the")) or bool(re.fullmatch(_BEFORE_PART, cursor.peek(-1).text))
    found = cursor.eat(rf"(?P<part>(?:{PART})|tonight)(?: time)?")
    if found is None or not (fits or found["part"] == "tonight" or found["part"].endswith("s")):
        return None
    part = found["part"].removesuffix("s")
    begun = cursor.at
    introduced = cursor.eat(_AT)
    said = first_of(cursor, _clock, *[_countable_hour] * bool(introduced), _lone_hour)
    if said is None or said.part:
        cursor.at = begun
        return Spoken(None, part=part)
    cursor.eat("sharp|on the dot")
    return replace(said, part=part)


def _suffixed(cursor: Cursor, said: Spoken | None) -> Spoken | None:
    if said is None:
        return None
    cursor.eat("sharp|on the dot")
    found = cursor.eat(rf"(?:in the|at|of the) (?P<part>{PART}|tonight)(?! \d)")
    return replace(said, part=found["part"].removesuffix("s")) if found else said


@rule
def _clock(cursor: Cursor) -> Spoken | None:
    if named := cursor.eat(_NAMED):
        return (
            Spoken(None, midnight=True)
            if named["midnight"]
            else Spoken(NOON if named["noon"] else END_OF_DAY_HOUR, sure=True)
        )
    if found := cursor.eat(_PAST_OR_TO):
        return _past_or_to(found)
    if cursor.peek().kind == "clock" and (figures := cursor.eat(_FIGURES)):
        return _spoken(figures)
    return _spoken(cursor.eat(_SPELT), exact=False) or _spoken(cursor.eat(_WORDED) or _dotted(cursor))


def _dotted(cursor: Cursor) -> re.Match[str] | None:
    """Reads "at 9.30", "Mondays 20.00": elsewhere it is a number."""
    fits = re.fullmatch(f"at|{_DAY_WORD}", cursor.peek(-1).text)
    counted = _NOT_AN_HOUR if cursor.peek(-1).text == "at" else _COUNTED
    return cursor.eat(rf"(?P<hour>\d{{1,2}})\.(?P<minute>[0-5]\d)(?: o'clock)?(?! (?:{counted}))") if fits else None


def _spoken(found: re.Match[str] | None, *, exact: bool = True) -> Spoken | None:
    """The time of a match. With minutes in figures it is 24-hour style; spelt out it is not."""
    if found is None:
        return None
    said = found.groupdict()
    hour, minute, meridiem = int(said["hour"]), said.get("minute"), said.get("mark") or ""
    sure = (exact and bool(minute)) or hour in _BARE_MORNING or hour in _AFTERNOON_STYLE
    return Spoken(hour, int(minute or 0), sure=sure and not meridiem, meridiem=meridiem)


def _past_or_to(found: re.Match[str]) -> Spoken | None:
    """Reads "half past nine", "quarter to five", "ten minutes past 8": twelve-hour style, bare only from 6 to 12."""
    minutes = 30 if found["half"] else 15 if found["quarter"] else int(found["spelt"] or found["count"])
    hour, to = int(found["base"]), found["way"] in {"to", "before"}
    if hour not in range(1, 13) or not 0 < minutes < 60:  # noqa: PLR2004 - minutes of an hour
        return None
    meant = (hour - 1 or 12) if to else hour
    sure = hour in _BARE_MORNING and meant in _BARE_MORNING and not found["mark"]
    return Spoken(meant, 60 - minutes if to else minutes, sure=sure, meridiem=found["mark"] or "")


@rule
def _four_digits(cursor: Cursor) -> Spoken | None:
    """Reads "at 0930", "1730 hours"."""
    return _spoken(cursor.eat(rf"{_FOUR_DIGITS}(?! {_COUNTED})"))


@rule
def _leading_zero(cursor: Cursor) -> Spoken | None:
    return _four_digits(cursor) if cursor.looks(r"0.*|\d{4} (?:hours|h)") else None


@rule
def _hour(cursor: Cursor) -> Spoken | None:
    found = cursor.eat(rf"(?P<hour>\d{{1,2}})_?(?! (?:{_NOT_AN_HOUR})(?: |$))(?! - \d)")
    if found is None or (cursor.peek().kind in {"word", "mark"} and _is_glued(cursor)):
        return None
    return _spoken(found)


def _is_glued(cursor: Cursor) -> bool:
    """Whether the next token hangs on this one without a blank, as in "9%" or "9-10"."""
    return cursor.peek().start == cursor.peek(-1).end and cursor.peek().text not in _AFTER_BARE_HOUR


@rule
def _countable_hour(cursor: Cursor) -> Spoken | None:
    """An hour after "at", unless it counts things: "look at 9 projects"."""
    return _hour(cursor) if not cursor.looks(rf"{NUMBER} {_COUNTED}.*") else None


@rule
def _lone_hour(cursor: Cursor) -> Spoken | None:
    said = _hour(cursor)
    return said if cursor.peek().text in _AFTER_BARE_HOUR else None


@rule
def _listed_hour(cursor: Cursor) -> Spoken | None:
    """The 17 of "at 9 and 17 check the queue"; in "at 9, 17 open approvals" it could count them."""
    if cursor.peek(-1).text == "," and cursor.looks(rf"(?:1_ (?!o'clock)[^\W\d_]+|\d+_ {_COUNTED})(?: .*)?"):
        return None  # "at nine, two lines on …": spelt out before what it counts
    words_later = 1 if cursor.peek(-1).text == "and" else 2
    counts = cursor.looks(rf"{NUMBER}(?: [^\W\d_]+){{1,{words_later}}}? {_COUNTED}.*")
    here = cursor.peek().text
    said = _countable_hour(cursor)
    if said is None or cursor.peek().kind != "word" or cursor.looks(UNIT):
        return None
    if counts:
        raise ScheduleUnclearError(here, "is it an hour, or a number of things?", "at 9:00 and 17:00")
    return said
