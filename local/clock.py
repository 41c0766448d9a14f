"""The clock of a local cloud, which can be moved forward: schedules fire, deadlines pass, keys expire, in seconds.

The offset is a file beside the emulator's state, so it lives and dies with what was stored under it. The code in
`inside` has the emulator and its functions read that file. The product knows nothing of this.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from local.console import Problem
from local.paths import REPOSITORY, Home

INSIDE = REPOSITORY / "local" / "inside"
UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}


def environment(home: Home) -> Mapping[str, str]:
    """The environment variables that make the emulator and its functions follow this home's clock."""
    return {"PYTHONPATH": str(INSIDE), "ATRIUM_CLOCK_FILE": str(_file(home))}


def offset(home: Home) -> timedelta:
    """How far this home's clock is ahead of real time; zero until it is moved."""
    file = _file(home)
    return timedelta(seconds=float(file.read_text())) if file.exists() else timedelta(0)


def advance(home: Home, by: timedelta) -> datetime:
    """Move the clock forward; returns the time it shows now. The scheduler looks at it every second."""
    ahead = offset(home) + by
    file = _file(home)
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(str(ahead.total_seconds()))
    fresh.replace(file)
    return datetime.now(UTC) + ahead


def duration(text: str) -> timedelta:
    """Read `2d`, `90m` or `1w 12h`: weeks, days, hours, minutes, seconds. Raises `Problem`: no duration, or zero."""
    parts = re.findall(r"(\d+)\s*([wdhms])", text)
    if not parts or re.sub(r"(\d+)\s*([wdhms])", "", text).strip():
        raise Problem(f"{text!r} is not a time to move the clock by.", fix="make clock BY=2d, or 90m, or 1w12h")
    by = timedelta(**{UNITS[unit]: int(count) for count, unit in parts})
    if not by:
        raise Problem("The clock goes forward only.", fix="make clock BY=2d; make reset begins at the real time again")
    return by


def _file(home: Home) -> Path:
    return home.state / "clock"
