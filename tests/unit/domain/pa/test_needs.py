"""Needs: one for each thing to do, with an id that lasts as long as it is the same need."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from domain.pa.attention_records import Told
from domain.pa.needs import DECISIONS, Concern, needs_of, opening_times
from domain.pa.triage import open_needs, triage
from domain.projects import wording
from domain.projects.states import ProjectStatus
from portfolios import NOW, approval, ceiling, draft, portfolio, project, request, thread

BAKERY = project()


def only(view, of=BAKERY):
    (found,) = needs_of(of, view)
    return found


def test_each_approval_and_each_access_is_a_need_of_its_own():
    view = portfolio(
        BAKERY,
        approvals=(approval(BAKERY), approval(BAKERY, "Brief")),
        credential_requests=(request(BAKERY), request(BAKERY, "Domain")),
    )

    needs = needs_of(BAKERY, view)

    assert [(need.concern, need.standing().target_id) for need in needs] == [
        (Concern.CREDENTIAL, "crq_prj_bakery_Hosting"),
        (Concern.CREDENTIAL, "crq_prj_bakery_Domain"),
        (Concern.APPROVAL, "apr_prj_bakery_Roadmap"),
        (Concern.APPROVAL, "apr_prj_bakery_Brief"),
    ]
    assert len({need.id for need in needs}) == 4
    assert {need.id for need in open_needs(view)} == {need.id for item in triage(view) for need in item.needs}


def test_approval_names_its_revision_the_exact_text_and_its_page():
    told = only(portfolio(BAKERY, approvals=(approval(BAKERY),))).standing()

    assert (told.action, told.revision, told.content_hash) == ("decide_approval", 1, "0" * 64)
    assert told.path == "/app/projects/prj_bakery/deliverables/dlv_Roadmap"
    assert told.fact == "Roadmap, revision 1, waits for your approval"


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
    later = replace(view, now=view.now + timedelta(days=1))

    before, after = (needs_of(one.projects[0], one)[0] for one in (view, later))

    assert after.id == before.id
    assert after.standing() == before.standing()
    assert after.id.startswith("att_")


@pytest.mark.parametrize(
    ("day", "past"), [(date(2026, 3, 16), ""), (NOW.date(), ""), (date(2026, 3, 1), ", which is past")]
)
def test_promised_access_is_said_with_its_day_and_once_that_is_past_so(day, past):
    found = only(portfolio(BAKERY, credential_requests=(request(BAKERY, promised_for=day),)))

    said = f", promised for {day:%A}, {day.day} March 2026"
    assert found.fact == f"the team needs access to Hosting{said}"
    assert found.reason == f"the team needs access to Hosting, asked for 2 days ago{said}{past}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            portfolio(BAKERY, approvals=(approval(BAKERY),)),
            portfolio(BAKERY, approvals=(approval(BAKERY).model_copy(update={"revision": 2}),)),
        ),
        (
            portfolio(BAKERY, credential_requests=(request(BAKERY),)),
            portfolio(BAKERY, credential_requests=(request(BAKERY, id="crq_another"),)),
        ),
        (portfolio(project(ceiling=ceiling(900))), portfolio(project(ceiling=ceiling(950)))),
        (portfolio(project(deadline=date(2026, 3, 1))), portfolio(project(deadline=date(2026, 2, 27)))),
        (
            portfolio(project(updated_at=NOW - timedelta(days=15))),
            portfolio(project(updated_at=NOW - timedelta(days=16))),
        ),
    ],
)
def test_another_need_has_another_id(before, after):
    assert needs_of(before.projects[0], before)[0].id != needs_of(after.projects[0], after)[0].id


def test_forecast_further_over_the_same_ceiling_is_the_same_need_told_anew():
    over, further = (project(ceiling=ceiling(7_000), spent=spent) for spent in (1_000, 1_500))
    first, more = (only(portfolio(one), one) for one in (over, further))

    assert first.id == more.id
    assert (first.fact, more.fact) == (wording.over_ceiling(over), wording.over_ceiling(further))
    assert first.fact != more.fact
    assert first.action not in DECISIONS


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
    assert list(opening_times(old)) == []
    assert (view.active, view.approvals_of(old), view.requests_of(old), view.eta_of(old)) == ((), [], [], None)


def test_what_is_put_off_or_done_is_told_nowhere_until_it_comes_back():
    view = portfolio(BAKERY, approvals=(approval(BAKERY), approval(BAKERY, "Brief")))
    first, second = (need.standing() for need in needs_of(BAKERY, view))
    off = first.model_copy(update={"snoozed_until": NOW + timedelta(hours=1)})
    done = second.model_copy(update={"done_at": NOW})

    def shown(*standings, later=timedelta(0)):
        return [
            item.reason
            for item in triage(replace(view, told=Told({one.id: one for one in standings}), now=NOW + later))
        ]

    assert shown() == ["2 documents wait for your approval, the first for 5 hours"]
    assert shown(off) == ["Brief has waited 5 hours for your approval"]
    assert shown(off, done) == []
    assert shown(off, done, later=timedelta(hours=1)) == ["Roadmap has waited 6 hours for your approval"]


@pytest.mark.parametrize(
    ("of", "concern"),
    [
        (draft(updated_at=NOW), Concern.QUESTION),
        (project(updated_at=NOW), Concern.STILL),
        (project(updated_at=NOW, deadline=date(2026, 3, 4)), Concern.DEADLINE_MISSED),
    ],
)
def test_need_that_only_time_opens_is_there_at_its_instant_and_not_before(of, concern):
    opens = min(opening_times(of))

    at, before = (
        needs_of(of, replace(portfolio(of), now=instant)) for instant in (opens, opens - timedelta(milliseconds=1))
    )

    assert [need.concern for need in at] == [concern]
    assert before == []


def test_deadline_needs_somebody_from_the_end_of_its_day():
    late = only(portfolio(project(deadline=date(2026, 3, 1))), project(deadline=date(2026, 3, 1)))

    assert late.since == datetime(2026, 3, 2, tzinfo=UTC)
