"""The commands that `make` calls: run, up, down, reset, clock, mail, reset-password, remove-factors, reindex."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from local import clock, cloud, emulator, front, processes
from local.cloud import Cloud
from local.console import Problem, complain, say, step
from local.deploy import STACK
from local.mail import readable, sent_mails
from local.model import NO_MODEL, LocalModel, trial
from local.paths import REPOSITORY, Home
from local.seed import Customer, seed

MCP = REPOSITORY / "docs" / "mcp.md"
# What an AI client needs to connect, as the document shows it: `**Cursor**, in `~/.cursor/mcp.json`:`, and a block.
SNIPPET = re.compile(r"\*\*(?P<client>[\w ]+)\*\*, in `?(?P<place>[\w ./~]+)`?[:.].*\n\n```\w+\n(?P<text>.+)\n```")
LOOK_SECONDS = 0.1
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Place:
    """The cloud that a command works on, and what the command line says.

    Attributes:
        home: where it keeps its files.
        port: of the base URL.
        cloud_port: of the emulator.
        model: the language model to start it with.
        limits: the limits to start it with.
        by: how far to move its clock, such as `2d`.
        whose: the e-mail address or the account that an operator's command is about.
    """

    home: Home
    port: int
    cloud_port: int
    model: LocalModel = NO_MODEL
    limits: str = ""
    by: str = "1d"
    whose: str = ""


def up(place: Place) -> None:
    """Start and seed a cloud in the background, as far as it is not done, and say how to use it. Raises `Problem`."""
    running, customer = _start(place)
    say(introduction(running, customer))
    say("It runs in the background; stop it with: make down")


def run(place: Place) -> None:
    """Run the cloud and print requests until Ctrl-C, then stop everything and keep the data. Raises `Problem`."""
    try:
        with _on_signals(_interrupt):
            running, customer = _start(place)
            say(introduction(running, customer))
            say("Requests follow; Ctrl-C stops. The data stays for the next time.\n")
            for line in _requests(place.home):
                say(line)
    except _Interrupted:
        say()
    finally:
        if _is_running(place.home):
            down(place)


def down(place: Place) -> None:
    """Stop what runs, gracefully; if nothing runs, only say so."""
    with _on_signals(signal.SIG_IGN):  # a second Ctrl-C must not interrupt the emulator while it writes its state
        if _is_running(place.home):
            with step("Stopping"):
                cloud.stop(place.home)
        else:
            say("Nothing is running.")


def reset(place: Place) -> None:
    """Stop the cloud and delete all its data."""
    down(place)
    place.home.wipe()
    say("All data is gone; make up begins anew.")


def move_clock(place: Place) -> None:
    """Move the running cloud's clock by `place.by`. Raises `Problem`: none runs, or it is no duration."""
    _require_running(place)
    shown = clock.advance(place.home, clock.duration(place.by))
    say(f"It is now {shown:%A %Y-%m-%d %H:%M:%S} UTC there; schedules that fall due fire within seconds.")


def show_mail(place: Place) -> None:
    """Print the last five mails of the running cloud. Raises `Problem`: none runs."""
    _require_running(place)
    say(readable(sent_mails(cloud.attach(place.home).access)))


def operate(place: Place, tool: str) -> None:
    """Run a command of `tools.operator` on the running cloud, for `place.whose`. Raises `Problem`."""
    _require_running(place)
    layers = (REPOSITORY / "layers" / name / "python" for name in ("common", "domain"))
    access = cloud.attach(place.home).access
    environment = {**access.environment, "PYTHONPATH": os.pathsep.join(map(str, [*layers, REPOSITORY]))}
    command = [sys.executable, "-m", "tools.operator", tool, place.whose, "--stack", STACK]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        option = "ACCOUNT" if tool == "reindex" else "EMAIL"
        raise Problem(done.stderr.strip().splitlines()[-1], fix=f"make {tool} {option}=<whose>")
    say(done.stdout.strip())


def _require_running(place: Place) -> None:
    if processes.find(place.home, emulator.NAME) is None:
        raise Problem("Nothing is running.", fix="make up")


def introduction(running: Cloud, customer: Customer) -> str:
    """The text that tells a newcomer the address, the sign-in, the key and how to connect an assistant."""
    url, key = running.base_url, customer.api_key
    text = MCP.read_text().replace("http://localhost:8000", url).replace("YOUR_KEY", key)
    assistants = "\n".join(f"  {one['client']} ({one['place']}):\n    {one['text']}" for one in SNIPPET.finditer(text))
    return f"""
Atrium is at {url}

  Sign in    {customer.email}
  Password   {customer.password}
  API key    {key}

Try it:
  curl -s {url}/agents -H "Authorization: Bearer {key}"

Mail is kept here instead of sent; read the last ones with: make mail

From an AI assistant (MCP, see docs/mcp.md):
{assistants}
"""


def _start(place: Place) -> tuple[Cloud, Customer]:
    running = cloud.start(
        place.home, port=place.port, cloud_port=place.cloud_port, model=place.model, limits=place.limits
    )
    customer = seed(running, place.home.env_file)
    if place.model != NO_MODEL:
        _try_model(running, place.model)
    return running, customer


def _try_model(running: Cloud, model: LocalModel) -> None:
    """Ask the model for one word. A failure is only printed, because the rules answer without a model, too."""
    with step(f"Asking {model.written} for a word"):
        failed = trial(running.access, running.resources, model)
    if failed:
        complain(Problem(f"{failed} Until it works, the rules answer alone.", fix="mend that, then: make up again"))


def _is_running(home: Home) -> bool:
    return any(processes.find(home, name) for name in (front.NAME, emulator.NAME))


def _requests(home: Home) -> Iterator[str]:
    """Each line that the front logs from now on. Raises `Problem` when the front or the emulator has ended."""
    with processes.log_file(home, front.NAME).open() as log:
        log.seek(0, 2)
        while True:
            if line := log.readline():
                yield line.rstrip("\n")
                continue
            for name in (front.NAME, emulator.NAME):
                if processes.find(home, name) is None:
                    raise Problem(f"The {name} has ended.", fix=f"read {processes.log_file(home, name)}")
            time.sleep(LOOK_SECONDS)


class _Interrupted(Exception):
    """A signal asked this command to stop."""


def _interrupt(number: int, _frame: object) -> None:
    raise _Interrupted(number)


@contextmanager
def _on_signals(handler: Any) -> Iterator[None]:
    """Within the block, handle Ctrl-C, a closed terminal and SIGTERM in this way."""
    before = {number: signal.signal(number, handler) for number in STOPPING}
    try:
        yield
    finally:
        for number, own in before.items():
            signal.signal(number, own)
