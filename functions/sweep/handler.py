"""The sweep, every five minutes: deliver missed task runs again, and send new nudges for work a queue has lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.agents.sweep import sweep_service
from domain.decisions.escalating import escalation_service
from domain.events.filing import filing_service
from domain.mail.sweep import mail_sweep
from domain.pa.attention_looks import look_service
from domain.pa.missed_runs import missed_run_service
from domain.webhooks.sweep import delivery_sweep


def lambda_handler(_event: Mapping[str, Any], _context: Any) -> dict[str, int]:
    return {
        "overdue_runs": missed_run_service().sweep(),
        "nudged": sweep_service().sweep(),
        "unfiled": filing_service().sweep(),
        "escalated": escalation_service().sweep(),
        "mails": mail_sweep().sweep(),
        "deliveries": delivery_sweep().sweep(),
        "to_look_at": look_service().sweep(),
    }
