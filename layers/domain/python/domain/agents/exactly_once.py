"""A turn: the CEO does everything that waits in one project, in order, and each thing exactly once (ADR 7).

The queue runs one turn of a project at a time, and the sweep's lane may run a second; a lease keeps the two apart. A
turn reads its work from the records. Each effect is one transaction, on condition that the records have not changed
since the turn read them. So a turn that died at any point is simply run again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import ChangedMeanwhile, Conflict, DomainError
from common.ids import is_id, new_id
from common.optimistic import settle
from common.telemetry import logger
from common.transactions import TransactionFailed, transact
from domain.agents import consequences
from domain.agents.brain.announcements import could_not_answer
from domain.agents.brain.protocol import Brain, ProjectFacts, Reply
from domain.agents.brain.rules import RuleBrain
from domain.agents.progress import Move, Progress
from domain.agents.records import Message, Run, RunStatus
from domain.agents.store import ConversationStore, LeaseHeld, conversation_store
from domain.keys import spoken_secrets
from domain.projects.changes import Change
from domain.projects.events import ProjectEvent
from domain.projects.owned import Child
from domain.projects.records import Project
from domain.projects.service import ProjectService, project_service
from domain.projects.states import Role
from domain.usage.service import UsageService, usage_service
from domain.vault.opening import OpeningService, opening_service
from domain.vault.service import VaultService, vault_service
from domain.work.queue import WorkItem

# Writers can commit questions out of the order of their ids. A turn waits until its nudge is this old: by then the
# earlier questions are there too, and replies come in the order of the questions.
SETTLE = timedelta(milliseconds=250)
LEASE = timedelta(seconds=150)
_TAIL = 50


class ProjectBusy(Conflict):
    """Another run holds the project's lease. It does what waits; if it dies, the sweep sends another nudge."""


