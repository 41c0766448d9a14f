"""Deleting an account and restoring it, as its owner asks for it; `worker` does what follows.

One transaction marks the account's row, ends every session and suspends every key. The authorizer needs no new check:
it takes a suspended key for a revoked one, and the one new session says that it may only undo (ADR 33).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict, InvalidRequest
from common.ids import derived_id
from common.services import frozen
from domain.audit.log import actor_of, noting
from domain.audit.records import EntryType
from domain.connections.closing import ClosingConnections, closing_connections
from domain.events.log import settle_writes
from domain.identity.closing import ClosingService, closing_service
from domain.keys.closing import ClosingKeys, closing_keys
from domain.leaving.calling import Caller as Leaver
from domain.leaving.calling import leaver
from domain.leaving.models import AccountClosing, AccountRestored, CloseAccount
from domain.leaving.records import ACCOUNT_KEPT, ClosingAccount, State
from domain.leaving.store import LeavingStore, leaving_store
from domain.mail.outgoing import Outgoing, outgoing
from domain.mail.records import Kind, Mail


class NotClosing(Conflict):
    """The account is not being deleted."""

    code = "NOT_CLOSING"
    default_message = "Nobody is deleting this account. There is nothing to undo."


class TooLate(Conflict):
    """The time to restore the account is over."""

    code = "TOO_LATE"
    default_message = "It is too late to restore this account. We are deleting it."


@frozen
class AccountLeaving:
    """Closes and restores accounts for their owners. `call` has the worker do now what is due for an account."""

    store: LeavingStore
    identity: ClosingService
    keys: ClosingKeys
    connections: ClosingConnections
    mails: Outgoing
    call: Leaver
    now: Callable[[], datetime]

    def close(self, caller: Caller, request: CloseAccount, origin: Origin) -> tuple[AccountClosing, str]:
        """Close the account; returns that with the token of a session that can only undo it.

        Raises: `InvalidRequest` unless the name or address is repeated, `Unauthenticated` when somebody was faster.
        """

        def closing() -> tuple[list[Write], tuple[ClosingAccount, str]]:
            now, owner = self.now(), self.identity.owner_of(caller)
            if _plain(request.confirm) not in {_plain(owner.account.name), _plain(owner.user.email)}:
                raise InvalidRequest.of("confirm", "Type the account's name or your email address.")
            gone_at = now + ACCOUNT_KEPT
            changed = self.identity.closing(owner, now, gone_at, origin)
            record = ClosingAccount(
                account_id=owner.account.id,
                user_id=owner.user.id,
                email=owner.user.email,
                closed_at=now,
                gone_at=gone_at,
            )
            ending = [
                *self.keys.suspending(record.account_id, now),
                *self.connections.revoking(record.account_id, now),
            ]
            writes = [*changed.writes, self.store.starting(record, now), *ending]
            noted = noting(EntryType.ACCOUNT_CLOSING, record.account_id, now, actor_of(caller), origin)
            return [*writes, noted, *self._telling(record)], (record, changed.token)

        record, token = settle_writes(closing)
        self.call.at_once(record.account_id)
        if self.mails.silent is None:
            self.mails.nudge(_mail_of(record))
        fields = record.model_dump(include={"account_id", "closed_at", "gone_at"})
        return AccountClosing(**fields), token

    def restore(self, caller: Caller, origin: Origin) -> tuple[AccountRestored, str]:
        """Restore the account; returns that with the token of a session that may do everything again.

        Raises: `NotClosing`, `TooLate`.
        """

        def restoring() -> tuple[list[Write], str]:
            now, owner = self.now(), self.identity.owner_of(caller)
            record = self.store.find_closing(caller.account_id)
            if record is None or owner.account.closed_at is None:
                raise NotClosing
            if record.state is not State.LEAVING or now >= record.gone_at:
                raise TooLate
            changed = self.identity.reopening(owner, now, origin)
            after = record.model_copy(update={"state": State.RESTORING})
            noted = noting(EntryType.ACCOUNT_RESTORED, record.account_id, now, actor_of(caller), origin)
            return [*changed.writes, self.store.changing(record, after, now), noted], changed.token

        token = settle_writes(restoring)
        self.call.at_once(caller.account_id)
        return AccountRestored(account_id=caller.account_id), token

    def _telling(self, record: ClosingAccount) -> list[Write]:
        return [self.mails.adding(_mail_of(record))] if self.mails.silent is None else []


@cache
def account_leaving() -> AccountLeaving:
    """The service, built once for each process."""
    return AccountLeaving(
        leaving_store(), closing_service(), closing_keys(), closing_connections(), outgoing(), leaver(), utc_now
    )


def _mail_of(record: ClosingAccount) -> Mail:
    return Mail(
        id=derived_id("mail", record.closed_at, record.account_id, Kind.CLOSING.value),
        account_id=record.account_id,
        kind=Kind.CLOSING,
        created_at=record.closed_at,
        due_at=record.closed_at,
        until=record.gone_at,
    )


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip().casefold()
