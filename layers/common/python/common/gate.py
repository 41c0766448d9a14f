"""The checks of every request before its handler runs, in this order: caller, scope, origin, size, JSON, project."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field
from typing import Any

from common.caller import Caller, Origin, TurnedAway
from common.clock import utc_now
from common.errors import (
    AccountClosing,
    AddressNotAllowed,
    FieldProblem,
    Forbidden,
    InvalidRequest,
    KeyLimitedToProjects,
    PayloadTooLarge,
    TooManyRequests,
    Unauthenticated,
    Unavailable,
    UnsupportedMediaType,
    plain_name,
)
from common.json_text import NotJson, read_json
from common.services import frozen

JSON_MEDIA_TYPE = "application/json"
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
KIB = 1024
_RATE_LIMIT = {"rate_limit_policy": "RateLimit-Policy", "rate_limit": "RateLimit"}


@frozen
class Access:
    """Who may use a route, and how large a request may be.

    Attributes:
        scopes: one of these is enough; empty means every caller.
        session_only: the route refuses API keys.
        step_up: the route wants a session whose user proved who they are within the last ten minutes.
        recent_proof: the route wants such a proof within the last hour from a session; keys need none.
        connections: the route serves programs that were connected by signing in, too; only `/mcp` does.
        while_closing: the route serves sessions of an account that is being deleted, too.
        public: the route needs no caller.
        max_body_bytes: the largest body that the route takes, as sent.
        any_media_type: the route reads no body, so a body need not be JSON.
        project: the path's variable part that names a project. The gate answers 404 when the caller may not see it.
        narrows: the handler itself keeps to the projects that the caller may see, or shows none. A route that neither
            names a project in its path nor narrows refuses API keys that are limited to projects.
    """

    scopes: tuple[str, ...] = ()
    session_only: bool = False
    step_up: bool = False
    recent_proof: bool = False
    connections: bool = False
    while_closing: bool = False
    public: bool = False
    max_body_bytes: int = 64 * KIB
    any_media_type: bool = False
    project: str = "project_id"
    narrows: bool = False


@frozen
class HttpRequest:
    """An API Gateway proxy event. We keep header names in lower case, because clients differ in how they write them.

    From the authorizer: `limited_seconds` is how long the caller must wait; `rate_limit` has headers about their limit;
    `nth` counts their requests in this hour, with this one (None: uncounted); `caller_unavailable`: it could not look
    them up; `address_refused`: their key forbids their address; `turned_away`: whom it recognised and did not let in.
    """

    method: str
    resource: str
    path: str
    request_id: str
    headers: Mapping[str, str]
    body: bytes
    caller: Caller | None
    caller_unavailable: bool
    limited_seconds: int | None
    rate_limit: Mapping[str, str]
    nth: int | None
    address_refused: bool
    origin: Origin
    turned_away: TurnedAway | None
    raw: Mapping[str, Any] = field(repr=False)

    @classmethod
    def from_event(cls, event: Mapping[str, Any]) -> HttpRequest:
        """Read an event; `resource` is the route's template, such as `/projects/{project_id}`."""
        body = event.get("body") or ""
        context = event["requestContext"]
        identity = context.get("authorizer") or {}
        return cls(
            method=event["httpMethod"],
            resource=event["resource"],
            path=event["path"],
            request_id=context.get("requestId", ""),
            headers={name.lower(): value for name, value in (event.get("headers") or {}).items()},
            body=base64.b64decode(body) if event.get("isBase64Encoded") else body.encode(errors="surrogatepass"),
            caller=Caller.from_context(identity) if "account_id" in identity else None,
            caller_unavailable="unavailable" in identity,
            limited_seconds=int(identity["limited"]) if "limited" in identity else None,
            rate_limit={header: identity[name] for name, header in _RATE_LIMIT.items() if name in identity},
            nth=int(identity["nth"]) if "nth" in identity else None,
            address_refused="address_refused" in identity,
            origin=Origin.of(event),
            turned_away=TurnedAway.from_context(identity),
            raw=event,
        )


