"""The steps of every turn, by rules or with a model: read the records, take the lease, write a reply in a transaction.

Each write is on condition that the records have not changed since the turn read them (ADR 7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict
from common.ids import derived_id, is_id, new_id
from common.services import service
from domain.agents import wishes
from domain.agents.moves import Move, Reply
from domain.agents.records import Message, Run
from domain.agents.store import ConversationStore, LeaseHeld, conversation_store
from domain.answers.card_store import CardStore, project_card_store
from domain.answers.cards import Card, made_of
from domain.answers.project_facts import ProjectFacts
from domain.events.log import commit_as_read, recording
from domain.events.records import Event, EventType, happened
from domain.keys import spoken_secrets
from domain.projects.brief.records import Brief
from domain.projects.changes import Change, Child, ProjectEvent
from domain.projects.documents.records import DocumentText
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Deliverable, Note, Project
from domain.usage.service import UsageService, usage_service
from domain.vault.team_requests import TeamRequests, team_requests
from domain.work.queue import WorkItem
from domain.work_items.listing import list_items

TAIL = 50
_OF_THE_REPLY = ("content", "contributions", "facts", "by", "cost", "fell_back", "sentences", "draft")


class ProjectBusy(Conflict):
    """Another run holds the project's lease. It does what waits; if it dies, the sweep sends another nudge."""


