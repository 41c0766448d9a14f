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
from domain.projects.models import BudgetView, ProjectSaidView
from domain.projects.service import project_service
from mcp_door.arguments import MaybeInProject
from mcp_door.at_work import AtWork, workers_of
from mcp_door.tool import READS, tool

OF_ASSISTANT, OF_DASHBOARD, OF_PROJECT, WITH_FIGURES = "pa:access", "dashboard:read", "agents:read", "projects:read"


class NeedsAttention(View):
    """A project that waits for its customer: why, in a sentence, and how urgent that is."""

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


class Named(View):
    """A project that was completed in the last 30 days, or not submitted yet."""

    id: str
    name: str


class Status(View):
    """How the account or one project stands. Fields that the key's scopes do not allow are null.

    `team`: what each role that is not idle is doing now; `workers`: who has its work items in hand or in review.
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
    budgets: list[BudgetTotal] | None = None
    next_runs: list[NextRun] | None = None
    project_id: str | None = None
    project_name: str | None = None
    status: str | None = None
    current_phase: str | None = None
    team: dict[str, str] | None = None
    workers: list[AtWork] | None = None
    progress: int | None = None
    eta: date | None = None
    deadline: date | None = None
    budget: BudgetView | None = None
    said: ProjectSaidView | None = None


@tool("Status", (OF_ASSISTANT, OF_DASHBOARD, OF_PROJECT), READS, narrows=True)
def get_status(caller: Caller, arguments: MaybeInProject) -> Status:
    """How things stand: projects by attention, counts, budgets, next runs.

    With project_id: its phase, progress, dates, money, and what the team does or waits for.
    """
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
            "budgets": figures.budgets,
            "next_runs": figures.next_runs,
        }
    )


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
            "eta": project.eta,
            "deadline": project.deadline,
            "budget": project.budget,
            "said": project.said,
            "pending_approvals": project.pending_approvals,
            "open_credential_requests": project.open_credential_requests,
        }
    )


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
