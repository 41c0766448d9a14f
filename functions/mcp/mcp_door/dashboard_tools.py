"""Tools of the dashboard: the account at a glance, usage, exports (interface 4.4)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator

from common.caller import Caller
from common.paging import PAGE_BYTES
from domain.dashboard.exports import export_service
from domain.dashboard.models import ExportedFile, ExportFormat, ExportKind, GroupBy, UsageReport
from domain.dashboard.service import dashboard_service
from mcp_door.arguments import Chosen, Days
from mcp_door.tool import READS, Brief, tool

READ = ("dashboard:read",)
EXPORT = ("dashboard:export",)


class GetUsage(Chosen, Days):
    """Arguments of `get_dashboard_usage`: which days, and how to split them."""

    group_by: Annotated[GroupBy, Field(description="Split each day.")] = "none"

    @model_validator(mode="before")
    @classmethod
    def _split_is_shown(cls, asked: Any) -> Any:
        """Ask for the days, too, when the caller splits them and names no fields."""
        if isinstance(asked, dict) and asked.get("group_by", "none") != "none" and asked.get("fields") is None:
            return asked | {"fields": ["from", "to", "totals", "buckets"]}
        return asked


class Export(Days):
    """Arguments of `export_report`: what to export, of which days, in which format."""

    report: Annotated[ExportKind, Field(description="Of what.")]
    format: Annotated[ExportFormat, Field(description="csv is for spreadsheets.")] = "csv"


@tool("Usage", READ, READS, brief=Brief(("from", "to", "totals")))
def get_dashboard_usage(caller: Caller, arguments: GetUsage) -> UsageReport:
    """Requests, errors, messages, task runs: of 30 days, or the days you name."""
    return dashboard_service().report_usage(caller.account_id, arguments.first, arguments.last, arguments.group_by)


@tool("Export", EXPORT, READS)
def export_report(caller: Caller, arguments: Export) -> ExportedFile:
    """Projects, usage, budgets or messages (needs agents:read too) as the text of a file to save."""
    export, days = export_service().export, (arguments.first, arguments.last)
    return export(caller, arguments.report, arguments.format, *days, most_bytes=PAGE_BYTES)
