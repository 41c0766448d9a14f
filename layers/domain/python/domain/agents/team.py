"""Who the agents are (interface 2.3): the CEO, the roles of the team; and what each role is doing in a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from types import MappingProxyType

from domain.agents.models import AgentDirectory, PointOfContact, TeamMember, WorkingTeamMember
from domain.agents.records import Run
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableState, ProjectStatus, Role

REMITS: Mapping[Role, str] = MappingProxyType(
    {
        Role.CTO: "Technology: architecture, delivery plan, tests and release, and the access that this needs.",
        Role.CPO: "Product: goal, scope, requirements and acceptance criteria, roadmap.",
        Role.CDO: "Design: principles and style, user flows, usability and accessibility.",
        Role.CMO: "Marketing: positioning and messaging, launch, and what is measured after it.",
    }
)
_WRITING = frozenset({DeliverableState.WRITING, DeliverableState.WAITING})


@cache
def describe_directory() -> AgentDirectory:
    """The CEO and the team as every account has them (interface 2.3), made when somebody first asks."""
    return AgentDirectory(
        point_of_contact=PointOfContact(
            id="ceo",
            name="Ada, CEO",
            role="CEO",
            description=(
                "Your single point of contact. The CEO answers from the project's records, consults the team members "
                "who are responsible for the subject, and carries out what you decide."
            ),
            capabilities=[
                "project_updates",
                "status_reports",
                "strategic_decisions",
                "general_questions",
                "team_coordination",
            ],
        ),
        team=[TeamMember(role=role.value, description=remit) for role, remit in REMITS.items()],
        note=(
            "All communication goes through the CEO agent. The CEO consults the team and gives you one answer; you "
            "never write to the members of the team directly."
        ),
    )


def states_of(
    project: Project, documents: Sequence[Deliverable], run: Run | None, members: Sequence[TeamMember], *, now: datetime
) -> list[WorkingTeamMember]:
    """Each of `members` with its state: working in a live run or on a document, waiting for the customer, or idle."""
    live = run if run is not None and run.lease_until > now else None
    ours = [item for item in documents if item.phase is project.phase]
    return [_member(project, ours, live, member) for member in members]


def _member(
    project: Project, documents: Sequence[Deliverable], run: Run | None, member: TeamMember
) -> WorkingTeamMember:
    fields = member.model_dump()
    if run is not None and member.role in run.roles:
        return WorkingTeamMember(**fields, state="working", focus=run.focus)
    if project.status is not ProjectStatus.ACTIVE:
        return WorkingTeamMember(**fields, state="idle", focus=None)
    own = [item for item in documents if item.owner == member.role]
    if blocked := _titles(own, frozenset({DeliverableState.BLOCKED})):
        return WorkingTeamMember(**fields, state="waiting", focus=f"Access needed for: {blocked}")
    if writing := _titles(own, _WRITING):
        return WorkingTeamMember(**fields, state="working", focus=f"Writing: {writing}")
    if in_review := _titles(own, frozenset({DeliverableState.IN_REVIEW})):
        return WorkingTeamMember(**fields, state="waiting", focus=f"Your approval of: {in_review}")
    if sent_back := _titles(own, frozenset({DeliverableState.CHANGES_REQUESTED})):
        return WorkingTeamMember(**fields, state="waiting", focus=f"Your edits of: {sent_back}")
    return WorkingTeamMember(**fields, state="idle", focus=None)


def _titles(deliverables: Sequence[Deliverable], states: frozenset[DeliverableState]) -> str:
    return ", ".join(item.title for item in deliverables if item.state in states)
