"""The events of the vault and its entries in the security log. None holds anything of a credential's value."""

from __future__ import annotations

from datetime import datetime, timedelta

from common.dynamo import Write
from common.wording import day_of
from domain.audit.log import noting_by
from domain.audit.records import By, EntryType
from domain.events.notices import Notice, NoticeKind
from domain.events.records import Event, EventType, happened
from domain.vault.records import (
    Ask,
    Credential,
    CredentialRequest,
    CredentialUse,
    DeletedCredential,
    Grant,
    RequestStatus,
)

EXPIRING = timedelta(days=7)
_ENDED = {
    RequestStatus.FULFILLED: (EventType.VAULT_REQUEST_FULFILLED, "you gave access to {name}"),
    RequestStatus.DECLINED: (EventType.VAULT_REQUEST_DECLINED, "you declined access to {name}"),
    RequestStatus.CANCELLED: (EventType.VAULT_REQUEST_CANCELLED, "the team no longer needs access to {name}"),
}


def opened(request: CredentialRequest) -> Event:
    """The event that a role asks for access."""
    words = f"the {request.requested_by.value.upper()} needs access to {request.name}"
    return _of_request(request, EventType.VAULT_REQUEST_OPENED, words, request.created_at)


def reminded(request: CredentialRequest) -> Event:
    """The event that the customer was reminded that access is still needed."""
    words = f"the team still needs access to {request.name}"
    return _of_request(request, EventType.VAULT_REQUEST_REMINDED, words, request.reminded_at or request.created_at)


def ended(request: CredentialRequest) -> Event:
    """The event that the request was fulfilled, declined or cancelled."""
    kind, words = _ENDED[request.status]
    at = request.fulfilled_at or request.declined_at or request.cancelled_at or request.created_at
    return _of_request(request, kind, words.format(name=request.name), at)


def deposited(credential: Credential) -> Event:
    """The event that a value was deposited, the first or a later one."""
    words = f"credential deposited, version {credential.version}"
    return _of_credential(credential, EventType.VAULT_CREDENTIAL_DEPOSITED, words, credential.updated_at)


def used(credential: Credential, use: CredentialUse) -> Event:
    """The event that somebody called a host with the credential."""
    words = f"credential used for {use.method} {use.host}{use.path}"
    return _of_credential(credential, EventType.VAULT_CREDENTIAL_USED, words, use.at)


def expiring(credential: Credential, expires_at: datetime) -> Event:
    """The event that the credential is about to expire; it happens seven days before, or at once."""
    words = f"credential expires on {day_of(expires_at)}"
    at = max(credential.updated_at, expires_at - EXPIRING)
    return _of_credential(credential, EventType.VAULT_CREDENTIAL_EXPIRING, words, at)


def deleted(credential: DeletedCredential) -> Event:
    """The event that the credential was deleted, with its value and metadata."""
    words = "credential deleted"
    return _of_credential(credential, EventType.VAULT_CREDENTIAL_DELETED, words, credential.deleted_at)


def noting(kind: EntryType, credential: Credential, at: datetime, by: By) -> Write:
    """The write of the log entry that somebody deposited or deleted a credential, or fulfilled a request."""
    subject = f"{credential.name}, version {credential.version} ({credential.id})"
    return noting_by(kind, credential.account_id, at, by, subject=subject)


def noting_use(credential: Credential, use: CredentialUse, by: By) -> Write:
    """The write of the log entry that somebody called a host with the credential."""
    called = f"{credential.name}, version {use.version} ({credential.id}): {use.method} {use.host}{use.path}"
    return noting_by(EntryType.CREDENTIAL_USED, credential.account_id, use.at, by, subject=f"{called}, {use.id}")


def notice_of(ask: Ask) -> Notice:
    """The notice that asks the owner to allow a call: which key, to which host and path, and why in its own words."""
    called = f"{ask.method} {ask.host}{ask.path}"
    item = f", for the work item {ask.work_id}" if ask.work_id else ""
    return Notice(
        account_id=ask.account_id,
        kind=NoticeKind.CREDENTIAL_USE,
        subject_id=ask.id,
        name=f"Credential {ask.credential_name}",
        trouble=f"the key {ask.by.name or ask.by.id} has been waiting to call {called}",
        remedy=f"its reason: “{ask.purpose}”{item}",
        over=f"the call to {ask.host} is decided, or the credential deleted",
        since=ask.asked_at,
        action="decide_credential_use",
        path="/app/inbox",
    )


def noting_decision(ask: Ask, decision: str, at: datetime, by: By) -> Write:
    """The write of the log entry that the owner decided whether a key may call."""
    wanted = f"{decision}: {ask.by.name or ask.by.id} may call {ask.method} {ask.host}{ask.path}"
    subject = f"{wanted} with {ask.credential_name} ({ask.credential_id})"
    return noting_by(EntryType.APPROVAL_DECIDED, ask.account_id, at, by, subject=subject)


def noting_revocation(credential: Credential, grant: Grant, key_name: str | None, at: datetime, by: By) -> Write:
    """The write of the log entry that a grant was revoked, so that a key has to ask again before it calls."""
    whose = f"{key_name or grant.principal_id} must ask again"
    what = f" for {grant.work_id}" if grant.work_id else ""
    subject = f"{whose}{what} before it calls with {credential.name} ({credential.id})"
    return noting_by(EntryType.GRANT_REVOKED, credential.account_id, at, by, subject=subject)


def _of_request(request: CredentialRequest, kind: EventType, words: str, at: datetime) -> Event:
    waits = request.status is RequestStatus.PENDING
    return happened(
        kind,
        request.account_id,
        at,
        (request.project_name, words),
        project_id=request.project_id,
        subject_id=request.id,
        path=f"/app/settings/vault/{request.id}",
        action="fulfill_credential_request" if waits else None,
    )


def _of_credential(credential: Credential | DeletedCredential, kind: EventType, words: str, at: datetime) -> Event:
    return happened(
        kind,
        credential.account_id,
        at,
        (credential.name, words),
        project_id=credential.project_id,
        subject_id=credential.id,
        path="/app/settings/vault",
    )
