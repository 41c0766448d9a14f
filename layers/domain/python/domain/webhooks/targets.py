"""Where a webhook may go: the guard against requests to our own side of the network (SSRF).

A URL is checked twice. When the endpoint is made, its form is checked, and a literal address must be public. When a
delivery is made, its name is resolved once, and every address must be public; the connection then goes to one of these
addresses, so that a name cannot be made to point elsewhere between check and use.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from common.errors import InvalidRequest
from common.services import frozen

MAX_URL_LENGTH = 2_000
HTTPS_PORT = 443
MAX_NAME_LENGTH = 253
RESOLVED_WITHIN_SECONDS = 5.0
Address = IPv4Address | IPv6Address
Resolve = Callable[[str], Sequence[str]]

_VISIBLE = re.compile(r"[!-~]+")
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_INTERNAL = frozenset({"localhost", "local", "internal"})  # top-level names that never mean a public host
_PUBLIC_V6 = IPv6Network("2000::/3")
# Python's `is_global` calls these public, or does so in some versions. They carry IPv4 addresses within (6to4, Teredo),
# belong to protocols, or are for documents.
_NOT_PUBLIC = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
)


class ForbiddenTarget(Exception):
    """We may not connect to an address of this host. No connection was made."""


class NameNotResolved(Exception):
    """The name has no address, or the answer took too long."""


@frozen
class Target:
    """A checked URL, in parts.

    Attributes:
        tls: whether it is `https`.
        host: a name in lower case, or a literal address without brackets.
        port: 443, unless private targets are allowed.
        path: path and query, as sent.
    """

    tls: bool
    host: str
    port: int
    path: str

    @property
    def literal(self) -> Address | None:
        """The address, when the host is a literal one; None for a name."""
        return _literal(self.host)

    @property
    def host_header(self) -> str:
        """The value of the `Host` header: the host, and the port unless it is the usual one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (HTTPS_PORT if self.tls else 80) else f"{name}:{self.port}"


def is_name(host: str) -> bool:
    """Whether a lower-case host has the form of a name: labels of letters, digits, hyphens and underscores."""
    return len(host) <= MAX_NAME_LENGTH and all(_LABEL.fullmatch(label) for label in host.split("."))


def read_target(url: str, *, private: bool) -> Target:
    """Check a URL as far as the text alone tells; returns its parts.

    Args:
        url: what a customer gave.
        private: whether http, other ports and this machine itself are allowed, too.

    Raises:
        InvalidRequest: the URL is not allowed; the message says why.
    """
    if len(url) > MAX_URL_LENGTH:
        raise _refused(f"At most {MAX_URL_LENGTH} characters.")
    if not _VISIBLE.fullmatch(url) or "\\" in url:
        raise _refused("Encode spaces and everything but ASCII (%20, xn--…).")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or ""), parts.port
    except ValueError as error:
        raise _refused("Give a valid URL.") from error
    tls = parts.scheme == "https"
    if not tls and not (private and parts.scheme == "http"):
        raise _refused("Give a URL that begins with https://.")
    if "@" in parts.netloc:
        raise _refused("Leave user and password out.")
    if "#" in url:
        raise _refused("Leave out the part behind #: nobody sends it.")
    if parts.netloc.endswith(":") or (port not in {None, HTTPS_PORT} and not private):
        raise _refused("Use port 443.")
    _require_host(host, private=private)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(tls, host, port if port is not None else (HTTPS_PORT if tls else 80), path)


def addresses_of(target: Target, *, private: bool, resolve: Resolve) -> list[Address]:
    """The target's addresses, IPv4 first; we may connect to all of them.

    Raises:
        ForbiddenTarget: we may not connect to at least one address.
        NameNotResolved: the name has no address, or none in time.
    """
    literal = target.literal
    found = [literal] if literal else [ip_address(text.partition("%")[0]) for text in resolve(target.host)]
    if not found:
        raise NameNotResolved(target.host)
    ordinary = target.tls and target.port == HTTPS_PORT
    if not all((ordinary and is_public(one)) or (private and one.is_loopback) for one in found):
        raise ForbiddenTarget(target.host)
    return sorted(found, key=lambda address: address.version)


def is_public(address: Address) -> bool:
    """Whether an address is public and stands for one host: not multicast, reserved, or wrapping an IPv4 one."""
    if isinstance(address, IPv6Address) and address not in _PUBLIC_V6:
        return False  # also what has an IPv4 address within: mapped, compatible, NAT64
    special = any(address.version == network.version and address in network for network in _NOT_PUBLIC)
    return address.is_global and not address.is_multicast and not special


def resolve_name(name: str, within_seconds: float = RESOLVED_WITHIN_SECONDS) -> list[str]:
    """The addresses of a name. Raises `NameNotResolved`, after `within_seconds` at the latest."""
    asked = _resolver().submit(socket.getaddrinfo, name, None, type=socket.SOCK_STREAM)
    try:
        return list(dict.fromkeys(str(entry[4][0]) for entry in asked.result(within_seconds)))
    except (OSError, UnicodeError) as error:  # a TimeoutError is an OSError
        raise NameNotResolved(name) from error


@cache
def _resolver() -> ThreadPoolExecutor:
    # The system's resolver cannot be told when to give up. Of a few threads, one that hangs does not block the next.
    return ThreadPoolExecutor(4, thread_name_prefix="resolve")


def _require_host(host: str, *, private: bool) -> None:
    literal = _literal(host)
    if literal is not None:
        if not is_public(literal) and not (private and literal.is_loopback):
            raise _refused("This address is not on the public internet.")
        return
    labels = host.split(".")
    if private and labels == ["localhost"]:
        return
    if not is_name(host):
        raise _refused("Give a valid host name.")
    # Other notations of IPv4 addresses (decimal, octal, hexadecimal, shortened) all end in a number. No name does.
    if len(labels) == 1 or _NUMBER.fullmatch(labels[-1]) or labels[-1] in _INTERNAL:
        raise _refused("Give the full public host name.")


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _refused(message: str) -> InvalidRequest:
    return InvalidRequest.of("url", message)
