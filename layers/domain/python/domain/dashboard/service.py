"""The dashboard's summary of an account, and the report of its usage by day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.errors import InvalidRequest
from common.services import service
from domain.answers.sheets import totals
from domain.dashboard.models import (
    AttentionItem,
    BudgetTotal,
    Callers,
    DashboardSummary,
    GroupBy,
    Measures,
    ModelStanding,
    ModelUsage,
    NextRun,
    UsageBucket,
    UsageGroup,
    UsageReport,
)
from domain.identity.zones import ZoneService, zone_service
from domain.keys.service import KeyService, key_service
from domain.pa.portfolio import PortfolioReader, portfolio_reader
from domain.pa.scheduled import ScheduledTasks, scheduled_tasks
from domain.pa.triage import Attention, triage
from domain.thinking.standing import Standing, StandingService, standing_service
from domain.usage.records import AREAS, MEASURES, MODEL, SESSIONS, UsageRow
from domain.usage.service import UsageService, usage_service

MAX_DAYS = 92
DEFAULT_DAYS = 30
EXPIRING = timedelta(days=14)
_NEXT_RUNS = 5


@service
class DashboardService:
    """Makes the summary and the usage report."""

    reader: PortfolioReader
    zones: ZoneService
    keys: KeyService
    tasks: ScheduledTasks
    usage: UsageService
    thinking: StandingService
    now: Callable[[], datetime]

    def summarise(self, account_id: str) -> DashboardSummary:
        """The summary of an account now; usage of the last 24 hours and 30 days, keys expiring in 14 days."""
        now = self.now()
        portfolio = self.reader.read(account_id, timezone=self.zones.timezone_of(account_id))
        rows = self.usage.list_rows(account_id, now.date() - timedelta(days=DEFAULT_DAYS - 1), now.date())
        standing = self.keys.count_standing(account_id, expiring_within=EXPIRING)
        waiting = [request for project in portfolio.projects for request in portfolio.requests_of(project)]
        oldest = min((request.created_at for request in waiting), default=None)
        attention = triage(portfolio)
        current = [project for project in portfolio.projects if not project.archived]
        return DashboardSummary(
            projects_by_status=Counter(project.status.value for project in current),
            projects_by_phase=Counter(project.phase.value for project in current),
            needs_attention=len({item.first.project.id for item in attention if item.first.project}),
            attention=[_attention_item(item) for item in attention],
            pending_approvals=sum(len(portfolio.approvals_of(project)) for project in portfolio.projects),
            open_credential_requests=len(waiting),
            oldest_credential_request_hours=None if oldest is None else (now - oldest) // timedelta(hours=1),
            unread_messages=portfolio.unread,
            budgets=[BudgetTotal.model_validate(total) for total in totals(portfolio.projects)],
            keys_active=standing.active,
            keys_expiring_soon=standing.expiring,
            next_runs=[
                NextRun(task_id=task.id, task=task.task, at=task.next_run_at, timezone=task.timezone)
                for task in self.tasks.list_scheduled(account_id)
                if task.next_run_at is not None
            ][:_NEXT_RUNS],
            requests_24h=self.usage.requests_last_day(rows),
            requests_30d=sum(row.measure("requests") for row in rows),
            model=_model_standing(self.thinking.standing(account_id)),
        )

    def report_usage(
        self, account_id: str, first: date | None, last: date | None, group_by: GroupBy, callers: Callers = "all"
    ) -> UsageReport:
        """Usage by day from `first` to `last`, both included; the last 30 days when neither is given.

        `callers` "keys" leaves out the requests of the dashboard itself.
        Raises `InvalidRequest` for a range that is reversed or longer than 92 days.
        """
        now = self.now()
        last = last or now.date()
        first = first or last - timedelta(days=DEFAULT_DAYS - 1)
        days = (last - first).days + 1
        if not 1 <= days <= MAX_DAYS:
            raise InvalidRequest.of("from", f"Give a range of 1 to {MAX_DAYS} days, from the first to the last.")
        rows = self.usage.list_rows(account_id, first, last)
        if callers == "keys":
            rows = [row for row in rows if row.principal != SESSIONS]
        buckets = [_bucket(first + timedelta(days=number), rows, group_by) for number in range(days)]
        sums = Measures(**{name: sum(getattr(bucket, name) for bucket in buckets) for name in MEASURES})
        return UsageReport(
            from_=first,
            to=last,
            group_by=group_by,
            totals=sums,
            buckets=buckets,
            models=_models(rows),
            data_through=now,
        )


@cache
def dashboard_service() -> DashboardService:
    """The service, built once for each process."""
    return DashboardService(
        portfolio_reader(),
        zone_service(),
        key_service(),
        scheduled_tasks(),
        usage_service(),
        standing_service(),
        utc_now,
    )


def _model_standing(standing: Standing) -> ModelStanding:
    tokens = standing.tokens
    if tokens is None:
        return ModelStanding(by=standing.by, reason=standing.reason)
    return ModelStanding(
        by=standing.by,
        reason=standing.reason,
        tokens_month=tokens.month,
        tokens_spent=tokens.counts.spent,
        tokens_limit=tokens.limit,
        tokens_percent=tokens.percent,
        nearly_spent=tokens.standing != "free",
    )


def _models(rows: Iterable[UsageRow]) -> list[ModelUsage]:
    own = [row for row in rows if row.principal.startswith(MODEL)]
    sums = [
        ModelUsage(
            model=principal.removeprefix(MODEL),
            calls=sum(row.measure("model_calls") for row in own if row.principal == principal),
            tokens_read=sum(row.measure("model_tokens_read") for row in own if row.principal == principal),
            tokens_written=sum(row.measure("model_tokens_written") for row in own if row.principal == principal),
        )
        for principal in sorted({row.principal for row in own})
    ]
    return sorted(sums, key=lambda model: -model.calls)


def _attention_item(item: Attention) -> AttentionItem:
    return AttentionItem(
        kind=item.first.concern.value,
        project_id=item.first.project.id if item.first.project else None,
        project_name=item.first.project.name if item.first.project else None,
        reason=item.reason,
        priority=item.first.priority,
        since=item.since,
        ids=list(item.ids),
    )


def _bucket(day: date, rows: Iterable[UsageRow], group_by: GroupBy) -> UsageBucket:
    own = [row for row in rows if row.day == day]
    sums = {name: sum(row.measure(name) for row in own) for name in MEASURES}
    return UsageBucket(date=day, groups=_groups(own, group_by), **sums)


def _groups(rows: list[UsageRow], group_by: GroupBy) -> list[UsageGroup] | None:
    if group_by == "none":
        return None
    if group_by == "key":
        return [
            UsageGroup(name=row.principal, requests=row.measure("requests"), errors=row.measure("errors"))
            for row in rows
            if row.measure("requests")
        ]
    sums = [
        UsageGroup(
            name=area,
            requests=sum(row.measure(f"requests_{area}") for row in rows),
            errors=sum(row.measure(f"errors_{area}") for row in rows),
        )
        for area in AREAS
    ]
    return [group for group in sums if group.requests]
