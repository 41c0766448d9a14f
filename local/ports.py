"""TCP ports of the loopback interface."""

from __future__ import annotations

import random
import socket
from contextlib import closing
from errno import EADDRINUSE

from local.console import Problem

LOOPBACK = "127.0.0.1"
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


def any_free() -> int:
    """A free port outside the range of outgoing connections, so that none of these takes it meanwhile."""
    return _next_free(random.randrange(*CHOSEN_BY_PROGRAMS))  # noqa: S311 - a guess at a port is no secret


def require_free_port(port: int, *, variable: str) -> None:
    """Raises `Problem` when `port` of the loopback interface is taken; `variable` of `make` chooses another."""
    if not is_free(port):
        other = f"make up {variable}={_next_free(port + 1)}"
        raise Problem(f"Port {port} is in use.", fix=f"stop the program that uses it, or choose another port: {other}")


def _next_free(first: int) -> int:
    """The lowest free port from `first` on."""
    return next(port for port in range(first, 65536) if is_free(port))
