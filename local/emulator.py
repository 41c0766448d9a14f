"""The AWS emulator (MiniStack) as a background process: its settings, health and end.

What matters here of its source (version 1.5.33):

- A function runs in worker processes of the interpreter the emulator was started with, one per concurrent call and
  without a limit; they inherit the emulator's environment, so that is made from nothing. A worker unpacks its code and
  layers below TMPDIR (`inside` lets them share one copy) and leaves them there at shutdown. A function that outlives
  its time-out is killed; an exception ends its worker.
- The emulator answers any web page, and any signature of its root user: `inside/guard.py` stands before it.
- With AUTH=true a function acts under its own role, and every call it makes is checked against that role's policies.
- SQS wakes its consumers at once (else every second). A FIFO queue has one batch in flight, over all its groups.
  The scheduler looks for due schedules every 10 seconds; `inside` makes it every second.
- State is written on SIGTERM only, a JSON file per service; S3 objects at once.
- What functions print goes to the emulator's CloudWatch Logs, not to the emulator's own log.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from pathlib import Path

from botocore.exceptions import BotoCoreError

from local import aws, clock, fingerprint, processes
from local.aws import Access
from local.console import Problem, step
from local.paths import DEVELOPMENT, Home, interpreter
from local.ports import LOOPBACK, require_free_port
from local.processes import Service

NAME = "emulator"
HEALTHY_WITHIN_SECONDS = 60.0
WRITES_STATE_WITHIN_SECONDS = 60.0
POLL_SECONDS = 0.05
# A queue's URL names the emulator's port; it stands with the queue, with the functions that were given it, and with
# the stack's resources.
KEEP_QUEUE_URLS = ("sqs.json", "lambda.json", "cloudformation.json")
QUEUE_URL = re.compile(r"http://localhost:\d+/(?=\d{12}/)")
# Functions and layers as they run, by their content; all clouds of this repository share it, for it holds no data.
UNPACKED = DEVELOPMENT.root / "unpacked"
UNUSED_SECONDS = 24 * 60 * 60


def service(home: Home, access: Access) -> Service:
    """The command and environment that start the emulator for one home, at the address of `access`."""
    return Service(
        name=NAME,
        command=(str(interpreter("cloud")), "-m", "ministack"),
        environment={
            "PATH": os.defpath,
            "HOME": str(home.scratch),
            "TMPDIR": str(home.scratch),
            "LANG": "C.UTF-8",
            "GATEWAY_PORT": str(_port(access)),
            "BIND_HOST": LOOPBACK,
            "AUTH": "true",
            "PERSIST_STATE": "1",
            "STATE_DIR": str(home.state),
            "S3_PERSIST": "1",
            "S3_DATA_DIR": str(home.objects),
            # Device gateways that would listen on fixed ports and meet those of another cloud.
            "IOT_MTLS_ENABLED": "0",
            "SFTP_ENABLED": "0",
            "MINISTACK_REGION": aws.REGION,
            "ATRIUM_UNPACKED": str(UNPACKED),
            # No program reads this: it changes the fingerprint, so that edits in `inside` restart the emulator.
            "ATRIUM_INSIDE": fingerprint.of_files([clock.INSIDE]),
            # Names the file that records permission checks, for the tests that read it.
            **{name: value for name, value in os.environ.items() if name == "ATRIUM_RECORD_PERMISSIONS"},
            **access.credentials,  # of its root user; a function gets those of its role in their place
            **clock.environment(home),
        },
    )


def ensure(home: Home, access: Access) -> None:
    """Have a healthy emulator at the address of `access`; one that runs as wanted is left alone. Raises `Problem`."""
    wanted, port = service(home, access), _port(access)
    running = processes.find(home, NAME)
    if running is not None and running.fingerprint == wanted.fingerprint:
        _wait_until_healthy(home, access)
        return
    stop(home)
    require_free_port(port, variable="CLOUD_PORT")
    with step(f"Starting the cloud on port {port}"):
        for folder in (home.state, home.objects, home.scratch):
            folder.mkdir(parents=True, exist_ok=True)
        for folder in (home.root, home.state):
            folder.chmod(0o700)  # in it are all secrets in clear
        _move_queues(home, port)
        _forget_old_code(UNPACKED)
        processes.start(home, wanted)
        _wait_until_healthy(home, access)


def stop(home: Home) -> bool:
    """End the emulator after it has written its state, within 60 s; False when it wasn't running."""
    stopped = processes.stop(home, NAME, grace_seconds=WRITES_STATE_WITHIN_SECONDS)
    shutil.rmtree(home.scratch, ignore_errors=True)
    return stopped


def _move_queues(home: Home, port: int) -> None:
    """Put this port into the kept state's queue URLs: the emulator finds no queue by a URL with another port."""
    for file in (home.state / name for name in KEEP_QUEUE_URLS):
        kept = file.read_text() if file.exists() else ""
        moved = QUEUE_URL.sub(f"http://localhost:{port}/", kept)
        if moved != kept:
            file.write_text(moved)


def _forget_old_code(unpacked: Path) -> None:
    """Remove unpacked code that no worker has started with for a day; each start renews the folder's time."""
    for folder in unpacked.glob("*"):
        if time.time() - folder.stat().st_mtime > UNUSED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _wait_until_healthy(home: Home, access: Access) -> None:
    deadline = time.monotonic() + HEALTHY_WITHIN_SECONDS
    while not _is_healthy(access):
        if processes.find(home, NAME) is None or time.monotonic() > deadline:
            raise Problem("The cloud did not start.", fix=f"read {processes.log_file(home, NAME)}")
        time.sleep(POLL_SECONDS)


def _is_healthy(access: Access) -> bool:
    try:
        access.get("/_ministack/health")
    except (OSError, BotoCoreError):
        return False
    return True


def _port(access: Access) -> int:
    return int(access.endpoint.rpartition(":")[2])
