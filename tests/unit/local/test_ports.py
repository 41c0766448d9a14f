from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from local import ports
from local.console import Problem
from local.ports import LOOPBACK
from local.prerequisites import require_free_port


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as server:
        server.bind((LOOPBACK, 0))
        server.listen()
        yield server.getsockname()[1]


def test_port_is_free_until_somebody_listens(taken: int) -> None:
    free = ports.any_free()

    assert ports.is_free(free)
    assert not ports.is_free(taken)
    assert free < 32_768, "an outgoing connection could take it before a server does"


def test_next_free_port_skips_the_taken_one(taken: int) -> None:
    assert ports.next_free(taken) > taken


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="needs /proc")
def test_holder_is_named_when_this_user_may_see_it(taken: int) -> None:
    assert ports.who_listens(taken) == f"{Path('/proc/self/comm').read_text().strip()} (pid {os.getpid()})"


def test_holder_is_unknown_when_nobody_listens() -> None:
    assert ports.who_listens(ports.any_free()) is None


def test_taken_port_is_a_problem_with_a_fix_that_works(taken: int) -> None:
    with pytest.raises(Problem) as problem:
        require_free_port(taken, variable="PORT")

    assert f"Port {taken} is in use by" in problem.value.what
    suggested = int(problem.value.fix.rpartition("make up PORT=")[2])
    assert ports.is_free(suggested)


def test_free_port_is_no_problem() -> None:
    require_free_port(ports.any_free(), variable="PORT")
