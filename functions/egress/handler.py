"""The function that opens credentials: invoked with the id of a recorded use, it carries that use out once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.vault.egress import egress_service


def lambda_handler(event: Mapping[str, Any], _context: Any) -> dict[str, Any]:
    outcome = egress_service().carry_out(event["credential_id"], event["use_id"])
    return outcome.model_dump(mode="json")
