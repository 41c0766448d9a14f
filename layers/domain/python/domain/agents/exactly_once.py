"""A turn: the CEO does everything that waits in one project, in order, and each thing exactly once (ADR 7).

The queue runs one turn of a project at a time, and the sweep's lane may run a second; a lease keeps the two apart. A
turn reads its work from the records. Each effect is one transaction, on condition that the records have not changed
since the turn read them. So a turn that died at any point is simply run again.

While a question of the project is thought about with a model, or a document is written with it, a turn does nothing
there: whoever thinks sends a nudge when it is done, so that everything keeps its order (ADR 19).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.optimistic import settle
from common.services import service
from common.telemetry import logger
from common.transactions import TransactionFailed
from domain.agents.announcements import could_not_answer
from domain.agents.answering import Answering, ProjectBusy, answering
from domain.agents.model_handover import HandOver, configured_handover, is_thought_about
from domain.agents.moves import Reply
from domain.agents.progress import Progress
from domain.agents.records import Message, Run, RunStatus
from domain.agents.speaking import Said, reply_to
from domain.answers.project_facts import ProjectFacts
from domain.events.log import commit
from domain.projects.changes import ProjectEvent
from domain.projects.states import Role
from domain.repository.queue import nudge, repository_queue
from domain.work.queue import WorkItem

__all__ = ["ProjectBusy", "TurnService", "turn_service"]

# Writers can commit questions out of the order of their ids. A turn waits until its nudge is this old: by then the
# earlier questions are there too, and replies come in the order of the questions.
SETTLE = timedelta(milliseconds=250)
LEASE = timedelta(seconds=30)  # renewed by each step


@service
class TurnService:
    """Runs turns. `speak` answers without a model; `handover` is None without one; `sleep` takes seconds."""

    answering: Answering
    speak: Callable[[Said], Reply]
    handover: HandOver | None
    sleep: Callable[[float], None]

    def run(self, item: WorkItem, *, run_id: str, sent_at: datetime) -> None:
        """Do everything that waits in the project of `item`.

        `run_id` is the id of the lane by which the nudge came. A lane runs one turn at a time: when a run of this lane
        still holds the lease, that run has broken off, and this turn takes over its lease.

        Raises:
            ProjectBusy: the other lane's run holds the lease; deliver the nudge again later.
            ChangedMeanwhile: the records keep changing; deliver the nudge again later.
            NotFound: the project is deleted.
        """
        self.sleep(max(0.0, (sent_at + SETTLE - self.answering.now()).total_seconds()))
        settle(lambda: self._take_up_everything(item, run_id))

    def give_up(self, item: WorkItem) -> None:
        """Set the nudge's question to failed and tell the customer, once, if it is unanswered. Raises `NotFound`."""
        for question in self.answering.list_back_to(item):
            if question.id == item.subject_id and question.run_status is not RunStatus.ANSWERED:
                note = self.answering.message(item, could_not_answer(question), reply_to=question.id)
                try:
                    commit(self.answering.giving_up(question, note))
                except TransactionFailed:
                    logger.info("question_settled_meanwhile", message_id=question.id)

    def _take_up_everything(self, item: WorkItem, run_id: str) -> None:
        messages = self.answering.list_back_to(item)
        if any(is_thought_about(message, self.answering.now()) for message in messages):
            logger.info("project_thinks", project_id=item.project_id)
            return
        facts, events = self.answering.read(item)
        if any(document.is_being_written(facts.now) for document in facts.deliverables):
            logger.info("project_writes", project_id=item.project_id)
            return
        facts = self.answering.with_work(facts)
        questions = [message for message in messages if _is_due(message, item)]
        recent = list(reversed(messages))
        due: list[ProjectEvent | Message] = [*events, *questions]
        for waiting in sorted(due, key=lambda one: one.id.partition("_")[2]):
            if isinstance(waiting, ProjectEvent):
                facts = self._follow_up(facts, waiting, run_id)
            elif (reply := self._answer(Said(waiting, recent, facts), run_id)) is not None:
                recent.append(reply)
            else:
                return
        self._go_on(facts, run_id)

    def _answer(self, said: Said, run_id: str) -> Message | None:
        """The reply; None when the question was handed over to be thought about."""
        self._begin(said.facts, run_id, tuple(Role), "Answering your question", said.question)
        reply: Reply | None = self.speak(said)
        if self.handover is not None and reply is not None:
            reply = self.handover.offer(said, reply)
        return None if reply is None else self.answering.answer(said.facts, said.question, reply)

    def _follow_up(self, facts: ProjectFacts, event: ProjectEvent, run_id: str) -> ProjectFacts:
        self._begin(facts, run_id, (), "Reading what changed")
        move = self._progress(facts).after_event(facts, event)
        self.answering.commit([self.answering.projects.settling(event), *self.answering.writes_of(facts, move)])
        return move.facts

    def _go_on(self, facts: ProjectFacts, run_id: str) -> None:
        """Take the project's next steps until it waits for its customer, or for the thinker."""
        progress = self._progress(facts)
        while (move := progress.next_move(facts)) is not None:
            self._begin(facts, run_id, move.roles, move.focus)
            self.answering.commit(self.answering.writes_of(facts, move))
            if move.delivers is not None:
                nudge(repository_queue(), move.delivers)
            if move.passed is not None and self.handover is not None:
                self.handover.queue.nudge(move.passed.work, deduplication_id=move.passed.work.subject_id)
                return
            facts = move.facts

    def _progress(self, facts: ProjectFacts) -> Progress:
        return Progress(self.answering.vault, self.answering.projects, self.handover, facts.now)

    def _begin(
        self, facts: ProjectFacts, run_id: str, roles: tuple[Role, ...], focus: str, question: Message | None = None
    ) -> None:
        now = self.answering.now()
        run = Run(id=run_id, roles=roles, focus=focus, started_at=now, lease_until=now + LEASE)
        self.answering.begin(facts, run, question)


@cache
def turn_service() -> TurnService:
    """The service, built once for each process."""
    return TurnService(answering(), reply_to, configured_handover(), time.sleep)


def _is_due(message: Message, item: WorkItem) -> bool:
    """Whether to answer a message now. A failed question waits for a nudge of its own, so that it delays no other."""
    if message.run_status is RunStatus.FAILED:
        return message.id == item.subject_id
    return message.run_status in {RunStatus.QUEUED, RunStatus.ANSWERING}
