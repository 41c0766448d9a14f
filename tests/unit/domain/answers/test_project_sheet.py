from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from common.wording import day_of, days, money
from domain.answers.facts import HUNDREDTHS_OF_A_DAY, Fact, Sheet, Topic
from domain.answers.projects import project_sheet, state_sheet
from domain.projects import wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.estimate import estimate
from domain.projects.brief.records import BriefEntryType
from domain.projects.states import ProjectStatus
from domain.projects.views import project_view
from plans import NOW, a_draft, a_submitted_plan, an_answered_draft, an_archive, changed

TODAY = NOW.date()
LIMITS: dict[str, Any] = {"budget_ceiling": {"amount": 33_000, "currency": "EUR"}, "deadline": "2026-06-10"}
WORK = {"spent": 1_500, "unreported_items": 1, "unreported_cost": 800, "work_items": 4, "open_work_items": 2}


def at_work() -> Plan:
    plan = a_submitted_plan(**LIMITS)
    return Plan(plan.project.model_copy(update=WORK), plan.brief)


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
    raise AssertionError(fact)


PLANS = [
    a_draft(),
    an_answered_draft(),
    an_answered_draft(**LIMITS),
    a_submitted_plan(**LIMITS),
    at_work(),
    Plan(an_archive(), an_answered_draft().brief),
]


@pytest.mark.parametrize("plan", PLANS)
def test_the_value_of_a_fact_is_the_figure_in_its_sentence(plan: Plan) -> None:
    figures = [fact for fact in project_sheet(plan, NOW) if isinstance(fact.value, int | date)]

    for fact in figures:
        assert shown(fact) in fact.text, fact


@pytest.mark.parametrize("plan", PLANS)
def test_every_fact_is_a_sentence_with_its_record_and_path(plan: Plan) -> None:
    facts = list(project_sheet(plan, NOW))

    assert len({fact.id for fact in facts}) == len(facts)
    for fact in facts:
        assert fact.text.endswith(".")
        assert (fact.record, fact.as_of) == (plan.project.id, NOW)
        assert fact.path
        assert fact.subject in {plan.project.id, *(entry.id for entry in plan.brief.entries)}


def test_sheet_of_a_project_at_work_tells_its_money_dates_and_progress() -> None:
    plan = at_work()
    found, project = estimate(plan, today=TODAY), plan.project

    told = {fact.id: fact.text for fact in project_sheet(plan, NOW)}

    assert {name: said for name, said in told.items() if not name.startswith("brief.")} == {
        "progress.state": wording.state(project),
        "progress.done": wording.progress(project),
        "dates.expected": wording.expected(project, TODAY),
        "money.likely": wording.likely_cost(project),
        "money.effort": wording.effort(project),
        "money.accepted": wording.accepted(project),
        "money.spent": wording.spent(project),
        "money.forecast": wording.forecast(project),
        "money.forecast_ceiling": wording.forecast_verdict(project),
        "money.documents": wording.COSTS_NOTHING,
        "dates.deadline": wording.deadline(project, TODAY),
        "money.to_fit": wording.to_fit(found),
        "money.rates": wording.day_rates(found.costing),
    }


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


def test_a_must_have_of_no_known_kind_is_said_to_be_one() -> None:
    plan = changed(an_answered_draft(), {"op": "change_entry", "id": "R1", "text": "Qwertz"})

    fact = project_sheet(plan, NOW).find("brief.R1")

    assert fact is not None
    assert fact.text.startswith("R1 “Qwertz” counts as a kind that nobody has named yet: about ")


def test_sheet_of_a_draft_tells_the_estimate_and_nothing_of_a_project_at_work() -> None:
    sheet = project_sheet(an_answered_draft(), NOW)

    assert sheet.find("dates.estimate") is not None
    for name in ("progress.done", "dates.expected", "money.spent", "money.forecast", "money.accepted"):
        assert sheet.find(name) is None


def test_sheet_of_a_stored_draft_without_totals_tells_the_estimate_of_its_brief() -> None:
    plan = an_answered_draft()
    of_the_first_edition = Plan(plan.project.model_copy(update={"plan": None}), plan.brief)

    assert project_sheet(of_the_first_edition, NOW) == project_sheet(plan, NOW)


def test_sheet_of_an_archive_tells_what_it_is_and_no_money() -> None:
    archive = an_archive()

    assert [fact.text for fact in project_sheet(Plan(archive, a_draft().brief), NOW)] == [wording.state(archive)]


@pytest.mark.parametrize("plan", PLANS)
def test_the_row_of_a_project_tells_a_part_of_its_sheet_in_the_same_words(plan: Plan) -> None:
    whole = project_sheet(plan, NOW)

    assert all(fact in whole.facts for fact in state_sheet(plan.project, NOW))


def test_views_say_the_same_sentences() -> None:
    project = at_work().project
    told = {fact.text for fact in state_sheet(project, NOW)}

    said = project_view(project, today=TODAY).said.model_dump()

    assert set(said.values()) <= told


def test_nothing_is_expected_of_a_cancelled_project() -> None:
    cancelled = at_work().project.model_copy(update={"status": ProjectStatus.CANCELLED})

    assert project_sheet(Plan(cancelled, at_work().brief), NOW).about(Topic.DATES).facts == ()


def test_a_sheet_says_the_facts_that_are_asked_for_in_their_order() -> None:
    sheet = state_sheet(at_work().project, NOW)
    first, second = sheet.find("money.spent"), sheet.find("progress.state")

    assert first is not None
    assert second is not None
    assert sheet.say("money.spent", "no.such.fact", "progress.state") == f"{first.text} {second.text}"
    assert Sheet(()).say("money.spent") == ""
    assert {fact.topic for fact in sheet.about(Topic.MONEY, Topic.DATES)} == {Topic.MONEY, Topic.DATES}
