"""The assistant, but for its tasks: status, project summary, conversations, answers and chat (interface 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from common.caller import Caller
from common.clock import utc_now
from common.errors import DomainError
from common.ids import new_id
from common.services import frozen, service
from common.settings import settings
from common.transactions import TransactionFailed, transact
from domain.agents.records import FellBack, Sender
from domain.answers.cards import Prepared
from domain.answers.facts import FactView, gist
from domain.identity.zones import ZoneService, zone_service
from domain.keys import spoken_secrets
from domain.keys.secret_shapes import refuse_key_shape
from domain.pa import phrases
from domain.pa.cards import AccountCards, account_cards
from domain.pa.chat import Asked, ChatPage, ChatStore, chat_store
from domain.pa.models import (
    AskAssistant,
    AssistantAnswer,
    AssistantStatus,
    AttentionView,
    CompletedView,
    ConversationList,
    ConversationView,
    DraftView,
    OnTrackView,
    ProjectSummary,
)
from domain.pa.portfolio import Portfolio, PortfolioReader, portfolio_reader
from domain.pa.scheduled import ScheduledTasks, scheduled_tasks
from domain.pa.triage import Attention, open_needs, triage
from domain.projects.records import Project
from domain.projects.states import ProjectStatus

if TYPE_CHECKING:
    from domain.pa.asking import Assistant
    from domain.pa.colleague import AssistantRequest, Colleague

RECENTLY = timedelta(days=30)
LATER = timedelta(minutes=2)  # for an answer that no call waits for: Lambda may repeat a call after one


@frozen
class Begun:
    """A question that a model is thinking about. `sequence`: its number in the chat."""

    request_id: str
    sequence: int


@frozen
class _Heard:
    """A message, its answer from the records, its cards. `asked`: the request to a model; None if none is asked."""

    request_id: str
    at: datetime
    sender: Sender
    message: str
    answer: AssistantAnswer
    cards: Sequence[Prepared]
    asked: AssistantRequest | None


@service
class AssistantService:
    """Use cases of one account's assistant."""

    reader: PortfolioReader
    scheduled: ScheduledTasks
    cards: AccountCards
    zones: ZoneService
    chat: ChatStore
    now: Callable[[], datetime]
    thinks: bool = False
    colleague: Colleague | None = None

    def describe_status(self, account_id: str) -> AssistantStatus:
        """Counts of active projects, waiting approvals, unread messages and open needs; a summary in words (2.7)."""
        portfolio = self._read(account_id)
        return AssistantStatus(
            active_projects=len(portfolio.active),
            pending_approvals=sum(len(portfolio.approvals_of(project)) for project in portfolio.projects),
            unread_messages=portfolio.unread,
            open_items=len(open_needs(portfolio)),
            summary=phrases.spoken_summary(portfolio),
        )

    def summarise_projects(self, account_id: str) -> ProjectSummary:
        """The account's projects by attention (interface 2.10), each that needs something with its most urgent need."""
        portfolio = self._read(account_id)
        first: dict[str, tuple[Project, Attention]] = {}
        for item in triage(portfolio):
            if item.first.project is not None:
                first.setdefault(item.first.project.id, (item.first.project, item))

        def named(project: Project) -> dict[str, Any]:
            hours = portfolio.hours_waited_on_you(project)
            return {"id": project.id, "name": project.name, "hours_waited_on_you": hours}

        quiet = [project for project in portfolio.projects if project.id not in first]
        return ProjectSummary(
            needs_attention=[
                AttentionView(**named(project), reason=item.reason, priority=item.first.priority)
                for project, item in first.values()
            ],
            on_track=[
                OnTrackView(**named(project), progress=project.progress_percent, eta=portfolio.eta_of(project))
                for project in portfolio.active
                if project.id not in first
            ],
            drafts=[DraftView(id=one.id, name=one.name) for one in quiet if one.status is ProjectStatus.DRAFT],
            completed_recently=[
                CompletedView(**named(project), completed_at=project.completed_at)
                for project in portfolio.projects
                if project.completed_at is not None and self.now() - project.completed_at <= RECENTLY
            ],
        )

    def list_conversations(self, account_id: str) -> ConversationList:
        """The conversations in which the CEO has written, by their latest replies, newest first."""
        portfolio = self._read(account_id)
        names = {project.id: project.name for project in portfolio.projects}
        return ConversationList(
            conversations=[
                ConversationView(
                    project_id=thread.project_id,
                    project_name=names[thread.project_id],
                    unread=thread.unread,
                    last_reply_at=thread.last_reply_at,
                    last_reply=gist(thread.last_reply_excerpt or ""),
                )
                for thread in portfolio.threads
                if thread.project_id in names and thread.last_reply_at is not None
            ]
        )

    def ask(self, caller: Caller, request: AskAssistant) -> AssistantAnswer:
        """Answer from the records, in a model's words where one is configured; keep question and answer in the chat.

        No deed is done: what the message asks for is prepared as cards. A password told in words is cut out first, and
        the answer says so; no model is asked then.

        Raises `InvalidRequest` for a secret in the text.
        """
        return self._answer(caller.account_id, self._hear(caller, request))

    def begin(self, caller: Caller, request: AskAssistant) -> AssistantAnswer | Begun:
        """As `ask`, but `Begun` where a model's answer comes later; until then the chat has the records' answer."""
        account_id, heard = caller.account_id, self._hear(caller, request)
        if heard.asked is None or not heard.asked.fits_later:
            return self._answer(account_id, heard)
        until = heard.at + LATER
        made = list(self.cards.make(account_id, heard.request_id, heard.cards))
        answer = heard.answer.model_copy(update={"cards": made})
        sequence = self.chat.keep_answer(account_id, heard.message, answer, heard.at, sender=heard.sender, until=until)
        failed = self._asking().begin(heard.asked, sequence, until)
        if failed is None:
            return Begun(heard.request_id, sequence)
        answer = failed.told(answer)
        with suppress(DomainError, TransactionFailed):  # the question is kept: a refusal would invite to ask it again
            transact([self.chat.answering(account_id, sequence, answer, self.now())])
        return answer

    def find_asked(self, account_id: str, sequence: int) -> Asked | None:
        """A question by its number, or None; past the model's time, with the records' answer and the reason for it."""
        asked = self.chat.find_asked(account_id, sequence)
        if asked is None or not asked.is_overdue(self.now()):
            return asked
        from domain.pa.colleague import Outcome  # noqa: PLC0415

        answer = Outcome(fell_back=FellBack.TIMED_OUT).told(asked.answer)
        return asked.model_copy(update={"thinking": None, "answer": answer})

    def cancel(self, account_id: str, sequence: int) -> None:
        """Stop waiting for a model's answer; nothing happens where it has come already."""
        self.chat.cancel(account_id, sequence, self.now())

    def _hear(self, caller: Caller, request: AskAssistant) -> _Heard:
        refuse_key_shape("message", request.message)
        message = spoken_secrets.cut_spoken_secrets(request.message)
        note = f"{spoken_secrets.NOTE}\n\n" if message != request.message else ""
        account_id, now = caller.account_id, self.now()
        portfolio, tasks = self._read(account_id, with_work=True), self.scheduled.list_scheduled(account_id)
        # What reads words is much of the assistant's own code, and most requests ask nothing.
        from domain.pa.asking import Assistant  # noqa: PLC0415

        before = self.chat.find_before(account_id, now)
        assistant = Assistant(account_id, portfolio, tasks, partial(self.cards.facts_of, account_id))
        read = assistant.reply(message, before)
        answer = AssistantAnswer(
            response=note + read.content,
            actions=list(read.actions),
            intents=[topic.value for topic in read.topics],
            facts=[FactView.model_validate(one) for one in read.answer.facts],
        )
        heard = _Heard(new_id("ask", now), now, Sender.of(caller), message, answer, read.cards, None)
        if self.thinks and not read.settled and not note:
            return replace(heard, asked=self._asked(caller, heard, assistant))
        return heard

    def _answer(self, account_id: str, heard: _Heard) -> AssistantAnswer:
        """Ask the model, if one is to be asked, make the cards, and put the answer into the chat; returns it."""
        answer, cards = heard.answer, heard.cards
        if heard.asked is not None:
            outcome = self._asking().ask(heard.asked)
            answer = outcome.told(answer)
            cards = outcome.answer.cards if outcome.answer else cards
        made = list(self.cards.make(account_id, heard.request_id, cards))
        answer = answer.model_copy(update={"cards": made})
        self.chat.keep_answer(account_id, heard.message, answer, heard.at, sender=heard.sender)
        return answer

    def _asking(self) -> Colleague:
        from domain.pa.colleague import configured_colleague  # noqa: PLC0415

        return self.colleague or configured_colleague()

    def _asked(self, caller: Caller, heard: _Heard, assistant: Assistant) -> AssistantRequest:
        # What thinks is needed where a model is configured.
        from domain.pa.colleague import AssistantRequest  # noqa: PLC0415

        portfolio = assistant.portfolio
        return AssistantRequest(
            request_id=heard.request_id,
            asked_at=heard.at,
            account_id=caller.account_id,
            message=heard.message,
            facts=assistant.sheet().facts,
            earlier=tuple(self.chat.list_said(caller.account_id, portfolio.now)),
            tasks=tuple(assistant.tasks),
            projects={project.id: project.name for project in portfolio.projects},
            forms=tuple(heard.cards),
            timezone=portfolio.timezone,
            scopes=heard.sender.scopes,
        )

    def list_asked(self, account_id: str, *, limit: int, before: int | None) -> ChatPage:
        """A page of the chat of the last 30 days, newest first, below the `sequence` that `before` names, if any."""
        page = self.chat.list_asked(account_id, self.now(), limit=limit, before=before)
        ids = [card.id for one in page.messages for card in one.answer.cards]
        return page.with_cards(self.cards.of_answers(account_id, ids))

    def _read(self, account_id: str, *, with_work: bool = False) -> Portfolio:
        return self.reader.read(account_id, timezone=self.zones.timezone_of(account_id), with_work=with_work)


@cache
def assistant_service() -> AssistantService:
    """The service, built once for each process."""
    return AssistantService(
        portfolio_reader(),
        scheduled_tasks(),
        account_cards(),
        zone_service(),
        chat_store(),
        utc_now,
        thinks=settings.model is not None,
    )