@dataclass(frozen=True, slots=True)
class TurnService:
    """Runs turns. `sleep` takes seconds."""

    conversations: ConversationStore
    projects: ProjectService
    vault: VaultService
    opening: OpeningService
    brain: Brain
    usage: UsageService
    now: Callable[[], datetime]
    sleep: Callable[[float], None]

    def run(self, item: WorkItem, *, run_id: str, sent_at: datetime) -> None:
        """Do everything that waits in the project of `item`.

        Args:
            item: the nudge.
            run_id: the id of the lane by which the nudge came. A lane runs one turn at a time: when a run of this lane
                still holds the lease, that run has broken off, and this turn takes over its lease.
            sent_at: when the nudge was sent.

        Raises:
            ProjectBusy: the other lane's run holds the lease; the nudge should be delivered again later.
            ChangedMeanwhile: the records keep changing; the nudge should be delivered again later.
        """
        self.sleep(max(0.0, (sent_at + SETTLE - self.now()).total_seconds()))
        settle(lambda: self._take_up_everything(item, run_id))

    def give_up(self, item: WorkItem) -> None:
        """Set the nudge's question to failed and tell the customer, once, and only if it is still unanswered."""
        for question in self._list_back_to(item):
            if question.id == item.subject_id and question.run_status is not RunStatus.ANSWERED:
                note = self._message(item, could_not_answer(question), reply_to=question.id)
                try:
                    transact(self.conversations.giving_up(question, note))
                except TransactionFailed:
                    logger.info("question_settled_meanwhile", message_id=question.id)

    def _take_up_everything(self, item: WorkItem, run_id: str) -> None:
        messages = self._list_back_to(item)
        facts, events = self._read(item, messages[:_TAIL])
        questions = [message for message in messages if _is_due(message, item)]
        due: list[ProjectEvent | Message] = [*events, *questions]
        for waiting in sorted(due, key=lambda one: one.id.partition("_")[2]):
            if isinstance(waiting, ProjectEvent):
                facts = self._follow_up(facts, waiting, run_id)
            else:
                facts = self._answer(facts, waiting, run_id)
        self._go_on(facts, run_id)

    def _list_back_to(self, item: WorkItem) -> list[Message]:
        """The newest messages, newest first, and as many more as reach back to the nudge's question.

        Nudges come in the order of their questions, so no question that waits is older than the nudge's.
        """
        account_id, project_id = item.account_id, item.project_id
        page = self.conversations.find_newest(account_id, project_id, limit=_TAIL)
        messages: list[Message] = []
        while page is not None:
            messages += page.messages
            if not page.has_more or not is_id("msg", item.subject_id) or messages[-1].id <= item.subject_id:
                break
            page = self.conversations.find_before(account_id, project_id, messages[-1].id, limit=_TAIL)
        return messages

    def _read(self, item: WorkItem, messages: list[Message]) -> tuple[ProjectFacts, tuple[ProjectEvent, ...]]:
        project, owned = self.projects.load(item.account_id, item.project_id)
        access = self.vault.list_for_project(item.account_id, item.project_id)
        facts = ProjectFacts(
            project=project,
            intake=owned.intake,
            deliverables=owned.deliverables,
            approvals=owned.approvals,
            decisions=owned.decisions,
            change_requests=owned.change_requests,
            credential_requests=access.requests,
            credentials=access.credentials,
            recent=tuple(reversed(messages)),
            now=self.now(),
        )
        return facts, owned.events

    def _answer(self, facts: ProjectFacts, question: Message, run_id: str) -> ProjectFacts:
        self._begin(facts, run_id, tuple(Role), "Answering your question", question)
        reply = self.brain.answer(question, facts)
        try:
            outcome = consequences.of_reply(facts, question, reply, now=facts.now)
        except DomainError as refusal:
            # The records do not allow what the customer asked for: say so, and change nothing.
            reply, outcome = Reply(f"I can't do that: {refusal.message}"), consequences.Consequence(facts)
        if spoken_secrets.MARK in question.content:
            reply = replace(reply, content=f"{spoken_secrets.NOTE}\n\n{reply.content}")
        message = self._message(facts.project, reply, reply_to=question.id)
        self._commit(
            [
                *self._changes(facts, outcome.facts, outcome.children),
                *self.conversations.saying(message, question=question),
                self.usage.counting_team(facts.project.account_id, {"replies": 1}),
            ]
        )
        return replace(outcome.facts, recent=(*outcome.facts.recent, message))

    def _follow_up(self, facts: ProjectFacts, event: ProjectEvent, run_id: str) -> ProjectFacts:
        self._begin(facts, run_id, (), "Reading what changed")
        move = Progress(self.vault, self.opening, facts.now).after_event(facts, event)
        self._commit([self.projects.settling(event), *self._writes(facts, move)])
        return move.facts

    def _go_on(self, facts: ProjectFacts, run_id: str) -> None:
        """Take the project's next steps until it waits for its customer."""
        progress = Progress(self.vault, self.opening, facts.now)
        while (move := progress.next_move(facts)) is not None:
            self._begin(facts, run_id, move.roles, move.focus)
            self._commit(self._writes(facts, move))
            facts = move.facts

    def _writes(self, before: ProjectFacts, move: Move) -> list[Write]:
        ending = (
            self.conversations.saying(self._message(before.project, move.says))
            if move.says
            else [self.conversations.ending_run(before.project.owned)]
        )
        return [*self._changes(before, move.facts, move.children), *move.writes, *ending]

    def _changes(self, before: ProjectFacts, after: ProjectFacts, children: tuple[Child, ...]) -> list[Write]:
        if after.project.version == before.project.version:
            return []
        return self.projects.writes_for(before.project, Change(after.project, children))

    def _begin(
        self, facts: ProjectFacts, run_id: str, roles: tuple[Role, ...], focus: str, question: Message | None = None
    ) -> None:
        now = self.now()
        run = Run(id=run_id, roles=roles, focus=focus, started_at=now, lease_until=now + LEASE)
        try:
            self.conversations.begin_run(facts.project.owned, run, question, now=now)
        except LeaseHeld as error:
            raise ProjectBusy from error

    def _commit(self, writes: list[Write]) -> None:
        try:
            transact(writes)
        except TransactionFailed as error:
            raise ChangedMeanwhile from error

    def _message(self, owner: Project | WorkItem, reply: Reply, *, reply_to: str | None = None) -> Message:
        now = self.now()
        return Message(
            id=new_id("msg", now),
            account_id=owner.account_id,
            project_id=owner.id if isinstance(owner, Project) else owner.project_id,
            sender_type="agent",
            sender_agent_type="ceo",
            content=reply.content,
            created_at=now,
            reply_to=reply_to,
            contributions=reply.contributions,
            about=reply.about,
        )


@cache
def turn_service() -> TurnService:
    """The one service of this process."""
    return TurnService(
        conversation_store(),
        project_service(),
        vault_service(),
        opening_service(),
        RuleBrain(),
        usage_service(),
        utc_now,
        time.sleep,
    )


def _is_due(message: Message, item: WorkItem) -> bool:
    """Whether to answer a message now. A failed question waits for a nudge of its own, so that it delays no other."""
    if message.run_status is RunStatus.FAILED:
        return message.id == item.subject_id
    return message.run_status in {RunStatus.QUEUED, RunStatus.ANSWERING}
