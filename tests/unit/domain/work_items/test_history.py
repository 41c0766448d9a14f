from __future__ import annotations

import pytest

from domain.events.notices import NoticeKind
from domain.pa.need_store import need_store
from domain.projects.changes import EventKind
from domain.work_items.models import ClaimWorkItem, ReleaseWorkItem, ReportProgress, ReviewWork, UpdateWorkItem
from domain.work_items.records import ItemState
from domain.work_items.rules import MOST_DEEDS
from work import OWNER, submission, worker

WORKER = worker()


@pytest.fixture
def item_id(item):
    return item.id


def claim(workers, item_id, name="codex"):
    return workers.claim(WORKER, item_id, ClaimWorkItem(worker=name)).claim_id


def review(reviews, submitted, decision, comment=None):
    request = ReviewWork(decision=decision, comment=comment, submission_hash=submitted.submission.submission_hash)
    return reviews.review(OWNER, submitted.item.id, request)


def history_of(work, item_id):
    item = work.store.get_item("acc_1", item_id)
    return [(deed.kind.value, deed.worker, deed.text) for deed in item.history]


def test_history_keeps_who_did_what_and_of_one_claim_the_latest_report(work, workers, reviews, clock, item_id):
    claim_id = claim(workers, item_id)
    for note in ("Begun", "Half of it"):
        workers.report(WORKER, item_id, ReportProgress(claim_id=claim_id, note=note))
    review(reviews, workers.submit(WORKER, item_id, submission(claim_id)), "return", "The full day is missing")
    claim(workers, item_id, "maria")
    clock.advance(hours=2)
    workers.release(WORKER, item_id, ReleaseWorkItem(claim_id=claim(workers, item_id, "bo"), reason="No time"))
    review(reviews, workers.submit(WORKER, item_id, submission(claim(workers, item_id))), "accept")

    assert history_of(work, item_id) == [
        ("claimed", "codex", None),
        ("reported", "codex", "Half of it"),
        ("submitted", "codex", "Booking works."),
        ("returned", "codex", "The full day is missing"),
        ("claimed", "maria", None),
        ("lapsed", "maria", None),
        ("claimed", "bo", None),
        ("released", "bo", "No time"),
        ("claimed", "codex", None),
        ("submitted", "codex", "Booking works."),
        ("accepted", "codex", None),
    ]


def test_history_forgets_its_oldest_deeds(work, workers, item_id):
    for _ in range(MOST_DEEDS):
        workers.release(WORKER, item_id, ReleaseWorkItem(claim_id=claim(workers, item_id), reason="No time " * 100))

    history = history_of(work, item_id)

    assert len(history) == MOST_DEEDS
    assert max(len(text or "") for _, _, text in history) <= 301


def test_every_third_return_is_told_to_the_ceo_and_the_customer(work, workers, reviews, item_id):
    told, notices = [], []
    for number in range(1, 7):
        submitted = workers.submit(WORKER, item_id, submission(claim(workers, item_id)))
        review(reviews, submitted, "return", f"Missing {number}")
        _, owned = work.projects.load("acc_1", submitted.item.project_id)
        told.append(sum(event.kind is EventKind.WORK_RETURNED for event in owned.events))
        notices.append([(one.kind, one.trouble) for one in need_store().get_told("acc_1").notices])

    assert told == [0, 0, 1, 1, 1, 2]
    assert work.store.get_item("acc_1", item_id).state is ItemState.CHANGES_REQUESTED
    assert notices[1] == []
    assert notices[2] == [(NoticeKind.WORK_RETURNED, "it came back 3 times, and nobody has worked on it")]
    work.update(OWNER, item_id, UpdateWorkItem(what="Only the booking"))
    assert need_store().get_told("acc_1").notices == ()
