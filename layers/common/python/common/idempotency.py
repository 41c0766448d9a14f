"""`Idempotency-Key` for routes and tools that create things: a row per key and caller, for 24 hours.

A key is `begun`, then `carried_out` in the transaction that does its work (`common.once`), then `answered`. When a
process dies, the key stays as it is; after the time Lambda gave the process, a repetition goes on from there (ADR 64).
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any

from common.clock import utc_now
from common.dynamo import ConditionFailed, Item, Table, Write
from common.errors import (
    AnswerLost,
    ChangedMeanwhile,
    Conflict,
    InvalidRequest,
    RequestInProgress,
    Unavailable,
    Unprocessable,
)
from common.gate import HttpRequest
from common.json_text import meaning, read_json
from common.once import Running, running
from common.services import frozen
from common.settings import settings
from common.telemetry import logger
from common.transactions import TransactionFailed, transact

LIFETIME_SECONDS = 24 * 60 * 60
MAX_KEY_LENGTH = 255
_FIRST_REFUSAL = 400
_FIRST_FAULT = 500
_SCRYPT_COST = 2**15  # costs 32 MiB and about 0.1 s; only the vault's requests with an Idempotency-Key pay it
_SCRYPT_MEMORY = 64 * 1024 * 1024
_MINE = "holder = :holder"


class _Status(StrEnum):
    BEGUN = "begun"
    CARRIED_OUT = "carried_out"
    ANSWERED = "answered"


class _Refused(Exception):
    """Carries a refusal out of `do_once`, which forgets the key of work that was refused.

    The caller can then correct the request and send it again with the same key.
    """

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


@frozen
class Attempt:
    """A piece of work that must be done only once.

    Attributes:
        scope: who asks, and for which route or tool; equal keys of different scopes have nothing to do with each other.
        key: the caller's idempotency key, 1–255 characters.
        payload: what is asked for; the same key with another payload is refused.
        confidential: whether the payload holds a secret; the stored row must not help to guess it.
        replayable: whether the outcome may be stored. If not, a repetition is refused.
    """

    scope: str
    key: str
    payload: bytes
    confidential: bool = False
    replayable: bool = True

    @property
    def fingerprint(self) -> str:
        """A hash of the payload, in hex; a slow one with a salt if the payload is confidential."""
        if not self.confidential:
            return hashlib.sha256(self.payload).hexdigest()
        # Millions of passwords a second can be tried against a SHA-256. The salt is not in the table: only its hash is.
        salt = self._scoped_key
        digest = hashlib.scrypt(self.payload, salt=salt, n=_SCRYPT_COST, r=8, p=1, maxmem=_SCRYPT_MEMORY)
        return digest.hex()

    @property
    def row(self) -> Item:
        """The key of the row that stands for this attempt."""
        return {"pk": hashlib.sha256(self._scoped_key).hexdigest()}

    @property
    def _scoped_key(self) -> bytes:
        return f"{self.scope} {self.key}".encode(errors="surrogatepass")


@frozen
class _Hold:
    """The row of a key, held by one attempt. `before`: the row as an earlier attempt left it, if any."""

    table: Table
    row: Item
    holder: str
    before: Item | None

    def marking(self, made: Mapping[str, str]) -> Write:
        """The write that marks the work as done; it fails where another attempt has done it or does it now."""
        values = {"holder": self.holder, "begun": _Status.BEGUN, "done": _Status.CARRIED_OUT, "made": dict(made)}
        return self.table.updating(
            self.row, "SET #status = :done, made = :made", values, condition=f"{_MINE} AND #status = :begun"
        )

    def keep(self, answer: str | None) -> None:
        """Store the answer for repetitions; None for a secret one. The work is done, so a failure is only logged."""
        values = {"holder": self.holder, "answered": _Status.ANSWERED, "answer": answer}
        try:
            self.table.update(self.row, "SET #status = :answered, answer = :answer", values, condition=_MINE)
        except (ConditionFailed, Unavailable):
            logger.warning("answer_not_kept")

    def let_go(self) -> None:
        """Forget the key of work that was refused or failed; if the work was done, let a repetition take it over."""
        values = {"holder": self.holder}
        with suppress(ConditionFailed, ChangedMeanwhile, Unavailable):
            try:
                unused = f"{_MINE} AND #status = :begun"
                transact([self.table.deleting(self.row, {**values, "begun": _Status.BEGUN}, condition=unused)])
            except TransactionFailed:
                self.table.update(self.row, "SET lease_until = :now", {**values, "now": 0}, condition=_MINE)


def do_once(attempt: Attempt, run: Callable[[], dict[str, Any]], context: Any) -> dict[str, Any]:
    """The outcome of `run`, or the stored outcome of an equal attempt before. An error of `run` is raised as it is.

    Args:
        attempt: what must be done once.
        run: does the work. When `run` raises before it did anything, the key can be used again.
        context: Lambda's context. A call that crashes blocks its key until its time in Lambda would have been over.

    Raises:
        Unprocessable: the key was used with another payload.
        Conflict: the first attempt is still running, or its outcome holds a secret that is shown only once.
        AnswerLost: the first attempt did the work and died, and we cannot find out what it would have answered.
    """
    hold = _take(attempt, context)
    if hold.before is not None and hold.before["status"] == _Status.ANSWERED:
        if attempt.replayable:
            return dict(json.loads(hold.before["answer"]))
        raise Conflict("We carried out this request before. Its answer holds a secret, which we show only once.")
    made = hold.before.get("made") if hold.before else None
    if made is not None and not attempt.replayable:
        hold.let_go()
        raise AnswerLost
    outcome = _carry_out(hold, made, run)
    hold.keep(json.dumps(outcome) if attempt.replayable else None)
    return outcome


def _carry_out(hold: _Hold, made: Mapping[str, str] | None, run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    token = running.set(Running(hold.marking, before=made))
    try:
        return run()
    except Exception as error:
        running.set(None)
        hold.let_go()
        if made is not None and not _is_outage(error):
            raise AnswerLost from error  # such as "there is one of that name already": its own
        raise
    finally:
        running.reset(token)


def _is_outage(error: Exception) -> bool:
    status = error.answer["statusCode"] if isinstance(error, _Refused) else 0
    return isinstance(error, Unavailable) or status >= _FIRST_FAULT


def _take(attempt: Attempt, context: Any) -> _Hold:
    """Hold the row of the key, if it is new or the time of its last holder is over; an answered row is only read."""
    now = utc_now().timestamp()
    asked, holder = attempt.fingerprint, secrets.token_urlsafe(12)
    lease = int(now * 1000) + context.get_remaining_time_in_millis()
    table, row = Table(settings.idempotency_table), attempt.row
    values = {"holder": holder, "lease": lease}
    try:
        table.update(
            row,
            "SET #status = :begun, holder = :holder, lease_until = :lease, asked = :asked, expires_at_epoch = :end "
            "REMOVE made, answer",
            {**values, "begun": _Status.BEGUN, "asked": asked, "end": int(now) + LIFETIME_SECONDS, "now": int(now)},
            condition="attribute_not_exists(pk) OR expires_at_epoch <= :now",
        )
    except ConditionFailed as refused:
        before = refused.item
    else:
        return _Hold(table, row, holder, None)
    assert before is not None  # noqa: S101 - the condition fails for a row that is there
    if before["asked"] != asked:
        raise Unprocessable
    if before["status"] != _Status.ANSWERED:
        _take_over(table, row, before, values, now)
    return _Hold(table, row, holder, before)


def _take_over(table: Table, row: Item, before: Item, values: dict[str, Any], now: float) -> None:
    """Hold a row. Raises `RequestInProgress` while its last holder has time left, or if another attempt was faster."""
    if before["lease_until"] > now * 1000:
        raise RequestInProgress
    try:
        table.update(
            row,
            "SET holder = :holder, lease_until = :lease",
            {**values, "before": before["holder"], "status": before["status"]},
            condition="holder = :before AND #status = :status",
        )
    except ConditionFailed as error:
        raise RequestInProgress from error


def answer_once(
    request: HttpRequest,
    key: str,
    run: Callable[[], dict[str, Any]],
    context: Any,
    *,
    replayable: bool,
    confidential: bool,
) -> dict[str, Any]:
    """The HTTP answer of `run`, or the stored answer to an earlier request with the same `Idempotency-Key`.

    Args:
        request: a request whose caller is known, and whose body was read as JSON.
        key: the header's value, 1–255 characters.
        run: does the work. Its refusals (status ≥ 400) are not stored.
        context: see `do_once`.
        replayable: see `Attempt`.
        confidential: see `Attempt`.

    Raises:
        InvalidRequest: the key is empty or too long.
        Unprocessable, Conflict, AnswerLost: see `do_once`.
    """
    if not 1 <= len(key) <= MAX_KEY_LENGTH:
        raise InvalidRequest.of("Idempotency-Key", f"Give 1 to {MAX_KEY_LENGTH} characters.")
    assert request.caller is not None  # noqa: S101 - the door calls this for known callers only

    def answer() -> dict[str, Any]:
        found = run()
        if found["statusCode"] >= _FIRST_REFUSAL:
            raise _Refused(found)
        return found

    scope = f"{request.caller.identity} {request.method} {request.path}"
    payload = meaning(read_json(request.body)) if request.body else b""
    attempt = Attempt(scope, key, payload, confidential=confidential, replayable=replayable)
    try:
        return do_once(attempt, answer, context)
    except _Refused as refused:
        return refused.answer
