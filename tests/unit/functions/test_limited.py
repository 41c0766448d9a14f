"""A limit from the authorizer to the answer: the mark that it leaves, and what a door makes of it (ADR 30)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from common.errors import TooManyRequests
from common.settings import settings
from credentials import PRODUCTION, authentication
from domain.agents.service import Cursors, agent_service
from domain.events.feed import feed_service
from domain.keys.models import CreateApiKey
from domain.keys.service import key_service
from domain.limits.places import places
from doors import CONTEXT, call, event, key_caller, load, session_caller
from origins import HERE

POLLS = "account#acc_1#polls"


@pytest.fixture
def authorizer(aws, clock, monkeypatch):
    """The authorizer's handler with production's limits; takes a key."""
    module = load("authorizer")
    service = authentication(clock, PRODUCTION)
    monkeypatch.setattr(module, "authentication_service", lambda: service)
    monkeypatch.setattr(module, "limits", lambda: PRODUCTION)

    def ask(key):
        return module.lambda_handler(
            {
                "headers": {"Authorization": f"Bearer {key}", "X-Forwarded-For": "198.51.100.1"},
                "methodArn": "arn:aws:execute-api:us-east-1:1:api/live/GET/agents",
                "resource": "/agents",
                "requestContext": {"identity": {"sourceIp": "203.0.113.9"}},
            },
            CONTEXT,
        )

    return ask


@pytest.fixture
def key(aws):
    return key_service().create(session_caller(), CreateApiKey(name="k", preset="full_access"), HERE).key


def effect(answer):
    return answer["policyDocument"]["Statement"][0]["Effect"]


def door_answers(authorized):
    """What a door answers to a request with this answer of the authorizer."""
    asked = event("GET", "/agents", caller=None)
    asked["requestContext"]["authorizer"] = authorized["context"]
    return load("agents").lambda_handler(asked, CONTEXT)


def test_answer_says_what_the_policy_is_and_what_is_left(authorizer, key):
    answer = door_answers(authorizer(key))

    assert answer["statusCode"] == 200
    assert answer["headers"]["RateLimit-Policy"] == '"minute";q=600;w=60, "second";q=60;w=1, "account";q=3000;w=60'
    assert answer["headers"]["RateLimit"] == '"minute";r=599;t=60'


def test_request_over_a_limit_reaches_the_door_without_a_caller_and_is_429(authorizer, key):
    for _ in range(60):
        authorizer(key)

    over = authorizer(key)
    answer = door_answers(over)

    assert (effect(over), over["principalId"], "account_id" in over["context"]) == ("Allow", "anonymous", False)
    assert answer["statusCode"] == 429
    assert '"code": "RATE_LIMITED"' in answer["body"]
    assert (answer["headers"]["Retry-After"], answer["headers"]["RateLimit"]) == ("1", '"second";r=0;t=1')


def test_mark_of_a_limit_is_no_caller_for_any_route(aws):
    """An attempt: to be let in by being limited."""
    for door in ("agents", "dashboard", "keys", "pa", "projects", "vault"):
        module = load(door).door
        for (method, path), route in module.routes.items():
            if route.access.public:
                continue
            asked = event(method, path, caller=None, **dict.fromkeys(_parts(path), "x"))
            asked["requestContext"]["authorizer"] = {"limited": "7"}
            answer = module(asked, CONTEXT)

            assert (answer["statusCode"], answer["headers"]["Retry-After"]) == (429, "7"), (method, path)


def _parts(path):
    return [part.strip("{}") for part in path.split("/") if part.startswith("{")]


def test_mcp_door_answers_429_as_json_rpc(aws):
    asked = event("POST", "/mcp", caller=None, body={"jsonrpc": "2.0", "id": 1, "method": "ping"})
    asked["requestContext"]["authorizer"] = {"limited": "9", "rate_limit": '"minute";r=0;t=9'}

    answer = load("mcp").lambda_handler(asked, CONTEXT)

    assert answer["statusCode"] == 429
    assert (answer["headers"]["Retry-After"], answer["headers"]["RateLimit"]) == ("9", '"minute";r=0;t=9')
    assert "RATE_LIMITED: Too many requests" in answer["body"]


def test_refused_key_is_told_by_the_gateway_until_its_address_sent_too_many(authorizer, key):
    broken = [authorizer(forged(number)) for number in range(61)]

    assert [effect(one) for one in broken] == ["Deny"] * 60 + ["Allow"]
    assert broken[-1]["context"] == {"limited": "60"}
    assert effect(authorizer(key)) == "Allow"


def forged(number):
    from domain.keys import secret  # noqa: PLC0415 - beside its one use

    return secret.generate(lambda alphabet: alphabet[number % len(alphabet)]).secret


def test_question_beyond_the_hour_is_429_and_not_stored(aws, monkeypatch):
    monkeypatch.setenv("QUESTIONS_PER_HOUR", "2")
    project_id = call("projects", "POST", "/projects", caller=key_caller(), body={"name": "Bakery"}).data["id"]

    def ask():
        path, body = "/agents/{project_id}/ask", {"message": "Where do we stand?"}
        return call("agents", "POST", path, caller=key_caller(), body=body, project_id=project_id)

    answers = [ask() for _ in range(3)]

    assert [one.status for one in answers] == [202, 202, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 3600
    listed = call("agents", "GET", "/agents/{project_id}/messages", caller=key_caller(), project_id=project_id)
    assert len(listed.data["messages"]) == 2


@pytest.mark.parametrize("door", ["messages", "events"])
def test_long_poll_beyond_the_accounts_places_is_refused_and_one_that_does_not_wait_is_not(aws, monkeypatch, door):
    monkeypatch.setenv("OPEN_POLLS_PER_ACCOUNT", "1")
    project_id = call("projects", "POST", "/projects", caller=key_caller(), body={"name": "Bakery"}).data["id"]
    body = {"message": "Where do we stand?"}
    asked = call(
        "agents", "POST", "/agents/{project_id}/ask", caller=key_caller(), body=body, project_id=project_id
    ).data["message_id"]

    def read(seconds):
        if door == "events":
            feed = replace(feed_service(), sleep=lambda _seconds: None)
            return feed.read("acc_1", after=0, limit=1, types=frozenset(), wait_seconds=seconds)
        cursors = Cursors(after=asked, wait_seconds=seconds)
        agents = replace(agent_service(), sleep=lambda _seconds: None)
        return agents.list_messages(key_caller(), project_id, limit=1, cursors=cursors)

    with places().taken(POLLS, most=settings.open_polls_per_account, held=timedelta(seconds=30)):
        read(0)
        with pytest.raises(TooManyRequests):
            read(1)
    read(1)
