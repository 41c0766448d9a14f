"""Tools of the conversation with the CEO (interface 4.2)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from common.caller import Caller
from common.envelope import View
from common.errors import TooManyRequests, Unavailable
from domain.agents.models import AskCeo, MessagePage, PointOfContact
from domain.agents.service import Cursors, agent_service
from domain.agents.team import describe_directory
from domain.keys.scopes import ASK_SCOPES
from mcp_door.arguments import Chosen, Creating, Id, InProject, MaybeInProject
from mcp_door.asking_back import Interim, Person
from mcp_door.at_work import AtWork, workers_of, workers_of_all
from mcp_door.card_tools import CardNamed, put_to_person
from mcp_door.exchange import Exchange
from mcp_door.tasks import AskedTask
from mcp_door.tool import ADDS, READS, Brief, Do, tool
from mcp_door.wording import in_tools

MAX_WAIT_SECONDS = 20
TASK_AFTER_SECONDS = 3  # most answers of the records are there by then
READ = ("agents:read",)


class AskCeoAgent(Creating, AskCeo, InProject):
    """Arguments of `ask_ceo_agent`: one question, wish or instruction."""

    wait: Annotated[int, Field(ge=0, le=MAX_WAIT_SECONDS, description="Seconds to wait for the answer.")] = (
        MAX_WAIT_SECONDS
    )


class ListMessages(Chosen, InProject):
    """Arguments of `list_messages`: which part of the conversation to show."""

    limit: Annotated[int, Field(ge=1, le=100, description="1 to 100.")] = 5
    before: Annotated[Id | None, Field(description="msg_…: only older.")] = None
    after: Annotated[Id | None, Field(description="msg_…: only newer, oldest first.")] = None
    reply_to: Annotated[Id | None, Field(description="message_id of a question: only its answer.")] = None
    wait: Annotated[int, Field(ge=0, le=MAX_WAIT_SECONDS, description="Seconds, with after or reply_to.")] = 0


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
    """A role of the team. `state` and `focus` say what it is doing in the project asked about; without one, null."""

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
        one if one.sender_type == "customer" else one.model_copy(update={"content": in_tools(one.content)})
        for one in page.messages
    ]
    return page.model_copy(update={"messages": messages})


def answered(caller: Caller, project_id: str, question: str, *, wait_seconds: int) -> Asked | None:
    """The CEO's answer, which counts as seen from then on; None when none came within `wait_seconds`."""
    cursors = Cursors(reply_to=question, wait_seconds=wait_seconds)
    replies = agent_service().list_messages(caller, project_id, limit=1, cursors=cursors).messages
    if not replies:
        return None
    reply = replies[-1]
    agent_service().mark_shown(caller.account_id, project_id, reply.id)
    cards = [CardNamed(id=one.id, summary=one.summary) for one in reply.cards] or None
    return Asked(status="answered", message_id=question, answer=in_tools(reply.content), cards=cards)


def _followed(exchange: Exchange, arguments: AskCeoAgent, found: dict[str, Any], do: Do) -> dict[str, Any]:
    """Raise `Interim` with a task for a pending question if the client takes tasks; else ask the user about cards."""
    if found["status"] == "pending" and exchange.person.takes_tasks:
        task = AskedTask.of(exchange.caller, arguments.project_id, found["message_id"])
        raise Interim(task.shown("working", result_type="task"))
    return put_to_person(exchange, arguments, found, do)


@tool("Ask the CEO", ASK_SCOPES, ADDS, mirrors="ask_ceo", then=_followed)
def ask_ceo_agent(caller: Caller, arguments: AskCeoAgent, person: Person) -> Asked:
    """Ask a project's CEO, or tell a wish, in plain words; returns the answer, or pending and what to call next.

    It changes nothing: what the message asks to be done comes back as cards to confirm.
    """
    question = AskCeo(message=arguments.message)
    asked = agent_service().ask(caller, arguments.project_id, question).message_id
    if READ[0] not in caller.scopes:
        return Asked(status="sent", message_id=asked, next="The customer reads it in the dashboard.")
    wait = min(arguments.wait, TASK_AFTER_SECONDS) if person.takes_tasks else arguments.wait
    try:
        found = answered(caller, arguments.project_id, asked, wait_seconds=wait)
    except (TooManyRequests, Unavailable):  # the question is stored: refusing now would invite to ask it again
        found = None
    step = f"Call list_messages with reply_to={asked}, wait={MAX_WAIT_SECONDS}, until it is there."
    return found or Asked(status="pending", message_id=asked, next=step)
