"""OAuth's own endpoints as browsers and programs meet them: a page, forms, and errors in the standard's shape."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from connecting import BROWSER, CALLBACK, Connecting, refused
from domain.connections.metadata import DEVICE_GRANT
from doors import CONTEXT, call, event, load

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def house(aws, clock, monkeypatch):
    house, door = Connecting(clock), load("oauth")
    monkeypatch.setattr(door, "authorizing", lambda: house.authorizing)
    monkeypatch.setattr(door, "granting", lambda _issuer: house.granting)
    monkeypatch.setattr(door, "clients", lambda: house.clients)
    monkeypatch.setattr(door, "devices", lambda: house.devices)
    monkeypatch.setattr(door, "consent", lambda: house.consent)
    return house


def sent(method, resource, **options):
    return load("oauth").lambda_handler(event(method, resource, caller=None, **options), CONTEXT)


def posted(body, *, media_type=FORM, to="/oauth/token"):
    answer = sent("POST", to, body=body, headers={"Content-Type": media_type})
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


@pytest.mark.parametrize("doubled", ["client_id", "device_code", "grant_type"])
def test_poll_with_a_parameter_twice_is_refused_and_changes_nothing(house, doubled):
    client_id = house.register_device()
    code = house.ask(client_id)["device_code"]
    form = {"grant_type": DEVICE_GRANT, "client_id": client_id, "device_code": code}

    assert posted(urlencode([*form.items(), (doubled, form[doubled])])) == (
        400,
        {"error": "invalid_request", "error_description": "A field is there twice."},
    )
    assert posted(urlencode(form))[1]["error"] == "authorization_pending"


def test_device_that_begins_with_a_parameter_twice_gets_no_code(house):
    client_id = house.register_device()
    form = [("client_id", client_id), ("scope", "agents:read"), ("scope", "vault:write")]

    assert posted(urlencode(form), to="/oauth/device")[1]["error"] == "invalid_request"
    status, asked = posted(urlencode(form[:2]), to="/oauth/device")
    assert (status, asked["verification_uri"]) == (200, "https://atrium.example/device")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
    ],
    ids=["another site", "a sibling site", "a form without an origin"],
)
def test_csrf_on_the_decision_about_a_device(house, headers, status):
    person, client_id = house.person(), house.register_device()
    asked = house.ask(client_id)
    code = {"user_code": asked["user_code"]}
    found = call("oauth", "POST", "/api/oauth/requests", caller=person, body=code).data
    decide = {"resource": "/api/oauth/requests/{connect_id}", "caller": person, "connect_id": found["id"]}
    body = {"allow": True, "scopes": ["agents:read"]}

    stolen = call("oauth", "POST", "/api/oauth/requests", caller=person, body=code, headers=headers)
    answer = call("oauth", "POST", **decide, body=body, headers=headers)

    assert (stolen.status, answer.status) == (status, status)
    assert refused(lambda: house.poll(client_id, asked["device_code"])) == "authorization_pending"
    assert call("oauth", "POST", **decide, body=body).data == {"redirect_to": None}


def test_device_of_a_full_account_is_told_to_come_back(house, monkeypatch):
    monkeypatch.setattr("domain.keys.service.MAX_ACTIVE_KEYS", 0)
    person, client_id = house.person(), house.register_device()
    found = house.consent.find(person, house.ask(client_id)["user_code"], BROWSER)
    decide = {"resource": "/api/oauth/requests/{connect_id}", "caller": person, "connect_id": found.id}

    answer = call("oauth", "POST", **decide, body={"allow": True, "scopes": ["agents:read"]})

    assert (answer.status, answer.error["code"]) == (409, "LIMIT_REACHED")
    assert "Revoke one first." in answer.error["message"]


def test_metadata_names_the_endpoint_of_devices_and_their_grant(house):
    told = json.loads(sent("GET", "/.well-known/oauth-authorization-server")["body"])

    assert told["device_authorization_endpoint"] == "https://atrium.example/oauth/device"
    assert told["grant_types_supported"] == ["authorization_code", "refresh_token", DEVICE_GRANT]
