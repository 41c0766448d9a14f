"""A text, now and a zone in; a schedule, the task and the next runs out. Pure; where it doubts it asks back.

Then it offers the nearest text that would be read: spelling mended, or the missing piece put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from domain.language.foreign import detect, foreign_word
from domain.pa.schedule.echo import describe
from domain.pa.schedule.grammar import find_parts
from domain.pa.schedule.placing import runs_of, schedule_of
from domain.pa.schedule.reading import Reading, ScheduleUnclearError
from domain.pa.schedule.recurrence import Schedule
from domain.pa.schedule.resolve import Present, resolve
from domain.pa.schedule.said import Said
from domain.pa.schedule.said_parts import Days, Filler, Immediately, Placed, Zone
from domain.pa.schedule.tokens import DROPPED, nearest, plain, tokens_of, without_corrected
from domain.pa.schedule.unread import hide_things, is_of_the_task, refuse_reminder, unread_of
from domain.pa.schedule.vocabulary import either, family, pieces

_COMPARED = 5
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
    _check_english(text, visible)
    tokens = tokens_of(text, visible)
    placed = find_parts(tokens)
    fillers = [item for item in placed if isinstance(item.part, Filler)]
    return Said.of_text(text, tokens, [item for item in placed if item not in fillers]), fillers, visible


def read(text: str, now: datetime, timezone: str) -> Reading:
    """What `read_schedule` promises. Raises `ScheduleUnclearError`, see there."""
    now = now.astimezone(UTC)
    said, fillers, visible = said_of(text)
    runs = runs_of(said)
    chosen = schedule_of(said, runs, visible)
    kept = [*chosen.placed, *fillers]
    scheduled = any(not isinstance(item.part, Immediately) for item in chosen.placed)
    if not scheduled:
        refuse_reminder(visible)
    for unread, error in unread_of(said, runs, visible, kept):
        if not is_of_the_task(said, runs, unread):
            raise error
    if not scheduled:
        lasting = [item for item in fillers if item.part == Filler()]
        if lasting:
            raise said.unclear("it does not say how often", lasting[0])
    task = _task_of(said, visible, kept)
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


def _check_english(text: str, visible: str) -> None:
    spoken = "".join(char if shown > DROPPED else " " for char, shown in zip(text, visible, strict=True))
    spoken = re.sub(rf"^\W*{either(family('greetings'))}(?=[ ,!])", "", spoken, flags=re.IGNORECASE)
    spoken = re.sub(r"\bmon\b\.?(?=\W*(?:\d|tue|wed|thu|fri|sat|sun))", "", spoken, flags=re.IGNORECASE)
    if detect(spoken) or foreign_word(spoken) or _OTHER_SCRIPT.search(spoken):
        raise ScheduleUnclearError(text[:60], "I read schedules in English only")


def _task_of(said: Said, visible: str, kept: Sequence[Placed]) -> str:
    """The text without what says when to run."""
    cut = {at for item in kept for at in range(said.tokens[item.first].start, said.tokens[item.last - 1].end)}
    task = "".join(" " if at in cut or visible[at] == DROPPED else char for at, char in enumerate(said.source))
    for pattern, replacement in _TIDYING if cut else ():
        task = re.sub(pattern, replacement, task)
    return task.strip()


def _resolved(said: Said, now: datetime, timezone: str) -> tuple[Schedule, tuple[Days, ...]]:
    """The schedule in the zone in force.

    Where it is another day there than in the account's zone, "tomorrow" has two meanings: both must give the same runs.
    """
    spoken = said.only(Zone)
    own, zone = ZoneInfo(timezone), ZoneInfo(spoken.name if spoken and spoken.name else timezone)
    days = {now.astimezone(zone).date(), now.astimezone(own).date()}
    readings = [resolve(said, Present(now, zone, today)) for today in sorted(days)]
    runs = [schedule.occurrences_after(now, _COMPARED) for schedule, _ in readings]
    if any(other != runs[0] for other in runs):
        raise said.unclear("today is another day in that zone; name the date")
    if spoken and spoken.season and runs[0][0].tzname() != spoken.season:
        raise said.unclear(f"{spoken.season} is not in force then; name a city", *said.where(Zone))
    return readings[0]


def suggest(text: str, now: datetime, timezone: str, unclear: ScheduleUnclearError) -> Reading | None:
    """The first near text that is read as a schedule, and is then the task of the reading; None if nothing near is."""
    for candidate in dict.fromkeys(_near(text, unclear)) if len(text) <= _LONGEST else ():
        try:
            found = read(candidate, now, timezone)
        except ScheduleUnclearError:
            continue
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
