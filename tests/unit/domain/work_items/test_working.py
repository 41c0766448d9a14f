from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from atrium import NIGHTLY
from common.errors import Conflict, Forbidden, InvalidRequest, NotFound
from common.transactions import transact
from domain.events.store import event_store
from domain.keys.models import CreateApiKey, RotateApiKey
from domain.keys.service import key_service
from domain.pa.attention_store import attention_store
from domain.projects.errors import NotRunning
from domain.projects.requests import ChangeProjectStatus
from domain.projects.service import project_service
from domain.projects.wording import progress_fell
from domain.work_items.errors import MAX_NOTES, AlreadyClaimed, ClaimOver, NotInReview, WorkBlocked
from domain.work_items.leases import sweep_leases
from domain.work_items.models import (
    CancelWorkItem,
    ClaimWorkItem,
    CloseWorkItem,
    ReleaseWorkItem,
    ReportProgress,
    ReviewWork,
    UpdateWorkItem,
)
from domain.work_items.records import ItemState
from origins import HERE
from vaults import stored_request
from work import OWNER, new_item, submission, worker, working_project

HOUR = ClaimWorkItem(worker="ada")
ACCEPT, RETURN = "accept", "return"


def deciding(submitted, decision=ACCEPT, **changes):
    fields = {"decision": decision, "submission_hash": submitted.submission.submission_hash} | changes
    return ReviewWork.model_validate(fields)


def test_claimed_item_comes_with_a_brief_to_work_from(work, workers, clock):
    item = work.create(OWNER, working_project().id, new_item(effort_days=3))

    claimed = workers.claim(worker(), item.id, HOUR)

    assert claimed.item.state is ItemState.CLAIMED
    assert claimed.lease_until == clock.moment + timedelta(minutes=60)
    assert "- **2** A full day is said to be full" in claimed.brief
    assert claimed.item.claim.model_dump() == {
        "worker": "ada",
        "claimed_at": clock.moment,
        "lease_until": claimed.lease_until,
        "percent": None,
    }


def test_item_goes_from_ready_to_done(work, workers, reviews):
    project = working_project()
    item = work.create(OWNER, project.id, new_item())
    claimed = workers.claim(worker(), item.id, HOUR)
    workers.report(worker(), item.id, ReportProgress(claim_id=claimed.claim_id, note="Half", percent=50))
    submitted = workers.submit(worker(), item.id, submission(claimed.claim_id))

    decided = reviews.review(OWNER, item.id, deciding(submitted))

    told = work.describe(OWNER, item.id)
    assert submitted.submission.recommendation.model_dump() == {"decision": None, "doubts": (), "opinion": None}
    assert (decided.item.state, told.item.state) == (ItemState.DONE, ItemState.DONE)
    assert [(note.text, note.percent, note.worker) for note in told.notes] == [("Half", 50, "ada")]
    assert [one.review.decision for one in told.submissions] == [ACCEPT]
    assert work.projects.get("acc_1", project.id).open_work_items == 0


def test_cost_that_was_submitted_counts_as_spent_once_it_is_accepted(work, workers, reviews):
    project = working_project()
    item = work.create(OWNER, project.id, new_item(effort_days=3))
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    submitted = workers.submit(worker(), item.id, submission(claim_id, cost=900))
    before = work.projects.get("acc_1", project.id)

    done = reviews.review(OWNER, item.id, deciding(submitted))

    after = work.projects.get("acc_1", project.id)
    assert (submitted.submission.cost, done.item.cost) == (900, 900)
    assert [(one.spent, one.unreported_items) for one in (before, after)] == [(0, 0), (900, 0)]


@pytest.mark.parametrize(("cost", "spent", "unreported"), [(250, 250, 0), (0, 0, 0), (None, 0, 1)])
def test_item_closed_by_hand_costs_what_was_entered(work, cost, spent, unreported):
    project = working_project()
    item = work.create(OWNER, project.id, new_item())

    work.close(OWNER, item.id, CloseWorkItem(note="It was there already", cost=cost))

    after = work.projects.get("acc_1", project.id)
    assert (after.spent, after.unreported_items) == (spent, unreported)
    assert after.unreported_cost == (item.likely_cost if unreported else 0)


def test_new_item_that_makes_progress_fall_says_so(work):
    project = working_project()
    first = work.create(OWNER, project.id, new_item(effort_days=20))
    work.close(OWNER, first.id, CloseWorkItem(note="Done"))
    before = work.projects.get("acc_1", project.id)

    work.create(OWNER, project.id, new_item(effort_days=20))

    fell = progress_fell(before, work.projects.get("acc_1", project.id))
    told = [event.summary for event in event_store().list_unfiled("acc_1", limit=20)]
    assert fell
    assert f"Bakery: Book a table was added. {fell}" in told


