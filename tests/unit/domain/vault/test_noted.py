"""What the security log says of the vault: who, and from where, and nothing of a value."""

from __future__ import annotations

import pytest

from common.errors import NotFound
from domain.audit.log import by_caller
from domain.vault.requests import DepositCredential, FulfillRequest
from doors import key_caller, session_caller
from security_logs import ACCOUNT, ORIGIN, noted
from vaults import stored_project, stored_request

BY_KEY = by_caller(key_caller(), ORIGIN)
BY_USER = by_caller(session_caller(), ORIGIN)
WHERE = ("203.0.113.9", "curl/8")


def body(value="s3cret"):
    return DepositCredential.model_validate({"name": "Hosting", "type": "password", "value": value})


def test_deposits_and_deletions_are_noted_with_who_and_from_where(deposits, clock):
    project = stored_project()

    deposits.deposit(ACCOUNT, project.id, body(), by=BY_KEY)
    clock.advance(seconds=1)
    made = deposits.deposit(ACCOUNT, project.id, body("other"), by=BY_USER)
    clock.advance(seconds=1)
    deposits.delete(ACCOUNT, made.id, by=BY_USER)

    assert noted() == [
        ("credential_deposited", "Hosting, version 1", "key_1", *WHERE),
        ("credential_deposited", "Hosting, version 2", "usr_1", *WHERE),
        ("credential_deleted", "Hosting, version 2", "usr_1", *WHERE),
    ]


@pytest.mark.parametrize("way", ["fulfil", "deposit"])
def test_access_that_was_asked_for_is_noted_as_given_however_it_is_given(deposits, way):
    project = stored_project()
    request = stored_request(project)

    if way == "fulfil":
        deposits.fulfill(ACCOUNT, request.id, FulfillRequest.model_validate({"value": "s3cret"}), by=BY_KEY)
    else:
        deposits.deposit(ACCOUNT, project.id, body(), by=BY_KEY)

    assert noted() == [("request_fulfilled", "Hosting, version 1", "key_1", *WHERE)]


def test_deed_that_fails_is_not_noted(deposits):
    with pytest.raises(NotFound):
        deposits.deposit(ACCOUNT, "prj_unknown", body(), by=BY_KEY)

    assert noted() == []
