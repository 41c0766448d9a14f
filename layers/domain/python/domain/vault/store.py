"""The vault table: pk=ACCOUNT#id, sk=CREDENTIAL#, REQUEST#, DELETED#, ASK#id or GRANT#…; pk=CREDENTIAL#id or VALUE#id.

A ciphertext has a partition of its own, so that no list reads it and IAM can keep the API's functions from reading it.
Ids sort by time, so a query backwards gives a list with the newest first. The local index `by_project` has the same
rows by project, so that reading one project costs no more when the account has others. It is local because a local
index can be read with strong consistency: the CEO's worker is called at the moment when a request is fulfilled, and
must not read that the request is still pending.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import cache

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, QueryOptions, Table, Write, assignments
from common.errors import NotFound
from common.paging import fitting
from common.services import frozen, service
from common.settings import settings
from domain.vault import request_rules
from domain.vault.records import (
    Ask,
    AskState,
    Credential,
    CredentialRequest,
    CredentialUse,
    DeletedCredential,
    Grant,
    OwnedCredential,
    ProjectAccess,
    RequestStatus,
    SealedValue,
    UsePolicy,
    UseStatus,
)
from domain.work import outbox

BY_PROJECT = "by_project"
CREDENTIAL, REQUEST, DELETED, USE = "CREDENTIAL#", "REQUEST#", "DELETED#", "USE#"
ASK, GRANT = "ASK#", "GRANT#"
_TERMS = {"allowed_hosts", "inject", "use_policy", "allowed_methods", "allowed_paths"}
_NEW_VERSION = {"name", "type", "username", "note", "repository_url", "version", "updated_at", "expires_at", *_TERMS}
_CLOSED = {"status", "fulfilled_at", "declined_at", "cancelled_at", "decline_reason", "credential_id"}


@frozen
class Slice:
    """A part of a list: at most `limit` rows, which follow the id `after`; of one project, of some, or of all."""

    limit: int = 100
    after: str | None = None
    project_id: str | None = None
    within: AbstractSet[str] | None = None


@service
class VaultStore:
    """The access patterns of the vault."""

    table: Table

    def list_credentials(self, account_id: str, part: Slice) -> tuple[list[Credential], bool]:
        """Query as `list_requests` does, sk begins CREDENTIAL#: newest first, and whether there are more."""
        rows, has_more = self._page(account_id, CREDENTIAL, part)
        return [_credential(row) for row in rows], has_more

    def list_callable(
        self, account_id: str, part: Slice, *, policies: AbstractSet[UsePolicy], now: datetime
    ) -> tuple[list[Credential], bool]:
        """Query pk=ACCOUNT#id, sk begins CREDENTIAL#, filtered: callable under `policies`; and if more are left."""
        credentials = map(_credential, self._list(account_id, CREDENTIAL, part))
        usable = (one for one in credentials if one.allowed_hosts and not one.has_expired(now))
        found = [one for one in usable if one.use_policy in policies]
        first = fitting(found, part.limit)
        return first, len(first) < len(found)

    def list_requests(
        self, account_id: str, part: Slice, *, status: RequestStatus | None
    ) -> tuple[list[CredentialRequest], bool]:
        """Query pk=ACCOUNT#id, sk begins REQUEST#, backwards; for `project_id`, index by_project, strongly consistent.

        Returns at most `limit` requests, newest first, and whether there are more. A status, or `within` without a
        project, is a filter: all requests are then read. Those of 200 projects fit into one read.
        """
        rows, has_more = self._page(account_id, REQUEST, part, status)
        return [_request(row) for row in rows], has_more

    def list_open_requests(self, account_id: str) -> list[CredentialRequest]:
        """Query pk=ACCOUNT#id, sk begins REQUEST#, backwards, filtered: every pending request, newest first."""
        return [_request(row) for row in self._list(account_id, REQUEST, Slice(), RequestStatus.PENDING)]

    def list_for_project(self, account_id: str, project_id: str) -> ProjectAccess:
        """Query index by_project, strongly consistent: all credentials and requests of one project, in one read."""
        rows = self.table.query_all(
            "pk = :pk AND begins_with(project_sk, :project)",
            {"pk": f"ACCOUNT#{account_id}", "project": f"{project_id}#"},
            index=BY_PROJECT,
            consistent=True,
        )
        return ProjectAccess(
            credentials=tuple(_credential(row) for row in rows if row["sk"].startswith(CREDENTIAL)),
            requests=tuple(_request(row) for row in rows if row["sk"].startswith(REQUEST)),
        )

    def get_credential(self, account_id: str, credential_id: str) -> Credential:
        """GetItem pk=ACCOUNT#id, sk=CREDENTIAL#id. Raises `NotFound`, for another account's credential too."""
        item = self.table.get(_key(account_id, CREDENTIAL, credential_id))
        if item is None:
            raise NotFound("No such credential.")
        return _credential(item)

    def get_request(self, account_id: str, request_id: str) -> CredentialRequest:
        """GetItem pk=ACCOUNT#id, sk=REQUEST#id. Raises `NotFound`, for another account's request too."""
        item = self.table.get(_key(account_id, REQUEST, request_id))
        if item is None:
            raise NotFound("No such credential request.")
        return _request(item)

    def find_deleted(self, account_id: str, credential_id: str) -> DeletedCredential | None:
        """GetItem pk=ACCOUNT#id, sk=DELETED#id: what stays of a deleted credential; None for any other id."""
        item = self.table.get(_key(account_id, DELETED, credential_id))
        return DeletedCredential.model_validate(_fields(item)) if item else None

    def find_value(self, credential: OwnedCredential) -> SealedValue | None:
        """GetItem pk=VALUE#id: None once the credential is deleted."""
        item = self.table.get(_value_key(credential.id))
        return SealedValue.model_validate(_fields(item)) if item else None

    def list_uses(self, credential: OwnedCredential, part: Slice) -> tuple[list[CredentialUse], bool]:
        """Query pk=CREDENTIAL#id, sk begins USE#, backwards: newest first, and whether there are more."""
        page = self.table.query_page(
            "pk = :pk AND begins_with(sk, :kind)",
            {"pk": f"CREDENTIAL#{credential.id}", "kind": USE},
            backwards=True,
            limit=part.limit,
            start=_use_key(credential.id, part.after) if part.after else None,
        )
        return [CredentialUse.model_validate(_fields(row)) for row in page.items], page.has_more

    def find_use(self, credential_id: str, use_id: str) -> CredentialUse | None:
        """GetItem pk=CREDENTIAL#id, sk=USE#id; None without such a row."""
        item = self.table.get(_use_key(credential_id, use_id))
        return CredentialUse.model_validate(_fields(item)) if item else None

    def using(self, use: CredentialUse, credential: Credential) -> list[Write]:
        """The writes of a use: a new row, and the credential's count; they fail once it has a newer version."""
        counting = self.table.updating(
            _key(credential.account_id, CREDENTIAL, credential.id),
            "SET last_used_at = :at ADD uses :one",
            {"at": to_iso(use.at), "one": 1, "used": credential.version},
            condition="#version = :used",
        )
        row = {**_use_key(credential.id, use.id), **use.model_dump(mode="json", exclude_none=True)}
        return [self.table.putting_new(row), counting]

    def take_use(self, use: CredentialUse) -> bool:
        """UpdateItem pk=CREDENTIAL#id, sk=USE#id: pending to calling, without its request. False if not pending."""
        moved = {"calling": UseStatus.CALLING.value, "pending": UseStatus.PENDING.value}
        return self._changed(
            _use_key(use.credential_id, use.id),
            "SET #status = :calling REMOVE #request",
            moved,
            condition="#status = :pending",
        )

    def end_use(self, use: CredentialUse, http_status: int | None, problem: str | None) -> bool:
        """UpdateItem pk=CREDENTIAL#id, sk=USE#id: to answered or failed, without its request. False if it had ended."""
        ended = {
            "ended": (UseStatus.FAILED if problem else UseStatus.ANSWERED).value,
            "http_status": http_status,
            "problem": problem,
            "pending": UseStatus.PENDING.value,
            "calling": UseStatus.CALLING.value,
        }
        return self._changed(
            _use_key(use.credential_id, use.id),
            "SET #status = :ended, http_status = :http_status, problem = :problem REMOVE #request",
            ended,
            condition="#status IN (:pending, :calling)",
        )

    def find_ask(self, account_id: str, ask_id: str) -> Ask | None:
        """GetItem pk=ACCOUNT#id, sk=ASK#id; None without such a row."""
        item = self.table.get(_key(account_id, ASK, ask_id))
        return Ask.model_validate(_fields(item)) if item else None

    def list_asks(self, account_id: str) -> list[Ask]:
        """Query pk=ACCOUNT#id, sk begins ASK#, filtered: every ask that waits for the owner."""
        values = {"pk": f"ACCOUNT#{account_id}", "prefix": ASK, "state": AskState.ASKED.value}
        rows = self.table.query_all("pk = :pk AND begins_with(sk, :prefix)", values, filter="#state = :state")
        return [Ask.model_validate(_fields(row)) for row in rows]

    def find_grant(self, account_id: str, credential_id: str, principal_id: str, work_id: str | None) -> Grant | None:
        """GetItem pk=ACCOUNT#id, sk=GRANT#credential#principal#work, which is * for None; None without such a row."""
        item = self.table.get(_key(account_id, GRANT, _grant_id(credential_id, principal_id, work_id)))
        return Grant.model_validate(_fields(item)) if item else None

    def list_grants(self, account_id: str, credential_id: str) -> list[Grant]:
        """Query pk=ACCOUNT#id, sk begins GRANT#credential#: every grant for a credential, of earlier versions, too."""
        values = {"pk": f"ACCOUNT#{account_id}", "prefix": f"{GRANT}{credential_id}#"}
        rows = self.table.query_all("pk = :pk AND begins_with(sk, :prefix)", values)
        return [Grant.model_validate(_fields(row)) for row in rows]

    def asking(self, ask: Ask, before: Ask | None) -> Write:
        """The write of an ask, new or in another state; it fails unless the stored one is as `before`."""
        key = _key(ask.account_id, ASK, ask.id)
        project_sk = _project_sk(ask.project_id, ASK, ask.id)
        row = {**key, "project_sk": project_sk, **ask.model_dump(mode="json", exclude_none=True)}
        if before is None:
            return self.table.putting_new(row)
        expression, values = assignments({name: row.get(name) for name in sorted(Ask.model_fields)})
        values |= {"seen": before.state.value, "seen_at": to_iso(before.asked_at)}
        return self.table.updating(key, expression, values, condition="#state = :seen AND asked_at = :seen_at")

    def granting(self, grant: Grant) -> Write:
        """The write of a grant; it replaces the one for the same credential, key and work item, if any."""
        name = _grant_id(grant.credential_id, grant.principal_id, grant.work_id)
        project_sk = _project_sk(grant.project_id, GRANT, name)
        row = {**_key(grant.account_id, GRANT, name), "project_sk": project_sk}
        return self.table.putting(row | grant.model_dump(mode="json", exclude_none=True))

    def revoking(self, grant: Grant) -> Write:
        """The write that takes a grant back; it fails unless this very grant is stored."""
        key = _key(grant.account_id, GRANT, _grant_id(grant.credential_id, grant.principal_id, grant.work_id))
        return self.table.deleting(key, {"at": to_iso(grant.decided_at)}, condition="decided_at = :at")

    def depositing(self, credential: Credential, value: SealedValue) -> list[Write]:
        """The writes of a deposit. A first version fails when the id is taken, a later one unless it is the next.

        A later version does not touch the count of uses, because the worker may be adding to it.
        """
        key = _key(credential.account_id, CREDENTIAL, credential.id)
        fields = credential.model_dump(mode="json")
        storing = self.table.putting({**_value_key(credential.id), **value.model_dump(mode="json")})
        if credential.version == 1:
            project_sk = _project_sk(credential.project_id, CREDENTIAL, credential.id)
            return [self.table.putting_new({**key, "project_sk": project_sk, **fields}), storing]
        expression, values = assignments({name: fields[name] for name in sorted(_NEW_VERSION)})
        values["replaced"] = credential.version - 1
        return [self.table.updating(key, expression, values, condition="#version = :replaced"), storing]

    def raising(self, request: CredentialRequest) -> Write:
        """The write of a new request."""
        key = _key(request.account_id, REQUEST, request.id)
        project_sk = _project_sk(request.project_id, REQUEST, request.id)
        row = {**key, "project_sk": project_sk, **request.model_dump(mode="json")}
        return self.table.putting_new(row | outbox.mark(request.project_id, request_rules.reminder_at(request)))

    def closing(self, closed: CredentialRequest) -> Write:
        """The write that ends a request; it fails unless the request is pending."""
        unmarked = dict.fromkeys(outbox.ATTRIBUTES)
        expression, values = assignments(closed.model_dump(mode="json", include=_CLOSED) | unmarked)
        return self._updating_pending(closed, expression, values)

    def reminding(self, reminded: CredentialRequest) -> Write:
        """The write that records a reminder; it fails unless the request is pending."""
        moved = outbox.mark(reminded.project_id, request_rules.reminder_at(reminded))
        expression, values = assignments(reminded.model_dump(mode="json", include={"reminded_at"}) | moved)
        return self._updating_pending(reminded, expression, values)

    def list_unheeded(self, window: outbox.Window) -> list[CredentialRequest]:
        """Query index outbox: pending requests whose next reminder was due in `window`."""
        return [_request(row) for row in outbox.list_waiting(self.table, window)]

    def deleting(self, deleted: DeletedCredential) -> list[Write]:
        """The writes that delete metadata and value and put a row that says whose the uses were; they fail if gone."""
        key = _key(deleted.account_id, CREDENTIAL, deleted.id)
        staying = {**_key(deleted.account_id, DELETED, deleted.id), **deleted.model_dump(mode="json")}
        return [
            self.table.deleting(key, {}, condition="attribute_exists(pk)"),
            self.table.deleting(_value_key(deleted.id)),
            self.table.putting(staying),
        ]

    def _changed(self, key: Item, expression: str, values: Item, *, condition: str) -> bool:
        try:
            self.table.update(key, expression, values, condition=condition)
        except ConditionFailed:
            return False
        return True

    def _updating_pending(self, request: CredentialRequest, expression: str, values: Item) -> Write:
        values = values | {"pending": RequestStatus.PENDING.value}
        key = _key(request.account_id, REQUEST, request.id)
        return self.table.updating(key, expression, values, condition="#status = :pending")

    def _page(
        self, account_id: str, kind: str, part: Slice, status: RequestStatus | None = None
    ) -> tuple[list[Item], bool]:
        """The first rows of the part, newest first, and whether there are more."""
        if status is None and (part.within is None or part.project_id is not None):
            page = self.table.query_page(**_asked(account_id, kind, part), limit=part.limit)
            return page.items, page.has_more
        rows = self._list(account_id, kind, part, status)
        first = fitting(rows, part.limit)
        return first, len(first) < len(rows)

    def _list(self, account_id: str, kind: str, part: Slice, status: RequestStatus | None = None) -> list[Item]:
        """All rows of the part, newest first; its limit is left to the caller."""
        rows = self.table.query_all(**_asked(account_id, kind, part))
        fits = [row for row in rows if status is None or row["status"] == status.value]
        return [row for row in fits if part.within is None or row["project_id"] in part.within]


