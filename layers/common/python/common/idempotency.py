"""`Idempotency-Key` on routes and tools that create, by Powertools: one row per key and caller, kept 24 hours."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, IdempotencyConfig, idempotent_function
from aws_lambda_powertools.utilities.idempotency.exceptions import (
    IdempotencyAlreadyInProgressError,
    IdempotencyValidationError,
)

from common.dynamo import dynamodb
from common.errors import Conflict, InvalidRequest, Unprocessable
from common.gate import HttpRequest
from common.settings import settings

LIFETIME_SECONDS = 24 * 60 * 60
MAX_KEY_LENGTH = 255
_FIRST_REFUSAL = 400
_SCRYPT_COST = 2**15  # 32 MiB and about 0.1 s, only for the vault's requests that bring an Idempotency-Key
_SCRYPT_MEMORY = 64 * 1024 * 1024


class _Refused(Exception):
    """Carries a refusal past Powertools, which forgets the key of a call that raised: a corrected retry may pass."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


@cache
def _persistence() -> DynamoDBPersistenceLayer:
    return DynamoDBPersistenceLayer(
        settings.idempotency_table, boto3_client=dynamodb(), expiry_attr="expires_at_epoch", key_attr="pk"
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """A piece of work that is to be done once.

    Attributes:
        scope: whose work, and at what; keys of different scopes never meet.
        key: the caller's name for it, 1–255 characters.
        payload: what is asked for; the same key with another payload is refused.
        confidential: the payload holds a secret, which the row must not help to guess.
        replayable: False keeps the outcome out of the table and refuses a repetition.
    """

    scope: str
    key: str
    payload: bytes
    confidential: bool = False
    replayable: bool = True


def do_once(attempt: Attempt, run: Callable[[], dict[str, Any]], context: Any) -> dict[str, Any]:
    """The outcome of `run`, or the one an equal attempt had before.

    Args:
        attempt: what is done once.
        run: does the work. When it raises, nothing is remembered.
        context: Lambda's; its remaining time bounds how long a crashed call blocks its key.

    Raises:
        Unprocessable: the key was used with another payload.
        Conflict: the first attempt is still running, or its outcome cannot be given again.
    """
    fresh: list[dict[str, Any]] = []
    config = IdempotencyConfig(
        event_key_jmespath="key",
        payload_validation_jmespath="payload",
        expires_after_seconds=LIFETIME_SECONDS,
        hash_function="sha256",
        raise_on_no_idempotency_key=True,
        lambda_context=context,
    )

    @idempotent_function(  # type: ignore[untyped-decorator]  # Powertools gives it no types
        data_keyword_argument="attempted", persistence_store=_persistence(), config=config
    )
    def run_once(*, attempted: dict[str, str]) -> dict[str, Any]:
        del attempted
        fresh.append(run())
        return fresh[0] if attempt.replayable else {}

    scoped_key = f"{attempt.scope} {attempt.key}"
    payload = (
        _fingerprint(attempt.payload, scoped_key) if attempt.confidential else attempt.payload.decode(errors="replace")
    )
    try:
        stored = run_once(attempted={"key": scoped_key, "payload": payload})
    except IdempotencyValidationError as error:
        raise Unprocessable from error
    except IdempotencyAlreadyInProgressError as error:
        raise Conflict(
            "The first request with this Idempotency-Key is still running.", code="REQUEST_IN_PROGRESS"
        ) from error
    if fresh:
        return fresh[0]
    if not attempt.replayable:
        raise Conflict("This request was already carried out; its answer holds a secret and is not shown again.")
    return dict(stored)


def answer_once(
    request: HttpRequest,
    key: str,
    run: Callable[[], dict[str, Any]],
    context: Any,
    *,
    replayable: bool,
    confidential: bool,
) -> dict[str, Any]:
    """The HTTP answer of `run`, or the one a request with the same `Idempotency-Key` got before.

    Args:
        request: of a known caller.
        key: the header's value, 1–255 characters.
        run: does the work. Its refusals (status ≥ 400) are not remembered.
        context: as of `do_once`.
        replayable: as of `Attempt`.
        confidential: as of `Attempt`.

    Raises:
        InvalidRequest: the key is empty or too long.
        Unprocessable, Conflict: as of `do_once`.
    """
    if not 1 <= len(key) <= MAX_KEY_LENGTH:
        raise InvalidRequest.of("Idempotency-Key", f"Give 1 to {MAX_KEY_LENGTH} characters.")
    assert request.caller is not None  # noqa: S101 - the door calls this for known callers only

    def answer() -> dict[str, Any]:
        found = run()
        if found["statusCode"] >= _FIRST_REFUSAL:
            raise _Refused(found)
        return found

    scope = f"{request.caller.account_id} {request.caller.principal_id} {request.method} {request.path}"
    attempt = Attempt(scope, key, request.body, confidential=confidential, replayable=replayable)
    try:
        return do_once(attempt, answer, context)
    except _Refused as refused:
        return refused.answer


def _fingerprint(payload: bytes, scoped_key: str) -> str:
    """Tells payloads apart without giving a short password away to whoever reads the table.

    Powertools stores a plain SHA-256, which a list of passwords would be tried against in no time. So it gets scrypt's
    result, salted with the caller's own key, of which the table has only a hash.
    """
    digest = hashlib.scrypt(payload, salt=scoped_key.encode(), n=_SCRYPT_COST, r=8, p=1, maxmem=_SCRYPT_MEMORY)
    return digest.hex()
