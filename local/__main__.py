"""`python -m local <command>`: the local cloud from the command line; usually `make` calls it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from local import commands
from local.build import ARCHITECTURES, build, host_architecture
from local.client import build_client, install_command
from local.commands import Place
from local.console import guarded
from local.model import NO_MODEL, LocalModel
from local.pages import test_pages
from local.paths import DEVELOPMENT, SAM_OUTPUT, Home, locked

STARTS = {"run": commands.run, "up": commands.up}
ON_A_CLOUD: dict[str, Callable[[Place], None]] = {
    **STARTS,
    "down": commands.down,
    "reset": commands.reset,
    "clock": commands.move_clock,
    "mail": commands.show_mail,
    **{tool: partial(commands.operate, tool=tool) for tool in ("reset-password", "remove-factors", "reindex")},
}


def main() -> int:
    """Parse the command line, run the command, and return the exit code: 1 after a `Problem`, else 0."""
    builds: dict[str, Callable[[], object]] = {
        "build": lambda: build(chosen.architecture or host_architecture()),
        "pages": test_pages,
        "client": build_client,
        "command": install_command,
    }
    options = argparse.ArgumentParser(prog="python -m local", description="The local cloud.")
    options.add_argument("command", choices=[*builds, *ON_A_CLOUD])
    options.add_argument("--home", type=Path, default=DEVELOPMENT.root, help="folder of state and logs")
    options.add_argument("--port", type=int, default=8000, help="of the base URL")
    options.add_argument("--cloud-port", type=int, default=4566, help="of the AWS emulator")
    options.add_argument("--architecture", choices=sorted(set(ARCHITECTURES.values())), help="to build for")
    options.add_argument("--by", default="1d", help="how far to move the clock forward: 2d, 90m, 1w12h")
    options.add_argument("--whose", default="", help="the e-mail address or the account that it is about")
    chosen = options.parse_args()

    def work() -> None:
        if chosen.command in builds:
            with locked(SAM_OUTPUT / ".lock"):
                builds[chosen.command]()
            return
        starts = chosen.command in STARTS
        model = LocalModel.taken_from(os.environ) if starts else NO_MODEL
        limits = os.environ.get("LIMITS", "") if starts else ""
        home = Home(chosen.home.resolve())
        place = Place(home, chosen.port, chosen.cloud_port, model, limits, chosen.by, chosen.whose)
        ON_A_CLOUD[chosen.command](place)

    return guarded(work)


if __name__ == "__main__":
    sys.exit(main())
