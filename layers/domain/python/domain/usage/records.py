"""The counters and their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

Count = int
AREAS = ("agents", "dashboard", "keys", "mcp", "pa", "projects", "session", "vault")
MEASURES = ("requests", "errors", "messages", "replies", "task_runs")
SESSIONS = "session"
TEAM = "team"


@dataclass(frozen=True, slots=True)
class UsageRow:
    """The counters of one day and one principal: a key's id, `session`, or `team` for what the agents did themselves.

    `counts` has the measures, `requests_<area>` and `errors_<area>`, and `hour_<00–23>` with the requests of that hour.
    """

    day: date
    principal: str
    counts: Mapping[str, Count]

    def measure(self, name: str) -> int:
        """A counter, 0 when nothing was counted."""
        return self.counts.get(name, 0)