def test_twenty_workers_claim_all_items_at_once_and_each_is_held_by_one(work, workers):
    project = working_project()
    most = 100 if NIGHTLY else 40
    items = [work.create(OWNER, project.id, new_item(title=f"Item {number}")).id for number in range(most)]

    def take_all(number):
        got, first = [], number * most // 20
        for item_id in items[first:] + items[:first]:
            try:
                got.append((item_id, workers.claim(worker(f"key_{number}"), item_id, HOUR).claim_id))
            except Conflict:
                continue
        return got

    with ThreadPoolExecutor(20) as pool:
        held = [claim for claims in pool.map(take_all, range(20)) for claim in claims]

    assert Counter(item_id for item_id, _ in held) == dict.fromkeys(items, 1)
    stored = {item.id: item.claim.id for item in work.list_for_project("acc_1", project.id)}
    assert stored == dict(held)


def test_one_item_that_twenty_want_at_the_same_moment_is_held_by_one(work, workers):
    item = work.create(OWNER, working_project().id, new_item())

    def take(number):
        try:
            return workers.claim(worker(f"key_{number}"), item.id, HOUR).claim_id
        except Conflict:
            return None

    with ThreadPoolExecutor(20) as pool:
        claims = [claim for claim in pool.map(take, range(20)) if claim]

    assert len(claims) == 1


def test_item_of_a_killed_worker_is_free_the_moment_its_lease_is_over(work, workers, clock):
    item = work.create(OWNER, working_project().id, new_item())
    workers.claim(worker(), item.id, HOUR)
    clock.advance(minutes=59)
    with pytest.raises(AlreadyClaimed):
        workers.claim(worker("key_2"), item.id, HOUR)

    clock.advance(minutes=1)

    assert work.describe(OWNER, item.id).item.state is ItemState.READY
    assert workers.claim(worker("key_2"), item.id, HOUR).item.claim.lease_until == clock.moment + timedelta(hours=1)


@pytest.mark.parametrize("deed", ["report", "submit", "release"])
def test_worker_who_comes_late_is_told_so_and_changes_nothing(work, workers, clock, deed):
    item = work.create(OWNER, working_project().id, new_item())
    late = workers.claim(worker(), item.id, HOUR).claim_id
    clock.advance(minutes=61)
    body = {
        "report": ReportProgress(claim_id=late, note="Nearly"),
        "submit": submission(late),
        "release": ReleaseWorkItem(claim_id=late, reason="No time"),
    }[deed]

    with pytest.raises(ClaimOver):
        getattr(workers, deed)(worker(), item.id, body)

    told = work.describe(OWNER, item.id)
    assert (told.item.state, told.notes, told.submissions) == (ItemState.READY, [], [])


def test_report_renews_the_lease(work, workers, clock):
    item = work.create(OWNER, working_project().id, new_item())
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    clock.advance(minutes=50)

    renewed = workers.report(worker(), item.id, ReportProgress(claim_id=claim_id, note="Half", percent=50))

    assert renewed.lease_until == clock.moment + timedelta(hours=1)
    assert work.describe(OWNER, item.id).item.claim.percent == 50


def test_claim_is_of_no_use_to_another_key(work, workers):
    item = work.create(OWNER, working_project().id, new_item())
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id

    with pytest.raises(ClaimOver):
        workers.submit(worker("key_2"), item.id, submission(claim_id))


def test_notes_of_an_item_are_bounded(work, workers):
    item = work.create(OWNER, working_project().id, new_item())
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    stored = work.store.get_item("acc_1", item.id)
    transact([work.store.changing(stored, stored.model_copy(update={"notes": MAX_NOTES}))])

    with pytest.raises(Conflict, match="at most"):
        workers.report(worker(), item.id, ReportProgress(claim_id=claim_id, note="One more"))


def evidence(*criteria, **changes):
    return [{"criterion": one, "text": f"{one} is shown by the linked run."} | changes for one in criteria]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (evidence("1"), "2 has no answer."),
        (evidence("1", "2", "2"), "2 has two answers."),
        (evidence("1", "2", "3"), "3 is not a criterion of this item."),
    ],
)
def test_submission_that_does_not_answer_each_criterion_once_is_refused(work, workers, given, problem):
    item = work.create(OWNER, working_project().id, new_item())
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id

    with pytest.raises(InvalidRequest) as refused:
        workers.submit(worker(), item.id, submission(claim_id, evidence=given))

    assert [one.message for one in refused.value.problems] == [problem]
    assert work.describe(OWNER, item.id).item.state is ItemState.CLAIMED


