"""Times of day as people say them, and which hour each of them means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from common.services import frozen
from domain.pa.schedule.unclear import ScheduleUnclearError

END_OF_DAY_HOUR, NOON = 17, 12
_LAST_HOUR, _LAST_MINUTE, _SMALL_HOURS = 23, 59, 5

# The hour a part of the day stands for where no hour is said. A bare "night" stands for none.
_PART_HOURS: Mapping[str, int] = {"morning": 9, "afternoon": 14, "evening": 20, "tonight": 20}


def _hours(*, same: Iterable[int], later: Iterable[int]) -> dict[int, int]:
    return {hour: hour for hour in same} | {hour: hour + 12 for hour in later}


# For each marker: the hour said → the hour meant. An hour that is not here contradicts the marker.
_MEANT: Mapping[str, Mapping[int, int]] = {
    "am": _hours(same=range(12), later=()) | {12: 0},
    "pm": _hours(same=range(12, 24), later=range(1, 12)),
    "morning": _hours(same=range(12), later=()),
    "afternoon": _hours(same=range(12, 19), later=range(1, 7)),
    "evening": _hours(same=range(16, 24), later=range(4, 12)),
    "night": _hours(same=[0, 1, 2, 3, 4, *range(18, 24)], later=range(6, 12)),
    "tonight": _hours(same=range(17, 24), later=range(5, 12)),
}


@dataclass(frozen=True, slots=True, order=True)
class Clock:
    """A time of day. `late` marks the small hours said as part of the night before ("Friday at midnight")."""

    hour: int
    minute: int = 0
    late: bool = False

    def __str__(self) -> str:
        return f"{self.hour:02}:{self.minute:02}"


@frozen
class Spoken:
    """A time as said. `hour` is None for a bare "in the evening"; `sure` means no am or pm is needed."""

    hour: int | None
    minute: int = 0
    sure: bool = False
    meridiem: str = ""
    part: str = ""
    midnight: bool = False

    @property
    def hour_or_midnight(self) -> bool:
        """Whether it names an hour, and not only a part of the day."""
        return self.hour is not None or self.midnight

    @property
    def marked(self) -> bool:
        """Whether am, pm or a part of the day was said with it."""
        return bool(self.meridiem or self.part)


DEFAULT_CLOCK = Clock(9)


def clocks_of(spoken: tuple[Spoken, ...], words: str) -> tuple[Clock, ...]:
    """The times meant by a list of times, in order of the day.

    Raises:
        ScheduleUnclearError: an hour needs am or pm, contradicts its part of the day, or is said twice.
    """
    if any(time.hour is None and time.part for time in spoken) and any(time.hour is not None for time in spoken):
        raise ScheduleUnclearError(words, "does the hour go with both?", "at 7am and 7pm")
    bare = [time.hour or 0 for time in spoken if not (time.marked or time.midnight or time.minute)]
    if len(bare) == len(spoken) and bare != sorted(bare):
        raise ScheduleUnclearError(words, "each time needs its own am or pm", "at 6pm and 8pm")
    shared: list[Spoken] = []
    for place, time in enumerate(spoken):
        shared.append(_with_marker(time, shared[-1] if shared else None, spoken[place:], words))
    clocks = sorted(_clock_of(time, words) for time in shared)
    if len(set(clocks)) < len(clocks):
        raise ScheduleUnclearError(words, "the same time is said twice")
    return tuple(clocks)


def _with_marker(time: Spoken, before: Spoken | None, later: tuple[Spoken, ...], words: str) -> Spoken:
    """A marker said once counts for its neighbours: "2 and 4pm", "in the afternoon at 2 and 4"."""
    if time.marked or time.midnight or time.hour is None:
        return time
    if before is not None and before.part and not before.meridiem:
        return replace(time, part=before.part)
    after = next((other for other in later if other.marked), None)
    if after is None or after.hour is None:
        return time
    if not time.sure:
        return replace(time, meridiem=after.meridiem, part=after.part)
    if time.hour < after.hour < NOON and after.meridiem != "am" and after.part != "morning":
        raise ScheduleUnclearError(words, "each time needs its own am or pm", "at 6pm and 8pm")
    return time


def _clock_of(time: Spoken, words: str) -> Clock:
    if time.midnight:
        if time.part in {"", "night", "tonight"}:
            return Clock(0, late=True)
        raise ScheduleUnclearError(words, f"midnight is not in the {time.part}")
    if time.hour is None:
        if time.part in _PART_HOURS:
            return Clock(_PART_HOURS[time.part])
        raise ScheduleUnclearError(words, f"“{time.part}” needs an hour", f"every {time.part} at 10pm")
    if time.minute > _LAST_MINUTE or (not time.marked and time.hour > _LAST_HOUR):
        raise ScheduleUnclearError(words, "there is no such time of day")
    if not time.marked and not time.sure:
        raise ScheduleUnclearError(words, "the hour needs am or pm", "at 3pm")
    hour = time.hour
    for marker in filter(None, (time.meridiem, time.part)):
        settled = time.meridiem and marker != time.meridiem  # the 17 of "5pm in the afternoon"
        if hour not in (_MEANT[marker].values() if settled else _MEANT[marker]):
            raise ScheduleUnclearError(words, f"{hour}:{time.minute:02} and “{marker}” do not go together")
        hour = hour if settled else _MEANT[marker][hour]
    return Clock(hour, time.minute, late=time.part == "night" and hour < _SMALL_HOURS)
