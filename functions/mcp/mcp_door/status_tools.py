"""The one tool that tells how things stand: of the account, or of one project (interface 4.2-4.4)."""

from __future__ import annotations

from datetime import date

from common.caller import Caller
from common.envelope import View
from common.errors import InvalidRequest, KeyLimitedToProjects, MissingScope
from domain.agents.service import agent_service
from domain.dashboard.models import BudgetTotal, NextRun
from domain.dashboard.service import dashboard_service
from domain.pa.service import assistant_service
from domain.projects.errors import IntakeIncomplete
from domain.projects.models import BudgetView, DaysView
from domain.projects.service import project_service
from domain.projects.states import EtaCovers, ProgressCounts, ProjectStatus
from mcp_door.arguments import MaybeInProject
from mcp_door.at_work import AtWork, workers_of
from mcp_door.tool import READS, Tool

OF_ASSISTANT, OF_DASHBOARD, OF_PROJECT, WITH_FIGURES = "pa:access", "dashboard:read", "agents:read", "projects:read"

_MOST_BUILDS = 10


class NeedsAttention(View):
    """A project that needs its customer, and why."""

    id: str
    name: str
    reason: str
    priority: str


class OnTrack(View):
    """A project under way that needs nothing now."""

    id: str
    name: str
    progress: int
    eta: date | None
    eta_covers: EtaCovers | None


class Named(View):
    """A project that was completed in the last 30 days, or not submitted yet."""

    id: str
    name: str


class Building(View):
    """What building may cost and take after the documents, by the build outlook; no budget has it."""

    currency: str
    low: int
    high: int
    working_days: DaysView


class Budgets(BudgetTotal):
    """The documents' sum, and apart what building the same projects may cost by their outlooks."""

    building_low: int | None = None
    building_high: int | None = None


class Status(View):
    """How the account stands, or one project. Each field is there where the key's scopes allow it.

    `team`: what each role is doing now that is not idle; `workers`: who has its work items in hand or in review.
    `open_items` are those of the inbox.
    """

    summary: str | None = None
    active_projects: int | None = None
    pending_approvals: int | None = None
    open_credential_requests: int | None = None
    unread_messages: int | None = None
    open_items: int | None = None
    needs_attention: list[NeedsAttention] | None = None
    on_track: list[OnTrack] | None = None
    drafts: list[Named] | None = None
    completed_recently: list[Named] | None = None
    budgets: list[Budgets] | None = None
    next_runs: list[NextRun] | None = None
    project_id: str | None = None
    project_name: str | None = None
    status: str | None = None
    current_phase: str | None = None
    team: dict[str, str] | None = None
    workers: list[AtWork] | None = None
    progress: int | None = None
    progress_counts: ProgressCounts | None = None
    eta: date | None = None
    eta_covers: EtaCovers | None = None
    deadline: date | None = None
    budget: BudgetView | None = None
    building: Building | None = None


def _get_status(caller: Caller, arguments: MaybeInProject) -> Status:
    if arguments.project_id is not None:
        return _of_project(caller, arguments.project_id)
    if caller.project_ids is not None:
        raise KeyLimitedToProjects
    if caller.scopes.isdisjoint({OF_ASSISTANT, OF_DASHBOARD}):
        raise InvalidRequest.of("project_id", "This key sees the status of one project at a time: name it.")
    known = _of_account(caller.account_id) if OF_ASSISTANT in caller.scopes else Status()
    if OF_DASHBOARD not in caller.scopes:
        return known
    figures = dashboard_service().summarise(caller.account_id)
    return known.model_copy(
        update={
            "pending_approvals": figures.pending_approvals,
            "open_credential_requests": figures.open_credential_requests,
            "unread_messages": figures.unread_messages,
            "budgets": _with_building(caller, figures.budgets),
            "next_runs": figures.next_runs,
        }
    )


def _with_building(caller: Caller, budgets: list[BudgetTotal]) -> list[Budgets]:
    """The budgets, with the build beside them unless there are too many projects to look through."""
    projects = project_service().list_all(caller.account_id) if WITH_FIGURES in caller.scopes else []
    counted = [one for one in projects if one.estimate is not None and one.status is not ProjectStatus.CANCELLED]
    if not counted or len(counted) > _MOST_BUILDS:
        return [Budgets(**dict(one)) for one in budgets]
    builds = [build for one in counted if (build := _building(caller.account_id, one.id))]
    return [
        Budgets(
            **dict(budget),
            building_low=sum(one.low for one in builds if one.currency == budget.currency),
            building_high=sum(one.high for one in builds if one.currency == budget.currency),
        )
        for budget in budgets
    ]


def _of_project(caller: Caller, project_id: str) -> Status:
    if OF_PROJECT not in caller.scopes:
        raise MissingScope(OF_PROJECT)
    caller.require_project(project_id)
    standing = agent_service().describe_status(caller.account_id, project_id)
    team = agent_service().describe_team(caller.account_id, project_id).team
    doing = {one.role: f"{one.state}: {one.focus}" if one.focus else one.state for one in team if one.state != "idle"}
    # "team": {} would read as if nobody worked.
    working = {"team": doing or None, "workers": workers_of(caller, project_id) or None}
    known = Status.model_validate(standing).model_copy(update=working)
    if WITH_FIGURES not in caller.scopes:
        return known
    project = project_service().describe(caller.account_id, project_id)
    return known.model_copy(
        update={
            "progress": project.progress,
            "progress_counts": project.progress_counts,
            "eta": project.eta,
            "eta_covers": project.eta_covers,
            "deadline": project.deadline,
            "budget": project.budget,
            "building": _building(caller.account_id, project_id),
            "pending_approvals": project.pending_approvals,
            "open_credential_requests": project.open_credential_requests,
        }
    )


def _building(account_id: str, project_id: str) -> Building | None:
    try:
        return Building.model_validate(project_service().get_estimate(account_id, project_id).build)
    except IntakeIncomplete:
        return None


def _of_account(account_id: str) -> Status:
    standing = assistant_service().describe_status(account_id)
    projects = assistant_service().summarise_projects(account_id)
    return Status(
        summary=standing.summary,
        active_projects=standing.active_projects,
        pending_approvals=standing.pending_approvals,
        unread_messages=standing.unread_messages,
        open_items=standing.open_items,
        needs_attention=[NeedsAttention.model_validate(one) for one in projects.needs_attention],
        on_track=[OnTrack.model_validate(one) for one in projects.on_track],
        drafts=[Named.model_validate(one) for one in projects.drafts],
        completed_recently=[Named.model_validate(one) for one in projects.completed_recently],
    )


TOOLS = (
    Tool(
        name="get_status",
        title="Status",
        description="How things stand: projects by attention, counts, budgets, next runs. With project_id: its phase, "
        "progress, dates, money, and what the team does or waits for.",
        scopes=(OF_ASSISTANT, OF_DASHBOARD, OF_PROJECT),
        hints=READS,
        arguments=MaybeInProject,
        result=Status,
        call=_get_status,
        narrows=True,
    ),
)
