"""The caller of a request, as the authorizer found it, and what that caller may do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal, Self, cast

from common.clock import from_iso, to_iso
from common.errors import Forbidden, MissingScope, NotFound, StepUpRequired
from common.services import frozen

FRESH = timedelta(minutes=10)
"""For how long after a proof of who the user is a session may do what opens the account to others."""
RECENT = timedelta(hours=1)
"""For how long after such a proof a session may decide, deposit and delete. The session itself lasts for weeks."""

CallerKind = Literal["api_key", "connection", "session"]
_DEVICE_LENGTH = 200
_TURNED_AWAY = "turned_away"


@frozen
class Origin:
    """Where a request came from.

    Attributes:
        address: the client's IP address as the gateway saw it. It comes from no header, as anybody can write one.
        device: the header `User-Agent`, cut to 200 printable characters; empty when the client sent none.
        request_id: the request's id, as in the answer's `X-Request-Id`.
    """

    address: str
    device: str
    request_id: str

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Self:
        """The origin of a request, read from the event that API Gateway gives to a door or to the authorizer."""
        context = event["requestContext"]
        agents = (value for name, value in (event.get("headers") or {}).items() if name.lower() == "user-agent")
        device = "".join(char for char in next(agents, "") if char.isprintable())[:_DEVICE_LENGTH]
        return cls(context.get("identity", {}).get("sourceIp") or "", device, context.get("requestId", ""))


@frozen
class Caller:
    """An account, acting through an API key, a connected program (`/mcp` only) or a signed-in user's session.

    `principal_id` is the id of the key, connection or user; `session_hash` and `proved_at` are set for sessions only.
    `proved_at` is when the user last proved who they are: by signing in, or by a step-up. `project_ids` are the
    projects that an API key is limited to; None for a caller who may see all projects of the account. `closing`: the
    account is being deleted, and only routes with `while_closing` serve the session. `name` is what the account calls
    the key or program; people have none here.
    """

    account_id: str
    kind: CallerKind
    principal_id: str
    scopes: frozenset[str]
    session_hash: str | None = None
    proved_at: datetime | None = None
    project_ids: frozenset[str] | None = None
    closing: bool = False
    name: str | None = None

    def reaches(self, project_id: str | None) -> bool:
        """Whether the caller may see this project; for None, whether they may see the account as a whole."""
        return self.project_ids is None or project_id in self.project_ids

    def require_project(self, project_id: str | None) -> None:
        """Raise `NotFound` for a project that the caller may not see, as for one that does not exist."""
        if not self.reaches(project_id):
            raise NotFound("No such project.")

    @property
    def identity(self) -> str:
        """A text that tells callers apart. A key whose projects change is another caller from then on."""
        known = f"{self.account_id} {self.principal_id}"
        return known if self.project_ids is None else f"{known} {','.join(sorted(self.project_ids))}"

    def require_any_scope(self, scopes: tuple[str, ...]) -> None:
        """Raise `MissingScope` for the first of `scopes` if the caller has none of them. No `scopes`: all may pass."""
        if scopes and self.scopes.isdisjoint(scopes):
            raise MissingScope(scopes[0])

    def require_session(self) -> None:
        """Raise `Forbidden` unless a signed-in user calls: people manage keys and accounts (interface 4.1)."""
        if self.kind != "session":
            raise Forbidden("Sign in to the dashboard to do this: an API key cannot")

    def require_fresh(self, now: datetime) -> None:
        """Raise `Forbidden` unless a user calls; `StepUpRequired` if their last proof is ten minutes old or older."""
        self.require_session()
        self._require_proof(now - FRESH)

    def require_recent(self, now: datetime) -> None:
        """Raise `StepUpRequired` for a session whose user last proved who they are an hour ago or longer.

        A key has no proof to renew: what it may do is decided when it is made.
        """
        if self.kind == "session":
            self._require_proof(now - RECENT)

    def _require_proof(self, after: datetime) -> None:
        if self.proved_at is None or self.proved_at <= after:
            raise StepUpRequired

    def to_context(self) -> dict[str, str]:
        """The context in which the authorizer passes the caller on; API Gateway takes strings only, no lists."""
        context = {
            "account_id": self.account_id,
            "kind": self.kind,
            "principal_id": self.principal_id,
            "scopes": " ".join(sorted(self.scopes)),
        }
        if self.session_hash:
            context["session_hash"] = self.session_hash
        if self.proved_at:
            context["proved_at"] = to_iso(self.proved_at)
        if self.project_ids is not None:
            context["project_ids"] = " ".join(sorted(self.project_ids))
        if self.closing:
            context["closing"] = "true"
        if self.name:
            context["name"] = self.name
        return context

    @classmethod
    def from_context(cls, context: Mapping[str, Any]) -> Caller:
        """The inverse of `to_context`, from `requestContext.authorizer`."""
        return cls(
            account_id=context["account_id"],
            kind=context["kind"],
            principal_id=context["principal_id"],
            scopes=frozenset(context["scopes"].split()),
            session_hash=context.get("session_hash"),
            proved_at=from_iso(context["proved_at"]) if "proved_at" in context else None,
            project_ids=frozenset(context["project_ids"].split()) if "project_ids" in context else None,
            closing="closing" in context,
            name=context.get("name"),
        )


@frozen
class TurnedAway:
    """Somebody whom the authorizer recognised and did not let in: over a limit, at another address, with an ended key.

    It is no caller and may do nothing. It says in whose log the refusal is noted.
    """

    account_id: str
    kind: CallerKind
    principal_id: str

    def to_context(self) -> dict[str, str]:
        """The context in which the authorizer passes this on; it shares no name with a caller's context."""
        return {_TURNED_AWAY: f"{self.account_id} {self.kind} {self.principal_id}"}

    @classmethod
    def from_context(cls, context: Mapping[str, Any]) -> TurnedAway | None:
        """The inverse of `to_context`; None where nobody was recognised."""
        if _TURNED_AWAY not in context:
            return None
        account_id, kind, principal_id = context[_TURNED_AWAY].split(" ")
        return cls(account_id, cast("CallerKind", kind), principal_id)
