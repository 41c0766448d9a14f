"""A step is asked once, within the month's tokens, and its answer survives whatever dies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from common import transactions
from common.errors import Unavailable
from domain.thinking import asking as asking_module
from domain.thinking.asking import TokensSpent
from domain.thinking.bounds import most_of
from domain.thinking.steps import KEPT_FOR, StepState, Subject
from domain.thinking.task import Failure, ModelFailed


class Died(BaseException):
    """The worker's process ended here."""


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


def test_step_is_kept_as_long_as_its_message_may_come_again(desk, question, aws):
    desk.ask(question)

    (row,) = aws("dynamodb").scan(TableName="test-ThinkingTable", FilterExpression="begins_with(sk, :s)",
                                  ExpressionAttributeValues={":s": {"S": "STEP#"}})["Items"]  # fmt: skip
    assert int(row["expires_at_epoch"]["N"]) == int((desk.asking.now() + KEPT_FOR).timestamp())


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


def test_false_count_is_never_more_than_was_promised(desk, question):
    desk.model.cost = (10**9, 10**9)

    desk.ask(question)

    most = most_of(question).total
    assert desk.promised_and_spent() == (most, most)


def test_negative_count_pays_nothing_back(desk, question):
    desk.model.cost = (-5_000, -5_000)

    desk.ask(question)

    assert desk.promised_and_spent() == (0, 0)


def test_month_without_room_asks_nobody_and_the_next_month_has_it_again(desk, question, clock):
    desk.model.cost = (10**9, 10**9)
    with pytest.raises(TokensSpent):
        desk.ask_until_spent(question)

    assert len(desk.model.asked) == 20_000 // most_of(question).total
    assert desk.promised_and_spent()[0] <= 20_000
    clock.advance(days=31)
    assert desk.ask(question, subject=replace(desk.subject, subject_id="msg_new")).output.text == "Friday"


def test_accounts_have_months_of_their_own(desk, question):
    desk.model.cost = (10**9, 10**9)
    with pytest.raises(TokensSpent):
        desk.ask_until_spent(question)

    assert desk.ask(question, subject=Subject("acc_2", "msg_0", 7)).output.text == "Friday"


def test_task_larger_than_the_whole_month_is_never_asked(desk, question):
    with pytest.raises(TokensSpent):
        desk.ask(replace(question, max_tokens=30_000))

    assert desk.model.asked == []
    assert desk.promised_and_spent() == (0, 0)


def test_roles_asked_side_by_side_are_all_counted(desk, question):
    with ThreadPoolExecutor() as pool:
        thoughts = list(pool.map(lambda role: desk.ask(question, role=role), ("CTO", "CPO", "CDO", "CMO")))

    assert len(thoughts) == 4
    assert desk.promised_and_spent() == (1_280, 1_280)


# A worker that dies between two writes -------------------------------------------------------------------------------


def test_worker_that_dies_before_its_first_write_leaves_nothing(desk, question, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(asking_module, "transact", _dying)
        with pytest.raises(Died):
            desk.ask(question)

    assert desk.promised_and_spent() == (0, 0)
    assert desk.ask(question).output.text == "Friday"
    assert desk.promised_and_spent() == (320, 320)


def test_worker_that_dies_after_the_promise_leaves_it_to_the_next(desk, question):
    desk.model.before = _dying
    with pytest.raises(Died):
        desk.ask(question)
    assert desk.promised_and_spent() == (most_of(question).total, 0)

    desk.model.before = lambda: None
    desk.ask(question)

    assert desk.promised_and_spent() == (320, 320)
    assert desk.counted() == {"model openai:some-model": 1}


def test_worker_that_dies_after_the_answer_and_before_it_is_kept_pays_once(desk, question, monkeypatch):
    writes = []

    def second_dies(wanted):
        writes.append(wanted)
        if len(writes) == 2:
            raise Died
        transactions.transact(wanted)

    with monkeypatch.context() as patch:
        patch.setattr(asking_module, "transact", second_dies)
        with pytest.raises(Died):
            desk.ask(question)
    assert desk.promised_and_spent() == (most_of(question).total, 0)

    desk.ask(question)

    assert desk.promised_and_spent() == (320, 320)
    assert desk.counted() == {"model openai:some-model": 1}


def test_worker_that_dies_after_it_is_kept_finds_it(desk, question, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(type(desk.asking.store), "note_model_state", lambda *_state: _dying())
        with pytest.raises(Died):
            desk.ask(question)

    assert desk.ask(question).output.text == "Friday"
    assert len(desk.model.asked) == 1
    assert desk.promised_and_spent() == (320, 320)


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


def test_answer_that_could_not_be_kept_is_no_answer(desk, question, monkeypatch):
    def unavailable(_writes):
        raise Unavailable

    desk.model.before = lambda: monkeypatch.setattr(asking_module, "transact", unavailable)
    with pytest.raises(Unavailable):
        desk.ask(question)
    monkeypatch.undo()

    about = desk.subject
    row = {
        "pk": f"ACCOUNT#{about.account_id}",
        "sk": f"STEP#{about.subject_id}#{about.project_version}#answer##1",
    }
    step = desk.asking.store.table.get(row)
    assert (step["state"], step.get("output")) == (StepState.ASKED.value, None)


def _dying(*_given):
    raise Died
