from __future__ import annotations

import pytest
from botocore.exceptions import EndpointConnectionError

import emulated
from briefs import submitted_project
from common.dynamo import dynamodb
from common.errors import Conflict
from deaths import killed_at
from domain.agents.records import RunStatus
from domain.audit.log import NOWHERE
from domain.projects.requests import ApprovalDecision, DecideApproval
from house import ME


def replies_to(house, project_id):
    return [message.reply_to for message in house.conversation(project_id) if message.reply_to]


def test_twenty_questions_get_twenty_replies_in_order_whatever_the_queue_does(house, project_id):
    questions = [house.ask(project_id, f"Question {number}") for number in range(20)]
    nudges = house.nudges()

    for nudge in [*reversed(nudges), *nudges]:
        house.run(nudge, f"run-{nudge.subject_id}")

    assert replies_to(house, project_id) == questions


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


def test_question_behind_a_long_backlog_is_answered_first(house, project_id):
    questions = [house.ask(project_id, f"Question {number}") for number in range(52)]  # a turn looks at 50 messages

    house.run(house.nudges()[0])

    assert replies_to(house, project_id) == questions


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
    fresh = house.sweep()
    house.clock.advance(minutes=5)

    nudged = house.sweep()
    house.run_all()

    assert (fresh, nudged, house.sweep()) == (0, 1, 0)
    assert replies_to(house, project_id) == [question]


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


def test_worker_killed_between_any_two_writes_leaves_the_same_records_after_redelivery(house):
    project_id = submitted_project(house.projects, "acc_1")
    house.run_all()
    approve_everything(house, project_id)
    nudges = house.nudges()
    before = emulated.saved_rows()

    def run_all():
        for nudge in nudges:
            house.run(nudge, f"run-{nudge.subject_id}")

    run_all()
    expected = {table: records(table) for table in ("Projects", "Conversations", "Vault")}

    found: list = []
    emulated.put_back(before)
    while killed_at(len(found) + 1, run_all):
        run_all()
        found.append({table: records(table) for table in expected})
        emulated.put_back(before)

    assert [number for number, rows in enumerate(found, 1) if rows != expected] == []
    assert len(found) >= 12