def test_doubts_stand_beside_the_submission_and_decide_nothing(work, workers, reviews):
    item = work.create(OWNER, working_project().id, new_item())
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    given = [
        {"criterion": "1", "text": "a guest can book a free table."},
        {"criterion": "2", "text": "No calendar to read from yet", "met": False},
    ]

    submitted = workers.submit(worker(), item.id, submission(claim_id, links=[], evidence=given))

    assert submitted.submission.recommendation.model_dump() == {
        "decision": RETURN,
        "doubts": (
            "1: the evidence only repeats the criterion.",
            "2: the worker says it is not met.",
            "There are no links, so nobody can look at the work itself.",
        ),
        "opinion": None,
    }
    assert reviews.review(OWNER, item.id, deciding(submitted)).item.state is ItemState.DONE


def test_the_same_evidence_for_several_criteria_is_doubted_once(work, workers):
    item = work.create(OWNER, working_project().id, new_item(criteria=["One", "Two", "Three"]))
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    given = [{"criterion": str(n), "text": "All of it is covered by the tests."} for n in (1, 2, 3)]

    submitted = workers.submit(worker(), item.id, submission(claim_id, evidence=given))

    assert submitted.submission.recommendation.doubts == ("1, 2 and 3 have the same words as evidence.",)


def test_key_that_did_the_work_does_not_review_it(work, workers, reviews):
    item = work.create(OWNER, working_project().id, new_item())
    first = workers.claim(worker("key_9"), item.id, HOUR).claim_id
    workers.release(worker("key_9"), item.id, ReleaseWorkItem(claim_id=first, reason="Handing over"))
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    submitted = workers.submit(worker(), item.id, submission(claim_id))

    for own in ("key_1", "key_9"):
        with pytest.raises(Forbidden):
            reviews.review(worker(own), item.id, deciding(submitted))

    assert reviews.review(worker("key_2"), item.id, deciding(submitted)).item.state is ItemState.DONE


def test_what_was_returned_is_listed_with_what_can_be_claimed(work, workers, reviews):
    project = working_project()
    item = work.create(OWNER, project.id, new_item())
    waiting = work.create(OWNER, project.id, new_item(depends_on=[item.id]))
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    submitted = workers.submit(worker(), item.id, submission(claim_id))
    reviews.review(OWNER, item.id, deciding(submitted, RETURN, comment="Not yet"))

    def listed(state):
        page = work.list_page("acc_1", project.id, state=state, limit=10, cursor=None)
        return [one.id for one in page.items]

    assert listed(ItemState.READY) == listed(ItemState.CHANGES_REQUESTED) == [item.id]
    assert (listed(ItemState.BLOCKED), listed(None)) == ([waiting.id], [item.id, waiting.id])


def test_review_is_of_exactly_the_submission_that_was_read(work, workers, reviews):
    item = work.create(OWNER, working_project().id, new_item())
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id
    first = workers.submit(worker(), item.id, submission(claim_id))
    reviews.review(OWNER, item.id, deciding(first, RETURN, comment="Show the full day, too"))
    again = workers.claim(worker(), item.id, HOUR)
    workers.submit(worker(), item.id, submission(again.claim_id))

    with pytest.raises(NotInReview):
        reviews.review(OWNER, item.id, deciding(first))

    assert "Show the full day, too" in again.brief


def test_item_waits_for_those_that_come_first(work, workers, reviews):
    project = working_project()
    first = work.create(OWNER, project.id, new_item())
    then = work.create(OWNER, project.id, new_item(depends_on=[first.id]))
    with pytest.raises(WorkBlocked, match=first.id):
        workers.claim(worker(), then.id, HOUR)
    assert work.describe(OWNER, then.id).item.state is ItemState.BLOCKED

    work.close(OWNER, first.id, CloseWorkItem(note="It was there already"))

    assert workers.claim(worker(), then.id, HOUR).item.state is ItemState.CLAIMED


def test_item_waits_for_access_that_was_asked_for(work, workers):
    project = working_project()
    request = stored_request(project)
    item = work.create(OWNER, project.id, new_item(needs_access=[request.id]))

    assert (item.state, item.blocked_by) == (ItemState.BLOCKED, (request.id,))
    with pytest.raises(WorkBlocked, match=request.id):
        workers.claim(worker(), item.id, HOUR)


def test_items_cannot_wait_for_each_other(work):
    project = working_project()
    first = work.create(OWNER, project.id, new_item())
    second = work.create(OWNER, project.id, new_item(depends_on=[first.id]))

    with pytest.raises(InvalidRequest):
        work.update(OWNER, first.id, UpdateWorkItem(depends_on=[second.id]))


def test_what_is_claimed_is_not_changed_under_the_worker(work, workers):
    item = work.create(OWNER, working_project().id, new_item())
    workers.claim(worker(), item.id, HOUR)

    with pytest.raises(Conflict):
        work.update(OWNER, item.id, UpdateWorkItem(title="Another thing"))


