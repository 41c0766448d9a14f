"""The text of an API key: `atr_` + 8 public characters + 34 secret ones + a 6-character checksum, all base62.

34 base62 characters carry 202 random bits. Nobody can guess so many, even if each guess costs little. So a fast hash is
enough (ADR 2).
The checksum lets the authorizer refuse typing errors and made-up keys without any I/O.
"""

from __future__ import annotations

import hashlib
import hmac
import string
import zlib
from collections.abc import Callable
from dataclasses import field

from common.services import frozen

TAG = "atr_"
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
PUBLIC_LENGTH = 8
SECRET_LENGTH = 34
CHECKSUM_LENGTH = 6
LENGTH = len(TAG) + PUBLIC_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH
_ALPHABET_SET = frozenset(ALPHABET)


@frozen
class KeySecret:
    """A well-formed key, or a token of the same form. `secret` is the whole text; only its owner may see it."""

    secret: str = field(repr=False)

    @property
    def public_part(self) -> str:
        """The 8 characters that find the key's row."""
        return self.secret[len(TAG) : len(TAG) + PUBLIC_LENGTH]

    @property
    def prefix(self) -> str:
        """How people recognise the key: `atr_` and the public part (interface 2.2)."""
        return self.secret[: len(TAG) + PUBLIC_LENGTH]

    @property
    def secret_hash(self) -> str:
        """SHA-256 of the whole key, in hex. Only this is stored."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    def matches(self, secret_hash: str) -> bool:
        """Whether `secret_hash` is the hash of this key. The comparison takes the same time for every answer."""
        return hmac.compare_digest(self.secret_hash, secret_hash)


def generate(choose: Callable[[str], str], *, tag: str = TAG, begins: str = "") -> KeySecret:
    """A new key, or a new token of the same form.

    Args:
        choose: picks an unpredictable character of a text, as `secrets.choice` does.
        tag: four characters that say which kind it is, such as `atr_`.
        begins: characters that follow the tag and are fixed already; only the rest is random.
    """
    drawn = PUBLIC_LENGTH + SECRET_LENGTH - len(begins)
    body = tag + begins + "".join(choose(ALPHABET) for _ in range(drawn))
    return KeySecret(body + _checksum(body))


def parse(text: str, *, tag: str = TAG) -> KeySecret | None:
    """The key in `text`, which must be nothing else; None when its tag, form or checksum is wrong. No I/O."""
    if len(text) != LENGTH or not text.startswith(tag) or not _ALPHABET_SET.issuperset(text[len(tag) :]):
        return None
    body, checksum = text[:-CHECKSUM_LENGTH], text[-CHECKSUM_LENGTH:]
    return KeySecret(text) if checksum == _checksum(body) else None


def _checksum(body: str) -> str:
    """CRC-32 in six base62 digits, most significant first."""
    rest = zlib.crc32(body.encode())
    digits = []
    for _ in range(CHECKSUM_LENGTH):
        rest, digit = divmod(rest, len(ALPHABET))
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))
