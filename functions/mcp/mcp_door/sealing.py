"""Seals `requestState`, which the client keeps between two rounds of a call, and opens it in the next round.

The library does the sealing. A state is good for an hour, for the same caller, tool and arguments.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError

from common.errors import InvalidRequest
from common.settings import settings
from mcp_door.exchange import exchange_of

LASTS_SECONDS = 60 * 60
_REFUSED = {"reason": "invalid_request_state"}


class StateNotOurs(InvalidRequest):
    """The state was changed, is more than an hour old, or belongs to another caller or call."""

    default_message = "This requestState is not of this call, or its hour is over. Call again without it."


async def seal(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware: opens the state that a call brings, and seals what its result keeps. Raises `StateNotOurs`."""
    try:
        return await _boundary()(ctx, call_next)
    except MCPError as error:
        if error.data == _REFUSED:
            raise StateNotOurs from error
        raise


@cache
def _boundary() -> RequestStateBoundary:
    security = RequestStateSecurity(
        keys=[settings.counters_key],  # the stack's id, which no client sees (ADR 31)
        ttl=LASTS_SECONDS,
        bind_principal=lambda context: exchange_of(context).caller.identity,
    )
    return RequestStateBoundary(security, default_audience=None)
