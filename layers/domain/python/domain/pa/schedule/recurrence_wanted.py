"""Whether a recurring task is wanted at all, where "daily" or "every" may belong to the task and not to its time."""

from __future__ import annotations

from domain.pa.schedule.plan import Said
from domain.pa.schedule.said_parts import (
    Dates,
    DaysAhead,
    Moment,
    NextBusinessDay,
    Nth,
    Period,
    Placed,
    Scope,
    TheWeekday,
    Times,
)
from domain.pa.schedule.spoken_zones import Zone
from domain.pa.schedule.things import names_a_coming_day, names_a_habit
from domain.pa.schedule.vocabulary import words

_ONCE = (DaysAhead, TheWeekday, NextBusinessDay, Dates, Nth, Moment, Scope)
_WANTING = words("""
    send give email e-mail mail message text ping deliver share post want need like love set schedule remind get receive
""")
_AUTHORING = words("""
    write draft design build develop propose invent describe document
""")
_REPORTS = words("""
    report reports summary summaries digest update updates check-in check status standup stand-up brief briefing
    overview recap reminder reminders news note numbers list email e-mail snapshot rundown
""")
_COUNTED_THINGS = words("""
    project client customer team member role deliverable task item person one phase agent approval request account
    page channel blocker risk budget document message
""")
_AFTER_REPORT = words("""
    of about on for with from please to and so that by via as in covering listing
""")


def check_wish(said: Said, plain: str) -> None:
    """Refuses "my daily report at 9", "every moday at 9" and "design a daily planner": once, or again and again?

    Raises:
        ScheduleUnclearError: it is open whether this should recur.
    """
    parts = [item.part for item in said.placed]
    if all(isinstance(part, Zone) for part in parts):
        raise said.unclear("it names a zone and no time")
    if all(isinstance(part, Times | Zone) for part in parts):
        if names_a_habit(plain):
            raise said.unclear("should it run once, or every day?")
        if names_a_coming_day(plain):
            raise said.unclear("should it run on that day?")
    if all(isinstance(part, (*_ONCE, Times, Zone)) for part in parts) and _has_unread_every(said):
        raise said.unclear("every what?")
    adjective = next((item for item in said.placed if isinstance(item.part, Period) and item.part.adjective), None)
    if adjective and not _is_wanted(said, adjective):
        raise said.unclear("should it run every time, or is that what it is called?", adjective)


def _has_unread_every(said: Said) -> bool:
    """Whether "every" and a word we do not know stand where a day should be: "every moday at 9"."""
    for item in said.placed:
        place = item.first - 2
        if place < 0 or place in said.covered or said.tokens[place].text not in {"every", "each"}:
            continue
        before = said.tokens[place - 1].text if place else ""
        if said.tokens[place + 1].text not in _COUNTED_THINGS and before not in {"of", "for", "with", "about"}:
            return True
    return False


def _is_wanted(said: Said, adjective: Placed) -> bool:
    """Whether it is "daily report" or "send me a daily summary of …", and not "a daily planner app"."""
    before = {token.text for token in said.tokens[max(adjective.first - 3, 0) : adjective.first]}
    if before & _AUTHORING:
        return False
    if len(said.placed) > 1:
        return adjective.part != Period("year", adjective=True) or said.repeats_by_itself()
    noun, after = (said.tokens[place].text if place < len(said.tokens) else "" for place in _two_after(adjective))
    reported = noun in _REPORTS and (not after.isalpha() or after in _AFTER_REPORT)
    return reported and (adjective.first == 0 or any(token.text in _WANTING for token in said.tokens))


def _two_after(item: Placed) -> tuple[int, int]:
    return item.last, item.last + 1
