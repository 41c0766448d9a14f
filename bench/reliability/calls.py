"""A function's request to AWS, as the fault proxy between them sees it, and the faults that can befall it."""

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
    """The proxy passes it on and returns the answer."""
    ERROR = enum.auto()
    """The proxy does not pass it on and answers with an error that the real service gives when it is overloaded."""
    BREAK = enum.auto()
    """The proxy does not pass it on and closes the connection without an answer."""
    LOSE = enum.auto()
    """The proxy passes it on, so it is carried out, and closes the connection without returning the answer."""
    HOLD = enum.auto()
    """The proxy keeps it waiting until `FaultProxy.let_go`, then does the same as for BREAK."""
    HOLD_ANSWER = enum.auto()
    """The proxy passes it on and keeps the answer until `FaultProxy.let_go`, then does the same as for LOSE."""


@dataclass(frozen=True, slots=True)
class AwsCall:
    """A signed request.

    Attributes:
        service: the service that its signature names: dynamodb, sqs, kms, scheduler.
        operation: its name in a JSON protocol, such as PutItem; for other protocols method and path.
        invocation: the SDK's id of the call, which all attempts of the call share.
        body: the bytes that were sent.
    """

    service: str
    operation: str
    invocation: str
    body: bytes

    @classmethod
    def of(cls, method: str, path: str, headers: Mapping[str, str], body: bytes) -> AwsCall:
        """Read a request. `headers` must find names in any case; what a request does not have becomes an empty text."""
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
        """The updates of a DynamoDB transaction; empty for any other call."""
        if self.operation != "TransactWriteItems":
            return ()
        return (write["Update"] for write in self.content.get("TransactItems", ()) if "Update" in write)

    def puts(self) -> Iterable[Mapping[str, Any]]:
        """The rows that a DynamoDB transaction puts; empty for any other call."""
        if self.operation != "TransactWriteItems":
            return ()
        return (write["Put"]["Item"] for write in self.content.get("TransactItems", ()) if "Put" in write)


Rule = Callable[[AwsCall], Fault]


def pass_on(_call: AwsCall) -> Fault:
    """The rule that makes no call fail."""
    return Fault.NONE
