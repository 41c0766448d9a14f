"""Puts a question to the CEO: stores it first, so that it is safe, and then nudges the CEO."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.errors import TooManyRequests
from common.ids import new_id
from common.once import made_before
from common.optimistic import settle
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.agents.records import Message, RunStatus, Sender
from domain.agents.store import ConversationStore, conversation_store
from domain.keys.secret_shapes import refuse_key_shape
from domain.keys.spoken_secrets import cut_spoken_secrets
from domain.usage.service import UsageService, usage_service
from domain.work.queue import WorkItem, WorkQueue, work_queue


@service
class Questions:
    """Puts customers' messages to the CEO, and begins the interview about a draft's brief."""

    store: ConversationStore
    queue: WorkQueue
    usage: UsageService
    now: Callable[[], datetime]

    def put(self, caller: Caller, project_id: str, text: str) -> Message:
        """Store the caller's message to a project's CEO and nudge the CEO; does not check that the project is theirs.

        Raises: `InvalidRequest` for a secret in the text, `TooManyRequests`.

        Once stored, the question is safe: when the queue refuses, the sweep calls the CEO. A password told in words is
        cut out before it is stored; the CEO says that in its reply.
        """
        refuse_key_shape("message", text)
        now, made = self.now(), made_before("msg")
        message = Message(
            id=made or new_id("msg", now),
            account_id=caller.account_id,
            project_id=project_id,
            sender_type="customer",
            content=cut_spoken_secrets(text),
            created_at=now,
            run_status=RunStatus.QUEUED,
            sender=Sender.of(caller),
        )
        counting = self.usage.counting_question(caller.account_id)
        if not made and not settle(lambda: self.store.put_new_message(message, counting)):
            raise self.usage.too_many_questions()
        self.queue.nudge(WorkItem(caller.account_id, project_id, message.id), deduplication_id=message.id)
        return message

    def interview(self, caller: Caller, project_id: str, description: str | None) -> None:
        """Begin the brief of a new draft: its description is what the customer tells the CEO first.

        Does nothing without a model or a description, or where the account may ask no more. Else raises as `put`.
        """
        if settings.model is None or not description:
            return
        try:
            self.put(caller, project_id, description)
        except TooManyRequests:
            logger.info("interview_not_begun", project_id=project_id)


@cache
def questions() -> Questions:
    """The `Questions`, built once for each process."""
    return Questions(conversation_store(), work_queue(), usage_service(), utc_now)
