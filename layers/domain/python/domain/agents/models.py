"""What a caller sends to the team and what it gets back (interface 2.3-2.6)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from common.envelope import RequestModel, View
from common.fields import Instant, Prose
from domain.agents.records import Contribution, Message, RunStatus
from domain.projects.records import Project

MAX_MESSAGE_LENGTH = 10_000


class AskCeo(RequestModel):
    """One question, wish or instruction to the CEO."""

    message: Annotated[Prose, Field(min_length=1, max_length=MAX_MESSAGE_LENGTH)]


class PointOfContact(View):
    """The one agent a customer talks to."""

    id: Literal["ceo"]
    name: str
    role: Literal["CEO"]
    description: str
    capabilities: list[str]


class TeamMember(View):
    """A role behind the CEO."""

    role: str
    description: str


class AgentDirectory(View):
    """Interface 2.3."""

    point_of_contact: PointOfContact
    team: list[TeamMember]
    note: str


class WorkingTeamMember(TeamMember):
    """A role, and what it is at in one project."""

    state: Literal["idle", "working", "waiting"]
    focus: str | None


class ProjectAgents(View):
    """The team as it stands in one project."""

    project_id: str
    point_of_contact: PointOfContact
    team: list[WorkingTeamMember]
    note: str


class ProjectStanding(View):
    """Where a project stands."""

    phase: str
    status: str


class AskAccepted(View):
    """Interface 2.5. `response` acknowledges; the agent's reply comes in the conversation."""

    agent: Literal["ceo"] = "ceo"
    agent_name: str
    message_id: str
    conversation_id: str
    response: str
    project_status: ProjectStanding


class ContributionView(View):
    """What a consulted role said, and the ids of the records it drew from."""

    role: str
    summary: str
    evidence: list[str]


class MessageView(View):
    """Interface 2.4; `run_status` tells how far a customer's message has come."""

    id: str
    sender_type: Literal["customer", "agent"]
    sender_agent_type: Literal["ceo"] | None
    content: str
    created_at: Instant
    conversation_id: str
    reply_to: str | None
    contributions: list[ContributionView]
    run_status: RunStatus | None

    @classmethod
    def of(cls, message: Message) -> MessageView:
        """The view of a stored message."""
        fields = message.model_dump(exclude={"account_id", "project_id", "may_decide", "contributions"})
        return cls(
            **fields,
            conversation_id=conversation_id(message.project_id),
            contributions=[_contribution(entry) for entry in message.contributions],
        )


class MessagePage(View):
    """A page of the conversation: newest first, or oldest first when read with `after`."""

    conversation_id: str
    messages: list[MessageView]
    has_more: bool


class AgentStatus(View):
    """Interface 2.6."""

    project_id: str
    project_name: str
    status: str
    current_phase: str
    agents_active: bool


def conversation_id(project_id: str) -> str:
    """One conversation a project, so its id is the project's under another prefix."""
    return "cnv_" + project_id.partition("_")[2]


def standing(project: Project) -> ProjectStanding:
    """Phase and status in the interface's words."""
    return ProjectStanding(phase=project.phase.value, status=project.status.value)


def _contribution(entry: Contribution) -> ContributionView:
    return ContributionView(role=entry.role.value, summary=entry.summary, evidence=list(entry.evidence))
