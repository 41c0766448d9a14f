"""Browsers that signed in before: the cookie by which they are known again, and what they are called.

The cookie holds 256 random bits and nothing else. It signs nobody in: it only says that other people's wrong passwords
need not keep this browser out. A user has its hash for at most ten browsers.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Self

from common.caller import Origin
from common.services import frozen
from domain.identity.models import Place, User
from domain.identity.sessions import find_device_token, token_hash
from domain.limits.marks import network_of

KNOWN_FOR = timedelta(days=180)
MOST_PLACES = 10
_BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (
    *(("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS X", "a Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


@frozen
class Client:
    """Where a sign-in comes from: the request's origin, and the token of the browser's device cookie, if it has one."""

    origin: Origin
    device_token: str | None = None

    @classmethod
    def of(cls, origin: Origin, headers: Mapping[str, str]) -> Self:
        """The client that sent a request; `headers` has its names in lower case."""
        return cls(origin, find_device_token(headers))

    @property
    def network(self) -> str:
        """The client's IPv4 address or IPv6 /64 network, by which we limit requests and compare known places."""
        return network_of(self.origin.address)

    @property
    def device_hash(self) -> str | None:
        """The hash of the device cookie's token, which is all that we store of it; None without a cookie."""
        return None if self.device_token is None else token_hash(self.device_token)


def known_places(user: User | None, now: datetime) -> dict[str, Place]:
    """Where this user signed in within 180 days, by the hash of the browser's device cookie."""
    places = user.places if user else {}
    return {key: place for key, place in places.items() if place.at + KNOWN_FOR > now}


def is_new(user: User, client: Client, now: datetime) -> bool:
    """Whether the user should hear of this sign-in: neither the cookie nor this browser at this address is known.

    Users from before device cookies have no places, so their first sign-in is no news.
    """
    places = known_places(user, now)
    if not places or client.device_hash in places:
        return False
    here = (client.network, client.origin.device)
    return all((network_of(place.address), place.device) != here for place in places.values())


def with_place(user: User | None, client: Client, device_hash: str, now: datetime) -> dict[str, Place]:
    """The user's ten newest places after a sign-in. A browser without cookies has one place, however often it comes."""
    fresh = Place(address=client.origin.address, device=client.origin.device, at=now)
    others = {
        key: place
        for key, place in known_places(user, now).items()
        if key != device_hash and (network_of(place.address), place.device) != (client.network, fresh.device)
    }
    newest = sorted(others, key=lambda key: others[key].at, reverse=True)[: MOST_PLACES - 1]
    return {device_hash: fresh, **{key: others[key] for key in newest}}


def device_name(user_agent: str) -> str:
    """What people call a device, such as `Edge on Windows`; in our words, as a `User-Agent` may hold anything."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    if browser is None:
        return "a program" if user_agent else "an unknown device"
    return f"{browser} on {system}" if system else browser
