"""Session tokens and the cookie that carries them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from http.cookies import CookieError, SimpleCookie

TOKEN_BYTES = 32
IDLE = timedelta(hours=2)
ABSOLUTE = timedelta(hours=24)
RENEW_EVERY = timedelta(minutes=5)
MAX_SESSIONS_PER_USER = 20
_PLAIN_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


def token_hash(token: str) -> str:
    """SHA-256 in hex: the token is 256 random bits, so its hash is all that is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_name(host: str) -> str:
    """`__Host-session`; browsers refuse that prefix on plain http, so a local machine's name is `session`."""
    return "session" if _is_plain(host) else "__Host-session"


def set_cookie(host: str, token: str) -> str:
    """The `Set-Cookie` value that starts a session; lives as long as the browser's own session."""
    return _cookie(host, token, "")


def clear_cookie(host: str) -> str:
    """The `Set-Cookie` value that ends it."""
    return _cookie(host, "", "; Max-Age=0")


def find_token(headers: Mapping[str, str]) -> str | None:
    """The session token among a request's cookies. `headers` has lower-case names."""
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return None
    morsel = cookies.get(cookie_name(headers.get("host", "")))
    return morsel.value if morsel is not None and morsel.value else None


def _cookie(host: str, value: str, extra: str) -> str:
    secure = "" if _is_plain(host) else "; Secure"
    return f"{cookie_name(host)}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{extra}"


def _is_plain(host: str) -> bool:
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    return name in _PLAIN_HOSTS
