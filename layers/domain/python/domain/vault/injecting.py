"""Putting a secret into a request, as its credential says. Used by the egress function alone."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import field
from urllib.parse import quote

from common.services import frozen
from domain.vault.records import Credential
from domain.webhooks.targets import MAX_URL_LENGTH


@frozen
class Injected:
    """A request that holds the secret, and every text in it that must not come back."""

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)


def inject(credential: Credential, secret: str, url: str, headers: Mapping[str, str]) -> Injected:
    """The request with the secret in it. Raises `ValueError`, without the secret, if a call can't carry the secret."""
    carried = credential.inject
    if carried is None:
        raise ValueError("the credential can't be called")
    match carried.type:
        case "bearer":
            return Injected(url, {**headers, "Authorization": f"Bearer {_sendable(secret)}"}, (secret,))
        case "basic":
            pair = f"{credential.username or ''}:{secret}"
            token = base64.b64encode(pair.encode()).decode()
            return Injected(url, {**headers, "Authorization": f"Basic {token}"}, (secret, token))
        case "header":
            return Injected(url, {**headers, str(carried.name): _sendable(secret)}, (secret,))
        case "query":
            mark = "&" if "?" in url else "?"
            whole = f"{url}{mark}{quote(str(carried.name), safe='')}={quote(secret, safe='')}"
            if len(whole) > MAX_URL_LENGTH:
                raise ValueError("the address gets too long")
            return Injected(whole, headers, (secret,))


def sendable(secret: str) -> bool:
    """Whether a header can carry the secret: visible ASCII and spaces, with no space at either end."""
    return secret.strip() == secret and all(" " <= character <= "~" for character in secret)


def _sendable(secret: str) -> str:
    if not sendable(secret):
        raise ValueError("a header can't carry the secret")
    return secret
