from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from atrium import NIGHTLY
from common.errors import Conflict, Forbidden, InvalidRequest
from common.transactions import transact
from domain.keys.models import CreateApiKey, RotateApiKey
from domain.keys.service import key_service
from domain.projects.errors import NotRunning
from domain.projects.requests import ChangeProjectStatus
from domain.projects.service import project_service
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
from domain.work_items.records import Criterion, Evidence, ItemState
from domain.work_items.submission_checks import recommendation
from origins import HERE
from vaults import stored_request
from work import OWNER, new_item, submission, worker, working_project

HOUR = ClaimWorkItem(worker="ada")
ACCEPT, RETURN = "accept", "return"


def deciding(submitted, decision=ACCEPT, **changes):
    fields = {"decision": decision, "submission_hash": submitted.submission.submission_hash} | changes
    return ReviewWork.model_validate(fields)


def claim(workers, item, caller=None):
    return workers.claim(caller or worker(), item.id, HOUR).claim_id


def submit(workers, item, caller=None, **changes):
    return workers.submit(caller or worker(), item.id, submission(claim(workers, item, caller), **changes))


def rotated(key_id, times=1):
    """A key and its successors, as many as it was rotated."""
    found = [key_service().create(OWNER, CreateApiKey(name=key_id, preset="worker"), HERE).id]
    for _ in range(times):
        found.append(key_service().rotate(OWNER, found[-1], RotateApiKey(grace_seconds=3_600), HERE).id)
    return found


def test_item_goes_from_ready_to_done(work, workers, reviews, clock, project, item):
    claimed = workers.claim(worker(), item.id, HOUR)
    assert (claimed.item.state, claimed.item.claim.worker) == (ItemState.CLAIMED, "ada")
    assert claimed.item.claim.lease_until == claimed.lease_until == clock.moment + timedelta(minutes=60)
    assert "- **2** A full day is said to be full" in claimed.brief
    claim_id = claimed.claim_id
    workers.report(worker(), item.id, ReportProgress(claim_id=claim_id, note="Half", percent=50))
    submitted = workers.submit(worker(), item.id, submission(claim_id, cost=900))
    before = work.projects.get("acc_1", project.id)

    decided = reviews.review(OWNER, item.id, deciding(submitted))

    told, after = work.describe(OWNER, item.id), work.projects.get("acc_1", project.id)
    assert submitted.submission.recommendation.model_dump() == {"decision": None, "doubts": (), "opinion": None}
    assert (decided.item.state, told.item.state) == (ItemState.DONE, ItemState.DONE)
    assert [(note.text, note.percent, note.worker) for note in told.notes] == [("Half", 50, "ada")]
    assert [one.review.decision for one in told.submissions] == [ACCEPT]
    assert (submitted.submission.cost, decided.item.cost) == (900, 900)
    assert [(one.spent, one.unreported_items) for one in (before, after)] == [(0, 0), (900, 0)]
    assert after.open_work_items == 0


@pytest.mark.parametrize(("cost", "spent", "unreported"), [(250, 250, 0), (0, 0, 0), (None, 0, 1)])
def test_item_closed_by_hand_costs_what_was_entered(work, project, item, cost, spent, unreported):
    work.close(OWNER, item.id, CloseWorkItem(note="It was there already", cost=cost))

    after = work.projects.get("acc_1", project.id)
    assert (after.spent, after.unreported_items) == (spent, unreported)
    assert after.unreported_cost == (item.likely_cost if unreported else 0)


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


def test_item_of_a_killed_worker_is_free_the_moment_its_lease_is_over(work, workers, clock, item):
    claim(workers, item)
    clock.advance(minutes=59)
    with pytest.raises(AlreadyClaimed):
        claim(workers, item, worker("key_2"))
    assert sweep_leases(clock()) == 0

    clock.advance(minutes=1)

    assert work.describe(OWNER, item.id).item.state is ItemState.READY
    assert [sweep_leases(clock()) for _ in range(2)] == [1, 0]
    assert work.store.get_item("acc_1", item.id).state is ItemState.READY
    assert claim(workers, item, worker("key_2"))


@pytest.mark.parametrize(("caller", "minutes"), [(worker(), 61), (worker("key_2"), 0)], ids=["late", "another key"])
@pytest.mark.parametrize("deed", ["report", "submit", "release"])
def test_claim_is_of_no_use_after_its_lease_or_to_another_key(work, workers, clock, item, caller, minutes, deed):
    claim_id = claim(workers, item)
    before = work.describe(OWNER, item.id)
    clock.advance(minutes=minutes)
    body = {
        "report": ReportProgress(claim_id=claim_id, note="Nearly"),
        "submit": submission(claim_id),
        "release": ReleaseWorkItem(claim_id=claim_id, reason="No time"),
    }[deed]

    with pytest.raises(ClaimOver):
        getattr(workers, deed)(caller, item.id, body)

    told = work.describe(OWNER, item.id)
    assert (told.notes, told.submissions) == ([], [])
    assert told.item.state is (ItemState.READY if minutes else before.item.state)


