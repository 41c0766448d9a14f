from __future__ import annotations

import pytest
from botocore.exceptions import EndpointConnectionError

import emulated
from briefs import submitted_project
from common.dynamo import dynamodb
from common.errors import Conflict, NotFound
from domain.agents.records import RunStatus
from domain.audit.log import NOWHERE
from domain.projects.requests import ApprovalDecision, DecideApproval
from house import ME, NEIGHBOUR


def replies_to(house, project_id):
    return [message.reply_to for message in house.conversation(project_id) if message.reply_to]


def test_question_is_answered_once_with_reply_to(house, project_id):
    question = house.ask(project_id, "Where do we stand?")

    house.run_all()

    asked, reply = house.conversation(project_id)
    assert (asked.id, asked.run_status) == (question, RunStatus.ANSWERED)
    assert (reply.reply_to, reply.content, reply.sender_agent_type) == (question, "You said: Where do we stand?", "ceo")


def test_nudge_delivered_twice_is_answered_once(house, project_id):
    question = house.ask(project_id)
    (nudge,) = house.nudges()

    house.run(nudge, "first")
    house.run(nudge, "second")

    assert replies_to(house, project_id) == [question]


def test_twenty_questions_get_twenty_replies_in_order_whatever_the_queue_does(house, project_id):
    questions = [house.ask(project_id, f"Question {number}") for number in range(20)]
    nudges = house.nudges()

    for nudge in [*reversed(nudges), *nudges]:
        house.run(nudge, f"run-{nudge.subject_id}")

    assert replies_to(house, project_id) == questions


def test_failed_turn_leaves_the_question_for_the_next_delivery(house, project_id):
    question = house.ask(project_id)
    (nudge,) = house.nudges()
    house.brain.failures = 1

    with pytest.raises(RuntimeError):
        house.run(nudge)
    house.run(nudge)

    assert replies_to(house, project_id) == [question]


def test_other_run_waits_while_the_lease_is_held_and_takes_it_over_when_it_ended(house, project_id):
    house.ask(project_id)
    (nudge,) = house.nudges()
    house.brain.failures = 1
    with pytest.raises(RuntimeError):
        house.run(nudge, "killed")

    with pytest.raises(Conflict):
        house.run(nudge, "other")
    house.clock.advance(seconds=31)
    house.run(nudge, "other")

    assert len(replies_to(house, project_id)) == 1


def test_question_of_a_killed_worker_is_answered_by_a_sweep_thirty_seconds_later(house, project_id):
    question = house.ask(project_id)
    (nudge,) = house.nudges()
    house.brain.failures = 1
    with pytest.raises(RuntimeError):
        house.run(nudge, "killed")

    house.clock.advance(seconds=31)
    swept = house.sweep()
    house.run_all()

    assert swept == 1
    assert replies_to(house, project_id) == [question]


def test_next_nudge_of_the_lane_takes_over_from_a_turn_that_broke_off(house, project_id):
    questions = [house.ask(project_id, text) for text in ("one", "two")]
    first, second = house.nudges()
    house.brain.failures = 1
    with pytest.raises(RuntimeError):
        house.run(first, "lane")

    house.run(second, "lane")

    assert replies_to(house, project_id) == questions


def test_question_behind_a_long_backlog_is_answered_first(house, project_id):
    questions = [house.ask(project_id, f"Question {number}") for number in range(52)]  # a turn looks at 50 messages

    house.run(house.nudges()[0])

    assert replies_to(house, project_id) == questions


def test_given_up_question_behind_a_long_backlog_is_called_failed(house, project_id):
    poison = house.ask(project_id, "poison")
    (nudge,) = house.nudges()
    for number in range(51):
        house.ask(project_id, f"Question {number}")

    house.turns.give_up(nudge)

    assert house.conversation(project_id)[0].id == poison
    assert house.conversation(project_id)[0].run_status is RunStatus.FAILED


def test_given_up_question_is_called_failed_once_and_holds_up_no_other(house, project_id):
    poison = house.ask(project_id, "poison")
    (nudge,) = house.nudges()
    house.turns.give_up(nudge)
    house.turns.give_up(nudge)
    second = house.ask(project_id, "next")

    house.run_all()

    messages = {message.id: message for message in house.conversation(project_id)}
    assert messages[poison].run_status is RunStatus.FAILED
    assert replies_to(house, project_id) == [poison, second]


