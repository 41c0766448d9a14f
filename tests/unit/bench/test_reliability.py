from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, RemoteDisconnected
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from bench.reliability.calls import AwsCall, Fault
from bench.reliability.conversation import Tally, tally
from bench.reliability.failing_models import MODES, STEPS, expected, groups, planned
from bench.reliability.faults import FailingTurns, Holding, LostAnswers, Outage, answered_question, is_answer, is_report
from bench.reliability.proxy import FaultProxy, bad_day
from bench.reliability.webhooks import Books, is_noted

NAMES = [f"name-{number}" for number in range(1_000)]


def call(service="dynamodb", operation="PutItem", invocation="i-1", content=None) -> AwsCall:
    return AwsCall(service, operation, invocation, json.dumps(content or {}).encode())


def commit(question: str, token: str) -> AwsCall:
    """The transaction that answers a question."""
    update = {"Key": {"sk": {"S": f"MSG#{question}"}}, "UpdateExpression": "SET run_status = :s REMOVE outbox_shard, x"}
    return call(
        operation="TransactWriteItems", content={"ClientRequestToken": token, "TransactItems": [{"Update": update}]}
    )


def test_call_is_read_off_its_signature_and_headers():
    headers = {
        "Authorization": "AWS4-HMAC-SHA256 Credential=test/20260102/us-east-1/dynamodb/aws4_request, Signature=1",
        "X-Amz-Target": "DynamoDB_20120810.PutItem",
        "amz-sdk-invocation-id": "i-1",
    }

    assert AwsCall.of("POST", "/", headers, b"{}") == AwsCall("dynamodb", "PutItem", "i-1", b"{}")


def test_call_without_a_target_is_named_by_its_path():
    assert AwsCall.of("POST", "/schedules/s", {}, b"").operation == "POST /schedules/s"


@pytest.mark.parametrize("body", [b"", b"no json", b"[1]"])
def test_body_that_is_no_object_has_no_content(body):
    assert not AwsCall("sqs", "SendMessage", "i", body).content


def test_outage_hits_its_service_alone_in_both_ways():
    faults = {Outage("sqs")(call("sqs", invocation=name)) for name in NAMES}

    assert faults == {Fault.ERROR, Fault.BREAK}
    assert Outage("sqs")(call("dynamodb")) is Fault.NONE


def test_outage_hits_its_share_and_every_attempt_alike():
    rule = Outage("sqs", 20)
    faults = [rule(call("sqs", invocation=name)) for name in NAMES]

    assert 150 < sum(fault is not Fault.NONE for fault in faults) < 250
    assert faults == [rule(call("sqs", invocation=name)) for name in NAMES]


def test_lost_answer_is_that_of_a_writes_first_attempt():
    rule = LostAnswers()

    assert [rule(call()), rule(call()), rule(call(invocation="i-2"))] == [Fault.LOSE, Fault.NONE, Fault.LOSE]
    assert rule(call(operation="Query", invocation="i-3")) is Fault.NONE


def test_turn_fails_through_all_attempts_of_its_first_commit_only():
    rule = FailingTurns(100)

    first, again = rule(commit("msg_1", "t-1")), rule(commit("msg_1", "t-1"))

    assert first is again
    assert first in {Fault.LOSE, Fault.BREAK}
    assert rule(commit("msg_1", "t-2")) is Fault.NONE
    assert rule.failed == {"msg_1": "t-1"}


def test_turns_fail_in_their_share_half_of_them_carried_out():
    rule = FailingTurns(10)
    faults = [rule(commit(name, "t")) for name in NAMES]

    assert 70 < len(rule.failed) < 130
    assert 25 < faults.count(Fault.LOSE) < 75
    assert faults.count(Fault.LOSE) + faults.count(Fault.BREAK) == len(rule.failed)


@pytest.mark.parametrize(
    ("other", "question", "report"),
    [
        (commit("msg_1", "t"), "msg_1", False),
        (call(operation="PutItem"), None, False),
        (call(operation="TransactWriteItems"), None, False),
        (
            call(
                operation="TransactWriteItems",
                content={"TransactItems": [{"Put": {"Item": {"sk": {"S": "REPORT#r"}}}}]},
            ),
            None,
            True,
        ),
    ],
)
def test_answers_and_reports_are_told_from_other_writes(other, question, report):
    assert (answered_question(other), is_answer(other), is_report(other)) == (question, question is not None, report)


def test_holding_keeps_what_matches_before_or_after_it_is_done():
    assert Holding(is_answer, done=False)(commit("m", "t")) is Fault.HOLD
    assert Holding(is_answer, done=True)(commit("m", "t")) is Fault.HOLD_ANSWER
    assert Holding(is_answer, done=True)(call()) is Fault.NONE


def message(name: str, *, reply_to: str | None = None, status: str | None = None):
    return {"id": name, "sender_type": "agent" if reply_to else "customer", "reply_to": reply_to, "run_status": status}


