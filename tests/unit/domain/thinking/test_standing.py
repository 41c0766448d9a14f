"""Who thinks for an account, and what its customer is told."""

from __future__ import annotations

import pytest

from domain.thinking.standing import StandingService
from domain.thinking.store import ModelState
from domain.thinking.task import Failure, ModelFailed
from domain.usage.records import TokenCounts
from domain.usage.tokens import TokenMonth


@pytest.fixture
def standing(desk):
    return lambda model="openai:some-model": StandingService(model, desk.asking.store, desk.ledger).standing("acc_1")


@pytest.mark.parametrize(
    ("failure", "by"),
    [
        (Failure.DENIED, "rules"),
        (Failure.UNREACHABLE, "rules"),
        (Failure.TIMED_OUT, "model"),
        (Failure.UNUSABLE, "model"),
    ],
)
def test_only_a_failure_that_lasts_hands_over_to_the_rules(desk, question, standing, failure, by):
    desk.model.failure = failure
    with pytest.raises(ModelFailed):
        desk.ask(question)

    assert standing().by == by
    assert standing("openai:another-model").by == "model"
    desk.model.failure = None
    desk.ask(question, role="CTO")
    assert standing().by == "model"


@pytest.mark.parametrize(
    ("promised", "spent", "percent", "expected"),
    [
        (0, 0, 0, "free"),
        (999, 799, 79, "free"),
        (800, 800, 80, "nearly_spent"),
        (1_000, 0, 0, "spent"),
        (1_000, 990, 99, "spent"),
        (1_200, 1_200, 100, "spent"),
    ],
)
def test_month_stands_by_what_is_spent_and_promised(promised, spent, percent, expected):
    month = TokenMonth("2026-03", TokenCounts(promised, spent), 1_000)

    assert (month.percent, month.standing) == (percent, expected)


def test_rules_think_where_no_model_is_configured_and_until_the_model_has_failed_the_model(standing):
    assert [(one.by, one.reason) for one in (standing(None), standing())] == [("rules", "no_model"), ("model", None)]


def test_rules_think_once_the_month_is_spent(desk, standing):
    desk.asking.store.note_model_state(ModelState("openai:some-model", Failure.DENIED, desk.asking.now()))
    desk.spend(20_000)

    assert (standing().by, standing().reason) == ("rules", "tokens_spent")


def test_notice_is_claimed_once_a_month_at_four_fifths(desk, clock):
    desk.spend(15_999)
    assert desk.ledger.claim_notice("acc_1") is False
    desk.spend(1)

    assert [desk.ledger.claim_notice("acc_1") for _turn in range(3)] == [True, False, False]
    clock.advance(days=31)
    assert desk.ledger.claim_notice("acc_1") is False
