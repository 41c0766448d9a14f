from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from local import processes
from local.paths import Home
from local.processes import Service

GRACE_SECONDS = 10.0
READY = "open(sys.argv[1], 'w').close(); signal.pause()"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    processes.stop(home, "sleeper", grace_seconds=GRACE_SECONDS)


def sleeper(code: str = "import signal; signal.pause()", **environment: str) -> Service:
    return Service("sleeper", (sys.executable, "-c", code), environment)


def start_ready(home: Home, code: str, **environment: str) -> processes.Running:
    """Start `code` and wait until it has announced itself by a file."""
    ready = home.root / "ready"
    ready.unlink(missing_ok=True)
    running = processes.start(home, Service("sleeper", (sys.executable, "-c", code + READY, str(ready)), environment))
    while not ready.exists():
        assert processes.start_time(running.pid) is not None
    return running


def test_process_sees_its_own_environment_only(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "production")
    start_ready(home, "import os, signal, sys; print(sorted(os.environ), flush=True); ", GIVEN="1", LC_ALL="C")

    log = processes.log_file(home, "sleeper").read_text()

    assert "GIVEN" in log
    assert "AWS_PROFILE" not in log


def test_process_is_killed_when_it_does_not_listen(home: Home) -> None:
    running = start_ready(home, "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN);")

    stopped = processes.stop(home, "sleeper", grace_seconds=0.2)

    assert stopped
    assert processes.start_time(running.pid) is None


def test_stranger_is_left_alone_when_it_got_the_pid_of_ours(home: Home) -> None:
    stranger = processes.start(home, sleeper())
    record = home.processes / "sleeper.json"
    record.write_text(json.dumps({"pid": stranger.pid, "started": "long ago", "fingerprint": stranger.fingerprint}))

    stopped = processes.stop(home, "sleeper", grace_seconds=GRACE_SECONDS)

    assert stopped is False
    assert processes.start_time(stranger.pid) == stranger.started
    assert not record.exists()
    os.kill(stranger.pid, 9)
