"""`Idempotency-Key`: done once, told twice."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from common.dynamo import Table
from common.errors import AnswerLost, Conflict, Unavailable, Unprocessable
from common.idempotency import Attempt, do_once
from common.settings import settings
from common.transactions import transact
from doors import CONTEXT, call, key_caller, session_caller

KEY = {"Idempotency-Key": "first"}


def create(name: str = "Bakery", *, headers: dict[str, str] | None = None, **options):
    caller = options.pop("caller", key_caller())
    return call("projects", "POST", "/projects", caller=caller, body={"name": name}, headers=headers or KEY)


def attempt(**changes) -> Attempt:
    return Attempt(**({"scope": "acc_1 key_1 work", "key": "first", "payload": b"a"} | changes))


def test_repeated_request_gets_the_first_answer_and_another_under_its_key_a_refusal(aws):
    first, again, other = create(), create(), create("Forge")

    assert (first.status, again.status) == (201, 201)
    assert (other.status, other.error["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert again.body == first.body
    assert len(call("projects", "GET", "/projects", caller=key_caller()).data["projects"]) == 1


def test_same_key_with_a_body_that_means_the_same_gets_the_first_answer(aws):
    def ask(body: str):
        return call("projects", "POST", "/projects", caller=key_caller(), body=body, headers=KEY)

    first = ask('{"name": "Bakery", "budget_ceiling": {"amount": 5, "currency": "EUR"}}')
    again = ask('{ "budget_ceiling":{"currency":"EUR","amount":5.0},"name":"B\\u0061kery" }')

    assert (first.status, again.body) == (201, first.body)


def test_refused_request_may_be_corrected_under_its_key(aws):
    refused, corrected = create(""), create("Bakery")

    assert (refused.status, corrected.status) == (400, 201)


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_key_that_is_empty_or_too_long_is_refused(aws, key):
    answer = create(headers={"Idempotency-Key": key})

    assert (answer.status, answer.error["details"][0]["field"]) == (400, "Idempotency-Key")


def test_answer_with_a_secret_is_not_given_again(aws):
    def ask():
        body = {"name": "a key", "preset": "pa_only"}
        return call("keys", "POST", "/api/account/api-keys", caller=session_caller(), body=body, headers=KEY)

    first, again = ask(), ask()

    assert (first.status, again.status, again.error["code"]) == (201, 409, "CONFLICT")


@pytest.mark.parametrize("changes", [{"scope": "acc_2 key_1 work"}, {"scope": "acc_1 key_1 else"}, {"key": "second"}])
def test_attempts_of_another_scope_or_key_never_meet(aws, changes):
    first = do_once(attempt(), lambda: {"made": 1}, CONTEXT)
    other = do_once(attempt(**changes), lambda: {"made": 2}, CONTEXT)

    assert (first, other) == ({"made": 1}, {"made": 2})


def test_attempt_whose_process_died_before_the_work_is_begun_again(aws):
    def die():
        raise KeyboardInterrupt

    late = SimpleNamespace(**vars(CONTEXT) | {"get_remaining_time_in_millis": lambda: 0})
    with pytest.raises(KeyboardInterrupt):
        do_once(attempt(), die, late)

    assert do_once(attempt(), lambda: {"made": 1}, CONTEXT) == {"made": 1}


def test_attempt_that_failed_after_the_work_is_not_done_again(aws):
    table = Table(settings.idempotency_table)

    def work():
        transact([table.putting_new({"pk": "work"})])
        raise Unavailable

    with pytest.raises(Unavailable):
        do_once(attempt(), work, CONTEXT)

    with pytest.raises(AnswerLost):
        do_once(attempt(), work, CONTEXT)


def test_attempt_that_is_under_way_is_not_begun_again(aws):
    def once_more():
        with pytest.raises(Conflict) as refusal:
            do_once(attempt(), lambda: {"made": 2}, CONTEXT)
        return {"refused": refusal.value.code}

    assert do_once(attempt(), once_more, CONTEXT) == {"refused": "REQUEST_IN_PROGRESS"}


def test_confidential_payload_is_told_apart_and_not_given_away(aws):
    do_once(attempt(payload=b"hunter2", confidential=True), lambda: {"made": 1}, CONTEXT)
    (row,) = aws("dynamodb").scan(TableName="test-IdempotencyTable")["Items"]

    with pytest.raises(Unprocessable):
        do_once(attempt(payload=b"hunter3", confidential=True), lambda: {"made": 2}, CONTEXT)
    plain = do_once(attempt(key="plain", payload=b"hunter2"), lambda: {"made": 1}, CONTEXT)
    rows = aws("dynamodb").scan(TableName="test-IdempotencyTable")["Items"]

    assert plain == {"made": 1}
    assert len({one["asked"]["S"] for one in rows}) == 2
    assert row in rows


def test_outcome_outlives_the_call_that_made_it(aws):
    short = SimpleNamespace(**vars(CONTEXT) | {"get_remaining_time_in_millis": lambda: 1})
    do_once(attempt(), lambda: {"made": 1}, short)

    assert do_once(attempt(), lambda: {"made": 2}, CONTEXT) == {"made": 1}
