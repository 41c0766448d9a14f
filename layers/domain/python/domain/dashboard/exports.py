"""Exports projects, budgets, usage or messages as JSON, or as CSV in which a spreadsheet finds no formula to run."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from textwrap import indent
from typing import Any

from common.caller import Caller
from common.clock import to_iso, utc_now
from common.paging import FILE_BYTES, fitting
from common.services import service
from domain.agents.reading import ConversationReader, conversation_reader
from domain.dashboard.models import ExportedFile, ExportFormat, ExportKind
from domain.dashboard.service import DashboardService, dashboard_service
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Project
from domain.usage.records import MEASURES

MAX_ROWS = 5_000
MESSAGE_SCOPES = ("agents:read",)
# A formula is a cell that begins with one of these signs. Excel also accepts their full-width and small forms.
_SIGN = r"[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]"
# Every separator and line end inside a text may begin a cell too: a program that expects another separator than the
# comma splits the line at other places (OWASP, "CSV Injection").
_FORMULA = re.compile(rf"^(?=[\t\r]|\s*{_SIGN})|(?<=[;,|\t\r\n\"])(?=\s*{_SIGN})")
# Markdown's bullets and the rules of its tables would each get an apostrophe.
_BULLET, _RULE = re.compile(r"^(\s*)[-+*] ", re.MULTILINE), re.compile(r"^\|(?:\s*:?-+:?\s*\|)+\n?", re.MULTILINE)
_BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes UTF-8 for the code page of its Windows
_CONTENT_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
Row = Mapping[str, Any]


@service
class ExportService:
    """Makes exported files. A range includes its first and its last day; the default is the last 30 days."""

    dashboard: DashboardService
    projects: ProjectReader
    conversations: ConversationReader
    now: Callable[[], datetime]

    def export(
        self,
        caller: Caller,
        kind: ExportKind,
        wanted: ExportFormat,
        first: date | None,
        last: date | None,
        *,
        most_bytes: int = FILE_BYTES,
    ) -> ExportedFile:
        """A file with a row for each project, day or message: at most 5,000 rows and `most_bytes` of the answer.

        Raises:
            MissingScope: messages are wanted, and the key may not read conversations.
            InvalidRequest: the range is reversed or longer than 92 days.
        """
        if kind == "messages":
            caller.require_any_scope(MESSAGE_SCOPES)
        rows = self._rows(caller.account_id, kind, first, last)
        texts = csv_lines(map(without_markup, rows)) if wanted == "csv" else map(_indented, rows)
        kept = fitting(texts, MAX_ROWS, most_bytes=most_bytes)
        return ExportedFile(
            filename=f"atrium-{kind}-{self.now().date()}.{wanted}",
            content_type=_CONTENT_TYPES[wanted],
            content=_content(rows, kept, wanted),
            rows=len(kept),
            truncated=len(kept) < len(rows),
        )

    def _rows(self, account_id: str, kind: ExportKind, first: date | None, last: date | None) -> Sequence[Row]:
        match kind:
            case "projects":
                portfolio = self.dashboard.reader.read(account_id, timezone="UTC")
                return [_project_row(project, portfolio) for project in portfolio.projects]
            case "budget":
                projects = self.projects.list_all(account_id)
                return [_budget_row(project) for project in projects if not project.example]
            case "usage":
                report = self.dashboard.report_usage(account_id, first, last, "none")
                return [
                    {"date": bucket.date.isoformat()} | {name: getattr(bucket, name) for name in MEASURES}
                    for bucket in report.buckets
                ]
            case "messages":
                return self._messages(account_id, first, last)

    def _messages(self, account_id: str, first: date | None, last: date | None) -> Sequence[Row]:
        """The messages in the range, project by project; reading stops once there are more than a file holds."""
        # The usage report checks the range and fills in its defaults.
        report = self.dashboard.report_usage(account_id, first, last, "none")
        rows: list[Row] = []
        size = 0
        for project in self.projects.list_all(account_id):
            left = MAX_ROWS + 1 - len(rows)
            end = report.to + timedelta(days=1)
            found = self.conversations.list_between(project.owned, report.from_, end, limit=left)
            size += sum(len(message.content) for message in found)
            rows += [
                {
                    "project_id": project.id,
                    "project": project.name,
                    "id": message.id,
                    "created_at": to_iso(message.created_at),
                    "sender": message.sender_agent_type or message.sender_type,
                    "sender_name": message.sender.name if message.sender else None,
                    "reply_to": message.reply_to,
                    "content": message.content,
                }
                for message in found
            ]
            if len(rows) > MAX_ROWS or size > FILE_BYTES:
                break
        return rows


@cache
def export_service() -> ExportService:
    """The service, built once for each process."""
    return ExportService(dashboard_service(), project_reader(), conversation_reader(), utc_now)


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield each row as a line of CSV (RFC 4180), with an apostrophe before all that may begin a formula."""
    for row in rows:
        yield _line(map(_cell, row.values()))


def without_markup(row: Row) -> Row:
    """The row with the Markdown bullets and table rules of its message made plain, for a spreadsheet's cell."""
    if "content" not in row:
        return row
    return {**row, "content": _RULE.sub("", _BULLET.sub(r"\1• ", row["content"]))}


def as_csv(names: Iterable[str], lines: Iterable[str]) -> str:
    """A CSV file of these lines below a header with these names, with a byte order mark for Excel."""
    return "".join((_BYTE_ORDER_MARK, _line(names), *lines))


def _content(rows: Sequence[Row], texts: Sequence[str], wanted: ExportFormat) -> str:
    if wanted == "csv":
        return as_csv(rows[0], texts) if rows else ""
    return "[\n" + ",\n".join(texts) + "\n]" if rows else "[]"


def _indented(row: Row) -> str:
    return indent(json.dumps(row, ensure_ascii=False, indent=2), "  ")


def _line(cells: Iterable[Any]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


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
    return {
        "id": project.id,
        "name": project.name,
        "status": project.status.value,
        "currency": budget.currency,
        "ceiling": budget.ceiling,
        "likely": budget.likely,
        "low": budget.low,
        "high": budget.high,
        "spent": budget.spent,
        "unreported": budget.unreported,
        "remaining": budget.remaining,
        "forecast": budget.forecast,
    }
