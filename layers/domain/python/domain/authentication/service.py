"""Finds the caller behind a request's headers, or raises why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller, CallerKind, Origin, TurnedAway
from common.clock import from_iso, to_iso, utc_now
from common.dynamo import Item
from common.errors import AddressNotAllowed, DomainError, Unauthenticated, Unavailable
from common.services import frozen, service
from common.settings import settings
from domain.authentication.admission import Admission
from domain.authentication.store import Presented, credential_store
from domain.authentication.windows import Limits, Moment, OverLimit, remaining
from domain.connections import tokens
from domain.connections.metadata import RESOURCE_PATH
from domain.identity import sessions
from domain.keys import addresses, secret
from domain.keys.scopes import SCOPES
from domain.limits.limiter import Limiter, limiter
from domain.limits.pool import account_pool
from domain.usage.areas import area_of
from domain.usage.counters import Counted, of_hour
from domain.usage.records import SESSIONS
from domain.usage.rolling import roll_service

_SCHEME = "bearer "
_REFUSALS_WITHIN = timedelta(minutes=1)
_NO_KEY = "This API key is not valid."
_CONNECTION = "CONNECTION#"
_LISTS_TRIED = 3
_LISTS_KEPT = 1_000
Counts = tuple[str, int]
_ENDED = "Your session has ended. Sign in again."
_BAD_TOKEN = "This access token is not valid any more. Connect again."  # noqa: S105 - a message
_WRONG_PLACE = f"An access token works at {RESOURCE_PATH} only. Use an API key here."


@frozen
class Use:
    """One request: the route's template, and where it came from, as the gateway saw it."""

    resource: str
    origin: Origin

    @property
    def address(self) -> str:
        """The client's IP address."""
        return self.origin.address


@frozen
class Admitted:
    """A caller who was let in, and what is left of their limit (`rate`), as the `RateLimit` header says it.

    `nth` is how many requests their credential has made in this hour, this one included.
    """

    caller: Caller
    rate: str
    nth: int


