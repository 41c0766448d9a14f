"""Which documents are put on their way, and what is said of it. How they travel: `repository/test_whole_way.py`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import portfolios
from domain.events.records import EventType
from domain.projects import delivering
from domain.projects.announcing import events_of
from domain.projects.states import ApprovalStatus, DeliverableState, DeliveryReason, DeliveryState
from plans import a_submission
from portfolios import project

NOW = datetime(2026, 3, 5, 14, 0, tzinfo=UTC)
ACCESS = ("crd_1", 1)
COMMIT = {"commit": "a" * 40, "blob": "b" * 40, "branch": "atrium/documents", "file": "docs/atrium/scope.md"}


def document(state=DeliverableState.APPROVED):
    """The scope, in its second revision."""
    update = {"id": "dlv_1", "state": state, "revision": 2, "content_hash": "c"}
    return a_submission()[1][1].model_copy(update=update)


def approval(revision=2):
    update = {"id": "apr_1", "deliverable_id": "dlv_1", "revision": revision, "decided_at": NOW}
    return portfolios.approval(project()).model_copy(update={**update, "status": ApprovalStatus.APPROVED})


def on_its_way(**changes):
    (found,) = delivering.queued(project(), [document()], [approval()], ACCESS, NOW)
    return found.model_copy(update={"delivery": found.delivery.model_copy(update=changes)})


@pytest.mark.parametrize(
    ("of", "item", "approved"),
    [
        *[(project(), document(state=state), approval()) for state in DeliverableState if state != "approved"],
        *[(project(status=status), document(), approval()) for status in ("draft", "on_hold", "cancelled")],
        (project(), document(), approval(revision=1)),
    ],
)
def test_nothing_is_delivered_without_approval_of_this_text_in_a_project_under_way(of, item, approved):
    assert delivering.queued(of, [item], [approved], ACCESS, NOW) == ()


@pytest.mark.parametrize(
    ("state", "access", "again"),
    [
        (DeliveryState.PENDING, ("crd_1", 2), False),
        (DeliveryState.DELIVERED, ("crd_2", 1), False),
        (DeliveryState.FAILED, ACCESS, False),
        (DeliveryState.FAILED, ("crd_1", 2), True),
        (DeliveryState.CONFLICT, ("crd_2", 1), True),
    ],
)
def test_only_what_failed_is_put_on_its_way_again_and_only_with_another_access(state, access, again):
    found = delivering.queued(project(), [on_its_way(state=state, attempts=5)], [approval()], access, NOW)

    assert [one.delivery.attempts for one in found] == ([0] if again else [])


def test_project_is_in_trouble_from_the_first_document_that_failed_until_none_has():
    failed = on_its_way(state=DeliveryState.FAILED, reason=DeliveryReason.NOT_FOUND)
    before = NOW - timedelta(days=1)

    assert delivering.undelivered_since(project(), [failed], NOW) == NOW
    assert delivering.undelivered_since(project(undelivered_since=before), [failed], NOW) == before
    assert delivering.undelivered_since(project(undelivered_since=before), [on_its_way(), document()], NOW) is None


def test_approval_of_a_later_revision_is_told_and_the_earlier_delivery_is_not_told_again():
    later = delivering.delivered(on_its_way(), **COMMIT, now=NOW).model_copy(update={"revision": 3})

    told = events_of(project(), project(), [later, approval(revision=3)])

    assert [one.type for one in told] == [EventType.DELIVERABLE_APPROVED, EventType.APPROVAL_DECIDED]


def test_delivery_says_where_the_document_is_or_why_it_is_not():
    done = delivering.delivered(on_its_way(), **COMMIT, now=NOW)
    tried = on_its_way(reason=DeliveryReason.TIMED_OUT)
    said = [delivering.said_of_delivery(one.delivery) for one in (on_its_way(), done, tried)]

    assert said[0] == "Revision 2 is on its way to your repository."
    assert said[1] == "Revision 2 is in your repository: commit aaaaaaaaaa on the branch atrium/documents."
    assert said[2].endswith("We try again on Thu 5 Mar 2026, 14:00 UTC.")
    for reason in DeliveryReason:
        failed = on_its_way(state=DeliveryState.FAILED, reason=reason).delivery
        assert delivering.WHY[reason] in delivering.said_of_delivery(failed)
