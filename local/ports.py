"""TCP ports of the loopback interface: free or not, and who holds them."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
from contextlib import closing, suppress
from errno import EADDRINUSE
from pathlib import Path

from local.console import Problem

LOOPBACK = "127.0.0.1"
LISTENING = "0A"
# Linux gives outgoing connections ports from 32768 on, macOS and Windows from 49152 on.
CHOSEN_BY_PROGRAMS = (20_000, 32_000)


def is_free(port: int) -> bool:
    """Whether a server could listen on `port` of 127.0.0.1 now. Raises `Problem` if this user may not use it at all."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            if error.errno == EADDRINUSE:
                return False
            raise Problem(f"Port {port} can't be used: {error.strerror}.", fix="choose one above 1023") from error
    return True


def next_free(first: int) -> int:
    """The lowest free port from `first` on."""
    return next(port for port in range(first, 65536) if is_free(port))


def any_free() -> int:
    """A free port outside the range of outgoing connections, so that none of these takes it meanwhile."""
    return next_free(random.randrange(*CHOSEN_BY_PROGRAMS))  # noqa: S311 - a guess at a port is no secret


def who_listens(port: int) -> str | None:
    """The program that holds a port, as `name (pid n)`; None when this user may not see it."""
    if Path("/proc/net/tcp").exists():
        return _holder_by_proc(port)
    return _holder_by_lsof(port)


def _holder_by_proc(port: int) -> str | None:
    inodes = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        for row in table.read_text().splitlines()[1:] if table.exists() else ():
            _, local_address, _, state, _, _, _, _, _, inode, *_ = row.split()
            if state == LISTENING and int(local_address.rpartition(":")[2], 16) == port:
                inodes.add(f"socket:[{inode}]")
    for descriptor in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if str(descriptor.readlink()) in inodes:
                process = descriptor.parents[1]
                return f"{(process / 'comm').read_text().strip()} (pid {process.name})"
    return None


def _holder_by_lsof(port: int) -> str | None:
    lsof = shutil.which("lsof")
    if lsof is None:
        return None
    wanted = (f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc")
    shown = subprocess.run([lsof, "-nP", *wanted], capture_output=True, text=True, check=False)
    fields = {line[0]: line[1:] for line in shown.stdout.splitlines() if line}
    return f"{fields['c']} (pid {fields['p']})" if {"c", "p"} <= fields.keys() else None