def test_given_up_question_is_answered_when_it_is_nudged_again(house, project_id):
    question = house.ask(project_id)
    (nudge,) = house.nudges()
    house.turns.give_up(nudge)

    house.run(nudge)

    conversation = house.conversation(project_id)
    assert conversation[0].run_status is RunStatus.ANSWERED
    assert [message.reply_to for message in conversation[1:]] == [question, question]


def test_question_whose_nudge_was_lost_is_answered_after_the_sweep(house, project_id):
    question = house.ask(project_id)
    house.nudges()
    house.clock.advance(minutes=5)

    swept = house.sweep()
    house.run_all()

    assert swept == 1
    assert replies_to(house, project_id) == [question]
    assert house.sweep() == 0


def test_swept_question_does_not_wait_behind_a_nudge_whose_worker_died(house, project_id):
    question = house.ask(project_id)
    taken = house.sqs.receive_message(QueueUrl=house.queue_url)["Messages"]  # and never heard of again
    house.clock.advance(minutes=5)

    house.sweep()
    house.run_all()

    assert len(taken) == 1
    assert replies_to(house, project_id) == [question]


def test_question_asked_while_the_queue_refuses_is_accepted_and_answered_after_the_sweep(house, project_id):
    def refuse(**_arguments):
        raise EndpointConnectionError(endpoint_url="https://sqs.example")

    house.sqs.meta.events.register_first("before-call.sqs.SendMessage", refuse)
    question = house.ask(project_id)
    house.sqs.meta.events.unregister("before-call.sqs.SendMessage", refuse)
    house.clock.advance(minutes=5)

    nudged = house.sweep()
    house.run_all()

    assert nudged == 1
    assert replies_to(house, project_id) == [question]


def test_sweep_leaves_fresh_questions_to_their_own_nudge(house, project_id):
    house.ask(project_id)

    assert house.sweep() == 0


def test_rules_turn_costs_six_calls(house, project_id):
    house.ask(project_id)
    (nudge,) = house.nudges()
    calls = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: calls.append(model.name))

    house.run(nudge)

    assert len(calls) <= 6


def approve_everything(house, project_id):
    for approval in house.projects.list_open_approvals("acc_1"):
        request = DecideApproval(decision=ApprovalDecision.APPROVE)
        house.projects.decide(ME, project_id, approval.id, request, NOWHERE)


def records(table):
    rows = dynamodb().scan(TableName=f"test-{table}Table")["Items"]
    volatile = {"id", "created_at", "last_reply_at", "last_reply_excerpt", "sk", "reply_to", "subject_id", "sha256"}
    if table == "Projects":
        volatile = set()
    return sorted(str({key: value for key, value in row.items() if key not in volatile}) for row in rows)


class Killed(BaseException):
    """The worker's process is gone: nothing catches it."""


def test_worker_killed_between_any_two_writes_leaves_the_same_records_after_redelivery(house, monkeypatch):
    project_id = submitted_project(house.projects, "acc_1")
    house.run_all()
    approve_everything(house, project_id)
    nudges = house.nudges()
    before = emulated.saved_rows()
    for nudge in nudges:
        house.run(nudge, f"run-{nudge.subject_id}")
    expected = {table: records(table) for table in ("Projects", "Conversations", "Vault")}

    found: list = []
    emulated.put_back(before)
    while run_killed_at(len(found) + 1, house, nudges, monkeypatch):
        found.append({table: records(table) for table in expected})
        emulated.put_back(before)

    assert [number for number, rows in enumerate(found, 1) if rows != expected] == []
    assert len(found) >= 12


def run_killed_at(last_write, house, nudges, monkeypatch):
    """Run every nudge, and once more the one at whose write the worker is killed; whether there was such a write."""
    writes = 0
    client = dynamodb()
    real = client.transact_write_items

    def killing(**request):
        nonlocal writes
        writes += 1
        if writes == last_write:
            raise Killed
        return real(**request)

    killed = False
    with monkeypatch.context() as patch:
        patch.setattr(client, "transact_write_items", killing)
        for nudge in nudges:
            try:
                house.run(nudge, f"run-{nudge.subject_id}")
            except Killed:
                killed = True
                house.run(nudge, f"run-{nudge.subject_id}")
    return killed


def test_neighbour_cannot_ask(house, project_id):
    with pytest.raises(NotFound):
        house.ask(project_id, caller=NEIGHBOUR)
    assert house.conversation(project_id) == []
