"""Connecting by signing in: OAuth's endpoints, which programs call, and the dashboard's routes for the customer.

OAuth's endpoints take forms, answer as their standards say, and read no cookie. The dashboard's routes answer in the
envelope, as all doors do, to the caller that the authorizer found.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from html import escape
from typing import Annotated, Any
from urllib.parse import parse_qsl

from common.envelope import STANDING_HEADERS, Envelope
from common.errors import DomainError
from common.gate import KIB, Access, HttpRequest
from common.http import CurrentCaller, CurrentOrigin, Door, Path
from common.json_text import NotJson, read_json
from common.problems import to_problem
from common.telemetry import logger
from domain.connections.authorizing import authorizing, require_resource
from domain.connections.clients import clients
from domain.connections.consent import consent
from domain.connections.devices import devices
from domain.connections.errors import NoSafeRedirect, OAuthError
from domain.connections.granting import granting
from domain.connections.metadata import authorization_server, protected_resource
from domain.connections.models import (
    ConnectDecided,
    ConnectionList,
    ConnectionRevoked,
    ConnectionsRevoked,
    ConnectRequestView,
    DecideConnect,
    FindConnect,
)
from domain.connections.redirects import shown_host
from domain.connections.service import connection_service
from domain.usage.service import note_request

door = Door("oauth", after_request=note_request)
SESSION = Access(session_only=True)
RECENT = Access(session_only=True, recent_proof=True)
MAX_BODY_BYTES = 16 * KIB
MAX_FIELDS = 20
FORM_TYPE, JSON_TYPE, HTML_TYPE = "application/x-www-form-urlencoded", "application/json", "text/html; charset=utf-8"
PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
OFF = OAuthError("not_found", "Connecting by signing in is not set up here; use an API key.", status=404)
Answer = dict[str, Any]
ConnectId = Annotated[str, Path(max_length=64)]
ConnectionId = Annotated[str, Path(max_length=64)]


@door.route("GET", "/api/oauth/requests/{connect_id}", SESSION)
def get_connect_request(
    connect_id: ConnectId, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ConnectRequestView]:
    """Who asks, and for what. From now on the request is this session's alone. It is good for ten minutes."""
    return Envelope(data=consent().describe(caller, connect_id, origin))


@door.route("POST", "/api/oauth/requests", SESSION, example={"user_code": "BCDF-GHJK"})
def find_connect_request(
    body: FindConnect, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ConnectRequestView]:
    """Find a device's request by its code. It becomes this session's."""
    return Envelope(data=consent().find(caller, body.user_code, origin))


@door.route(
    "POST",
    "/api/oauth/requests/{connect_id}",
    SESSION,
    example={"allow": True, "scopes": ["projects:read", "agents:read", "agents:write", "pa:access"]},
)
def decide_connect_request(
    connect_id: ConnectId, body: DecideConnect, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ConnectDecided]:
    """Only once. Allowing takes a fresh proof that it is you, and grants what was asked for and ticked."""
    return Envelope(data=consent().decide(caller, connect_id, body, origin))


@door.route("GET", "/api/account/connections", SESSION)
def list_connections(caller: CurrentCaller) -> Envelope[ConnectionList]:
    """Newest first."""
    return Envelope(data=connection_service().list_standing(caller.account_id))


