"""One request on its way through the protocol library, which hands it back to us in every callback."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from common.caller import Caller

SCOPE_KEY = "atrium.exchange"


@dataclass(slots=True)
class Exchange:
    """Who asks, and what became of it.

    Attributes:
        caller: whom the authorizer found.
        lambda_context: its remaining time bounds a call that is done once.
        method: of the JSON-RPC request, once one of ours was reached.
        tool: the name of a known tool that was called.
        status: what REST would have answered; a tool's refusal travels as HTTP 200.
    """

    caller: Caller
    lambda_context: Any
    method: str | None = None
    tool: str | None = None
    status: int = HTTPStatus.OK