def test_tally_counts_what_was_lost_repeated_overtaken_failed_and_never_accepted():
    messages = [
        *(message(name, status="failed" if name == "q3" else "answered") for name in ("q1", "q2", "q3", "q9")),
        *(message(f"r{place}", reply_to=question) for place, question in enumerate(("q2", "q1", "q2"))),
    ]

    found = tally(messages, ["q1", "q2", "q3"])

    assert found == Tally(accepted=3, stored=4, replies=3, lost=1, duplicated=1, out_of_order=1, failed=1, unaccepted=1)
    assert (found + found).accepted == 6


class Emulator(BaseHTTPRequestHandler):
    """Counts what reaches it."""

    protocol_version = "HTTP/1.1"
    seen: list[tuple[str, str, bytes]]

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, self.headers["Host"], body))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *arguments):
        pass


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[ThreadingHTTPServer]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def emulator(socket_enabled):
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Emulator)) as server:
        server.seen = []
        yield server


@pytest.fixture
def proxy(emulator):
    with serving(FaultProxy(emulator.server_port)) as server:
        yield server


def post(proxy: FaultProxy, rule) -> tuple[int, bytes]:
    proxy.rule = rule
    with closing(HTTPConnection("127.0.0.1", proxy.server_port, timeout=5)) as connection:
        connection.request("POST", "/path", b"{}", {"Host": "signed.example", "X-Amz-Target": "AmazonSQS.SendMessage"})
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_proxy_passes_on_what_was_signed(proxy, emulator):
    assert post(proxy, lambda _call: Fault.NONE) == (200, b"ok")
    assert emulator.seen == [("/path", "signed.example", b"{}")]
    assert proxy.faults == 0


@pytest.mark.parametrize(("fault", "carried_out"), [(Fault.BREAK, 0), (Fault.LOSE, 1)])
def test_broken_or_lost_call_has_no_answer(proxy, emulator, fault, carried_out):
    with pytest.raises(RemoteDisconnected):
        post(proxy, lambda _call: fault)

    assert (len(emulator.seen), proxy.faults) == (carried_out, 1)


@pytest.mark.parametrize(("fault", "carried_out"), [(Fault.HOLD, 0), (Fault.HOLD_ANSWER, 1)])
def test_held_call_waits_until_it_is_let_go(proxy, emulator, fault, carried_out):
    outcomes: list = []

    def send():
        try:
            outcomes.append(post(proxy, lambda _call: fault))
        except RemoteDisconnected:
            outcomes.append(None)

    sender = threading.Thread(target=send)
    sender.start()
    proxy.wait_until_held(5)
    held = (list(outcomes), len(emulator.seen))
    proxy.let_go()
    sender.join(5)

    assert held == ([], carried_out)
    assert (outcomes, len(emulator.seen)) == ([None], carried_out)


def test_bad_day_is_the_error_the_service_would_give():
    answer = bad_day("dynamodb")

    assert (answer.status, json.loads(answer.body)["__type"]) == (400, "ProvisionedThroughputExceededException")


def test_note_of_an_attempt_is_recognised():
    key = {"pk": {"S": "ENDPOINT#whk_1"}, "sk": {"S": "DELIVERY#evt_1"}}
    claim = {"Key": key, "UpdateExpression": "SET lease_until = :until"}
    note = {"Key": key, "UpdateExpression": "SET #status = :status, #tries = :tries"}

    assert [is_noted(call(operation="UpdateItem", content=content)) for content in (claim, note, {})] == [
        False,
        True,
        False,
    ]


def test_receiver_accepts_an_event_once_and_refuses_its_share():
    books = Books()

    answers = [books.take(name) for name in NAMES]
    assert 200 < answers.count(500) == books.refused < 400
    while len(books.accepted) < len(NAMES):
        for name in NAMES:
            if name not in books.accepted:
                books.take(name)
    assert books.repeated == 0
    assert (books.take(NAMES[0]), books.repeated, len(books.accepted)) == (200, 1, len(NAMES))


PROJECTS = [f"prj_{number}" for number in range(20)]


def test_every_way_to_fail_is_planned_for_every_step_and_most_in_every_project():
    plan = planned(PROJECTS, 200)

    ways = {(one.mode, one.step) for one in plan if one.mode not in {"calls twice", "invents"}}
    assert ways == {(mode, step) for mode in MODES[:-2] for step in STEPS}
    assert {one.step for one in plan if one.mode == "calls twice"} == {"consult"}
    assert {one.step for one in plan if one.mode == "invents"} == {"consult", "compose"}
    assert {len({one.mode for one in plan if one.project_id == project}) for project in PROJECTS} == {10}


def test_question_behind_a_failure_is_answered_by_rules_and_every_question_is_asked_once():
    plan = planned(PROJECTS, 200)
    by = expected(plan, len(PROJECTS))

    asked = groups(plan, len(PROJECTS))
    assert [one for group in asked for one in group if len(group) == 1] == plan[:160]
    pairs = [group for group in asked if len(group) == 2]
    assert sorted(one.number for pair in pairs for one in pair) == list(range(160, 200))
    assert all(first.project_id == second.project_id for first, second in pairs)
    behind = [(by[first.number], by[second.number]) for first, second in pairs]
    assert ("rules", "model") not in behind
    assert {("model", "model"), ("rules", "rules")} <= set(behind)
