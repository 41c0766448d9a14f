"""A text, now and a zone in; a schedule, the task and the next runs out. Pure; where it doubts it asks back.

Then it offers the nearest text that would be read: spelling mended, or the missing piece put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from domain.language.foreign import detect, foreign_word, hardly_english
from domain.pa.schedule.grammar import find_parts
from domain.pa.schedule.placing import hide_things, is_of_the_task, refuse_reminder, runs_of, schedule_of, unread_of
from domain.pa.schedule.plan import Said
from domain.pa.schedule.reading import Reading, ScheduleUnclearError
from domain.pa.schedule.recurrence import Schedule, is_called
from domain.pa.schedule.resolve import LAST_SECOND, resolve
from domain.pa.schedule.said_parts import FILLER, IDLE, NOW, WORKING_DAYS, Clock, Days, Placed, Zone
from domain.pa.schedule.skipping import gaps
from domain.pa.schedule.tokens import DROPPED, nearest, plain, tokens_of, without_corrected
from domain.pa.schedule.vocabulary import MONTH_NAMES, RRULE_DAYS, WEEKDAY_NAMES, either, family, pieces

_SEEN_FROM_TODAY = {"ahead", "weekday", "Start", "Until"}
_LONGEST = 300
# Without what follows, these words are left hanging.
_LEADS_ON = re.compile(
    r"\b(?:from|to|for|of|by|on|at|in|with|until|till|than|since|is|are|was|and|or|not|never|the|this|that)\W*$",
    re.IGNORECASE,
)
_DENIES = re.compile(r"(?:not?|never)\b", re.IGNORECASE)
# Letters that are not Latin behind a figure: a date such as 2026年11月19日, of which only a part would be read.
_OTHER_SCRIPT = re.compile(r"\d\s?[^\W\d_\u0000-\u024f]")
# What is left of the text once the schedule is cut out, made a sentence again.
_TIDYING = (
    (r"\(\s*\)|\[\s*\]", " "),
    (r"(?:\s+[-–—])+(?=\s*(?:$|[-–—,.!?]))", ""),
    (r"[ \t]+", " "),
    (r"(?:\s*[,;:]\s*)+(?=[,;:.!?]|$)", ""),
    (r"\s+(?=[,;:.!?])", ""),
    (r"([,;:])(?:\s*[,;:])+", r"\1"),
    (r"(?<=[.!?\n])\s*[,;:.-]+\s*", " "),
    (r"^[\s,;:.!?&-]+|[\s,;:&-]+$", ""),
    (r"(?i)^(?:and|then|also|so|but|on|at|of)\b[ ,]+", ""),
    (r"(?i)[ ,]+(?:and|then|also|on|at|for|to|,)\s*([.!?]*)$", r"\1"),
    (r"(?i)^(?:and|then|also|so|but|on|at|of|please)$", ""),
    (r"\.+$", ""),
)


def said_of(text: str) -> tuple[Said, list[Placed], str]:
    """All that a text says about time, before anybody has asked what of it is the schedule; fillers; what is visible.

    Raises `ScheduleUnclearError`: it is not in English, or a part is certainly about time and certainly not clear.
    """
    visible = without_corrected(text, hide_things(plain(text)))
    spoken = "".join(char if shown > DROPPED else " " for char, shown in zip(text, visible, strict=True))
    spoken = re.sub(rf"^\W*{either(family('greetings'))}(?=[ ,!])", "", spoken, flags=re.IGNORECASE)
    spoken = re.sub(r"\bmon\b\.?(?=\W*(?:\d|tue|wed|thu|fri|sat|sun))", "", spoken, flags=re.IGNORECASE)
    if detect(spoken) or foreign_word(spoken) or hardly_english(spoken) or _OTHER_SCRIPT.search(spoken):
        raise ScheduleUnclearError(text[:60], "I read schedules in English only")
    tokens = tokens_of(text, visible)
    placed = find_parts(tokens)
    fillers = [item for item in placed if item.part in {FILLER, IDLE}]
    return Said.of_text(text, tokens, [item for item in placed if item not in fillers]), fillers, visible


def read(text: str, now: datetime, timezone: str) -> Reading:
    """What `read_schedule` promises. Raises `ScheduleUnclearError`, see there."""
    now = now.astimezone(UTC)
    said, fillers, visible = said_of(text)
    runs = runs_of(said)
    chosen = schedule_of(said, runs, visible)
    kept = [*chosen.placed, *fillers]
    scheduled = any(item.part != NOW for item in chosen.placed)
    if not scheduled:
        refuse_reminder(visible)
    for unread, error in unread_of(said, visible, kept):
        if not is_of_the_task(said, runs, unread):
            raise error
    lasting = [item for item in fillers if item.part == FILLER and not scheduled]
    said.refuse_if(lasting, "it does not say how often", *lasting[:1])
    cut = {at for item in kept for at in range(said.tokens[item.first].start, said.tokens[item.last - 1].end)}
    task = "".join(" " if at in cut or visible[at] == DROPPED else char for at, char in enumerate(text))
    for pattern, replacement in _TIDYING if cut else ():
        task = re.sub(pattern, replacement, task)
    task = task.strip()
    if not scheduled:
        return Reading(kind="none", task=task, text="now", timezone=timezone, now=now)
    schedule, rules = _resolved(chosen, now, timezone)
    return Reading(
        kind="recurring" if schedule.recurring else "once",
        task=task,
        text=describe(schedule, rules),
        timezone=schedule.timezone,
        now=now,
        schedule=schedule,
    )


def _resolved(said: Said, now: datetime, timezone: str) -> tuple[Schedule, tuple[Days, ...]]:
    """The schedule in the zone in force, where "tomorrow" must not be another day than in the account's."""
    spoken = said.only(Zone)
    own = ZoneInfo(timezone)
    its_own = spoken is not None and is_called(own, spoken.season, now)
    zone = ZoneInfo(spoken.name) if spoken and spoken.name and not its_own else own
    elsewhere = now.astimezone(zone).date() != now.astimezone(own).date()
    said.refuse_if(elsewhere and _SEEN_FROM_TODAY & {*said.forms}, "today is another day in that zone; name the date")
    schedule, rules = resolve(said, now.astimezone(zone))
    if spoken and spoken.season and schedule.occurrences_after(now, 1)[0].tzname() != spoken.season:
        shared = not its_own and spoken.name is None
        why = "is the time of several zones" if shared else "is not in force then"
        raise said.unclear(f"{spoken.season} {why}; name a city", *said.where(Zone))
    return schedule, rules


