"""Stored projects and requests for tests of the vault, ways to read what was stored, rivals and outages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime
from typing import Any

from botocore.stub import Stubber

from common.aws import client
from common.ids import derived_id
from common.services import service
from common.transactions import transact
from domain.projects.brief.changing import Plan
from domain.projects.brief.intake import new_brief
from domain.projects.changes import Change
from domain.projects.records import Project
from domain.projects.service import project_service
from domain.projects.states import DeliverableKind, Phase, ProjectStatus, Role
from domain.projects.store import project_store
from domain.vault.cipher import Binding, Cipher, Plaintext
from domain.vault.records import Credential, CredentialRequest
from domain.vault.store import Slice, vault_store

STARTED = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def stored_project(name: str = "Bakery", *, account_id: str = "acc_1", **changes: Any) -> Project:
    """Store a project under way, and return it."""
    fields = {
        "id": derived_id("prj", STARTED, account_id, name),
        "account_id": account_id,
        "name": name,
        "status": ProjectStatus.ACTIVE,
        "phase": Phase.DEVELOPMENT,
        "created_at": STARTED,
        "updated_at": STARTED,
    }
    project = Project(**(fields | changes))
    project_store().put_new_project(Plan(project, new_brief(project.id, STARTED)))
    return project


def credentials_of(account_id: str = "acc_1") -> list[Credential]:
    """The deposited credentials of an account, newest first."""
    return vault_store().list_credentials(account_id, Slice())[0]


def request_for(project: Project, name: str = "Hosting", **changes: Any) -> CredentialRequest:
    """A pending request, not stored."""
    fields = {
        "id": derived_id("crq", STARTED, project.id, name),
        "account_id": project.account_id,
        "project_id": project.id,
        "project_name": project.name,
        "name": name,
        "type": "api_key",
        "reason": "Release steps depend on it.",
        "how_to_obtain": "Create an API key.",
        "blocks": DeliverableKind.TEST_PLAN,
        "deliverable_id": derived_id("dlv", STARTED, project.id),
        "requested_by": Role.CTO,
        "priority": "medium",
        "created_at": STARTED,
    }
    return CredentialRequest(**(fields | changes))


def stored_request(project: Project, name: str = "Hosting", **changes: Any) -> CredentialRequest:
    """Store a pending request and count it in its project; returns the request."""
    request = request_for(project, name, **changes)
    now = project_service().get(project.account_id, project.id)
    after = now.changed(STARTED, open_credential_requests=now.open_credential_requests + 1)
    transact([vault_store().raising(request), *project_service().writes_for(now, Change(after))])
    return request


def everything_stored() -> list[dict[str, Any]]:
    """Every row of every table, as DynamoDB has it."""
    dynamodb = client("dynamodb")
    names = dynamodb.list_tables()["TableNames"]
    return [row for name in names for row in dynamodb.scan(TableName=name)["Items"]]


def rows_of_vault() -> list[dict[str, Any]]:
    """Every row of the vault's table, as DynamoDB has it."""
    return client("dynamodb").scan(TableName=vault_store().table.name)["Items"]


def everything_queued() -> list[dict[str, Any]]:
    """The messages in the CEO's queue, ten at most."""
    sqs = client("sqs")
    url = project_service().queue.url
    received = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10, MessageSystemAttributeNames=["All"])
    return received.get("Messages", [])


@contextmanager
def kms_failing(operation: str, code: str, *, status: int = 500) -> Iterator[None]:
    """Have KMS answer the next call, of `operation`, with an error within the block."""
    from common import sealing  # noqa: PLC0415 - its client exists only inside an emulated account

    with Stubber(sealing._kms()) as stubber:
        stubber.add_client_error(operation, code, http_status_code=status)
        yield


@service
class RivalCipher(Cipher):
    """A cipher that calls `meanwhile` once, before it seals: between the reading and the writing of a race."""

    meanwhile: Callable[[], Any] = lambda: None
    raced: list[bool] = field(default_factory=list)

    def seal(self, plaintext: Plaintext, binding: Binding) -> str:
        if not self.raced:
            self.raced.append(True)
            self.meanwhile()
        return super().seal(plaintext, binding)
