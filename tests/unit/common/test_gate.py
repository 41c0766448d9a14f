from __future__ import annotations

import base64

import pytest

from common.errors import Forbidden, InvalidRequest, MissingScope, PayloadTooLarge, Unavailable
from common.gate import Access, HttpRequest, admit
from doors import event, key_caller, session_caller

WRITE = Access(scopes=("projects:write",), max_body_bytes=30)


def admitted(access=WRITE, *, caller=None, method="POST", **options):
    admit(HttpRequest.from_event(event(method, "/projects", caller=caller, **options)), access)


def test_scope_is_refused_before_the_body_is_looked_at():
    with pytest.raises(MissingScope):
        admitted(caller=key_caller("pa:access"), body="{" * 100)


def test_size_is_refused_before_the_json():
    with pytest.raises(PayloadTooLarge):
        admitted(caller=key_caller(), body="{" * 100)


REPEATED = ['{"a": 1, "a": 2}', '{"a":{"b":1,"b":1}}', '{"a":[{"b":1,"b":1}]}']


@pytest.mark.parametrize("body", ["{", '{"a": NaN}', "[" * 60_000, '{"a": 1e}', '{"a": 1e999}', "\ud800", *REPEATED])
def test_malformed_json_is_a_bad_request(body):
    with pytest.raises(InvalidRequest):
        admitted(Access(), caller=key_caller(), body=body)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig"])
def test_json_in_another_encoding_than_utf_8_is_a_bad_request(encoding):
    raw = event("POST", "/projects", caller=key_caller(), body="")
    raw |= {"body": base64.b64encode('{"name": "é"}'.encode(encoding)).decode(), "isBase64Encoded": True}
    raw["headers"]["Content-Type"] = "application/json"

    with pytest.raises(InvalidRequest):
        admit(HttpRequest.from_event(raw), Access(scopes=("projects:write",)))


@pytest.mark.parametrize("body", ["[]", "[null, null]", '"text"', "7", "true"])
def test_json_that_is_no_object_is_a_bad_request(body):
    with pytest.raises(InvalidRequest, match="Must be a JSON object"):
        admitted(Access(), caller=key_caller(), body=body)


def test_base64_body_is_measured_decoded():
    raw = event("POST", "/projects", caller=key_caller(), body='{"name": "x"}')
    raw |= {"body": base64.b64encode(b'{"name": "x"}').decode(), "isBase64Encoded": True}

    admit(HttpRequest.from_event(raw), WRITE)


@pytest.mark.parametrize(
    ("headers", "admits"),
    [
        ({}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "https://atrium.example"}, False),
        ({"Origin": "https://atrium.example"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"origin": "https://atrium.example:444"}, False),
    ],
)
def test_cookie_request_must_be_same_origin(headers, admits):
    if admits:
        return admitted(Access(session_only=True), caller=session_caller(), headers=headers, body={})
    with pytest.raises(Forbidden):
        admitted(Access(session_only=True), caller=session_caller(), headers=headers, body={})
    return None


def test_reading_is_allowed_from_anywhere():
    admitted(Access(), caller=session_caller(), method="GET", headers={"Sec-Fetch-Site": "cross-site"})


def test_unread_caller_is_an_outage_not_a_refusal():
    raw = event("POST", "/projects", caller=None, body={})
    raw["requestContext"]["authorizer"] = {"unavailable": "UNAVAILABLE"}

    with pytest.raises(Unavailable):
        admit(HttpRequest.from_event(raw), WRITE)
