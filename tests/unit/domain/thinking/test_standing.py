"""Who thinks for an account, and what its customer is told."""

from __future__ import annotations

import pytest

from domain.thinking.records import ModelState
from domain.thinking.standing import StandingService
from domain.thinking.task import Failure, ModelFailed
from domain.usage.records import TokenCounts
from domain.usage.tokens import TokenMonth


@pytest.fixture
def standing(desk):
    return lambda model="openai:some-model": StandingService(model, desk.asking.store, desk.ledger).standing("acc_1")


def test_rules_think_where_no_model_is_configured(standing):
    assert (standing(None).by, standing(None).reason, standing(None).tokens) == ("rules", "no_model", None)


def test_model_thinks_before_anything_is_known_of_it(standing):
    assert (standing().by, standing().reason) == ("model", None)


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


def test_model_that_answers_again_thinks_again(desk, question, standing, clock):
    desk.model.failure = Failure.DENIED
    with pytest.raises(ModelFailed):
        desk.ask(question)
    desk.model.failure = None
    desk.ask(question)

    assert standing().by == "model"


def test_state_keeps_the_instant_since_which_it_holds(desk, clock):
    store = desk.asking.store
    first = ModelState("openai:some-model", Failure.DENIED, clock())
    store.note_model_state(first)
    store.note_model_state(ModelState("openai:some-model", Failure.DENIED, clock.advance(minutes=5)))
    assert store.find_model_state() == first

    for failure in (None, Failure.UNREACHABLE, Failure.DENIED, None):
        state = ModelState("openai:some-model", failure, clock.advance(minutes=5))
        store.note_model_state(state)
        assert store.find_model_state() == state


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


def test_limit_of_none_is_spent_from_the_start():
    assert TokenMonth("2026-03", TokenCounts(), 0).standing == "spent"


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
