"""Nobody reads a secret back: a hunt through everything the cloud keeps, and attempts to decrypt by every role."""

from __future__ import annotations

import base64
import uuid
from contextlib import closing

import pytest
from botocore.exceptions import ClientError

import sam_template
from atrium import NIGHTLY, PASSWORD, Customer, wait_for
from briefs import ANSWERS
from kept import everything_kept
from letterbox import with_verified_address
from local.cloud import Cloud
from local.paths import Home
from programs import call_tool
from receivers import receiving
from roles import client_of_role

FUNCTIONS = sorted(sam_template.resources("AWS::Serverless::Function"))
CONTEXT = {"account": "acc", "project": "prj", "credential": "crd", "version": "1"}
ENDPOINT_CONTEXT = {"webhook_account": "acc", "webhook_endpoint": "whk", "webhook_version": "1"}
OPENERS = {
    "VaultKey": ("EgressFunction", CONTEXT),
    "WebhooksKey": ("DeliveriesFunction", ENDPOINT_CONTEXT),
    "FactorsKey": ("FactorsFunction", {"factor_account": "acc", "factor_user": "usr"}),
}
"""KMS key → the only function that may decrypt with it, and the context of what it opens."""
SOME = [*sorted({opener for opener, _context in OPENERS.values()}), "CeoFunction", "VaultFunction"]


def test_no_secret_lies_anywhere(cloud: Cloud, home: Home) -> None:
    mark = uuid.uuid4().hex
    values = {kind: f"{kind}-{mark}" for kind in ("deposit", "field", "fulfilled", "repeated", "mcp")}
    with closing(Customer(cloud.base_url)) as customer:
        project_id = customer.submit_project(ANSWERS | {"existing": ["source_repository"]})
        path = f"/vault/credentials/{project_id}"
        customer.call("POST", path, {"name": "One", "type": "password", "value": values["deposit"]})
        customer.call("POST", path, {"name": "Two", "type": "other", "fields": {"token": values["field"]}})
        repeat = {"Idempotency-Key": uuid.uuid4().hex}
        body = {"name": "Three", "type": "password", "value": values["repeated"]}
        for _ in range(2):
            customer.call("POST", path, body, headers=repeat)
        answers = [customer.call("POST", path, {"name": "", "type": "password", "value": values["deposit"]})]
        _deposit_by_mcp(customer, project_id, values["mcp"])
        request = wait_for(lambda: _request_of(customer, project_id))
        fulfil = f"/vault/requests/{request['id']}/fulfill"
        answers += [customer.call("POST", fulfil, {"value": values["fulfilled"]}) for _ in range(2)]
        customer.reply_to(project_id, customer.ask(project_id, "Which credentials do you have?"))
        with_verified_address(cloud, customer)
        with receiving() as receiver:
            webhook = {"url": receiver.url, "types": ["report.ready"]}
            endpoint = customer.by_session("POST", "/api/account/webhooks", webhook).data
            customer.by_session("POST", f"/api/account/webhooks/{endpoint['id']}/test")
            wait_for(lambda: receiver.arrivals)
        answers += [customer.by_session("GET", "/api/account/webhooks")]
        answers += [customer.call("GET", "/vault/credentials"), customer.call("GET", f"/agents/{project_id}/messages")]
        hunted = [*values.values(), *(base64.b64encode(one.encode()).decode() for one in values.values())]
        hunted += [customer.key, PASSWORD, endpoint["secret"].removeprefix("whsec_")]

    assert [secret for secret in hunted for answer in answers if secret in str(answer.content)] == []
    for place, text in everything_kept(cloud, home):
        assert [secret for secret in hunted if secret in text] == [], place


def _deposit_by_mcp(customer: Customer, project_id: str, value: str) -> None:
    wanted = {"project_id": project_id, "name": "Four", "type": "password", "value": value}
    told = {"secret_in_conversation": True}
    answer = call_tool(customer.base_url, customer.key, "deposit_credential", **wanted, **told)
    assert answer.json()["result"]["structuredContent"]["status"] == "stored"
    assert value not in answer.text


def _request_of(customer: Customer, project_id: str) -> dict | None:
    for approval in customer.pending_approvals(project_id):
        customer.call("POST", f"/projects/{project_id}/approvals/{approval['id']}", {"decision": "approve"})
    pending = customer.call("GET", f"/vault/requests?project_id={project_id}&status=pending").data["requests"]
    return pending[0] if pending else None


@pytest.fixture(scope="module")
def ciphertexts(cloud: Cloud) -> dict[str, bytes]:
    """One for each key."""
    with closing(cloud.client("kms")) as kms:

        def seal(key: str, context: dict[str, str]) -> bytes:
            made = kms.encrypt(KeyId=cloud.resources[key], Plaintext=b"a value", EncryptionContext=context)
            return made["CiphertextBlob"]

        return {key: seal(key, context) for key, (_opener, context) in OPENERS.items()}


@pytest.mark.parametrize("function", FUNCTIONS if NIGHTLY else SOME)
def test_only_its_worker_decrypts_and_only_in_the_right_context(
    cloud: Cloud, ciphertexts: dict[str, bytes], function: str
) -> None:
    with closing(client_of_role(cloud, function, "kms")) as kms:
        for key, (opener, context) in OPENERS.items():
            if function != opener:
                assert _refusal(kms, ciphertexts[key], context) == "AccessDeniedException"
                continue
            opened = kms.decrypt(CiphertextBlob=ciphertexts[key], EncryptionContext=context)["Plaintext"]
            wrong = [context | {name: "another"} for name in context]

            assert opened == b"a value"
            assert {_refusal(kms, ciphertexts[key], one) for one in wrong} == {"InvalidCiphertextException"}
            assert _refusal(kms, ciphertexts[key], {}) == "AccessDeniedException"  # the role may not even ask


def _refusal(kms, ciphertext: bytes, context: dict[str, str]) -> str:
    with pytest.raises(ClientError) as refused:
        kms.decrypt(CiphertextBlob=ciphertext, EncryptionContext=context)
    return refused.value.response["Error"]["Code"]