@service
class AuthenticationService:
    """Checks the key or access token in a request's `Authorization` header; without the header, its session.

    `refusals` is how many refused keys a minute one IP address may send; further ones get a 429. `lists` has, by the
    public parts of keys, the address lists to which they were limited when they were last used in this process.
    """

    admission: Admission
    limiter: Limiter
    refusals: int
    now: Callable[[], datetime]
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def authenticate(self, headers: Mapping[str, str], use: Use) -> Admitted:
        """The caller behind `headers` (lower-case names).

        Raises:
            Unauthenticated: with code UNAUTHORIZED, API_KEY_EXPIRED, API_KEY_REVOKED or SESSION_EXPIRED.
            AddressNotAllowed: the key is good, but not at this address.
            TooManyRequests: the credential, its account or the address made too many. Unavailable: a table is down.
        """
        authorization = headers.get("authorization")
        if authorization is not None:
            return self._by_key(authorization, use)
        token = sessions.find_token(headers)
        if token is None:
            raise Unauthenticated
        return self._by_session(token, use)

    def _by_key(self, authorization: str, use: Use) -> Admitted:
        if not authorization[: len(_SCHEME)].lower() == _SCHEME:
            raise Unauthenticated("Send the API key in this header: Authorization: Bearer <key>")
        text = authorization[len(_SCHEME) :].strip()
        if text.startswith(tokens.ACCESS):
            return self._by_token(text, use)
        presented = secret.parse(text)
        if presented is None:
            raise Unauthenticated(_NO_KEY)
        try:
            row, counted = self._admit_key(presented, use)
        except (Unauthenticated, AddressNotAllowed):
            self._count_refusal(use.address)
            raise
        scopes, projects = frozenset(row["scopes"]), row.get("project_ids")
        project_ids = None if projects is None else frozenset(projects)
        if use.address not in row.get("used_from", ()):
            self._remember(row, use.origin)
        caller = Caller(row["account_id"], "api_key", row["id"], scopes, project_ids=project_ids, name=row.get("name"))
        return Admitted(caller, *counted)

    def _by_token(self, text: str, use: Use) -> Admitted:
        """Admit a program that was connected by signing in; its access token is good at `/mcp` only."""
        if use.resource != RESOURCE_PATH:
            raise Unauthenticated(_WRONG_PLACE)
        presented = secret.parse(text, tag=tokens.ACCESS)
        if presented is None:
            raise Unauthenticated(_BAD_TOKEN)
        now = self.now()
        try:
            row, counted = self._admit(_presented_token(presented, now), _Token(presented, now).recognise, use)
        except Unauthenticated:
            self._count_refusal(use.address)
            raise
        scopes = frozenset(row["scopes"])
        caller = Caller(row["account_id"], "connection", row["id"], scopes, name=row.get("client_name"))
        return Admitted(caller, *counted)

    def _admit_key(self, presented: secret.KeySecret, use: Use) -> tuple[Item, Counts]:
        """The key's row, and what it has used. Raises `Elsewhere`, and what `_Key.recognise` and `Admission.admit` do.

        A key's list of addresses is on its row, where the update cannot judge it. So the update names the list that we
        judged, and a row with another list refuses: requests from other addresses take nothing from the key's limit.
        """
        now = self.now()
        judged = self.lists.get(presented.public_part)
        if judged is not None and not addresses.is_within(use.address, judged):
            judged = None  # the list may have changed: the row says which one counts now
        for _ in range(_LISTS_TRIED):
            try:
                return self._admit(_presented_key(presented, now, judged), _Key(presented, now, judged).recognise, use)
            except _OtherList as other:
                if not addresses.is_within(use.address, other.allowed):
                    raise Elsewhere(other.counted) from None
                if len(self.lists) >= _LISTS_KEPT:
                    self.lists.clear()
                judged = self.lists[presented.public_part] = other.allowed
        raise Unavailable

    def _remember(self, row: Item, origin: Origin) -> None:
        """Remember an address from which the key was not used before."""
        # A rare case, and a slow import for the function that every request waits for.
        from domain.authentication import roaming  # noqa: PLC0415

        roaming.remember(row, origin, self.now())

    def _by_session(self, token: str, use: Use) -> Admitted:
        session_hash = sessions.token_hash(token)
        row, counted = self._admit(_presented_session(session_hash, self.now()), _Session(self.now()).recognise, use)
        scopes, proved_at = frozenset(SCOPES), from_iso(row.get("proved_at") or row["created_at"])
        caller = Caller(
            row["account_id"],
            "session",
            row["user_id"],
            scopes,
            session_hash,
            proved_at,
            closing=bool(row.get("closing")),
        )
        return Admitted(caller, *counted)

    def _admit(
        self, presented: Presented, recognise: Callable[[Item | None], Counted], use: Use
    ) -> tuple[Item, Counts]:
        row, moment = self.admission.admit(presented, recognise, area_of(use.resource), Moment(self.now()))
        return row, (remaining(row, moment, self.admission.limits), row[of_hour(moment.now)])

    def _count_refusal(self, address: str) -> None:
        """Count a refused key of this address. Raises `TooManyRequests` when it has had too many this minute."""
        self.limiter.take(f"address#{address}#refused_key", most=self.refusals, within=_REFUSALS_WITHIN)


class KeyEnded(Unauthenticated):
    """The right key was presented, but it was revoked or has expired. `counted` says whose it is."""

    def __init__(self, message: str, *, code: str, counted: Counted) -> None:
        super().__init__(message, code=code)
        self.counted = counted


class Elsewhere(AddressNotAllowed):
    """The key is good, but not at this address. `counted` says whose it is."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted = counted


def turned_away(refusal: DomainError) -> TurnedAway | None:
    """The caller whom `authenticate` refused with this error; None if they did not prove who they are."""
    counted = refusal.counted if isinstance(refusal, KeyEnded | Elsewhere | OverLimit) else None
    if counted is None:
        return None
    if counted.table == "identity":
        return TurnedAway(counted.account_id, "session", SESSIONS)
    kind: CallerKind = "connection" if counted.pk.startswith(_CONNECTION) else "api_key"
    return TurnedAway(counted.account_id, kind, counted.principal)


class _OtherList(Exception):
    """The key's row has another list of addresses than the one judged; `allowed` is that list."""

    def __init__(self, allowed: tuple[str, ...], counted: Counted) -> None:
        super().__init__("another list of addresses")
        self.allowed = allowed
        self.counted = counted


