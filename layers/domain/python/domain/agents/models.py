"""What a caller sends to the team and gets from it (interface 2.3-2.6)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import Field

from common.envelope import RequestModel, View
from common.fields import Instant, Prose
from domain.agents.records import Message, RunStatus
from domain.answers.cards import CardView
from domain.answers.facts import FactView
from domain.answers.views import CostView, SenderView, SentenceView

MAX_MESSAGE_LENGTH = 10_000


class AskCeo(RequestModel):
    """One question, wish or instruction to the CEO."""

    message: Annotated[Prose, Field(min_length=1, max_length=MAX_MESSAGE_LENGTH)]


class PointOfContact(View):
    """The only agent that a customer talks to."""

    id: Literal["ceo"]
    name: str
    role: Literal["CEO"]
    description: str
    capabilities: list[str]


class TeamMember(View):
    """A role of the CEO's team, and what it is responsible for."""

    role: str
    description: str


class AgentDirectory(View):
    """The CEO and the team (interface 2.3)."""

    point_of_contact: PointOfContact
    team: list[TeamMember]
    note: str


class WorkingTeamMember(TeamMember):
    """A role, and what it is doing in one project."""

    state: Literal["idle", "working", "waiting"]
    focus: str | None


class ProjectAgents(View):
    """The CEO, and what each role of the team is doing in one project."""

    project_id: str
    point_of_contact: PointOfContact
    team: list[WorkingTeamMember]
    note: str


class ProjectStanding(View):
    """A project's phase and status."""

    phase: str
    status: str


class AskAccepted(View):
    """Confirms that a question arrived (interface 2.5). The CEO's answer follows in the conversation."""

    agent: Literal["ceo"] = "ceo"
    agent_name: str
    message_id: str
    conversation_id: str
    response: str
    project_status: ProjectStanding


class ContributionView(View):
    """What a consulted role said, and the ids of the records that support it; `opinion`: no record states it."""

    role: str
    summary: str
    evidence: list[str]
    opinion: bool


class MessageWithdrawn(View):
    """A question that was taken back; it is no longer in the conversation."""

    id: str
    withdrawn: Literal[True] = True


class MessagesRead(View):
    """The `id` of the message that the request named, and how many of the CEO's messages are unread after it."""

    id: str
    unread: int


class MessageView(View):
    """A message (interface 2.4). `run_status` tells how far the CEO is with a customer's message.

    `sender` tells who wrote a customer's message, `by` who worded an agent's, and `cost` what a model took for it.
    """

    id: str
    sender_type: Literal["customer", "agent"]
    sender_agent_type: Literal["ceo"] | None
    content: str
    created_at: Instant
    conversation_id: str
    reply_to: str | None
    contributions: list[ContributionView]
    run_status: RunStatus | None
    sender: SenderView | None
    by: Literal["rules", "model"] | None
    cost: CostView | None
    facts: list[FactView] = Field(description="What is on record, as far as the message rests on it.")
    cards: list[CardView] = Field(description="Deeds that the message prepared and nobody has done by it.")
    sentences: list[SentenceView] = Field(description="A model's answer, sentence by sentence; empty for others.")
    draft: str | None = Field(description="A text that a model wrote for use elsewhere. The content holds it, too.")
    progress: str | None = Field(description="What is being done about a question that is thought about.")

    @classmethod
    def of(cls, message: Message, cards: Mapping[str, CardView] = MappingProxyType({})) -> Self:
        """The view of a stored message; `cards` are those of the page, by id."""
        own = {
            "draft": message.draft or None,
            "progress": message.progress if message.run_status is RunStatus.ANSWERING else None,
            "conversation_id": conversation_id(message.project_id),
            "cards": [cards[one] for one in message.cards if one in cards],
        }
        return cls.model_validate(message.model_dump(include=cls.model_fields.keys() - own.keys()) | own)


class MessagePage(View):
    """A page of the conversation: newest first; with the parameter `after`, oldest first.

    `first_unread` is the oldest message on the newest page that the customer had not read before this request.
    """

    conversation_id: str
    messages: list[MessageView]
    has_more: bool
    first_unread: str | None = None


class AgentStatus(View):
    """A project's status and phase, and whether its agents are at work (interface 2.6)."""

    project_id: str
    project_name: str
    status: str
    current_phase: str
    agents_active: bool


def conversation_id(project_id: str) -> str:
    """The id of a project's conversation. A project has only one, so this is the project's id with another prefix."""
    return "cnv_" + project_id.partition("_")[2]
