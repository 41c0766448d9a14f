"""Schedules as RFC 5545 writes them: RRULE, with DTSTART where it is given."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from domain.schedules.describing import fields_of
from domain.schedules.plan import LAST_SECOND
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.recurrence import Schedule
from domain.schedules.words import RRULE_DAYS

_DTSTART = re.compile(r"DTSTART(?:;TZID=(?P<zone>[A-Za-z_/+-]{1,40}))?:(?P<at>\d{8}(?:T\d{6}Z?)?)\s*", re.ASCII)
_STAMP = re.compile(r"\d{8}(?:T\d{6}Z?)?", re.ASCII)
_FIELDS = {"INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS", "WKST"}
_FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY")
_EXAMPLE = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"
_MOST_RUNS = 1000


def read_rule(text: str, now: datetime, timezone: str) -> Schedule:
    """The schedule that an RRULE gives. Without DTSTART it runs from now on, at 09:00 where it names no hour.

    Raises `ScheduleUnclearError`: it is no rule, or one that we cannot keep and tell in words.
    """
    upper = text.strip()
    started = _DTSTART.match(upper)
    begin, zone = (None, timezone) if started is None else _stamp(started["at"], started["zone"] or timezone)
    rule = upper[started.end() if started else 0 :].removeprefix("RRULE:").strip().rstrip(";").upper()
    fields = _checked(rule, text)
    local = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)
    bounds = {name: fields.pop(name)[0] for name in ("COUNT", "UNTIL", "WKST") if name in fields}
    if fields["FREQ"][0] in {"HOURLY", "MINUTELY"}:
        refuse_if(fields.keys() - {"FREQ", "INTERVAL"}, text, "I can count hours and minutes only without days", _EXAMPLE)
        base = (begin or now.replace(tzinfo=None)).replace(tzinfo=ZoneInfo(zone)) if begin else now
        schedule = Schedule(timezone=zone, rrules=(_joined(fields),), start=_utc(base))
    else:
        schedule = Schedule(timezone=zone, rrules=(_joined(_timed(fields, begin or local, whole=begin is not None)),))
        schedule = replace(schedule, start=(begin or local).isoformat())
        if begin is None:
            first = next(schedule.walls_after(now), None)
            refuse_if(first is None, text, "it would never run", _EXAMPLE)
            schedule = replace(schedule, start=first.isoformat())
    if "COUNT" in bounds:
        count = int(bounds["COUNT"])
        refuse_if(not 1 <= count <= _MOST_RUNS, text, f"it may run 1 to {_MOST_RUNS} times", _EXAMPLE)
        first = datetime.fromisoformat(schedule.start.removesuffix("Z"))
        walls = list(islice(rrulestr(schedule.rrules[0], dtstart=first), count))
        schedule = replace(schedule, until=walls[-1].isoformat() + "Z" * schedule.elapsed)
    elif "UNTIL" in bounds:
        schedule = replace(schedule, until=_until(bounds["UNTIL"], zone, elapsed=schedule.elapsed))
    refuse_if(not schedule.occurrences_after(now, 1), text, "it would never run", _EXAMPLE)
    return schedule


def _checked(rule: str, text: str) -> dict[str, list[str]]:
    fields = fields_of(rule)
    known = not (fields.keys() - _FIELDS - {"FREQ"}) and rule.count("=") == len(fields) == rule.count(";") + 1
    both = {"COUNT", "UNTIL"} <= fields.keys() or ("UNTIL" in fields and not _STAMP.fullmatch(fields["UNTIL"][0]))
    refuse_if(not known or fields.get("FREQ", [""])[0] not in _FREQUENCIES or both, text, "I cannot keep this rule", _EXAMPLE)
    try:
        rrulestr(_joined({name: values for name, values in fields.items() if name not in {"UNTIL", "COUNT"}}))
        refuse_if("COUNT" in fields and not fields["COUNT"][0].isdecimal(), text, "the count is no number", _EXAMPLE)
    except (ValueError, TypeError, KeyError, IndexError):
        raise ScheduleUnclearError(text, "this is no rule of RFC 5545", _EXAMPLE) from None
    return fields


def _timed(fields: dict[str, list[str]], begin: datetime, *, whole: bool) -> dict[str, list[str]]:
    """The fields with all that a rule without them takes from its start, so that each can be told in words."""
    days, numbers = fields.get("BYDAY", []), fields.get("BYMONTHDAY", [])
    freq, every = fields["FREQ"][0], _joined(fields)
    ranked = [day for day in days if day not in RRULE_DAYS]
    told = fields.get("WKST", ["MO"]) == ["MO"] and fields.get("BYSECOND", ["0"]) == ["0"]
    told &= len(fields.get("BYMINUTE", [])) <= 1 and (bool(fields.get("BYHOUR")) or "BYMINUTE" not in fields or whole)
    told &= not (days and numbers) and not (ranked and (len(ranked) < len(days) or freq in {"DAILY", "WEEKLY"}))
    working = tuple(days) == RRULE_DAYS[:5] and freq == "MONTHLY" and len(fields.get("BYHOUR", "1")) == 1
    told &= working if "BYSETPOS" in fields else not (freq == "MONTHLY" and days and not ranked)
    told &= not (freq == "YEARLY" and days) and not (freq in {"DAILY", "WEEKLY"} and numbers)
    told &= not any(int(day) < -1 for day in numbers)
    refuse_if(not told, every, "I cannot tell this rule in words", _EXAMPLE)
    added = {"BYHOUR": [str(begin.hour) if whole else "9"], "BYMINUTE": [str(begin.minute) if whole else "0"], "BYSECOND": ["0"]}
    if freq == "WEEKLY":
        added["BYDAY"] = [RRULE_DAYS[begin.weekday()]]
    elif freq in {"MONTHLY", "YEARLY"} and not days:
        added["BYMONTHDAY"] = [str(begin.day)]
    if freq == "YEARLY":
        added["BYMONTH"] = [str(begin.month)]
    dayless = added.keys() - fields.keys() - {"BYHOUR", "BYMINUTE", "BYSECOND"}
    refuse_if(dayless and not whole, every, "it does not say on which day", _EXAMPLE)
    found = added | fields
    if ranked:  # "1MO" and "+1MO" are one day
        found["BYDAY"] = [f"{int(day[:-2]):+}{day[-2:]}" for day in days]
    return found


def _joined(fields: dict[str, list[str]]) -> str:
    return ";".join(f"{name}={','.join(values)}" for name, values in fields.items())


def _stamp(text: str, zone: str) -> tuple[datetime, str]:
    try:
        at = datetime.strptime(text.removesuffix("Z"), "%Y%m%dT%H%M%S" if "T" in text else "%Y%m%d")  # noqa: DTZ007 - wall time
        ZoneInfo(zone)
    except (ValueError, KeyError, OSError):
        raise ScheduleUnclearError(text, "there is no such time or zone", _EXAMPLE) from None
    return at.replace(hour=at.hour if "T" in text else 9), "UTC" if text.endswith("Z") else zone


def _until(text: str, zone: str, *, elapsed: bool) -> str:
    at, own = _stamp(text, zone)
    at = at if "T" in text else datetime.combine(at, LAST_SECOND)
    moment = at.replace(tzinfo=ZoneInfo(own))
    return _utc(moment) if elapsed else moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None).isoformat()


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(tzinfo=None, second=0, microsecond=0).isoformat() + "Z"
