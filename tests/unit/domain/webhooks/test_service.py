from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from common.dynamo import Table
from common.errors import Conflict
from common.settings import settings
from domain.audit.log import by_caller
from domain.audit.records import THE_TEAM
from domain.webhooks.models import CreateEndpoint, RotateSecret, UpdateEndpoint
from domain.webhooks.records import DeliveryStatus
from domain.webhooks.retries import SERIES
from domain.webhooks.store import webhook_store
from doors import call, session_caller
from receivers import NO_CONTENT, receiving
from security_logs import ORIGIN, noted
from vaults import everything_stored

from .conftest import ACCOUNT

URL = "https://hooks.example.org/atrium?key=in-the-url"
PATH = "/api/account/webhooks"
ENABLE, ROTATION = UpdateEndpoint(enabled=True), RotateSecret(grace_seconds=60)
pytestmark = pytest.mark.usefixtures("aws", "uncounted")


def ask(method, path, body=None, *, account_id=ACCOUNT, **parameters):
    return call("webhooks", method, path, caller=session_caller(account_id=account_id), body=body, **parameters)


def create(**fields):
    return ask("POST", PATH, {"url": URL, "types": ["report.ready", "approval.requested"], **fields})


def test_new_endpoint_is_shown_with_its_secret_once():
    made = create(description="Alarm")

    assert made.status == 201
    secret = made.data["secret"]
    assert secret.startswith("whsec_")
    shown = {name: value for name, value in made.data.items() if name != "secret"}
    assert (shown["url"], shown["types"], shown["enabled"]) == (URL, ["approval.requested", "report.ready"], True)
    assert ask("GET", PATH).data == {"webhooks": [shown]}
    assert ask("GET", f"{PATH}/{{endpoint_id}}", endpoint_id=shown["id"]).data == shown
    assert secret.removeprefix("whsec_") not in json.dumps([str(row) for row in everything_stored()])


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"url": "https://169.254.169.254/latest/meta-data/"}, "url"),
        ({"url": "http://hooks.example.org/"}, "url"),
        ({"url": "https://[::ffff:10.0.0.1]/"}, "url"),
        ({"types": []}, "types"),
        ({"types": ["report.ready", "report.ready"]}, "types"),
        ({"types": ["no.such"]}, "types.0"),
        ({"description": "two\nlines"}, "description"),
        ({"secret": "whsec_mine"}, "secret"),
    ],
)
def test_endpoint_that_is_not_allowed_is_refused_and_not_stored(fields, field):
    refused = create(**fields)

    assert (refused.status, refused.error["code"]) == (400, "VALIDATION_ERROR")
    assert [detail["field"] for detail in refused.error["details"]] == [field]
    assert ask("GET", PATH).data == {"webhooks": []}


def test_eleventh_endpoint_is_a_conflict_and_a_deleted_one_makes_room():
    made = [create() for _ in range(10)]

    refused = create()
    assert (refused.status, refused.error["code"]) == (409, "LIMIT_REACHED")
    gone = ask("DELETE", f"{PATH}/{{endpoint_id}}", endpoint_id=made[0].data["id"])
    assert gone.data == {"id": made[0].data["id"], "deleted": True}
    assert create().status == 201
    assert len(ask("GET", PATH).data["webhooks"]) == 10


def test_endpoint_needs_a_verified_address_where_mail_is_sent(monkeypatch):
    monkeypatch.setenv("MAIL_FROM", "atrium@example.org")
    monkeypatch.setenv("PUBLIC_URL", "https://atrium.example")
    Table(settings.identity_table).put_overwriting({"pk": "ACCOUNT#acc_1", "email": "mira@example.com"})
    refused = create()

    assert (refused.status, refused.error["code"]) == (403, "ADDRESS_NOT_VERIFIED")
    monkeypatch.setenv("MAIL_FROM", "")
    assert create().status == 201


def test_patch_changes_what_it_names():
    endpoint = create(description="Alarm").data
    path = f"{PATH}/{{endpoint_id}}"

    changed = ask("PATCH", path, {"types": ["task.failed"], "description": None}, endpoint_id=endpoint["id"]).data
    refused = ask("PATCH", path, {"url": "https://10.0.0.1/"}, endpoint_id=endpoint["id"])

    assert (changed["types"], changed["description"], changed["url"]) == (["task.failed"], None, URL)
    assert refused.status == 400
    assert ask("GET", path, endpoint_id=endpoint["id"]).data == changed


