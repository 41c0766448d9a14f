"""The sweep: sends another nudge for work that is still in an outbox a minute after it was put there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.services import service
from common.telemetry import logger
from domain.agents.records import Message
from domain.agents.store import ConversationStore, conversation_store
from domain.projects.events import ProjectEvent
from domain.projects.service import ProjectService, project_service
from domain.vault.records import CredentialRequest
from domain.vault.service import VaultService, vault_service
from domain.work.outbox import Window
from domain.work.queue import WorkItem, WorkQueue, work_queue

GRACE = timedelta(seconds=60)
FORGET_AFTER = timedelta(days=7)
LANE = "-swept"
_LIMIT_PER_SHARD = 200


@service
class SweepService:
    """Sends new nudges for work whose nudge was lost."""

    conversations: ConversationStore
    projects: ProjectService
    vault: VaultService
    queue: WorkQueue
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """Nudge for every overdue question and event and every credential request due for a reminder; returns how many.

        Raises `Unavailable` when the queue refuses; the next sweep tries again.
        """
        now = self.now()
        window = Window(after=now - FORGET_AFTER, before=now - GRACE)
        overdue: list[ProjectEvent | Message | CredentialRequest] = [
            *self.projects.list_waiting_events(window, limit=_LIMIT_PER_SHARD),
            *self.conversations.list_waiting_messages(window, limit=_LIMIT_PER_SHARD),
            *self.vault.list_unheeded(window, limit=_LIMIT_PER_SHARD),
        ]
        for entry in overdue:
            # SQS drops a nudge whose deduplication id it saw within five minutes, so each sweep uses new ones.
            self.queue.send(
                WorkItem(entry.account_id, entry.project_id, entry.id),
                deduplication_id=f"{entry.id}-{int(now.timestamp())}",
                lane=LANE,
            )
        logger.info("sweep", nudged=len(overdue))
        return len(overdue)


@cache
def sweep_service() -> SweepService:
    """The one service of this process."""
    return SweepService(conversation_store(), project_service(), vault_service(), work_queue(), utc_now)
