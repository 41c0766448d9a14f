"""Redirect URIs: which ones a client may name, and whether that of a request is one of them."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

MAX_LENGTH = 500
# Editors and assistants on people's own machines that are opened by a scheme of their own. Any program on the machine
# may claim such a scheme; the code is worth nothing to it without the verifier (PKCE).
SCHEMES = frozenset(
    {
        *("cursor", "vscode", "vscode-insiders", "vscodium", "windsurf", "zed", "claude", "claude-desktop", "goose"),
        *("raycast", "com.raycast", "warp", "lmstudio", "kiro", "jetbrains"),
    }
)
_VISIBLE = re.compile(r"[!-~]+")
_LOOPBACK = re.compile(r"(?P<host>http://(?:localhost|127\.0\.0\.1|\[::1\]))(?::(?P<port>\d{1,5}))?(?P<rest>[/?].*)?")
_LABEL = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_HTTPS = re.compile(rf"https://{_LABEL}(\.{_LABEL})*(:\d{{1,5}})?([/?].*)?", re.IGNORECASE)
_CUSTOM = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*)://[a-z0-9][a-z0-9._/?=&%-]*", re.IGNORECASE)
_DOTS = re.compile(r"(^|/)(\.|%2e){1,2}(/|$|\?)", re.IGNORECASE)

_ANSWERS = frozenset({"code", "state", "iss", "error", "error_description"})  # twice, its reader may take the other


def problem_of(uri: str) -> str | None:
    """Why a client may not have this redirect URI, or None when it may."""
    if len(uri) > MAX_LENGTH or not _VISIBLE.fullmatch(uri) or "\\" in uri:
        return "a redirect URI is too long, or not plain ASCII"
    if "#" in uri:
        return "a redirect URI has no fragment"
    authority = uri.partition("://")[2].partition("/")[0].partition("?")[0]
    if "@" in authority:
        return "a redirect URI has no user or password"
    if _ANSWERS & {name for name, _ in parse_qsl(uri.partition("?")[2], keep_blank_values=True)}:
        return "a redirect URI has no parameter of the answer, such as code or state"
    if _DOTS.search(uri.partition("://")[2].partition("?")[0]):
        return "a redirect URI has no . or .. in its path"
    if _LOOPBACK.fullmatch(uri) or _HTTPS.fullmatch(uri):
        return None
    custom = _CUSTOM.fullmatch(uri)
    if custom and custom["scheme"] in SCHEMES:
        return None
    return "a redirect URI begins with https://, with http://localhost, 127.0.0.1 or [::1], or with a known scheme"


def is_one_of(uri: str, registered: list[str]) -> bool:
    """Whether a request's redirect URI is one of the client's: the same text, but any port on the user's own machine.

    A program on somebody's own machine takes the port that is free at the moment (RFC 8252, 7.3).
    """
    return problem_of(uri) is None and any(uri == one or _same_but_port(uri, one) for one in registered)


def shown_host(uri: str) -> str:
    """Where the browser will go, for people to read: a host, `this computer`, or the scheme of a program."""
    if _LOOPBACK.fullmatch(uri):
        return "this computer"
    parts = urlsplit(uri)
    return parts.hostname or "" if parts.scheme.lower() == "https" else f"{parts.scheme}://"


def _same_but_port(uri: str, registered: str) -> bool:
    ours, theirs = _LOOPBACK.fullmatch(uri), _LOOPBACK.fullmatch(registered)
    return ours is not None and theirs is not None and (ours["host"], ours["rest"]) == (theirs["host"], theirs["rest"])
