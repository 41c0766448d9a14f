"""Mail table: pk = ADDRESS#hash sk = SUPPRESSED; pk = TOKEN#hash sk = TOKEN; pk = INVITED#hash sk = ALL, ACCOUNT#id.

pk = ACCOUNT#id with sk = PREFERENCES · ASKED#kind · MAIL#id · DIGEST#mail#sequence · LATEST#purpose#subject ·
TOKEN#hash · INVITED#hash.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from common import one_time
from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write, assignments
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed, changed_if_failed, transact
from domain.events.records import Event
from domain.mail.invitations import Invited
from domain.mail.records import BOUNCED, COMPLAINED, Kind, Mail, Preferences, State
from domain.mail.token_records import Asked, Token
from domain.work import outbox

KEPT = timedelta(days=30)


@service
class MailStore:
    """The access patterns of mails, preferences, tokens and suppressed addresses."""

    table: Table

    def find_preferences(self, account_id: str) -> Preferences:
        """GetItem pk=ACCOUNT#id, sk=PREFERENCES; the defaults when the account never chose."""
        return Preferences.model_validate(_fields(self.table.get(_key(account_id, "PREFERENCES")) or {}))

    def save_preferences(self, account_id: str, changes: Item) -> Preferences:
        """UpdateItem pk=ACCOUNT#id, sk=PREFERENCES, only what changes; returns all of them."""
        expression, values = assignments(changes)
        row = self.table.update(_key(account_id, "PREFERENCES"), expression, values, returning="ALL_NEW")
        return Preferences.model_validate(_fields(row or {}))

    def adding(self, mail: Mail) -> Write:
        """The write of a new mail, for the transaction of what causes it; it waits in the outbox from `due_at` on."""
        return self.table.putting({**_mail_key(mail.account_id, mail.id), **_row_of(mail)})

    def collecting(self, digest: Mail) -> Write:
        """The write that puts a digest, unless an earlier event has put it already.

        The transaction fails once a worker has claimed the digest, so that no event is added too late.
        """
        row = _row_of(digest)
        expression = ", ".join(f"#{name} = if_not_exists(#{name}, :{name})" for name in row)
        condition = "attribute_not_exists(pk) OR (#state = :state AND attempts = :attempts)"
        key = _mail_key(digest.account_id, digest.id)
        return self.table.updating(key, f"SET {expression}", row, condition=condition)

    def adding_to_digest(self, digest: Mail, event: Event) -> Write:
        """The write that adds an event to a digest."""
        expires = _epoch(digest.due_at + KEPT)
        fields = event.model_dump(mode="json", exclude_none=True)
        key = _key(digest.account_id, f"{_digest_prefix(digest)}{event.sequence:012}")
        return self.table.putting({**key, **fields, "expires_at_epoch": expires})

    def list_in_digest(self, digest: Mail) -> list[Event]:
        """Query pk=ACCOUNT#id, sk begins DIGEST#mail: the events that a digest tells, in the feed's order."""
        rows = self.table.query_all(
            "pk = :pk AND begins_with(sk, :digest)",
            {"pk": f"ACCOUNT#{digest.account_id}", "digest": _digest_prefix(digest)},
        )
        return [Event.model_validate(_fields(row)) for row in rows]

    def find_mail(self, account_id: str, mail_id: str) -> Mail | None:
        """GetItem pk=ACCOUNT#id, sk=MAIL#id."""
        row = self.table.get(_mail_key(account_id, mail_id))
        return Mail.model_validate(_fields(row)) if row else None

    def claim(self, mail: Mail, now: datetime, lease_until: datetime) -> Mail | None:
        """UpdateItem pk=ACCOUNT#id, sk=MAIL#id: lease a due mail; None if it is not due or another worker has it.

        Its outbox mark moves to the lease's end: when the worker dies, the sweep finds the mail again.
        """
        changes = {
            "attempts": mail.attempts + 1,
            "lease_until": to_iso(lease_until),
            **outbox.mark(mail.account_id, lease_until),
        }
        expression, values = assignments(changes)
        values |= {"seen": mail.attempts, "waiting": State.WAITING.value, "now": to_iso(now)}
        condition = (
            "#state = :waiting AND #attempts = :seen AND due_at <= :now"
            " AND (attribute_not_exists(lease_until) OR lease_until <= :now)"
        )
        key = _mail_key(mail.account_id, mail.id)
        try:
            row = self.table.update(key, expression, values, condition=condition, returning="ALL_NEW")
        except ConditionFailed:
            return None
        return Mail.model_validate(_fields(row or {}))

    def finish(self, mail: Mail, changes: Item) -> None:
        """UpdateItem pk=ACCOUNT#id, sk=MAIL#id: write `changes`, end the lease; nothing if another worker claimed it.

        `mail`: as `claim` returned it. With a `state` in `changes` the mail leaves the outbox; without, it waits again
        until `due_at`, which they must then hold.
        """
        waiting = changes.get("state") is None
        marks = outbox.mark(mail.account_id, changes["due_at"]) if waiting else dict.fromkeys(outbox.ATTRIBUTES)
        plain = {name: to_iso(value) if isinstance(value, datetime) else value for name, value in changes.items()}
        expression, values = assignments({**plain, "lease_until": None, **marks})
        key = _mail_key(mail.account_id, mail.id)
        try:
            self.table.update(key, expression, values | {"mine": mail.attempts}, condition="attempts = :mine")
        except ConditionFailed:
            return

    def list_waiting(self, window: outbox.Window) -> list[Mail]:
        """Query index outbox: mails of all accounts that fell due within the window."""
        return [Mail.model_validate(_fields(row)) for row in outbox.list_waiting(self.table, window)]

    def find_asked(self, account_id: str, kind: Kind) -> Asked:
        """GetItem pk=ACCOUNT#id, sk=ASKED#kind: how often the customer asked for such a mail; 0 without a row."""
        return Asked.model_validate(_fields(self.table.get(_asked_key(account_id, kind)) or {}))

    def add_asked(self, seen: Asked, asked: Asked, mail: Mail, *also: Write) -> None:
        """Transaction: put the mail, replace `seen` by `asked`, write `also`. Raises `ChangedMeanwhile`."""
        expression, values = assignments(asked.model_dump(mode="json"))
        condition = "last_at = :seen" if seen.last_at else "attribute_not_exists(pk)"
        values |= {"seen": to_iso(seen.last_at)} if seen.last_at else {}
        counting = self.table.updating(_asked_key(mail.account_id, mail.kind), expression, values, condition=condition)
        with changed_if_failed():
            transact([counting, self.adding(mail), *also])

    def find_invited(self, address: str, account_id: str | None) -> Invited:
        """GetItem pk=INVITED#hash: how often an account invited this address; None: all accounts together."""
        return Invited.model_validate(_fields(self.table.get(_invited_key(address, account_id)) or {}))

    def inviting(self, address: str, account_id: str | None, invited: Invited, now: datetime) -> list[Write]:
        """The writes of a count that was read and raised, and of its entry in an account's list; fail if it changed."""
        expires = {"expires_at_epoch": _epoch(now + 2 * KEPT)}
        row = {**_invited_key(address, account_id), **invited.model_dump(mode="json"), **expires}
        write = self.table.putting(row)
        write["Put"]["ConditionExpression"] = "attribute_not_exists(pk)" if invited.version == 1 else "version = :seen"
        if invited.version > 1:
            write["Put"]["ExpressionAttributeValues"] = {":seen": {"N": str(invited.version - 1)}}
        if account_id is None:
            return [write]
        return [write, self.table.putting({**_key(account_id, f"INVITED#{_hash(address)}"), **expires})]

    def put_new_token(self, token_hash: str, token: Token) -> None:
        """Transaction: put a token, list it under its account, and note it as the latest of its purpose and subject."""
        expires = {"expires_at_epoch": _epoch(token.expires_at)}
        issued = to_iso(token.issued_at)
        key = _latest_key(token)
        transact(
            [
                self.table.putting_new({**_token_key(token_hash), **token.model_dump(mode="json"), **expires}),
                self.table.updating(
                    key,
                    "SET issued_at = :at, expires_at_epoch = :gone",
                    {"at": issued, "gone": _epoch(token.expires_at)},
                ),
                self.table.putting({**_key(token.account_id, f"TOKEN#{token_hash}"), **expires}),
            ]
        )

    def find_token(self, token_hash: str) -> Token | None:
        """GetItem pk=TOKEN#hash."""
        row = self.table.get(_token_key(token_hash))
        return Token.model_validate(_fields(row)) if row else None

    def find_latest(self, token: Token) -> datetime:
        """GetItem pk=ACCOUNT#id, sk=LATEST#purpose#subject: when the latest such token was made, or else this one."""
        row = self.table.get(_latest_key(token))
        return datetime.fromisoformat(row["issued_at"]) if row else token.issued_at

    def using(self, token_hash: str, now: datetime) -> Write:
        """The write that uses a token up, for the transaction of what it allows; fails if the token was used."""
        return one_time.using(self.table, _token_key(token_hash), now)

    def suppress(self, address: str, reason: str, now: datetime) -> None:
        """PutItem pk=ADDRESS#hash: nothing is sent to this address any more. A bounce does not replace a complaint."""
        write = self.table.putting({**_address_key(address), "reason": reason, "at": to_iso(now)})
        if reason != COMPLAINED:
            write["Put"]["ConditionExpression"] = "attribute_not_exists(pk) OR reason <> :complained"
            write["Put"]["ExpressionAttributeValues"] = {":complained": {"S": COMPLAINED}}
        with suppress(TransactionFailed):
            transact([write])

    def forget_suppression(self, address: str) -> None:
        """DeleteItem pk=ADDRESS#hash: the address gets mail again. For an account that is deleted."""
        self.table.delete(_address_key(address))

    def find_suppression(self, address: str) -> str | None:
        """GetItem pk=ADDRESS#hash: why this address gets no mail (`BOUNCED`, `COMPLAINED`); None if it gets mail."""
        row = self.table.get(_address_key(address))
        return str(row["reason"]) if row else None

    def freeing(self, address: str) -> Write:
        """The write by which an address that bounced gets mail again; it fails when its owner has complained."""
        free = "attribute_not_exists(pk) OR reason = :bounced"
        return self.table.deleting(_address_key(address), {"bounced": BOUNCED}, condition=free)


