"""Seals and opens the vault's secrets, each under a binding; `common.sealing` does the encryption.

Every ciphertext is bound to its account, project, credential and version: KMS does not open a ciphertext that was moved
to another row.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Literal

from common.errors import PayloadTooLarge
from common.sealing import MAX_PLAINTEXT_BYTES, seal, unseal
from common.services import frozen, service
from common.settings import settings


@frozen
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


@frozen
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


@service
class Cipher:
    """Seals and opens with the vault's key. The API's functions may only seal, the egress function may only open."""

    key_id: str

    def seal(self, plaintext: Plaintext, binding: Binding) -> str:
        """The ciphertext in base64. Raises `Unavailable` when KMS is down or the key is out of service."""
        return seal(self.key_id, plaintext.content, binding.to_context())

    def open(self, ciphertext: str, binding: Binding) -> bytes:
        """The content that was sealed under `binding`. Raises `SealBroken`, `Unavailable`."""
        return unseal(self.key_id, ciphertext, binding.to_context())


@cache
def vault_cipher() -> Cipher:
    """The cipher, built once for each process."""
    return Cipher(settings.vault_key_id)
