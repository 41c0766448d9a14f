"""Hands a question over to be thought about with a model (ADR 19).

The rules have answered from the records already. Their reply stands where the message holds nothing but orders in known
forms, and where no model can be asked: then the customer reads why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from common.clock import utc_now
from common.errors import Unavailable
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.agents.moves import Reply
from domain.agents.records import FellBack, Message, Run, RunStatus
from domain.agents.speaking import Said
from domain.agents.store import ConversationStore, conversation_store
from domain.keys import spoken_secrets
from domain.usage.tokens import TokenLedger, token_ledger
from domain.work.queue import ThoughtWork, WorkQueue, think_queue

KIND = "question"
REASONS = {
    FellBack.TIMED_OUT: "the model took too long",
    FellBack.UNREACHABLE: "we could not reach the model",
    FellBack.REFUSED: "the model refused",
    FellBack.UNUSABLE: "the model gave no usable answer",
    FellBack.OUT_OF_TOKENS: "this month's tokens are used up",
}


@service
class HandOver:
    """Offers questions to the thinker. `deadline` is the time from the hand-over to the answer."""

    conversations: ConversationStore
    queue: WorkQueue
    tokens: TokenLedger
    deadline: timedelta
    now: Callable[[], datetime]

    def offer(self, said: Said, reply: Reply) -> Reply | None:
        """Hand the question over to the thinker and return None; or return `reply`, with the reason why not, if any.

        Raises `ChangedMeanwhile` when the question is answered already.
        """
        question, facts = said.question, said.facts
        if facts.project.example or reply.settled or spoken_secrets.MARK in question.content:
            return reply  # an example uses none of the account's tokens, and no text of a secret leaves
        if reason := self._hindrance(said):
            return reason_given(reply, reason)
        run = run_of_question(question, self.now(), self.now() + self.deadline)
        self.conversations.hand_over(facts.project.owned, run, question)
        try:
            self.queue.send(
                ThoughtWork(question.account_id, question.project_id, question.id, KIND), deduplication_id=question.id
            )
        except Unavailable:
            # SQS may have taken it all the same. Then the thinker finds the question answered, and does nothing.
            logger.warning("handover_refused", message_id=question.id)
            return fallen_back(reply, FellBack.UNREACHABLE)
        return None

    def _hindrance(self, said: Said) -> FellBack | None:
        """The reason why no model is asked about this question; None where one is."""
        question = said.question
        if question.thinking_until is not None:
            return FellBack.TIMED_OUT
        # What waited while the model failed is not made to wait for it once more.
        failed = [item.fell_back for item in said.recent if item.fell_back and item.created_at > question.created_at]
        if failed:
            return failed[-1]
        is_spent = self.tokens.standing(question.account_id).standing == "spent"
        return FellBack.OUT_OF_TOKENS if is_spent else None


def thinking_lane(project_id: str) -> str:
    """The id of the lane in which the thinker runs for a project."""
    return f"{project_id}-thinking"


def run_of_question(question: Message, now: datetime, until: datetime) -> Run:
    """The thinker's run on a question, as the customer sees it; its lease ends at `until`."""
    lane, focus = thinking_lane(question.project_id), "Thinking about your question"
    return Run(id=lane, roles=(), focus=focus, started_at=now, lease_until=until)


def is_thought_about(message: Message, now: datetime) -> bool:
    """Whether a message is a question that was handed over, and its time is not up."""
    waits = message.run_status is RunStatus.ANSWERING
    return waits and message.thinking_until is not None and message.thinking_until > now


def reason_given(reply: Reply, reason: FellBack) -> Reply:
    """The reply from the records, with a line that says why no model answered."""
    return replace(reply, content=f"{reply.content}\n\n*Answered from your records alone: {REASONS[reason]}.*")


def fallen_back(reply: Reply, reason: FellBack) -> Reply:
    """The reply from the records to a question on which the model failed, with the reason in words and as a value."""
    return replace(reason_given(reply, reason), fell_back=reason)


def configured_handover() -> HandOver | None:
    """The hand-over of this deployment; None without a model."""
    if settings.model is None:
        return None
    deadline = timedelta(seconds=settings.model_deadline_seconds)
    return HandOver(conversation_store(), think_queue(), token_ledger(), deadline, utc_now)
