"""A task's words with another time: those of a change ("17:00 rather", "only on weekdays") in the place of its own.

What says when in either is found by the schedules' own grammar. The new text is read like any other before it is used.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import datetime

from domain.pa.records import Task
from domain.pa.schedule import ScheduleUnclearError, read_schedule
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.grammar import find_parts
from domain.pa.schedule.tokens import plain, tokens_of, without_corrected

_BOUNDS = (parts.Until, parts.Start, parts.Except)
_SILENT = parts.Word
_DENIED = re.compile(r"\b(?:not|no|drop|without|skip|leave out|except)(?: on| at| the)* ?$")
_BESIDE = re.compile(r"\b(?:also|too|plus|add|as well)\b")
# What is moved by a span, or only under a condition, is asked back.
_UNREAD = re.compile(r"\b(?:later|earlier|sooner|postpone\w*|delay\w*|back|forward|if|when|unless|before|after|but)\b")
_HOUR = re.compile(
    r"\b(?P<hour>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: ?o'clock)?(?= |$|[.!,])"
)
_DAY, _MONTH = re.compile(r"(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)"), re.compile(r"[A-Z][a-z]+ \d{4}$")
_CLOCK = re.compile(r"\d|half\b|quarter\b")
_SPAN = re.compile(r"\b\d{1,2} (?:minutes?|hours?|days?|weeks?)\b")


class CannotReschedule(ValueError):
    """The change says no time that can be put in the place of the task's own; the text says what to name."""


def rescheduled(task: Task, change: str, *, now: datetime, timezone: str) -> str:
    """The task's words with its time changed. Raises `CannotReschedule`."""
    said = _parts(change, task)
    beside = change.lower()
    for words in itertools.chain(*said.values()):
        beside = beside.replace(words.lower(), " ")
    if not said or _UNREAD.search(beside):
        raise CannotReschedule("Name the new day or hour")
    old = re.sub(r" \([\w/+-]+\)$", "", (task.schedule_text or "").removeprefix("once, "))
    own = _parts(old, task)
    if any(clock in change for clock in re.findall(r"\d\d:\d\d", old)) and not _BESIDE.search(change.lower()):
        raise CannotReschedule("It runs at that hour already, so I do not know which one you mean; name the new one")
    for text in _texts(own, said, task, change):
        full = text if task.timezone == timezone else f"{text} ({task.timezone})"
        composed = f"{full}: {task.task}"
        try:
            reading = read_schedule(composed, now=now, timezone=timezone)
        except ScheduleUnclearError:
            continue
        same_kind = reading.kind == "recurring" or not task.recurring
        if reading.schedule is not None and same_kind and _bare(reading.task) == _bare(task.task):
            return composed
    raise CannotReschedule("I could not put that into its schedule. Say all of it, with the day and the hour")


def _texts(own: dict[str, list[str]], said: dict[str, list[str]], task: Task, change: str) -> Iterator[str]:
    if "span" in said:
        yield said["span"][0]
        return
    days, times = " and ".join(said.get("days", ())), said.get("times") or own.get("times", [])
    times = [f"at {one}" if _CLOCK.match(one) else one for one in times]
    bounds = [*(own.get("bounds", ()) if "bounds" not in said else ()), *said.get("bounds", ())]
    before = " ".join(own.get("days", ()))
    if "denied" in said and not days:
        bounds = [*bounds, *(f"except on {one}" for one in said["denied"])]
    if days and _BESIDE.search(change.lower()):
        choices = [f"{before} and {days}"]
    elif days and (number := _DAY.fullmatch(days)) and not task.recurring:
        month = _MONTH.search(before)  # "the 4th", said of 3 December, is of December
        choices = [f"on {number[1]} {month[0]}"] if month else []
    elif days:
        choices = [f"every {days}", days, f"on {days}"] if task.recurring else [f"on {days}", days]
    else:
        choices = [before]
    for choice in choices:
        yield " ".join([choice, *times, *bounds]).strip()


def _parts(text: str, task: Task) -> dict[str, list[str]]:
    """The words of a text that say when, by what they say: `days`, `times`, `bounds`, or days that are `denied`."""
    tokens = tokens_of(text, without_corrected(text, plain(text)))
    found: dict[str, list[str]] = {}
    for item in find_parts(tokens):
        if isinstance(item.part, _SILENT):
            continue
        first = tokens[item.first].start
        words = text[first : tokens[item.last - 1].end]
        bound = "bounds" if isinstance(item.part, _BOUNDS) else "days"
        kind = "times" if isinstance(item.part, parts.Times) else bound
        if kind in {"times", "days"} and _DENIED.search(text[:first].lower()):
            kind = "denied" if kind == "days" else "denied times"
        found.setdefault(kind, []).append(words)
    if not found and not task.recurring and (span := _SPAN.search(text.lower())):
        return {"span": [f"in {span[0]}"]}
    bare = _HOUR.search(text.lower()) if not found else None
    if bare is not None:
        half = re.search(r"\d ?(am|pm)\b", task.text.lower())
        found["times"] = [f"at {bare['hour']}{' ' + half[1] if half else ''}"]
    found.pop("denied times", None)
    return found


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
