"""The Lambda authorizer: finds the caller of every request but the public ones; nothing is cached (ADR 3)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from common.caller import Origin
from common.errors import AddressNotAllowed, DomainError, TooManyRequests, Unauthenticated
from common.settings import settings
from common.telemetry import logger
from domain.authentication.service import Use, authentication_service, limits, turned_away
from domain.authentication.windows import OverLimit
from domain.connections.metadata import RESOURCE_PATH, challenge, issuer_of


def lambda_handler(event: Mapping[str, Any], _context: Any) -> dict[str, Any]:
    headers = {name.lower(): value for name, value in (event.get("headers") or {}).items()}
    use = Use(event["resource"], Origin.of(event))
    try:
        admitted = authentication_service().authenticate(headers, use)
    except Unauthenticated as refusal:
        logger.info("authorization", allowed=False, code=refusal.code)
        _note(event, use, refusal)
        context = {"code": refusal.code, "message": refusal.message, "challenge": _challenge(event, headers)}
        return _policy(event, "Deny", "anonymous", context)
    except TooManyRequests as refusal:
        # The gateway cannot say how long to wait. Allow the request without a caller, as below: the door answers 429.
        logger.info("authorization", allowed=False, code=refusal.code)
        return _policy(event, "Allow", "anonymous", _limited(refusal) | _known(refusal))
    except AddressNotAllowed as refusal:
        # A denial is always a 401, by which clients would drop a good key. The door answers 403 to this mark.
        logger.warning("authorization", allowed=False, code=refusal.code)
        return _policy(event, "Allow", "anonymous", {"address_refused": refusal.code} | _known(refusal))
    except DomainError as fault:
        # A table was down, so we know nothing about the key. A 401 or 403 would make clients drop a good key.
        # Allow the request without a caller: no door admits it, and this mark makes the door answer 503, Retry-After.
        logger.warning("authorization", allowed=False, code=fault.code)
        return _policy(event, "Allow", "anonymous", {"unavailable": fault.code})
    caller = admitted.caller
    logger.info("authorization", allowed=True, principal_id=caller.principal_id)
    counted = {"nth": str(admitted.nth), "rate_limit": admitted.rate, "rate_limit_policy": limits().policy}
    return _policy(event, "Allow", caller.principal_id, caller.to_context() | counted)


def _known(refusal: DomainError) -> dict[str, str]:
    """The context that tells the door in which account's log to note the refusal; empty when nobody was recognised."""
    known = turned_away(refusal)
    return known.to_context() if known else {}


def _note(event: Mapping[str, Any], use: Use, refusal: Unauthenticated) -> None:
    """Note in the account's log of requests that an ended key was used: the gateway answers, so no door notes it."""
    known = turned_away(refusal)
    if known is None:
        return
    # Rare, and a slow import for the function that every request waits for.
    from domain.usage.records import Answered  # noqa: PLC0415
    from domain.usage.service import usage_service  # noqa: PLC0415

    method, status = event.get("httpMethod", ""), int(HTTPStatus.UNAUTHORIZED)
    refused = Answered(method, use.resource, None, status, refusal.code, use.origin.request_id, None)
    usage_service().note_turned_away(known, refused)


def _challenge(event: Mapping[str, Any], headers: Mapping[str, str]) -> str:
    """The `WWW-Authenticate` header of the refusal. At `/mcp` it says where a program learns how to be connected."""
    issuer = issuer_of(settings.public_url) if event["resource"] == RESOURCE_PATH else None
    return challenge(issuer, error="invalid_token" if "authorization" in headers else None)


def _limited(refusal: TooManyRequests) -> dict[str, str]:
    context = {"limited": str(refusal.retry_after_seconds)}
    if isinstance(refusal, OverLimit):
        context |= {"rate_limit": refusal.header, "rate_limit_policy": limits().policy}
    return context


def _policy(event: Mapping[str, Any], effect: str, principal_id: str, context: dict[str, str]) -> dict[str, Any]:
    statement = {"Action": "execute-api:Invoke", "Effect": effect, "Resource": event["methodArn"]}
    return {
        "principalId": principal_id,
        "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
        "context": context,
    }