def suggest(text: str, now: datetime, timezone: str, unclear: ScheduleUnclearError) -> Reading | None:
    """The first near text that is read as a schedule, and is then the task of the reading; None if nothing near is."""
    for candidate in dict.fromkeys(_near(text, unclear)) if len(text) <= _LONGEST else ():
        with suppress(ScheduleUnclearError):
            found = read(candidate, now, timezone)
            if found.kind != "none" and candidate != text:
                return replace(found, task=candidate)
    return None


def _near(text: str, unclear: ScheduleUnclearError) -> Iterator[str]:
    mended = re.sub(r"[^\W\d_]+", lambda found: nearest(found[0]), text.replace("’", "'"))
    yield mended
    patched = mended
    for pattern, piece in pieces("suggestions", "pieces"):
        patched = _tidy(re.sub(pattern, piece, patched, flags=re.IGNORECASE))
        yield _tidy(re.sub(pattern, piece, mended, flags=re.IGNORECASE))
        yield patched
    # In front, with a colon behind it, the schedule can belong to nothing else.
    if unclear.about_place and unclear.words in text:
        before, _, after = text.partition(unclear.words)
        rest = _tidy(f"{before} {after}").strip(" ,:;-.!?")
        if not _LEADS_ON.search(before) and not _DENIES.match(rest):
            yield f"{unclear.words}: {rest}"


