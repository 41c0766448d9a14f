"""Records of usage: counters and their names, logged requests, and filters for these."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from common.caller import CallerKind
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
    `asked_<00–23>` with its questions, `e<00–23>` with its errors, and of a model `model_tokens_read` and
    `model_tokens_written`.
    """

    day: date
    principal: str
    counts: Mapping[str, Count]

    def measure(self, name: str) -> int:
        """The counter with this name; 0 when nothing was counted."""
        return self.counts.get(name, 0)


@frozen
class TokenCounts:
    """The tokens of language models in an account's month: `spent`, and `promised`, which includes `spent`."""

    promised: int = 0
    spent: int = 0


REFUSED, DONE = "REFUSED#", "DONE#"
KEPT = {REFUSED: timedelta(days=7), DONE: timedelta(days=1)}
"""How the sort keys of logged requests begin, of refused and of successful ones, and how long these are kept."""

FIRST_ERROR = 400
_EACH_OF = 100


@frozen
class Answered:
    """A request and the answer, without bodies, queries and the ids in a path.

    `route` is the template, such as `/projects/{project_id}`. `tool` names a known MCP tool, else it is None.
    `code` is empty for a success, `duration_ms` None where no door measured it.
    """

    method: str
    route: str
    tool: str | None
    status: int
    code: str
    request_id: str
    duration_ms: int | None

    @property
    def begins(self) -> str:
        """How the sort key of the logged request begins: `DONE#` for a success, `REFUSED#` for the rest."""
        return DONE if self.status < FIRST_ERROR else REFUSED


@frozen
class Logged(Answered):
    """An answered request, with its time and sender: `principal` is the id of a key or a connection, or `session`."""

    at: datetime
    kind: CallerKind
    principal: str


@frozen
class Wanted:
    """A filter of logged requests: one principal, or all but `without`; lowest and highest status; one request id."""

    principal: str | None = None
    without: str | None = None
    statuses: tuple[int, int] | None = None
    request_id: str | None = None


def is_kept(nth: int) -> bool:
    """Whether the log keeps the `nth` request or error of a principal in an hour: the first 100, then every 100th.

    So senders of requests by the thousand cost us no write for each, beyond the one that counts it.
    """
    return nth <= _EACH_OF or nth % _EACH_OF == 0