def test_report_renews_the_lease(work, workers, clock, item):
    claim_id = claim(workers, item)
    clock.advance(minutes=50)

    renewed = workers.report(worker(), item.id, ReportProgress(claim_id=claim_id, note="Half", percent=50))

    assert renewed.lease_until == clock.moment + timedelta(hours=1)
    assert work.describe(OWNER, item.id).item.claim.percent == 50


def test_notes_of_an_item_are_bounded(work, workers, item):
    claim_id = claim(workers, item)
    stored = work.store.get_item("acc_1", item.id)
    transact([work.store.changing(stored, stored.model_copy(update={"notes": MAX_NOTES}))])

    with pytest.raises(Conflict, match="at most"):
        workers.report(worker(), item.id, ReportProgress(claim_id=claim_id, note="One more"))
    workers.release(worker(), item.id, ReleaseWorkItem(claim_id=claim_id, reason="I can't go on"))

    released = work.store.get_item("acc_1", item.id)
    assert (released.notes, work.store.list_notes(released)) == (MAX_NOTES, [])
    assert released.history[-1].text == "I can't go on"


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
def test_submission_that_does_not_answer_each_criterion_once_is_refused(work, workers, item, given, problem):
    with pytest.raises(InvalidRequest) as refused:
        submit(workers, item, evidence=given)

    assert [one.message for one in refused.value.problems] == [problem]
    assert work.describe(OWNER, item.id).item.state is ItemState.CLAIMED


def test_doubts_stand_beside_the_submission_and_decide_nothing(work, workers, reviews, project):
    item = work.create(OWNER, project.id, new_item(criteria=["A guest can book a free table", "Full", "Seen", "Told"]))
    given = [
        {"criterion": "1", "text": "a guest can book a free table."},
        {"criterion": "2", "text": "No calendar to read from yet", "met": False},
        *({"criterion": one, "text": "All of it is covered by the tests."} for one in ("3", "4")),
    ]

    submitted = submit(workers, item, links=[], evidence=given)

    assert submitted.submission.recommendation.model_dump() == {
        "decision": RETURN,
        "doubts": (
            "The evidence for criterion 1 only repeats it.",
            "The worker says that criterion 2 is not met.",
            "Criteria 3 and 4 cite the same evidence.",
            "There are no links, so nobody can look at the work itself.",
        ),
        "opinion": None,
    }
    assert reviews.review(OWNER, item.id, deciding(submitted)).item.state is ItemState.DONE


def test_criteria_with_the_same_doubt_share_a_sentence(work, workers, project):
    item = work.create(OWNER, project.id, new_item(criteria=["Booked", "Full", "Told", "Paid"]))
    texts = {"1": "Not yet", "2": "Not begun", "3": "Done", "4": "Works"}
    given = [{"criterion": one, "text": text, "met": one in {"3", "4"}} for one, text in texts.items()]

    submitted = submit(workers, item, evidence=given)

    assert submitted.submission.recommendation.doubts == (
        "The worker says that criteria 1 and 2 are not met.",
        "The evidence for criteria 3 and 4 is very short and without a link.",
    )


def test_criteria_of_the_plan_keep_their_ids_in_a_doubt():
    criteria = [Criterion(id=f"R1.{number}", text=f"Part {number}") for number in (1, 2, 3)]
    texts = ("It was run on the live product.", "It was run on the live product.", "The third part was run by hand.")
    evidence = [Evidence(criterion=one.id, text=text, met=True) for one, text in zip(criteria, texts, strict=True)]

    doubts = recommendation(criteria, ["https://example.org"], evidence).doubts

    assert doubts == ("Criteria R1.1 and R1.2 cite the same evidence.",)


def test_one_evidence_for_every_criterion_is_doubted_in_one_sentence(work, workers, project):
    item = work.create(OWNER, project.id, new_item(criteria=["Booked", "Full", "Told"]))
    given = [{"criterion": one, "text": "All of it is covered by the tests."} for one in ("1", "2", "3")]

    submitted = submit(workers, item, evidence=given)

    assert submitted.submission.recommendation.doubts == ("All 3 criteria cite the same evidence.",)


def test_key_that_did_a_part_of_the_work_does_not_review_it(workers, reviews, item):
    first = claim(workers, item, worker("key_9"))
    workers.release(worker("key_9"), item.id, ReleaseWorkItem(claim_id=first, reason="Handing over"))
    submitted = submit(workers, item)

    for own in ("key_1", "key_9"):
        with pytest.raises(Forbidden):
            reviews.review(worker(own), item.id, deciding(submitted))

    assert reviews.review(worker("key_2"), item.id, deciding(submitted)).item.state is ItemState.DONE