def _tidy(text: str) -> str:
    return re.sub(r"\b(at|on|every) (?:(?:at|on|every) )+", r"\1 ", re.sub(r"[ \t]+", " ", text)).strip()


_NAMES = dict(zip(RRULE_DAYS, WEEKDAY_NAMES, strict=True))
_NUMBERED = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second to last"}
_FEW_TIMES = 6
_OTHER = 2


def describe(schedule: Schedule, rules: Sequence[Days]) -> str:
    """One line: the days, the times, the limits and the zone."""
    zone = f"({schedule.timezone})"
    if schedule.at:
        at = datetime.fromisoformat(schedule.at).astimezone(ZoneInfo(schedule.timezone))
        return f"once, on {_date(at)} at {at:%H:%M} {zone}"
    alike = groupby(rules, lambda rule: rule.clocks)
    days = " and ".join(f"{_joined(map(_days, group))}{_times(clocks)}" for clocks, group in alike)
    limits = f", except {_joined(schedule.exdates)}" if schedule.exdates else ""
    if schedule.until:
        last = datetime.fromisoformat(schedule.until)
        last = last.astimezone(ZoneInfo(schedule.timezone)) if schedule.elapsed else last
        limits += f", until {_date(last)}" + ("" if last.time() == LAST_SECOND else f" at {last:%H:%M}")
    skips = "".join(gap.told for gap in gaps(schedule))
    return f"{days}{limits}{skips} {zone}"


def _times(clocks: Sequence[Clock]) -> str:
    times = [f"{clock.hour:02}:{clock.minute:02}" for clock in clocks]
    few = _joined(times) if 0 < len(times) <= _FEW_TIMES else f"{times[0]}, {times[1]}, … {times[-1]}" if times else ""
    return few and f" at {few}"


def _days(rule: Days) -> str:
    unit = "week" if rule.unit == "day" and rule.byday else rule.unit
    own = {1: f"every {unit}", _OTHER: f"every other {unit}"}
    every, months = own.get(rule.interval, f"every {rule.interval} {unit}s"), [MONTH_NAMES[m - 1] for m in rule.bymonth]
    in_months = f" in {_joined(months)}" if months else ""
    if rule.unit == "year":
        return f"{every} on {_joined(map(str, rule.bymonthday))}{in_months.removeprefix(' in')}"
    if rule.unit == "month":
        return f"on {_counted(rule)} of {'each month' if rule.interval == 1 else every}{in_months}"
    if rule.bymonthday:
        omitted = _joined(_ordinal(day) for day in range(1, 32) if day not in rule.bymonthday)
        in_months += f", except the {omitted},"
    if not rule.byday:
        return f"{every}{in_months}"
    names = {WORKING_DAYS: "weekday", RRULE_DAYS: "day"}.get(rule.byday) or _joined(_NAMES[day] for day in rule.byday)
    return (f"{every} on {names}" if rule.interval > _OTHER else every.replace("week", names)) + in_months


def _counted(rule: Days) -> str:
    if rule.bysetpos:
        return _joined(f"the {_numbered(number)} business day" for number in rule.bysetpos)
    if rule.bymonthday:
        return _joined("the last day" if day < 0 else f"the {_ordinal(day)}" for day in rule.bymonthday)
    return _joined(f"the {_numbered(int(day[:-2]))} {_NAMES[day[-2:]]}" for day in rule.byday)


def _numbered(number: int) -> str:
    return _NUMBERED.get(number) or (_ordinal(number) if number > 0 else f"{_ordinal(-number)} to last")


def _ordinal(number: int) -> str:
    return f"{number}{'th' if number in {11, 12, 13} else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _date(day: datetime) -> str:
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def _joined(items: Iterable[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
