"""The terms of a credential: which calls it is for, and what their caller may not set. Pure rules.

The API's function checks them before it records a use, and the egress function again before it opens anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from common.clock import to_iso
from common.errors import Conflict, Forbidden, InvalidRequest
from domain.vault.records import Credential, Injection
from domain.webhooks.targets import Target, read_target

SHORTEST_SECRET_BYTES = 12
"""A shorter one would be found by chance in what a host answers, and struck out there."""
_UNCLEAR_PATH = re.compile(r"//|\\|/\.\.?(?:/|$)|%(?:2e|2f|5c|25)|;", re.IGNORECASE)
_HEADER_NAME = re.compile(r"[a-z0-9!#$%&'*+.^_`|~-]+")
# Set by the function that calls, or by nobody: who is meant, what may be stored, how long the message is.
_RESERVED = frozenset(
    {
        *("host", "authorization", "cookie", "accept-encoding", "content-length", "expect", "forwarded"),
        *("connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"),
        *("te", "trailer", "transfer-encoding", "upgrade", "http2-settings"),
    }
)
# Some servers take the method, host or path from a header instead of the request line, past what the credential is for.
# There is no list of all of them; each we know has one of these words, or ends with what it replaces.
_REPLACING = frozenset({"forwarded", "original", "rewrite", "override"})
_REPLACED = frozenset({"method", "host", "uri", "url"})


class NotCallable(Conflict):
    """The credential was deposited without saying which hosts it is for."""

    code = "NOT_CALLABLE"
    default_message = "Nobody can call with this credential: it has no allowed_hosts. Deposit a new version."


class CredentialExpired(Conflict):
    """The credential's `expires_at` has come."""

    code = "CREDENTIAL_EXPIRED"

    def __init__(self, expires_at: datetime) -> None:
        super().__init__(f"This credential expired at {to_iso(expires_at)}. Deposit a new version.")


class OutsideTerms(Forbidden):
    """The call is not among those that the credential was deposited for."""

    code = "OUTSIDE_TERMS"


def is_reserved(name: str) -> bool:
    """Whether a header of this name is neither the caller's to set nor a place for a secret.

    Behind CGI and WSGI an underscore in a name is a hyphen.
    """
    plain = name.lower().replace("_", "-")
    words = plain.split("-")
    return plain in _RESERVED or not _REPLACING.isdisjoint(words) or words[-1] in _REPLACED


def is_host(name: str, *, private: bool) -> bool:
    """Whether this is the exact name of a host, in lower case, and no address."""
    try:
        target = read_target(f"https://{name}/", private=private)
    except InvalidRequest:
        return False
    return target.host == name and target.literal is None


def require_allowed(credential: Credential, method: str, url: str, *, now: datetime, private: bool) -> Target:
    """The target of a call that the credential is for.

    Raises:
        CredentialExpired: its `expires_at` has come.
        NotCallable: it has no allowed hosts.
        InvalidRequest: the URL is malformed, or not one that Atrium calls at all.
        OutsideTerms: its host, method or path is not among the allowed ones; the message names these.
    """
    if credential.expires_at is not None and credential.has_expired(now):
        raise CredentialExpired(credential.expires_at)
    if not credential.allowed_hosts:
        raise NotCallable
    target = read_target(url, private=private)
    if not target.tls:
        raise InvalidRequest.of("url", "Give a URL that begins with https://.")
    if target.host not in credential.allowed_hosts:
        raise OutsideTerms(f"This credential is for {', '.join(credential.allowed_hosts)} only.")
    if method not in credential.allowed_methods:
        raise OutsideTerms(f"This credential is for {', '.join(credential.allowed_methods)} only.")
    path = target.path.partition("?")[0]
    if not any(_begins(path, prefix) for prefix in credential.allowed_paths):
        raise OutsideTerms(f"This credential is for paths below {', '.join(credential.allowed_paths)} only.")
    return target


def require_headers(headers: Mapping[str, str], inject: Injection) -> None:
    """Raises `InvalidRequest` for a header that no caller may set, or that is malformed."""
    carrying = inject.name.lower() if inject.type == "header" and inject.name else None
    for name in headers:
        if not _HEADER_NAME.fullmatch(name.lower()):
            raise InvalidRequest.of("headers", "Give the name of a header.")
        if is_reserved(name) or name.lower() == carrying:
            raise InvalidRequest.of("headers", f"Leave out {name.lower()}: we set it.")
        if not all(" " <= character <= "~" for character in headers[name]):
            raise InvalidRequest.of("headers", "Use visible ASCII characters only.")


def _begins(path: str, prefix: str) -> bool:
    """Whether a path is the prefix or below it. A path that a server could read in two ways is below "/" alone."""
    if prefix == "/":
        return True
    below = prefix if prefix.endswith("/") else f"{prefix}/"
    return not _UNCLEAR_PATH.search(path) and (path == prefix or path.startswith(below))
