from __future__ import annotations

from contextlib import nullcontext

import pytest

from common.errors import InvalidRequest
from domain.audit.records import THE_TEAM
from domain.vault.repositories import repository_of, require_repository
from domain.vault.requests import DepositCredential, FulfillRequest
from doors import session_caller
from tables import for_each
from vaults import credentials_of, stored_project, stored_request

OWNER = session_caller()
URL = "https://git.example.org/shop.git"
TOKEN = {"name": "Source repository", "type": "token", "value": "tok-3f9a1c7e5b2d8840"}


@pytest.mark.parametrize(
    "url",
    [
        "http://git.example.org/shop.git",
        "git@git.example.org:shop.git",
        "https://user:tok@git.example.org/shop.git",
        "https://git.example.org:8443/shop.git",
        "https://git.example.org/",
        "https://git.example.org/shop.git?x=1",
        "https://git.example.org/shop.git#main",
        "https://127.0.0.1/shop.git",
        "https://localhost/shop.git",
        "https://git.internal/shop.git",
    ],
)
def test_address_that_nobody_delivers_to_is_refused_by_its_field(url):
    with pytest.raises(InvalidRequest) as caught:
        require_repository(url, "token", private=False)

    assert [problem.field for problem in caught.value.problems] == ["repository_url"]


@for_each(
    ("url", "kind", "hosts", "private", "taken"),
    [
        *((URL, kind, [], False, True) for kind in ("token", "password", "api_key", "oauth", "other")),
        *((URL, kind, [], False, False) for kind in ("ssh_key", "certificate")),
        (None, "ssh_key", [], False, True),
        (URL, "token", ["git.example.org"], False, True),
        (URL, "token", ["api.example.org"], False, False),
        ("https://localhost:8443/shop.git", "token", [], True, True),
        ("http://localhost:8443/shop.git", "token", [], True, False),
    ],
)
def test_address_is_taken_where_credential_hosts_and_machine_allow_it(url, kind, hosts, private, taken):
    with nullcontext() if taken else pytest.raises(InvalidRequest):
        require_repository(url, kind, hosts, private=private)


def test_deposit_keeps_the_address_and_the_next_version_replaces_it(deposits):
    project = stored_project()
    for url in (URL, None):
        body = DepositCredential.model_validate(TOKEN | {"repository_url": url})
        assert deposits.deposit("acc_1", project.id, body, by=THE_TEAM, caller=OWNER).repository_url == url
        assert [one.repository_url for one in credentials_of()] == [url]


def test_refused_address_deposits_nothing(deposits):
    request = stored_request(stored_project())
    given = {"value": "tok-3f9a1c7e5b2d8840", "repository_url": "http://git.example.org/x"}

    with pytest.raises(InvalidRequest):
        deposits.fulfill("acc_1", request.id, FulfillRequest.model_validate(given), by=THE_TEAM)

    assert credentials_of() == []


@pytest.mark.parametrize(("hosts", "url"), [((), URL), (("git.example.org",), URL), (("api.example.org",), None)])
def test_host_must_be_among_those_that_the_credential_is_for(deposits, hosts, url):
    body = DepositCredential.model_validate(TOKEN | {"repository_url": URL})
    deposits.deposit("acc_1", stored_project().id, body, by=THE_TEAM, caller=OWNER)
    (credential,) = credentials_of()

    assert repository_of(credential.model_copy(update={"allowed_hosts": hosts})) == url
