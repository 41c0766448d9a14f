"""The logs, for people signed in to the dashboard: the security log, where it ends, and the log of requests."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from typing import Annotated

from common.envelope import Envelope
from common.errors import NotFound
from common.gate import Access
from common.http import CurrentCaller, Door, Query
from domain.audit.models import EntryList, LogHead
from domain.audit.reading import END, reading_service
from domain.audit.records import EntryType
from domain.connections.service import connection_service
from domain.identity.contacts import contact_service
from domain.keys.service import key_service
from domain.usage.request_log import DayOrInstant, Filter, Label, RequestList, request_log_service
from domain.usage.service import note_request

door = Door("audit", after_request=note_request)
lambda_handler = door
SESSION = Access(session_only=True)
STATUSES = "^[245](xx|[0-9][0-9])$"


@door.route("GET", "/api/account/audit", SESSION)
def list_audit_entries(
    caller: CurrentCaller,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[int | None, Query(ge=1, le=END)] = None,
    type: Annotated[EntryType | None, Query()] = None,  # noqa: A002 - the query's name
) -> Envelope[EntryList]:
    """Newest first, of the last 400 days. With `type` a page may be short; see `has_more`."""
    page = reading_service().list_entries(
        caller.account_id, limit=limit, before=before, kind=type, names_of=partial(names_of, caller.account_id)
    )
    return Envelope(data=page)


@door.route("GET", "/api/account/audit/head", SESSION)
def get_audit_head(caller: CurrentCaller) -> Envelope[LogHead]:
    """Note `sequence` and `hash`: a log that no longer holds them was altered."""
    return Envelope(data=reading_service().head(caller.account_id))


@door.route("GET", "/api/account/requests", SESSION)
def list_requests(
    caller: CurrentCaller,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    cursor: Annotated[str | None, Query(max_length=1024)] = None,
    whose: Annotated[str | None, Query(alias="caller", max_length=64)] = None,
    status: Annotated[str | None, Query(pattern=STATUSES)] = None,
    request_id: Annotated[str | None, Query(max_length=64)] = None,
    first: Annotated[DayOrInstant | None, Query(alias="from", max_length=40)] = None,
    last: Annotated[DayOrInstant | None, Query(alias="to", max_length=40)] = None,
) -> Envelope[RequestList]:
    """Newest first: refusals of the last seven days, and successes of keys and programs of the last day.

    `caller` is `keys`, `session` or an id; `status` is `2xx`, `4xx`, `5xx` or one such as `403`; `from` and `to` are
    days or instants. Filtered, a page may be short; see `has_more`.
    """
    asked = Filter(whose, _statuses(status), request_id, first or "", last or "")
    labels = partial(labels_of, caller.account_id)
    page = request_log_service().list_requests(caller.account_id, asked, limit=limit, cursor=cursor, labels=labels)
    return Envelope(data=page)


def _statuses(asked: str | None) -> tuple[int, int] | None:
    """The lowest and highest status that a filter asks for: 400 to 499 for `4xx`, 404 alone for `404`; None for all."""
    if asked is None:
        return None
    return int(asked.replace("x", "0")), int(asked.replace("x", "9"))


def labels_of(account_id: str) -> Mapping[str, Label]:
    """The labels of the account's newest hundred keys and of its connected programs, by their ids."""
    keys = {key_id: Label(*known) for key_id, known in key_service().labels_of(account_id).items()}
    return keys | {one: Label(name) for one, name in connection_service().names_of(account_id).items()}


def names_of(account_id: str, ids: AbstractSet[str]) -> Mapping[str, str]:
    """Current names by id, for these users, keys and connections; keys beyond the newest hundred are left out."""
    names: dict[str, str] = {}
    if any(one.startswith("key_") for one in ids):
        names |= key_service().names_of(account_id)
    if any(one.startswith("con_") for one in ids):
        names |= connection_service().names_of(account_id)
    users = [one for one in ids if one.startswith("usr_")]
    with suppress(NotFound):  # the log is shown without names, too
        address = contact_service().contact_of(account_id).address if users else None
        names |= dict.fromkeys(users, address) if address else {}
    return names
