from __future__ import annotations

from typing import Any

import pytest

from common.wording import day_of, money
from domain.answers.facts import Topic
from domain.answers.sheets import account_sheet, totals
from domain.projects import figures
from domain.projects.states import ProjectStatus
from plans import an_archive
from portfolios import NOW, draft, planned, project


def in_pounds(name: str, likely: int, spent: int) -> Any:
    plan = planned(likely).model_copy(update={"currency": "GBP"})
    return project(name, currency="GBP", plan=plan, unassigned_cost=likely, spent=spent)


def test_sums_never_mix_currencies() -> None:
    projects = [project("One"), in_pounds("Two", 5_000, 0), project("Three"), in_pounds("Four", 700, 20)]

    facts = account_sheet("acc_1", projects, NOW).about(Topic.MONEY)

    expected = {"EUR": (2, 18_000, 2_000), "GBP": (2, 5_720, 20)}
    assert {one.currency: (one.projects, one.forecast, one.spent) for one in totals(projects)} == expected
    for fact, (currency, (_, forecast, spent)) in zip(facts, expected.items(), strict=True):
        assert (fact.id, fact.value, fact.unit) == (f"money.total.{currency}", forecast, currency)
        assert fact.text == (
            f"The forecast for 2 submitted projects is {money(forecast, currency)}, "
            f"of which {money(spent, currency)} is spent."
        )
        assert (fact.record, fact.subject, fact.as_of) == ("acc_1", "acc_1", NOW)


def test_sum_of_which_nothing_is_spent_says_so() -> None:
    (fact,) = account_sheet("acc_1", [in_pounds("One", 700, 0)], NOW).about(Topic.MONEY)

    assert fact.text == "The forecast for 1 submitted project is GBP 700, of which nothing is spent yet."


@pytest.mark.parametrize(
    "other",
    [draft(), project(status=ProjectStatus.COMPLETED), project(status=ProjectStatus.CANCELLED), an_archive()],
)
def test_what_is_not_under_way_is_counted_nowhere(other: Any) -> None:
    assert account_sheet("acc_1", [other], NOW).facts == ()
    assert account_sheet("acc_1", [project("One"), other], NOW) == account_sheet("acc_1", [project("One")], NOW)


def test_estimates_of_drafts_are_a_sum_of_their_own() -> None:
    drafts = [draft(name).model_copy(update={"plan": planned(cost)}) for name, cost in (("One", 700), ("Two", 50))]

    (fact,) = account_sheet("acc_1", drafts, NOW)

    assert fact.text == "The estimate for 2 drafts is EUR 750."


def test_the_next_to_be_done_is_the_earliest() -> None:
    soon, late = project("Soon", unassigned_days=500), project("Late", unassigned_days=9_000)

    fact = account_sheet("acc_1", [late, soon], NOW).find("dates.next")

    eta = figures.eta(soon, today=NOW.date())
    assert fact is not None
    assert eta is not None
    assert (fact.value, fact.subject, fact.record) == (eta, soon.id, soon.id)
    assert fact.text == f"Soon will be done first, likely on {day_of(eta)}."
