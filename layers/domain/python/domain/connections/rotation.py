"""Which refresh tokens stay good when one is used (ADR 37).

A refresh token is used once, and gives the next one of its line. Answers get lost, and the processes of one program may
share a token and refresh at once: for 30 seconds after its first use it gives another token each time, which begins a
line of its own. Every token that was given stays good until it is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from common.services import frozen
from domain.connections import tokens
from domain.connections.errors import invalid_grant
from domain.connections.records import Connection, RefreshToken

MOST_LINES = 8


class UsedTwice(Exception):
    """The token was first used over 30 seconds ago, so one of those who used it is not the program."""


@frozen
class Rotation:
    """What becomes of a connection's other tokens when new ones are given.

    Attributes:
        others: the refresh tokens of other lines, by their hashes.
        used: when those of the last 30 seconds were first used, by their hashes.
        kept: the hash of this line's last access token, still good while requests with it are under way.
        ended: the hashes of access tokens that end now.
    """

    others: Mapping[str, RefreshToken]
    used: Mapping[str, datetime]
    kept: Sequence[str] = ()
    ended: Sequence[str] = ()


FIRST = Rotation({}, {})


def rotate(connection: Connection, token_hash: str, now: datetime) -> Rotation:
    """What becomes of a connection's tokens when one of its refresh tokens is used.

    Raises:
        OAuthError: the token has expired, or there are as many lines as may be; nothing ends by that.
        UsedTwice: nobody may use the token any more.
    """
    others, used = dict(connection.refresh_tokens), _used_lately(connection, now)
    own = others.pop(token_hash, None)
    if own is not None:
        if now >= own.expires_at:
            raise invalid_grant()
        return Rotation(others, {**used, token_hash: now}, own.access_hashes[:1], own.access_hashes[1:])
    if token_hash not in used:
        raise UsedTwice
    if len(others) < MOST_LINES:
        return Rotation(others, used)
    standing = {known: one for known, one in others.items() if now < one.expires_at}
    if len(standing) == MOST_LINES:
        raise invalid_grant("Too many clients refreshed at once. Use the token that one of them got.")
    ended = [known for one in others.keys() - standing.keys() for known in others[one].access_hashes]
    return Rotation(standing, used, ended=ended)


def _used_lately(connection: Connection, now: datetime) -> dict[str, datetime]:
    used = connection.used_refresh_tokens.items()
    return {known: at for known, at in used if now < at + tokens.RETRY_GRACE}
