"""The views of the dashboard (interface 4.4 shows no shapes; these are ours)."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from common.envelope import View
from common.fields import Instant
from domain.pa.need_records import NeedKind

GroupBy = Literal["none", "key", "area"]
Callers = Literal["all", "keys"]
ExportKind = Literal["projects", "usage", "budget", "messages"]
ExportFormat = Literal["csv", "json"]


class BudgetTotal(View):
    """The sum of the budgets of the running `projects` in one currency."""

    currency: str
    likely: int
    spent: int
    forecast: int
    projects: int


class NextRun(View):
    """A scheduled task and when it runs next."""

    task_id: str
    task: str
    at: Instant
    timezone: str


class AttentionItem(View):
    """One thing that needs the customer. `reason` says what, and for how long; `ids` name the records it is about."""

    kind: NeedKind
    project_id: str | None = Field(description="Null for what belongs to no project: a webhook, a stopped task.")
    project_name: str | None
    reason: str
    priority: Literal["high", "medium"]
    since: Instant
    ids: list[str]


class ModelStanding(View):
    """Who thinks for the account: a language model, or the rules alone, and then why.

    `tokens_month` is the month (UTC) that the counts are of; without a model there are none.
    """

    by: Literal["rules", "model"]
    reason: Literal["no_model", "model_fails", "tokens_spent"] | None
    tokens_month: str | None = None
    tokens_spent: int = 0
    tokens_limit: int = 0
    tokens_percent: int = 0
    nearly_spent: bool = False


class DashboardSummary(View):
    """A summary of the account, without archives. `needs_attention` counts projects.

    `attention` lists what needs the customer, also what belongs to no project; the most urgent first.
    """

    projects_by_status: dict[str, int]
    projects_by_phase: dict[str, int]
    needs_attention: int
    attention: list[AttentionItem]
    pending_approvals: int
    open_credential_requests: int
    oldest_credential_request_hours: int | None
    unread_messages: int
    budgets: list[BudgetTotal]
    keys_active: int
    keys_expiring_soon: int
    next_runs: list[NextRun]
    requests_24h: int
    requests_30d: int
    model: ModelStanding


class Measures(View):
    """Counters of use, of one day or of the whole range."""

    requests: int = 0
    errors: int = 0
    messages: int = 0
    replies: int = 0
    task_runs: int = 0
    model_calls: int = 0
    model_tokens: int = 0


class UsageGroup(View):
    """The part of a day that belongs to one key (`name` is its id, `session` or `team`) or to one area."""

    name: str
    requests: int
    errors: int


class UsageBucket(Measures):
    """Usage of a day (UTC)."""

    date: date
    groups: list[UsageGroup] | None = None


class ModelUsage(View):
    """What one language model was asked in the range."""

    model: str
    calls: int
    tokens_read: int
    tokens_written: int


class UsageReport(View):
    """Usage by day; every day of the range has a bucket. `models` has the range's sums, the most asked model first."""

    from_: Annotated[date, Field(serialization_alias="from")]
    to: date
    bucket: Literal["day"] = "day"
    group_by: GroupBy
    totals: Measures
    buckets: list[UsageBucket]
    models: list[ModelUsage]
    data_through: Instant


class ExportedFile(View):
    """A file to save. `content` is its text; `truncated` says whether our limit left rows out."""

    filename: str
    content_type: str
    content: str
    rows: int
    truncated: bool = False
