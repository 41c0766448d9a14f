"""`python -m local <command>`: the local cloud from the command line; usually `make` calls it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from local import commands
from local.build import ARCHITECTURES, build, host_architecture
from local.client import build_client, install_command
from local.commands import Place
from local.console import guarded
from local.model import LocalModel
from local.pages import test_pages
from local.paths import DEVELOPMENT, SAM_OUTPUT, Home, locked

COMMANDS = {"run": commands.run, "up": commands.up, "down": commands.down, "reset": commands.reset}
BUILDS = {"pages": test_pages, "client": build_client, "command": install_command}
TOOLS = ("reset-password", "remove-factors")


def main() -> int:
    """Parse the command line, run the command, and return the exit code: 1 after a `Problem`, else 0."""
    options = argparse.ArgumentParser(prog="python -m local", description="The local cloud.")
    options.add_argument("command", choices=["build", "clock", "mail", "reindex", *BUILDS, *TOOLS, *COMMANDS])
    options.add_argument("--home", type=Path, default=DEVELOPMENT.root, help="folder of state and logs")
    options.add_argument("--port", type=int, default=8000, help="of the base URL")
    options.add_argument("--cloud-port", type=int, default=4566, help="of the AWS emulator")
    options.add_argument("--architecture", choices=sorted(set(ARCHITECTURES.values())), help="to build for")
    options.add_argument("--by", default="1d", help="how far to move the clock forward: 2d, 90m, 1w12h")
    options.add_argument("--email", default="", help="who can't sign in")
    options.add_argument("--account", default="", help="whose index of search is to be made again")
    chosen = options.parse_args()
    if chosen.command == "build":
        return guarded(lambda: _build(chosen.architecture or host_architecture()))
    if chosen.command in BUILDS:
        return guarded(lambda: _alone(BUILDS[chosen.command]))
    place = Place(Home(chosen.home.resolve()), chosen.port, chosen.cloud_port)
    if chosen.command == "clock":
        return guarded(lambda: commands.move_clock(place, chosen.by))
    if chosen.command == "mail":
        return guarded(lambda: commands.show_mail(place))
    if chosen.command in TOOLS:
        return guarded(lambda: commands.operate(place, chosen.command, "EMAIL", chosen.email))
    if chosen.command == "reindex":
        return guarded(lambda: commands.operate(place, "reindex", "ACCOUNT", chosen.account))
    return guarded(lambda: COMMANDS[chosen.command](_as_asked(place, chosen.command)))


def _as_asked(place: Place, command: str) -> Place:
    model, limits = LocalModel.taken_from(os.environ), os.environ.pop("LIMITS", "")
    return replace(place, model=model, limits=limits) if command in {"run", "up"} else place


def _build(architecture: str) -> None:
    with locked(SAM_OUTPUT / ".lock"):
        build(architecture)


def _alone(make: Callable[[], None]) -> None:
    with locked(SAM_OUTPUT / ".lock"):
        make()


if __name__ == "__main__":
    sys.exit(main())
