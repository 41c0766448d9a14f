"""One request of a function to AWS, as the proxy between them sees it, and what may be done to it."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_SCOPE = re.compile(r"Credential=[^/]+/[^/]+/[^/]+/(?P<service>[^/]+)/aws4_request")


class Fault(enum.Enum):
    """What happens to a request."""

    NONE = enum.auto()
    """Passed on, and its answer back."""
    ERROR = enum.auto()
    """Not passed on; the service's own error of a bad day comes back."""
    BREAK = enum.auto()
    """Not passed on; the connection ends without an answer."""
    LOSE = enum.auto()
    """Passed on and done; the connection ends without the answer."""
    HOLD = enum.auto()
    """Not passed on, and kept waiting until the proxy lets go; then as BREAK."""
    HOLD_ANSWER = enum.auto()
    """Passed on and done, its answer kept back until the proxy lets go; then as LOSE."""


@dataclass(frozen=True, slots=True)
class AwsCall:
    """A signed request.

    Attributes:
        service: as its signature names it: dynamodb, sqs, kms, scheduler.
        operation: of a JSON protocol, such as PutItem; method and path elsewhere.
        invocation: the same for all attempts of one SDK call.
        body: as sent.
    """

    service: str
    operation: str
    invocation: str
    body: bytes

    @classmethod
    def of(cls, method: str, path: str, headers: Mapping[str, str], body: bytes) -> AwsCall:
        """Read a request; `headers` look names up whatever their case."""
        scope = _SCOPE.search(headers.get("Authorization") or "")
        target = headers.get("X-Amz-Target") or ""
        return cls(
            service=scope["service"] if scope else "",
            operation=target.rpartition(".")[2] or f"{method} {path}",
            invocation=headers.get("amz-sdk-invocation-id") or "",
            body=body,
        )

    @property
    def content(self) -> Mapping[str, Any]:
        """The decoded body; empty when it is no JSON object."""
        try:
            content = json.loads(self.body or b"{}")
        except ValueError:
            return {}
        return content if isinstance(content, dict) else {}

    def updates(self) -> Iterable[Mapping[str, Any]]:
        """The updates of a DynamoDB transaction."""
        if self.operation != "TransactWriteItems":
            return ()
        return (write["Update"] for write in self.content.get("TransactItems", ()) if "Update" in write)


Rule = Callable[[AwsCall], Fault]


def pass_on(_call: AwsCall) -> Fault:
    """No fault at all."""
    return Fault.NONE
