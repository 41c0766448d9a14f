"""When an approved document is delivered, tried again and given up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

import portfolios
from domain.projects import delivering
from domain.projects.states import (
    ApprovalStatus,
    DeliverableState,
    DeliveryReason,
    DeliveryState,
)
from plans import a_submission
from portfolios import project

NOW = datetime(2026, 3, 5, 14, 0, tzinfo=UTC)
ACCESS = ("crd_1", 1)
COMMIT = {"commit": "a" * 40, "blob": "b" * 40, "branch": "atrium/documents", "file": "docs/atrium/scope.md"}


def document(number=1, state=DeliverableState.APPROVED):
    """The scope, in its second revision."""
    update = {"id": f"dlv_{number}", "state": state, "revision": 2, "content_hash": "c"}
    return a_submission()[1][1].model_copy(update=update)


def approval(number=1, decided_at=NOW, revision=2):
    update = {"id": f"apr_{number}", "deliverable_id": f"dlv_{number}", "revision": revision, "decided_at": decided_at}
    return portfolios.approval(project()).model_copy(update={**update, "status": ApprovalStatus.APPROVED})


def on_its_way(number=1, **changes):
    (found,) = delivering.queued(project(), [document(number)], [approval(number)], ACCESS, NOW)
    return found.model_copy(update={"delivery": found.delivery.model_copy(update=changes)})


def test_approved_document_is_put_on_its_way_with_its_approval_and_access():
    delivery = on_its_way().delivery

    assert (delivery.state, delivery.revision, delivery.approval_id) == (DeliveryState.PENDING, 2, "apr_1")
    assert (delivery.credential_id, delivery.credential_version, delivery.next_attempt_at) == ("crd_1", 1, NOW)


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


def test_next_revision_remembers_how_the_last_one_left_the_file():
    before = delivering.delivered(on_its_way(), **COMMIT, now=NOW).model_copy(update={"revision": 3})

    (after,) = delivering.queued(project(), [before], [approval(revision=3)], ACCESS, NOW)

    assert (after.delivery.revision, after.delivery.blob, after.delivery.commit) == (3, "b" * 40, None)


def test_attempts_end_after_five_with_growing_pauses_and_end_the_way_of_all_that_wait():
    one, other, pauses = on_its_way(1), on_its_way(2), []
    for attempt in range(1, 6):
        one = delivering.begun(one, "https://git.example.org/shop.git", NOW)
        pauses.append(one.delivery.next_attempt_at - NOW)
        one, *behind = delivering.refused([one, other], one, DeliveryReason.UNAUTHORIZED)
        assert one.delivery.attempts == attempt
        assert delivering.is_pending(one) is (attempt < delivering.MOST_ATTEMPTS)

    assert pauses == [*delivering.PAUSES, delivering.PAUSES[-1]]
    assert [(two.id, two.delivery.state, two.delivery.reason) for two in behind] == [
        ("dlv_2", DeliveryState.FAILED, DeliveryReason.UNAUTHORIZED)
    ]
    assert one.delivery.next_attempt_at is None


def test_conflict_ends_the_way_of_its_document_alone_and_at_once():
    one, other = delivering.begun(on_its_way(1), "https://git.example.org/shop.git", NOW), on_its_way(2)

    (after,) = delivering.refused([one, other], one, DeliveryReason.CONFLICT)

    assert (after.id, after.delivery.state, after.delivery.next_attempt_at) == ("dlv_1", DeliveryState.CONFLICT, None)


def test_project_is_in_trouble_from_the_first_document_that_failed_until_none_has():
    failed = on_its_way(state=DeliveryState.FAILED, reason=DeliveryReason.NOT_FOUND)
    before = NOW - timedelta(days=1)

    assert delivering.undelivered_since(project(), [failed], NOW) == NOW
    assert delivering.undelivered_since(project(undelivered_since=before), [failed], NOW) == before
    assert delivering.undelivered_since(project(undelivered_since=before), [on_its_way(), document()], NOW) is None


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
