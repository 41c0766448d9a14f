"""A step is asked once, within the month's tokens, and its answer survives whatever dies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.thinking.asking import TokensSpent
from domain.thinking.task import Failure, ModelFailed, Subject, most_of


def test_answer_is_counted_by_account_month_and_model(desk, question):
    thought = desk.ask(question)

    assert (thought.output.text, thought.input_tokens, thought.output_tokens) == ("Friday", 300, 20)
    assert desk.promised_and_spent() == (320, 320)
    (row,) = desk.usage.list_rows("acc_1", desk.asking.now().date(), desk.asking.now().date())
    assert row.principal == "model openai:some-model"
    assert dict(row.counts) == {
        "model_calls": 1,
        "model_tokens": 320,
        "model_tokens_read": 300,
        "model_tokens_written": 20,
    }


def test_step_delivered_again_is_read_and_neither_asked_nor_paid(desk, question):
    first = desk.ask(question)
    desk.model.text = "Monday"

    again = desk.ask(question)

    assert again == first
    assert len(desk.model.asked) == 1
    assert desk.promised_and_spent() == (320, 320)


@pytest.mark.parametrize(
    "changed",
    [
        lambda task, subject: (replace(task, version=2), subject, ""),
        lambda task, subject: (replace(task, name="plan"), subject, ""),
        lambda task, subject: (task, replace(subject, project_version=8), ""),
        lambda task, subject: (task, replace(subject, subject_id="msg_2"), ""),
        lambda task, subject: (task, replace(subject, account_id="acc_2"), ""),
        lambda task, subject: (task, subject, "CTO"),
    ],
    ids=["instructions", "task", "project", "message", "account", "role"],
)
def test_another_step_is_asked_for_itself(desk, question, changed):
    desk.ask(question)
    task, subject, role = changed(question, desk.subject)

    desk.ask(task, subject=subject, role=role)

    assert len(desk.model.asked) == 2


@pytest.mark.parametrize("failure", [Failure.UNREACHABLE, Failure.DENIED, Failure.THROTTLED])
def test_failure_that_costs_nothing_is_released_and_tried_again(desk, question, failure):
    desk.model.failure = failure
    with pytest.raises(ModelFailed):
        desk.ask(question)
    assert desk.promised_and_spent() == (0, 0)

    desk.model.failure = None
    thought = desk.ask(question)

    assert thought.output.text == "Friday"
    assert desk.promised_and_spent() == (320, 320)


@pytest.mark.parametrize("failure", [Failure.TIMED_OUT, Failure.REFUSED, Failure.UNUSABLE])
def test_failure_that_may_have_cost_something_counts_in_full_and_is_not_tried_again(desk, question, failure):
    desk.model.failure = failure
    for _delivery in range(3):
        with pytest.raises(ModelFailed) as failed:
            desk.ask(question)
        assert failed.value.failure is failure

    most = most_of(question).total
    assert len(desk.model.asked) == 1
    assert desk.promised_and_spent() == (most, most)


def test_false_count_is_never_more_than_was_promised_and_a_negative_one_pays_nothing_back(desk, question):
    most = most_of(question).total

    desk.model.cost = (10**9, 10**9)
    desk.ask(question)
    desk.model.cost = (-5_000, -5_000)
    desk.ask(question, role="CTO")

    assert desk.promised_and_spent() == (most, most)


def test_month_without_room_asks_nobody_and_another_account_and_the_next_month_have_room(desk, question, clock):
    desk.model.cost = (10**9, 10**9)
    with pytest.raises(TokensSpent):
        desk.ask_until_spent(question)

    assert len(desk.model.asked) == 20_000 // most_of(question).total
    assert desk.promised_and_spent()[0] <= 20_000
    assert desk.ask(question, subject=Subject("acc_2", "msg_0", 7)).output.text == "Friday"
    clock.advance(days=31)
    assert desk.ask(question, subject=replace(desk.subject, subject_id="msg_new")).output.text == "Friday"


def test_task_larger_than_the_whole_month_is_never_asked(desk, question):
    with pytest.raises(TokensSpent):
        desk.ask(replace(question, max_tokens=30_000))

    assert desk.model.asked == []
    assert desk.promised_and_spent() == (0, 0)


@pytest.mark.parametrize("after", [False, True], ids=["before the write", "after the write"])
def test_worker_that_dies_at_any_write_leaves_an_answer_that_is_paid_once(desk, question, deaths_of, after):
    for _ in deaths_of(lambda: desk.ask(question), after=after, at_least=2):
        assert desk.ask(question).output.text == "Friday"

        assert desk.promised_and_spent() == (320, 320)
        assert desk.counted() == {"model openai:some-model": 1}


def test_second_worker_that_was_faster_gives_its_answer_to_both(desk, question):
    def other_worker():
        desk.model.before, desk.model.text = (lambda: None), "Monday"
        desk.ask(question)
        desk.model.text = "Friday"

    desk.model.before = other_worker

    thought = desk.ask(question)

    assert thought.output.text == "Monday"
    assert desk.promised_and_spent() == (320, 320)
    assert desk.counted() == {"model openai:some-model": 1}
