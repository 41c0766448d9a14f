from __future__ import annotations

import stat
from pathlib import Path

import pytest

from local import clock, emulator
from local.aws import Access
from local.paths import Home

ENDPOINT = "http://127.0.0.1:4566"
ACCESS = Access(ENDPOINT, "AKIALOCAL", "secret")


@pytest.fixture(autouse=True)
def _real_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer who is signed in to a real account."""
    monkeypatch.setenv("AWS_PROFILE", "production")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "real")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAREAL")
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "https://s3.amazonaws.com")


def test_child_sees_the_local_cloud_alone_when_the_machine_has_a_real_account() -> None:
    seen = {name: value for name, value in ACCESS.environment.items() if name.startswith("AWS_")}

    assert seen["AWS_ENDPOINT_URL"] == ENDPOINT
    assert (seen["AWS_ACCESS_KEY_ID"], seen["AWS_SECRET_ACCESS_KEY"]) == ("AKIALOCAL", "secret")
    assert seen["AWS_CONFIG_FILE"] == seen["AWS_SHARED_CREDENTIALS_FILE"] == "/dev/null"
    assert not seen.keys() & {"AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL_S3"}


def test_client_speaks_to_the_local_cloud_when_the_profile_does_not_even_exist() -> None:
    client = ACCESS.client("s3")

    assert client.meta.endpoint_url == ENDPOINT
    assert client._request_signer._credentials.access_key == "AKIALOCAL"


def test_credentials_are_each_clouds_own_and_stay(tmp_path: Path) -> None:
    first, other = Home(tmp_path / "first"), Home(tmp_path / "other")

    made, of_other, again = Access.of(first, ENDPOINT), Access.of(other, ENDPOINT), Access.of(first, ENDPOINT)

    assert again == made
    assert made.access_key != of_other.access_key
    assert made.secret_key != of_other.secret_key
    assert len(made.secret_key) == 40


def test_credentials_are_for_their_owner_alone_and_shown_to_nobody(tmp_path: Path) -> None:
    home = Home(tmp_path)

    access = Access.of(home, ENDPOINT)

    assert stat.S_IMODE(home.credentials.stat().st_mode) == 0o600
    assert access.secret_key not in repr(access)


def test_credentials_go_with_the_data(tmp_path: Path) -> None:
    home = Home(tmp_path)
    before = Access.of(home, ENDPOINT)

    home.wipe()

    assert Access.of(home, ENDPOINT) != before


def test_emulator_gets_nothing_of_this_machines_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")

    environment = emulator.service(Home(tmp_path), ACCESS).environment

    assert not environment.keys() & {"AWS_PROFILE", "AWS_SESSION_TOKEN"}
    assert environment["PYTHONPATH"] == str(clock.INSIDE)
    assert environment["HOME"].startswith(str(tmp_path))


def test_emulator_enforces_iam_keeps_its_state_and_stays_on_loopback(tmp_path: Path) -> None:
    environment = emulator.service(Home(tmp_path), ACCESS).environment

    assert environment["AUTH"] == "true"
    assert environment["PERSIST_STATE"] == environment["S3_PERSIST"] == "1"
    assert environment["BIND_HOST"] == "127.0.0.1"
    assert environment["GATEWAY_PORT"] == "4566"
