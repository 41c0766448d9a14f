"""The caller of a request, as the authorizer found it, and what that caller may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from common.errors import Forbidden, MissingScope


@dataclass(frozen=True, slots=True)
class Caller:
    """An account, acting through an API key or a signed-in user's session.

    `principal_id` is the key's id or the user's; `session_hash` is set for sessions only.
    """

    account_id: str
    kind: Literal["api_key", "session"]
    principal_id: str
    scopes: frozenset[str]
    session_hash: str | None = None

    def require_any_scope(self, scopes: tuple[str, ...]) -> None:
        """Raise `MissingScope`, naming the first of `scopes`, unless the caller holds one of them."""
        if scopes and self.scopes.isdisjoint(scopes):
            raise MissingScope(scopes[0])

    def require_session(self) -> None:
        """Raise `Forbidden` for an API key: keys and accounts are managed by people (interface 4.1)."""
        if self.kind != "session":
            raise Forbidden("This endpoint needs a dashboard session")

    def to_context(self) -> dict[str, str]:
        """The context in which the authorizer passes the caller on; API Gateway takes strings only, no lists."""
        context = {
            "account_id": self.account_id,
            "kind": self.kind,
            "principal_id": self.principal_id,
            "scopes": " ".join(sorted(self.scopes)),
        }
        return context | ({"session_hash": self.session_hash} if self.session_hash else {})

    @classmethod
    def from_context(cls, context: Mapping[str, Any]) -> Caller:
        """The inverse of `to_context`, from `requestContext.authorizer`."""
        return cls(
            account_id=context["account_id"],
            kind=context["kind"],
            principal_id=context["principal_id"],
            scopes=frozenset(context["scopes"].split()),
            session_hash=context.get("session_hash"),
        )
