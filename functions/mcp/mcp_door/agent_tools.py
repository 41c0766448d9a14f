"""Tools of the conversation with the CEO (interface 4.2)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from common.caller import Caller
from common.envelope import View
from common.errors import TooManyRequests, Unavailable
from domain.agents.models import AskCeo, MessagePage, PointOfContact
from domain.agents.service import Cursors, agent_service
from domain.agents.team import describe_directory
from domain.keys.scopes import ASK_SCOPES
from mcp_door.arguments import Chosen, Creating, Id, InProject, MaybeInProject, told
from mcp_door.at_work import AtWork, workers_of, workers_of_all
from mcp_door.tool import ADDS, READS, Brief, tool
from mcp_door.wording import in_conversation, in_tools

MAX_WAIT_SECONDS = 20
READ = ("agents:read",)


@told(message="In plain words.")
class AskCeoAgent(Creating, AskCeo, InProject):
    """One question, wish or instruction."""

    wait: Annotated[int, Field(ge=0, le=MAX_WAIT_SECONDS, description="Seconds to wait for the answer.")] = (
        MAX_WAIT_SECONDS
    )


class ListMessages(Chosen, InProject):
    """Which part of the conversation."""

    limit: Annotated[int, Field(ge=1, le=100, description="1 to 100.")] = 5
    before: Annotated[Id | None, Field(description="msg_…: only older.")] = None
    after: Annotated[Id | None, Field(description="msg_…: only newer, oldest first.")] = None
    reply_to: Annotated[Id | None, Field(description="message_id of a question: only its answer.")] = None
    wait: Annotated[int, Field(ge=0, le=MAX_WAIT_SECONDS, description="Seconds, with after or reply_to.")] = 0


class CardNamed(View):
    """A deed that is prepared and not done."""

    id: str
    summary: str


class Asked(View):
    """What became of a question.

    `status`: answered, with the `answer`; pending, with what to call `next`; sent, where the key may not read answers.
    `cards`: what the message asked to be done. Nothing was done; confirm_card does one once the customer confirms it.
    """

    status: Literal["answered", "pending", "sent"]
    message_id: str
    answer: str | None = None
    next: str | None = None
    cards: list[CardNamed] | None = None


class TeamMemberView(View):
    """A role. `state` and `focus` say what it is doing in the project that was asked about."""

    role: str
    description: str
    state: str | None = None
    focus: str | None = None


class Team(View):
    """The CEO and the team, in one project or in general; `workers`: who has its work items in hand or in review."""

    project_id: str | None = None
    point_of_contact: PointOfContact
    team: list[TeamMemberView]
    workers: list[AtWork] | None = None
    note: str


@tool("Team", READ, READS, narrows=True)
def list_project_agents(caller: Caller, arguments: MaybeInProject) -> Team:
    """Who is on the team and who works on what now; with project_id, what each role does there."""
    if arguments.project_id is None:
        team = Team.model_validate(describe_directory())
        return team.model_copy(update={"workers": workers_of_all(caller) or None})
    caller.require_project(arguments.project_id)
    team = Team.model_validate(agent_service().describe_team(caller.account_id, arguments.project_id))
    return team.model_copy(update={"workers": workers_of(caller, arguments.project_id)})


@tool(
    "Conversation",
    READ,
    READS,
    brief=Brief(("id", "sender_type", "sender", "content", "created_at", "reply_to"), of="messages"),
)
def list_messages(caller: Caller, arguments: ListMessages) -> MessagePage:
    """A project's conversation with the CEO, newest first."""
    cursors = Cursors(
        before=arguments.before, after=arguments.after, reply_to=arguments.reply_to, wait_seconds=arguments.wait
    )
    page = agent_service().list_messages(caller, arguments.project_id, limit=arguments.limit, cursors=cursors)
    if arguments.reply_to is not None and page.messages:
        agent_service().mark_shown(caller.account_id, arguments.project_id, page.messages[-1].id)
    messages = [
        one if one.sender_type == "customer" else one.model_copy(update={"content": in_conversation(one.content)})
        for one in page.messages
    ]
    return page.model_copy(update={"messages": messages})


@tool("Ask the CEO", ASK_SCOPES, ADDS, mirrors="ask_ceo")
def ask_ceo_agent(caller: Caller, arguments: AskCeoAgent) -> Asked:
    """Ask a project's CEO, or tell a wish, in plain words; returns the answer, or pending and what to call next.

    It changes nothing: what the message asks to be done comes back as cards to confirm.
    """
    question = AskCeo(message=arguments.message)
    accepted = agent_service().ask(caller, arguments.project_id, question)
    if READ[0] not in caller.scopes:
        return Asked(status="sent", message_id=accepted.message_id, next="The customer reads it in the dashboard.")
    cursors = Cursors(reply_to=accepted.message_id, wait_seconds=arguments.wait)
    try:
        replies = agent_service().list_messages(caller, arguments.project_id, limit=1, cursors=cursors).messages
    except (TooManyRequests, Unavailable):  # the question is stored: refusing now would invite to ask it again
        replies = []
    if not replies:
        step = f"Call list_messages with reply_to={accepted.message_id}, wait={MAX_WAIT_SECONDS}, until it is there."
        return Asked(status="pending", message_id=accepted.message_id, next=step)
    agent_service().mark_shown(caller.account_id, arguments.project_id, replies[-1].id)
    reply = replies[-1]
    cards = [CardNamed(id=one.id, summary=one.summary) for one in reply.cards] or None
    return Asked(status="answered", message_id=accepted.message_id, answer=in_tools(reply.content), cards=cards)
