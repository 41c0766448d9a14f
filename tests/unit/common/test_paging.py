from __future__ import annotations

import base64
import json

import pytest

from common.errors import AnswerTooLarge, InvalidRequest
from common.paging import ANSWER_BYTES, decode_cursor, require_sendable
from doors import call, key_caller
from protocol import ask

MINE = {"pk": "ACCOUNT#acc_1"}
KEY = MINE | {"sk": "TASK#tsk_1"}


def cursor(key):
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "sent",
    [
        cursor(MINE),  # truncated: DynamoDB would refuse the key, and the caller would see a fault of ours
        cursor({}),
        cursor(KEY | {"more": "x"}),
        cursor(KEY | {"pk": "ACCOUNT#acc_2"}),
        cursor(KEY | {"sk": "REPORT#rep_1"}),
        cursor(KEY | {"sk": ""}),
        cursor(KEY | {"sk": 1}),
        cursor(KEY | {"sk": None}),
        cursor(KEY | {"sk": "TASK#" + "x" * 2000}),
        cursor(list(KEY)),
        cursor("TASK#"),
        cursor(KEY)[:-4],
        "not base64 %",
        "é",
        "",
    ],
)
def test_cursor_of_no_place_in_this_list_is_refused(sent):
    with pytest.raises(InvalidRequest) as caught:
        decode_cursor(sent, partition=MINE, begins={"sk": "TASK#"})

    assert caught.value.problems[0].field == "cursor"


@pytest.mark.parametrize("letter", ["x", '"', "ü", "\U0001f600"])
def test_answer_over_six_megabytes_as_a_text_in_json_is_refused(letter):
    written = len(json.dumps(letter)) - 2
    most = ANSWER_BYTES // written - 2

    require_sendable(letter * most)
    with pytest.raises(AnswerTooLarge):
        require_sendable(letter * (most + 3))


def test_door_says_in_the_envelope_that_an_answer_is_too_large(aws, monkeypatch):
    monkeypatch.setattr("common.paging.ANSWER_BYTES", 10)

    answer = call("projects", "GET", "/projects", caller=key_caller())

    assert (answer.status, answer.error["code"]) == (500, "ANSWER_TOO_LARGE")


def test_mcp_says_as_json_rpc_that_an_answer_is_too_large(aws, monkeypatch):
    monkeypatch.setattr("common.paging.ANSWER_BYTES", 10)

    answer = ask("tools/list", caller=key_caller())

    assert answer.status == 500
    assert "ANSWER_TOO_LARGE" in answer.body["error"]["message"]
