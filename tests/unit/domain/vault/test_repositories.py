"""Which address of a repository a credential may name."""

from __future__ import annotations

import pytest

from common.errors import InvalidRequest
from domain.audit.records import THE_TEAM
from domain.vault.repositories import repository_of, require_repository
from domain.vault.requests import DepositCredential, FulfillRequest
from doors import session_caller
from vaults import credentials_of, stored_project, stored_request

OWNER = session_caller()
URL = "https://git.example.org/shop.git"


@pytest.mark.parametrize(
    "url",
    [
        "http://git.example.org/shop.git",
        "ssh://git.example.org/shop.git",
        "git@git.example.org:shop.git",
        "https://user:tok@git.example.org/shop.git",
        "https://git.example.org:8443/shop.git",
        "https://git.example.org/",
        "https://git.example.org",
        "https://git.example.org/shop.git?x=1",
        "https://git.example.org/shop.git#main",
        "https://127.0.0.1/shop.git",
        "https://169.254.169.254/shop.git",
        "https://localhost/shop.git",
        "https://git.internal/shop.git",
    ],
)
def test_address_that_nobody_delivers_to_is_refused_by_its_field(url):
    with pytest.raises(InvalidRequest) as caught:
        require_repository(url, "token", private=False)

    assert [problem.field for problem in caught.value.problems] == ["repository_url"]


@pytest.mark.parametrize("kind", ["token", "password", "api_key", "oauth", "other"])
@pytest.mark.parametrize("url", [None, URL])
def test_https_address_of_a_public_host_is_taken(url, kind):
    require_repository(url, kind, private=False)


@pytest.mark.parametrize("kind", ["ssh_key", "certificate"])
def test_credential_that_cannot_be_sent_over_https_names_no_repository(kind):
    require_repository(None, kind, private=False)
    with pytest.raises(InvalidRequest):
        require_repository(URL, kind, private=False)


def test_address_must_be_of_an_allowed_host_if_there_are_some():
    require_repository(URL, "token", ["git.example.org"], private=False)
    with pytest.raises(InvalidRequest):
        require_repository(URL, "token", ["api.example.org"], private=False)


def test_local_cloud_may_deliver_to_this_machine_over_tls_alone():
    require_repository("https://localhost:8443/shop.git", "token", private=True)
    with pytest.raises(InvalidRequest):
        require_repository("http://localhost:8443/shop.git", "token", private=True)


def test_deposit_keeps_the_address_and_the_next_version_replaces_it(deposits):
    project = stored_project()
    body = {"name": "Source repository", "type": "token", "value": "tok-3f9a1c7e5b2d8840"}
    for url in (URL, None):
        shown = deposits.deposit(
            "acc_1",
            project.id,
            DepositCredential.model_validate(body | {"repository_url": url}),
            by=THE_TEAM,
            caller=OWNER,
        )
        assert shown.repository_url == url
        assert [one.repository_url for one in credentials_of()] == [url]


def test_fulfilled_request_keeps_address_and_username(deposits):
    request = stored_request(stored_project())
    body = FulfillRequest.model_validate({"value": "tok-3f9a1c7e5b2d8840", "username": "ada", "repository_url": URL})

    shown = deposits.fulfill("acc_1", request.id, body, by=THE_TEAM, caller=OWNER).credential

    assert (shown.username, shown.repository_url) == ("ada", URL)


def test_refused_address_deposits_nothing(deposits):
    request = stored_request(stored_project())
    body = FulfillRequest.model_validate(
        {"value": "tok-3f9a1c7e5b2d8840", "repository_url": "http://git.example.org/x"}
    )

    with pytest.raises(InvalidRequest):
        deposits.fulfill("acc_1", request.id, body, by=THE_TEAM)

    assert credentials_of() == []


@pytest.mark.parametrize(("hosts", "url"), [((), URL), (("git.example.org",), URL), (("api.example.org",), None)])
def test_host_must_be_among_those_that_the_credential_is_for(deposits, hosts, url):
    body = {"name": "Source repository", "type": "token", "value": "tok-3f9a1c7e5b2d8840", "repository_url": URL}
    deposits.deposit("acc_1", stored_project().id, DepositCredential.model_validate(body), by=THE_TEAM, caller=OWNER)
    (credential,) = credentials_of()

    assert repository_of(credential.model_copy(update={"allowed_hosts": hosts})) == url
