"""Times of day: "at 9, 12:30 and 5pm", "half past nine in the morning", and which hour each of them means."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from common.services import frozen
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.tokens import Cursor
from domain.schedules.words import PART

_NOON, _LAST_HOUR, _LAST_MINUTE, _END_OF_DAY = 12, 23, 59, 17
# The hour that a part of the day stands for where no hour is said.
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
_SURE = (range(6, 13), range(13, 24))
_AT = "(?:exactly )?at(?: exactly)?"
_MARK = "(?P<mark>am|pm)"
_CLOCKS = (
    r"(?:12 )?(?P<noon>noon)|(?:12 )?(?P<midnight>midnight)|(?:the )?(?P<close>end) of (?:the )?day",
    rf"(?P<hour>\d{{1,2}}):(?P<minute>\d\d){_MARK}?(?: (?:o'clock|hours|uhr))?|(?P<plain>\d{{1,2}})(?P<sign>am|pm)",
    r"(?:a )?(?P<way>half|quarter|\d{1,2}(?: minutes)?) (?P<to>past|to|before|after) "
    rf"(?P<base>\d{{1,2}}){_MARK}?(?: o'clock)?",
    rf"(?P<hour>\d{{1,2}})(?= (?:in the|at) (?:{PART}|night) )",
    rf"(?P<hour>\d{{1,2}}) o'clock(?: {_MARK})?|(?P<plain>\d{{1,2}}) uhr",
)
_BARE = (r"(?P<hour>\d{1,2})\.(?P<minute>\d\d)", rf"(?P<hour>\d{{1,2}}) (?P<minute>[1-5]\d){_MARK}?", r"(?P<hour>\d{1,2})")
# A number before one of these counts things: "at 9 projects" is no time of day.
_COUNTED = r"[%€$x-]|of|or|percent|(?!(?:\w*days?|news|this|is|was|us|as|hours) )[^\W\d_]+s"


_AFTER_LIST = r"and|every|on|daily|today|tomorrow|until|from|starting|\w*days?|send|tell|show|give|me|the|what|please|utc|gmt"


@dataclass(frozen=True, slots=True, order=True)
class Clock:
    """A time of day. `late` marks the small hours said as part of the night before ("Friday at midnight")."""

    hour: int
    minute: int = 0
    late: bool = False


@frozen
class Spoken:
    """A time as said. `hour` is None for a bare "in the evening"; `sure` means no am or pm is needed."""

    hour: int | None
    minute: int = 0
    sure: bool = False
    meridiem: str = ""
    part: str = ""

    @property
    def marker(self) -> str:
        """The am, pm or part of the day that was said with it."""
        return self.meridiem or self.part


@frozen
class Times:
    """At which times of day, as they were said. `daily`: "mornings" by itself means every one of them."""

    spoken: tuple[Spoken, ...]
    daily: bool = False


def times(cursor: Cursor) -> Times | None:
    """One or several times of day: the whole list, each with its am, pm or part of the day."""
    plural = cursor.looks(f"(?:in the )?{PART}s")
    introduced = cursor.looks(_AT) is not None
    spoken = cursor.listed(lambda here: _listed_time(here, bare=introduced), lead="also|then|again")
    return Times(tuple(spoken), daily=plural is not None) if spoken else None


def one_time(cursor: Cursor) -> Spoken | None:
    """A single time, with or without "at", for the ends of "between 9 and 17:00"."""
    cursor.eat(_AT)
    return _time(cursor, bare=True)


def _listed_time(cursor: Cursor, *, bare: bool) -> Spoken | None:
    begun = cursor.at
    at = cursor.eat(_AT)
    cursor.eat("on(?= (?:noon|midnight))")
    said = _part_of_day(cursor) or _time(cursor, bare=bool(at) or bare)
    following = cursor.token().text
    unsure = said and not at and said.hour is not None and bare and following.isalpha() and cursor.token(-1).text.isdigit()
    if said is None or (unsure and not cursor.looks(_AFTER_LIST)):
        cursor.at = begun
    return said


def _part_of_day(cursor: Cursor) -> Spoken | None:
    """Reads "in the evening", "mornings", "tonight", with the hour that follows it, if one does."""
    found = cursor.eat(rf"(?:in the )?(?P<part>{PART}|tonight)s?")
    if found is None:
        return None
    begun = cursor.at
    said = _time(cursor, bare=cursor.eat(_AT) is not None)
    if said is None or said.part:
        cursor.at = begun
        return Spoken(None, part=found["part"])
    return replace(said, part=found["part"])


def _time(cursor: Cursor, *, bare: bool) -> Spoken | None:
    for pattern in (*_CLOCKS, *(_BARE if bare else ())):
        begun, found = cursor.at, cursor.eat(pattern)
        if found and pattern in _BARE[1:] and cursor.looks(_COUNTED):
            cursor.at = begun
            continue
        if found:
            cursor.eat("sharp")
            said = _spoken({name: value for name, value in found.groupdict().items() if value})
            part = cursor.eat(rf"(?:in the|at) (?P<part>{PART}|night)|(?P<tonight>tonight)")
            return replace(said, part=part["part"] or "tonight") if part else said
    return None


def _spoken(said: Mapping[str, str]) -> Spoken:
    """The time of a match: in figures with minutes it is in 24-hour style; in words it is not."""
    if "midnight" in said:
        return Spoken(0, meridiem="midnight")
    if "noon" in said or "close" in said:
        return Spoken(_NOON if "noon" in said else _END_OF_DAY, sure=True)
    mark = said.get("mark") or said.get("sign") or ""
    if "base" in said:
        minutes = {"half": 30, "quarter": 15}.get(said["way"]) or int(said["way"].split()[0])
        base, to = int(said["base"]), said["to"] in {"to", "before"}
        hour = (base - 1 or _NOON) if to else base
        sure = base in _SURE[0] and hour in _SURE[0] and not mark
        return Spoken(hour, (60 - minutes) % 100 if to else minutes, sure=sure, meridiem=mark)
    hour = int(said.get("hour") or said.get("plain") or 0)
    sure = "minute" in said or any(hour in style for style in _SURE)
    return Spoken(hour, int(said.get("minute", 0)), sure=sure and not mark, meridiem=mark)


def clocks_of(spoken: tuple[Spoken, ...], words: str) -> tuple[Clock, ...]:
    """The times meant by a list of times, in order of the day.

    Raises `ScheduleUnclearError`: an hour needs am or pm, contradicts its part of the day, or is said twice.
    """
    parts = any(time.hour is None for time in spoken) and any(time.hour is not None for time in spoken)
    refuse_if(parts, words, "does the hour go with both?", "at 7am and 7pm")
    hours = [time.hour or 0 for time in spoken if not (time.marker or time.minute)]
    refuse_if(hours != sorted(hours), words, "each time needs its own am or pm", "at 6pm and 8pm")
    meant: list[Spoken] = []
    for place, time in enumerate(spoken):  # "2 and 4pm" shares its marker; of "8 and 9pm" nobody knows
        after = next((later for later in spoken[place:] if later.marker and later.hour), time)
        bare = not time.marker and (time.hour or 0) < _NOON
        afternoon = not {"", "am", "morning"} & {after.marker}
        doubtful = bare and afternoon and time.sure and not time.minute and (time.hour or 0) < (after.hour or 0) < _NOON
        refuse_if(doubtful, words, "each time needs its own am or pm", "at 6pm and 8pm")
        shared = bare and not time.sure and (time.hour or 0) < (after.hour or 0)
        meant.append(replace(time, meridiem=after.meridiem, part=after.part) if shared else time)
    clocks = sorted(_clock_of(time, words) for time in meant)
    refuse_if(len(set(clocks)) < len(clocks), words, "the same time is said twice")
    return tuple(clocks)


def _clock_of(time: Spoken, words: str) -> Clock:
    if time.hour is None:
        return Clock(_PART_HOURS[time.part])
    none = time.minute > _LAST_MINUTE or (time.meridiem and time.hour > _NOON) or (not time.marker and time.hour > _LAST_HOUR)
    refuse_if(none, words, "there is no such time of day")
    if not time.marker and not time.sure:
        raise ScheduleUnclearError(words, "the hour needs am or pm", "at 3pm")
    hour = 0 if (time.hour, time.meridiem) == (_NOON, "am") else time.hour
    for marker in filter(None, (time.meridiem, time.part)):
        same, later = _MEANT[marker]
        settled = time.meridiem and marker != time.meridiem  # the 17 of "5pm in the afternoon"
        hour += 12 * (hour in later and not settled)
        refuse_if(hour not in same, words, f"{hour}:{time.minute:02} and “{marker}” do not go together")
    late = time.meridiem == "midnight" or (time.part == "night" and hour < 5)  # noqa: PLR2004 - the small hours
    return Clock(hour, time.minute, late)