@frozen
class _Key:
    """Says why a key's row refused a request. `judged`: the list in which we found the address, None without one."""

    presented: secret.KeySecret
    now: datetime
    judged: tuple[str, ...] | None = None

    def recognise(self, row: Item | None) -> Counted:
        """What a good key's row counts for. Raises `_OtherList`, `Unauthenticated`, `KeyEnded` for the right secret."""
        if row is None or "secret_hash" not in row or not self.presented.matches(row["secret_hash"]):
            raise Unauthenticated(_NO_KEY)
        counted = Counted("keys", self.presented.public_part, row["account_id"], row["id"])
        if "revoked_at" in row:
            raise KeyEnded("This API key is revoked.", code="API_KEY_REVOKED", counted=counted)
        if "expires_at" in row and from_iso(row["expires_at"]) <= self.now:
            raise KeyEnded("This API key has expired.", code="API_KEY_EXPIRED", counted=counted)
        if "allowed_ips" in row and tuple(row["allowed_ips"]) != self.judged:
            raise _OtherList(tuple(row["allowed_ips"]), counted)
        return counted


@frozen
class _Token:
    """Says why the row of a connection refused a request with this access token."""

    presented: secret.KeySecret
    now: datetime

    def recognise(self, row: Item | None) -> Counted:
        """What the row of a good token counts for. Raises `Unauthenticated`, always in the same words."""
        if row is None or "revoked_at" in row or not self._is_good(row):
            raise Unauthenticated(_BAD_TOKEN)
        return Counted("keys", row["pk"], row["account_id"], row["id"])

    def _is_good(self, row: Item) -> bool:
        ends_at = row.get(tokens.access_attribute(self.presented.secret_hash))
        return ends_at is not None and self.now < from_iso(ends_at)


@frozen
class _Session:
    """Says why the row of a session refused a request."""

    now: datetime

    def recognise(self, row: Item | None) -> Counted:
        """What the row of a good session counts for. Raises `Unauthenticated` (SESSION_EXPIRED)."""
        if row is None or "ended" in row:
            raise Unauthenticated(_ENDED, code="SESSION_EXPIRED")
        if self.now >= min(from_iso(row["expires_at"]), from_iso(row["idle_expires_at"])):
            raise Unauthenticated(_ENDED, code="SESSION_EXPIRED")
        return Counted("identity", row["pk"], row["account_id"], SESSIONS)


def _presented_key(presented: secret.KeySecret, now: datetime, judged: tuple[str, ...] | None) -> Presented:
    """How a key is presented. `last_used_at` is kept to the minute, because each change costs a write to an index."""
    return Presented(
        table="keys",
        pk=presented.public_part,
        condition="secret_hash = :secret_hash AND attribute_not_exists(revoked_at)"
        " AND (attribute_not_exists(expires_at) OR expires_at > :now)"
        " AND (attribute_not_exists(allowed_ips) OR allowed_ips = :judged)",
        values={
            "judged": judged,
            "secret_hash": presented.secret_hash,
            "now": to_iso(now),
            "used": to_iso(now.replace(second=0, microsecond=0)),
        },
        kept={"last_used_at": "used"},
    )


def _presented_token(presented: secret.KeySecret, now: datetime) -> Presented:
    return Presented(
        table="keys",
        pk=f"CONNECTION#{presented.public_part}",
        condition=f"attribute_not_exists(revoked_at) AND #{tokens.access_attribute(presented.secret_hash)} > :now",
        values={"now": to_iso(now), "used": to_iso(now.replace(second=0, microsecond=0))},
        kept={"last_used_at": "used"},
    )


def _presented_session(session_hash: str, now: datetime) -> Presented:
    return Presented(
        table="identity",
        pk=f"SESSION#{session_hash}",
        condition="attribute_not_exists(ended) AND expires_at > :now AND idle_expires_at > :now",
        values={"now": to_iso(now), "idle": to_iso(now + sessions.IDLE)},
        kept={"idle_expires_at": "idle"},
    )


@cache
def limits() -> Limits:
    """The limits of requests that this deployment's settings give."""
    return Limits(
        settings.key_requests_per_second, settings.key_requests_per_minute, settings.account_requests_per_minute
    )


@cache
def authentication_service() -> AuthenticationService:
    """The service, built once for each process."""
    admission = Admission(credential_store(), roll_service(), account_pool(), limits())
    return AuthenticationService(admission, limiter(), settings.refused_keys_per_minute, utc_now)
