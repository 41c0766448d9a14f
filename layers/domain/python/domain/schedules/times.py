"""Times of day: reads "at 9, 12:30 and 5pm" or "half past nine in the morning", and finds the hours that they mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from common.services import frozen
from domain.schedules.reading import refuse_if
from domain.schedules.words import shape

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
_SURE = {*range(6, 13), *range(13, 24)}


@dataclass(frozen=True, slots=True, order=True)
class Clock:
    """A time of day. `late` marks the small hours said as part of the night before ("Friday at midnight")."""

    hour: int
    minute: int = 0
    late: bool = False


@frozen
class Spoken:
    """A time as said. `hour` is None for "in the evening" alone; `sure` means that it needs no am or pm."""

    hour: int | None
    minute: int = 0
    sure: bool = False
    meridiem: str = ""
    part: str = ""

    @property
    def marker(self) -> str:
        """The am or pm that was said with it, or else the part of the day, or else ""."""
        return self.meridiem or self.part


def spoken_in(text: str) -> tuple[Spoken, ...]:
    """The times in a text that has the shape `times` of `shapes.toml`."""
    return tuple(_spoken(found[0]) for found in re.finditer(shape("one_time"), f"{text} "))


def _spoken(said: str) -> Spoken:
    """Reads one time. Figures with minutes count as 24-hour style (`sure`); words such as "half past" do not."""
    found = re.search(rf"{shape('part')}|night(?=$)|tonight", said)
    part = found[0] if found else ""
    if "midnight" in said:
        return Spoken(0, meridiem="midnight", part="tonight" if "tonight" in said else "")
    if "noon" in said.split() or "end of" in said:
        return Spoken(_NOON if "noon" in said else _END_OF_DAY, sure=True, part=part)
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    mark = next(iter(re.findall(r"\d([ap]m)", said)), "")
    way = re.search(r"(half|quarter)? ?(past|to|before|after) ", said)
    if not numbers:
        return Spoken(None, part=part)
    if not way:
        sure = len(numbers) > 1 or numbers[0] in _SURE
        return Spoken(numbers[0], (numbers[1:] or [0])[0], sure=sure and not mark, meridiem=mark, part=part)
    minutes = {"half": 30, "quarter": 15}.get(way[1] or "") or numbers[0]
    back, base = way[2] in {"to", "before"}, numbers[-1]
    hour = (base - 1 or _NOON) if back else base
    sure = {base, hour} <= {*range(6, 13)} and not mark
    return Spoken(hour, (60 - minutes) if back else minutes, sure=sure, meridiem=mark, part=part)


def clocks_of(spoken: Sequence[Spoken], words: str) -> tuple[Clock, ...]:
    """The times of day that a list of spoken times means, in order of the day.

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
        earlier = bare and (time.hour or 0) < (after.hour or 0)
        doubtful = earlier and time.sure and not time.minute and (after.hour or 0) < _NOON
        doubtful = doubtful and after.marker not in {"am", "morning"}
        refuse_if(doubtful, words, "each time needs its own am or pm", "at 6pm and 8pm")
        meant.append(replace(time, meridiem=after.meridiem, part=after.part) if earlier and not time.sure else time)
    clocks = sorted(_clock_of(time, words) for time in meant)
    refuse_if(len(set(clocks)) < len(clocks), words, "the same time is said twice")
    return tuple(clocks)


def _clock_of(time: Spoken, words: str) -> Clock:
    if time.hour is None:
        return Clock(_PART_HOURS[time.part])
    most = _NOON if time.meridiem else _LAST_HOUR
    refuse_if(not 0 <= time.minute <= _LAST_MINUTE or time.hour > most, words, "there is no such time of day")
    refuse_if(not time.marker and not time.sure, words, "the hour needs am or pm", "at 3pm")
    hour = 0 if (time.hour, time.meridiem) == (_NOON, "am") else time.hour
    for marker in filter(None, (time.meridiem, time.part)):
        same, later = _MEANT[marker]
        settled = time.meridiem and marker != time.meridiem  # the 17 of "5pm in the afternoon"
        hour += 12 * (hour in later and not settled)
        refuse_if(hour not in same, words, f"{hour}:{time.minute:02} and “{marker}” do not go together")
    late = time.meridiem == "midnight" or (time.part == "night" and hour < 5)  # noqa: PLR2004 - the small hours
    return Clock(hour, time.minute, late)
