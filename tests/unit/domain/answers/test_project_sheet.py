from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from common.wording import day_of, days, money
from domain.answers.facts import HUNDREDTHS_OF_A_DAY, Fact, Topic
from domain.answers.sheets import project_sheet, state_sheet
from domain.projects import wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.estimate import estimate
from domain.projects.brief.records import BriefEntryType
from domain.projects.states import ProjectStatus
from domain.projects.views import project_view
from plans import NOW, a_draft, a_submitted_plan, an_answered_draft, an_archive

TODAY = NOW.date()
LIMITS: dict[str, Any] = {"budget_ceiling": {"amount": 33_000, "currency": "EUR"}, "deadline": "2026-06-10"}
WORK = {"spent": 1_500, "unreported_items": 1, "unreported_cost": 800, "work_items": 4, "open_work_items": 2}


def at_work(**fields: Any) -> Plan:
    plan = a_submitted_plan(**LIMITS)
    return Plan(plan.project.model_copy(update={**WORK, **fields}), plan.brief)


def shown(fact: Fact) -> str:
    """The value of a fact as sentences write it."""
    match fact.value:
        case date():
            return day_of(fact.value)
        case int() if fact.unit == HUNDREDTHS_OF_A_DAY:
            return days(fact.value)
        case int() if fact.unit == "percent":
            return f"{fact.value} %"
        case int():
            return money(fact.value, fact.unit or "")
    return ""


PLANS = [
    a_draft(),
    an_answered_draft(),
    an_answered_draft(**LIMITS),
    a_submitted_plan(**LIMITS),
    at_work(),
    Plan(an_archive(), an_answered_draft().brief),
]


@pytest.mark.parametrize("plan", PLANS)
def test_every_fact_is_a_sentence_with_its_figure_record_and_path(plan: Plan) -> None:
    sheet = project_sheet(plan, NOW)
    facts = list(sheet)

    assert len({fact.id for fact in facts}) == len(facts)
    for fact in facts:
        assert shown(fact) in fact.text
        assert fact.text.endswith(".")
        assert (fact.record, fact.as_of) == (plan.project.id, NOW)
        assert fact.path
        assert fact.subject in {plan.project.id, *(entry.id for entry in plan.brief.entries)}
    assert all(fact in sheet.facts for fact in state_sheet(plan.project, NOW))


def test_sheet_tells_what_the_views_say_and_a_draft_tells_nothing_of_work() -> None:
    project = at_work().project
    draft = {fact.id for fact in project_sheet(an_answered_draft(), NOW)}

    said = project_view(project, today=TODAY).said.model_dump()

    assert set(said.values()) <= {fact.text for fact in state_sheet(project, NOW)}
    assert "dates.estimate" in draft
    assert not draft & {"progress.done", "dates.expected", "money.spent", "money.forecast", "money.accepted"}


def test_every_must_have_has_its_kind_days_and_cost() -> None:
    plan = at_work()
    whole = estimate(plan, today=TODAY).costing

    facts = {fact.subject: fact for fact in project_sheet(plan, NOW).about(Topic.BRIEF)}

    assert list(facts) == [entry.id for entry in plan.brief.of_type(BriefEntryType.MUST_HAVE)]
    for entry_id, fact in facts.items():
        own = [line for line in whole.lines if line.entry == entry_id]
        assert fact.value == sum(line.cost(whole.rates) for line in own)
        assert days(sum(line.days.likely for line in own)) in fact.text
        assert all(line.title.lower() in fact.text for line in own)


def test_sheet_of_a_stored_draft_without_totals_tells_the_estimate_of_its_brief() -> None:
    plan = an_answered_draft()
    of_the_first_edition = Plan(plan.project.model_copy(update={"plan": None}), plan.brief)

    assert project_sheet(of_the_first_edition, NOW) == project_sheet(plan, NOW)


def test_archive_tells_what_it_is_and_no_money_and_of_a_cancelled_project_nothing_is_expected() -> None:
    archive, cancelled = an_archive(), at_work(status=ProjectStatus.CANCELLED)

    assert [fact.text for fact in project_sheet(Plan(archive, a_draft().brief), NOW)] == [wording.state(archive)]
    assert project_sheet(cancelled, NOW).about(Topic.DATES).facts == ()
