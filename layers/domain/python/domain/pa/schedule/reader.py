"""A text, now and a zone in; a schedule, the task and the next runs out. Pure, and never silently wrong."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from domain.pa.schedule.echo import describe
from domain.pa.schedule.grammar import find_parts
from domain.pa.schedule.leftovers import refuse_unread, refuse_vague
from domain.pa.schedule.lexer import plain, tokens_of
from domain.pa.schedule.neighbours import check_neighbours
from domain.pa.schedule.plan import Group, Said
from domain.pa.schedule.present import Present
from domain.pa.schedule.reading import Reading
from domain.pa.schedule.recurrence import Schedule
from domain.pa.schedule.recurrence_wanted import check_wish
from domain.pa.schedule.resolve import resolve
from domain.pa.schedule.said_parts import Filler, Immediately
from domain.pa.schedule.sentences import check_sentences
from domain.pa.schedule.spoken_zones import Zone
from domain.pa.schedule.task import task_of
from domain.pa.schedule.things import hide_things

_COMPARED = 5


def read(text: str, now: datetime, timezone: str) -> Reading:
    """What `read_schedule` promises.

    Raises:
        ScheduleUnclearError: see there.
    """
    now = now.astimezone(UTC)
    visible = hide_things(plain(text))
    refuse_vague(visible)
    tokens = tokens_of(text, visible)
    placed = find_parts(tokens)
    meant = [item for item in placed if not isinstance(item.part, Filler)]
    scheduled = any(not isinstance(item.part, Immediately) for item in meant)
    refuse_unread(tokens, placed, scheduled=scheduled)
    said = Said(text, tokens, meant)
    check_neighbours(said, plain(text))
    check_sentences(said, plain(text))
    task = task_of(text, tokens, placed)
    if not scheduled:
        return Reading(kind="none", task=task, text="now", timezone=timezone, now=now)
    check_wish(said, plain(text))
    schedule, groups = _resolved(said, now, timezone)
    return Reading(
        kind="recurring" if schedule.recurring else "once",
        task=task,
        text=describe(schedule, groups),
        timezone=schedule.timezone,
        now=now,
        schedule=schedule,
    )


def _resolved(said: Said, now: datetime, timezone: str) -> tuple[Schedule, tuple[Group, ...]]:
    """The schedule in the zone in force.

    Where it is another day there than in the account's zone, "tomorrow" has two meanings: both must give the same runs.
    """
    spoken = said.zone()
    own, zone = ZoneInfo(timezone), ZoneInfo(spoken.name if spoken and spoken.name else timezone)
    days = {now.astimezone(zone).date(), now.astimezone(own).date()}
    readings = [resolve(said.copy(), Present(now, zone, today)) for today in sorted(days)]
    runs = [schedule.occurrences_after(now, _COMPARED) for schedule, _ in readings]
    if any(other != runs[0] for other in runs):
        raise said.unclear("today is another day in that zone; name the date")
    if spoken and spoken.season and runs[0][0].tzname() != spoken.season:
        raise said.unclear(f"{spoken.season} is not in force then; name a city", *said.where(Zone))
    return readings[0]
