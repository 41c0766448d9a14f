"""`Idempotency-Key` for routes and tools that create things: Powertools keeps a row per key and caller for 24 hours."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
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
from common.services import frozen
from common.settings import settings

LIFETIME_SECONDS = 24 * 60 * 60
MAX_KEY_LENGTH = 255
_FIRST_REFUSAL = 400
_SCRYPT_COST = 2**15  # costs 32 MiB and about 0.1 s; only the vault's requests with an Idempotency-Key pay it
_SCRYPT_MEMORY = 64 * 1024 * 1024


class _Refused(Exception):
    """Carries a refusal through Powertools, which forgets the key of a call that raised.

    The caller can then correct the request and send it again with the same key.
    """

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


@cache
def _persistence() -> DynamoDBPersistenceLayer:
    return DynamoDBPersistenceLayer(
        settings.idempotency_table, boto3_client=dynamodb(), expiry_attr="expires_at_epoch", key_attr="pk"
    )


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


def do_once(attempt: Attempt, run: Callable[[], dict[str, Any]], context: Any) -> dict[str, Any]:
    """The outcome of `run`, or the stored outcome of an equal attempt before.

    Args:
        attempt: what must be done once.
        run: does the work. When `run` raises, the key can be used again.
        context: Lambda's. A call that crashes blocks its key until its time in Lambda would have been over.

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
    """The HTTP answer of `run`, or the stored answer to an earlier request with the same `Idempotency-Key`.

    Args:
        request: a request whose caller is known.
        key: the header's value, 1–255 characters.
        run: does the work. Its refusals (status ≥ 400) are not stored.
        context: see `do_once`.
        replayable: see `Attempt`.
        confidential: see `Attempt`.

    Raises:
        InvalidRequest: the key is empty or too long.
        Unprocessable, Conflict: see `do_once`.
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
    attempt = Attempt(scope, key, request.body, confidential=confidential, replayable=replayable)
    try:
        return do_once(attempt, answer, context)
    except _Refused as refused:
        return refused.answer


def _fingerprint(payload: bytes, scoped_key: str) -> str:
    """A text that differs for different payloads, but does not help a reader of the table to guess a short password.

    Powertools stores the SHA-256 of what it is given, and millions of passwords a second can be tried against that. So
    we give Powertools the result of scrypt. The salt is the caller's idempotency key; the table has only its hash.
    """
    digest = hashlib.scrypt(payload, salt=scoped_key.encode(), n=_SCRYPT_COST, r=8, p=1, maxmem=_SCRYPT_MEMORY)
    return digest.hex()
