"""The webhooks table: pk=ACCOUNT#id, sk=ENDPOINT#id or COUNT; pk=SECRET#id; pk=ENDPOINT#id, sk=DELIVERY#event id.

The sealed secret has a partition of its own, so that no list reads it and IAM can keep the door from reading it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache

from common.clock import to_iso, utc_now
from common.dynamo import ConditionFailed, Item, Table, Write, assignments
from common.errors import ChangedMeanwhile, NotFound
from common.ids import made_at
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed
from domain.events.log import commit
from domain.webhooks.records import Delivery, DeliveryStatus, Endpoint, SealedSecret, SealedSecrets
from domain.work import outbox

MAX_ENDPOINTS = 10  # of an account; each event makes a row for each of them, in one transaction
KEPT = timedelta(days=30)
ENDPOINT, DELIVERY, COUNT = "ENDPOINT#", "DELIVERY#", "COUNT"
_HEALTH = {"disabled", "disabled_at", "failing_since", "warned_at", "recover_since"}
_SETTINGS = {"url", "types", "description", "updated_at"}
_CHANGING = {"status", "tries", "attempts", "next_attempt_at", "delivered_at", "reason", "lease_until"}
_ROTATION = {"secret_version", "previous_secret_until", "updated_at"}


class NoRoom(Exception):
    """The account has as many endpoints as it may have."""


@service
class WebhookStore:
    """The access patterns of endpoints, secrets and deliveries."""

    table: Table

    def put_new_endpoint(self, endpoint: Endpoint, secret: SealedSecret, also: Sequence[Write] = ()) -> None:
        """Transaction: put the endpoint and its secret, add 1 to the account's count, write `also`. Raises `NoRoom`."""
        counting = self.table.updating(
            _key(endpoint.account_id, COUNT),
            "ADD endpoints :one",
            {"one": 1, "most": MAX_ENDPOINTS},
            condition="attribute_not_exists(endpoints) OR endpoints < :most",
        )
        row = {**_key(endpoint.account_id, ENDPOINT + endpoint.id), **endpoint.model_dump(mode="json")}
        secrets = {**_secret_key(endpoint.id), "current": secret.model_dump(mode="json")}
        try:
            commit([counting, self.table.putting_new(row), self.table.putting_new(secrets), *also])
        except TransactionFailed as error:
            raise NoRoom from error

    def list_endpoints(self, account_id: str) -> list[Endpoint]:
        """Query pk=ACCOUNT#id, sk begins ENDPOINT#, oldest first; at most ten."""
        rows = self.table.query_all(
            "pk = :pk AND begins_with(sk, :kind)", {"pk": f"ACCOUNT#{account_id}", "kind": ENDPOINT}
        )
        return [_endpoint(row) for row in rows]

    def find_endpoint(self, account_id: str, endpoint_id: str) -> Endpoint | None:
        """GetItem pk=ACCOUNT#id, sk=ENDPOINT#id."""
        row = self.table.get(_key(account_id, ENDPOINT + endpoint_id))
        return _endpoint(row) if row else None

    def get_endpoint(self, account_id: str, endpoint_id: str) -> Endpoint:
        """GetItem pk=ACCOUNT#id, sk=ENDPOINT#id. Raises `NotFound`, for another account's endpoint too."""
        found = self.find_endpoint(account_id, endpoint_id)
        if found is None:
            raise NotFound("No such webhook endpoint.")
        return found

    def saving(self, changed: Endpoint, seen: Endpoint) -> Write:
        """The write of url, types, description and changed health; it fails unless the endpoint is as `seen`."""
        health = {name for name in _HEALTH if getattr(changed, name) != getattr(seen, name)}
        expression, values = _assigned(changed, _SETTINGS | health)
        condition, seen_values = _as_seen(seen)
        key = _key(changed.account_id, ENDPOINT + changed.id)
        return self.table.updating(key, expression, values | seen_values, condition=condition)

    def note_recovered(self, endpoint: Endpoint, left: datetime | None) -> None:
        """UpdateItem pk=ACCOUNT#id, sk=ENDPOINT#id: recover_since becomes `left`, unless it changed meanwhile."""
        key = _key(endpoint.account_id, ENDPOINT + endpoint.id)
        expression, values = assignments({"recover_since": to_iso(left) if left else None})
        values["seen"] = to_iso(endpoint.recover_since or endpoint.created_at)
        with suppress(ConditionFailed, ChangedMeanwhile):
            self.table.update(key, expression, values, condition="recover_since = :seen")

    def rotating(self, changed: Endpoint, secret: SealedSecret) -> list[Write]:
        """The writes of a rotation: the present secret becomes the previous one, unread, and a new one takes its place.

        They fail unless the endpoint's secret has the version just before the new one.
        """
        expression, values = _assigned(changed, _ROTATION)
        values["replaced"] = changed.secret_version - 1
        key = _key(changed.account_id, ENDPOINT + changed.id)
        moving = self.table.updating(
            _secret_key(changed.id),
            "SET #previous = #current, previous_until = :until, #current = :new",
            {"until": to_iso(changed.previous_secret_until or changed.updated_at), "new": secret.model_dump()},
        )
        return [self.table.updating(key, expression, values, condition="secret_version = :replaced"), moving]

    def deleting(self, endpoint: Endpoint) -> list[Write]:
        """The writes that delete the endpoint and its secrets and take 1 off the account's count.

        They fail unless the endpoint is as it was read. A row DELETED#id, which leads to its deliveries, stays 30 days.
        """
        condition, values = _as_seen(endpoint)
        gone = self.table.deleting(_key(endpoint.account_id, ENDPOINT + endpoint.id), values, condition=condition)
        counting = self.table.updating(_key(endpoint.account_id, COUNT), "ADD endpoints :less", {"less": -1})
        return [gone, self.table.deleting(_secret_key(endpoint.id)), counting, self._leading_to(endpoint)]

    def _leading_to(self, endpoint: Endpoint) -> Write:
        expires = int((utc_now() + KEPT).timestamp())
        return self.table.putting({**_key(endpoint.account_id, f"DELETED#{endpoint.id}"), "expires_at_epoch": expires})

    def find_secrets(self, endpoint_id: str) -> SealedSecrets | None:
        """GetItem pk=SECRET#id: None once the endpoint is deleted."""
        row = self.table.get(_secret_key(endpoint_id))
        return SealedSecrets.model_validate(_fields(row)) if row else None

    def noting_health(self, changed: Endpoint, seen: Endpoint) -> Write:
        """The write of an endpoint's health (failing, warned, disabled); fails unless the endpoint is as `seen`."""
        expression, values = _assigned(changed, _HEALTH)
        condition, seen_values = _as_seen(seen)
        key = _key(changed.account_id, ENDPOINT + changed.id)
        return self.table.updating(key, expression, values | seen_values, condition=condition)

    def starting(self, delivery: Delivery) -> Write:
        """The write of a new delivery, with an outbox mark if an attempt is due; a repetition overwrites it."""
        return self.table.putting(_delivery_row(delivery))

    def find_delivery(self, endpoint_id: str, delivery_id: str) -> Delivery | None:
        """GetItem pk=ENDPOINT#id, sk=DELIVERY#id. The caller has made sure whose endpoint it is."""
        row = self.table.get(_delivery_key(endpoint_id, delivery_id))
        return _delivery(row) if row else None

    def list_deliveries(self, endpoint: Endpoint, *, limit: int, before: str | None) -> tuple[list[Delivery], bool]:
        """Query pk=ENDPOINT#id, sk begins DELIVERY#, backwards: newest first, and whether there are more."""
        page = self.table.query_page(
            "pk = :pk AND begins_with(sk, :kind)",
            {"pk": ENDPOINT + endpoint.id, "kind": DELIVERY},
            backwards=True,
            limit=limit,
            start=_delivery_key(endpoint.id, before) if before else None,
        )
        return [_delivery(row) for row in page.items], page.has_more

    def list_failed(self, endpoint: Endpoint, first_id: str, *, limit: int) -> tuple[list[Delivery], datetime | None]:
        """Query pk=ENDPOINT#id, sk from DELIVERY#first on, oldest first: the failed ones among `limit` deliveries.

        The second value is the time to go on from; None when these were the last.
        """
        page = self.table.query_page(
            "pk = :pk AND sk BETWEEN :low AND :high",
            {
                "pk": ENDPOINT + endpoint.id,
                "low": DELIVERY + first_id,
                "high": f"{DELIVERY}~",
                "failed": DeliveryStatus.FAILED.value,
            },
            filter="#status = :failed",
            limit=limit,
        )
        more = made_at(page.last_key["sk"].removeprefix(DELIVERY)) if page.last_key else None
        return [_delivery(row) for row in page.items], more

    def claim_delivery(
        self, endpoint_id: str, delivery_id: str, now: datetime, lease_until: datetime
    ) -> Delivery | None:
        """UpdateItem pk=ENDPOINT#id, sk=DELIVERY#id: leases a delivery that is due and that no worker has; else None.

        Its outbox mark moves to the end of the lease: if the worker dies, the sweep finds it then.
        """
        try:
            row = self.table.update(
                _delivery_key(endpoint_id, delivery_id),
                "SET lease_until = :until, outbox_at = :until",
                {"until": to_iso(lease_until), "now": to_iso(now), "waiting": DeliveryStatus.WAITING.value},
                condition="#status = :waiting AND next_attempt_at <= :now"
                " AND (attribute_not_exists(lease_until) OR lease_until <= :now)",
                returning="ALL_NEW",
            )
        except (ConditionFailed, ChangedMeanwhile):
            return None
        return _delivery(row) if row else None

    def save_delivery(self, changed: Delivery, seen: Delivery) -> bool:
        """UpdateItem pk=ENDPOINT#id, sk=DELIVERY#id, in the outbox while it waits; False if changed since `seen`."""
        fields = dict.fromkeys(_CHANGING) | changed.model_dump(mode="json", include=_CHANGING)
        marked = _mark(changed) if changed.next_attempt_at else dict.fromkeys(outbox.ATTRIBUTES)
        expression, values = assignments({**fields, **marked})
        values["seen"] = seen.status.value
        condition = "#status = :seen AND attribute_not_exists(lease_until)"
        if seen.lease_until is not None:
            values["lease"] = to_iso(seen.lease_until)
            condition = "#status = :seen AND lease_until = :lease"
        key = _delivery_key(changed.endpoint_id, changed.id)
        try:
            self.table.update(key, expression, values, condition=condition)
        except (ConditionFailed, ChangedMeanwhile):
            return False
        return True

    def list_waiting(self, window: outbox.Window) -> list[Delivery]:
        """Query index outbox: deliveries of all accounts that are due in the window, or whose lease ended in it."""
        return [_delivery(row) for row in outbox.list_waiting(self.table, window)]


