"""Hands a question over to be thought about with a model, where the rules' reply is not the last word (ADR 22).

The rules have answered already. Their reply stands where it does something or declines something, and where no model
can be asked: then the customer reads why.
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
from domain.agents.brain import following
from domain.agents.brain.answers import about_work
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.reader import Act
from domain.agents.brain.understanding import understand
from domain.agents.records import FellBack, Message, Run, RunStatus
from domain.agents.store import ConversationStore, conversation_store
from domain.keys import spoken_secrets
from domain.language.dialogue import Kind, resolve
from domain.language.foreign import detect
from domain.language.tables import keyed_table
from domain.usage.tokens import TokenLedger, token_ledger
from domain.work.queue import ThoughtWork, WorkQueue, think_queue

KIND = "question"
FOCUS = "Thinking about your question"
_COURTESY = frozenset({Act.GREETING, Act.THANKS, Act.BYE, Act.WELLBEING, Act.PRESENCE, Act.PRAISE})


@service
class HandOver:
    """Offers questions to the thinker. `deadline` is the time from the hand-over to the answer."""

    conversations: ConversationStore
    queue: WorkQueue
    tokens: TokenLedger
    deadline: timedelta
    now: Callable[[], datetime]

    def offer(self, question: Message, facts: ProjectFacts, reply: Reply) -> Reply | None:
        """None when the thinker has taken the question over; else what to reply.

        Raises `ChangedMeanwhile` when the question is answered already.
        """
        if facts.project.example or is_settled(question, facts, reply):
            return reply  # an example uses none of the account's tokens
        if reason := self._hindrance(question, facts):
            return reason_given(reply, reason, question)
        now = self.now()
        until = now + self.deadline
        run = Run(id=thinking_lane(question.project_id), roles=(), focus=FOCUS, started_at=now, lease_until=until)
        self.conversations.hand_over(facts.project.owned, run, question)
        try:
            self.queue.send(
                ThoughtWork(question.account_id, question.project_id, question.id, KIND), deduplication_id=question.id
            )
        except Unavailable:
            # SQS may have taken it all the same. Then the thinker finds the question answered, and does nothing.
            logger.warning("handover_refused", message_id=question.id)
            return fallen_back(reply, FellBack.UNREACHABLE, question)
        return None

    def _hindrance(self, question: Message, facts: ProjectFacts) -> FellBack | None:
        """Why no model is asked about this question."""
        if question.thinking_until is not None:
            return FellBack.TIMED_OUT
        # What waited while the model failed is not made to wait for it once more.
        failed = [item.fell_back for item in facts.recent if item.fell_back and item.created_at > question.created_at]
        if failed:
            return failed[-1]
        is_spent = self.tokens.standing(question.account_id).standing == "spent"
        return FellBack.OUT_OF_TOKENS if is_spent else None


def is_settled(question: Message, facts: ProjectFacts, reply: Reply) -> bool:
    """Whether `reply` does something, tells of handed-out work, answers a yes, no or undo, declines, or is small talk.

    What the rules ask back is settled where the customer has told them what to do. Where the customer only weighs it
    ("should I approve the roadmap?"), advice is wanted. A text out of which a secret was cut is answered by rules too:
    nothing of it goes to a model.
    """
    if reply.actions or spoken_secrets.MARK in question.content:
        return True
    if reply.about is not None and reply.about.topic == about_work.TOPIC:
        return True  # a model is not given the work items
    if detect(question.content) is not None:
        return False  # the rules read English only
    before = following.about_before(question, facts)
    reference = resolve(following.sentence_alone(question.content) or "", before)
    if reference is not None and reference.kind in {Kind.YES, Kind.NO, Kind.UNDO}:
        return True
    said = understand(question.content)
    is_asked_back = reply.about is not None and bool(reply.about.if_yes)
    if said.refusals or (is_asked_back and not (said.weighed or said.wishes_weighed)):
        return True
    is_answer = before is not None and bool(before.if_yes)  # "nein danke" is one, and no thanks
    return said.talk in _COURTESY and not (said.tells or said.queries or said.unclear or is_answer)


def thinking_lane(project_id: str) -> str:
    """The lane of the runs that think about a project's questions."""
    return f"{project_id}-thinking"


def is_thought_about(message: Message, now: datetime) -> bool:
    """Whether a message is a question that was handed over, and its time is not up."""
    waits = message.run_status is RunStatus.ANSWERING
    return waits and message.thinking_until is not None and message.thinking_until > now


def reason_given(reply: Reply, reason: FellBack, question: Message) -> Reply:
    """The rules' reply, and why it is theirs, in the language of the question."""
    return replace(reply, content=f"{reply.content}\n\n*{rules_note(reason, question.content)}*")


def rules_note(reason: str, text: str) -> str:
    """Why `text` was answered by rules, in its own language where a model may answer in that; else in English."""
    notes = keyed_table("rules_notes")
    said = dict(part.strip().split("=", 1) for part in notes.get(detect(text) or "en", notes["en"]).split(";"))
    return said["note"].format(reason=said[reason])


def fallen_back(reply: Reply, reason: FellBack, question: Message) -> Reply:
    """The rules' reply to a question on which the model failed."""
    return replace(reason_given(reply, reason, question), fell_back=reason)


def configured_handover() -> HandOver | None:
    """The hand-over of this deployment; None without a model."""
    if settings.model is None:
        return None
    deadline = timedelta(seconds=settings.model_deadline_seconds)
    return HandOver(conversation_store(), think_queue(), token_ledger(), deadline, utc_now)
