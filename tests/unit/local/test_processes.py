from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from local import processes
from local.console import Problem
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


def test_process_is_found_again_when_it_was_started(home: Home) -> None:
    started = processes.start(home, sleeper())

    assert processes.find(home, "sleeper") == started
    assert started.fingerprint == sleeper().fingerprint


def test_process_lives_in_a_session_of_its_own(home: Home) -> None:
    started = processes.start(home, sleeper())

    assert os.getsid(started.pid) == started.pid


def test_process_sees_its_own_environment_only(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "production")
    start_ready(home, "import os, signal, sys; print(sorted(os.environ), flush=True); ", GIVEN="1", LC_ALL="C")

    log = processes.log_file(home, "sleeper").read_text()

    assert "GIVEN" in log
    assert "AWS_PROFILE" not in log


def test_process_is_gone_when_it_was_stopped(home: Home) -> None:
    started = processes.start(home, sleeper())

    stopped = processes.stop(home, "sleeper", grace_seconds=GRACE_SECONDS)

    assert stopped
    assert processes.find(home, "sleeper") is None
    assert processes.start_time(started.pid) is None


def test_process_may_finish_its_work_when_it_is_stopped(home: Home) -> None:
    finish = "signal.signal(signal.SIGTERM, lambda *_: (print('state written', flush=True), sys.exit()));"
    start_ready(home, "import signal, sys;" + finish)

    processes.stop(home, "sleeper", grace_seconds=GRACE_SECONDS)

    assert processes.log_file(home, "sleeper").read_text() == "state written\n"


def test_process_is_killed_when_it_does_not_listen(home: Home) -> None:
    running = start_ready(home, "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN);")

    stopped = processes.stop(home, "sleeper", grace_seconds=0.2)

    assert stopped
    assert processes.start_time(running.pid) is None


def test_stopping_does_nothing_when_nothing_runs(home: Home) -> None:
    assert processes.stop(home, "sleeper", grace_seconds=GRACE_SECONDS) is False


def test_stranger_is_left_alone_when_it_got_the_pid_of_ours(home: Home) -> None:
    stranger = processes.start(home, sleeper())
    record = home.processes / "sleeper.json"
    record.write_text(json.dumps({"pid": stranger.pid, "started": "long ago", "fingerprint": stranger.fingerprint}))

    stopped = processes.stop(home, "sleeper", grace_seconds=GRACE_SECONDS)

    assert stopped is False
    assert processes.start_time(stranger.pid) == stranger.started
    assert not record.exists()
    os.kill(stranger.pid, 9)


@pytest.mark.parametrize("content", ["", "{}", "[]", "nonsense"])
def test_broken_pid_file_counts_as_nothing_running(home: Home, content: str) -> None:
    home.processes.mkdir(parents=True)
    (home.processes / "sleeper.json").write_text(content)

    assert processes.find(home, "sleeper") is None
    assert not (home.processes / "sleeper.json").exists()


def test_log_of_the_run_before_is_kept(home: Home) -> None:
    for said in ("first", "second"):
        start_ready(home, f"import signal, sys; print('{said}', flush=True); ")
        processes.stop(home, "sleeper", grace_seconds=GRACE_SECONDS)

    log = processes.log_file(home, "sleeper")

    assert log.read_text() == "second\n"
    assert log.with_suffix(".previous.log").read_text() == "first\n"


def test_service_that_cannot_be_started_is_a_problem(home: Home) -> None:
    with pytest.raises((Problem, FileNotFoundError)):
        processes.start(home, Service("sleeper", ("/nonexistent",), {}))


def test_fingerprint_differs_when_the_service_would_run_differently() -> None:
    same = sleeper(PORT="1")

    assert same.fingerprint == sleeper(PORT="1").fingerprint
    assert same.fingerprint != sleeper(PORT="2").fingerprint
    assert same.fingerprint != sleeper("pass", PORT="1").fingerprint
