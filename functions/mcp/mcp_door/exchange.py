"""Notes about one request to the MCP door. The protocol library hands them to each of our callbacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from mcp.server.context import ServerRequestContext

from common.caller import Caller, Origin
from common.errors import DomainError
from common.problems import to_problem
from mcp_door.asking_back import Person

SCOPE_KEY = "atrium.exchange"


@dataclass(slots=True)
class Exchange:
    """Who sent the request, and what came of it.

    Attributes:
        caller: the caller that the authorizer found.
        origin: where the request came from.
        lambda_context: tells how much time is left for a call with an idempotency key.
        method: the JSON-RPC method, if it is one that the protocol knows.
        tool: the name of the tool that was called, if there is such a tool.
        status: the status that REST would have answered; over HTTP a tool's refusal is a 200.
        code: the code of the error that REST would have answered; empty if the request was not refused.
        read_only: whether the client asked for a connection that only reads (`?readonly=1`).
        done: whether one of our callbacks gave a result; every other answer is the library's, or a refusal.
        words: the text with which one of our callbacks refused; None if none did.
        person: the client's user.
    """

    caller: Caller
    origin: Origin
    lambda_context: Any
    method: str | None = None
    tool: str | None = None
    status: int = HTTPStatus.OK
    code: str = ""
    read_only: bool = False
    done: bool = False
    words: str | None = None
    person: Person = field(default_factory=Person)

    def refuse(self, error: DomainError) -> None:
        """Note the status and the code that REST would have answered to this error."""
        self.status, self.code = to_problem(error).status, error.code


def exchange_of(context: ServerRequestContext[Any, Any]) -> Exchange:
    """The exchange that the door gave to the library with this request."""
    assert context.request is not None  # noqa: S101 - over HTTP there is one
    exchange: Exchange = context.request.scope[SCOPE_KEY]
    return exchange
