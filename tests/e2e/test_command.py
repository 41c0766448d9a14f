"""The command as it is installed, without a terminal: a whole project by it alone; and what ends it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from atrium import Customer, wait_for
from atrium_client import verify_webhook
from briefs import ANSWERS
from local.client import COMMAND
from local.cloud import Cloud
from receivers import LOOPBACK, receiving

BRIEF = ANSWERS | {"must_haves": ANSWERS["must_haves"][:1], "existing": []}


@dataclass
class Shell:
    """A machine with the command and nothing else: no terminal, no keyring, no display."""

    home: Path
    url: str
    env: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ATRIUM_", "XDG_"))}
        self.env = kept | {"HOME": str(self.home), "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}

    def run(self, *words: str, stdin: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
        options: dict[str, Any] = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
        options |= {"env": self.env | env, "cwd": self.home, "capture_output": True, "timeout": 120}
        return subprocess.run([str(COMMAND), *words], text=True, check=False, **options)

    def told(self, *words: str, stdin: str | None = None, **env: str) -> Any:
        done = self.run(*words, "--json", stdin=stdin, **env)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def sign_in(self, key: str, profile: str = "default") -> None:
        done = self.run("login", self.url, "--with-key", "--profile", profile, stdin=key)
        assert done.returncode == 0, done.stderr


@pytest.fixture
def shell(cloud: Cloud, tmp_path: Path) -> Shell:
    return Shell(tmp_path, cloud.base_url)


def test_whole_project_by_the_command_alone(customer: Customer, shell: Shell) -> None:
    shell.sign_in(customer.key)
    shell.sign_in(customer.create_key(preset="worker")["key"], "worker")
    (shell.home / "answers.json").write_text(json.dumps(BRIEF))

    project = shell.told("projects", "new", "Corner bakery")["id"]
    early = shell.run("projects", "submit", project)
    shell.told("projects", "intake", project, "--answers", "answers.json")
    shell.told("projects", "submit", project)
    wait_for(lambda: planned(shell, project))
    submitted = [submit_next(shell, project)]
    own = shell.run("work", "accept", submitted[0], "--profile", "worker")
    shell.told("work", "accept", submitted[0])
    for _ in shell.told("work", "list", project, "--state", "ready"):
        submitted.append(submit_next(shell, project))
        shell.told("work", "accept", submitted[-1])
    none = shell.run("work", "next", project, "--profile", "worker")
    found = wait_for(lambda: completed(shell, project))
    shell.told("docs", "pull", project, "--to", "plan")

    assert (early.returncode, "Next: atrium projects intake" in early.stderr) == (1, True)
    assert len(submitted) == len(set(submitted)) > 1
    assert (none.returncode, "No item is ready" in none.stderr) == (1, True)
    assert (own.returncode, "projects:write" in own.stderr) == (1, True)
    assert (found["progress"], found["phase"]) == (100, "complete")
    assert len(list((shell.home / "plan").glob("*.md"))) == 11
    assert "project.completed" in shell.run("events", "--limit", "10", "--project", project).stdout


def planned(shell: Shell, project: str) -> bool:
    """Whether all ten documents are approved, after those that wait are."""
    shell.told("approve", project, "--all")
    return all(one["state"] == "approved" for one in shell.told("docs", "list", project))


def submit_next(shell: Shell, project: str) -> str:
    """The item that the worker claimed, worked on and submitted."""
    claimed: dict[str, Any] = shell.told("work", "next", project, "--profile", "worker")
    item = str(claimed["item"]["id"])
    form = json.loads(shell.run("work", "form", item, "--profile", "worker").stdout)
    form |= {"summary": "It works.", "links": ["https://git.example.org/bakery/pull/7"]}
    for answer in form["evidence"]:
        answer["text"] = f"The test of {answer['criterion']} passes in the linked run."
    shell.told("work", "progress", item, "Half of it", "--profile", "worker")
    shell.told("work", "submit", item, "--profile", "worker", stdin=json.dumps(form))
    return item


def completed(shell: Shell, project: str) -> Any:
    found = shell.told("projects", "show", project)
    return found if found["status"] == "completed" else None


@contextmanager
def listening(shell: Shell, url: str) -> Iterator[subprocess.Popen[str]]:
    command = [str(COMMAND), "listen", "--forward-to", url, "--types", "project.created"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=shell.env, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
    ) as program:
        yield program
        program.kill()


def test_listen_delivers_once_its_receiver_is_up_and_stops_cleanly(customer: Customer, shell: Shell) -> None:
    shell.sign_in(customer.key)
    port = free_port()
    with listening(shell, f"http://{LOOPBACK}:{port}/hook") as program:
        assert program.stderr is not None
        secret = re.search(r"whsec_\S+", program.stderr.readline())
        assert secret is not None
        assert "Ctrl-C stops it" in program.stderr.readline()
        project = customer.create_project("Heard of")
        assert "ConnectError; again in 1 s" in program.stderr.readline()
        with receiving(port=port) as receiver:
            arrival = wait_for(lambda: next(iter(receiver.arrivals), None))
            event = verify_webhook(secret[0], arrival.body, dict(arrival.headers))
            delivered = program.stdout.readline() if program.stdout else ""
            program.send_signal(signal.SIGTERM)
            _, stderr = program.communicate(timeout=30)

    assert event.data["project_id"] == project
    assert delivered.split("\t")[-1] == "204\n"
    assert (program.returncode, stderr.splitlines()[-1].endswith(f"--after {event.sequence}")) == (0, True)


def free_port() -> int:
    """A port on which nobody listens."""
    with closing(socket.create_server((LOOPBACK, 0))) as server:
        return int(server.getsockname()[1])
