"""The secrets of endpoints: the API makes and seals them and cannot open them; the delivery worker opens them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cache

from common.sealing import seal, unseal
from common.services import frozen
from common.settings import settings
from domain.webhooks.records import SealedSecret

SECRET_BYTES = 32


@frozen
class Safe:
    """Seals and opens secrets with this KMS key; each ciphertext is bound to its account, endpoint and version."""

    key_id: str

    def seal(self, account_id: str, endpoint_id: str, version: int, secret: str) -> SealedSecret:
        """The secret as a ciphertext, sealed. Raises `Unavailable` when KMS is down."""
        ciphertext = seal(self.key_id, secret.encode(), context_of(account_id, endpoint_id, version))
        return SealedSecret(version=version, ciphertext=ciphertext)

    def open(self, account_id: str, endpoint_id: str, sealed: SealedSecret) -> str:
        """The secret in plain text. Raises `SealBroken` if the ciphertext is not this endpoint's, `Unavailable`."""
        context = context_of(account_id, endpoint_id, sealed.version)
        return unseal(self.key_id, sealed.ciphertext, context).decode()


def new_secret(random_bytes: Callable[[int], bytes]) -> str:
    """`whsec_` and 32 random bytes in base64, as Standard Webhooks writes secrets."""
    return "whsec_" + base64.b64encode(random_bytes(SECRET_BYTES)).decode()


@cache
def webhook_safe() -> Safe:
    """The safe, built once for each process."""
    return Safe(settings.webhooks_key_id)


def context_of(account_id: str, endpoint_id: str, version: int) -> dict[str, str]:
    """KMS's encryption context of a secret. IAM allows these three names and no others."""
    return {"webhook_account": account_id, "webhook_endpoint": endpoint_id, "webhook_version": str(version)}
