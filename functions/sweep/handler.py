"""Every five minutes: re-send what fell out of a queue, take up runs that nobody began."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.agents.sweep import sweep_service
from domain.pa.overdue import overdue_service


def lambda_handler(_event: Mapping[str, Any], _context: Any) -> dict[str, int]:
    return {"overdue_runs": overdue_service().sweep(), "nudged": sweep_service().sweep()}
