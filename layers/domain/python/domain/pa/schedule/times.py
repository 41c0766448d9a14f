"""Times of day: the grammar of "at 9, 12:30 and 5pm", "half past nine in the morning", and which hour each means."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from domain.pa.schedule.reading import ScheduleUnclearError, refuse_if
from domain.pa.schedule.said_parts import Clock, Spoken, Times
from domain.pa.schedule.tokens import Cursor, first_of, listed
from domain.pa.schedule.vocabulary import DAY, PART, REQUESTS, words

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
    "tonight": ([0, *range(17, 24)], range(5, 12)),
    "midnight": (range(1), ()),
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
_FIGURES = rf"(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d))?{_MARK}?(?: (?:o'clock|hours|hrs))?"
_PAST_OR_TO = (
    r"(?:a )?(?:(?P<half>half)|(?P<quarter>quarter)|(?P<spelt>5|10|20|25)(?:_(?: minutes)?|(?= past))|"
    r"(?P<count>\d{1,2}) minutes) "
    rf"(?P<way>past|to|before|after) (?P<base>\d{{1,2}})(?:_|{_MARK}|h)?(?: o'clock)?"
)
# Each way to say a time of day that is a time wherever it stands.
_CLOCKS = (
    r"(?:12_? )?(?P<noon>noon)|(?:12_? )?(?P<midnight>midnight)|(?:the )?(?P<close>end) of (?:the )?day",
    r"(?:the )?(?P<close>end) of(?= every (?:single )?(?:day|weekday)(?: |$))",
    _PAST_OR_TO,
    rf"(?P<hour>\d{{1,2}})_ (?P<bare_minute>[1-5]\d)(?:_|{_MARK})(?: o'clock)?",
    rf"(?P<hour>\d{{1,2}})(?:_? o'clock(?: {_MARK})?|h)",
)
_FOUR_DIGITS = rf"(?P<hour>[012]\d)(?P<minute>[0-5]\d)(?: (?:hours|h))?(?! {_COUNTED})"
_LEADING_ZERO = rf"(?=0|\d{{4}} (?:hours|h)(?: |$)){_FOUR_DIGITS}"
_HOUR = rf"(?P<hour>\d{{1,2}})_?(?! (?:{_NOT_AN_HOUR})(?: |$))(?! - \d)"
_COUNTABLE_HOUR = rf"{_HOUR}(?! {_COUNTED})"  # after "at", unless it counts things: "look at 9 projects"
_ASKED_HOUR = rf"{_HOUR}(?= (?:{'|'.join(sorted(REQUESTS))})(?: |$))"  # "at 9 and 17 check the queue"
_LONE_HOUR = rf"{_HOUR}(?=$| (?:{'|'.join(map(re.escape, sorted(_AFTER_BARE_HOUR)))})(?: |$))"


def clocks_of(spoken: tuple[Spoken, ...], words: str) -> tuple[Clock, ...]:
    """The times meant by a list of times, in order of the day.

    Raises `ScheduleUnclearError`: an hour needs am or pm, contradicts its part of the day, or is said twice.
    """
    if any(time.hour is None and time.part for time in spoken) and any(time.hour is not None for time in spoken):
        raise ScheduleUnclearError(words, "does the hour go with both?", "at 7am and 7pm")
    hours = [time.hour or 0 for time in spoken if not (time.marker or time.minute)]
    each = len(hours) == len(spoken) and hours != sorted(hours)
    meant: list[Spoken] = []
    for place, time in enumerate(spoken):  # "2 and 4pm" shares its marker, which the 6 of "6 and 8pm" may not
        before = meant[-1] if meant and meant[-1].part and not meant[-1].meridiem else None
        after = next((later for later in spoken[place:] if later.marker and later.hour), time)
        afternoon, hour = not {"", "am", "morning"} & {after.marker}, time.hour or 0
        bare = not time.marker and hour < NOON
        each |= bare and before is not None and hour < (before.hour or 0)
        each |= bare and afternoon and time.sure and hour < (after.hour or 0) < NOON
        shared = before or (time if time.sure else after)
        meant.append(replace(time, meridiem=shared.meridiem, part=shared.part) if bare else time)
    refuse_if(each, words, "each time needs its own am or pm", "at 6pm and 8pm")
    clocks = sorted(_clock_of(time, words) for time in meant)
    refuse_if(len(set(clocks)) < len(clocks), words, "the same time is said twice")
    return tuple(clocks)


def _clock_of(time: Spoken, words: str) -> Clock:
    if time.hour is None:
        if time.part in _PART_HOURS:
            return Clock(_PART_HOURS[time.part])
        raise ScheduleUnclearError(words, f"“{time.part}” needs an hour", f"every {time.part} at 10pm")
    none = time.minute > _LAST_MINUTE or (not time.marker and time.hour > _LAST_HOUR)
    refuse_if(none, words, "there is no such time of day")
    refuse_if(not time.marker and not time.sure, words, "the hour needs am or pm", "at 3pm")
    hour = 0 if (time.hour, time.meridiem) == (NOON, "am") else time.hour
    for marker in filter(None, (time.meridiem, time.part)):
        same, later = _MEANT[marker]
        settled = time.meridiem and marker != time.meridiem  # the 17 of "5pm in the afternoon"
        hour += 12 * (hour in later and not settled)
        refuse_if(hour not in same, words, f"{hour}:{time.minute:02} and “{marker}” do not go together")
    late = time.meridiem == "midnight"
    refuse_if(late and time.part not in {"", "night", "tonight"}, words, f"midnight is not in the {time.part}")
    late |= time.part == "night" and hour < _SMALL_HOURS
    return Clock(hour, time.minute, late)


def times(cursor: Cursor) -> Times | None:
    """One or several times of day: the whole list, each with its am, pm or part of the day."""
    plural = cursor.peek().text.endswith("s") and cursor.peek(-1).text not in {"weekday", "weekend"}
    spoken = tuple(listed(cursor, _first_time, later=_later_time))
    return Times(spoken, daily=plural and bool(spoken[0].part)) if spoken else None


def one_time(cursor: Cursor) -> Spoken | None:
    """A single time, with or without "at", for the ends of "between 9 and 17:00"."""
    cursor.eat("at")
    return _time(cursor, _FOUR_DIGITS, _HOUR)


def _first_time(cursor: Cursor) -> Spoken | None:
    if cursor.eat(_AT):
        return first_of(cursor, _part_of_day) or _time(cursor, _FOUR_DIGITS, _COUNTABLE_HOUR)
    if cursor.eat("on(?! the)"):
        return _time(cursor)
    if cursor.looks(rf"\d{{1,2}}_? (?:in the|at) {PART}(?: (?:every|on|of|tomorrow|today|[,:;-])(?: .*)?)?"):
        return _time(cursor, _HOUR)
    after_day = re.fullmatch(_DAY_WORD, cursor.peek(-1).text) is not None
    return first_of(cursor, _part_of_day) or _time(cursor, _LEADING_ZERO, *[_LONE_HOUR] * after_day)


def _later_time(cursor: Cursor) -> Spoken | None:
    cursor.eat("also|then|again")
    if cursor.eat(_AT):
        return _time(cursor, _FOUR_DIGITS, _COUNTABLE_HOUR)
    cursor.eat(f"every(?= {PART})")
    asked = [_ASKED_HOUR] * (cursor.peek(-1).text == "and")
    return first_of(cursor, _part_of_day) or _time(cursor, _LEADING_ZERO, _LONE_HOUR, *asked)


def _part_of_day(cursor: Cursor) -> Spoken | None:
    """Reads "in the evening", "Monday morning", "mornings", "tonight"; with the hour that follows it, if one does."""
    fits = bool(cursor.eat("(?:in|during) the")) or bool(re.fullmatch(_BEFORE_PART, cursor.peek(-1).text))
    found = cursor.eat(rf"(?P<part>(?:{PART})|tonight)(?: time)?")
    if found is None or not (fits or found["part"] == "tonight" or found["part"].endswith("s")):
        return None
    part, begun = found["part"].removesuffix("s"), cursor.at
    said = _time(cursor, *[_COUNTABLE_HOUR] * bool(cursor.eat(_AT)), _LONE_HOUR)
    if said is None or said.part:
        cursor.at = begun
        return Spoken(None, part=part)
    return replace(said, part=part)


def _time(cursor: Cursor, *hours: str) -> Spoken | None:
    """What the first fitting pattern reads, `hours` being bare ones, with the part of the day behind it."""
    before = cursor.peek(-1).text
    figures = [_FIGURES] if cursor.peek().kind == "clock" else []
    alone = before == "," and cursor.looks(r"\d{1,2}\.\d\d(?= (?:,|:)(?: |$))")
    if alone or re.fullmatch(f"at|{_DAY_WORD}", before):  # "at 9.30", "Mondays 20.00": elsewhere it is a number
        counted = _NOT_AN_HOUR if before == "at" else _COUNTED
        figures.append(rf"(?P<hour>\d{{1,2}})\.(?P<minute>[0-5]\d)(?: o'clock)?(?! (?:{counted}))")
    for pattern in (*figures, *_CLOCKS, *hours):
        begun = cursor.at
        found = cursor.eat(pattern)
        after = cursor.peek()
        # A bare hour must not hang on what follows without a blank, as in "9%" or "9-10".
        glued = pattern in hours and after.kind in {"word", "mark"} and after.start == cursor.peek(-1).end
        said = _spoken(found.groupdict()) if found and not (glued and after.text not in _AFTER_BARE_HOUR) else None
        if said:
            cursor.eat("sharp|on the dot")
            part = cursor.eat(rf"(?:in the|at|of the) (?P<part>{PART}|tonight)(?! \d)")
            return replace(said, part=part["part"].removesuffix("s")) if part else said
        cursor.at = begun
    return None


def _spoken(said: Mapping[str, str | None]) -> Spoken | None:
    """The time of a match: with minutes in figures in 24-hour style; spelt out, as in "ten to five", it is not."""
    if said.get("midnight"):
        return Spoken(0, meridiem="midnight")
    if said.get("noon") or said.get("close"):
        return Spoken(NOON if said.get("noon") else END_OF_DAY_HOUR, sure=True)
    mark, base = said.get("mark") or "", int(said.get("base") or 0)
    if not base:
        hour, minute = int(said["hour"] or 0), said.get("minute")
        sure = bool(minute) or hour in _BARE_MORNING or hour in _AFTERNOON_STYLE
        return Spoken(hour, int(minute or said.get("bare_minute") or 0), sure=sure and not mark, meridiem=mark)
    minutes = 30 if said["half"] else 15 if said["quarter"] else int(said["spelt"] or said["count"] or 0)
    to = said["way"] in {"to", "before"}
    if base > NOON or not 0 < minutes <= _LAST_MINUTE:
        return None
    hour = (base - 1 or NOON) if to else base
    sure = base in _BARE_MORNING and hour in _BARE_MORNING and not mark
    return Spoken(hour, 60 - minutes if to else minutes, sure=sure, meridiem=mark)
