"""Needs: one for each thing to do, with an id that lasts as long as it is the same need."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from domain.events.notices import Notice, NoticeKind
from domain.pa.needs import Concern, all_needs, needs_of, opening_times
from domain.pa.triage import open_needs
from domain.projects.lifecycle import change_status
from domain.projects.requests import StatusAction
from domain.projects.states import ProjectStatus, Role
from domain.work_items.records import ItemState, WorkItem
from portfolios import NOW, approval, ceiling, draft, portfolio, project, request, thread
from tables import for_each

BAKERY, DAY = project(), timedelta(days=1)


def only(view, of=BAKERY):
    (found,) = needs_of(of, view)
    return found


@pytest.mark.parametrize(
    "view",
    [
        portfolio(BAKERY, approvals=(approval(BAKERY),)),
        portfolio(BAKERY, credential_requests=(request(BAKERY),)),
        portfolio(project(ceiling=ceiling(7_000))),
        portfolio(project(deadline=date(2026, 3, 1))),
        portfolio(project(status=ProjectStatus.ON_HOLD)),
        portfolio(draft(updated_at=NOW - timedelta(hours=25))),
        portfolio(project(updated_at=NOW - timedelta(days=15))),
    ],
)
def test_need_is_the_same_a_day_later(view):
    before, after = (needs_of(view.projects[0], one)[0] for one in (view, replace(view, now=NOW + DAY)))

    assert after.id == before.id
    assert after.standing().says_the_same(before.standing())
    assert after.id.startswith("att_")


def notice(kind, name="W1 Booking page", **fields) -> Notice:
    words = {"trouble": "it has waited", "remedy": "look at it", "over": "it is over", "action": "look"}
    known = {"account_id": "acc_1", "subject_id": "wrk_1", "since": NOW - DAY, "path": "/app", "project_id": BAKERY.id}
    return Notice(kind=kind, name=name, **known | words | fields)


def noticed(kind, name, project_id=None):
    return portfolio(BAKERY, notices=(notice(kind, name, project_id=project_id),))


def item(number: int, **fields: Any) -> WorkItem:
    known = {"account_id": "acc_1", "project_id": BAKERY.id, "project_name": "Bakery", "origin": "hand", "what": "."}
    times = {"created_at": NOW, "updated_at": NOW}
    return WorkItem(
        id=f"wrk_{number}", criteria=(), owner=Role.CTO, **{"title": f"Part {number}"} | known | times | fields
    )


WEBHOOK = "Webhook to example.com"


@for_each(
    ("view", "title", "blocks"),
    [
        (portfolio(BAKERY, credential_requests=(request(BAKERY),)), "Provide access to Hosting", None),
        (portfolio(BAKERY, approvals=(approval(BAKERY),)), "Approve Roadmap", "The design phase starts after it."),
        (portfolio(project(ceiling=ceiling(7_000))), "Look at the budget", None),
        (portfolio(project(deadline=date(2026, 3, 1))), "Look at the deadline", None),
        (portfolio(project(status=ProjectStatus.ON_HOLD)), "Resume the project", "The whole project stands still."),
        (portfolio(project(undelivered_since=NOW)), "Repair the delivery to your repository", None),
        (portfolio(draft(updated_at=NOW - timedelta(hours=25))), "Answer the intake", None),
        (portfolio(project(updated_at=NOW - timedelta(days=15))), "Ask the CEO why nothing moves", None),
        (
            noticed(NoticeKind.CREDENTIAL_USE, "Credential Stripe"),
            "Decide on a call with credential Stripe",
            "The call waits for it.",
        ),
        (noticed(NoticeKind.WORK_SUBMITTED, "W1 Page", BAKERY.id), "Review “W1 Page”", None),
        (noticed(NoticeKind.WORK_RETURNED, "W1 Page", BAKERY.id), "Change or close “W1 Page”", None),
        (noticed(NoticeKind.WEBHOOK_DISABLED, WEBHOOK), "Switch the webhook to example.com back on", None),
        (noticed(NoticeKind.WEBHOOK_FAILING, WEBHOOK), "Repair the webhook to example.com", None),
        (noticed(NoticeKind.TASK_FAILED, "Task “mail me”"), "Resume or delete the task “mail me”", None),
        (noticed(NoticeKind.WISH, "ada", BAKERY.id), "Answer the request of ada", None),
    ],
)
def test_title_says_what_to_do_and_blocks_what_stands_still(view, title, blocks):
    (found,) = all_needs(view)

    assert (found.title, found.blocks) == (title, blocks)


@pytest.mark.parametrize(
    ("work", "blocks"),
    [
        ((item(1), item(2, depends_on=("wrk_1",))), "Part 2 is waiting for it."),
        ((item(1), item(2, depends_on=("wrk_1",), package="W4", title="I1 Stripe")), "W4 Stripe is waiting for it."),
        (
            (item(1), item(2, depends_on=("wrk_1",)), item(3, depends_on=("wrk_2", "wrk_1"))),
            "2 work items are waiting for it.",
        ),
        ((item(1), item(2, depends_on=("wrk_1",), state=ItemState.CANCELLED)), None),
    ],
)
def test_submission_holds_up_the_work_that_depends_on_it(work, blocks):
    view = portfolio(BAKERY, notices=(notice(NoticeKind.WORK_SUBMITTED),), work=work)

    assert only(view).blocks == blocks
    assert only(view).priority == ("high" if blocks else "medium")


def test_access_holds_up_the_work_that_needs_it_and_is_said_with_the_day_it_was_promised_for():
    asked = request(BAKERY, promised_for=date(2026, 3, 16))
    found = only(portfolio(BAKERY, credential_requests=(asked,), work=(item(1, needs_access=(asked.id,)),)))

    assert (found.blocks, found.priority) == ("Part 1 is waiting for it.", "high")
    assert found.fact == "the team needs access to Hosting; you promised it for 16 Mar 2026"
    assert found.reason == "the team has needed access to Hosting for 2 days; you promised it for 16 Mar 2026"


def test_on_hold_the_hold_alone_holds_things_up_and_is_never_urgent():
    held = project(status=ProjectStatus.ON_HOLD, updated_at=NOW - timedelta(days=90))
    view = portfolio(held, approvals=(approval(held, waited=timedelta(days=90)),))

    assert [(one.title, one.blocks is None, one.priority) for one in open_needs(view)] == [
        ("Resume the project", False, "medium"),
        ("Approve Roadmap", True, "medium"),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            portfolio(BAKERY, approvals=(approval(BAKERY),)),
            portfolio(BAKERY, approvals=(approval(BAKERY).model_copy(update={"revision": 2}),)),
        ),
        (portfolio(project(ceiling=ceiling(900))), portfolio(project(ceiling=ceiling(950)))),
        (portfolio(project(deadline=date(2026, 3, 1))), portfolio(project(deadline=date(2026, 2, 27)))),
        (portfolio(project(updated_at=NOW - 15 * DAY)), portfolio(project(updated_at=NOW - 16 * DAY))),
    ],
)
def test_another_need_has_another_id(before, after):
    assert needs_of(before.projects[0], before)[0].id != needs_of(after.projects[0], after)[0].id


def test_hold_lasts_from_the_pause_on_whatever_changes_meanwhile():
    held = change_status(project(), StatusAction.PAUSE, now=NOW - 20 * DAY).changed(NOW, name="Bread")
    older = held.model_copy(update={"paused_at": None})

    assert only(portfolio(held), held).reason == "the project has been paused for 20 days"
    assert only(portfolio(older), older).since == NOW


def test_project_is_still_once_neither_its_row_nor_its_work_has_moved():
    of = project(updated_at=NOW - 20 * DAY)
    view = portfolio(of, work=(item(1, project_id=of.id, updated_at=NOW - DAY),))

    assert needs_of(of, view) == []
    assert list(opening_times(of, view)) == [NOW + 13 * DAY + timedelta(milliseconds=1)]
    assert only(replace(view, now=NOW + 14 * DAY), of).since == NOW - DAY


def test_forecast_further_over_the_same_ceiling_is_the_same_need_told_anew():
    over, further = (project(ceiling=ceiling(7_000), spent=spent) for spent in (1_000, 1_500))
    first, more = (only(portfolio(one), one) for one in (over, further))

    assert first.id == more.id
    assert first.fact != more.fact


@pytest.mark.parametrize("status", [ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD])
def test_archive_needs_nothing_and_time_opens_nothing_in_it(status):
    old = project(
        status=status,
        estimate={"currency": "EUR", "total": 9_620},
        ceiling=ceiling(900),
        deadline=date(2026, 3, 1),
        updated_at=NOW - timedelta(days=90),
        undelivered_since=NOW,
    )
    view = portfolio(old, approvals=(approval(old),), credential_requests=(request(old),), threads=(thread(old, 1),))

    assert needs_of(old, view) == []
    assert list(opening_times(old, view)) == []
    assert (view.active, view.approvals_of(old), view.requests_of(old), view.eta_of(old)) == ((), [], [], None)


@pytest.mark.parametrize(
    ("of", "concern"),
    [
        (draft(updated_at=NOW), Concern.QUESTION),
        (project(updated_at=NOW), Concern.STILL),
        (project(updated_at=NOW, deadline=date(2026, 3, 4)), Concern.DEADLINE_MISSED),
    ],
)
def test_need_that_only_time_opens_is_there_at_its_instant_and_not_before(of, concern):
    opens = min(opening_times(of, portfolio(of)))

    at, before = (
        needs_of(of, replace(portfolio(of), now=instant)) for instant in (opens, opens - timedelta(milliseconds=1))
    )

    assert [need.concern for need in at] == [concern]
    assert before == []
