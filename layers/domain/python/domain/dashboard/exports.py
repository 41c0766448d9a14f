"""Exports the figures of the dashboard's pages as JSON, or as CSV in which a spreadsheet finds no formula to run."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from common.caller import Caller
from common.clock import to_iso, utc_now
from common.services import service
from domain.agents.service import AgentService, agent_service
from domain.dashboard.models import ExportedFile, ExportFormat, ExportKind
from domain.dashboard.service import DashboardService, dashboard_service
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.records import Project
from domain.projects.service import ProjectService, project_service
from domain.usage.records import MEASURES

MAX_MESSAGES = 5_000  # a Lambda's answer may have 6 MB
MESSAGE_SCOPES = ("agents:read",)
# A formula is a cell that begins with one of these signs. Excel also accepts their full-width and small forms.
_SIGN = r"[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]"
# Every separator and line end inside a text may begin a cell too: a program that expects another separator than the
# comma splits the line at other places (OWASP, "CSV Injection").
_FORMULA = re.compile(rf"^(?=[\t\r]|\s*{_SIGN})|(?<=[;,|\t\r\n\"])(?=\s*{_SIGN})")
# Markdown's bullets and the rules of its tables would each get an apostrophe.
_BULLET, _RULE = re.compile(r"^(\s*)[-+*] ", re.MULTILINE), re.compile(r"^\|(?:\s*:?-+:?\s*\|)+\n?", re.MULTILINE)
_CONTENT_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
Row = Mapping[str, Any]


@service
class ExportService:
    """Use cases of exports. A range includes its first and its last day; the default is the last 30 days."""

    dashboard: DashboardService
    projects: ProjectService
    agents: AgentService
    now: Callable[[], datetime]

    def export(
        self, caller: Caller, kind: ExportKind, wanted: ExportFormat, first: date | None, last: date | None
    ) -> ExportedFile:
        """A file with one row for each project, day or message.

        Raises:
            MissingScope: messages are wanted, and the key may not read conversations.
            InvalidRequest: the range is reversed or longer than 92 days.
        """
        if kind == "messages":
            caller.require_any_scope(MESSAGE_SCOPES)
        rows, truncated = self._rows(caller.account_id, kind, first, last)
        return ExportedFile(
            filename=f"atrium-{kind}-{self.now().date()}.{wanted}",
            content_type=_CONTENT_TYPES[wanted],
            content=to_csv([without_markup(row) for row in rows])
            if wanted == "csv"
            else json.dumps(list(rows), ensure_ascii=False, indent=2),
            rows=len(rows),
            truncated=truncated,
        )

    def _rows(
        self, account_id: str, kind: ExportKind, first: date | None, last: date | None
    ) -> tuple[Sequence[Row], bool]:
        match kind:
            case "projects":
                portfolio = self.dashboard.reader.read(account_id, timezone="UTC")
                return [_project_row(project, portfolio) for project in portfolio.projects], False
            case "budget":
                projects = self.projects.list_all(account_id)
                return [_budget_row(project) for project in projects if not project.example], False
            case "usage":
                report = self.dashboard.report_usage(account_id, first, last, "none")
                return [
                    {"date": bucket.date.isoformat()} | {name: getattr(bucket, name) for name in MEASURES}
                    for bucket in report.buckets
                ], False
            case "messages":
                return self._messages(account_id, first, last)

    def _messages(self, account_id: str, first: date | None, last: date | None) -> tuple[Sequence[Row], bool]:
        # The usage report checks the range and fills in its defaults.
        report = self.dashboard.report_usage(account_id, first, last, "none")
        rows: list[Row] = []
        for project in self.projects.list_all(account_id):
            left = MAX_MESSAGES - len(rows)
            found = self.agents.list_between(project.owned, report.from_, report.to + timedelta(days=1), limit=left + 1)
            rows += [
                {
                    "project_id": project.id,
                    "project": project.name,
                    "id": message.id,
                    "created_at": to_iso(message.created_at),
                    "sender": message.sender_agent_type or message.sender_type,
                    "reply_to": message.reply_to,
                    "content": message.content,
                }
                for message in found
            ]
            if len(rows) > MAX_MESSAGES:
                return rows[:MAX_MESSAGES], True
        return rows, False


@cache
def export_service() -> ExportService:
    """The one service of this process."""
    return ExportService(dashboard_service(), project_service(), agent_service(), utc_now)


def to_csv(rows: Sequence[Row]) -> str:
    """CSV (RFC 4180) with a header; empty without rows. An apostrophe stands before all that may begin a formula."""
    if not rows:
        return ""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def without_markup(row: Row) -> Row:
    """The row with a message's bullets and tables as a spreadsheet's cell shows them best."""
    if "content" not in row:
        return row
    return {**row, "content": _RULE.sub("", _BULLET.sub(r"\1• ", row["content"]))}


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return _FORMULA.sub("'", value)
    return "" if value is None else value


def _project_row(project: Project, portfolio: Portfolio) -> Row:
    eta = portfolio.eta_of(project)
    return {
        "id": project.id,
        "name": project.name,
        "status": project.status.value,
        "phase": project.phase.value,
        "progress": project.progress_percent,
        "deadline": project.deadline.isoformat() if project.deadline else None,
        "eta": eta.isoformat() if eta else None,
        "pending_approvals": project.pending_approvals,
        "open_credential_requests": project.open_credential_requests,
        "hours_waited_on_you": portfolio.hours_waited_on_you(project),
        "created_at": to_iso(project.created_at),
        "submitted_at": to_iso(project.submitted_at) if project.submitted_at else None,
        "completed_at": to_iso(project.completed_at) if project.completed_at else None,
    }


def _budget_row(project: Project) -> Row:
    budget = figures.budget(project)
    concern = figures.budget_concern(project)
    return {
        "id": project.id,
        "name": project.name,
        "status": project.status.value,
        "currency": budget.currency,
        "estimated": budget.estimated,
        "spent": budget.spent,
        "remaining": budget.remaining,
        "ceiling": budget.ceiling,
        "concern": concern.value if concern else None,
    }
