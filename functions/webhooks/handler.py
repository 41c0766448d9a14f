"""Webhooks, for people signed in to the dashboard: endpoints, their secrets, what was delivered."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, CurrentOrigin, Door, Path, Query
from domain.audit.log import by_caller
from domain.identity.contacts import contact_service
from domain.mail.notifications import sends_mail
from domain.usage.service import count_errors
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

door = Door("webhooks", after_request=count_errors)
lambda_handler = door
SESSION = Access(session_only=True)
FRESH = Access(session_only=True, step_up=True)
EndpointId = Annotated[str, Path(max_length=64)]
DeliveryId = Annotated[str, Path(max_length=64)]


def address_verified(account_id: str) -> bool:
    """Whether somebody reads the account's e-mail address. Where no mail is sent, nobody can prove that they do."""
    return not sends_mail() or contact_service().contact_of(account_id).verified


@cache
def service() -> WebhookService:
    return webhook_service(address_verified)


@door.route("POST", "/api/account/webhooks", FRESH, status=201, creates=True, replayable=False)
def create_webhook(body: CreateEndpoint, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[EndpointWithSecret]:
    return Envelope(data=service().create(caller.account_id, body, by=by_caller(caller, origin)))


@door.route("GET", "/api/account/webhooks", SESSION)
def list_webhooks(caller: CurrentCaller) -> Envelope[EndpointList]:
    return Envelope(data=service().list(caller.account_id))


@door.route("GET", "/api/account/webhooks/{endpoint_id}", SESSION)
def get_webhook(endpoint_id: EndpointId, caller: CurrentCaller) -> Envelope[EndpointView]:
    return Envelope(data=service().get(caller.account_id, endpoint_id))


@door.route("PATCH", "/api/account/webhooks/{endpoint_id}", FRESH)
def update_webhook(
    endpoint_id: EndpointId, body: UpdateEndpoint, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[EndpointView]:
    return Envelope(data=service().update(caller.account_id, endpoint_id, body, by=by_caller(caller, origin)))


@door.route("DELETE", "/api/account/webhooks/{endpoint_id}", FRESH)
def delete_webhook(endpoint_id: EndpointId, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[EndpointDeleted]:
    return Envelope(data=service().delete(caller.account_id, endpoint_id, by=by_caller(caller, origin)))


@door.route(
    "POST", "/api/account/webhooks/{endpoint_id}/rotate-secret", FRESH, status=201, creates=True, replayable=False
)
def rotate_webhook_secret(
    endpoint_id: EndpointId, body: RotateSecret, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[EndpointWithSecret]:
    return Envelope(data=service().rotate(caller.account_id, endpoint_id, body, by=by_caller(caller, origin)))


@door.route("POST", "/api/account/webhooks/{endpoint_id}/test", SESSION, status=202)
def test_webhook(endpoint_id: EndpointId, caller: CurrentCaller) -> Envelope[TestSent]:
    return Envelope(data=service().test(caller.account_id, endpoint_id))


@door.route("GET", "/api/account/webhooks/{endpoint_id}/deliveries", SESSION)
def list_webhook_deliveries(
    endpoint_id: EndpointId,
    caller: CurrentCaller,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(max_length=1024)] = None,
) -> Envelope[DeliveryList]:
    return Envelope(data=service().list_deliveries(caller.account_id, endpoint_id, limit=limit, cursor=cursor))


@door.route("POST", "/api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver", SESSION, status=202)
def redeliver_webhook(
    endpoint_id: EndpointId, delivery_id: DeliveryId, caller: CurrentCaller
) -> Envelope[DeliveryView]:
    return Envelope(data=service().redeliver(caller.account_id, endpoint_id, delivery_id))


@door.route("POST", "/api/account/webhooks/{endpoint_id}/recover", SESSION, status=202)
def recover_webhook(endpoint_id: EndpointId, body: Recover, caller: CurrentCaller) -> Envelope[Recovered]:
    return Envelope(data=service().recover(caller.account_id, endpoint_id, body.since))
