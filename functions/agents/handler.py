"""The CEO and the team: who they are, asking the CEO, reading the conversation, their status (interface 4.2)."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, Door, Path, Query
from domain.agents.cards import project_cards
from domain.agents.models import (
    AgentDirectory,
    AgentStatus,
    AskAccepted,
    AskCeo,
    MessagePage,
    MessagesRead,
    MessageWithdrawn,
    ProjectAgents,
)
from domain.agents.service import Cursors, agent_service
from domain.agents.team import describe_directory
from domain.answers.cards import CardList, CardView
from domain.keys.scopes import ASK_SCOPES
from domain.usage.service import note_request

door = Door("agents", after_request=note_request)
lambda_handler = door
READ = Access(scopes=("agents:read",))
DIRECTORY = Access(scopes=("agents:read",), narrows=True)  # it is the same for everybody
ASK = Access(scopes=ASK_SCOPES)
READ_CARDS = Access(scopes=("projects:read",))
DISMISS = Access(scopes=("projects:write",))
MAX_WAIT_SECONDS = 20
Id = Annotated[str, Path(max_length=64)]
Cursor = Annotated[str | None, Query(max_length=64)]


@door.route("GET", "/agents", DIRECTORY)
def get_agent_directory(caller: CurrentCaller) -> Envelope[AgentDirectory]:
    """Who works for you. The CEO is the only one to talk to."""
    del caller
    return Envelope(data=describe_directory())


@door.route("GET", "/agents/{project_id}", READ)
def list_project_agents(project_id: Id, caller: CurrentCaller) -> Envelope[ProjectAgents]:
    """The team of a project, each with `state` and `focus`."""
    return Envelope(data=agent_service().describe_team(caller.account_id, project_id))


@door.route(
    "POST",
    "/agents/{project_id}/ask",
    ASK,
    status=202,
    creates=True,
    errors=("CONFLICT",),
    example={"message": "What is blocked right now, and on whom?"},
)
def ask_ceo(project_id: Id, body: AskCeo, caller: CurrentCaller) -> Envelope[AskAccepted]:
    """Store the message and acknowledge it. The reply comes in the conversation: read it with `reply_to` and `wait`."""
    return Envelope(data=agent_service().ask(caller, project_id, body))


@door.route("GET", "/agents/{project_id}/messages", READ)
def list_messages(
    project_id: Id,
    caller: CurrentCaller,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Cursor = None,
    after: Cursor = None,
    reply_to: Cursor = None,
    wait: Annotated[int, Query(ge=0, le=MAX_WAIT_SECONDS)] = 0,
    mark_read: Annotated[bool, Query()] = False,  # noqa: FBT002 - a parameter of the query is given by its name
) -> Envelope[MessagePage]:
    """Newest first.

    With `after` oldest first, waiting up to `wait` seconds for something new. Only one of `before`, `after` and
    `reply_to`. Reading marks nothing as read; with `mark_read`, a page that reaches the newest message marks all.
    """
    cursors = Cursors(before=before, after=after, reply_to=reply_to, wait_seconds=wait)
    return Envelope(
        data=agent_service().list_messages(caller, project_id, limit=limit, cursors=cursors, mark_read=mark_read)
    )


@door.route("DELETE", "/agents/{project_id}/messages/{message_id}", ASK, errors=("CONFLICT",))
def withdraw_message(project_id: Id, message_id: Id, caller: CurrentCaller) -> Envelope[MessageWithdrawn]:
    """Take a question back that the CEO has not taken up; else 409.

    The question leaves the conversation, and is never answered. A worker takes back its own only.
    """
    return Envelope(data=agent_service().withdraw(caller, project_id, message_id))


@door.route("POST", "/agents/{project_id}/messages/{message_id}/read", READ)
def read_message(project_id: Id, message_id: Id, caller: CurrentCaller) -> Envelope[MessagesRead]:
    """Count the CEO's messages up to this one as read; those after it stay unread."""
    return Envelope(data=agent_service().mark_read(caller, project_id, message_id))


@door.route("GET", "/agents/{project_id}/status", READ)
def get_agent_status(project_id: Id, caller: CurrentCaller) -> Envelope[AgentStatus]:
    """Where the project stands, and whether the team is at work on it."""
    return Envelope(data=agent_service().describe_status(caller.account_id, project_id))


@door.route("GET", "/agents/{project_id}/cards", READ_CARDS)
def list_cards(project_id: Id, caller: CurrentCaller) -> Envelope[CardList]:
    """What messages asked for and nobody has done: the open cards, newest first.

    To do one, send its `request` with its `idempotency_key`.
    """
    return Envelope(data=project_cards().list_open(caller.account_id, project_id))


@door.route("POST", "/agents/{project_id}/cards/{card_id}/dismiss", DISMISS)
def dismiss_card(project_id: Id, card_id: Id, caller: CurrentCaller) -> Envelope[CardView]:
    """Put a card aside: nothing is done, and the card can't be confirmed any more."""
    return Envelope(data=project_cards().dismiss(caller.account_id, project_id, card_id))