@cache
def mail_store() -> MailStore:
    """The store, built once for each process."""
    return MailStore(Table(settings.mail_table))


def _row_of(mail: Mail) -> Item:
    fields = mail.model_dump(mode="json", exclude_none=True)
    return {**fields, **outbox.mark(mail.account_id, mail.due_at), "expires_at_epoch": _epoch(mail.due_at + KEPT)}


def _key(account_id: str, sk: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": sk}


def _mail_key(account_id: str, mail_id: str) -> Item:
    return _key(account_id, f"MAIL#{mail_id}")


def _asked_key(account_id: str, kind: Kind) -> Item:
    return _key(account_id, f"ASKED#{kind.value}")


def _digest_prefix(digest: Mail) -> str:
    return f"DIGEST#{digest.id}#"


def _latest_key(token: Token) -> Item:
    return _key(token.account_id, f"LATEST#{token.purpose.value}#{token.subject}")


def _token_key(token_hash: str) -> Item:
    return {"pk": f"TOKEN#{token_hash}", "sk": "TOKEN"}


def _address_key(address: str) -> Item:
    return {"pk": f"ADDRESS#{_hash(address)}", "sk": "SUPPRESSED"}


def _invited_key(address: str, account_id: str | None) -> Item:
    return {"pk": f"INVITED#{_hash(address)}", "sk": f"ACCOUNT#{account_id}" if account_id else "ALL"}


def _hash(address: str) -> str:
    """The hash that stands for an address in keys, so that the rows do not tell whom we know."""
    return hashlib.sha256(address.strip().lower().encode()).hexdigest()


def _epoch(moment: datetime) -> int:
    return int(moment.timestamp())


def _fields(row: Item) -> dict[str, Any]:
    own = {"pk", "sk", "expires_at_epoch", *outbox.ATTRIBUTES}
    return {name: value for name, value in row.items() if name not in own}
