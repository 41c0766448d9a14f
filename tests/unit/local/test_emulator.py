from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from local import clock, emulator, processes
from local.aws import Access
from local.paths import Home

ACCESS = Access("http://127.0.0.1:48231", "AKIAKEY", "secret")
QUEUE = "http://localhost:{}/000000000000/atrium-ceo.fifo"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Where everything happens but the start itself."""
    monkeypatch.setattr(processes, "start", lambda _home, _service: None)
    monkeypatch.setattr(emulator, "UNPACKED", tmp_path / "unpacked")
    monkeypatch.setattr(emulator, "_wait_until_healthy", lambda _home, _access: None)
    home = Home(tmp_path)
    home.state.mkdir()
    return home


def keep(home: Home, name: str, content: object) -> Path:
    file = home.state / name
    file.write_text(json.dumps(content))
    return file


@pytest.mark.parametrize("name", ["sqs.json", "lambda.json", "cloudformation.json"])
def test_queues_are_found_at_the_port_of_now(home: Home, name: str) -> None:
    kept = keep(home, name, {f"000000000000\0'{QUEUE.format(4566)}'": {"CEO_QUEUE_URL": QUEUE.format(4566)}})

    emulator.ensure(home, ACCESS)

    assert json.loads(kept.read_text()) == {
        f"000000000000\0'{QUEUE.format(48231)}'": {"CEO_QUEUE_URL": QUEUE.format(48231)}
    }


def test_what_customers_wrote_and_other_addresses_stay(home: Home) -> None:
    said = keep(home, "dynamodb.json", {"content": f"Look at {QUEUE.format(4566)}"})
    other = keep(home, "lambda.json", {"URL": "http://localhost:8000/agents"})
    before = [said.read_text(), other.read_text()]

    emulator.ensure(home, ACCESS)

    assert [said.read_text(), other.read_text()] == before


def test_unpacked_code_goes_when_nothing_has_run_it_for_a_day(home: Home) -> None:
    for name, age_seconds in (("old", 90_000), ("of today", 80_000)):
        folder = emulator.UNPACKED / name
        folder.mkdir(parents=True)
        os.utime(folder, (0, time.time() - age_seconds))

    emulator.ensure(home, ACCESS)

    assert [folder.name for folder in emulator.UNPACKED.iterdir()] == ["of today"]


def test_state_with_all_its_secrets_is_for_its_owner_only(home: Home) -> None:
    for folder in (home.root, home.state):
        folder.chmod(0o755)

    emulator.ensure(home, ACCESS)

    assert [folder.stat().st_mode & 0o777 for folder in (home.root, home.state)] == [0o700, 0o700]


def test_emulator_is_started_anew_when_what_is_inside_it_changes(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    monkeypatch.setattr(clock, "INSIDE", inside)

    before = emulator.service(home, ACCESS).fingerprint
    (inside / "guard.py").write_text("A = 1")

    assert emulator.service(home, ACCESS).fingerprint != before
