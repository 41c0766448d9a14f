"""Tools of the conversation with the CEO (interface 4.2)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.caller import Caller, Origin
from domain.agents.models import AgentDirectory, AgentStatus, AskAccepted, AskCeo, MessagePage, ProjectAgents
from domain.agents.service import Cursors, agent_service, describe_directory
from domain.keys.scopes import ASK_SCOPES
from mcp_door.arguments import Creating, Id, InProject, NoArguments
from mcp_door.tool import ADDS, READS, Tool

MAX_WAIT_SECONDS = 20
READ = ("agents:read",)


class AskCeoAgent(Creating, AskCeo, InProject):
    """One question, wish or instruction."""


class ListMessages(InProject):
    """Which part of the conversation."""

    limit: Annotated[int, Field(ge=1, le=100, description="How many messages at most.")] = 20
    before: Annotated[Id | None, Field(description="A message id. Returns messages older than that one.")] = None
    after: Annotated[
        Id | None,
        Field(
            description="A message id. Returns messages newer than that one, oldest first. "
            "Can't be combined with before."
        ),
    ] = None
    wait: Annotated[
        int,
        Field(ge=0, le=MAX_WAIT_SECONDS, description="How many seconds to wait for a message newer than after."),
    ] = 0


def _get_agent_directory(_caller: Caller, _arguments: NoArguments) -> AgentDirectory:
    return describe_directory()


def _list_project_agents(caller: Caller, arguments: InProject) -> ProjectAgents:
    return agent_service().describe_team(caller.account_id, arguments.project_id)


def _get_agent_status(caller: Caller, arguments: InProject) -> AgentStatus:
    return agent_service().describe_status(caller.account_id, arguments.project_id)


def _list_messages(caller: Caller, arguments: ListMessages) -> MessagePage:
    cursors = Cursors(before=arguments.before, after=arguments.after, wait_seconds=arguments.wait)
    return agent_service().list_messages(caller, arguments.project_id, limit=arguments.limit, cursors=cursors)


def _ask_ceo_agent(caller: Caller, arguments: AskCeoAgent, origin: Origin) -> AskAccepted:
    return agent_service().ask(caller, arguments.project_id, arguments, origin)


TOOLS = (
    Tool(
        name="get_agent_directory",
        title="Agent directory",
        description="List the team: the CEO agent, the only one you can talk to, and the roles that the CEO consults.",
        scopes=READ,
        hints=READS,
        arguments=NoArguments,
        result=AgentDirectory,
        call=_get_agent_directory,
        narrows=True,
    ),
    Tool(
        name="list_project_agents",
        title="Team of a project",
        description="Show what each role of the team is doing in one project right now.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=ProjectAgents,
        call=_list_project_agents,
    ),
    Tool(
        name="get_agent_status",
        title="Agent status",
        description="Show whether the agents are working on one project now, and its status and current phase.",
        scopes=READ,
        hints=READS,
        arguments=InProject,
        result=AgentStatus,
        call=_get_agent_status,
    ),
    Tool(
        name="list_messages",
        title="Read the conversation",
        description="Read a project's conversation with the CEO, newest message first. To get the answer to a question "
        "you asked, pass the question's message_id as after and set wait=20; repeat until the answer is there.",
        scopes=READ,
        hints=READS,
        arguments=ListMessages,
        result=MessagePage,
        call=_list_messages,
    ),
    Tool(
        name="ask_ceo_agent",
        title="Ask the CEO",
        description="Send the CEO of a project a question, a wish or an instruction in plain words. This call returns "
        "only an acknowledgement. The answer appears in the conversation, usually within seconds, with a language "
        "model within a minute: read it with list_messages, after=<message_id> and wait=20.",
        scopes=ASK_SCOPES,
        hints=ADDS,
        arguments=AskCeoAgent,
        result=AskAccepted,
        call=_ask_ceo_agent,
        noted=True,
    ),
)
