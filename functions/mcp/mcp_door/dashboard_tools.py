"""Tools of the dashboard: the account at a glance, usage, exports (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.caller import Caller
from common.envelope import RequestModel
from domain.dashboard.exports import export_service
from domain.dashboard.models import DashboardSummary, ExportedFile, ExportFormat, ExportKind, GroupBy, UsageReport
from domain.dashboard.service import dashboard_service
from domain.projects.dates import Day
from mcp_door.arguments import NoArguments
from mcp_door.tool import READS, Tool

READ = ("dashboard:read",)
EXPORT = ("dashboard:export",)


class Days(RequestModel):
    """A range of days, both included."""

    first: Annotated[Day | None, Field(alias="from", description="First day, YYYY-MM-DD, UTC.")] = None
    last: Annotated[Day | None, Field(alias="to", description="Last day, YYYY-MM-DD, UTC; at most 92 days.")] = None


class GetUsage(Days):
    """Which days, and by what."""

    group_by: Annotated[GroupBy, Field(description="Split each day by API key or by area.")] = "none"


class Export(Days):
    """What to export, and how."""

    report: Annotated[ExportKind, Field(description="What the file lists.")]
    format: Annotated[ExportFormat, Field(description="The file's format.")] = "csv"


def _get_dashboard_summary(caller: Caller, _arguments: NoArguments) -> DashboardSummary:
    return dashboard_service().summarise(caller.account_id)


def _get_dashboard_usage(caller: Caller, arguments: GetUsage) -> UsageReport:
    return dashboard_service().report_usage(caller.account_id, arguments.first, arguments.last, arguments.group_by)


def _export_report(caller: Caller, arguments: Export) -> ExportedFile:
    return export_service().export(caller, arguments.report, arguments.format, arguments.first, arguments.last)


TOOLS = (
    Tool(
        name="get_dashboard_summary",
        title="Account summary",
        description="Summarise the account: projects by status and phase, what needs attention, budgets, API keys, "
        "next scheduled runs, requests.",
        scopes=READ,
        hints=READS,
        arguments=NoArguments,
        result=DashboardSummary,
        call=_get_dashboard_summary,
    ),
    Tool(
        name="get_dashboard_usage",
        title="Usage",
        description="Count requests, errors, messages, replies and task runs by day: of the last 30 days unless you "
        "name other days.",
        scopes=READ,
        hints=READS,
        arguments=GetUsage,
        result=UsageReport,
        call=_get_dashboard_usage,
    ),
    Tool(
        name="export_report",
        title="Export",
        description="Export projects, usage, budgets or messages as the text of a CSV or JSON file, ready to save. "
        "Exporting messages also needs the scope agents:read.",
        scopes=EXPORT,
        hints=READS,
        arguments=Export,
        result=ExportedFile,
        call=_export_report,
    ),
)