def test_cancelling_ends_the_claim(work, workers):
    item = work.create(OWNER, working_project().id, new_item())
    claim_id = workers.claim(worker(), item.id, HOUR).claim_id

    work.cancel(OWNER, item.id, CancelWorkItem(reason="No longer wanted"))

    with pytest.raises(Conflict):
        workers.submit(worker(), item.id, submission(claim_id))


@pytest.mark.parametrize(("action", "state"), [("pause", ItemState.READY), ("cancel", ItemState.CANCELLED)])
def test_nothing_is_claimed_in_a_project_that_does_not_run(work, workers, action, state):
    project = working_project()
    item = work.create(OWNER, project.id, new_item())
    project_service().change_status("acc_1", project.id, ChangeProjectStatus(action=action))

    with pytest.raises(NotRunning):
        workers.claim(worker(), item.id, HOUR)

    assert work.describe(OWNER, item.id).item.state is state


def test_limited_key_finds_no_item_of_another_project(work, workers):
    own, other = working_project(), working_project("Florist")
    item = work.create(OWNER, other.id, new_item())

    for reach in (worker("key_1", own.id), worker(account_id="acc_2")):
        with pytest.raises(NotFound):
            work.describe(reach, item.id)
        with pytest.raises(NotFound):
            workers.claim(reach, item.id, HOUR)


def test_third_return_is_the_customers_to_look_at(work, workers, reviews):
    item = work.create(OWNER, working_project().id, new_item())
    for number in range(3):
        claim_id = workers.claim(worker(), item.id, HOUR).claim_id
        submitted = workers.submit(worker(), item.id, submission(claim_id))
        waiting = attention_store().get_told("acc_1").notices
        reviews.review(OWNER, item.id, deciding(submitted, RETURN, comment=f"Not yet {number}"))

    stuck = attention_store().get_told("acc_1").notices
    assert [notice.kind for notice in waiting] == ["work_submitted"]
    assert [(notice.kind, notice.trouble) for notice in stuck] == [
        ("work_returned", "it came back 3 times, and nobody has worked on it")
    ]
    work.update(OWNER, item.id, UpdateWorkItem(what="Only the booking"))
    assert attention_store().get_told("acc_1").notices == ()


def test_sweep_frees_what_nobody_came_back_for(work, workers, clock):
    item = work.create(OWNER, working_project().id, new_item())
    workers.claim(worker(), item.id, HOUR)
    clock.advance(minutes=30)
    assert sweep_leases(clock()) == 0

    clock.advance(minutes=30)

    assert sweep_leases(clock()) == 1
    assert work.store.get_item("acc_1", item.id).state is ItemState.READY
    assert sweep_leases(clock()) == 0


@pytest.mark.parametrize(
    "link",
    [
        "http://example.org/a",
        "https://ada:word@example.org/a",
        "https://ada@example.org",
        "https://",
        "https://exa mple.org/",
        "https://example.org:99999/",
        "javascript:alert(1)",
        "//example.org/a",
        "https://-/a",
    ],
)
def test_link_that_is_not_well_formed_is_refused(link):
    with pytest.raises(ValueError, match=r"links|address|host"):
        submission("clm_1", links=[link])


def rotated(key_id, times=1):
    """A key and its successors, as many as it was rotated."""
    found = [key_service().create(OWNER, CreateApiKey(name=key_id, preset="worker"), HERE).id]
    for _ in range(times):
        found.append(key_service().rotate(OWNER, found[-1], RotateApiKey(grace_seconds=3_600), HERE).id)
    return found


@pytest.mark.parametrize(("claims", "reviews_it"), [(0, 1), (0, 2), (1, 2), (2, 0), (1, 0)])
def test_key_does_not_review_what_it_did_before_or_after_a_rotation(work, workers, reviews, claims, reviews_it):
    keys = rotated("ada", times=2)
    item = work.create(OWNER, working_project().id, new_item())
    claimed = workers.claim(worker(keys[claims]), item.id, HOUR)
    submitted = workers.submit(worker(keys[claims]), item.id, submission(claimed.claim_id))

    with pytest.raises(Forbidden, match="predecessors"):
        reviews.review(worker(keys[reviews_it]), item.id, deciding(submitted))


def test_another_key_reviews_although_it_was_rotated_itself(work, workers, reviews):
    keys, others = rotated("ada"), rotated("grace")
    item = work.create(OWNER, working_project().id, new_item())
    claimed = workers.claim(worker(keys[0]), item.id, HOUR)
    submitted = workers.submit(worker(keys[0]), item.id, submission(claimed.claim_id))

    assert reviews.review(worker(others[1]), item.id, deciding(submitted)).item.state is ItemState.DONE