@pytest.mark.parametrize("body", [{}, {"url": None}, {"types": None}, {"enabled": None}, {"enabled": 0}])
def test_patch_that_says_nothing_clear_is_refused(body):
    endpoint = create().data

    assert ask("PATCH", f"{PATH}/{{endpoint_id}}", body, endpoint_id=endpoint["id"]).status == 400


def test_switched_off_endpoint_says_since_when_and_refuses_tests():
    endpoint = create().data
    path = f"{PATH}/{{endpoint_id}}"

    off = ask("PATCH", path, {"enabled": False}, endpoint_id=endpoint["id"]).data
    tested = ask("POST", f"{path}/test", endpoint_id=endpoint["id"])

    assert (off["enabled"], off["disabled_reason"]) == (False, "by_customer")
    assert off["disabled_at"] == off["updated_at"]
    assert datetime.fromisoformat(off["disabled_at"]) - datetime.fromisoformat(off["recover_since"]) == SERIES
    assert (tested.status, tested.error["code"]) == (409, "ENDPOINT_DISABLED")
    on = ask("PATCH", path, {"enabled": True}, endpoint_id=endpoint["id"]).data
    assert (on["enabled"], on["disabled_reason"], on["recover_since"]) == (True, None, off["recover_since"])


def test_each_test_goes_to_its_endpoint_alone_whatever_types_it_wants(webhooks, endpoint, receiver):
    with receiving() as other:
        webhooks.endpoint(other.url, ["webhook.test"])
        sent = {webhooks.service.test(ACCOUNT, endpoint.id).delivery_id for _ in range(3)}
        webhooks.file_events(0)
        webhooks.deliver()

    assert {arrival.event_id for arrival in receiver.arrivals} == sent
    assert {(one.event["type"], one.event["data"]["id"]) for one in receiver.arrivals} == {
        ("webhook.test", endpoint.id)
    }
    assert other.arrivals == []
    assert {delivery.id for delivery in webhooks.deliveries(endpoint)} == sent
    assert len(sent) == 3


def test_deliveries_come_in_pages_newest_first(webhooks, endpoint):
    events = webhooks.file_events(3)

    first = webhooks.service.list_deliveries(ACCOUNT, endpoint.id, limit=2, cursor=None)
    second = webhooks.service.list_deliveries(ACCOUNT, endpoint.id, limit=2, cursor=first.next_cursor)

    assert [delivery.id for page in (first, second) for delivery in page.deliveries] == events[::-1]
    assert (first.has_more, second.has_more) == (True, False)
    assert ask("GET", f"{PATH}/{{endpoint_id}}/deliveries?cursor=evt_no", endpoint_id=endpoint.id).status == 400


def test_redelivery_sends_a_delivered_event_again_with_the_same_id(webhooks, endpoint, receiver):
    (event_id,) = webhooks.file_events()
    webhooks.deliver()

    again = webhooks.service.redeliver(ACCOUNT, endpoint.id, event_id)
    webhooks.deliver(times=2)

    assert again.status is DeliveryStatus.WAITING
    assert [arrival.event_id for arrival in receiver.arrivals] == [event_id] * 2
    assert {arrival.body.decode() for arrival in receiver.arrivals} == {again.payload}
    (listed,) = webhooks.service.list_deliveries(ACCOUNT, endpoint.id, limit=1, cursor=None).deliveries
    assert listed.payload == again.payload
    (delivery,) = webhooks.deliveries(endpoint)
    assert (delivery.status, len(delivery.attempts)) == (DeliveryStatus.DELIVERED, 2)


def test_delivery_of_another_account_is_unknown_under_an_endpoint_of_ones_own(webhooks, endpoint):
    (event_id,) = webhooks.file_events()
    own = ask("POST", PATH, {"url": URL, "types": ["report.ready"]}, account_id="acc_2").data["id"]
    path = f"{PATH}/{{endpoint_id}}/deliveries/{{delivery_id}}/redeliver"

    answer = ask("POST", path, account_id="acc_2", endpoint_id=own, delivery_id=event_id)

    assert (answer.status, answer.error["message"]) == (404, "No such delivery.")


def test_redelivery_while_a_worker_has_it_is_a_conflict(webhooks, endpoint):
    (event_id,) = webhooks.file_events()
    now = webhooks.clock()
    webhook_store().claim_delivery(endpoint.id, event_id, now, now + timedelta(seconds=45))

    with pytest.raises(Conflict):
        webhooks.service.redeliver(ACCOUNT, endpoint.id, event_id)


