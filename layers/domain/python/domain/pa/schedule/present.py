"""The moment at which a text is read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from domain.pa.schedule.recurrence import wall_to_instant
from domain.pa.schedule.spoken_times import Clock


@dataclass(frozen=True, slots=True)
class Present:
    """Now, and the zone in force. `today` is the customer's own date where that zone's differs."""

    now: datetime
    zone: ZoneInfo
    today: date

    def instant(self, day: date, clock: Clock) -> datetime:
        """A wall time of the zone as an instant."""
        return wall_to_instant(datetime.combine(day, time(clock.hour, clock.minute)), self.zone)

    @property
    def wall(self) -> datetime:
        """Now on the wall clock of the zone in force."""
        return self.now.astimezone(self.zone).replace(tzinfo=None)