def test_what_was_returned_is_listed_with_what_can_be_claimed(work, workers, reviews, project, item):
    waiting = work.create(OWNER, project.id, new_item(depends_on=[item.id]))
    reviews.review(OWNER, item.id, deciding(submit(workers, item), RETURN, comment="Not yet"))

    def listed(state):
        page = work.list_page("acc_1", project.id, state=state, limit=10, cursor=None)
        return [one.id for one in page.items]

    assert listed(ItemState.READY) == listed(ItemState.CHANGES_REQUESTED) == [item.id]
    assert (listed(ItemState.BLOCKED), listed(None)) == ([waiting.id], [item.id, waiting.id])


def test_review_is_of_exactly_the_submission_that_was_read(workers, reviews, item):
    first = submit(workers, item)
    reviews.review(OWNER, item.id, deciding(first, RETURN, comment="Show the full day, too"))
    again = workers.claim(worker(), item.id, HOUR)
    workers.submit(worker(), item.id, submission(again.claim_id))

    with pytest.raises(NotInReview):
        reviews.review(OWNER, item.id, deciding(first))

    assert "Show the full day, too" in again.brief


def test_item_waits_for_those_that_come_first_and_for_access(work, workers, project, item):
    request = stored_request(project)
    then = work.create(OWNER, project.id, new_item(depends_on=[item.id]))
    with_access = work.create(OWNER, project.id, new_item(needs_access=[request.id]))
    for one, blocker in ((then, item.id), (with_access, request.id)):
        assert (one.state, one.blocked_by) == (ItemState.BLOCKED, (blocker,))
        with pytest.raises(WorkBlocked, match=blocker):
            claim(workers, one)

    work.close(OWNER, item.id, CloseWorkItem(note="It was there already"))

    assert claim(workers, then)


def test_items_cannot_wait_for_each_other(work, project, item):
    second = work.create(OWNER, project.id, new_item(depends_on=[item.id]))

    with pytest.raises(InvalidRequest):
        work.update(OWNER, item.id, UpdateWorkItem(depends_on=[second.id]))


def test_item_of_another_owner_costs_what_that_role_costs(work, project):
    made, other = (work.create(OWNER, project.id, new_item(effort_days=2, owner=role)) for role in ("CTO", "CPO"))
    expected = work.describe(OWNER, other.id).item.likely_cost
    assert made.likely_cost != expected

    assert work.update(OWNER, made.id, UpdateWorkItem(owner="CPO")).likely_cost == expected
    assert project_service().get("acc_1", project.id).item_cost == 2 * expected


def test_what_is_claimed_is_not_changed_under_the_worker_but_can_be_cancelled(work, workers, item):
    claim_id = claim(workers, item)

    with pytest.raises(Conflict):
        work.update(OWNER, item.id, UpdateWorkItem(title="Another thing"))
    work.cancel(OWNER, item.id, CancelWorkItem(reason="No longer wanted"))
    with pytest.raises(Conflict):
        workers.submit(worker(), item.id, submission(claim_id))


@pytest.mark.parametrize(("action", "state"), [("pause", ItemState.READY), ("cancel", ItemState.CANCELLED)])
def test_nothing_is_claimed_in_a_project_that_does_not_run(work, workers, project, item, action, state):
    project_service().change_status("acc_1", project.id, ChangeProjectStatus(action=action))

    with pytest.raises(NotRunning):
        claim(workers, item)

    assert work.describe(OWNER, item.id).item.state is state


@pytest.mark.parametrize(
    "link",
    [
        "http://example.org/a",
        "https://ada:word@example.org/a",
        "https://example.org:99999/",
        "javascript:alert(1)",
        "//example.org/a",
        "https://-/a",
    ],
)
def test_link_that_is_not_well_formed_is_refused(link):
    with pytest.raises(ValueError, match=r"links|address|host"):
        submission("clm_1", links=[link])


@pytest.mark.parametrize(("claims", "reviews_it"), [(0, 1), (0, 2), (1, 2), (2, 0), (1, 0)])
def test_key_does_not_review_what_it_did_before_or_after_a_rotation(workers, reviews, item, claims, reviews_it):
    keys, others = rotated("ada", times=2), rotated("grace")
    submitted = submit(workers, item, worker(keys[claims]))

    with pytest.raises(Forbidden, match="predecessors"):
        reviews.review(worker(keys[reviews_it]), item.id, deciding(submitted))
    assert reviews.review(worker(others[1]), item.id, deciding(submitted)).item.state is ItemState.DONE
