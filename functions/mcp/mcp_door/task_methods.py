"""The methods of a task: `tasks/get` shows how it stands, `tasks/update` answers its forms, `tasks/cancel` ends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp.shared.inbound import MCP_NAME_HEADER, decode_header_value
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from common.caller import Caller
from common.clock import utc_now
from common.errors import NotFound
from domain.agents.reading import conversation_reader
from domain.agents.records import RunStatus
from domain.agents.service import TakenUp, agent_service
from domain.keys.scopes import ASK_SCOPES
from domain.pa.service import assistant_service
from domain.projects.tenancy import OwnedProject
from mcp_door.agent_tools import READ, Asked, answered
from mcp_door.asking_back import TASKS, Context, Person
from mcp_door.assistant_tools import Told, ask_pa, told_of
from mcp_door.calls import outcome, success
from mcp_door.card_tools import OfCard, cards_of, forms_of, settle
from mcp_door.exchange import Exchange, exchange_of
from mcp_door.scopes import require_allowed
from mcp_door.tasks import AskedTask, NoSuchTask, Task
from mcp_door.tool import shown

_WAITS, _WORKS = "The CEO takes up your message next.", "The CEO is working on it."
_READS = "The assistant is reading your records."


class TaskParams(types.RequestParams):
    """The params of a task's method: which task."""

    task_id: str


class UpdateParams(TaskParams):
    """The params of `tasks/update`: which task, and what the client's user answered."""

    input_responses: types.InputResponses


def get(exchange: Exchange, params: TaskParams) -> Task:
    """The task as it stands; cancelled when its question was taken back. Raises `NoSuchTask`, `MissingScope`."""
    caller, task = exchange.caller, _own(exchange, params, READ)
    found = _found(caller, task)
    if isinstance(found, Task):
        return found
    told = shown(found.model_dump(mode="json"))
    cards = cards_of(caller, task.project_id, [one.id for one in found.cards or ()])
    if exchange.person.fills_in_forms and (forms := forms_of(exchange, cards.values())):
        return task.shown("input_required", input_requests=forms)
    if found.cards:
        told["cards"] = [one | {"became": cards[one["id"]].state} for one in told["cards"] if one["id"] in cards]
    return task.shown("completed", result=success(told).model_dump(mode="json", by_alias=True, exclude_none=True))


def update(exchange: Exchange, params: UpdateParams) -> types.EmptyResult:
    """Carry out or put aside the cards that the task asks about, as the client's user says; ignores other answers.

    A form that was closed puts its card aside, too: a task must not ask the same again.
    """
    task = _own(exchange, params, READ)
    found = _found(exchange.caller, task)
    named = () if isinstance(found, Task) else found.cards or ()
    cards = cards_of(exchange.caller, task.project_id, [one.id for one in named])
    do = partial(outcome, exchange=exchange)
    for key in forms_of(exchange, cards.values()):
        answer = params.input_responses.get(key)
        if isinstance(answer, types.ElicitResult):
            said = {"action": "decline"} if answer.action == "cancel" else answer.model_dump(mode="json")
            exchange.person.answers[key] = said
            settle(OfCard(project_id=task.project_id, card_id=key), said, do)
    return types.EmptyResult(result_type="complete")


def cancel(exchange: Exchange, params: TaskParams) -> types.EmptyResult:
    """Take the task's question to the CEO back if the CEO has not begun on it; else the answer still comes.

    For a question to the assistant, no answer is awaited any more. Tokens that a model has used by then are counted.
    """
    task = _own(exchange, params, ASK_SCOPES)
    if task.project_id is None:
        assistant_service().cancel(exchange.caller.account_id, int(task.within))
        return types.EmptyResult(result_type="complete")
    with suppress(NotFound, TakenUp):
        agent_service().withdraw(exchange.caller, task.project_id, task.question)
    return types.EmptyResult(result_type="complete")


type TaskMethod = Callable[[Exchange, Any], types.Result]
METHODS: Mapping[str, tuple[type[TaskParams], TaskMethod]] = {
    "tasks/get": (TaskParams, get),
    "tasks/update": (UpdateParams, update),
    "tasks/cancel": (TaskParams, cancel),
}


def exchange_with(context: Context, params: TaskParams) -> Exchange:
    """The exchange of a request about a task. Raises `MCPError` for a client without tasks or a wrong Mcp-Name."""
    if context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        raise MCPError(types.METHOD_NOT_FOUND, "There is no such method.")
    exchange = exchange_of(context)
    exchange.person = Person.of(context, params)
    if not exchange.person.takes_tasks:
        needed: dict[str, Any] = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "Tasks are needed.", needed)
    if context.request is None or decode_header_value(context.request.headers.get(MCP_NAME_HEADER)) != params.task_id:
        raise MCPError(types.HEADER_MISMATCH, "Mcp-Name is not the task's id.")
    return exchange


def _own(exchange: Exchange, params: TaskParams, scopes: tuple[str, ...]) -> AskedTask:
    """The caller's task. Raises `NoSuchTask`, `NotFound`, `MissingScope`; `scopes` are for questions to the CEO."""
    task = AskedTask.named(exchange.caller, params.task_id, utc_now())
    if task.project_id is None:
        require_allowed(exchange.caller, ask_pa)
    else:
        exchange.caller.require_any_scope(scopes)
        exchange.caller.require_project(task.project_id)
    return task


def _found(caller: Caller, task: AskedTask) -> Asked | Told | Task:
    """The answer, or the task as it stands without one: cancelled, where the question to the CEO was taken back."""
    if task.project_id is None:
        asked = assistant_service().find_asked(caller.account_id, int(task.within))
        if asked is None:
            raise NoSuchTask
        if asked.thinking is None:
            return told_of(asked.answer)
        return task.shown(asked.thinking, (asked.progress or _READS) if asked.thinking == "working" else None)
    question = conversation_reader().find_message(OwnedProject(caller.account_id, task.project_id), task.question)
    if question is None:
        return task.shown("cancelled")
    waits = question.run_status is RunStatus.QUEUED
    doing = _WAITS if waits else question.progress or _WORKS
    return answered(caller, task.project_id, task.question, wait_seconds=0) or task.shown("working", doing)
