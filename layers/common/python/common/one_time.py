"""One-time tokens: 256 random bits as text. We store only a hash, in a row with the token's purpose and expiry."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from enum import StrEnum

from common.clock import to_iso
from common.dynamo import Item, Table, Write
from common.fields import Instant
from common.model import Model

USE = "SET used_at = :now"
UNUSED = "attribute_exists(pk) AND attribute_not_exists(used_at)"


class OneTime(Model):
    """The row of a token; `used_at` is None until it is used up."""

    purpose: StrEnum
    expires_at: Instant
    used_at: Instant | None = None

    def is_for(self, purpose: StrEnum, now: datetime, *, even_used: bool = False) -> bool:
        """Whether the token was made for `purpose`, has not expired, and is not used (with `even_used`, it may be)."""
        return self.purpose is purpose and now < self.expires_at and (even_used or self.used_at is None)


def new_token() -> str:
    """A token: 43 characters that are safe in a URL."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """SHA-256 of a token, in hex: a fast hash is safe, because nobody can guess 256 random bits."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def using(table: Table, key: Item, now: datetime) -> Write:
    """The write that uses a token up, for the transaction of what it allows. Fails for a used or unknown token."""
    return table.updating(key, USE, {"now": to_iso(now)}, condition=UNUSED)
