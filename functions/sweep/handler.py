"""The sweep, every five minutes: what a queue has lost is nudged for again, and what time alone makes due begins.

Each part is on its own: when one fails, the others still run, and the sweep as a whole fails, so that its alarm rings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from common.telemetry import logger
from domain.agents.sweep import sweep_service
from domain.decisions.escalating import escalation_service
from domain.events.filing import filing_service
from domain.leaving.sweep import leaving_sweep
from domain.mail.sweep import mail_sweep
from domain.pa.attention_looks import look_service
from domain.pa.missed_runs import missed_run_service
from domain.repository.queue import repository_sweep
from domain.search.queue import change_queue
from domain.usage.rolling import roll_service
from domain.webhooks.sweep import delivery_sweep
from domain.work_items.leases import lease_sweep

PARTS: Mapping[str, Callable[[], int]] = {
    "nudged": lambda: sweep_service().sweep(),
    "unfiled": lambda: filing_service().sweep(),
    "escalated": lambda: escalation_service().sweep(),
    "mails": lambda: mail_sweep().sweep(),
    "deliveries": lambda: delivery_sweep().sweep(),
    "leases": lambda: lease_sweep().sweep(),
    "documents": lambda: repository_sweep().sweep(),
    "unindexed": lambda: change_queue().sweep(),
    "leaving": lambda: leaving_sweep().sweep(),
    "to_look_at": lambda: look_service().sweep(),
    "usage": lambda: roll_service().sweep(),
    "overdue_runs": lambda: missed_run_service().sweep(),  # last: after an outage it has the most to do
}


class SweepFailed(Exception):
    """Some parts failed; the log says how."""


def lambda_handler(_event: Mapping[str, Any], _context: Any) -> dict[str, int]:
    done = {}
    for name, sweep in PARTS.items():
        try:
            done[name] = sweep()
        except Exception:  # noqa: BLE001 - whatever one part runs into, the others must not wait for it
            logger.exception("sweep_failed", part=name)
    if failed := PARTS.keys() - done.keys():
        raise SweepFailed(", ".join(sorted(failed)))
    return done
