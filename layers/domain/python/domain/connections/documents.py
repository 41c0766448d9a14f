"""Client ID metadata documents: a client whose id is the https address of a document that describes it.

We fetch the document from whatever address a stranger names, so under the guard that webhooks have: https on port 443,
an address that is public after resolution, the connection pinned to it, no redirect, 5 KB, 3 seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any
from urllib.parse import urlsplit

from common.errors import InvalidRequest
from common.services import frozen
from common.settings import settings
from domain.connections import redirects
from domain.connections.metadata import auth_method
from domain.connections.names import harmless
from domain.connections.records import Client
from domain.webhooks.targets import read_target, resolve_name
from domain.webhooks.wire import NotFetched, Wire

MOST_BYTES = 5 * 1024
WITHIN_SECONDS = 3.0
KEPT = timedelta(hours=1)
MOST_REDIRECTS = 20
MAX_URL_LENGTH = 500


class BadDocument(Exception):
    """There is no such document, or it does not describe the client; the message says why."""


Fetch = Callable[[str], bytes]


@frozen
class Documents:
    """Reads metadata documents of clients.

    Attributes:
        fetch: returns what is behind a URL, or raises `NotFetched`.
        private: whether a document may lie on this very machine, over plain http; only for a local cloud.
    """

    fetch: Fetch
    private: bool = False

    def read(self, url: str, now: datetime) -> Client:
        """Fetch the document at this address; returns the client that it describes. Raises `BadDocument`."""
        _require_form(url, private=self.private)
        try:
            found = json.loads(self.fetch(url).decode())
        except NotFetched as error:
            raise BadDocument(f"its document could not be fetched ({error})") from error
        except (ValueError, RecursionError) as error:
            raise BadDocument("its document is no JSON") from error
        if not isinstance(found, dict) or found.get("client_id") != url:
            raise BadDocument("its document names another client_id")
        if auth_method(found, ["none"], otherwise="none") is None:
            raise BadDocument("its document wants another token_endpoint_auth_method than none")
        return Client(
            id=url,
            name=_name(found),
            domain=urlsplit(url).hostname,
            redirect_uris=_redirect_uris(found),
            created_at=now,
            expires_at=now + KEPT,
        )


def is_document(client_id: str) -> bool:
    """Whether a client's id is the address of a metadata document; only a local cloud fetches it over plain http."""
    return client_id.startswith(("https://", "http://"))


def _require_form(url: str, *, private: bool) -> None:
    try:
        target = read_target(url, private=private)
    except InvalidRequest as error:
        raise BadDocument("its address is none that we fetch") from error
    path = target.path.partition("?")[0]
    if len(url) > MAX_URL_LENGTH or path == "/" or any(part in {".", ".."} for part in path.split("/")):
        raise BadDocument("its address has no plain path")


def _redirect_uris(found: dict[str, Any]) -> list[str]:
    """The redirect URIs that we would send a browser to, without others that are listed. Raises `BadDocument`."""
    uris = found.get("redirect_uris")
    if not isinstance(uris, list) or not 0 < len(uris) <= MOST_REDIRECTS:
        raise BadDocument(f"its document needs 1 to {MOST_REDIRECTS} redirect_uris")
    good = [uri for uri in uris if isinstance(uri, str) and redirects.problem_of(uri) is None]
    if not good:
        raise BadDocument("its document has no redirect URI that we know how to go to")
    return good


def _name(found: dict[str, Any]) -> str:
    name = found.get("client_name")
    return harmless(name[:200] if isinstance(name, str) else "")


@cache
def documents() -> Documents:
    """The reader, built once for each process."""
    private = settings.private_webhook_targets
    resolve = partial(resolve_name, within_seconds=WITHIN_SECONDS)
    wire = Wire(private=private, resolve=resolve, seconds=WITHIN_SECONDS)
    headers = {"Accept": "application/json", "User-Agent": "Atrium"}
    return Documents(partial(wire.get, headers=headers, most_bytes=MOST_BYTES), private)
