"""The front: a background process that serves http://localhost:PORT, without a stage in the path."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from contextlib import suppress

from local import processes
from local.console import Problem, say
from local.paths import REPOSITORY, Home
from local.ports import LOOPBACK, is_free
from local.prerequisites import require_free_port
from local.processes import Service
from local.proxy import Front, Upstream

NAME = "front"
LISTENS_WITHIN_SECONDS = 15.0
ENDS_WITHIN_SECONDS = 5.0
POLL_SECONDS = 0.02
TOKEN = "ATRIUM_FRONT_TOKEN"  # noqa: S105 - the variable's name
STOPPING = {signal.SIGTERM, signal.SIGINT}


def service(port: int, upstream: Upstream) -> Service:
    """The command and environment that start the front of `upstream` on `port`."""
    return Service(
        name=NAME,
        command=(
            *(sys.executable, "-m", "local.front", "--port", str(port)),
            *("--cloud-port", str(upstream.port), "--api", upstream.api),
        ),
        environment={"PYTHONPATH": str(REPOSITORY), "LANG": "C.UTF-8", TOKEN: upstream.token},
    )


def ensure(home: Home, port: int, upstream: Upstream) -> None:
    """Have the front listening on `port` for `upstream`; one that already does is left alone. Raises `Problem`."""
    wanted = service(port, upstream)
    running = processes.find(home, NAME)
    if running is not None and running.fingerprint == wanted.fingerprint:
        return
    stop(home)
    require_free_port(port, variable="PORT")
    processes.start(home, wanted)
    deadline = time.monotonic() + LISTENS_WITHIN_SECONDS
    while is_free(port):
        if processes.find(home, NAME) is None or time.monotonic() > deadline:
            raise Problem("The front did not start.", fix=f"read {processes.log_file(home, NAME)}")
        time.sleep(POLL_SECONDS)


def stop(home: Home) -> bool:
    """End the front; False when it wasn't running."""
    return processes.stop(home, NAME, grace_seconds=ENDS_WITHIN_SECONDS)


def main() -> None:
    """Serve until SIGTERM or SIGINT comes."""
    options = argparse.ArgumentParser(prog="python -m local.front")
    options.add_argument("--port", type=int, required=True)
    options.add_argument("--cloud-port", type=int, required=True)
    options.add_argument("--api", required=True)
    chosen = options.parse_args()
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    servers = listen(chosen.port, Upstream(chosen.cloud_port, chosen.api, token=os.environ.pop(TOKEN)))
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    signal.sigwait(STOPPING)
    for server in servers:
        server.server_close()


def listen(port: int, upstream: Upstream) -> list[Front]:
    """A server on 127.0.0.1, and one on ::1 where the machine has it: `localhost` means either."""
    servers = [Front(LOOPBACK, port, upstream, say)]
    with suppress(OSError):
        servers.append(Front("::1", port, upstream, say))
    return servers


if __name__ == "__main__":
    main()
