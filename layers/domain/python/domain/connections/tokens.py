"""The texts of OAuth's secrets. They have the form of an API key (`domain.keys.secret`), each with a tag of its own.

Code, access token and refresh token of one connection share its public part, which finds the connection's row. Imports
no pydantic, because the authorizer reads access tokens.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta

from domain.keys.secret import PUBLIC_LENGTH, SECRET_LENGTH, TAG, KeySecret, generate, parse

ACCESS = "ato_"
REFRESH = "aro_"
CODE = "aco_"
CLIENT = "acs_"
ACCESS_ATTRIBUTE = "access_token_"

CODE_LIVES = timedelta(seconds=60)
ACCESS_LIVES = timedelta(hours=1)
REFRESH_LIVES = timedelta(days=30)
CONNECTION_LIVES = timedelta(days=180)
RETRY_GRACE = timedelta(seconds=30)
"""For so long after its first use a refresh token may be used again: by a client that did not get the answer, and by
those that share it and refresh at once."""

_FAMILY_LENGTH = SECRET_LENGTH // 2
_Choose = Callable[[str], str]


def new_code(choose: _Choose) -> KeySecret:
    """A new code. Its public part becomes that of the connection."""
    return generate(choose, tag=CODE)


def new_access_token(choose: _Choose, public_part: str) -> KeySecret:
    """A new access token of the connection with this public part."""
    return generate(choose, tag=ACCESS, begins=public_part)


def new_refresh_token(choose: _Choose, public_part: str, *, after: KeySecret | None = None) -> KeySecret:
    """A refresh token of a connection. The first half of its secret is the family's, kept from the token before.

    By the family we recognise a token of any age, so that the row need not remember all of them; and nobody who knows
    a public part alone can make us believe that a token was stolen.
    """
    return generate(choose, tag=REFRESH, begins=public_part if after is None else _family_of(after))


def family_hash(token: KeySecret) -> str:
    """SHA-256, in hex, of what all refresh tokens of a connection have in common."""
    return hashlib.sha256(_family_of(token).encode()).hexdigest()


def _family_of(token: KeySecret) -> str:
    """The public part, and the first half of the secret, which all refresh tokens of a connection share."""
    return token.secret[len(TAG) : len(TAG) + PUBLIC_LENGTH + _FAMILY_LENGTH]


def access_attribute(secret_hash: str) -> str:
    """The name of the attribute, in a connection's row, that says when this access token ends."""
    return f"{ACCESS_ATTRIBUTE}{secret_hash}"


def parse_token(text: str) -> KeySecret | None:
    """The access or refresh token that `text` is, or None."""
    return parse(text, tag=ACCESS) or parse(text, tag=REFRESH)
