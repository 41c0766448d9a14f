"""Keeps the command's keys in the system's keyring; without one, in a file that only its owner can read."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import ModuleType

from atrium_client.errors import NotSignedIn

SERVICE = "atrium"


@dataclass(frozen=True)
class Profile:
    """A service and a key that begins with `prefix`. `key` is None if the keyring has it; spaces separate `scopes`."""

    url: str
    prefix: str
    scopes: str | None = None
    expires_at: str | None = None
    key: str | None = None


@dataclass(frozen=True)
class Profiles:
    """All profiles of this user, in a file. Each method raises `NotSignedIn` when the file can't be used."""

    file: Path

    def all(self) -> dict[str, Profile]:
        """Every profile by its name, as the file has it; empty when there is no file."""
        try:
            found = json.loads(self.file.read_text(encoding="utf-8"))
            profiles = {name: Profile(**fields) for name, fields in found.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise NotSignedIn(
                "PROFILE", f"{self.file} can't be read ({type(error).__name__}). Remove it, then sign in."
            ) from error
        if os.name == "posix" and self.file.stat().st_mode & 0o077:
            raise NotSignedIn("PROFILE", f"Other users can read {self.file}. Run: chmod 600 '{self.file}'")
        return profiles

    def find(self, name: str) -> Profile | None:
        """A profile with its key; None if there is no profile or key. A locked keyring raises `NotSignedIn`, too."""
        profile = self.all().get(name)
        if profile is None or profile.key is not None:
            return profile
        ring = _keyring()
        try:
            key = ring.get_password(SERVICE, f"{name} at {profile.url}")
        except ring.errors.KeyringError as error:
            raise NotSignedIn(
                "PROFILE", f"Your keyring did not give the key ({error}). Unlock it, then try again."
            ) from error
        return None if key is None else replace(profile, key=key)

    def keep(self, name: str, profile: Profile) -> Profile:
        """Keep a profile, its key in the keyring if there is one. Returns it as the file has it."""
        self.forget(name)
        ring, entry = _keyring(), (SERVICE, f"{name} at {profile.url}")
        with suppress(ring.errors.KeyringError):
            ring.set_password(*entry, profile.key)
            if ring.get_password(*entry) == profile.key:  # a null backend keeps nothing
                profile = replace(profile, key=None)
        self._write(self.all() | {name: profile})
        return profile

    def forget(self, name: str) -> Profile | None:
        """Drop a profile and its key; returns the profile as the file had it, None when there was none."""
        profiles = self.all()
        if (profile := profiles.pop(name, None)) is not None:
            ring = _keyring()
            with suppress(ring.errors.KeyringError):
                ring.delete_password(SERVICE, f"{name} at {profile.url}")
            self._write(profiles)
        return profile

    def _write(self, profiles: dict[str, Profile]) -> None:
        """Replace the whole file by a temporary one, which only its owner could read at any time."""
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=self.file.parent, delete=False, encoding="utf-8") as file:
            json.dump({name: asdict(profile) for name, profile in profiles.items()}, file, indent=1)
        Path(file.name).replace(self.file)


def _keyring() -> ModuleType:
    import keyring.errors  # noqa: PLC0415 - as slow to import as all the rest, and a key of the environment needs none

    return keyring
