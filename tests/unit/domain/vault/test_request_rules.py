from __future__ import annotations

from datetime import date, timedelta

import pytest

from common.transactions import TransactionFailed, transact
from domain.projects.access_needs import AccessNeed
from domain.projects.changes import Change
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableKind, Phase, ProjectStatus, Role
from domain.vault import request_rules
from domain.vault.records import Credential, ProjectAccess, RequestStatus
from portfolios import planned
from vaults import STARTED, request_for, stored_project, stored_request

NOW = STARTED + timedelta(days=5)
PROJECT = Project(
    id="prj_01KJPZ9M40000000000000000A",
    account_id="acc_1",
    name="Bakery",
    status=ProjectStatus.ACTIVE,
    phase=Phase.LAUNCH,
    plan=planned(10_000, days=20),
    unassigned_days=2_000,  # ten working days for a team of two
    documents_approved=10,
    created_at=STARTED,
    updated_at=STARTED,
)
DELIVERY_PLAN = Deliverable(
    id="dlv_1",
    project_id=PROJECT.id,
    kind=DeliverableKind.DELIVERY_PLAN,
    phase=Phase.DEVELOPMENT,
    owner=Role.CTO,
    title="Delivery plan",
    effort_hours=8,
    created_at=STARTED,
    updated_at=STARTED,
)
ANALYTICS, DOMAIN = (
    AccessNeed(name=name, type="api_key", reason="Work needs it.", how_to_obtain="Made in its settings.", entry="I1")
    for name in ("Analytics", "Domain")
)


def raised(*, project=PROJECT, credentials=(), requests=()):
    access = ProjectAccess(tuple(credentials), tuple(requests))
    return request_rules.raised_for(project, (ANALYTICS, DOMAIN), access=access, deliverables=(DELIVERY_PLAN,), now=NOW)


def test_request_says_who_needs_what_why_and_what_waits_and_is_the_same_when_raised_again():
    request = raised()[0]

    assert request.model_dump(include={"name", "reason", "how_to_obtain", "blocks", "entry", "requested_by"}) == {
        "name": "Analytics",
        "reason": "Work needs it.",
        "how_to_obtain": "Made in its settings.",
        "blocks": DeliverableKind.DELIVERY_PLAN,
        "entry": "I1",
        "requested_by": Role.CTO,
    }
    assert (request.status, request.created_at, request.deliverable_id) == (RequestStatus.PENDING, NOW, "dlv_1")
    assert raised() == raised()
    assert len({one.id for one in raised()}) == 2


@pytest.mark.parametrize(
    ("status", "names"),
    [
        (RequestStatus.PENDING, ["Domain"]),
        (RequestStatus.DECLINED, ["Analytics", "Domain"]),
        (RequestStatus.CANCELLED, ["Analytics", "Domain"]),
    ],
)
def test_one_request_is_open_per_project_and_name_and_none_for_what_is_deposited(status, names):
    before = request_for(PROJECT, "analytics", status=status)
    at = {"created_at": STARTED, "updated_at": STARTED}
    credential = Credential(
        id="crd_1", account_id="acc_1", project_id=PROJECT.id, name="  ANALYTICS ", type="api_key", version=1, **at
    )

    assert [request.name for request in raised(requests=[before])] == names
    assert [request.name for request in raised(credentials=[credential])] == ["Domain"]


@pytest.mark.parametrize(("already_open", "more"), [(18, 2), (19, 1), (20, 0)])
def test_at_most_20_requests_are_open_in_a_project(already_open, more):
    before = [request_for(PROJECT, f"Access {number}") for number in range(already_open)]

    assert len(raised(requests=before)) == more


@pytest.mark.parametrize(
    ("deadline", "priority"),
    [
        (None, "medium"),
        (date(2026, 4, 3), "medium"),  # the eta is 20 March: ten working days to spare
        (date(2026, 4, 2), "high"),
    ],
)
def test_request_is_urgent_when_waiting_soon_costs_the_deadline(deadline, priority):
    project = PROJECT.model_copy(update={"deadline": deadline})

    assert {request.priority for request in raised(project=project)} == {priority}


@pytest.mark.parametrize(
    ("days", "reminded_days_ago", "status", "due"),
    [
        (2.99, None, RequestStatus.PENDING, False),
        (3, None, RequestStatus.PENDING, True),
        (9, 2.99, RequestStatus.PENDING, False),
        (9, 3, RequestStatus.PENDING, True),
        (9, None, RequestStatus.FULFILLED, False),
    ],
)
def test_reminder_is_due_after_three_days_without_a_word(days, reminded_days_ago, status, due):
    request = request_for(
        PROJECT,
        status=status,
        created_at=NOW - timedelta(days=days),
        reminded_at=None if reminded_days_ago is None else NOW - timedelta(days=reminded_days_ago),
    )

    assert request_rules.reminder_due(request, NOW) is due


def test_phase_that_begins_twice_asks_once(asking, projects, clock):
    project = stored_project()
    moved = Change(project.changed(clock.moment))

    def begin():
        nothing = ProjectAccess((), ())
        raised = asking.raising(project, (ANALYTICS, DOMAIN), nothing, (DELIVERY_PLAN,), clock.moment)
        transact([*raised.writes, *projects.writes_for(project, moved)])
        return raised.requests

    asked = begin()
    clock.advance(minutes=5)

    with pytest.raises(TransactionFailed):
        begin()
    assert set(asking.list_open("acc_1")) == set(asked) == set(asking.list_for_project("acc_1", project.id).requests)
    assert [request.name for request in asked] == ["Analytics", "Domain"]


def test_open_requests_are_those_of_every_project_of_the_account(asking, clock):
    mine = [stored_request(stored_project("Bakery")), stored_request(stored_project("Florist"))]
    stored_request(stored_project("Butcher", account_id="acc_2"))
    transact(asking.cancelling([stored_request(stored_project("Grocer"))], clock.moment))

    assert {request.id for request in asking.list_open("acc_1")} == {request.id for request in mine}


def test_reminder_is_remembered_and_what_has_ended_is_neither_reminded_of_nor_ended_again(asking, clock):
    project = stored_project()
    request, ended = stored_request(project), stored_request(project, "Domain")
    transact(asking.cancelling([ended], clock.moment))
    now = clock.advance(days=3)

    transact(asking.reminding(request, now))
    for again in (asking.reminding(ended, now), asking.cancelling([ended], now)):
        with pytest.raises(TransactionFailed):
            transact(again)

    assert asking.store.get_request("acc_1", request.id) == request.model_copy(update={"reminded_at": now})
