import json
from http import HTTPStatus

import pytest

from local.answer import MAX_PAYLOAD_BYTES, TOO_LARGE, Answer, as_gateway, end_to_end, envelope, fits_event


def test_envelope_is_the_interface_2_1_envelope() -> None:
    answer = envelope(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE, Retry_After="2")

    assert answer.status == 413
    assert ("Content-Type", "application/json; charset=utf-8") in answer.headers
    assert ("Retry-After", "2") in answer.headers
    assert json.loads(answer.body) == {
        "success": False,
        "error": {"code": "PAYLOAD_TOO_LARGE", "message": "The request body is too large."},
    }


def test_end_to_end_keeps_order_and_repetitions() -> None:
    headers = [("Set-Cookie", "a=1"), ("X-Request-Id", "7"), ("Set-Cookie", "b=2"), ("Host", "localhost:8000")]

    assert list(end_to_end(headers)) == headers


def test_end_to_end_drops_what_concerns_one_connection() -> None:
    headers = [
        *(("Connection", "keep-alive, X-Hop"), ("x-hop", "1"), ("Keep-Alive", "timeout=5"), ("TE", "trailers")),
        *(("Transfer-Encoding", "chunked"), ("Upgrade", "h2c"), ("Expect", "100-continue"), ("Content-Length", "5")),
        ("Authorization", "Bearer atr_x"),
    ]

    assert list(end_to_end(headers)) == [("Authorization", "Bearer atr_x")]


def test_end_to_end_drops_where_a_client_claims_to_come_from() -> None:
    headers = [("X-Forwarded-For", "10.0.0.1"), ("x-forwarded-proto", "https")]

    assert list(end_to_end(headers)) == []


def test_gateway_hides_the_exception_when_a_function_broke() -> None:
    broken = Answer(502, (("Content-Type", "application/json"),), b'{"message": "KeyError: secret"}')

    answer = as_gateway(broken)

    assert answer.status == 502
    assert json.loads(answer.body)["error"]["code"] == "INTERNAL_ERROR"
    assert b"secret" not in answer.body


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, b"<html>"), (404, b"{}"), (503, b'{"success":false,"error":{"code":"UNAVAILABLE","message":"."}}')],
)
def test_gateway_leaves_an_answer_alone_when_a_function_gave_it(status: int, body: bytes) -> None:
    given = Answer(status, (("X-Request-Id", "7"),), body)

    assert as_gateway(given) is given


@pytest.mark.parametrize(
    "body",
    [
        b"x" * MAX_PAYLOAD_BYTES,
        b'"' * (MAX_PAYLOAD_BYTES // 2),  # each takes two bytes in the JSON that the function returns
        b"\xff" * (MAX_PAYLOAD_BYTES // 4 * 3),  # in base64
    ],
)
def test_gateway_answers_502_when_lambda_could_not_return_as_much(body: bytes) -> None:
    answer = as_gateway(Answer(200, (("Content-Type", "application/json"),), body))

    assert answer.status == 502
    assert json.loads(answer.body)["error"]["code"] == "INTERNAL_ERROR"


def test_gateway_passes_on_what_lambda_can_just_return() -> None:
    given = Answer(200, (), b"x" * (MAX_PAYLOAD_BYTES - 200))

    assert as_gateway(given) is given


@pytest.mark.parametrize(
    ("size", "fits"), [(MAX_PAYLOAD_BYTES // 4 * 3 - 300, True), (MAX_PAYLOAD_BYTES // 4 * 3, False)]
)
def test_request_fits_an_event_up_to_lambdas_limit_in_base64(size: int, *, fits: bool) -> None:
    assert fits_event([("Host", "localhost:8000"), ("Content-Type", "application/json")], b"x" * size) is fits
