"""The limits of production, deployed: what is refused and how, and that nobody else notices (ADR 30)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from atrium import Customer
from domain.identity.sessions import token_hash
from domain.keys import secret
from local import clock
from local.cloud import Cloud
from local.paths import Home

AT_ONCE = 8
BATCH = 80
LASTS_SECONDS = 20
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
Send = Callable[[], httpx.Response]


@pytest.fixture
def customer(limited: Cloud) -> Iterator[Customer]:
    """Signed up under these limits, from another address than the many of before: few may from one."""
    with closing(Customer(limited.base_url, address="127.0.0.4")) as customer:
        yield customer


@pytest.fixture(scope="module")
def neighbour(limited: Cloud) -> Iterator[Customer]:
    with closing(Customer(limited.base_url, address="127.0.0.4")) as neighbour:
        yield neighbour


def batch(send: Send, times: int = BATCH) -> list[httpx.Response]:
    """The answers to so many requests, several at once."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(lambda _: send(), range(times)))


def shown(home: Home) -> datetime:
    """What the cloud's clock shows: the tests before may have moved it."""
    return datetime.now(UTC) + clock.offset(home)


def nearly_used_up(limited: Cloud, home: Home, table: str, key: str) -> None:
    """Let a credential have had all but two requests of a minute that lasts a while yet; a real flood takes as long."""
    minute, second = divmod(int(shown(home).timestamp()), 60)
    if second > 60 - LASTS_SECONDS:
        time.sleep(60 - second)
        minute += 1
    windows = {f"m{minute}": 598, f"a{minute}": 600}
    limited.client("dynamodb").update_item(
        TableName=limited.resources[table],
        Key={"pk": {"S": key}},
        UpdateExpression="SET " + ", ".join(f"{name} = :{name}" for name in windows),
        ExpressionAttributeValues={f":{name}": {"N": str(count)} for name, count in windows.items()},
    )


def used_up(send: Send) -> httpx.Response:
    """The first refusal of a minute that is nearly used up."""
    answers = [send() for _ in range(6)]
    assert Counter(one.status_code for one in answers[:2]) == {200: 2}
    assert Counter(one.status_code for one in answers[2:]) == {429: 4}
    return answers[2]


def by_key(client: httpx.Client, key: str, path: str = "/agents", body: Any = None, **headers: str) -> Send:
    headers = {"Authorization": f"Bearer {key}", **headers}
    return lambda: client.request("GET" if body is None else "POST", path, json=body, headers=headers)


def test_key_beyond_its_minute_is_told_how_long_to_wait_and_its_neighbour_notices_nothing(
    limited: Cloud, home: Home, customer: Customer, neighbour: Customer
) -> None:
    public_part = secret.parse(customer.key).public_part
    with httpx.Client(base_url=limited.base_url, timeout=60) as client:
        nearly_used_up(limited, home, "KeysTable", public_part)
        refused = used_up(by_key(client, customer.key))
        by_mcp = by_key(
            client,
            customer.key,
            "/mcp",
            PING,
            Accept="application/json, text/event-stream",
            **{"MCP-Protocol-Version": "2025-06-18"},
        )
        refused_tool = by_mcp()
        beside = [neighbour.call("GET", "/agents") for _ in range(10)]

    assert refused.json()["error"]["code"] == "RATE_LIMITED"
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert refused.headers["ratelimit-policy"] == '"minute";q=600;w=60, "second";q=60;w=1, "account";q=3000;w=60'
    assert refused.headers["ratelimit"] == f'"minute";r=0;t={refused.headers["retry-after"]}'
    assert refused_tool.json()["error"]["message"].startswith("RATE_LIMITED")
    assert refused_tool.headers["retry-after"]
    assert [one.status for one in beside] == [200] * 10
    assert beside[0].headers["ratelimit"].startswith('"minute";r=')


@pytest.mark.nightly
def test_session_is_limited_by_itself_and_its_accounts_key_goes_on(
    limited: Cloud, home: Home, customer: Customer
) -> None:
    nearly_used_up(limited, home, "IdentityTable", f"SESSION#{token_hash(customer.session.cookies['session'])}")
    refused = used_up(lambda: customer.session.get("/api/auth/session"))

    assert refused.json()["error"]["code"] == "RATE_LIMITED"
    assert customer.call("GET", "/agents").status == 200


def forged(number: int) -> str:
    """A key that nobody made, with a right checksum."""
    return secret.generate(lambda alphabet: alphabet[number % len(alphabet)]).secret


