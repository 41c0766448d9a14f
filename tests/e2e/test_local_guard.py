"""Pages of somebody else's, in the browser of whoever runs the local cloud: its emulator does nothing for them.

`tests/unit/local/test_guard.py` has every way in, one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from browser import another_site, chromium
from local.cloud import Cloud

REBOUND = "evil.example"
SCOPE = "test/20260302/us-east-1/{}/aws4_request"
INVENTED = "AWS4-HMAC-SHA256 Credential={}, SignedHeaders=host;x-amz-date, Signature=" + "0" * 64
IN_ADDRESS = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential={}&X-Amz-Signature=0&X-Amz-SignedHeaders=host"
ROLE = "Action=CreateRole&Version=2010-05-08&RoleName=evil&AssumeRolePolicyDocument=%7B%22Statement%22%3A%5B%5D%7D"
FUNCTION = (
    '{"FunctionName":"evil","Runtime":"python3.13","Handler":"a.b","Role":"arn:aws:iam::000000000000:role/evil",'
    '"Code":{"ZipFile":"UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="}}'
)
# What the page reads, or why it can't.
ASK = """([url, asked]) => fetch(url, asked).then((answer) => answer.text(), () => "unreadable")"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One that was told that a foreign name is this machine's, as a rebinding name server tells."""
    with chromium(f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1") as browser:
        yield browser


@contextmanager
def visiting(browser: Browser, address: str) -> Iterator[tuple[Page, list[int]]]:
    """A page in a visitor's browser, and the status of each answer that it gets from then on."""
    page = browser.new_page()
    page.goto(address)
    statuses: list[int] = []
    page.on("response", lambda response: statuses.append(response.status))
    yield page, statuses
    page.close()


@pytest.fixture(params=["127.0.0.1", "localhost"])
def emulator(request: pytest.FixtureRequest, cloud: Cloud) -> str:
    """The emulator's address by either of its names: the one is the same site as the page, the other is not."""
    return cloud.endpoint_url.replace("127.0.0.1", request.param)


def posted(service: str, body: str, **headers: str) -> Mapping[str, Any]:
    """A request as a script sends it: with an invented signature."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    signature = {"Authorization": INVENTED.format(SCOPE.format(service)), "X-Amz-Date": "20260302T080000Z"}
    return {"method": "POST", "body": body, "headers": {**signature, **named}}


def attacks(cloud: Cloud) -> list[tuple[str, Mapping[str, Any]]]:
    """Reads a table, makes a role and a function, looks into mails and forgets everything."""
    scan = json.dumps({"TableName": cloud.resources["VaultTable"]})
    target = {"Content_Type": "application/x-amz-json-1.0", "X_Amz_Target": "DynamoDB_20120810.Scan"}
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    return [
        ("/", posted("dynamodb", scan, **target)),
        ("/", posted("iam", ROLE, **form)),
        ("/2015-03-31/functions", posted("lambda", FUNCTION, Content_Type="application/json")),
        ("/_ministack/ses/messages", {}),
        ("/_ministack/reset", {"method": "POST"}),
    ]


def is_untouched(cloud: Cloud) -> bool:
    """What was deployed is there, and nothing of the page's beside it."""
    roles = cloud.client("iam").get_paginator("list_roles").paginate().search("Roles[].RoleName")
    functions = cloud.client("lambda").get_paginator("list_functions").paginate().search("Functions[].FunctionName")
    known = {*roles, *functions}
    return "evil" not in known and cloud.resources["AgentsFunction"] in known


def test_page_of_another_site_reads_nothing_and_makes_nothing_by_a_script(
    cloud: Cloud, browser: Browser, emulator: str
) -> None:
    with another_site() as address, visiting(browser, address) as (page, statuses):
        read = [page.evaluate(ASK, [emulator + path, asked]) for path, asked in attacks(cloud)]
        blind = f"{emulator}/?{IN_ADDRESS.format(SCOPE.format('iam'))}"
        page.evaluate(ASK, [blind, {"method": "POST", "mode": "no-cors", "body": ROLE}])
        page.evaluate(ASK, [f"{emulator}/_ministack/reset", {"method": "POST", "mode": "no-cors"}])

    assert set(read) == {"unreadable"}
    assert set(statuses) == {403}
    assert is_untouched(cloud)


def test_page_whose_name_was_made_to_point_here_is_told_nothing(cloud: Cloud, browser: Browser) -> None:
    rebound = f"http://{REBOUND}:{urlsplit(cloud.endpoint_url).port}"
    with visiting(browser, rebound) as (page, statuses):
        for path, asked in attacks(cloud):
            page.evaluate(ASK, [rebound + path, asked])

    assert statuses == [403] * len(attacks(cloud))
    assert is_untouched(cloud)
