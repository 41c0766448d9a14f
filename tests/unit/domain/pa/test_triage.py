"""The triage order. High for what is late or has held something up for a day; each reason is a fact and its age."""

from __future__ import annotations

from datetime import date, timedelta

from domain.pa.triage import Concern, open_needs, triage
from domain.projects.states import ProjectStatus
from portfolios import NOW, accepted, approval, ceiling, draft, portfolio, project, request, thread
from tables import for_each

DAY = timedelta(days=1)
BAKERY = project()
HELD = project(status=ProjectStatus.ON_HOLD, updated_at=NOW - 3 * DAY)


@for_each(
    ("view", "priority", "reason"),
    [
        (
            portfolio(BAKERY, credential_requests=(request(BAKERY),)),
            "medium",
            "the team has needed access to Hosting for 2 days",
        ),
        (
            portfolio(BAKERY, credential_requests=(request(BAKERY), request(BAKERY, "Domain", waited=DAY))),
            "medium",
            "the team needs 2 credentials, the first for 2 days",
        ),
        (
            portfolio(BAKERY, credential_requests=(request(BAKERY, promised_for=date(2026, 3, 1)),)),
            "high",
            "the team has needed access to Hosting for 2 days; you promised it for 1 Mar 2026",
        ),
        (
            portfolio(BAKERY, approvals=(approval(BAKERY, waited=DAY - timedelta(milliseconds=1)),)),
            "medium",
            "Roadmap has waited 23 hours for your approval",
        ),
        (
            portfolio(BAKERY, approvals=(approval(BAKERY, waited=timedelta(minutes=59)),)),
            "medium",
            "Roadmap, revision 1, waits for your approval",
        ),
        (
            portfolio(BAKERY, approvals=(approval(BAKERY, waited=DAY), approval(BAKERY, "Brief"))),
            "high",
            "2 documents wait for your approval, the first for 1 day",
        ),
        (
            portfolio(project(ceiling=ceiling(7_000))),
            "high",
            "the forecast of EUR 9,000 is EUR 2,000 over your ceiling of EUR 7,000",
        ),
        (portfolio(project(deadline=date(2026, 3, 1))), "high", "your deadline of 1 Mar 2026 passed 1 day ago"),
        (
            portfolio(project(documents_sent_back=2, updated_at=NOW - timedelta(hours=25))),
            "high",
            "2 documents have waited 1 day for your edits",
        ),
        (
            portfolio(project(documents_sent_back=1, sent_back_at=NOW - timedelta(hours=25), updated_at=NOW)),
            "high",
            "1 document has waited 1 day for your edits",
        ),
        (portfolio(HELD), "medium", "the project has been paused for 3 days"),
        (
            portfolio(draft(updated_at=NOW - timedelta(hours=25))),
            "medium",
            "the intake has waited 1 day for your answers",
        ),
        (portfolio(project(updated_at=NOW - 15 * DAY)), "medium", "nothing has moved for 15 days"),
    ],
)
def test_concern_is_found_with_its_priority_fact_and_age(view, priority, reason):
    (found,) = triage(view)

    assert (found.first.priority, found.reason) == (priority, reason)


@for_each(
    "quiet",
    [
        project(),
        project(ceiling=ceiling(9_000)),
        project(ceiling=ceiling(7_000), accepted=accepted(9_000, over_ceiling=True)),
        project(spent=90_000),
        project(deadline=NOW.date()),
        project(updated_at=NOW - timedelta(days=14)),
        project(documents_sent_back=1, updated_at=NOW - timedelta(seconds=59)),
        draft(updated_at=NOW - timedelta(hours=24)),
        project(status=ProjectStatus.COMPLETED, spent=9_000, deadline=date(2026, 3, 1)),
        project(status=ProjectStatus.CANCELLED, updated_at=NOW - timedelta(days=90)),
    ],
)
def test_project_short_of_every_limit_needs_nothing(quiet):
    assert triage(portfolio(quiet)) == []


def test_ended_project_needs_neither_approval_nor_access():
    ended = project(status=ProjectStatus.CANCELLED)
    view = portfolio(
        ended, approvals=(approval(ended),), credential_requests=(request(ended),), threads=(thread(ended, 2),)
    )

    assert triage(view) == []


def test_high_priority_comes_first_then_what_something_waits_for_then_the_oldest():
    first, second = project("Bakery"), project("Vet clinic", deadline=date(2026, 3, 1))
    view = portfolio(
        first,
        second,
        approvals=(approval(second, waited=timedelta(hours=3)), approval(first, waited=timedelta(days=1))),
        credential_requests=(request(second, waited=timedelta(days=9)),),
        threads=(thread(first, 1),),
    )

    assert [(item.first.project.name, item.first.concern, item.first.priority) for item in triage(view)] == [
        ("Bakery", Concern.APPROVAL, "high"),
        ("Vet clinic", Concern.DEADLINE_MISSED, "high"),
        ("Vet clinic", Concern.APPROVAL, "medium"),
        ("Vet clinic", Concern.CREDENTIAL, "medium"),
    ]
    assert [item.first for item in triage(view)] == open_needs(view)
