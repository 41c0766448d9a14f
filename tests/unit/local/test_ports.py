from __future__ import annotations

import socket
from collections.abc import Iterator

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


def test_taken_port_is_a_problem_with_a_fix_that_works(taken: int) -> None:
    with pytest.raises(Problem) as problem:
        require_free_port(taken, variable="PORT")

    assert f"Port {taken} is in use by" in problem.value.what
    suggested = int(problem.value.fix.rpartition("make up PORT=")[2])
    assert ports.is_free(suggested)


def test_free_port_is_no_problem() -> None:
    require_free_port(ports.any_free(), variable="PORT")