@pytest.mark.nightly
def test_refused_keys_of_one_address_are_limited_whatever_address_it_claims(limited: Cloud, customer: Customer) -> None:
    """Attempts: to guess keys, and to write X-Forwarded-For and Forwarded headers against the limit."""
    claimed = {"X-Forwarded-For": "198.51.100.1", "Forwarded": "for=198.51.100.1", "X-Real-IP": "198.51.100.1"}
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), base_url=limited.base_url) as there:
        seen = Counter(by_key(there, forged(number % 62))().status_code for number in range(140))
        spoofed = by_key(there, forged(3), **claimed)()
        good = by_key(there, customer.key)()

    assert seen[401] <= 120  # the minute may turn once
    assert seen[429] >= 20
    assert spoofed.status_code == 429
    assert good.status_code == 200
    assert customer.call("GET", "/agents", key=forged(5)).status == 401


@pytest.mark.nightly
def test_wrong_checksums_are_refused_without_being_counted(limited: Cloud) -> None:
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.3"), base_url=limited.base_url) as there:
        wrong = {by_key(there, "atr_" + "x" * 48)().status_code for _ in range(70)}

        assert wrong == {401}
        assert by_key(there, forged(9))().status_code == 401


@pytest.mark.nightly
def test_account_asks_the_ceo_no_more_than_its_hour_allows_whichever_way_it_asks(
    limited: Cloud, home: Home, customer: Customer
) -> None:
    project_id = customer.create_project()
    while (now := shown(home)).minute == 59:  # the count is of an hour, which must not end meanwhile
        time.sleep(1)
    limited.client("dynamodb").update_item(
        TableName=limited.resources["UsageTable"],
        Key={"pk": {"S": f"ACCOUNT#{customer.account['id']}"}, "sk": {"S": f"{now:%Y-%m-%d}#questions"}},
        UpdateExpression=f"SET asked_{now:%H} = :asked",
        ExpressionAttributeValues={":asked": {"N": "119"}},
    )
    ask = f"/agents/{project_id}/ask"

    last = customer.call("POST", ask, {"message": "Where do we stand?"})
    refused = customer.call("POST", ask, {"message": "And now?"})
    by_session = customer.by_session("POST", ask, {"message": "And now?"})
    called = {"name": "ask_ceo_agent", "arguments": {"project_id": project_id, "message": "And now?"}}
    by_tool = httpx.post(
        f"{limited.base_url}/mcp",
        json=PING | {"method": "tools/call", "params": called},
        headers={
            "Authorization": f"Bearer {customer.key}",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-06-18",
        },
        timeout=60,
    )

    assert last.status == 202
    assert (refused.status, refused.error["code"], by_session.status) == (429, "RATE_LIMITED", 429)
    assert 1 <= int(refused.headers["retry-after"]) <= 3600
    assert "RATE_LIMITED" in by_tool.text
    assert customer.call("GET", "/dashboard/usage").data["totals"]["messages"] == 1


@pytest.mark.nightly
def test_account_waits_for_news_at_twenty_places(limited: Cloud, home: Home, customer: Customer) -> None:
    def taken_until(milliseconds: int) -> None:
        limited.client("dynamodb").update_item(
            TableName=limited.resources["LimitsTable"],
            Key={"pk": {"S": f"account#{customer.account['id']}#polls"}},
            UpdateExpression="SET " + ", ".join(f"place_{number} = :until" for number in range(20)),
            ExpressionAttributeValues={":until": {"N": str(milliseconds)}},
        )

    now = round(shown(home).timestamp() * 1000)
    after = customer.call("GET", "/events").data["last_sequence"]
    taken_until(now + 25_000)
    refused = customer.call("GET", f"/events?after={after}&wait=1")
    taken_until(now - 1)
    waited = customer.call("GET", f"/events?after={after}&wait=1")

    assert (refused.status, refused.error["code"]) == (429, "RATE_LIMITED")
    assert 1 <= int(refused.headers["retry-after"]) <= 25
    assert waited.status == 200


@pytest.mark.nightly
def test_of_ten_thousand_requests_beyond_a_limit_none_passes(limited: Cloud, home: Home, customer: Customer) -> None:
    beyond = passed = 0
    with httpx.Client(base_url=limited.base_url, timeout=60) as client:
        send = by_key(client, customer.key)
        while beyond < 10_000:
            minute = shown(home).timestamp() // 60
            answers = batch(send, 200)
            if shown(home).timestamp() // 60 != minute:
                passed = 0
                continue
            let_in = sum(one.status_code == 200 for one in answers)
            passed += let_in
            beyond += len(answers) - let_in
            assert passed <= 600