def test_recovery_goes_on_where_it_stopped_and_offers_what_it_left_out(webhooks, endpoint, receiver, monkeypatch):
    monkeypatch.setattr("domain.webhooks.service.RECOVERED_AT_ONCE", 2)

    def offer():
        return webhooks.service.get(ACCOUNT, endpoint.id).recover_since

    receiver.answer = lambda _arrival: (410, {}, b"")
    events = webhooks.file_events(3)
    webhooks.deliver()
    receiver.answer = lambda _arrival: NO_CONTENT
    lost_since = webhooks.service.update(ACCOUNT, endpoint.id, ENABLE, by=THE_TEAM).recover_since

    later = webhooks.service.recover(ACCOUNT, endpoint.id, webhooks.clock() + timedelta(hours=1))
    kept = offer()
    some = webhooks.service.recover(ACCOUNT, endpoint.id, lost_since)
    left = offer()
    rest = webhooks.service.recover(ACCOUNT, endpoint.id, left)
    none = webhooks.service.recover(ACCOUNT, endpoint.id, offer())
    webhooks.deliver()

    assert set(receiver.accepted) == set(events)
    assert (later.recovered, later.has_more, kept) == (0, False, lost_since)
    assert (some.recovered, some.has_more, left) == (2, True, some.next_since)
    # The last read ended at its limit, so only the one after it finds nothing more.
    assert (rest.recovered, none.recovered, none.has_more, offer()) == (1, 0, False, None)


def test_two_changes_at_once_are_both_kept(webhooks, endpoint, overtake):
    def meanwhile():
        webhooks.clock.advance(milliseconds=1)
        switched_off = UpdateEndpoint(enabled=False, url="http://127.0.0.1:10/")
        webhooks.service.update(ACCOUNT, endpoint.id, switched_off, by=THE_TEAM)
        webhooks.clock.advance(milliseconds=1)

    overtake("saving", meanwhile)
    webhooks.service.update(ACCOUNT, endpoint.id, UpdateEndpoint(description="Orders"), by=THE_TEAM)

    found = webhooks.service.get(ACCOUNT, endpoint.id)
    assert (found.description, found.url, found.enabled) == ("Orders", "http://127.0.0.1:10/", False)


def test_recovery_leaves_alone_what_is_older_or_was_delivered(webhooks, endpoint, receiver):
    webhooks.file_events()
    webhooks.deliver()
    receiver.answer = lambda _arrival: (410, {}, b"")
    webhooks.clock.advance(hours=1)
    webhooks.file_events()
    webhooks.deliver()
    webhooks.service.update(ACCOUNT, endpoint.id, ENABLE, by=THE_TEAM)
    later = webhooks.clock.advance(hours=1)

    assert webhooks.service.recover(ACCOUNT, endpoint.id, later).recovered == 0
    assert webhooks.service.recover(ACCOUNT, endpoint.id, later - timedelta(days=99)).recovered == 1


def test_rotations_at_the_same_time_both_count_and_the_last_one_signs(webhooks, endpoint, overtake):
    first = []
    overtake("rotating", lambda: first.append(webhooks.service.rotate(ACCOUNT, endpoint.id, ROTATION, by=THE_TEAM)))

    last = webhooks.service.rotate(ACCOUNT, endpoint.id, ROTATION, by=THE_TEAM)

    sealed = webhook_store().find_secrets(endpoint.id)
    opened = [webhooks.worker.safe.open(ACCOUNT, endpoint.id, one) for one in sealed.valid_at(webhooks.clock())]
    assert opened == [last.secret, first[0].secret]


def test_each_change_of_a_webhook_is_noted_without_its_path(webhooks, clock):
    """The host alone is noted, because a whole URL may hold a key."""
    by, url = by_caller(session_caller(), ORIGIN), "http://localhost:9/services/T0/secret?token=abc"
    service = webhooks.service
    made = service.create(ACCOUNT, CreateEndpoint(url=url, types=["report.ready"]), by=by)
    clock.advance(seconds=1)
    service.update(ACCOUNT, made.id, UpdateEndpoint(description="CI"), by=by)
    clock.advance(seconds=1)
    service.rotate(ACCOUNT, made.id, RotateSecret(), by=by)
    clock.advance(seconds=1)
    service.delete(ACCOUNT, made.id, by=by)

    assert noted() == [
        ("webhook_changed", f"Webhook to localhost: {done}", "usr_1", "203.0.113.9", "curl/8")
        for done in ("created", "changed", "secret rotated", "deleted")
    ]
