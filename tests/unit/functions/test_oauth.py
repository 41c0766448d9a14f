"""OAuth's own endpoints as browsers and programs meet them: a page, forms, and errors in the standard's shape."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from connecting import CALLBACK, Connecting
from doors import CONTEXT, event, load

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def house(aws, clock, monkeypatch):
    house, door = Connecting(clock), load("oauth")
    monkeypatch.setattr(door, "authorizing", lambda: house.authorizing)
    monkeypatch.setattr(door, "granting", lambda _issuer: house.granting)
    monkeypatch.setattr(door, "clients", lambda: house.clients)
    return house


def sent(method, resource, **options):
    return load("oauth").lambda_handler(event(method, resource, caller=None, **options), CONTEXT)


def posted(body, *, media_type=FORM):
    answer = sent("POST", "/oauth/token", body=body, headers={"Content-Type": media_type})
    return answer["statusCode"], json.loads(answer["body"])


def test_error_of_a_registered_client_is_a_page_with_a_link_and_no_redirect(house):
    client_id = house.register(client_name="Tom & Ada", redirect_uris=[f'{CALLBACK}?a="'])["client_id"]
    asked = {"client_id": client_id, "redirect_uri": f'{CALLBACK}?a="', "state": '"><script>', "response_type": "token"}

    answer = sent("GET", f"/oauth/authorize?{urlencode(asked)}")

    assert (answer["statusCode"], answer["headers"]["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert "Location" not in answer["headers"]
    assert "Asked by: Tom &amp; Ada (a name that nobody verified)" in answer["body"]
    assert f'<a href="{CALLBACK}?a=&quot;&amp;error=unsupported_response_type&amp;' in answer["body"]
    assert "Go back to assistant.example" in answer["body"]
    assert "<script>" not in answer["body"]


def test_too_many_requests_from_one_address_get_a_page_that_says_so(house, monkeypatch):
    monkeypatch.setenv("CONNECTING_PER_ADDRESS", "1")
    asked = {"client_id": house.register()["client_id"], "redirect_uri": CALLBACK}

    statuses = [sent("GET", f"/oauth/authorize?{urlencode(asked)}")["statusCode"] for _ in range(2)]

    assert statuses == [400, 429]


def test_each_resource_of_a_form_must_be_ours(house):
    client_id, got = house.connect()
    form = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": got["refresh_token"]}
    ours, foreign = ("resource", "https://atrium.example/mcp"), ("resource", "https://evil.example/mcp")

    assert posted(urlencode([*form.items(), foreign, ours]))[1]["error"] == "invalid_target"
    assert posted(urlencode([*form.items(), ours, ours]))[0] == 200


def test_media_type_has_no_case_and_an_empty_field_counts_as_left_out(house):
    client_id, got = house.connect()
    form = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": got["refresh_token"]}

    status, answer = posted(
        urlencode({**form, "client_secret": "", "scope": "", "resource": ""}),
        media_type="Application/X-WWW-Form-Urlencoded; Charset=UTF-8",
    )

    assert (status, answer["token_type"]) == (200, "Bearer")
