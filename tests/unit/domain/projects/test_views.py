from __future__ import annotations

from dataclasses import asdict, replace
from datetime import date
from typing import Any

from domain.projects import figures, review, views, wording
from domain.projects.brief.views import brief_view, estimate_view
from domain.projects.documents.composing import compose
from domain.projects.documents.render import hash_of
from domain.projects.documents.trade import Trade
from domain.projects.documents.views import document_view
from domain.projects.states import DeliverableKind, ProjectStatus
from plans import (
    ANSWERS,
    NOW,
    PROJECT_ID,
    a_draft,
    a_submission,
    a_submitted_plan,
    an_answered_draft,
    an_archive,
    changed,
)

TODAY = NOW.date()


def test_project_view_has_the_published_shape() -> None:
    project = a_submitted_plan(budget_ceiling={"amount": 90_000, "currency": "EUR"}).project
    assert project.plan is not None

    shown = views.project_view(project, today=TODAY).model_dump(mode="json")

    likely, eta = project.plan.likely, figures.eta(project, today=TODAY)
    assert eta is not None
    assert shown == {
        "id": PROJECT_ID,
        "name": "Practice",
        "description": None,
        "example": False,
        "archived": False,
        "status": "active",
        "phase": "planning",
        "progress": 0,
        "eta": eta.isoformat(),
        "dates": {name: day.isoformat() for name, day in asdict(figures.dates(project, today=TODAY)).items()},
        "deadline": None,
        "budget": {
            "currency": "EUR",
            "ceiling": 90_000,
            "likely": likely,
            "spent": 0,
            "unreported": 0,
            "unreported_items": 0,
            "remaining": likely,
            "forecast": likely,
            "low": project.plan.low,
            "high": project.plan.high,
        },
        "team_size": 2,
        "said": {
            "state": wording.state(project),
            "progress": wording.progress(project),
            "expected": wording.expected(project, TODAY),
            "cost": wording.likely_cost(project),
            "spent": wording.spent(project),
            "forecast": wording.forecast(project),
            "ceiling": wording.forecast_verdict(project),
            "deadline": wording.deadline(project, TODAY),
        },
        "documents": {"of": 10, "approved": 0, "sent_back": 0, "next": "Product brief"},
        "work": None,
        "created_at": "2026-03-02T09:00:00.000Z",
        "updated_at": "2026-03-02T09:00:00.000Z",
        "submitted_at": "2026-03-02T09:00:00.000Z",
        "completed_at": None,
        "deleted_at": None,
        "gone_at": None,
    }


def test_project_view_moves_the_eta_with_today() -> None:
    project, later = a_submitted_plan().project, date(2026, 3, 9)

    shown = views.project_view(project, today=later)

    assert shown.eta == figures.eta(project, today=later)
    assert shown.eta is not None
    assert (shown.eta - later) == (views.project_view(project, today=TODAY).eta or later) - TODAY


def test_view_of_a_draft_says_nothing_of_work() -> None:
    said = views.project_view(an_answered_draft().project, today=TODAY).said

    assert said.cost
    assert (said.progress, said.expected, said.spent, said.forecast, said.ceiling) == ("", "", "", "", "")


def test_view_of_an_archive_keeps_its_budget_and_promises_nothing() -> None:
    shown = views.project_view(an_archive(), today=TODAY)

    assert (shown.archived, shown.status, shown.eta) == (True, ProjectStatus.ACTIVE, None)
    assert (shown.budget.currency, shown.budget.likely, shown.budget.spent) == ("GBP", 7_430, 1_840)
    assert (shown.budget.remaining, shown.budget.forecast, shown.documents, shown.dates) == (None, None, None, None)
    assert {name for name, text in shown.said.model_dump().items() if text} == {"state"}


def test_estimate_of_an_archive_is_the_one_it_was_submitted_with() -> None:
    stored = {
        "rule_version": 1,
        "currency": "GBP",
        "total": 7_430,
        "low": 6_687,
        "high": 8_545,
        "working_days": 12,
        "eta": "2026-03-20",
        "lines": [{"hours": 60, "rate": 90, "cost": 5_400}, {"hours": 20, "rate": 101, "cost": 2_030}],
        "phases": [{"phase": "planning", "role": "CPO", "hours": 60, "cost": 5_400}],
    }
    plan = replace(a_submitted_plan(), project=an_archive(estimate=stored))

    shown = estimate_view(plan, today=TODAY)

    assert shown is not None
    assert (shown.rule_version, shown.low, shown.likely, shown.high) == (1, 6_687, 7_430, 8_545)
    assert (shown.effort_days.likely, shown.eta.isoformat(), shown.phases[0].days) == (10, "2026-03-20", 7.5)
    assert "GBP 7,430" in shown.said.cost
    assert brief_view(plan, today=TODAY).estimate == shown


def test_project_view_counts_the_work() -> None:
    project = a_submitted_plan().project.model_copy(update={"work_items": 5, "open_work_items": 2})

    work = views.project_view(project, today=TODAY).work

    assert work is not None
    assert (work.items, work.done) == (5, 3)


def test_project_view_names_the_document_that_the_team_writes_and_none_on_hold() -> None:
    project = a_submitted_plan().project.model_copy(update={"next_document": DeliverableKind.ROADMAP})

    active, held = (
        views.project_view(project.model_copy(update={"status": status}), today=TODAY).documents
        for status in (ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD)
    )

    assert active is not None
    assert held is not None
    assert (active.next, held.next) == ("Roadmap", None)


