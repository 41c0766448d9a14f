"""The identity table: pk = ACCOUNT#id · USER#email · LOGIN#email · SESSION#hash. One row for each thing, no index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write, assignments
from common.errors import ChangedMeanwhile, NotFound
from common.settings import settings
from common.transactions import TransactionFailed, transact
from domain.events.log import commit
from domain.identity import sessions
from domain.identity.models import Account, LoginFailures, Session, User

_FAILURES_KEPT_SECONDS = 24 * 60 * 60
_NEVER = datetime.max.replace(tzinfo=UTC)
_STILL_OPEN = "attribute_exists(pk) AND attribute_not_exists(#ended)"


class EmailTaken(Exception):
    """Another user has this e-mail address."""


@dataclass(frozen=True, slots=True)
class IdentityStore:
    """The access patterns of accounts, users and sessions. The authorizer has a store of its own."""

    table: Table

    def put_new_customer(self, account: Account, user: User, session: Session, also: Sequence[Write] = ()) -> None:
        """Transaction: put the account, its first user, that user's session, and what follows. Raises `EmailTaken`."""
        account_item = {"pk": f"ACCOUNT#{account.id}", **account.model_dump(mode="json")}
        user_item = {"pk": _user_key(user.email), **user.model_dump(mode="json")}
        writes = [self.table.putting_new(user_item), self.table.putting_new(account_item), self._putting(session)]
        try:
            transact([*writes, *also])
        except TransactionFailed as error:
            raise EmailTaken from error

    def find_user(self, email: str) -> User | None:
        """GetItem pk=USER#email."""
        item = self.table.get({"pk": _user_key(email)})
        return User.model_validate(item) if item else None

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
        """Transaction: the account's address is verified, if it is still this one. Raises `ChangedMeanwhile`."""
        verified = self.table.updating(
            {"pk": f"ACCOUNT#{account_id}"},
            "SET email_verified = :true",
            {"true": True, "address": address},
            condition="email = :address",
        )
        try:
            transact([verified, *also])
        except TransactionFailed as error:
            raise ChangedMeanwhile from error

    def put_address(self, account_id: str, address: str) -> Account:
        """UpdateItem pk=ACCOUNT#id: where its mail goes, if that is not known; returns the account as it is now."""
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
        """UpdateItem proved_at of a session that is still there. Raises `NotFound`."""
        key, values = {"pk": _session_key(session_hash)}, {"at": to_iso(now)}
        try:
            self.table.update(key, "SET proved_at = :at", values, condition=_STILL_OPEN)
        except ConditionFailed as error:
            raise NotFound("No such session.") from error

    def start_session(
        self, user: User, session: Session, kept: dict[str, datetime], also: Sequence[Write] = ()
    ) -> None:
        """Transaction: put the session, list it and the `kept` ones with the user, end the others, write `also`.

        Raises `ChangedMeanwhile` when the user's password or sessions changed after they were read.
        """
        kept = {**kept, session.session_hash: session.created_at}
        self._change_sessions(user, kept, user.password_hash, [self._putting(session), *also])

    def end_session(self, user: User, session_hash: str) -> None:
        """Transaction: end the session, and remove its entry in the user's list. Raises `ChangedMeanwhile`."""
        kept = {key: at for key, at in user.sessions.items() if key != session_hash}
        self._change_sessions(user, kept, user.password_hash, [])

    def set_password(self, user: User, password_hash: str, *, kept_session: str | None) -> None:
        """Transaction: set the hash, end every session but `kept_session`. Raises `ChangedMeanwhile`."""
        kept = {key: at for key, at in user.sessions.items() if key == kept_session}
        self._change_sessions(user, kept, password_hash, [])

    def rehash_password(self, user: User, password_hash: str) -> None:
        """UpdateItem password_hash. Raises `ChangedMeanwhile` when the hash changed after it was read."""
        values = {"old": user.password_hash, "new": password_hash}
        self._update_as_read(_user_key(user.email), "SET password_hash = :new", values, "password_hash = :old")

    def find_login_failures(self, email: str) -> LoginFailures:
        """GetItem pk=LOGIN#email; without a row there were no failures."""
        item = self.table.get({"pk": f"LOGIN#{email}"})
        return LoginFailures.model_validate(item or {})

    def count_login_attempt(self, email: str, seen: LoginFailures, counted: LoginFailures, now: datetime) -> None:
        """UpdateItem pk=LOGIN#email from `seen` to `counted`. Raises `ChangedMeanwhile`."""
        expires = int(now.timestamp()) + _FAILURES_KEPT_SECONDS
        expression, values = assignments({**counted.model_dump(mode="json"), "expires_at_epoch": expires})
        condition = "#count = :seen" if seen.count else "attribute_not_exists(pk)"
        values |= {"seen": seen.count} if seen.count else {}
        self._update_as_read(f"LOGIN#{email}", expression, values, condition)

    def forget_login_failures(self, email: str) -> None:
        """DeleteItem pk=LOGIN#email."""
        self.table.delete({"pk": f"LOGIN#{email}"})

    def closing(self, account: Account, user: User, session: Session) -> list[Write]:
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

    def reopening(self, account: Account, user: User, session: Session) -> list[Write]:
        """The writes that undo `closing`; they fail when it was undone, or the sessions changed after being read."""
        unmarking = self.table.updating(
            {"pk": f"ACCOUNT#{account.id}"},
            "REMOVE closed_at, gone_at",
            {"seen": to_iso(account.closed_at or _NEVER)},
            condition="closed_at = :seen",
        )
        return [unmarking, *self._replacing_sessions(user, session)]

    def _replacing_sessions(self, user: User, session: Session) -> list[Write]:
        kept = {session.session_hash: session.created_at}
        return [*self._changing_sessions(user, kept, user.password_hash), self._putting(session)]

    def _change_sessions(
        self, user: User, kept: dict[str, datetime], password_hash: str, extra: Iterable[Write]
    ) -> None:
        try:
            commit([*self._changing_sessions(user, kept, password_hash), *extra])
        except TransactionFailed as error:
            raise ChangedMeanwhile from error

    def _changing_sessions(self, user: User, kept: dict[str, datetime], password_hash: str) -> list[Write]:
        values = {
            "sessions": {key: to_iso(at) for key, at in kept.items()},
            "seen": {key: to_iso(at) for key, at in user.sessions.items()},
            "old": user.password_hash,
            "new": password_hash,
        }
        update = self.table.updating(
            {"pk": _user_key(user.email)},
            "SET sessions = :sessions, password_hash = :new",
            values,
            condition="sessions = :seen AND password_hash = :old",
        )
        return [update, *(self._ending(key, at) for key, at in user.sessions.items() if key not in kept)]

    def _update_as_read(self, pk: str, expression: str, values: Item, condition: str) -> None:
        try:
            self.table.update({"pk": pk}, expression, values, condition=condition)
        except ConditionFailed as error:
            raise ChangedMeanwhile from error

    def _ending(self, session_hash: str, created_at: datetime) -> Write:
        """The end of a session. Its row holds requests that are still to be counted, so the sweep removes it."""
        values = {"true": True, "expires": int((created_at + sessions.ABSOLUTE).timestamp())}
        expression = "SET #ended = :true, expires_at_epoch = if_not_exists(expires_at_epoch, :expires)"
        return self.table.updating({"pk": _session_key(session_hash)}, expression, values)

    def _putting(self, session: Session) -> Write:
        item: Item = {"pk": _session_key(session.session_hash), **session.model_dump(mode="json")}
        return self.table.putting_new(item | {"expires_at_epoch": int(session.expires_at.timestamp())})


@cache
def identity_store() -> IdentityStore:
    """The one store of this process."""
    return IdentityStore(Table(settings.identity_table))


def _user_key(email: str) -> str:
    return f"USER#{email}"


def _session_key(session_hash: str) -> str:
    return f"SESSION#{session_hash}"
