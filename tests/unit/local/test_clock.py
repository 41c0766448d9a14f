from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from local import clock
from local.console import Problem
from local.paths import REPOSITORY, Home

TOLD_NOW = "from common.clock import utc_now; print(utc_now().isoformat())"


def functions_now(home: Home) -> datetime:
    """What a function started like the emulator's own believes the time is."""
    shown = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, 'layers/common/python'); {TOLD_NOW}"],
        cwd=REPOSITORY,
        env=dict(clock.environment(home)),
        capture_output=True,
        text=True,
        check=True,
    )
    return datetime.fromisoformat(shown.stdout.strip())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2d", timedelta(days=2)),
        ("90m", timedelta(minutes=90)),
        ("1w12h", timedelta(weeks=1, hours=12)),
        ("1d 30s", timedelta(days=1, seconds=30)),
    ],
)
def test_duration_is_read(text: str, meant: timedelta) -> None:
    assert clock.duration(text) == meant


@pytest.mark.parametrize("text", ["", "2", "two days", "-2d", "0d", "2d and more"])
def test_duration_that_is_none_or_not_forward_is_refused(text: str) -> None:
    with pytest.raises(Problem):
        clock.duration(text)


def test_clock_stands_at_the_real_time_until_it_is_moved(tmp_path: Path) -> None:
    now = functions_now(Home(tmp_path))

    assert clock.offset(Home(tmp_path)) == timedelta(0)
    assert abs(now - datetime.now(UTC)) < timedelta(minutes=1)


def test_functions_follow_every_move_of_the_clock(tmp_path: Path) -> None:
    home = Home(tmp_path)

    clock.advance(home, timedelta(days=2))
    shown = clock.advance(home, timedelta(hours=1))

    assert clock.offset(home) == timedelta(days=2, hours=1)
    assert abs(shown - datetime.now(UTC) - timedelta(days=2, hours=1)) < timedelta(minutes=1)
    assert abs(functions_now(home) - shown) < timedelta(minutes=1)


def test_reset_puts_the_clock_right_again(tmp_path: Path) -> None:
    home = Home(tmp_path)
    clock.advance(home, timedelta(days=2))

    home.wipe()

    assert clock.offset(home) == timedelta(0)