def test_project_detail_lists_deliverables_without_their_text() -> None:
    plan, deliverables = a_submission()

    shown = views.project_detail(plan.project, deliverables, today=TODAY).model_dump(mode="json")

    assert len(shown["deliverables"]) == 10
    assert shown["deliverables"][0] == {
        "id": deliverables[0].id,
        "kind": "product_brief",
        "phase": "planning",
        "owner": "CPO",
        "title": "Product brief",
        "state": "waiting",
        "revision": 0,
        "blocked_by": [],
        "delivery": None,
        "updated_at": "2026-03-02T09:00:00.000Z",
    }
    assert (shown["pending_approvals"], shown["open_credential_requests"]) == (0, 0)


def test_deliverable_and_approval_views_show_text_hash_and_history() -> None:
    plan, deliverables = a_submission()
    text = compose(deliverables[0], Trade(plan, NOW.date()))
    written = review.present(plan.project, deliverables, (), text, now=NOW)

    document = document_view(written.deliverable, text, plan.brief, ()).model_dump(mode="json")
    approval = views.approval_view(written.approval).model_dump(mode="json")

    assert (document["content"], document["revision"], document["working_revision"]) == (text.content, 1, 1)
    assert document["history"] == [
        {"revision": 1, "at": "2026-03-02T09:00:00.000Z", "content_hash": hash_of(text.content), "comment": None}
    ]
    assert (approval["kind"], approval["status"], approval["content_hash"]) == (
        "product_brief",
        "pending",
        document["content_hash"],
    )


def test_intake_view_shows_every_question_with_its_answer_and_what_is_missing() -> None:
    plan = an_answered_draft({"goal": "g", "platforms": ["web"]})

    shown = views.intake_view(plan).model_dump(mode="json")

    answers = {question["id"]: question["answer"] for question in shown["questions"]}
    assert (answers["goal"], answers["platforms"], answers["tone"]) == ("g", ["web"], None)
    assert shown["complete"] is False
    assert shown["missing"] == ["audience", "success_measure", "must_haves", "approver"]
    platforms = next(question for question in shown["questions"] if question["id"] == "platforms")
    assert (platforms["type"], platforms["required"]) == ("multi_choice", True)
    assert platforms["options"] == [
        "web",
        "ios",
        "android",
        "mobile",
        "desktop",
        "api",
        "internal_tool",
        "data_pipeline",
    ]


def shown_estimate(**limits: Any) -> dict[str, Any]:
    shown = estimate_view(a_submitted_plan(**limits), today=TODAY)
    assert shown is not None
    return shown.model_dump(mode="json")


def test_estimate_view_adds_up_by_phase_and_by_line() -> None:
    shown = shown_estimate()

    assert shown["total"] == shown["likely"]
    assert shown["eta"] == shown["dates"]["likely"]
    for part in ("phases", "basis"):
        assert sum(one["cost"] for one in shown[part]) == shown["likely"]
        assert round(sum(one["days"] for one in shown[part]), 2) == shown["effort_days"]["likely"]
    assert [(one["phase"], one["role"]) for one in shown["phases"]] == [
        ("planning", "CPO"), ("design", "CDO"), ("development", "CTO"), ("launch", "CMO")
    ]  # fmt: skip
    assert (shown["ceiling"], shown["deadline"], shown["to_fit"]) == (None, None, [])


def test_estimate_view_holds_the_limits_against_the_estimate() -> None:
    likely = shown_estimate()["likely"]

    shown = shown_estimate(budget_ceiling={"amount": likely - 1, "currency": "EUR"}, deadline="2030-01-01")

    assert shown["ceiling"] == {"amount": likely - 1, "fits": "unlikely"}
    assert shown["deadline"] == {"day": "2030-01-01", "fits": "yes"}
    assert shown["to_fit"] == ["R3"]
    assert shown["accepted"]["likely"] == likely
    said = shown["said"]
    assert all(said.values())
    assert "R3" in said["to_fit"]


def test_accepted_estimate_is_shown_as_it_was_when_the_brief_has_changed() -> None:
    plan = changed(a_submitted_plan(), {"op": "drop_entry", "id": "R1"})

    shown = estimate_view(plan, today=TODAY)

    assert shown is not None
    assert shown.accepted is not None
    assert shown.accepted.likely == shown_estimate()["likely"] > shown.likely


def test_brief_view_shows_each_entry_with_its_reading_and_days() -> None:
    plan = changed(an_answered_draft(), {"op": "drop_entry", "id": "R2"})

    shown = brief_view(plan, today=TODAY)

    assert shown.estimate == estimate_view(plan, today=TODAY)
    entries = {entry.id: entry for entry in shown.entries}
    assert entries["R1"].text == ANSWERS["must_haves"][0]
    assert [kind.id for kind in entries["R1"].kinds] == ["booking"]
    lines = {line.entry: line.days for line in shown.estimate.basis} if shown.estimate else {}
    assert entries["R1"].effort_days is not None
    assert entries["R1"].effort_days.likely == lines["R1"]
    assert (entries["R2"].state, entries["R2"].effort_days) == ("dropped", None)
    assert entries["A1"].effort_days is None
    assert {kind.id for kind in shown.kinds} >= {"booking", "other"}


def test_brief_view_of_an_empty_draft_has_no_estimate() -> None:
    shown = brief_view(a_draft(), today=TODAY)

    assert (shown.entries, shown.estimate, shown.existing, shown.platforms) == ((), None, None, ())
