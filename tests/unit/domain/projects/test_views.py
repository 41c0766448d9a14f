from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from domain.projects import lifecycle, review, views
from domain.projects.records import Intake, Money
from domain.projects.requests import CreateProject

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
TODAY = NOW.date()
ANSWERS: dict[str, Any] = {
    "goal": "g",
    "audience": ["a"],
    "success_measure": ["m"],
    "must_haves": ["x"],
    "platforms": ["web"],
    "approver": "Ana",
}

STORED = {name: tuple(value) if isinstance(value, list) else value for name, value in ANSWERS.items()}


def a_submission() -> lifecycle.Submission:
    project, intake = lifecycle.create(
        CreateProject.model_validate({"name": "Fair", "budget_ceiling": {"amount": 9000, "currency": "EUR"}}),
        project_id="prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C",
        account_id="acc_1",
        now=NOW,
    )
    return lifecycle.submit(*lifecycle.answer(project, intake, ANSWERS, now=NOW), now=NOW)


def test_project_view_has_the_published_shape() -> None:
    project = a_submission().project

    shown = views.project_view(project, today=TODAY).model_dump(mode="json")

    assert shown == {
        "id": project.id,
        "name": "Fair",
        "description": None,
        "example": False,
        "status": "active",
        "phase": "planning",
        "progress": 0,
        "progress_counts": "approved documents",
        "eta": "2026-03-19",
        "eta_covers": "documents",
        "deadline": None,
        "budget": {
            "covers": "documents, not building",
            "currency": "EUR",
            "estimated": 7430,
            "spent": 0,
            "remaining": 7430,
            "ceiling": 9000,
            "may_still_spend": 9000,
            "stopped_at_ceiling": False,
        },
        "work": None,
        "created_at": "2026-03-02T09:00:00.000Z",
        "updated_at": "2026-03-02T09:00:00.000Z",
        "submitted_at": "2026-03-02T09:00:00.000Z",
        "completed_at": None,
        "deleted_at": None,
        "gone_at": None,
    }


def test_project_view_moves_the_eta_with_today() -> None:
    project = a_submission().project

    assert views.project_view(project, today=date(2026, 3, 9)).eta == date(2026, 3, 26)


def test_project_detail_lists_deliverables_without_their_text() -> None:
    submission = a_submission()

    shown = views.project_detail(submission.project, submission.deliverables, today=TODAY).model_dump(mode="json")

    assert len(shown["deliverables"]) == 10
    assert shown["deliverables"][0] == {
        "id": submission.deliverables[0].id,
        "kind": "product_brief",
        "phase": "planning",
        "owner": "CPO",
        "title": "Product brief",
        "state": "waiting",
        "revision": 0,
        "effort_days": 1.125,
        "spent_days": 0.0,
        "blocked_by": [],
        "delivery": None,
        "updated_at": "2026-03-02T09:00:00.000Z",
    }
    assert (shown["pending_approvals"], shown["open_credential_requests"]) == (0, 0)


def test_deliverable_and_approval_views_show_text_hash_and_history() -> None:
    submission = a_submission()
    written = review.put_in_review(
        submission.project, submission.deliverables, submission.deliverables[0].id, "# Hi", now=NOW
    )

    document = views.deliverable_view(written.deliverable).model_dump(mode="json")
    approval = views.approval_view(written.approval).model_dump(mode="json")

    assert (document["content"], document["revision"], len(document["history"])) == ("# Hi", 1, 1)
    assert document["history"][0] == {
        "revision": 1,
        "at": "2026-03-02T09:00:00.000Z",
        "content_hash": review.hash_of("# Hi"),
        "comment": None,
    }
    assert (approval["kind"], approval["status"], approval["content_hash"]) == (
        "product_brief",
        "pending",
        document["content_hash"],
    )


def test_intake_view_shows_every_question_with_its_answer_and_what_is_missing() -> None:
    intake = Intake(project_id="prj_1", answers={"goal": "g", "platforms": ("web",)}, updated_at=NOW)

    shown = views.intake_view(intake).model_dump(mode="json")

    answers = {question["id"]: question["answer"] for question in shown["questions"]}
    assert (answers["goal"], answers["platforms"], answers["tone"]) == ("g", ["web"], None)
    assert shown["complete"] is False
    assert shown["missing"] == ["audience", "success_measure", "must_haves", "approver"]
    platforms = next(question for question in shown["questions"] if question["id"] == "platforms")
    assert (platforms["type"], platforms["required"]) == ("multi_choice", True)
    assert platforms["options"] == ["web", "ios", "android", "desktop", "api"]


def test_estimate_view_shows_days_and_cost_per_phase() -> None:
    shown = shown_estimate()

    assert set(shown) == {
        *("currency", "total", "low", "high", "phases", "working_days", "eta", "rule_version"),
        *("over_ceiling", "late", "build"),
    }
    assert shown["phases"][0] == {"phase": "planning", "role": "CPO", "days": 2.875, "cost": 1840}
    assert sum(phase["cost"] for phase in shown["phases"]) == shown["total"]


def shown_estimate(**limits: Any) -> dict[str, Any]:
    """The estimate of a submitted project with these limits, as a caller sees it."""
    project = a_submission().project
    assert project.estimate is not None
    intake = Intake(project_id=project.id, answers=STORED, updated_at=NOW)
    return views.estimate_view(project.estimate, project.model_copy(update=limits), intake).model_dump(mode="json")


def test_estimate_view_keeps_still_about_limits_that_it_keeps() -> None:
    shown = shown_estimate(ceiling=Money(amount=1_000_000, currency="EUR"), deadline=date(2030, 1, 1))

    assert (shown["over_ceiling"], shown["late"]) == (None, None)


def test_estimate_view_says_by_how_much_it_is_over_the_ceiling_and_late() -> None:
    total, eta = shown_estimate()["total"], date.fromisoformat(shown_estimate()["eta"])
    friday = eta - timedelta(days=eta.weekday() + 3)

    shown = shown_estimate(ceiling=Money(amount=total - 250, currency="EUR"), deadline=friday)

    assert shown["over_ceiling"] == {"ceiling": total - 250, "over": 250}
    assert shown["late"] == {"deadline": friday.isoformat(), "working_days": eta.weekday() + 1}


def test_build_outlook_stands_beside_the_total_and_adds_up_from_its_lines() -> None:
    shown = shown_estimate()

    build = shown["build"]
    assert sum(phase["cost"] for phase in shown["phases"]) == shown["total"]
    assert 0 < build["low"] < build["high"]
    days = [(line["days"]["low"], line["days"]["high"]) for line in build["basis"]]
    assert build["working_days"] == {
        "low": -(-sum(low for low, _ in days) // 2),
        "high": -(-sum(high for _, high in days) // 2),
    }
    assert build["high"] >= sum(high for _, high in days) * 720 > build["high"] - 100
