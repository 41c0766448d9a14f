"""Opening secrets: the one place where a deposited value is decrypted, with a record of each opening.

Only the CEO's worker may do it: its role alone has kms:Decrypt (`template.yaml`), and no function with a route has that
role. The doors deposit and list, and no answer of theirs can hold a value.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.ids import derived_id
from common.services import service
from common.telemetry import logger
from domain.events.log import recording
from domain.vault import announcing
from domain.vault.cipher import Binding, Cipher, vault_cipher
from domain.vault.records import CredentialRequest, CredentialUse
from domain.vault.store import VaultStore, vault_store


@service
class OpeningService:
    """Opens what the customer deposited for a request of the team."""

    store: VaultStore
    cipher: Cipher
    now: Callable[[], datetime]

    def use(self, request: CredentialRequest, *, purpose: str) -> bool:
        """Open the credential that fulfilled `request`; False when the customer has deleted it meanwhile.

        The use is recorded before the value is opened, so that no use is missing in the record. A turn that is repeated
        finds its record and adds none. The opened value is thrown away: for now the team only checks that it opens.

        Raises:
            SealBroken: the ciphertext is not what was sealed for this account, project, credential and version.
            Unavailable: DynamoDB or KMS is down.
        """
        credential = request.credential
        if credential is None:
            return False
        value = self.store.find_value(credential)
        if value is None:
            return False
        use = CredentialUse(
            id=derived_id("use", request.fulfilled_at or request.created_at, request.id, str(value.version), purpose),
            credential_id=credential.id,
            version=value.version,
            role=request.requested_by,
            purpose=purpose,
            at=self.now(),
        )
        told = [announcing.noting_use(request, use), *recording([announcing.used(request, use)])]
        if not self.store.record_use(credential, use, told):
            return False
        binding = Binding(request.account_id, request.project_id, credential.id, value.version)
        self.cipher.open(value.ciphertext, binding)
        logger.info("credential_used", credential_id=use.credential_id, version=use.version, role=use.role.value)
        return True


@cache
def opening_service() -> OpeningService:
    """The one service of this process."""
    return OpeningService(vault_store(), vault_cipher(), utc_now)
