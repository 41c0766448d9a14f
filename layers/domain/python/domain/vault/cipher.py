"""Encryption with KMS. No other module encrypts (seals) or decrypts (opens) a secret.

A secret fits into one `kms:Encrypt` call, so there are no data keys and no cryptography of our own. Every ciphertext is
bound to its account, project, credential and version: KMS does not open a ciphertext that was moved to another row.
"""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from botocore.exceptions import ClientError

from common.aws import client, unavailable_on_outage
from common.errors import PayloadTooLarge, Unavailable
from common.settings import settings
from common.telemetry import logger

MAX_PLAINTEXT_BYTES = 4_096  # the most that one kms:Encrypt takes
_KEY_OUT_OF_SERVICE = frozenset({"DisabledException", "KMSInvalidStateException"})


class SealBroken(Exception):  # not a DomainError: no customer can cause it or mend it
    """A ciphertext is damaged, or was sealed for another credential or version than the row it was found in."""


@dataclass(frozen=True, slots=True)
class Plaintext:
    """A secret to seal. `content` may be sent to KMS and nowhere else."""

    shape: Literal["value", "fields"]
    content: bytes = field(repr=False)

    @classmethod
    def of_value(cls, value: str) -> Plaintext:
        """The value as it is. Raises `PayloadTooLarge` above 4,096 bytes."""
        return cls._checked("value", value.encode())

    @classmethod
    def of_fields(cls, fields: Mapping[str, str]) -> Plaintext:
        """The fields as canonical JSON. Raises `PayloadTooLarge` when that has more than 4,096 bytes."""
        text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return cls._checked("fields", text.encode())

    @classmethod
    def _checked(cls, shape: Literal["value", "fields"], content: bytes) -> Plaintext:
        if len(content) > MAX_PLAINTEXT_BYTES:
            raise PayloadTooLarge(f"A credential may have at most {MAX_PLAINTEXT_BYTES} bytes.")
        return cls(shape, content)


@dataclass(frozen=True, slots=True)
class Binding:
    """What a ciphertext belongs to: its encryption context, which KMS verifies and shows in its audit log."""

    account_id: str
    project_id: str
    credential_id: str
    version: int

    def to_context(self) -> dict[str, str]:
        """KMS's encryption context; IAM allows these four names and no others."""
        return {
            "account": self.account_id,
            "project": self.project_id,
            "credential": self.credential_id,
            "version": str(self.version),
        }


@dataclass(frozen=True, slots=True)
class Cipher:
    """Seals and opens with the vault's key. The role of the door may only seal, that of the worker only open."""

    key_id: str

    def seal(self, plaintext: Plaintext, binding: Binding) -> str:
        """The ciphertext in base64. Raises `Unavailable` when KMS is down or the key is out of service."""
        with _unavailable_without_key():
            answer = _kms().encrypt(
                KeyId=self.key_id, Plaintext=plaintext.content, EncryptionContext=binding.to_context()
            )
        return base64.b64encode(answer["CiphertextBlob"]).decode()

    def open(self, ciphertext: str, binding: Binding) -> bytes:
        """The content that was sealed under `binding`.

        Raises:
            SealBroken: the ciphertext was sealed under another binding, or has been changed.
            Unavailable: KMS is down or the key is out of service.
        """
        try:
            with _unavailable_without_key():
                answer = _kms().decrypt(
                    KeyId=self.key_id,
                    CiphertextBlob=base64.b64decode(ciphertext),
                    EncryptionContext=binding.to_context(),
                )
        except ClientError as error:
            if error.response["Error"]["Code"] in {"InvalidCiphertextException", "IncorrectKeyException"}:
                raise SealBroken(binding.credential_id) from error
            raise
        content: bytes = answer["Plaintext"]
        return content


@cache
def vault_cipher() -> Cipher:
    """The one cipher of this process."""
    return Cipher(settings.vault_key_id)


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
        logger.error("vault_key_out_of_service", code=code)
        raise Unavailable from error
