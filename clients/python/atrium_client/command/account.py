"""Commands to sign in and out, to list this machine's keys, and to store secrets, which are never arguments."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from datetime import UTC, datetime, timedelta
from getpass import getpass
from typing import Any

import atrium_client
from atrium_client.client import Atrium, checked_url
from atrium_client.command import output
from atrium_client.command.running import COMMANDS, DEFAULT_URL, Run
from atrium_client.device import Device
from atrium_client.errors import InvalidRequest, NotSignedIn
from atrium_client.profiles import Profile

PREFIX = 12  # interface 2.2: the tag, an underscore, 8 characters
KEYS_PAGE = "/app/#/developers/keys"


def version(_run: Run, wanted: bool) -> None:
    """Print the client's version if it is `wanted`."""
    if wanted:
        print(atrium_client.__version__)


def login(run: Run, address: str | None, scopes: str | None, with_key: bool, no_browser: bool) -> dict[str, Any]:
    """Keep a key that a person allows on a page, or types in (`with_key`); returns its profile, address and scopes."""
    kept = run.profiles.all().get(run.profile)
    url = checked_url(address or run.url or (kept.url if kept else DEFAULT_URL))
    token: dict[str, Any] = (
        {"access_token": _hidden("API key: ")}
        if with_key
        else _by_code(url, scopes or COMMANDS["login"]["asks"], no_browser)
    )
    key, seconds = str(token["access_token"]), token.get("expires_in")
    with Atrium(url, key) as atrium:
        atrium.raw("events.list_events", limit=1)  # any key may
    ends = f"{datetime.now(UTC) + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}" if seconds else None
    profile = run.profiles.keep(run.profile, Profile(url, key[:PREFIX], token.get("scope"), ends, key))
    place = f"{run.profiles.file}, for there is no keyring here" if profile.key else "your keyring"
    run.say(f"Signed in to {url}. The key is in {place}.")
    return _told(run, url, key, f"profile {run.profile}")


def _by_code(url: str, scopes: str, no_browser: bool) -> dict[str, Any]:
    def show(code: str, page: str, complete: str | None, seconds: int) -> None:
        output.tell(f"Open {page} and enter {code} within {seconds // 60} minutes.")
        screen = sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if complete and screen and sys.stderr.isatty() and not no_browser:
            webbrowser.open(complete)

    with output.waiting("Waiting for you to confirm …"):
        return Device(url).sign_in(f"command line on {socket.gethostname()}", scopes, show)


def logout(run: Run) -> dict[str, Any]:
    """Forget a profile; returns its name and the page to revoke the key on. Raises `NotSignedIn`: no such profile."""
    profile = run.profiles.forget(run.profile)
    if profile is None:
        raise NotSignedIn("NOT_SIGNED_IN", f"There is no profile {run.profile}.")
    page = profile.url + KEYS_PAGE
    run.say(f"Forgotten. The key {profile.prefix}… itself works until it ends, or until you revoke it at {page}")
    return {"profile": run.profile, "revoke_at": page}


def whoami(run: Run) -> dict[str, Any]:
    """Check that the key works; returns what `login` does. Raises `NotSignedIn`: there is no key, or it has ended."""
    run.atrium.raw("events.list_events", limit=1)
    url, key, source = run.found
    return _told(run, url, str(key), source)


def _told(run: Run, url: str, key: str, source: str) -> dict[str, Any]:
    kept = run.profiles.all().get(run.profile)
    mine = vars(kept) if kept and kept.prefix == key[:PREFIX] else {}  # the environment may have brought another key
    told = {"profile": run.profile, "url": url, "key": key[:PREFIX], "key_from": source}
    return told | {name: mine.get(name) for name in ("scopes", "expires_at")}


def keys(run: Run) -> dict[str, Any]:
    """Every profile without its key, and the address of the page that manages keys."""
    page = run.found[0] + KEYS_PAGE
    run.say(f"Make and revoke keys at {page}")
    kept = [vars(one) | {"profile": name, "key": None} for name, one in run.profiles.all().items()]
    return {"keys": kept, "manage_at": page}


def put(run: Run, names: list[str] | None, project: str | None, request: str | None, **more: str | None) -> Any:
    """Ask for a credential's value, and store it; returns the credential. Raises `InvalidRequest`: bad arguments."""
    if more["value"] is not None or len(names or []) > 1:
        text = "Others can see a value on a command line, and your shell keeps it. Nothing was sent; change that value."
        raise InvalidRequest("VALUE_SHOWN", text)
    if bool(names) == bool(request) or (names and not project):
        raise InvalidRequest("USAGE", "Give NAME and --project, or --request.")
    body = {"value": _hidden("Value: "), "username": more["username"]}
    if request:
        return run.atrium.raw("vault.fulfill_credential_request", request_id=request, body=body)["credential"]
    body |= {"name": (names or [""])[0], "type": more["kind"] or "token"}
    return run.atrium.raw("vault.deposit_credential", id=project, body=body)


def _hidden(prompt: str) -> str:
    """A secret from standard input, or at a terminal from a hidden prompt. Raises `InvalidRequest`: it is empty."""
    secret = getpass(prompt) if sys.stdin.isatty() else sys.stdin.read().removesuffix("\n").removesuffix("\r")
    if not secret:
        raise InvalidRequest("USAGE", "Standard input is empty: give the value there, or run this in a terminal.")
    return secret
