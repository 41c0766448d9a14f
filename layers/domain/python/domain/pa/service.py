"""The assistant: status, answers, and the project summary (interface 4.3)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from common.caller import Caller
from common.clock import utc_now
from common.services import service
from common.settings import settings
from domain.agents.models import CostView, SentenceView
from domain.answers.cards import Prepared
from domain.answers.facts import FactView, gist
from domain.identity.zones import ZoneService, zone_service
from domain.keys import spoken_secrets
from domain.keys.leaks import refuse_key_shape
from domain.pa import phrases
from domain.pa.cards import AccountCards, account_cards
from domain.pa.chat import ChatPage, ChatStore, chat_store
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
    from domain.pa.asking import Answered, Assistant
    from domain.pa.colleague import Colleague

RECENTLY = timedelta(days=30)


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
        """How many projects, approvals and messages wait, and a summary in words (interface 2.7)."""
        portfolio = self._read(account_id)
        return AssistantStatus(
            active_projects=len(portfolio.active),
            pending_approvals=sum(len(portfolio.approvals_of(project)) for project in portfolio.projects),
            unread_messages=portfolio.unread,
            open_items=len(open_needs(portfolio)),
            summary=phrases.spoken_summary(portfolio),
        )

    def summarise_projects(self, account_id: str) -> ProjectSummary:
        """The account's projects by attention (interface 2.10). Each is listed once, under what is most urgent."""
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
        """The conversations in which the CEO has written, the one with the latest message first."""
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
        """Answer from the records, in the words of a model where there is one.

        Nothing is done: what the message asks for is prepared as cards. A password told in words is cut out before
        anything is done with the text, and the answer says so; no model then sees it.

        Raises `InvalidRequest` for a secret in the text.
        """
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
        cards = read.cards
        if self.thinks and not read.settled and not note:
            answer, cards = self._thought(caller, message, assistant, read, answer)
        answer = answer.model_copy(update={"cards": list(self.cards.make(account_id, cards))})
        self.chat.keep_answer(account_id, message, answer, now)
        return answer

    def _thought(
        self, caller: Caller, message: str, assistant: Assistant, read: Answered, ruled: AssistantAnswer
    ) -> tuple[AssistantAnswer, tuple[Prepared, ...]]:
        """The answer of a model with its cards; that of the records with the reason where there is none."""
        # What thinks is needed where a model is configured.
        from domain.agents.handover import REASONS  # noqa: PLC0415
        from domain.pa.colleague import AssistantRequest, configured_colleague  # noqa: PLC0415

        portfolio = assistant.portfolio
        asked = AssistantRequest(
            account_id=caller.account_id,
            message=message,
            facts=assistant.sheet().facts,
            earlier=tuple(self.chat.list_said(caller.account_id, portfolio.now)),
            tasks=tuple(assistant.tasks),
            projects={project.id: project.name for project in portfolio.projects},
            forms=read.cards,
            timezone=portfolio.timezone,
            scopes=None if caller.session_hash else tuple(sorted(caller.scopes)),
        )
        outcome = (self.colleague or configured_colleague()).ask(asked)
        cost = CostView.model_validate(outcome.cost) if outcome.cost else None
        if outcome.answer is None:
            reason = (
                f"\n\n*Answered from your records alone: {REASONS[outcome.fell_back]}.*" if outcome.fell_back else ""
            )
            return ruled.model_copy(update={"response": f"{ruled.response}{reason}", "cost": cost}), read.cards
        found = outcome.answer
        answer = ruled.model_copy(
            update={
                "response": found.whole,
                "facts": [FactView.model_validate(one) for one in found.facts],
                "by": "model",
                "sentences": [SentenceView.model_validate(one) for one in found.sentences],
                "draft": found.draft or None,
                "cost": cost,
            }
        )
        return answer, found.cards

    def list_asked(self, account_id: str, *, limit: int, before: int | None) -> ChatPage:
        """A page of what was asked and answered in the last 30 days, newest first; `before` is a `sequence`."""
        page = self.chat.list_asked(account_id, self.now(), limit=limit, before=before)
        ids = [card.id for one in page.messages for card in one.answer.cards]
        return page.with_cards(self.cards.of_answers(account_id, ids))

    def _read(self, account_id: str, *, with_work: bool = False) -> Portfolio:
        return self.reader.read(account_id, timezone=self.zones.timezone_of(account_id), with_work=with_work)


@cache
def assistant_service() -> AssistantService:
    """The one service of this process."""
    return AssistantService(
        portfolio_reader(),
        scheduled_tasks(),
        account_cards(),
        zone_service(),
        chat_store(),
        utc_now,
        thinks=settings.model is not None,
    )
