"""What of a webhook needs its customer: from the warning after a day until it delivers, is enabled or is deleted."""

from __future__ import annotations

import pytest

from domain.audit.records import THE_TEAM
from domain.events.notices import NoticeKind
from domain.pa.need_store import need_store
from domain.webhooks.models import UpdateEndpoint
from domain.webhooks.records import Reason
from domain.webhooks.retries import Outcome
from domain.webhooks.store import webhook_store

ACCOUNT = "acc_1"
FAILED, GONE, WELL = Outcome(status=500, reason=Reason.HTTP_STATUS), Outcome(reason=Reason.GONE), Outcome(status=204)


def notices():
    return need_store().get_told(ACCOUNT).notices


def note(webhooks, endpoint, outcome, **passed):
    webhooks.clock.advance(**passed)
    seen = webhook_store().get_endpoint(ACCOUNT, endpoint.id)
    webhooks.worker._note_health(seen, outcome, webhooks.clock())


@pytest.fixture
def endpoint(webhooks):
    return webhooks.endpoint("http://127.0.0.1:9/secret-path")


@pytest.fixture
def warned(webhooks, endpoint):
    """An endpoint that has failed for a day."""
    note(webhooks, endpoint, FAILED)
    note(webhooks, endpoint, FAILED, hours=24)
    return endpoint


def test_endpoint_that_fails_for_a_day_has_a_notice_that_names_its_host_and_its_page(webhooks, endpoint):
    note(webhooks, endpoint, FAILED)
    began = webhooks.clock()
    note(webhooks, endpoint, FAILED, hours=23)
    early = notices()
    note(webhooks, endpoint, FAILED, hours=1)
    note(webhooks, endpoint, FAILED, hours=1)

    assert early == ()
    (notice,) = notices()
    assert (notice.kind, notice.subject_id, notice.since) == (NoticeKind.WEBHOOK_FAILING, endpoint.id, began)
    assert (notice.name, notice.path) == ("Webhook to 127.0.0.1", f"/app/developers/webhooks/{endpoint.id}")
    assert "secret-path" not in notice.model_dump_json()


@pytest.mark.parametrize(("outcome", "days", "why"), [(FAILED, 4, "five days"), (GONE, 0, "410")])
def test_endpoint_that_was_switched_off_has_another_notice_until_it_is_enabled(webhooks, warned, outcome, days, why):
    note(webhooks, warned, outcome, days=days)
    (off,) = notices()
    webhooks.service.update(ACCOUNT, warned.id, UpdateEndpoint(enabled=True), by=THE_TEAM)

    assert (off.kind, off.since) == (NoticeKind.WEBHOOK_DISABLED, webhooks.clock())
    assert why in off.remedy
    assert notices() == ()


@pytest.mark.parametrize("end", ["delivers", "is deleted", "is switched off", "is deleted when it was switched off"])
def test_notice_goes_when_the_endpoint_delivers_is_deleted_or_is_switched_off(webhooks, warned, end):
    if end == "is deleted when it was switched off":
        note(webhooks, warned, FAILED, days=4)
    before = len(notices())

    match end:
        case "delivers":
            note(webhooks, warned, WELL)
        case "is switched off":
            webhooks.service.update(ACCOUNT, warned.id, UpdateEndpoint(enabled=False), by=THE_TEAM)
        case _:
            webhooks.service.delete(ACCOUNT, warned.id, by=THE_TEAM)

    assert (before, notices()) == (1, ())


@pytest.mark.parametrize("failure", [FAILED, GONE])
def test_what_an_old_address_answers_says_nothing_about_the_new_one(webhooks, endpoint, overtake, failure):
    def change():
        webhooks.clock.advance(milliseconds=1)
        webhooks.service.update(ACCOUNT, endpoint.id, UpdateEndpoint(url="http://localhost:9/"), by=THE_TEAM)

    note(webhooks, endpoint, FAILED)
    overtake("noting_health", change)
    note(webhooks, endpoint, failure, hours=24)

    moved = webhooks.service.get(ACCOUNT, endpoint.id)
    assert (notices(), moved.enabled, moved.failing_since) == ((), True, None)


def test_another_address_ends_the_warning_about_the_old_one(webhooks, warned):
    webhooks.service.update(ACCOUNT, warned.id, UpdateEndpoint(url="http://localhost:9/"), by=THE_TEAM)

    assert notices() == ()


def test_delivery_that_fails_while_its_endpoint_is_deleted_leaves_no_notice(webhooks, endpoint, overtake):
    def fail():
        note(webhooks, endpoint, FAILED, hours=24)
        assert len(notices()) == 1

    note(webhooks, endpoint, FAILED)
    overtake("deleting", fail)
    webhooks.service.delete(ACCOUNT, endpoint.id, by=THE_TEAM)

    assert notices() == ()