def admit(request: HttpRequest, access: Access) -> None:
    """Check a request; returns when the route's handler may run.

    Raises, in this order: what `admit_caller` raises, `Forbidden` for a page of another site, `PayloadTooLarge`,
    `UnsupportedMediaType`, `InvalidRequest`, `NotFound`.
    """
    if not access.public:
        admit_caller(request, access)
    if request.method not in _READING:
        _require_same_origin(request.headers)
    if len(request.body) > access.max_body_bytes:
        raise PayloadTooLarge(f"The body may have at most {access.max_body_bytes} bytes.")
    if request.body and request.method not in _READING and not access.any_media_type:
        _require_json(request)
    if request.caller is not None and _names_project(request, access):
        request.caller.require_project((request.raw.get("pathParameters") or {}).get(access.project))


def require_known_query(query: Mapping[str, Sequence[str]], known: AbstractSet[str]) -> None:
    """Raise `InvalidRequest` for a parameter that the route does not know, or that is given twice.

    A caller who misspells a filter would else get everything, and take it for what they asked for.
    """
    unknown = [FieldProblem(plain_name(name), "There is no such parameter.") for name in query if name not in known]
    repeated = [FieldProblem(name, "Give this only once.") for name in query if name in known and len(query[name]) > 1]
    if problems := (*unknown, *repeated):
        raise InvalidRequest(problems=problems)


def admit_caller(request: HttpRequest, access: Access) -> Caller:
    """The request's caller, who may use a route with this `access`.

    Raises, in this order: `Unavailable`, `TooManyRequests`, `AddressNotAllowed`, `Unauthenticated`, `AccountClosing`,
    `Forbidden`, `MissingScope`, `KeyLimitedToProjects`, `StepUpRequired`.
    """
    if request.caller_unavailable:
        raise Unavailable
    if (seconds := request.limited_seconds) is not None:
        raise TooManyRequests(retry_after_seconds=seconds)
    if request.address_refused:
        raise AddressNotAllowed
    caller = request.caller
    # Defence in depth: the authorizer, too, refuses a connection's token anywhere but at `/mcp`.
    if caller is None or (caller.kind == "connection" and not access.connections):
        raise Unauthenticated
    if caller.closing and not access.while_closing:
        raise AccountClosing
    if access.session_only:
        caller.require_session()
    caller.require_any_scope(access.scopes)
    if caller.project_ids is not None and not access.narrows and not _names_project(request, access):
        raise KeyLimitedToProjects
    if access.step_up:
        caller.require_fresh(utc_now())
    if access.recent_proof:
        caller.require_recent(utc_now())
    return caller


def _names_project(request: HttpRequest, access: Access) -> bool:
    return f"{{{access.project}}}" in request.resource


def is_our_origin(headers: Mapping[str, str]) -> bool:
    """Whether a page of this host sent the request, or no page at all. Header names must be in lower case."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def _require_same_origin(headers: Mapping[str, str]) -> None:
    """Refuse a request that a browser sends for a page of another site.

    A browser names the origin and adds the session's cookie by itself. A program names no origin and adds no cookie by
    itself; and no page can make a browser send our `Authorization` header.
    """
    site = headers.get("sec-fetch-site")
    same = is_our_origin(headers) if site is None else site in {"same-origin", "none"}
    if not same and "authorization" not in headers:
        raise Forbidden("Requests from other sites are not allowed")


def _require_json(request: HttpRequest) -> None:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != JSON_MEDIA_TYPE:
        raise UnsupportedMediaType
    try:
        body = read_json(request.body)
    except NotJson as error:
        raise InvalidRequest.of("body", error.message) from error
    if body is not None and not isinstance(body, dict):  # the resolver takes a list for an optional body that is absent
        raise InvalidRequest.of("body", "Must be a JSON object.")