@cache
def vault_store() -> VaultStore:
    """The store, built once for each process."""
    return VaultStore(Table(settings.vault_table))


class _Asked(QueryOptions):
    condition: str
    values: Item


def _asked(account_id: str, kind: str, part: Slice) -> _Asked:
    """The query of one kind of rows, newest first."""
    start: Item | None = _key(account_id, kind, part.after) if part.after else None
    asked: _Asked = {
        "condition": "pk = :pk AND begins_with(sk, :prefix)",
        "values": {"pk": f"ACCOUNT#{account_id}", "prefix": kind},
        "backwards": True,
        "start": start,
    }
    if part.project_id is not None:
        prefix = _project_sk(part.project_id, kind, "")
        asked["condition"] = "pk = :pk AND begins_with(project_sk, :prefix)"
        asked["values"] = {**asked["values"], "prefix": prefix}
        asked |= {"index": BY_PROJECT, "consistent": True}
        asked["start"] = start and {**start, "project_sk": prefix + str(part.after)}
    return asked


def _key(account_id: str, kind: str, record_id: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": kind + record_id}


def _project_sk(project_id: str, kind: str, record_id: str) -> str:
    return f"{project_id}#{kind}{record_id}"


def _value_key(credential_id: str) -> Item:
    return {"pk": f"VALUE#{credential_id}", "sk": "VALUE"}


def _use_key(credential_id: str, use_id: str) -> Item:
    return {"pk": f"CREDENTIAL#{credential_id}", "sk": USE + use_id}


def _grant_id(credential_id: str, principal_id: str, work_id: str | None) -> str:
    return f"{credential_id}#{principal_id}#{work_id or '*'}"


def _credential(item: Item) -> Credential:
    return Credential.model_validate(_fields(item))


def _request(item: Item) -> CredentialRequest:
    return CredentialRequest.model_validate(_fields(item))


def _fields(item: Item) -> Item:
    """A row without its keys and its outbox marks."""
    return {name: value for name, value in item.items() if name not in {"pk", "sk", "project_sk", *outbox.ATTRIBUTES}}
