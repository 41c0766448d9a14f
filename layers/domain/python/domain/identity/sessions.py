"""Session tokens and the cookie that carries them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import timedelta

TOKEN_BYTES = 32
IDLE = timedelta(hours=2)
ABSOLUTE = timedelta(hours=24)
MAX_SESSIONS_PER_USER = 20
_PLAIN_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


def token_hash(token: str) -> str:
    """SHA-256 in hex, which is all we store. A fast hash is safe here, because nobody can guess 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_name(host: str) -> str:
    """`__Host-session`. Browsers refuse that prefix over plain http, so on a local machine the name is `session`."""
    return "session" if _is_plain(host) else "__Host-session"


def set_cookie(host: str, token: str) -> str:
    """The `Set-Cookie` value that starts a session; the browser keeps the cookie until it is closed."""
    return _cookie(host, token, "")


def clear_cookie(host: str) -> str:
    """The `Set-Cookie` value that ends a session."""
    return _cookie(host, "", "; Max-Age=0")


def find_token(headers: Mapping[str, str]) -> str | None:
    """The session token among a request's cookies; None when there is none, or more than one.

    Only semicolons separate cookies (RFC 6265, 4.2.1). `http.cookies` also splits at spaces: with it, a neighbouring
    host could hide a session cookie inside the value of another cookie. When two cookies have our name, we cannot tell
    which one is ours.

    Args:
        headers: with lower-case names.
    """
    name = cookie_name(headers.get("host", ""))
    pairs = (pair.strip(" \t").partition("=") for pair in headers.get("cookie", "").split(";"))
    tokens = [value for key, _, value in pairs if key == name]
    return tokens[0] if len(tokens) == 1 and tokens[0] else None


def _cookie(host: str, value: str, extra: str) -> str:
    secure = "" if _is_plain(host) else "; Secure"
    return f"{cookie_name(host)}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{extra}"


def _is_plain(host: str) -> bool:
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    return name in _PLAIN_HOSTS