@service
class Answering:
    """Reads a project's records for a turn, makes the writes of the turn, and commits them."""

    conversations: ConversationStore
    cards: CardStore
    projects: ProjectReader
    vault: TeamRequests
    usage: UsageService
    now: Callable[[], datetime]

    def list_back_to(self, item: WorkItem) -> list[Message]:
        """The newest 50 messages, newest first; for a nudge about a question, further pages of 50 until it is reached.

        Nudges come in the order of their questions, so no question that waits is older than the nudge's.
        """
        account_id, project_id = item.account_id, item.project_id
        page = self.conversations.find_newest(account_id, project_id, limit=TAIL)
        messages: list[Message] = []
        while page is not None:
            messages += page.messages
            if not page.has_more or not is_id("msg", item.subject_id) or messages[-1].id <= item.subject_id:
                break
            page = self.conversations.find_before(account_id, project_id, messages[-1].id, limit=TAIL)
        return messages

    def read(self, item: WorkItem) -> tuple[ProjectFacts, tuple[ProjectEvent, ...]]:
        """The facts of this moment, without work items, and the events that wait for a reaction. Raises `NotFound`."""
        project, owned = self.projects.load(item.account_id, item.project_id)
        access = self.vault.list_for_project(item.account_id, item.project_id)
        facts = ProjectFacts(
            project=project,
            brief=owned.brief,
            deliverables=owned.deliverables,
            approvals=owned.approvals,
            decisions=owned.decisions,
            notes=owned.notes,
            credential_requests=access.requests,
            credentials=access.credentials,
            now=self.now(),
            text_of=cache(lambda document: _text_of(project, document, owned.brief)),
        )
        return facts, owned.events

    def with_work(self, facts: ProjectFacts) -> ProjectFacts:
        """The facts with the project's work items."""
        return replace(facts, work=list_items(facts.project))

    def begin(self, facts: ProjectFacts, run: Run, question: Message | None = None) -> None:
        """Take the lease for `run`, and set `question` to answering. Raises `ProjectBusy`, `ChangedMeanwhile`."""
        try:
            self.conversations.begin_run(facts.project.owned, run, question, now=self.now())
        except LeaseHeld as error:
            raise ProjectBusy from error

    def answer(self, facts: ProjectFacts, question: Message, reply: Reply) -> Message:
        """Store the reply, its cards and its note; returns its message. No deed is done. Raises `ChangedMeanwhile`."""
        if spoken_secrets.MARK in question.content:
            reply = replace(reply, content=f"{spoken_secrets.NOTE}\n\n{reply.content}")
        cards = _cards(question, reply, facts.now)
        message = self.message(facts.project, reply, reply_to=question.id, cards=cards)
        # A model thinks for seconds: what it says holds only while the project is as it was when it began.
        unchanged = [self.projects.standing(facts.project)] if reply.by == "model" else []
        self.commit(
            [
                *unchanged,
                *self.saying(facts.project, message, question=question),
                *(self.cards.putting(facts.project.id, card) for card in cards),
                *self._noting(facts, question, reply),
                *wishes.noticing(facts.project, question, cards),
                self.usage.counting_team(facts.project.account_id, {"replies": 1}),
            ]
        )
        return message

    def _noting(self, facts: ProjectFacts, question: Message, reply: Reply) -> list[Write]:
        if not reply.note:
            return []
        note = Note(
            id=derived_id("note", question.created_at, question.id),
            project_id=facts.project.id,
            text=reply.note,
            message_id=question.id,
            at=question.created_at,
        )
        return [self.projects.noting(facts.project, note)]

    def writes_of(self, before: ProjectFacts, move: Move) -> list[Write]:
        """The writes of a step: records, what the CEO says about it with its cards, and the end of the run.

        Where `move.passed` is set, the CEO says nothing, and the lease goes to the thinker's run instead of ending.
        """
        project = before.project
        ending = [self.conversations.ending_run(project.owned)]
        if move.passed is not None:
            ending = [self.conversations.passing_lease(project.owned, move.passed.run)]
        elif move.says is not None:
            message = self.message(project, move.says)
            cards = _cards(message, move.says, before.now)
            said = message.model_copy(update={"cards": tuple(card.id for card in cards)})
            ending = [*self.saying(project, said), *(self.cards.putting(project.id, card) for card in cards)]
        return [*self.changes(before, move.facts, move.children), *move.writes, *ending]

    def changes(self, before: ProjectFacts, after: ProjectFacts, children: tuple[Child, ...]) -> list[Write]:
        """The writes that turn the project's records from `before` to `after`; [] where both have the same version."""
        if after.project.version == before.project.version:
            return []
        return self.projects.writes_for(before.project, Change(after.project, children))

    def commit(self, writes: list[Write]) -> None:
        """Apply all writes or none. Raises `ChangedMeanwhile`."""
        commit_as_read(writes)

    def message(
        self, owner: Project | WorkItem, reply: Reply, *, reply_to: str | None = None, cards: Sequence[Card] = ()
    ) -> Message:
        """A new message of the CEO with what `reply` says; nothing is stored."""
        now = self.now()
        return Message(
            id=new_id("msg", now),
            account_id=owner.account_id,
            project_id=owner.id if isinstance(owner, Project) else owner.project_id,
            sender_type="agent",
            sender_agent_type="ceo",
            created_at=now,
            reply_to=reply_to,
            cards=tuple(card.id for card in cards),
            **{name: getattr(reply, name) for name in _OF_THE_REPLY},
        )

    def saying(self, project: Project, message: Message, *, question: Message | None = None) -> list[Write]:
        """The writes of the CEO's message that ends a run, and of its event; `question` is what it answers."""
        said = "the CEO wrote to you" if question is None else "the CEO answered you"
        received = _event(EventType.MESSAGE_RECEIVED, project, said, message, message.created_at)
        return [*self.conversations.saying(message, question=question), *recording([received])]

    def giving_up(self, question: Message, note: Message) -> list[Write]:
        """The writes that set a question to failed, store `note` and record the event. Raises `NotFound` (project)."""
        project = self.projects.get(question.account_id, question.project_id)
        said = "the CEO could not answer your message"
        failed = _event(EventType.MESSAGE_FAILED, project, said, question, note.created_at)
        return [*self.conversations.giving_up(question, note), *recording([failed])]


@cache
def answering() -> Answering:
    """The `Answering`, built once for each process."""
    return Answering(
        conversation_store(),
        project_card_store(),
        project_reader(),
        team_requests(),
        usage_service(),
        utc_now,
    )


def _cards(under: Message, reply: Reply, now: datetime) -> tuple[Card, ...]:
    """The cards of a reply, under the message that asked for them. A turn that is done again makes the same ones."""
    worker = under.sender.name or "a worker" if under.sender and under.sender.worker else None
    return made_of(reply.cards, under.account_id, under.id, under.created_at, now, worker)


def _event(kind: EventType, project: Project, said: str, message: Message, at: datetime) -> Event:
    """The event that something happened to a message of the project's conversation."""
    path, sentence = f"/app/projects/{project.id}/chat", (project.name, said)
    return happened(kind, project.account_id, at, sentence, project_id=project.id, subject_id=message.id, path=path)


def _text_of(project: Project, document: Deliverable, brief: Brief) -> DocumentText | None:
    # The documents' code is a large part of the CEO's start, and most turns read no text.
    from domain.projects.documents.service import document_service  # noqa: PLC0415

    return document_service().text_of(project, document, brief)[0]
