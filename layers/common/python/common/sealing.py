"""Encryption with KMS: only this module calls `kms:Encrypt` (seals) and `kms:Decrypt` (opens).

What is sealed fits into one `kms:Encrypt` call, so there are no data keys and no cryptography of our own. A ciphertext
is bound to an encryption context: KMS does not open it under another one, and CloudTrail logs the context.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from botocore.exceptions import ClientError

from common.aws import client, unavailable_on_outage
from common.errors import Unavailable
from common.telemetry import logger

MAX_PLAINTEXT_BYTES = 4_096  # the most that one kms:Encrypt takes
_KEY_OUT_OF_SERVICE = frozenset({"DisabledException", "KMSInvalidStateException"})


class SealBroken(Exception):  # not a DomainError: no customer can cause it or mend it
    """A ciphertext is damaged, or was sealed by another key or under another context than it is opened with."""


def seal(key_id: str, content: bytes, context: Mapping[str, str]) -> str:
    """Encrypt at most 4,096 bytes, to base64 text. Raises `Unavailable`: KMS is down or the key out of service."""
    with _unavailable_without_key():
        answer = _kms().encrypt(KeyId=key_id, Plaintext=content, EncryptionContext=dict(context))
    return base64.b64encode(answer["CiphertextBlob"]).decode()


def unseal(key_id: str, ciphertext: str, context: Mapping[str, str]) -> bytes:
    """The content that was sealed under `context`.

    Raises:
        SealBroken: the ciphertext was sealed under another context or key, or has been changed.
        Unavailable: KMS is down or the key is out of service.
    """
    blob = base64.b64decode(ciphertext)
    try:
        with _unavailable_without_key():
            answer = _kms().decrypt(KeyId=key_id, CiphertextBlob=blob, EncryptionContext=dict(context))
    except ClientError as error:
        if error.response["Error"]["Code"] in {"InvalidCiphertextException", "IncorrectKeyException"}:
            raise SealBroken(" ".join(context.values())) from error
        raise
    content: bytes = answer["Plaintext"]
    return content


@cache
def _kms() -> Any:
    # At level DEBUG botocore logs every request and answer, and KMS's hold secrets. So botocore's level is INFO here,
    # whatever the level of the process.
    logging.getLogger("botocore").setLevel(logging.INFO)
    return client("kms")


@contextmanager
def _unavailable_without_key() -> Iterator[None]:
    try:
        with unavailable_on_outage():
            yield
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if code not in _KEY_OUT_OF_SERVICE:
            raise
        logger.error("key_out_of_service", code=code)
        raise Unavailable from error
