"""What is kept of an item's past, and that its third return goes to the customer."""

from __future__ import annotations

import pytest

from domain.work_items.models import ClaimWorkItem, ReleaseWorkItem, ReportProgress, ReviewWork
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
    assert work.describe(OWNER, item_id).submissions[0].review.comment == "The full day is missing"
    workers.submit(WORKER, item_id, submission(claim(workers, item_id, "maria")))
    assert len(work.describe(OWNER, item_id).submissions) == 2
