"""Opening secrets: the one place where a deposited value is decrypted.

Only the egress function may do it: its role alone has kms:Decrypt (`template.yaml`). It has no route, hears no customer
and no model, and gives nothing that it opened to whoever invoked it. Record the use before you open.
"""

from __future__ import annotations

from dataclasses import field
from functools import cache
from typing import Literal

from common.errors import NotFound
from common.services import frozen, service
from domain.vault.cipher import Binding, Cipher, vault_cipher
from domain.vault.records import Credential
from domain.vault.store import VaultStore, vault_store


@frozen
class Opened:
    """What was deposited: the value itself, or named fields as JSON. Keep it in memory, and only as long as needed."""

    shape: Literal["value", "fields"]
    content: str = field(repr=False)


@service
class Opener:
    """Opens the current version of a credential."""

    store: VaultStore
    cipher: Cipher

    def open(self, credential: Credential) -> Opened:
        """The secret that was deposited as this version.

        Raises:
            NotFound: the credential was deleted, or has another version by now.
            SealBroken: the ciphertext is not what was sealed for this account, project, credential and version.
            Unavailable: DynamoDB or KMS is down.
        """
        value = self.store.find_value(credential.owned)
        if value is None or value.version != credential.version:
            raise NotFound("No such credential.")
        binding = Binding(credential.account_id, credential.project_id, credential.id, credential.version)
        return Opened(value.shape, self.cipher.open(value.ciphertext, binding).decode())


@cache
def opener() -> Opener:
    """The `Opener`, built once for each process."""
    return Opener(vault_store(), vault_cipher())
