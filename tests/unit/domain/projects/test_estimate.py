from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.projects.dates import working_days_between
from domain.projects.errors import IntakeIncomplete
from domain.projects.estimate import RANGE_QUESTIONS, estimate
from domain.projects.phases import DELIVERABLES, WORKING_PHASES
from domain.projects.questionnaire import EXISTING, PLATFORMS, Answers
from domain.projects.rates import CURRENCIES, DAY_RATES, DEFAULT_CURRENCY
from domain.projects.records import Estimate, Money

TODAY = date(2026, 3, 2)


def texts(prefix: str, *, least: int, most: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.integers(least, most).map(lambda count: tuple(f"{prefix} {n}" for n in range(count)))


def chosen(options: tuple[str, ...], *, least: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.sets(st.sampled_from(options), min_size=least).map(lambda found: tuple(o for o in options if o in found))


def answers() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "goal": st.just("g"),
            "audience": texts("group", least=1, most=6),
            "success_measure": st.just(("m",)),
            "must_haves": texts("thing", least=1, most=19),
            "platforms": chosen(PLATFORMS, least=1),
            "approver": st.just("Ana"),
        },
        optional={
            "out_of_scope": texts("not", least=0, most=3),
            "integrations": texts("system", least=0, most=14),
            "existing": chosen(EXISTING, least=0),
            "personal_data": st.booleans(),
            "constraints": texts("rule", least=0, most=9),
            "budget_ceiling": st.sampled_from(CURRENCIES).map(lambda code: Money(amount=1, currency=code)),
        },
    )


def grown(given_answers: Answers, question: str) -> dict[str, Any]:
    entries = given_answers.get(question, ())
    assert isinstance(entries, tuple)
    return {**given_answers, question: (*entries, "one more")}


@given(answers())
def test_estimate_lies_within_its_range_and_adds_up(given_answers: dict[str, Any]) -> None:
    found = estimate(given_answers, today=TODAY)

    assert found.low <= found.total <= found.high
    assert sum(phase.cost for phase in found.phases) == sum(line.cost for line in found.lines) == found.total
    assert sum(phase.hours for phase in found.phases) == sum(line.hours for line in found.lines)
    assert [phase.phase for phase in found.phases] == list(WORKING_PHASES)
    assert [line.kind for line in found.lines] == [spec.kind for spec in DELIVERABLES]


@given(answers())
def test_estimate_is_hours_times_the_published_day_rate_exactly(given_answers: dict[str, Any]) -> None:
    found = estimate(given_answers, today=TODAY)

    assert all(line.cost * 8 == line.hours * DAY_RATES[found.currency][line.role] for line in found.lines)
    assert all(line.hours > 0 for line in found.lines)


@given(answers(), st.dates(date(2024, 1, 1), date(2030, 1, 1)))
def test_estimate_is_done_after_its_working_days(given_answers: dict[str, Any], today: date) -> None:
    found = estimate(given_answers, today=today)

    assert found.working_days == sum(-(-phase.hours // 8) for phase in found.phases)
    assert working_days_between(today, found.eta) == found.working_days


@given(answers(), st.sampled_from(["must_haves", "integrations", "constraints"]))
def test_estimate_never_falls_when_there_is_more_to_do(given_answers: dict[str, Any], question: str) -> None:
    before, after = estimate(given_answers, today=TODAY), estimate(grown(given_answers, question), today=TODAY)

    assert after.total >= before.total
    assert after.eta >= before.eta


@given(answers(), st.sampled_from(RANGE_QUESTIONS))
def test_estimate_gets_a_narrower_range_when_an_open_question_is_answered_with_none(
    given_answers: dict[str, Any], question: str
) -> None:
    unanswered = {key: value for key, value in given_answers.items() if key != question}
    none = False if question == "personal_data" else ()

    before, after = estimate(unanswered, today=TODAY), estimate({**unanswered, question: none}, today=TODAY)

    assert after.total == before.total
    assert after.low == before.low
    assert after.high < before.high


def minimal(**more: Any) -> dict[str, Any]:
    return {
        "goal": "g",
        "audience": ("a",),
        "success_measure": ("m",),
        "must_haves": ("x",),
        "platforms": ("web",),
        "approver": "Ana",
        **more,
    }


def total(found: Estimate) -> int:
    return found.total


def test_estimate_rises_when_a_must_have_is_added() -> None:
    assert total(estimate(minimal(must_haves=("x", "y")), today=TODAY)) > total(estimate(minimal(), today=TODAY))


@pytest.mark.parametrize(
    "more", [{"platforms": ("web", "ios")}, {"personal_data": True}, {"audience": ("a", "b", "c", "d")}]
)
def test_estimate_rises_when_the_answers_make_more_work(more: dict[str, Any]) -> None:
    assert total(estimate(minimal(**more), today=TODAY)) > total(estimate(minimal(), today=TODAY))


def test_estimate_falls_when_a_brand_exists() -> None:
    assert total(estimate(minimal(existing=("brand",)), today=TODAY)) < total(estimate(minimal(), today=TODAY))


def test_estimate_is_in_the_currency_of_the_ceiling() -> None:
    in_pounds = estimate(minimal(budget_ceiling=Money(amount=1, currency="GBP")), today=TODAY)

    assert in_pounds.currency == "GBP"
    assert estimate(minimal(), today=TODAY).currency == DEFAULT_CURRENCY


def test_estimate_names_what_is_missing_when_the_intake_is_incomplete() -> None:
    with pytest.raises(IntakeIncomplete) as refused:
        estimate({"goal": "g", "platforms": ("web",)}, today=TODAY)

    assert refused.value.code == "INTAKE_INCOMPLETE"
    assert refused.value.missing == ("audience", "success_measure", "must_haves", "approver")
    assert (
        refused.value.message == "The intake still needs an answer to: audience, success_measure, must_haves, approver."
    )


@pytest.mark.parametrize("currency", CURRENCIES)
def test_rates_divide_by_the_hours_of_a_day_so_that_costs_are_whole(currency: str) -> None:
    assert all(rate % 8 == 0 for rate in DAY_RATES[currency].values())
