"""Pages of somebody else's, in the browser of whoever runs the local cloud: its emulator does nothing for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import boto3
import pytest
from botocore.exceptions import ClientError
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
POST_FORM = """([url, fields]) => new Promise((done) => {
  const frame = Object.assign(document.createElement("iframe"), { name: "answer", onload: done });
  const form = Object.assign(document.createElement("form"), { action: url, method: "post", target: "answer" });
  for (const [name, value] of new URLSearchParams(fields))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(frame, form);
  form.submit();
})"""
LOOK = """(url) => new Promise((done) => {
  document.body.append(Object.assign(new Image(), { src: url, onerror: done, onload: done }));
})"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One that was told that a foreign name is this machine's, as a rebinding name server tells."""
    with chromium(f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1") as browser:
        yield browser


@pytest.fixture
def open_page() -> Iterator[Callable[[Browser, str], Page]]:
    """Opens a page in a browser of a visitor."""
    pages = []

    def opened(browser: Browser, address: str) -> Page:
        page = browser.new_page()
        pages.append(page)
        page.goto(address)
        return page

    yield opened
    for page in pages:
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
    cloud: Cloud, browser: Browser, emulator: str, open_page: Callable[[Browser, str], Page]
) -> None:
    with another_site() as address:
        page = open_page(browser, address)
        statuses: list[int] = []
        page.on("response", lambda response: statuses.append(response.status))

        read = [page.evaluate(ASK, [emulator + path, asked]) for path, asked in attacks(cloud)]
        blind = f"{emulator}/?{IN_ADDRESS.format(SCOPE.format('iam'))}"
        page.evaluate(ASK, [blind, {"method": "POST", "mode": "no-cors", "body": ROLE}])
        page.evaluate(ASK, [f"{emulator}/_ministack/reset", {"method": "POST", "mode": "no-cors"}])

    assert set(read) == {"unreadable"}
    assert set(statuses) == {403}
    assert is_untouched(cloud)


def test_page_of_another_site_makes_nothing_by_a_form_or_an_image(
    cloud: Cloud, browser: Browser, emulator: str, open_page: Callable[[Browser, str], Page]
) -> None:
    signed = IN_ADDRESS.format(SCOPE.format("iam"))
    with another_site() as address:
        page = open_page(browser, address)
        statuses: list[int] = []
        page.on("response", lambda response: statuses.append(response.status))

        page.evaluate(POST_FORM, [f"{emulator}/?{signed}", ROLE])
        page.evaluate(LOOK, f"{emulator}/?{signed}&{ROLE}")
        page.evaluate(LOOK, f"{emulator}/_ministack/ses/messages")

    assert statuses == [403] * 3
    assert is_untouched(cloud)


def test_page_whose_name_was_made_to_point_here_is_told_nothing(
    cloud: Cloud, browser: Browser, open_page: Callable[[Browser, str], Page]
) -> None:
    rebound = f"http://{REBOUND}:{urlsplit(cloud.endpoint_url).port}"
    page = open_page(browser, rebound)
    statuses: list[int] = []
    page.on("response", lambda response: statuses.append(response.status))

    for path, asked in attacks(cloud):
        page.evaluate(ASK, [rebound + path, asked])

    assert statuses == [403] * len(attacks(cloud))
    assert is_untouched(cloud)


def test_front_answers_no_page_whose_name_was_made_to_point_here(
    cloud: Cloud, browser: Browser, open_page: Callable[[Browser, str], Page]
) -> None:
    rebound = cloud.base_url.replace("localhost", REBOUND)
    page = open_page(browser, rebound)

    said = page.evaluate(ASK, [f"{rebound}/openapi.json", {}])

    assert "answers to localhost only" in said


@pytest.mark.parametrize("key", ["test", "000000000000", "{root}"])
def test_program_with_other_credentials_is_refused(cloud: Cloud, key: str) -> None:
    client = boto3.client(
        "dynamodb",
        endpoint_url=cloud.endpoint_url,
        region_name="us-east-1",
        aws_access_key_id=key.format(root=cloud.access.access_key),
        aws_secret_access_key="test",
    )

    with pytest.raises(ClientError) as refused:
        client.list_tables()

    assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 403
