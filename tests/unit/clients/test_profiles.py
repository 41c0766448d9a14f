"""Where keys are kept: the keyring where there is one, else a file for its owner's eyes."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import KeyringLocked, PasswordDeleteError

from atrium_client.errors import NotSignedIn
from atrium_client.profiles import Profile, Profiles

KEY = "atr_Y2N0TiZuqESB2AW2"
PROFILE = Profile("https://atrium.example.com", KEY[:12], "projects:read", "2027-02-28T00:00:00Z", KEY)


class InMemory(KeyringBackend):
    """A keyring; a locked one refuses."""

    priority = 1
    locked = False

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


@pytest.fixture
def ring():
    before, own = keyring.get_keyring(), InMemory()
    keyring.set_keyring(own)
    yield own
    keyring.set_keyring(before)


@pytest.fixture
def profiles(tmp_path: Path) -> Profiles:
    return Profiles(tmp_path / "atrium" / "profiles.json")


def test_key_goes_into_the_keyring_and_not_into_the_file(ring: InMemory, profiles: Profiles) -> None:
    kept = profiles.keep("default", PROFILE)

    assert kept.key is None
    assert list(ring.kept.values()) == [KEY]
    assert KEY not in profiles.file.read_text()
    assert profiles.find("default") == PROFILE


@pytest.mark.parametrize("backend", [fail.Keyring, null.Keyring])
def test_key_goes_into_a_file_for_its_owner_alone_where_there_is_no_keyring(ring, profiles, backend) -> None:
    keyring.set_keyring(backend())

    kept = profiles.keep("default", PROFILE)

    assert (kept.key, profiles.find("default")) == (KEY, PROFILE)
    assert stat.S_IMODE(profiles.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(profiles.file.parent.stat().st_mode) == 0o700


def test_file_that_others_can_read_is_refused(ring: InMemory, profiles: Profiles) -> None:
    profiles.keep("default", PROFILE)
    profiles.file.chmod(0o640)

    with pytest.raises(NotSignedIn, match="chmod 600"):
        profiles.find("default")


@pytest.mark.parametrize("content", ["", "[]", '{"default": {"planet": "Mars"}}', '{"default": 1}'])
def test_broken_file_is_named(ring: InMemory, profiles: Profiles, content: str) -> None:
    profiles.keep("default", PROFILE)
    profiles.file.write_text(content)

    with pytest.raises(NotSignedIn, match=r"profiles\.json"):
        profiles.find("default")


def test_locked_keyring_is_told_from_a_missing_key(ring: InMemory, profiles: Profiles) -> None:
    profiles.keep("default", PROFILE)
    ring.locked = True
    with pytest.raises(NotSignedIn, match="Unlock"):
        profiles.find("default")

    ring.locked, ring.kept = False, {}
    assert profiles.find("default") is None


def test_forgotten_profile_leaves_nothing_of_its_key(ring: InMemory, profiles: Profiles) -> None:
    profiles.keep("default", PROFILE)
    profiles.keep("worker", PROFILE)

    assert profiles.forget("default") is not None
    assert profiles.forget("default") is None

    assert (list(profiles.all()), len(ring.kept)) == (["worker"], 1)


def test_new_sign_in_replaces_the_old_key_also_of_another_service(ring: InMemory, profiles: Profiles) -> None:
    profiles.keep("default", PROFILE)
    profiles.keep("default", Profile("http://localhost:8000", "atr_other123", key="atr_other123456"))

    assert list(ring.kept.values()) == ["atr_other123456"]
    assert json.loads(profiles.file.read_text())["default"]["url"] == "http://localhost:8000"
