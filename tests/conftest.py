"""What all tests share: those marked `nightly` are left out by day."""

from __future__ import annotations

import pytest

from atrium import NIGHTLY


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "nightly: not by day, but where NIGHTLY is set")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [] if NIGHTLY else [item for item in items if item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
