"""Times of day as people say them, and which hour each of them means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from domain.pa.schedule.unclear import ScheduleUnclearError

DEFAULT_HOUR = 9
END_OF_DAY_HOUR = 17
NOON = 12

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


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time as said. `hour` is None for a bare "in the evening"; `sure` means no am or pm is needed."""

    hour: int | None
    minute: int = 0
    sure: bool = False
    meridiem: str = ""
    part: str = ""
    midnight: bool = False

    @property
    def marked(self) -> bool:
        """Whether am, pm or a part of the day was said with it."""
        return bool(self.meridiem or self.part)


DEFAULT_CLOCK = Clock(DEFAULT_HOUR)


def clocks_of(spoken: tuple[Spoken, ...], words: str) -> tuple[Clock, ...]:
    """The times meant by a list of times, in order of the day.

    Raises:
        ScheduleUnclearError: an hour needs am or pm, contradicts its part of the day, or is said twice.
    """
    if any(time.hour is None and time.part for time in spoken) and any(time.hour is not None for time in spoken):
        raise ScheduleUnclearError(words, "does the hour go with both?", "at 7am and 7pm")
    clocks = sorted(_clock_of(time, words) for time in _share_markers(spoken, words))
    if len(set(clocks)) < len(clocks):
        raise ScheduleUnclearError(words, "the same time is said twice")
    return tuple(clocks)


def with_part(spoken: tuple[Spoken, ...], part: str) -> tuple[Spoken, ...]:
    """The times, said to be in a part of the day somewhere else in the sentence."""
    return tuple(replace(time, part=part) for time in spoken)


def _share_markers(spoken: tuple[Spoken, ...], words: str) -> list[Spoken]:
    """A marker said once counts for its neighbours: "2 and 4pm", "in the afternoon at 2 and 4"."""
    shared: list[Spoken] = []
    for place, time in enumerate(spoken):
        before = shared[-1] if shared else None
        if time.marked or time.midnight or time.hour is None:
            shared.append(time)
        elif before is not None and before.part and not before.meridiem:
            shared.append(replace(time, part=before.part))
        else:
            after = next((later for later in spoken[place:] if later.marked), None)
            shared.append(_marked_by(time, after, words) if after else time)
    return shared


def _marked_by(time: Spoken, after: Spoken, words: str) -> Spoken:
    if after.hour is None or time.hour is None:
        return time
    if not time.sure:
        return replace(time, meridiem=after.meridiem, part=after.part)
    if time.hour < after.hour < NOON and after.meridiem != "am" and after.part != "morning":
        raise ScheduleUnclearError(words, "each time needs its own am or pm", "at 6pm and 8pm")
    return time


def _clock_of(time: Spoken, words: str) -> Clock:
    if time.midnight:
        return _midnight(time, words)
    if time.hour is None:
        return _part_alone(time.part, words)
    if time.minute > 59:  # noqa: PLR2004 - minutes of an hour
        raise ScheduleUnclearError(words, "there is no such time of day")
    hour = time.hour
    for marker in filter(None, (time.meridiem, time.part)):
        known = hour in _MEANT[marker].values() if marker != time.meridiem and time.meridiem else hour in _MEANT[marker]
        if not known:
            raise ScheduleUnclearError(words, f"{hour}:{time.minute:02} and “{marker}” do not go together")
        hour = hour if marker != time.meridiem and time.meridiem else _MEANT[marker][hour]
    if not time.marked:
        _check_unmarked(time, words)
    return Clock(hour, time.minute, late=time.part == "night" and hour < 5)  # noqa: PLR2004 - the small hours


def _midnight(time: Spoken, words: str) -> Clock:
    if time.part in {"", "night", "tonight"}:
        return Clock(0, late=True)
    raise ScheduleUnclearError(words, f"midnight is not in the {time.part}")


def _part_alone(part: str, words: str) -> Clock:
    if part in _PART_HOURS:
        return Clock(_PART_HOURS[part])
    raise ScheduleUnclearError(words, f"“{part}” needs an hour", f"every {part} at 10pm")


def _check_unmarked(time: Spoken, words: str) -> None:
    if time.hour is None or time.hour > 23:  # noqa: PLR2004 - hours of a day
        raise ScheduleUnclearError(words, "there is no such time of day")
    if not time.sure:
        raise ScheduleUnclearError(words, "the hour needs am or pm", "at 3pm")
