"""What each role is doing in a project, according to the project's documents and the run under way."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from domain.agents.models import TeamMember, WorkingTeamMember
from domain.agents.records import Run
from domain.projects.models import DeliverableSummary, ProjectDetail
from domain.projects.states import DeliverableState, ProjectStatus

_WRITING = frozenset({DeliverableState.WRITING, DeliverableState.WAITING})


def states_of(
    project: ProjectDetail, run: Run | None, members: Sequence[TeamMember], *, now: datetime
) -> list[WorkingTeamMember]:
    """Each of `members` with its state: working in a live run or on a document, waiting for the customer, or idle."""
    live = run if run is not None and run.lease_until > now else None
    return [_member(project, live, member) for member in members]


def _member(project: ProjectDetail, run: Run | None, member: TeamMember) -> WorkingTeamMember:
    fields = member.model_dump()
    if run is not None and member.role in run.roles:
        return WorkingTeamMember(**fields, state="working", focus=run.focus)
    if project.status is not ProjectStatus.ACTIVE:
        return WorkingTeamMember(**fields, state="idle", focus=None)
    own = [item for item in project.deliverables if item.owner == member.role and item.phase is project.phase]
    if blocked := _titles(own, frozenset({DeliverableState.BLOCKED})):
        return WorkingTeamMember(**fields, state="waiting", focus=f"Access needed for: {blocked}")
    if writing := _titles(own, _WRITING):
        return WorkingTeamMember(**fields, state="working", focus=f"Writing: {writing}")
    if in_review := _titles(own, frozenset({DeliverableState.IN_REVIEW})):
        return WorkingTeamMember(**fields, state="waiting", focus=f"Your approval of: {in_review}")
    if sent_back := _titles(own, frozenset({DeliverableState.CHANGES_REQUESTED})):
        return WorkingTeamMember(**fields, state="waiting", focus=f"Your edits of: {sent_back}")
    return WorkingTeamMember(**fields, state="idle", focus=None)


def _titles(deliverables: list[DeliverableSummary], states: frozenset[DeliverableState]) -> str:
    return ", ".join(item.title for item in deliverables if item.state in states)
