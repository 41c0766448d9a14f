"""Runs every five minutes: nudges again for work that a queue has lost, and begins what is due by time alone.

The parts run one after the other. When one fails, the others still run; then the sweep fails, so that its alarm rings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from common.clock import utc_now
from common.telemetry import logger
from domain.agents.sweep import sweep_work
from domain.decisions.escalating import escalation_service
from domain.events.filing import filing_service
from domain.leaving.sweep import sweep_leaving
from domain.mail.queue import mail_queue
from domain.mail.sweep import sweep_mails
from domain.pa.missed_runs import missed_run_service
from domain.pa.need_sweep import sweep_needs
from domain.repository.queue import sweep_repositories
from domain.search.queue import change_queue
from domain.usage.rolling import roll_service
from domain.webhooks.sweep import sweep_deliveries
from domain.work_items.leases import sweep_leases
from domain.work_items.opinions import sweep_opinions

PARTS: Mapping[str, Callable[[datetime], int]] = {
    "nudged": sweep_work,
    "unfiled": lambda _: filing_service().sweep(),
    "escalated": lambda _: escalation_service().sweep(),
    "mails": lambda now: sweep_mails(mail_queue(), now),
    "deliveries": sweep_deliveries,
    "leases": sweep_leases,
    "opinions": sweep_opinions,
    "documents": sweep_repositories,
    "unindexed": lambda now: change_queue().sweep(now),
    "leaving": sweep_leaving,
    "to_look_at": sweep_needs,
    "usage": lambda _: roll_service().sweep(),
    "overdue_runs": lambda _: missed_run_service().sweep(),  # last: after an outage it has the most to do
}


class SweepFailed(Exception):
    """Some parts of the sweep failed: the message names them, the log has the tracebacks."""


def lambda_handler(_event: Mapping[str, Any], _context: Any) -> dict[str, int]:
    done = {}
    for name, sweep in PARTS.items():
        try:
            done[name] = sweep(utc_now())
        except Exception:  # noqa: BLE001 - whatever one part runs into, the others must not wait for it
            logger.exception("sweep_failed", part=name)
    if failed := PARTS.keys() - done.keys():
        raise SweepFailed(", ".join(sorted(failed)))
    return done
