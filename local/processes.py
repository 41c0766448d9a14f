"""Background processes of one cloud: started detached, found again by pid and start time, stopped gracefully."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from local.console import Problem
from local.paths import Home

POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Service:
    """A background process of a cloud: its command, and its whole environment, because it inherits nothing."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]

    @property
    def fingerprint(self) -> str:
        """A digest of command and environment; a process with another one must be started anew."""
        wanted = json.dumps([self.command, sorted(self.environment.items())])
        return hashlib.sha256(wanted.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Running:
    """A process that we started and that still lives; `started` tells it from another that got the same pid later."""

    pid: int
    started: str
    fingerprint: str


def find(home: Home, name: str) -> Running | None:
    """The living process of that name; None without one, and then a stale pid file is removed."""
    file = _pid_file(home, name)
    try:
        running = Running(**json.loads(file.read_text()))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError):
        running = None
    if running is None or start_time(running.pid) != running.started:
        file.unlink(missing_ok=True)
        return None
    return running


def start(home: Home, service: Service) -> Running:
    """Run the service in a session of its own, its output in a new log (one old log is kept). Raises `Problem`."""
    home.logs.mkdir(parents=True, exist_ok=True)
    home.processes.mkdir(parents=True, exist_ok=True)
    log = log_file(home, service.name)
    if log.exists():
        log.replace(log.with_suffix(".previous.log"))
    pid = os.posix_spawn(
        service.command[0],
        service.command,
        dict(service.environment),
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        setsid=True,
    )
    started = start_time(pid)
    if started is None:
        raise Problem(f"The {service.name} ended at once.", fix=f"read {log}")
    running = Running(pid, started, service.fingerprint)
    _pid_file(home, service.name).write_text(json.dumps(asdict(running)))
    return running


def stop(home: Home, name: str, *, grace_seconds: float) -> bool:
    """Ask the process to end and wait for it; False when none was running.

    Only after `grace_seconds` the process is killed: an emulator that is killed has not written its state.
    """
    running = find(home, name)
    if running is None:
        return False
    with suppress(ProcessLookupError):
        os.kill(running.pid, signal.SIGTERM)
    if not _ended(running, within_seconds=grace_seconds):
        with suppress(ProcessLookupError):
            os.kill(running.pid, signal.SIGKILL)
        _ended(running, within_seconds=grace_seconds)
    # End the children it left: it leads a session, so they are in the process group that has its pid as number.
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    _pid_file(home, name).unlink(missing_ok=True)
    return True


def log_file(home: Home, name: str) -> Path:
    """The file that gets the process's output."""
    return home.logs / f"{name}.log"


def start_time(pid: int) -> str | None:
    """When the process began, in the system's own words; None when it has ended (a zombie has)."""
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # Ours to reap when this very command started it.
    if not sys.platform.startswith("linux"):
        shown = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
        return shown.stdout.strip() or None
    try:
        # proc(5): the second field is the command in parentheses; after it come the state, and 19 further on the start.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else fields[19]


def _ended(running: Running, *, within_seconds: float) -> bool:
    deadline = time.monotonic() + within_seconds
    while start_time(running.pid) == running.started:
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _pid_file(home: Home, name: str) -> Path:
    return home.processes / f"{name}.json"
