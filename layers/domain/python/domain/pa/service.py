"""The assistant: status, answers, and the project summary (interface 4.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from common.clock import utc_now
from common.services import service
from common.settings import settings
from domain.identity.zones import ZoneService, zone_service
from domain.keys import spoken_secrets
from domain.keys.leaks import refuse_key_shape
from domain.pa import phrases
from domain.pa.chat import ChatPage, ChatStore, chat_store
from domain.pa.models import (
    AskAssistant,
    AssistantAnswer,
    AssistantStatus,
    AttentionView,
    CompletedView,
    DraftView,
    OnTrackView,
    ProjectSummary,
)
from domain.pa.portfolio import Portfolio, PortfolioReader, portfolio_reader
from domain.pa.tasks import TaskService, task_service
from domain.pa.triage import Attention, open_needs, triage
from domain.projects.records import Project
from domain.projects.states import ProjectStatus
from domain.vault.service import VaultService, vault_service

if TYPE_CHECKING:
    from domain.pa.second_reader import SecondReader

RECENTLY = timedelta(days=30)


@service
class AssistantService:
    """Use cases of one account's assistant."""

    reader: PortfolioReader
    tasks: TaskService
    vault: VaultService
    zones: ZoneService
    chat: ChatStore
    now: Callable[[], datetime]
    second: SecondReader | None = None

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
        """The account's projects by attention (interface 2.10). Each is listed once, with its gravest concern."""
        portfolio = self._read(account_id)
        gravest: dict[str, tuple[Project, Attention]] = {}
        for item in triage(portfolio):
            if item.project is not None:
                gravest.setdefault(item.project.id, (item.project, item))
        return ProjectSummary(
            needs_attention=[
                AttentionView(
                    id=project.id,
                    name=project.name,
                    reason=item.reason,
                    priority=item.priority,
                    hours_waited_on_you=portfolio.hours_waited_on_you(project),
                )
                for project, item in gravest.values()
            ],
            on_track=[
                OnTrackView(
                    id=project.id,
                    name=project.name,
                    progress=project.progress_percent,
                    eta=portfolio.eta_of(project),
                    hours_waited_on_you=portfolio.hours_waited_on_you(project),
                )
                for project in portfolio.active
                if project.id not in gravest
            ],
            drafts=[
                DraftView(id=project.id, name=project.name)
                for project in portfolio.projects
                if project.id not in gravest and project.status is ProjectStatus.DRAFT
            ],
            completed_recently=[
                CompletedView(
                    id=project.id,
                    name=project.name,
                    completed_at=project.completed_at,
                    hours_waited_on_you=portfolio.hours_waited_on_you(project),
                )
                for project in portfolio.projects
                if project.completed_at is not None and self.now() - project.completed_at <= RECENTLY
            ],
        )

    def ask(self, account_id: str, request: AskAssistant, *, acts: bool = True) -> AssistantAnswer:
        """Answer a question in plain words. A new task or a command about an existing one is carried out at once.

        Without `acts` nothing is done and nothing is kept: an order raises `OrderGiven`. A password told in words is
        cut out before anything is done with the text, and the answer says so.

        Raises `InvalidRequest` for a secret in the text, or a new task that runs too often; `TooManyTasks`;
        `OrderGiven`.
        """
        refuse_key_shape("message", request.message)
        message = spoken_secrets.cut_spoken_secrets(request.message)
        note = f"{spoken_secrets.NOTE}\n\n" if message != request.message else ""
        return self._answer(account_id, message, note, acts=acts)

    def list_asked(self, account_id: str, *, limit: int, before: int | None) -> ChatPage:
        """A page of what was asked and answered in the last 30 days, newest first; `before` is a `sequence`."""
        return self.chat.list_asked(account_id, self.now(), limit=limit, before=before)

    def _answer(self, account_id: str, message: str, note: str, *, acts: bool) -> AssistantAnswer:
        # What reads words is much of the assistant's own code, and most requests ask nothing.
        from domain.pa.conversation import Conversation  # noqa: PLC0415

        tasks = self.tasks
        if not acts:
            from domain.pa.looking import TasksToLookAt  # noqa: PLC0415 - it reads commands, as the conversation does

            tasks = TasksToLookAt.of(tasks)
        view = self._read(account_id, with_work=True)
        conversation = Conversation(tasks, self.vault, view, account_id)
        reply, again = conversation.reply(message), None
        if self.second is not None and reply.is_unsure:
            read = self.second.read(account_id, message, view, reply)
            again = conversation.read_again(message, read, reply) if read else None
        given = again or reply
        found = AssistantAnswer.of(replace(given, response=note + given.response), by="model" if again else "rules")
        if acts:
            self.chat.keep_answer(account_id, message, found, self.now())
        return found

    def _read(self, account_id: str, *, with_work: bool = False) -> Portfolio:
        return self.reader.read(account_id, timezone=self.zones.timezone_of(account_id), with_work=with_work)


@cache
def assistant_service() -> AssistantService:
    """The one service of this process."""
    second = None
    if settings.model:
        from domain.pa.second_reader import configured_second_reader  # noqa: PLC0415 - without a model, nobody needs it

        second = configured_second_reader()
    return AssistantService(
        portfolio_reader(), task_service(), vault_service(), zone_service(), chat_store(), utc_now, second
    )
