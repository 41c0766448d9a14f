"""What counts as one kind of request, and what is crossed."""

from __future__ import annotations

import json

import pytest

from tests.permissions.requests import Request, crossed, kind_of, one_of_each, recorded

TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/"
KEY = "arn:aws:kms:us-east-1:000000000000:key/1"


def line(session="atrium-Door", decision="Allow", **told):
    principal = f"arn:aws:sts::000000000000:assumed-role/door/{session}"
    asked = {"action": "dynamodb:GetItem", "resource": TABLE + "mail", "context": {}} | told
    return json.dumps({"principal": principal, "decision": decision, **asked}) + "\n"


def reading(role, table, *keys, action="dynamodb:GetItem"):
    return Request(role, action, TABLE + table, keys)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("USER#ada@example.org", "USER#"),
        ("sign_ins_in_a_row#ada@example.org", "sign_ins_in_a_row#"),
        ("acc_01M82GC6WPD0ZQJE9G520MS9SW#1", "acc_"),
        ("MODEL", "MODEL"),
        ("AbCdEfGh", ""),
        ("ABCDEFGH", ""),  # a key's public part by chance
        ("7JDrzxt5", ""),
    ],
)
def test_kind_is_what_a_key_begins_with(key, kind):
    assert kind_of(key) == kind


def test_only_what_functions_asked_for_and_got_is_read(tmp_path):
    record = tmp_path / "record"
    record.write_text(
        line(context={"dynamodb:leadingkeys": ["USER#1"], "dynamodb:select": "ALL"})
        + line(session="test")
        + line(decision="Deny")
        + line(action="ses:SendEmail", resource="arn:aws:ses:::identity/a@b", context={"ses:fromaddress": "a@b"})
        + line(action="s3:GetObject", resource="arn:aws:s3:::exports/acc_1/exp_1.zip")
        + line(action="scheduler:DeleteSchedule", resource="arn:aws:scheduler:r:0:schedule/runs/tsk_1-17")
    )

    assert recorded(record) == [
        Request("door", "dynamodb:GetItem", TABLE + "mail", ("USER#1",)),
        Request("door", "ses:SendEmail", "arn:aws:ses:::identity/a@b", ("a@b",)),
        Request("door", "s3:GetObject", "arn:aws:s3:::exports/any"),
        Request("door", "scheduler:DeleteSchedule", "arn:aws:scheduler:r:0:schedule/runs/any"),
    ]


def test_each_row_of_a_batch_is_a_request(tmp_path):
    record = tmp_path / "record"
    record.write_text(
        line(action="dynamodb:BatchGetItem", context={"dynamodb:leadingkeys": ["0kkByUh1", "CONNECTION#1"]})
        + line(action="iam:PassRole", resource="arn/role", context={"iam:passedtoservice": "scheduler.amazonaws.com"})
    )

    assert recorded(record) == [
        reading("door", "mail", "0kkByUh1", action="dynamodb:BatchGetItem"),
        reading("door", "mail", "CONNECTION#1", action="dynamodb:BatchGetItem"),
        Request("door", "iam:PassRole", "arn/role", ("scheduler.amazonaws.com",)),
    ]


def test_requests_of_one_kind_count_once():
    first, other = reading("door", "users", "USER#1"), reading("door", "users", "SESSION#1")

    assert one_of_each([first, other, reading("door", "users", "USER#2")]) == [first, other]


def test_rows_are_crossed_with_the_kinds_that_the_role_does_not_use():
    asked = [
        reading("door", "users", "USER#1"),
        reading("door", "users", "LOGIN#1"),
        reading("other", "users", "KEY#1"),
    ]

    assert list(crossed(asked)) == [
        ("another kind of row", reading("door", "users", "KEY#1")),
        ("another kind of row", reading("door", "users", "KEY#1")),
        ("another kind of row", reading("other", "users", "USER#1")),
        ("another kind of row", reading("other", "users", "LOGIN#1")),
    ]


def test_places_are_crossed_with_those_of_others_of_the_same_sort():
    asked = [reading("door", "users", "A#1"), reading("other", "mail", "A#1"), reading("other", "mail/index/due", "A")]

    assert list(crossed(asked)) == [
        ("another place", reading("door", "mail", "A#1")),
        ("another place", reading("other", "users", "A#1")),
    ]


def test_contexts_are_crossed_with_another_and_with_none():
    asked = Request("door", "kms:Decrypt", KEY, ("account", "project"))

    assert list(crossed([asked])) == [
        ("another context", Request("door", "kms:Decrypt", KEY, ("another_value",))),
        ("no context", Request("door", "kms:Decrypt", KEY)),
    ]


def test_simulator_is_told_one_sender_and_lists_of_the_rest():
    told = [Request("door", action, "arn", ("one",)).told()["context"] for action in ("kms:Encrypt", "ses:SendEmail")]

    assert told == [{"kms:EncryptionContextKeys": ("one",)}, {"ses:FromAddress": "one"}]
    assert Request("door", "sqs:SendMessage", "arn").told()["context"] == {}