@door.route("DELETE", "/api/account/connections", RECENT)
def revoke_connections(caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[ConnectionsRevoked]:
    """Revoke all connections. `revoked` says how many."""
    return Envelope(data=connection_service().revoke_all(caller, origin))


@door.route("DELETE", "/api/account/connections/{connection_id}", RECENT)
def revoke_connection(
    connection_id: ConnectionId, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ConnectionRevoked]:
    """Takes effect with the program's next request."""
    return Envelope(data=connection_service().revoke(caller, connection_id, origin))


def lambda_handler(event: Mapping[str, Any], context: Any) -> Answer:
    endpoint = ENDPOINTS.get((event["httpMethod"], event["resource"]))
    if endpoint is None:
        return door(event, context)
    started = time.perf_counter()
    request = HttpRequest.from_event(event)
    answer = _answer(endpoint, request)
    answer["headers"] = {**STANDING_HEADERS, "X-Request-Id": request.request_id, **answer["headers"]}
    logger.info(
        "request",
        request_id=request.request_id,
        route=f"{request.method} {request.resource}",
        status=answer["statusCode"],
        milliseconds=round((time.perf_counter() - started) * 1000, 1),
    )
    return answer


def _answer(endpoint: Callable[[HttpRequest, str], Answer], request: HttpRequest) -> Answer:
    try:
        server = authorizing()
        return _refusal(OFF) if server is None else endpoint(request, server.issuer)
    except OAuthError as error:
        return _refusal(error)
    except DomainError as error:
        problem = to_problem(error)
        code = "temporarily_unavailable" if problem.status in {409, 429, 503} else "invalid_request"
        status = 503 if problem.status == 409 else problem.status  # noqa: PLR2004 - another request was faster each time
        return _refusal(OAuthError(code, error.message, status=status))
    except Exception:  # noqa: BLE001 - a defect: the caller gets an answer, the log gets the traceback
        logger.exception("request_failed", request_id=request.request_id)
        return _refusal(OAuthError("server_error", "Something went wrong on our side.", status=500))


def describe_resource(_request: HttpRequest, issuer: str) -> Answer:
    return _json(200, protected_resource(issuer))


def describe_server(_request: HttpRequest, issuer: str) -> Answer:
    return _json(200, authorization_server(issuer))


def authorize(request: HttpRequest, _issuer: str) -> Answer:
    server = authorizing()
    assert server is not None  # noqa: S101 - `_answer` has asked
    query = request.raw.get("multiValueQueryStringParameters") or {}
    try:
        location = server.begin(query, request.origin.address)
    except NoSafeRedirect as error:
        return _page(error.status, str(error), _way_back(error))
    except DomainError as error:
        problem = to_problem(error)
        return _page(problem.status, error.message)
    return _sent(302, {"Location": location, "Referrer-Policy": "no-referrer"}, "")


def register(request: HttpRequest, _issuer: str) -> Answer:
    _require(request, JSON_TYPE)
    try:
        wanted = read_json(request.body)
    except NotJson as error:
        raise OAuthError("invalid_client_metadata", error.message) from error
    if not isinstance(wanted, dict):
        raise OAuthError("invalid_client_metadata", "The body is a JSON object.")
    return _json(201, clients().register(wanted, request.origin.address))


def begin_device(request: HttpRequest, issuer: str) -> Answer:
    authorization = request.headers.get("authorization")
    return _json(200, devices().begin(_form(request, issuer), authorization, request.origin, issuer))


def token(request: HttpRequest, issuer: str) -> Answer:
    form = _form(request, issuer)
    return _json(200, granting(issuer).token(form, request.headers.get("authorization"), request.origin))


def revoke(request: HttpRequest, issuer: str) -> Answer:
    granting(issuer).revoke(_form(request, issuer), request.headers.get("authorization"), request.origin)
    return _sent(200, {}, "")


ENDPOINTS: Mapping[tuple[str, str], Callable[[HttpRequest, str], Answer]] = {
    ("GET", "/.well-known/oauth-protected-resource"): describe_resource,
    ("GET", "/.well-known/oauth-protected-resource/mcp"): describe_resource,
    ("GET", "/.well-known/oauth-authorization-server"): describe_server,
    ("GET", "/oauth/authorize"): authorize,
    ("POST", "/oauth/register"): register,
    ("POST", "/oauth/device"): begin_device,
    ("POST", "/oauth/token"): token,
    ("POST", "/oauth/revoke"): revoke,
}


def _form(request: HttpRequest, issuer: str) -> dict[str, str]:
    """The fields of a form; what is sent without a value counts as left out (RFC 6749, 3.2).

    A field that is there twice is refused, because two readers may choose different values; only `resource` may repeat.
    """
    _require(request, FORM_TYPE)
    try:
        fields = parse_qsl(
            request.body.decode(), keep_blank_values=True, strict_parsing=bool(request.body), max_num_fields=MAX_FIELDS
        )
    except ValueError as error:
        raise OAuthError("invalid_request", "The body is no form.") from error
    names = [name for name, _ in fields if name != "resource"]
    if len(set(names)) != len(names):
        raise OAuthError("invalid_request", "A field is there twice.")
    for resource in (value for name, value in fields if name == "resource"):
        require_resource([resource], issuer)
    return {name: value for name, value in fields if value}


def _require(request: HttpRequest, media_type: str) -> None:
    if len(request.body) > MAX_BODY_BYTES:
        raise OAuthError("invalid_request", f"The body may have at most {MAX_BODY_BYTES} bytes.", status=413)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != media_type:
        raise OAuthError("invalid_request", f"Send the body as {media_type}.", status=415)


def _json(status: int, content: Mapping[str, Any]) -> Answer:
    return _sent(status, {"Content-Type": JSON_TYPE, "Pragma": "no-cache"}, json.dumps(content))


def _refusal(error: OAuthError) -> Answer:
    answer = _json(error.status, {"error": error.code, "error_description": error.description})
    if error.status == 401:  # noqa: PLR2004
        answer["headers"]["WWW-Authenticate"] = 'Basic realm="atrium"'
    return answer


def _page(status: int, reason: str, way_back: str = "") -> Answer:
    """The HTML page for people whose request leads nowhere: the reason, and the way back, if there is one."""
    headers = {"Content-Type": HTML_TYPE, "Content-Security-Policy": PAGE_POLICY, "Referrer-Policy": "no-referrer"}
    body = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Not connected</title><h1>Not connected</h1><p>{escape(reason)}</p>"
        f"<p>Nothing was shared with the application. You can close this page.</p>{way_back}</html>"
    )
    return _sent(status, headers, body)


def _way_back(error: NoSafeRedirect) -> str:
    """HTML that names who asked, with a link that tells them what was wrong; empty where there is no way back."""
    if error.client is None or error.back is None:
        return ""
    vouched = error.client.domain or "a name that nobody verified"
    return (
        f"<p>Asked by: {escape(error.client.name)} ({escape(vouched)}).</p>"
        f'<p><a href="{escape(error.back)}" rel="noreferrer">Go back to {escape(shown_host(error.back))}</a></p>'
    )


def _sent(status: int, headers: Mapping[str, str], body: str) -> Answer:
    return {"statusCode": status, "headers": dict(headers), "body": body, "isBase64Encoded": False}
