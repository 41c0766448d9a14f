"""Webhooks, for people signed in to the dashboard: endpoints, their secrets, what was delivered."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, CurrentOrigin, Door, Path, Query
from domain.audit.log import by_caller
from domain.identity.contacts import contact_service
from domain.mail.preferences import sends_mail
from domain.usage.service import note_request
from domain.webhooks.models import (
    CreateEndpoint,
    DeliveryList,
    DeliveryView,
    EndpointDeleted,
    EndpointList,
    EndpointView,
    EndpointWithSecret,
    Recover,
    Recovered,
    RotateSecret,
    TestSent,
    UpdateEndpoint,
)
from domain.webhooks.service import WebhookService, webhook_service

door = Door("webhooks", after_request=note_request)
lambda_handler = door
SESSION = Access(session_only=True)
FRESH = Access(session_only=True, step_up=True)
EndpointId = Annotated[str, Path(max_length=64)]
DeliveryId = Annotated[str, Path(max_length=64)]


def address_verified(account_id: str) -> bool:
    """Whether the account's e-mail address is verified; True where we send no mail, as nobody could verify it."""
    return not sends_mail() or contact_service().contact_of(account_id).verified


@cache
def service() -> WebhookService:
    return webhook_service(address_verified)


@door.route(
    "POST",
    "/api/account/webhooks",
    FRESH,
    status=201,
    creates=True,
    replayable=False,
    errors=("LIMIT_REACHED",),
    example={"url": "https://hooks.example.com/atrium", "types": ["approval.requested", "vault.request.opened"]},
)
def create_webhook(body: CreateEndpoint, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[EndpointWithSecret]:
    """Only this answer and that of a rotation ever show `secret`, which signs every delivery. `url` is https."""
    return Envelope(data=service().create(caller.account_id, body, by=by_caller(caller, origin)))


@door.route("GET", "/api/account/webhooks", SESSION)
def list_webhooks(caller: CurrentCaller) -> Envelope[EndpointList]:
    """Oldest first, at most 10, never with `secret`."""
    return Envelope(data=service().list(caller.account_id))


@door.route("GET", "/api/account/webhooks/{endpoint_id}", SESSION)
def get_webhook(endpoint_id: EndpointId, caller: CurrentCaller) -> Envelope[EndpointView]:
    """One endpoint."""
    return Envelope(data=service().get(caller.account_id, endpoint_id))


@door.route("PATCH", "/api/account/webhooks/{endpoint_id}", FRESH, errors=("CONFLICT",), example={"enabled": True})
def update_webhook(
    endpoint_id: EndpointId, body: UpdateEndpoint, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[EndpointView]:
    """Change any field. Enabled again, an endpoint begins anew; `recover_since` says what it may have missed."""
    return Envelope(data=service().update(caller.account_id, endpoint_id, body, by=by_caller(caller, origin)))


@door.route("DELETE", "/api/account/webhooks/{endpoint_id}", FRESH, errors=("CONFLICT",))
def delete_webhook(endpoint_id: EndpointId, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[EndpointDeleted]:
    """Nothing is sent to the endpoint any more."""
    return Envelope(data=service().delete(caller.account_id, endpoint_id, by=by_caller(caller, origin)))


@door.route(
    "POST",
    "/api/account/webhooks/{endpoint_id}/rotate-secret",
    FRESH,
    status=201,
    creates=True,
    replayable=False,
    errors=("CONFLICT",),
)
def rotate_webhook_secret(
    endpoint_id: EndpointId, body: RotateSecret, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[EndpointWithSecret]:
    """For `grace_seconds` deliveries carry two signatures, of the new and of the old secret."""
    return Envelope(data=service().rotate(caller.account_id, endpoint_id, body, by=by_caller(caller, origin)))


@door.route("POST", "/api/account/webhooks/{endpoint_id}/test", SESSION, status=202, errors=("ENDPOINT_DISABLED",))
def test_webhook(endpoint_id: EndpointId, caller: CurrentCaller) -> Envelope[TestSent]:
    """Send a `webhook.test` event to this endpoint alone."""
    return Envelope(data=service().test(caller.account_id, endpoint_id))


@door.route("GET", "/api/account/webhooks/{endpoint_id}/deliveries", SESSION)
def list_webhook_deliveries(
    endpoint_id: EndpointId,
    caller: CurrentCaller,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(max_length=1024)] = None,
) -> Envelope[DeliveryList]:
    """Of the last 30 days, newest first, each with what is sent and every attempt."""
    return Envelope(data=service().list_deliveries(caller.account_id, endpoint_id, limit=limit, cursor=cursor))


@door.route(
    "POST",
    "/api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver",
    SESSION,
    status=202,
    errors=("ENDPOINT_DISABLED", "CONFLICT"),
)
def redeliver_webhook(
    endpoint_id: EndpointId, delivery_id: DeliveryId, caller: CurrentCaller
) -> Envelope[DeliveryView]:
    """Send the event once more, with the same `webhook-id`."""
    return Envelope(data=service().redeliver(caller.account_id, endpoint_id, delivery_id))


@door.route(
    "POST",
    "/api/account/webhooks/{endpoint_id}/recover",
    SESSION,
    status=202,
    errors=("ENDPOINT_DISABLED",),
    example={"since": "2026-03-01T00:00:00Z"},
)
def recover_webhook(endpoint_id: EndpointId, body: Recover, caller: CurrentCaller) -> Envelope[Recovered]:
    """Send again what has failed since then, up to 200 events at once."""
    return Envelope(data=service().recover(caller.account_id, endpoint_id, body.since))
