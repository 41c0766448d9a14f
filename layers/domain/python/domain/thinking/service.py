"""The thinker's work: a question that was handed over is thought about, and answered once (ADR 19).

Whatever happens to the model, the customer gets an answer: its own, or the one from the records with the reason. The
reply is written by the same transaction as without a model. Afterwards the CEO is nudged, who has waited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from common.clock import utc_now
from common.errors import ChangedMeanwhile, Unavailable
from common.services import service
from common.telemetry import logger
from domain.agents.answering import Answering, ProjectBusy, answering
from domain.agents.handover import FOCUS, fallen_back, is_thought_about, reason_given, thinking_lane
from domain.agents.records import FellBack, Message, Run
from domain.agents.replies import Reply
from domain.agents.speaking import Said, reply_to
from domain.answers.project_facts import ProjectFacts
from domain.thinking.agent import Agent
from domain.thinking.asking import Asking, TokensSpent
from domain.thinking.ceo import ground_of, replied
from domain.thinking.task import Failure, ModelFailed
from domain.work.queue import ThoughtWork, WorkItem, WorkQueue, work_queue

RESERVE = timedelta(seconds=3)  # for reading the records anew and for the commit
_ATTEMPTS = 3  # the last one from the records, which holds for any version of the project
_FELL_BACK = {
    Failure.TIMED_OUT: FellBack.TIMED_OUT,
    Failure.UNREACHABLE: FellBack.UNREACHABLE,
    Failure.DENIED: FellBack.UNREACHABLE,
    Failure.THROTTLED: FellBack.UNREACHABLE,
    Failure.REFUSED: FellBack.REFUSED,
    Failure.UNUSABLE: FellBack.UNUSABLE,
    Failure.WITHHELD: FellBack.UNUSABLE,
}


def why(problem: Exception, event: str, **about: str) -> FellBack:
    """Why a model gave nothing. What is no failure of a model is logged as `event`, with what it was `about`."""
    if isinstance(problem, ModelFailed):
        return _FELL_BACK[problem.failure]
    if isinstance(problem, TokensSpent):
        return FellBack.OUT_OF_TOKENS
    logger.error(event, exc_info=problem, extra=dict(about))
    return FellBack.UNUSABLE


def think_about(asking: Asking, work: ThoughtWork, seconds: float) -> None:
    """Answer the question that `work` names with the model behind `asking`, within `seconds`."""
    ThinkingService(answering(), asking, work_queue(), utc_now).think_about(work, seconds=seconds)


def take_up(ceo: WorkQueue, item: WorkItem, now: Callable[[], datetime], attempt: Callable[[bool], None]) -> None:
    """Call `attempt` until nobody else was faster, the last time with True; then nudge the CEO."""
    for number in range(_ATTEMPTS):
        try:
            attempt(number == _ATTEMPTS - 1)
            break
        except ChangedMeanwhile:
            logger.info("changed_while_thinking", subject_id=item.subject_id)
        except ProjectBusy:
            logger.info("taken_up_by_ceo", subject_id=item.subject_id)
            break
    ceo.send(item, deduplication_id=f"{item.subject_id}-thought-{int(now().timestamp())}")


@service
class ThinkingService:
    """Answers questions that were handed over."""

    answering: Answering
    asking: Asking
    ceo: WorkQueue
    now: Callable[[], datetime]

    def think_about(self, item: WorkItem, *, seconds: float) -> None:
        """Answer the question that `item` names, unless somebody has; then nudge the CEO.

        Args:
            item: the question.
            seconds: how long this worker may still live.

        Raises:
            Unavailable: the tables or the queue are down; the message should be delivered again.
        """
        dies_at = self.now() + timedelta(seconds=seconds)
        take_up(self.ceo, item, self.now, lambda is_last: self._answer(item, dies_at, is_last=is_last))

    def _answer(self, item: WorkItem, dies_at: datetime, *, is_last: bool) -> None:
        messages = self.answering.list_back_to(item)
        question = next((message for message in messages if message.id == item.subject_id), None)
        if question is None or question.thinking_until is None or not is_thought_about(question, self.now()):
            return
        facts, _ = self.answering.read(item)
        said = Said(question, tuple(reversed(messages)), self.answering.with_work(facts))
        self._begin(facts, question)
        until = min(question.thinking_until, dies_at) - RESERVE
        ruled = reply_to(said)
        reply = fallen_back(ruled, FellBack.TIMED_OUT) if is_last else self._thought(said, ruled, until)
        self.answering.answer(facts, question, reply)
        logger.info("question_thought", message_id=question.id, by=reply.by, fell_back=reply.fell_back)

    def _progress(self, question: Message) -> Callable[[str], None]:
        return lambda doing: self.answering.conversations.note_progress(question, f"{doing[:1].upper()}{doing[1:]}")

    def _begin(self, facts: ProjectFacts, question: Message) -> None:
        lane = thinking_lane(question.project_id)
        until = question.thinking_until or self.now()
        run = Run(id=lane, roles=(), focus=FOCUS, started_at=self.now(), lease_until=until)
        self.answering.begin(facts, run, question)

    def _thought(self, said: Said, ruled: Reply, until: datetime) -> Reply:
        """The model's reply, or that of the records with the reason."""
        agent = Agent(ground_of(said), self.asking, until, self.now, self._progress(said.question))
        try:
            return replied(agent.answer(), ruled, agent.cost)
        except Unavailable:
            raise
        except Exception as problem:  # noqa: BLE001 - whatever is wrong with an answer, the records have one
            reason = why(problem, "thinking_failed", message_id=said.question.id)
        given = reason_given if reason is FellBack.OUT_OF_TOKENS else fallen_back
        return replace(given(ruled, reason), cost=agent.cost)
