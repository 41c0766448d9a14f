from __future__ import annotations

from datetime import date, timedelta

import pytest

from common.errors import Conflict
from domain.projects.access_needs import AccessNeed
from domain.projects.errors import AlreadyDecided
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableKind, Phase, ProjectStatus, Role
from domain.vault import lifecycle
from domain.vault.lifecycle import AlreadyFulfilled
from domain.vault.records import Credential, ProjectAccess, RequestStatus
from portfolios import planned
from vaults import STARTED, request_for

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
    AccessNeed(
        name="Analytics",
        type="api_key",
        reason="The work on I1 needs it.",
        how_to_obtain="Made in its settings.",
        entry="I1",
    ),
    AccessNeed(
        name="Domain",
        type="api_key",
        reason="The work on I2 needs it.",
        how_to_obtain="Made in its settings.",
        entry="I2",
    ),
)


def raised(*, project=PROJECT, credentials=(), requests=(), now=NOW):
    access = ProjectAccess(tuple(credentials), tuple(requests))
    return lifecycle.raised_for(project, (ANALYTICS, DOMAIN), access=access, deliverables=(DELIVERY_PLAN,), now=now)


def credential(name):
    return Credential(
        id="crd_1",
        account_id="acc_1",
        project_id=PROJECT.id,
        name=name,
        type="api_key",
        version=1,
        created_at=STARTED,
        updated_at=STARTED,
    )


def test_request_says_who_needs_what_why_and_what_waits_for_it():
    request = raised()[0]

    assert request.model_dump(exclude={"id"}, exclude_none=True) == {
        "account_id": "acc_1",
        "project_id": PROJECT.id,
        "project_name": "Bakery",
        "name": "Analytics",
        "type": "api_key",
        "reason": ANALYTICS.reason,
        "how_to_obtain": ANALYTICS.how_to_obtain,
        "blocks": DeliverableKind.DELIVERY_PLAN,
        "deliverable_id": "dlv_1",
        "entry": "I1",
        "requested_by": Role.CTO,
        "priority": "medium",
        "status": RequestStatus.PENDING,
        "created_at": NOW,
    }


def test_requests_are_the_same_when_raised_again_at_the_same_instant():
    assert raised() == raised()
    assert len({request.id for request in raised()}) == 2


@pytest.mark.parametrize("name", ["Analytics", "analytics", "  ANALYTICS "])
def test_nothing_is_raised_for_what_is_deposited(name):
    assert [request.name for request in raised(credentials=[credential(name)])] == ["Domain"]


@pytest.mark.parametrize(
    ("status", "names"),
    [
        (RequestStatus.PENDING, ["Domain"]),
        (RequestStatus.DECLINED, ["Analytics", "Domain"]),
        (RequestStatus.CANCELLED, ["Analytics", "Domain"]),
    ],
)
def test_one_request_is_open_per_project_and_name(status, names):
    before = request_for(PROJECT, "analytics", status=status)

    assert [request.name for request in raised(requests=[before])] == names


@pytest.mark.parametrize(("already_open", "more"), [(18, 2), (19, 1), (20, 0), (21, 0)])
def test_at_most_20_requests_are_open_in_a_project(already_open, more):
    before = [request_for(PROJECT, f"Access {number}") for number in range(already_open)]

    assert len(raised(requests=before)) == more


@pytest.mark.parametrize(
    ("deadline", "priority"),
    [
        (None, "medium"),
        (date(2026, 12, 31), "medium"),
        (date(2026, 4, 3), "medium"),  # the eta is 20 March: ten working days to spare
        (date(2026, 4, 2), "high"),
        (date(2026, 3, 1), "high"),
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
        (9, None, RequestStatus.DECLINED, False),
        (9, None, RequestStatus.CANCELLED, False),
    ],
)
def test_reminder_is_due_after_three_days_without_a_word(days, reminded_days_ago, status, due):
    request = request_for(
        PROJECT,
        status=status,
        created_at=NOW - timedelta(days=days),
        reminded_at=None if reminded_days_ago is None else NOW - timedelta(days=reminded_days_ago),
    )

    assert lifecycle.reminder_due(request, NOW) is due


@pytest.mark.parametrize(
    ("status", "error", "code", "said"),
    [
        (RequestStatus.FULFILLED, AlreadyFulfilled, "ALREADY_FULFILLED", "You already gave this access."),
        (RequestStatus.DECLINED, AlreadyDecided, "ALREADY_DECIDED", "You already declined this request."),
        (RequestStatus.CANCELLED, Conflict, "CONFLICT", "This request ended with its project."),
    ],
)
def test_ended_request_says_how_it_ended(status, error, code, said):
    with pytest.raises(error) as caught:
        lifecycle.require_pending(request_for(PROJECT, status=status))

    assert (caught.value.code, caught.value.message) == (code, said)


def test_pending_request_may_be_closed():
    lifecycle.require_pending(request_for(PROJECT))
