"""The counters and their names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from common.services import frozen

Count = int
AREAS = (
    *("agents", "audit", "dashboard", "decisions", "events", "factors", "keys", "mcp", "notifications", "oauth"),
    *("pa", "projects", "search", "session", "vault", "webhooks", "work"),
)
MEASURES = ("requests", "errors", "messages", "replies", "task_runs", "model_calls", "model_tokens")
SESSIONS = "session"
TEAM = "team"
QUESTIONS = "questions"
MODEL = "model "  # begins the principal of a language model, and its name follows


@frozen
class UsageRow:
    """The counters of one day and one principal.

    A principal is a key's or a connection's id, `session`, `team` for what the agents did themselves, `questions` for
    what the CEO was asked, or `model <name>` for a model that they asked.

    `counts` has the measures, `requests_<area>` and `errors_<area>`, `hour_<00–23>` with the requests of that hour,
    `asked_<00–23>` with its questions, and of a model `model_tokens_read` and `model_tokens_written`.
    """

    day: date
    principal: str
    counts: Mapping[str, Count]

    def measure(self, name: str) -> int:
        """A counter, 0 when nothing was counted."""
        return self.counts.get(name, 0)


@frozen
class TokenCounts:
    """The tokens of language models in an account's month: `promised` to calls, finished or not, and really `spent`."""

    promised: int = 0
    spent: int = 0
