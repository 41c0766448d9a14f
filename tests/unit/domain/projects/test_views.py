from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from domain.projects import figures, views, wording
from domain.projects.brief.views import brief_view, estimate_view
from domain.projects.states import ProjectStatus
from plans import NOW, a_submitted_plan, an_archive

TODAY = NOW.date()


def test_project_view_has_the_figures_the_dates_and_the_sentences() -> None:
    project = a_submitted_plan(budget_ceiling={"amount": 90_000, "currency": "EUR"}).project

    shown = views.project_view(project, today=TODAY).model_dump()

    assert (shown["status"], shown["phase"], shown["progress"], shown["work"]) == ("active", "planning", 0, None)
    assert shown["eta"] == figures.eta(project, today=TODAY)
    assert shown["dates"] == asdict(figures.dates(project, today=TODAY))
    assert shown["budget"] == asdict(figures.budget(project))
    assert shown["said"] == {
        "state": wording.state(project),
        "progress": wording.progress(project),
        "expected": wording.expected(project, TODAY),
        "cost": wording.likely_cost(project),
        "spent": wording.spent(project),
        "forecast": wording.forecast(project),
        "ceiling": wording.forecast_verdict(project),
        "deadline": wording.deadline(project, TODAY),
    }
    assert shown["documents"] == {"of": 10, "approved": 0, "sent_back": 0, "next": "Product brief"}


def test_view_of_an_archive_keeps_its_budget_and_promises_nothing() -> None:
    archive = an_archive(deadline="2026-01-01", ceiling={"amount": 100, "currency": "GBP"})

    shown = views.project_view(archive, today=TODAY)

    assert (shown.archived, shown.status, shown.eta) == (True, ProjectStatus.ACTIVE, None)
    assert shown.budget.model_dump() == asdict(figures.Budget("GBP", 100, 7_430, 1_840, 0, 0, None, None))
    assert (shown.documents, shown.dates) == (None, None)
    assert {name: text for name, text in shown.said.model_dump().items() if text} == {
        "state": "The project is an archive of an earlier edition; it was under way."
    }
    assert figures.budget_concern(archive) is None


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
