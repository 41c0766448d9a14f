"""What people of an account do with webhooks: make, change, test and list endpoints, and deliver again."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from common.clock import utc_now
from common.dynamo import Write
from common.errors import ChangedMeanwhile, Conflict, Forbidden, InvalidRequest, NotFound
from common.ids import is_id, least_id, new_id
from common.optimistic import settle
from common.services import service
from common.settings import settings
from domain.audit.records import By
from domain.events.log import commit, recording, settle_writes
from domain.events.notices import changing
from domain.webhooks import health
from domain.webhooks.announcing import disabled, notice_of, noting, tested
from domain.webhooks.models import (
    CreateEndpoint,
    DeliveryList,
    DeliveryView,
    EndpointDeleted,
    EndpointList,
    EndpointView,
    EndpointWithSecret,
    Recovered,
    RotateSecret,
    TestSent,
    UpdateEndpoint,
)
from domain.webhooks.queue import delivery_queue, nudge
from domain.webhooks.records import Disabled, Endpoint
from domain.webhooks.safe import Safe, new_secret, webhook_safe
from domain.webhooks.store import KEPT, MAX_ENDPOINTS, NoRoom, WebhookStore, webhook_store
from domain.webhooks.targets import read_target
from domain.work.queue import LooseQueue

RECOVERED_AT_ONCE = 200
_RECOVERED_IN_A_SECOND = 10
AddressVerified = Callable[[str], bool]
"""Whether an account's e-mail address is verified, by the account's id."""


class AddressNotVerified(Forbidden):
    """The account has no verified e-mail address to which we could write about a failing webhook."""

    code = "ADDRESS_NOT_VERIFIED"
    default_message = "Confirm your email address first: we write to it when a webhook fails."


class TooManyEndpoints(Conflict):
    """The account has as many endpoints as it may."""

    code = "LIMIT_REACHED"
    default_message = f"An account has at most {MAX_ENDPOINTS} webhook endpoints. Delete one first."


class EndpointDisabled(Conflict):
    """Nothing is sent to a disabled endpoint."""

    code = "ENDPOINT_DISABLED"
    default_message = "This webhook is switched off. Enable it first."


@service
class WebhookService:
    """Use cases on one account's endpoints. `random_bytes` gives as many bytes as asked, for new secrets."""

    store: WebhookStore
    safe: Safe
    queue: LooseQueue
    address_verified: AddressVerified
    private_targets: bool
    now: Callable[[], datetime]
    random_bytes: Callable[[int], bytes]

    def create(self, account_id: str, request: CreateEndpoint, *, by: By) -> EndpointWithSecret:
        """Make an endpoint; returns it with its secret, which no later answer shows again.

        Raises: `InvalidRequest` for a URL that is not allowed, `AddressNotVerified`, `TooManyEndpoints`.
        """
        read_target(request.url, private=self.private_targets)
        if not self.address_verified(account_id):
            raise AddressNotVerified
        now = self.now()
        endpoint = Endpoint(
            id=new_id("whk", now),
            account_id=account_id,
            url=request.url,
            types=tuple(request.types),
            description=request.description,
            created_at=now,
            updated_at=now,
        )
        secret = new_secret(self.random_bytes)
        sealed = self.safe.seal(account_id, endpoint.id, endpoint.secret_version, secret)
        try:
            settle(lambda: self.store.put_new_endpoint(endpoint, sealed, [noting(endpoint, "created", now, by)]))
        except NoRoom as error:
            raise TooManyEndpoints from error
        return EndpointWithSecret.with_secret(endpoint, secret)

    def list(self, account_id: str) -> EndpointList:
        """All endpoints of an account, oldest first; at most ten."""
        return EndpointList(webhooks=[EndpointView.of(endpoint) for endpoint in self.store.list_endpoints(account_id)])

    def get(self, account_id: str, endpoint_id: str) -> EndpointView:
        """One endpoint, switched on or off. Raises `NotFound`, for another account's endpoint too."""
        return EndpointView.of(self.store.get_endpoint(account_id, endpoint_id))

    def update(self, account_id: str, endpoint_id: str, request: UpdateEndpoint, *, by: By) -> EndpointView:
        """Change an endpoint. Switched on again, it counts as healthy; `recover_since` says what it may have missed.

        Raises: `NotFound`, `InvalidRequest` for a URL that is not allowed.
        """
        if request.url is not None:
            read_target(request.url, private=self.private_targets)

        def updating() -> tuple[list[Write], Endpoint]:
            now = self.now()
            endpoint = self.store.get_endpoint(account_id, endpoint_id)
            switched = request.enabled is not None and request.enabled != (endpoint.disabled is None)
            changed = _updated(endpoint, request, now, switched=switched)
            events = [disabled(changed, Disabled.BY_CUSTOMER, now)] if switched and not request.enabled else []
            saving = self.store.saving(changed, endpoint)
            noticing = changing(notice_of(endpoint), notice_of(changed))
            return [saving, noting(changed, "changed", now, by), *noticing, *recording(events)], changed

        return EndpointView.of(settle_writes(updating))

    def delete(self, account_id: str, endpoint_id: str, *, by: By) -> EndpointDeleted:
        """Delete an endpoint; nothing more is sent to it. Raises `NotFound`."""

        def deleting() -> tuple[list[Write], None]:
            endpoint = self.store.get_endpoint(account_id, endpoint_id)
            gone = [*self.store.deleting(endpoint), *changing(notice_of(endpoint), None)]
            return [*gone, noting(endpoint, "deleted", self.now(), by)], None

        settle_writes(deleting)
        return EndpointDeleted(id=endpoint_id)

    def rotate(self, account_id: str, endpoint_id: str, request: RotateSecret, *, by: By) -> EndpointWithSecret:
        """Give an endpoint a new secret; for `grace_seconds` the old one signs, too. Raises `NotFound`.

        A rotation during the grace of another one ends that grace.
        """
        secret = new_secret(self.random_bytes)

        def rotating() -> tuple[list[Write], Endpoint]:
            now = self.now()
            endpoint = self.store.get_endpoint(account_id, endpoint_id)
            until = now + timedelta(seconds=request.grace_seconds)
            version = endpoint.secret_version + 1
            changes = {"secret_version": version, "previous_secret_until": until, "updated_at": now}
            changed = endpoint.model_copy(update=changes)
            writes = self.store.rotating(changed, self.safe.seal(account_id, endpoint_id, version, secret))
            return [*writes, noting(changed, "secret rotated", now, by)], changed

        return EndpointWithSecret.with_secret(settle_writes(rotating), secret)

    def test(self, account_id: str, endpoint_id: str) -> TestSent:
        """Record a test event, which goes to this endpoint alone. Raises `NotFound`, `EndpointDisabled`."""
        endpoint = self._get_enabled(account_id, endpoint_id)
        event = tested(endpoint, self.now()).placed(0)
        commit(recording([event]))
        return TestSent(delivery_id=event.id)

    def list_deliveries(self, account_id: str, endpoint_id: str, *, limit: int, cursor: str | None) -> DeliveryList:
        """A page of deliveries, newest first. Raises `NotFound`, `InvalidRequest` for a malformed cursor."""
        if cursor is not None and not is_id("evt", cursor):
            raise InvalidRequest.of("cursor", "Not a cursor of this list.")
        endpoint = self.store.get_endpoint(account_id, endpoint_id)
        found, has_more = self.store.list_deliveries(endpoint, limit=limit, before=cursor)
        return DeliveryList(
            deliveries=[DeliveryView.of(delivery) for delivery in found],
            has_more=has_more,
            next_cursor=found[-1].id if has_more else None,
        )

    def redeliver(self, account_id: str, endpoint_id: str, delivery_id: str) -> DeliveryView:
        """Start a delivery again, also one that succeeded.

        Raises: `NotFound`, `EndpointDisabled`, `ChangedMeanwhile` while a worker has it.
        """
        endpoint = self.store.get_endpoint(account_id, endpoint_id)
        found = self.store.find_delivery(endpoint.id, delivery_id)
        if found is None:
            raise NotFound("No such delivery.")
        if endpoint.disabled is not None:
            raise EndpointDisabled
        now = self.now()
        again = found.started_again(now)
        claimed = found.lease_until is not None and found.lease_until > now
        if claimed or not self.store.save_delivery(again, found):
            raise ChangedMeanwhile("This delivery is under way. Look again in a minute.")
        nudge(self.queue, again, now)
        return DeliveryView.of(again)

    def recover(self, account_id: str, endpoint_id: str, since: datetime) -> Recovered:
        """Start again what failed of the first 200 deliveries from `since` on. Raises `NotFound`, `EndpointDisabled`.

        Looks back 30 days at most. Messages are spread at 10 a second, so that the receiver is not overrun.
        """
        endpoint = self._get_enabled(account_id, endpoint_id)
        now = self.now()
        first = least_id("evt", max(since, now - KEPT))
        failed, more = self.store.list_failed(endpoint, first, limit=RECOVERED_AT_ONCE)
        again = [one.started_again(now) for one in failed if self.store.save_delivery(one.started_again(now), one)]
        for number, delivery in enumerate(again):
            nudge(self.queue, delivery, now, spread_seconds=number // _RECOVERED_IN_A_SECOND)
        if endpoint.recover_since is not None and since <= endpoint.recover_since:
            self.store.note_recovered(endpoint, more)
        return Recovered(recovered=len(again), has_more=more is not None, next_since=more)

    def _get_enabled(self, account_id: str, endpoint_id: str) -> Endpoint:
        endpoint = self.store.get_endpoint(account_id, endpoint_id)
        if endpoint.disabled is not None:
            raise EndpointDisabled
        return endpoint


def webhook_service(address_verified: AddressVerified) -> WebhookService:
    """A service that asks `address_verified` before it makes an endpoint."""
    return WebhookService(
        webhook_store(),
        webhook_safe(),
        delivery_queue(),
        address_verified,
        settings.private_webhook_targets,
        utc_now,
        secrets.token_bytes,
    )


def _updated(endpoint: Endpoint, request: UpdateEndpoint, now: datetime, *, switched: bool) -> Endpoint:
    """The endpoint with the changes of the request, also of `enabled` if `switched`: it differs from before.

    Another URL begins with a clean record.
    """
    changes: dict[str, Any] = request.model_dump(exclude_unset=True, exclude={"enabled"})
    if request.types is not None:
        changes["types"] = tuple(request.types)
    if changes.get("url", endpoint.url) != endpoint.url:
        changes |= health.WELL
    if switched:
        changes |= _switched_on() if request.enabled else _switched_off(endpoint, now)
    return endpoint.model_copy(update={**changes, "updated_at": now})


def _switched_on() -> dict[str, Any]:
    return {"disabled": None, "disabled_at": None, **health.WELL}


def _switched_off(endpoint: Endpoint, now: datetime) -> dict[str, Any]:
    missing = health.missing_since(endpoint, endpoint.failing_since or now)
    return {"disabled": Disabled.BY_CUSTOMER, "disabled_at": now, "recover_since": missing}
