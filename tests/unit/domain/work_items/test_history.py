"""What is kept of an item's past, and that its third return goes to the customer."""

from __future__ import annotations

import pytest

from domain.events.notices import NoticeKind
from domain.projects.events import EventKind
from domain.work_items.announcing import notice_of
from domain.work_items.models import ClaimWorkItem, ReleaseWorkItem, ReportProgress, ReviewWork
from domain.work_items.records import ItemState
from domain.work_items.rules import MOST_DEEDS
from work import OWNER, new_item, submission, worker, working_project

WORKER = worker()


@pytest.fixture
def item_id(work):
    return work.create(OWNER, working_project().id, new_item()).id


def claim(workers, item_id, name="codex"):
    return workers.claim(WORKER, item_id, ClaimWorkItem(worker=name)).claim_id


def review(reviews, submitted, decision, comment=None):
    request = ReviewWork(decision=decision, comment=comment, submission_hash=submitted.submission.submission_hash)
    return reviews.review(OWNER, submitted.item.id, request)


def history_of(work, item_id):
    item = work.store.get_item("acc_1", item_id)
    return [(deed.kind.value, deed.worker, deed.text) for deed in item.history]


def test_history_keeps_who_did_what_and_of_one_claim_the_latest_report(work, workers, reviews, item_id):
    claim_id = claim(workers, item_id)
    for note in ("Begun", "Half of it"):
        workers.report(WORKER, item_id, ReportProgress(claim_id=claim_id, note=note))
    submitted = workers.submit(WORKER, item_id, submission(claim_id))
    review(reviews, submitted, "return", "The full day is missing")
    workers.release(WORKER, item_id, ReleaseWorkItem(claim_id=claim(workers, item_id, "maria"), reason="No time"))

    assert history_of(work, item_id) == [
        ("claimed", "codex", None),
        ("reported", "codex", "Half of it"),
        ("submitted", "codex", "Booking works."),
        ("returned", "codex", "The full day is missing"),
        ("claimed", "maria", None),
        ("released", "maria", "No time"),
    ]


def test_item_is_read_back_with_a_note_without_percentage_and_an_acceptance_without_comment(
    work, workers, reviews, item_id
):
    claim_id = claim(workers, item_id)
    workers.report(WORKER, item_id, ReportProgress(claim_id=claim_id, note="Begun"))
    review(reviews, workers.submit(WORKER, item_id, submission(claim_id)), "accept")

    read = work.describe(OWNER, item_id)

    assert (read.notes[0].percent, read.submissions[0].review.comment) == (None, None)
    assert [deed.kind for deed in read.history] == ["claimed", "reported", "submitted", "accepted"]
    assert read.item.latest == read.history[-1]


def test_history_keeps_a_lease_that_ended_and_who_came_after(work, workers, clock, item_id):
    claim(workers, item_id)
    clock.advance(hours=2)
    claim(workers, item_id, "maria")

    assert [one[:2] for one in history_of(work, item_id)] == [
        ("claimed", "codex"),
        ("lapsed", "codex"),
        ("claimed", "maria"),
    ]


def test_history_forgets_its_oldest_deeds(work, workers, item_id):
    for _ in range(MOST_DEEDS):
        workers.release(WORKER, item_id, ReleaseWorkItem(claim_id=claim(workers, item_id), reason="No time " * 100))

    history = history_of(work, item_id)

    assert len(history) == MOST_DEEDS
    assert max(len(text or "") for _, _, text in history) <= 301


def test_every_third_return_is_told_to_the_ceo(work, workers, reviews, item_id):
    told = []
    for number in range(1, 7):
        submitted = workers.submit(WORKER, item_id, submission(claim(workers, item_id)))
        review(reviews, submitted, "return", f"Missing {number}")
        _, owned = work.projects.load("acc_1", submitted.item.project_id)
        told.append(sum(event.kind is EventKind.WORK_RETURNED for event in owned.events))

    item = work.store.get_item("acc_1", item_id)
    assert told == [0, 0, 1, 1, 1, 2]
    assert item.state is ItemState.CHANGES_REQUESTED
    assert notice_of(item).kind is NoticeKind.WORK_RETURNED
