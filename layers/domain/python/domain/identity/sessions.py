"""Session tokens, the cookies that carry them, and the cookie by which a browser is known again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import timedelta

from common.services import frozen

IDLE = timedelta(days=14)
ABSOLUTE = timedelta(days=90)
MAX_SESSIONS_PER_USER = 20
DEVICE_SECONDS = 180 * 24 * 60 * 60
_PLAIN_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


@frozen
class Cookies:
    """What a browser is given at its sign-in: the token of its session, and the token of its device cookie."""

    session: str
    device: str

    def headers(self, host: str) -> list[str]:
        """The values of `Set-Cookie` for an answer of `host`."""
        return [set_device_cookie(host, self.device), set_cookie(host, self.session)]


def token_hash(token: str) -> str:
    """SHA-256 in hex, which is all we store. A fast hash is safe here, because nobody can guess 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def public_id(session_hash: str) -> str:
    """The session's id in lists and links; it is derived from the hash, which nobody can read out of it."""
    return f"ses_{hashlib.sha256(f'public {session_hash}'.encode()).hexdigest()[:26]}"


def cookie_name(host: str, name: str = "session") -> str:
    """The name behind `__Host-`; on a local machine without it, as browsers refuse that prefix over plain http."""
    return name if _is_plain(host) else f"__Host-{name}"


def set_cookie(host: str, token: str) -> str:
    """The `Set-Cookie` value that starts a session. The cookie stays as long as the session can, if it is used."""
    return _cookie(host, "session", token, f"; Max-Age={int(ABSOLUTE.total_seconds())}")


def set_device_cookie(host: str, token: str) -> str:
    """The `Set-Cookie` value by which a browser that signed in is known again for half a year."""
    return _cookie(host, "device", token, f"; Max-Age={DEVICE_SECONDS}")


def clear_cookie(host: str) -> str:
    """The `Set-Cookie` value that ends a session."""
    return _cookie(host, "session", "", "; Max-Age=0")


def find_device_token(headers: Mapping[str, str]) -> str | None:
    """The token of the device cookie, or None, by the rules of `find_token`."""
    return find_token(headers, "device")


def find_token(headers: Mapping[str, str], cookie: str = "session") -> str | None:
    """The session token among a request's cookies; None when there is none, or more than one.

    Only semicolons separate cookies (RFC 6265, 4.2.1). `http.cookies` also splits at spaces: with it, a neighbouring
    host could hide a session cookie inside the value of another cookie. When two cookies have our name, we cannot tell
    which one is ours.

    Args:
        headers: with lower-case names.
        cookie: its name without the prefix.
    """
    name = cookie_name(headers.get("host", ""), cookie)
    pairs = (pair.strip(" \t").partition("=") for pair in headers.get("cookie", "").split(";"))
    tokens = [value for key, _, value in pairs if key == name]
    return tokens[0] if len(tokens) == 1 and tokens[0] else None


def _cookie(host: str, name: str, value: str, extra: str) -> str:
    secure = "" if _is_plain(host) else "; Secure"
    return f"{cookie_name(host, name)}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{extra}"


def _is_plain(host: str) -> bool:
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    return name in _PLAIN_HOSTS
