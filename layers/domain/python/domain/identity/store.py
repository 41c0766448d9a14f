"""The identity table: pk = ACCOUNT#id · USER#email · LOGIN#mark · SESSION#hash. No index.

For a week after a change of address, USER#old is a row without a user: it keeps the old address for its owner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write, assignments
from common.errors import ChangedMeanwhile, NotFound
from common.model import Model
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed, changed_if_failed, transact
from domain.events.log import commit, commit_as_read
from domain.identity.models import Account, LoginFailures, Place, Session, SessionOwner, User
from domain.limits.marks import mark_of

RESERVED = timedelta(days=7)
_ENDED_KEPT = timedelta(days=5)  # until its requests are rolled; an account that closes is gone after seven days
_FAILURES_KEPT_SECONDS = 24 * 60 * 60
_NEVER = datetime.max.replace(tzinfo=UTC)
_STILL_OPEN = "attribute_exists(pk) AND attribute_not_exists(#ended)"
_AS_READ = "sessions = :seen AND password_hash = :old_hash"


class EmailTaken(Exception):
    """Another user has this e-mail address."""


@service
class IdentityStore:
    """The access patterns of accounts, users and sessions. The authorizer has a store of its own."""

    table: Table

    def put_new_customer(self, account: Account, user: User, session: Session, also: Sequence[Write] = ()) -> None:
        """Transaction: put the account, its first user, that user's session, and what follows. Raises `EmailTaken`."""
        account_item = {"pk": f"ACCOUNT#{account.id}", **account.model_dump(mode="json")}
        writes = [self._claiming(user, user.created_at), self.table.putting_new(account_item), self._putting(session)]
        try:
            commit([*writes, *also])
        except TransactionFailed as error:
            raise EmailTaken from error

    def find_user(self, email: str) -> User | None:
        """GetItem pk=USER#email; None when nobody has this address, or it is only reserved."""
        item = self.table.get({"pk": _user_key(email)})
        return User.model_validate(item) if item and "password_hash" in item else None

    def find_session_owner(self, email: str) -> SessionOwner | None:
        """GetItem pk=USER#email, as `find_user`, without the hash of the password."""
        item = self.table.get({"pk": _user_key(email)}, projection="id, account_id, email, sessions")
        return SessionOwner.model_validate(item) if item and "sessions" in item else None

    def get_account(self, account_id: str) -> Account:
        """GetItem pk=ACCOUNT#id. Raises `NotFound`."""
        item = self.table.get({"pk": f"ACCOUNT#{account_id}"})
        if item is None:
            raise NotFound("No such account.")
        return Account.model_validate(item)

    def update_account(self, account_id: str, changes: dict[str, str]) -> Account:
        """UpdateItem pk=ACCOUNT#id; returns the whole account as changed."""
        expression, values = assignments(changes)
        item = self.table.update(
            {"pk": f"ACCOUNT#{account_id}"}, expression, values, condition="attribute_exists(pk)", returning="ALL_NEW"
        )
        return Account.model_validate(item)

    def put_verified(self, account_id: str, address: str, also: Sequence[Write]) -> None:
        """Transaction: `verifying` and `also`. Raises `ChangedMeanwhile` if the account has another address by now."""
        with changed_if_failed():
            transact([self.verifying(account_id, address), *also])

    def verifying(self, account_id: str, address: str) -> Write:
        """The write by which the account's address is verified; it fails when that is not `address`."""
        return self.table.updating(
            {"pk": f"ACCOUNT#{account_id}"},
            "SET email_verified = :true",
            {"true": True, "address": address},
            condition="email = :address",
        )

    def put_address(self, account_id: str, address: str) -> Account:
        """UpdateItem pk=ACCOUNT#id: set its address, unless it has one; returns the account as it is now."""
        item = self.table.update(
            {"pk": f"ACCOUNT#{account_id}"},
            "SET email = if_not_exists(email, :address)",
            {"address": address},
            condition="attribute_exists(pk)",
            returning="ALL_NEW",
        )
        return Account.model_validate(item)

    def get_session(self, session_hash: str) -> Session:
        """GetItem pk=SESSION#hash. Raises `NotFound`, when it has ended too."""
        item = self.table.get({"pk": _session_key(session_hash)})
        if item is None or "ended" in item:
            raise NotFound("No such session.")
        return Session.model_validate(item)

    def prove(self, session_hash: str, now: datetime) -> None:
        """UpdateItem pk=SESSION#hash: proved_at of a session that is still there. Raises `NotFound`."""
        key, values = {"pk": _session_key(session_hash)}, {"at": to_iso(now)}
        try:
            self.table.update(key, "SET proved_at = :at", values, condition=_STILL_OPEN)
        except ConditionFailed as error:
            raise NotFound("No such session.") from error

    def start_session(
        self, user: User, session: Session, kept: dict[str, datetime], places: dict[str, Place], also: Sequence[Write]
    ) -> None:
        """Transaction: put the session, list it, the `kept` ones and the places with the user, end the others.

        Raises `ChangedMeanwhile` when the user's password or sessions changed after they were read.
        """
        changes = {"sessions": {**kept, session.session_hash: session.created_at}, "places": places}
        self._change_user(user, changes, session.created_at, [self._putting(session), *also])

    def end_sessions(self, user: User, ended: Collection[str], now: datetime, also: Sequence[Write]) -> None:
        """Transaction: end sessions, and remove their entries in the user's list. Raises `ChangedMeanwhile`."""
        self._change_user(user, {"sessions": _without(user, ended)}, now, also)

    def set_password(
        self, user: User, password_hash: str, now: datetime, *, kept_session: str | None, also: Sequence[Write]
    ) -> None:
        """Transaction: set the hash, end all sessions but `kept_session`; if None, forget the user's places too.

        Raises `ChangedMeanwhile`.
        """
        kept = {key: at for key, at in user.sessions.items() if key == kept_session}
        changes: dict[str, Any] = {"sessions": kept, "password_hash": password_hash}
        self._change_user(user, changes if kept_session else {**changes, "places": {}}, now, also)

    def move_user(self, user: User, moved: User, now: datetime, *, verified: bool, also: Sequence[Write]) -> None:
        """Transaction: the user's row goes to another address; the account's mail goes there; the address is verified.

        `verified`: whether the old address was. Then nobody else gets it for a week, so that its owner can undo this.
        Who is at that address already stays there.

        Raises: `EmailTaken`, `ChangedMeanwhile`.
        """
        if moved.email == user.email:
            changes = moved.model_dump(mode="json", include={"sessions", "password_hash", "places", "undoable"})
            self._change_user(user, changes, now, also)
            return
        until = now + RESERVED if verified else now
        kept = {"account_id": user.account_id, "reserved_until": to_iso(until)}
        old = {"pk": _user_key(user.email), **kept, "expires_at_epoch": int(until.timestamp())}
        reserving = self.table.putting(old, condition=_AS_READ, values=_as_read(user))
        account = self.table.updating(
            {"pk": f"ACCOUNT#{user.account_id}"},
            "SET email = :new, email_verified = :true, email_since = :now",
            {"new": moved.email, "true": True, "now": to_iso(now), "old": user.email},
            condition="attribute_not_exists(email) OR email = :old",
        )
        ended = self._ending_all_but(moved.sessions, user, now)
        try:
            commit([self._claiming(moved, now), reserving, account, *ended, *also])
        except TransactionFailed as error:
            raise (EmailTaken if 0 in error.failed else ChangedMeanwhile) from error

    def rehash_password(self, user: User, password_hash: str) -> None:
        """UpdateItem pk=USER#email: password_hash. Raises `ChangedMeanwhile` when it changed after it was read."""
        values = {"old": user.password_hash, "new": password_hash}
        self._update_as_read(_user_key(user.email), "SET password_hash = :new", values, "password_hash = :old")

    def find_login_failures(self, source: str, email: str) -> LoginFailures:
        """GetItem pk=LOGIN#mark of source and address; without a row there were no failures."""
        item = self.table.get({"pk": _failures_key(source, email)})
        return LoginFailures.model_validate(item or {})

    def count_login_attempt(
        self, source: str, email: str, seen: LoginFailures, counted: LoginFailures, now: datetime
    ) -> None:
        """UpdateItem pk=LOGIN#mark of source and address, from `seen` to `counted`. Raises `ChangedMeanwhile`."""
        expires = int(now.timestamp()) + _FAILURES_KEPT_SECONDS
        expression, values = assignments({**counted.model_dump(mode="json"), "expires_at_epoch": expires})
        condition = "#count = :seen" if seen.count else "attribute_not_exists(pk)"
        values |= {"seen": seen.count} if seen.count else {}
        self._update_as_read(_failures_key(source, email), expression, values, condition)

    def forget_login_failures(self, source: str, email: str) -> None:
        """DeleteItem pk=LOGIN#mark of source and address."""
        self.table.delete({"pk": _failures_key(source, email)})

    def closing(self, account: Account, user: SessionOwner, session: Session) -> list[Write]:
        """The writes that close an account: `session`, which may only undo that, takes the place of all sessions.

        They fail when the account was closed or the user's sessions changed after they were read.
        """
        marking = self.table.updating(
            {"pk": f"ACCOUNT#{account.id}"},
            "SET closed_at = :closed, gone_at = :gone",
            {"closed": to_iso(account.closed_at or _NEVER), "gone": to_iso(account.gone_at or _NEVER)},
            condition="attribute_exists(pk) AND attribute_not_exists(closed_at)",
        )
        return [marking, *self._replacing_sessions(user, session)]

    def reopening(self, account: Account, user: SessionOwner, session: Session) -> list[Write]:
        """The writes to reopen an account with only `session`; they fail if `closed_at` or the sessions changed."""
        unmarking = self.table.updating(
            {"pk": f"ACCOUNT#{account.id}"},
            "REMOVE closed_at, gone_at",
            {"seen": to_iso(account.closed_at or _NEVER)},
            condition="closed_at = :seen",
        )
        return [unmarking, *self._replacing_sessions(user, session)]

    def _replacing_sessions(self, user: SessionOwner, session: Session) -> list[Write]:
        values = {"sessions": {session.session_hash: to_iso(session.created_at)}, "seen": _plain(user.sessions)}
        update = self.table.updating(
            {"pk": _user_key(user.email)}, "SET sessions = :sessions", values, condition="sessions = :seen"
        )
        return [update, *self._ending_all_but((), user, session.created_at), self._putting(session)]

    def write(self, writes: Sequence[Write]) -> None:
        """Transaction: what is noted or sent without a change to a row of identity. Nothing to write is fine, too."""
        if writes:
            commit(writes)

    def _change_user(self, user: User, changes: dict[str, Any], now: datetime, also: Iterable[Write]) -> None:
        """Change a user's row if it is as read, and end the sessions no longer listed. Raises `ChangedMeanwhile`."""
        key = {"pk": _user_key(user.email)}
        sets = ", ".join(f"{name} = :{name}" for name in changes)
        values = {name: _plain(value) for name, value in changes.items()} | _as_read(user)
        update = self.table.updating(key, f"SET {sets}", values, condition=_AS_READ)
        ended = self._ending_all_but(changes["sessions"], user, now)
        commit_as_read([update, *ended, *also])

    def _ending_all_but(self, kept: Collection[str], user: User | SessionOwner, now: datetime) -> list[Write]:
        """The writes that end sessions. Their rows hold requests still to be counted, so they stay for five days."""
        expression = "SET #ended = :true, expires_at_epoch = :expires"
        values = {"true": True, "expires": int((now + _ENDED_KEPT).timestamp())}
        ended = (key for key in user.sessions if key not in kept)
        return [self.table.updating({"pk": _session_key(key)}, expression, values) for key in ended]

    def _claiming(self, user: User, now: datetime) -> Write:
        """The write that puts a user at an address; it fails when that is taken, or reserved for another account."""
        item = {"pk": _user_key(user.email), **user.model_dump(mode="json")}
        over = "attribute_not_exists(password_hash) AND (reserved_until <= :now OR account_id = :own)"
        condition, values = f"attribute_not_exists(pk) OR ({over})", {"now": to_iso(now), "own": user.account_id}
        return self.table.putting(item, condition=condition, values=values)

    def _update_as_read(self, pk: str, expression: str, values: Item, condition: str) -> None:
        try:
            self.table.update({"pk": pk}, expression, values, condition=condition)
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def _putting(self, session: Session) -> Write:
        item: Item = {"pk": _session_key(session.session_hash), **session.model_dump(mode="json")}
        return self.table.putting_new(item | {"expires_at_epoch": int(session.idle_expires_at.timestamp())})


@cache
def identity_store() -> IdentityStore:
    """The store, built once for each process."""
    return IdentityStore(Table(settings.identity_table))


def _as_read(user: User) -> Item:
    return {"seen": _plain(user.sessions), "old_hash": user.password_hash}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Model):
        return value.model_dump(mode="json")
    return to_iso(value) if isinstance(value, datetime) else value


def _without(user: User, ended: Collection[str]) -> dict[str, datetime]:
    return {key: at for key, at in user.sessions.items() if key not in ended}


def _failures_key(source: str, email: str) -> str:
    return f"LOGIN#{mark_of(f'{source}#{email}')}"


def _user_key(email: str) -> str:
    return f"USER#{email}"


def _session_key(session_hash: str) -> str:
    return f"SESSION#{session_hash}"