@cache
def webhook_store() -> WebhookStore:
    """The store, built once for each process."""
    return WebhookStore(Table(settings.webhooks_table))


def _as_seen(seen: Endpoint) -> tuple[str, Item]:
    """The condition that the endpoint's settings and health are as they were read, with its values."""
    fields = seen.model_dump(mode="json", include={"updated_at", "disabled", "failing_since", "warned_at"})
    values = {f"seen_{name}": value for name, value in fields.items() if value is not None}
    conditions = [
        f"{name} = :seen_{name}" if value is not None else f"attribute_not_exists({name})"
        for name, value in fields.items()
    ]
    return " AND ".join(conditions), values


def _assigned(changed: Endpoint, names: set[str]) -> tuple[str, Item]:
    return assignments(changed.model_dump(mode="json", include=names))


def _key(account_id: str, sk: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": sk}


def _secret_key(endpoint_id: str) -> Item:
    return {"pk": f"SECRET#{endpoint_id}", "sk": "SECRET"}


def _delivery_key(endpoint_id: str, delivery_id: str) -> Item:
    return {"pk": ENDPOINT + endpoint_id, "sk": DELIVERY + delivery_id}


def _delivery_row(delivery: Delivery) -> Item:
    expires = {"expires_at_epoch": int((delivery.created_at + KEPT).timestamp())}
    marked = _mark(delivery) if delivery.next_attempt_at else {}
    fields = delivery.model_dump(mode="json", exclude_none=True)
    return {**_delivery_key(delivery.endpoint_id, delivery.id), **fields, **marked, **expires}


def _mark(delivery: Delivery) -> dict[str, str]:
    return outbox.mark(delivery.endpoint_id, delivery.next_attempt_at or delivery.created_at)


def _endpoint(row: Item) -> Endpoint:
    return Endpoint.model_validate(_fields(row))


def _delivery(row: Item) -> Delivery:
    return Delivery.model_validate(_fields(row))


def _fields(row: Item) -> Item:
    own = {"pk", "sk", "expires_at_epoch", *outbox.ATTRIBUTES}
    return {name: value for name, value in row.items() if name not in own}
