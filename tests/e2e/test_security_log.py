"""The security log on the deployed cloud: noted by the doors, chained by its worker, verified by its owner's script."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from botocore.exceptions import ClientError

from atrium import Customer, wait_for
from atrium_verify.security_log import problems
from local.cloud import Cloud
from programs import Program
from roles import client_of_role


def log_of(customer: Customer) -> dict[str, Any]:
    """The whole log, oldest entry first, as the script reads it from the API."""
    head = customer.by_session("GET", "/api/account/audit/head").data
    entries: list[dict[str, Any]] = []
    before = head["sequence"] + 1
    while before:
        page = customer.by_session("GET", f"/api/account/audit?limit=2&before={before}").data
        entries += page["entries"]
        before = page["next_before"]
    return {**head, "entries": entries[::-1]}


def test_what_is_done_is_noted_chained_and_verified(customer: Customer) -> None:
    project_id = customer.submit_project()
    deposit = {"name": "Shop login", "type": "password", "value": "a value"}
    forged = {"User-Agent": "deploy-script/1 <b>", "X-Forwarded-For": "198.51.100.66"}
    made = customer.call("POST", f"/vault/credentials/{project_id}", deposit, headers=forged).data
    customer.call("DELETE", f"/vault/credentials/{made['id']}")

    def complete() -> dict[str, Any] | None:
        found = log_of(customer)
        return found if "credential_deleted" in {one["type"] for one in found["entries"]} else None

    log = wait_for(complete)

    assert list(problems(log, log["public_key"])) == []
    deposited = next(one for one in log["entries"] if one["type"] == "credential_deposited")
    assert deposited["actor"]["kind"] == "api_key"
    assert deposited["actor_name"]
    assert (deposited["address"] != "198.51.100.66", deposited["device"]) == (True, "deploy-script/1 <b>")
    assert deposited["request_id"]
    assert "a value" not in str(log)


@pytest.mark.nightly
def test_log_tells_what_was_connected_and_that_it_was_revoked(customer: Customer) -> None:
    program = Program.connect(customer, "projects:read")
    path = f"/api/account/connections/{program.connection_id}"
    assert customer.by_session("DELETE", path, headers={"User-Agent": "Firefox"}).status == 200

    def told() -> list[dict[str, Any]] | None:
        found = [one for one in log_of(customer)["entries"] if one["type"].startswith("connection_")]
        return found if len(found) == 2 else None

    granted, revoked = wait_for(told)

    assert (granted["type"], revoked["type"]) == ("connection_granted", "connection_revoked")
    for entry in (granted, revoked):
        assert entry["subject"] == f"Judge ({program.connection_id})"
        assert (entry["actor"]["kind"], entry["outcome"], bool(entry["address"])) == ("user", "done", True)
    assert revoked["device"] == "Firefox"
    assert not program.is_let_in()


def test_door_of_the_log_cannot_sign_a_checkpoint(cloud: Cloud) -> None:
    asked = {
        "KeyId": cloud.resources["AuditKey"],
        "Message": b"x",
        "MessageType": "RAW",
        "SigningAlgorithm": "RSASSA_PKCS1_V1_5_SHA_256",
    }

    with closing(client_of_role(cloud, "AuditFunction", "kms")) as kms, pytest.raises(ClientError) as refused:
        kms.sign(**asked)

    assert refused.value.response["Error"]["Code"] == "AccessDeniedException"
