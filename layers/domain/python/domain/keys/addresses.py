"""Where an API key may be used from: addresses and ranges of both families, in CIDR notation."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_address, ip_network

Network = IPv4Network | IPv6Network
# An IPv4 address in the form of IPv6. Such an address is compared as IPv4, so a range of them would match nothing.
_MAPPED = IPv6Network("::ffff:0:0/96")


def normal_range(text: str) -> str:
    """The range in normal form, such as 203.0.113.0/24; a single address becomes a range of one.

    Raises:
        ValueError: `text` is no range; the message says what to write instead.
    """
    address, slash, length = text.partition("/")
    if "%" in text:
        raise ValueError("Leave out the scope id: it means something on one machine only")
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise ValueError("Give an IP address or range, such as 203.0.113.0/24 or 2001:db8::/32") from None
    if slash and not (length.isascii() and length.isdigit()):
        raise ValueError(f"Write the length in place of the mask: {network}")
    if slash and network.network_address != ip_address(address):
        raise ValueError(f"Write the range, {network}, or one address without its length")
    if isinstance(network, IPv6Network) and network.subnet_of(_MAPPED):
        plain = IPv4Network((int(network.network_address) & 0xFFFFFFFF, network.prefixlen - 96))
        raise ValueError(f"Write this address as IPv4: {plain}")
    return str(network)


def is_within(address: str, ranges: Iterable[str]) -> bool:
    """Whether an IP address lies in one of the ranges; False for a text that is no address or has a scope id."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    if getattr(found, "scope_id", None):
        return False
    return any((mapped or found) in ip_network(one) for one in ranges)


def covers(wide: Iterable[str], narrow: Iterable[str]) -> bool:
    """Whether every address in the ranges `narrow` is also in one of the ranges `wide`."""
    allowed = [ip_network(one) for one in wide]
    # Two neighbours together may hold a range that neither of them holds alone.
    whole: list[Network] = [
        *collapse_addresses(one for one in allowed if isinstance(one, IPv4Network)),
        *collapse_addresses(one for one in allowed if isinstance(one, IPv6Network)),
    ]
    return all(any(_holds(one, ip_network(part)) for one in whole) for part in narrow)


def _holds(wide: Network, narrow: Network) -> bool:
    if isinstance(wide, IPv4Network):
        return isinstance(narrow, IPv4Network) and narrow.subnet_of(wide)
    return isinstance(narrow, IPv6Network) and narrow.subnet_of(wide)
