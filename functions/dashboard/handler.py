"""The dashboard's figures: a summary of the account, its usage, and both as exports (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, Door, Path, Query
from domain.dashboard.models import (
    Callers,
    DashboardSummary,
    ExportedFile,
    ExportFormat,
    ExportKind,
    GroupBy,
    UsageReport,
)
from domain.dashboard.service import dashboard_service
from domain.projects.dates import Day
from domain.usage.service import note_request

door = Door("dashboard", after_request=note_request)
lambda_handler = door
READ = Access(scopes=("dashboard:read",))
EXPORT = Access(scopes=("dashboard:export",))
FirstDay = Annotated[Day | None, Query(alias="from")]
LastDay = Annotated[Day | None, Query(alias="to")]


@door.route("GET", "/dashboard/summary", READ)
def get_dashboard_summary(caller: CurrentCaller) -> Envelope[DashboardSummary]:
    """The account at a glance."""
    return Envelope(data=dashboard_service().summarise(caller.account_id))


@door.route("GET", "/dashboard/usage", READ)
def get_dashboard_usage(
    caller: CurrentCaller,
    first: FirstDay = None,
    last: LastDay = None,
    group_by: Annotated[GroupBy, Query()] = "none",
    callers: Annotated[Callers, Query()] = "all",
) -> Envelope[UsageReport]:
    """Usage by day: of at most 92 days, by default of the last 30. `keys` leaves out the dashboard's own requests."""
    return Envelope(data=dashboard_service().report_usage(caller.account_id, first, last, group_by, callers))


@door.route("GET", "/dashboard/export/{kind}", EXPORT)
def export_report(
    kind: Annotated[ExportKind, Path()],
    caller: CurrentCaller,
    wanted: Annotated[ExportFormat, Query(alias="format")] = "csv",
    first: FirstDay = None,
    last: LastDay = None,
) -> Envelope[ExportedFile]:
    """A file as text. Kinds: `projects`, `usage`, `budget`, `messages`; the messages need `agents:read`, too."""
    from domain.dashboard.exports import export_service  # noqa: PLC0415 - loaded with the first export, not at a start

    return Envelope(data=export_service().export(caller, kind, wanted, first, last))
