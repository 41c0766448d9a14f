"""The layer above the generated code: safe repetition, typed errors, waiting, signatures."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import httpcore
import httpx
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from atrium_client import Atrium, AtriumError, errors, verify_webhook
from atrium_client.client import Retrying, checked_url, network
from atrium_client.generated.api.projects import create_project, decide_approval, get_project, list_projects
from atrium_client.generated.models import CreateProject
from openapi_service import URL, Service

KEY = "atr_Y2N0TiZuqESB2AW2SKCCiHGrwImgDxOKjsh8SWs6id3dvAH0"
PROJECT = "prj_01K4Z8Q2M3N4P5R6S7T8V9W0XY"
MESSAGE = "msg_01K4Z8Q2M3N4P5R6S7T8V9W0XY"
LOST = httpx.ReadError("reset")
BUSY = (503, "UNAVAILABLE", "Nothing was done.")


def atrium(service: Service, waited: list[float] | None = None, **options: Any) -> Atrium:
    inner = httpx.MockTransport(service.handle_request)
    slept = (waited if waited is not None else []).append
    return Atrium(URL, KEY, transport=Retrying(inner, sleep=slept, **options))


def test_call_returns_the_model_of_the_answers_data() -> None:
    project = atrium(Service()).call(get_project, project_id=PROJECT)

    assert project.id == PROJECT
    assert project.created_at == datetime(2026, 11, 21, 9, tzinfo=UTC)


def test_value_that_a_newer_service_has_is_read_as_it_is() -> None:
    service = Service()
    data = atrium(service).raw("projects.get_project", project_id=PROJECT) | {"phase": "celebration", "weather": "fine"}
    service.answers["get_project"] = [data]

    project = atrium(service).call(get_project, project_id=PROJECT)

    assert (project.phase, project.additional_properties) == ("celebration", {"weather": "fine"})


@pytest.mark.parametrize("body", [CreateProject(name="Bakery"), {"name": "Bakery", "description": None}])
def test_body_is_a_model_or_a_plain_object_without_its_nones(body: Any) -> None:
    service = Service()

    atrium(service).call(create_project, body=body)

    assert service.body("create_project") == {
        "name": "Bakery",
        **({} if isinstance(body, dict) else {"example": False}),
    }


def test_creating_call_is_repeated_with_the_same_key_until_it_is_answered() -> None:
    waited: list[float] = []
    service = Service({"create_project": [LOST, BUSY, (429, "RATE_LIMITED", "Slow down."), None]})

    atrium(service, waited).call(create_project, body={"name": "Bakery"})

    keys = {request.headers["Idempotency-Key"] for _, request in service.calls}
    assert (len(service.calls), len(keys)) == (4, 1)
    assert waited == sorted(waited)


@pytest.mark.parametrize(
    ("failure", "requests", "kind", "says"),
    [
        (LOST, 1, errors.Unavailable, "UNREACHABLE 0: .* It may have done what you asked"),
        (BUSY, 1, errors.Unavailable, "UNAVAILABLE 503: "),
        (httpx.ConnectError("refused"), 4, errors.Unavailable, "UNREACHABLE 0: "),  # it never got there
        ((429, "RATE_LIMITED", "Slow down."), 4, errors.RateLimited, "RATE_LIMITED 429: "),
    ],
)
def test_change_without_a_key_is_repeated_only_where_nothing_was_done(failure, requests, kind, says) -> None:
    service = Service({"decide_approval": [failure]})

    with pytest.raises(kind) as raised:
        atrium(service).call(decide_approval, project_id=PROJECT, approval_id="apr_1", body={"decision": "approve"})

    assert len(service.calls) == requests
    assert re.match(says, f"{raised.value.code} {raised.value.status}: {raised.value}")


def test_wait_is_what_the_service_says_unless_it_is_too_long() -> None:
    waited: list[float] = []
    headers = iter([{"Retry-After": "7"}, {"Retry-After": "3600"}])
    limited = {"success": False, "error": {"code": "RATE_LIMITED", "message": "Slow down."}}
    inner = httpx.MockTransport(lambda _request: httpx.Response(429, json=limited, headers=next(headers)))

    with pytest.raises(errors.RateLimited) as raised:
        Atrium(URL, KEY, transport=Retrying(inner, sleep=waited.append)).raw("pa.get_pa_status")

    assert waited == [7]
    assert raised.value.retry_after_seconds == 3600


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *[(status, errors.InvalidRequest) for status in (400, 413, 415, 422)],
        (401, errors.NotSignedIn),
        (403, errors.Forbidden),
        (404, errors.NotFound),
        (409, errors.Conflict),
        (500, errors.Unavailable),
        (504, errors.Unavailable),
    ],
)
def test_refusal_is_raised_by_its_kind_with_all_that_it_says(status: int, kind: type[AtriumError]) -> None:
    service = Service({"get_project": [(status, "A_CODE", "A sentence.", [{"field": "f", "message": "m"}])]})

    with pytest.raises(kind, match="A sentence") as raised:
        atrium(service).call(get_project, project_id=PROJECT)

    assert (raised.value.code, raised.value.status) == ("A_CODE", status)
    assert raised.value.details == [{"field": "f", "message": "m"}]
    with pytest.raises(kind):
        get_project.sync(client=atrium(service).client, project_id=PROJECT)


@pytest.mark.parametrize("response", [httpx.Response(200, html="<p>Hello"), httpx.Response(502, html="<p>Bad gateway")])
def test_page_of_something_else_is_no_answer(response: httpx.Response) -> None:
    transport = httpx.MockTransport(lambda _request: response)

    with pytest.raises(errors.Unavailable):
        Atrium(URL, KEY, transport=transport).call(list_projects)


def test_rows_follow_the_cursor() -> None:
    pages = [{"projects": [{"id": "a"}], "has_more": True, "next_cursor": "next"}]
    pages += [{"projects": [{"id": "b"}], "has_more": False, "next_cursor": None}]
    service = Service({"list_projects": list(pages)})

    assert atrium(service).rows("projects.list_projects", "projects") == [{"id": "a"}, {"id": "b"}]
    assert [request.url.params.get("cursor") for _, request in service.calls] == [None, "next"]


def test_ask_waits_for_the_reply_to_its_question() -> None:
    empty = {"conversation_id": "c", "messages": [], "has_more": False, "first_unread": None}
    service = Service({"list_messages": [empty, None]})

    reply = atrium(service).ask(PROJECT, "Where do we stand?")

    assert reply.content == "content"
    assert service.called == ["ask_ceo", "list_messages", "list_messages"]
    assert service.calls[1][1].url.params["reply_to"] == MESSAGE


def test_ask_says_by_which_id_a_late_reply_can_be_read() -> None:
    with pytest.raises(AtriumError) as raised:
        atrium(Service()).ask(PROJECT, "Where do we stand?", timeout_seconds=0)

    assert (raised.value.code, raised.value.details) == ("REPLY_PENDING", {"message_id": MESSAGE})


def test_events_go_on_after_the_newest_one() -> None:
    page = {"events": [], "has_more": False, "last_sequence": 7, "next_before": None}
    event = {"id": "evt_1", "type": "a.new_type", "timestamp": "t", "sequence": 9, "data": {"summary": "s"}}
    service = Service({"list_events": [page, page | {"events": [event], "last_sequence": 9}]})

    found = next(atrium(service).events(types=["project.created"], project_id=PROJECT))

    assert (found.to_dict(), found.type_) == (event, "a.new_type")
    asked = service.calls[1][1].url.params
    assert (asked["after"], asked["wait"], asked["types"]) == ("7", "20", "project.created")


def test_card_is_confirmed_by_its_own_request_and_key() -> None:
    service = Service()
    client = atrium(service)
    (card,) = client.cards(PROJECT)
    card.request.method, card.request.path, card.request.idempotency_key = (
        "POST",
        f"/projects/{PROJECT}/submit",
        "a key",
    )
    card.request.body = None

    done = client.confirm(card)

    assert done["id"] == PROJECT
    assert service.called == ["list_cards", "submit_project"]
    assert service.calls[1][1].headers["Idempotency-Key"] == "a key"


@pytest.mark.parametrize("path", ["//elsewhere.example.com/x", "https://elsewhere.example.com/x"])
def test_card_sends_nothing_elsewhere(path: str) -> None:
    service = Service()
    client = atrium(service)
    (card,) = client.cards()
    card.request.path = path

    with pytest.raises(errors.InvalidRequest):
        client.confirm(card)

    assert service.called == ["list_pa_cards"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "atrium",
        "ftp://atrium.example.com",
        "http://atrium.example.com",
        "https://me:secret@atrium.example.com",
        "https://",
    ],
)
def test_address_that_would_show_a_key_is_refused(url: str) -> None:
    with pytest.raises(errors.InvalidRequest):
        Atrium(url, KEY)


@pytest.mark.parametrize("key", ["", "two words", "atr_ü", "atr_\n"])
def test_key_that_no_header_can_carry_is_refused(key: str) -> None:
    with pytest.raises(errors.InvalidRequest):
        Atrium(URL, key)


def test_address_keeps_its_path() -> None:
    assert checked_url("https://a.example.com/prod/") == "https://a.example.com/prod"
    assert checked_url("http://localhost:8000") == "http://localhost:8000"


@pytest.mark.parametrize(
    ("url", "proxied"), [(URL, True), ("https://inside.example.com", False), ("http://localhost:1", False)]
)
def test_proxy_of_the_environment_is_used_but_for_what_goes_past_it(monkeypatch, url: str, proxied: bool) -> None:
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://proxy.example.com:3128")
    monkeypatch.setenv("no_proxy", "inside.example.com,localhost")

    assert isinstance(network(url)._pool, httpcore.HTTPProxy) is proxied


def test_webhook_is_verified_and_read() -> None:
    secret, body = (
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        '{"id":"evt_1","type":"t","timestamp":"t","sequence":1,"data":{}}',
    )

    def headers(at: datetime) -> dict[str, str]:
        signature = Webhook(secret).sign("evt_1", at, body)
        return {"webhook-id": "evt_1", "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signature}

    now = datetime.now(UTC)
    assert verify_webhook(secret, body.encode(), headers(now)).sequence == 1
    for wrong in (body + " ", body.replace("1", "2")):
        with pytest.raises(WebhookVerificationError):
            verify_webhook(secret, wrong, headers(now))
    with pytest.raises(WebhookVerificationError):
        verify_webhook(secret, body, headers(now - timedelta(minutes=6)))
