from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from local import prerequisites
from local.console import Problem, guarded


def test_python_of_another_version_is_a_problem_with_its_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", _Version(3, 12))

    with pytest.raises(Problem, match=r"Python 3\.13 is needed; this is 3\.12") as problem:
        prerequisites.require_python()

    assert "make PYTHON=" in problem.value.fix


def test_python_without_venv_is_a_problem_with_its_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))

    with pytest.raises(Problem, match="without ensurepip") as problem:
        prerequisites.require_python()

    assert "apt install python3.13-venv" in problem.value.fix


def test_problem_is_shown_with_its_fix_and_fails_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        raise Problem("Port 1 is in use.", fix="choose another")

    code = guarded(command)

    assert code == 1
    assert capsys.readouterr().err == "\nPort 1 is in use.\n  Fix: choose another\n"


class _Version(NamedTuple):
    """As much of `sys.version_info` as is looked at; its own type can't be built."""

    major: int
    minor: int


def _is_problem(require: Callable[[], None]) -> bool:
    try:
        require()
    except Problem:
        return True
    return False
