"""The limits of production, deployed: what is refused and how, and that nobody else notices (ADR 30)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing

import httpx
import pytest

from atrium import Customer
from cloud_time import shown
from domain.keys import secret
from local.cloud import Cloud
from local.paths import Home
from programs import say

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


def nearly_used_up(limited: Cloud, home: Home, public_part: str) -> None:
    """Let a key have had all but two requests of a minute that lasts a while yet; a real flood takes as long."""
    minute, second = divmod(int(shown(home).timestamp()), 60)
    if second > 60 - LASTS_SECONDS:
        time.sleep(60 - second)
        minute += 1
    windows = {f"m{minute}": 598, f"a{minute}": 600}
    limited.client("dynamodb").update_item(
        TableName=limited.resources["KeysTable"],
        Key={"pk": {"S": public_part}},
        UpdateExpression="SET " + ", ".join(f"{name} = :{name}" for name in windows),
        ExpressionAttributeValues={f":{name}": {"N": str(count)} for name, count in windows.items()},
    )


def used_up(send: Send) -> httpx.Response:
    """The first refusal of a minute that is nearly used up."""
    answers = [send() for _ in range(6)]
    assert Counter(one.status_code for one in answers[:2]) == {200: 2}
    assert Counter(one.status_code for one in answers[2:]) == {429: 4}
    return answers[2]


def by_key(client: httpx.Client, key: str, **headers: str) -> Send:
    return lambda: client.get("/agents", headers={"Authorization": f"Bearer {key}", **headers})


def test_key_beyond_its_minute_is_told_how_long_to_wait_and_its_neighbour_notices_nothing(
    limited: Cloud, home: Home, customer: Customer, neighbour: Customer
) -> None:
    public_part = secret.parse(customer.key).public_part
    with httpx.Client(base_url=limited.base_url, timeout=60) as client:
        nearly_used_up(limited, home, public_part)
        refused = used_up(by_key(client, customer.key))
        refused_tool = say(limited.base_url, customer.key, PING)
        beside = [neighbour.call("GET", "/agents") for _ in range(10)]

    assert refused.json()["error"]["code"] == "RATE_LIMITED"
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert refused.headers["ratelimit-policy"] == '"minute";q=600;w=60, "second";q=60;w=1, "account";q=3000;w=60'
    assert refused.headers["ratelimit"] == f'"minute";r=0;t={refused.headers["retry-after"]}'
    assert refused_tool.json()["error"]["message"].startswith("RATE_LIMITED")
    assert refused_tool.headers["retry-after"]
    assert [one.status for one in beside] == [200] * 10
    assert beside[0].headers["ratelimit"].startswith('"minute";r=')


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
