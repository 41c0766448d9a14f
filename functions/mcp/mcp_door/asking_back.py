"""Asks the client's user during a call: the result holds the questions, and the client calls again with the answers.

Protocol version 2026-07-28 names this multi round-trip requests. In older versions a server asks on an event stream,
which we do not have: there, and for a client that can't ask, a call answers without asking anybody.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import mcp_types as types
from mcp.server.context import HandlerResult, ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from common.envelope import RequestModel
from domain.schedules import ScheduleUnclearError
from mcp_door.lenient_arguments import read_as

TASKS = "io.modelcontextprotocol/tasks"

Context = ServerRequestContext[Any, Any]
Answer = Mapping[str, Any]


class Interim(Exception):
    """Ends a call without the tool's result: `result` tells the client what to do first, such as asking its user."""

    def __init__(self, result: HandlerResult) -> None:
        super().__init__()
        self.result = result


class Declined(Exception):
    """The client's user said no, so nothing is done."""


@dataclass(slots=True)
class Person:
    """The client's user, as far as the client can ask them.

    Attributes:
        capabilities: what the client can do; None before protocol version 2026-07-28.
        answers: the user's answers in this call, by the key of the question; only to questions that this call asked.
        kept: what this call had found before it asked.
    """

    capabilities: types.ClientCapabilities | None = None
    answers: dict[str, Any] = field(default_factory=dict)
    kept: dict[str, Any] | None = None

    @classmethod
    def of(cls, context: Context, params: types.RequestParams) -> Person:
        """The user of a request; `sealing.seal` has opened the request's state already."""
        modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
        person = cls(context.session.client_capabilities if modern else None)
        if isinstance(params, types.InputResponseRequestParams) and params.request_state:
            state, sent = json.loads(params.request_state), params.input_responses or {}
            now = {key: sent[key].model_dump(mode="json") for key in state["asked"] if key in sent}
            person.answers, person.kept = state["answers"] | now, state["kept"]
        return person

    @property
    def fills_in_forms(self) -> bool:
        """Whether the client has its user fill in forms; a client that names no kind of elicitation does, too."""
        asks = self.capabilities.elicitation if self.capabilities else None
        return asks is not None and (asks.form is not None or asks.url is None)

    @property
    def takes_tasks(self) -> bool:
        """Whether the client accepts a task instead of a result."""
        return self.capabilities is not None and TASKS in (self.capabilities.extensions or {})

    def can(self, request: types.InputRequest) -> bool:
        """Whether the client says that it can put this request to its user."""
        if self.capabilities is None:
            return False
        match request:
            case types.ElicitRequest(params=types.ElicitRequestURLParams()):
                return self.capabilities.elicitation is not None and self.capabilities.elicitation.url is not None
            case types.ElicitRequest():
                return self.fills_in_forms
            case types.CreateMessageRequest():
                return self.capabilities.sampling is not None
        return self.capabilities.roots is not None

    def ask(self, requests: types.InputRequests, keep: dict[str, Any] | None = None) -> Mapping[str, Answer]:
        """The answers to those of `requests` that the client can put to its user; the others are left out.

        Raises `Interim` until each is answered. `keep`: what the next round needs of this one.
        """
        asked = {key: one for key, one in requests.items() if self.can(one)}
        missing = {key: one for key, one in asked.items() if key not in self.answers}
        if missing:
            state = {"asked": [*missing], "answers": self.answers, "kept": keep}
            raise Interim(types.InputRequiredResult(input_requests=missing, request_state=json.dumps(state)))
        return {key: self.answers[key] for key in asked}

    def fill_in(self, key: str, request: types.ElicitRequest) -> Answer | None:
        """What the user filled in; None where the client has no forms. Raises `Declined`, `Interim`."""
        answer = self.ask({key: request}).get(key)
        if answer is None:
            return None
        if answer.get("action") != "accept":
            raise Declined
        return answer.get("content") or {}

    def confirm(self, key: str, message: str) -> None:
        """Return when the user says yes, or the client can't ask. Raises `Declined`, `Interim`."""
        said = self.fill_in(key, yes_or_no(message))
        if said is not None and said.get("yes") is not True:
            raise Declined


def form(message: str, properties: Mapping[str, Any], optional: frozenset[str] = frozenset()) -> types.ElicitRequest:
    """A form with the fields `properties`, in the protocol's part of JSON Schema; all but `optional` are required."""
    required = [name for name in properties if name not in optional]
    schema = {"type": "object", "properties": dict(properties), "required": required}
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))


def yes_or_no(message: str) -> types.ElicitRequest:
    """A form that asks `message`, with one box to tick: “Yes, do it”."""
    return form(message, {"yes": {"type": "boolean", "title": "Yes, do it"}})


def says_yes(answer: Answer) -> bool:
    """Whether this answer to `yes_or_no` is a yes."""
    return answer.get("action") == "accept" and (answer.get("content") or {}).get("yes") is True


def asking_when[A: RequestModel, T](person: Person, arguments: A, name: str, do: Callable[[A], T]) -> T:
    """The result of `do`. Where the words for a time are unclear, ask the user for others and run `do` again.

    `name` is the argument with those words. Raises what `do` raises, `Declined`, `Interim`.
    """
    try:
        return do(arguments)
    except ScheduleUnclearError as unclear:
        near = {"default": unclear.suggestion["when"]} if unclear.suggestion else {}
        said = person.fill_in(name, form(unclear.message, {name: {"type": "string", "title": "When"} | near}))
        if said is None:
            raise
        return do(filled_in(arguments, {name: said.get(name)}))


def filled_in[A: RequestModel](arguments: A, said: Answer) -> A:
    """The arguments, overwritten by what the client's user filled in. Raises `InvalidRequest` if that is not valid."""
    return read_as(type(arguments), arguments.model_dump(by_alias=True, exclude_unset=True) | dict(said))
