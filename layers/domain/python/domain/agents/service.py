"""What a customer can do with the team: look up who is in it, ask the CEO, read the conversation (interface 4.2)."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.errors import ChangedMeanwhile, Conflict, Forbidden, InvalidRequest, NotFound
from common.ids import is_id
from common.optimistic import settle
from common.services import frozen, service
from domain.agents import wishes
from domain.agents.asking import Questions
from domain.agents.cards import ProjectCards, project_cards
from domain.agents.models import (
    AgentStatus,
    AskAccepted,
    AskCeo,
    MessagePage,
    MessagesRead,
    MessageView,
    MessageWithdrawn,
    ProjectAgents,
    ProjectStanding,
    conversation_id,
)
from domain.agents.records import RunStatus
from domain.agents.store import ConversationPage, ConversationStore, conversation_store
from domain.agents.team import describe_directory, states_of
from domain.keys.scopes import is_worker
from domain.limits.places import open_poll
from domain.projects.errors import Archived
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.states import ProjectStatus
from domain.projects.tenancy import OwnedProject
from domain.usage.service import UsageService, usage_service
from domain.work.queue import WorkQueue, work_queue

ACKNOWLEDGEMENT = "Your message is with the CEO, who asks the team and answers here."
_POLL_SECONDS = 1.0
_MOST_LATER = 100


class TakenUp(Conflict):
    """The CEO has begun to answer the message, so nobody can take it back."""

    default_message = "The CEO has taken up this message, so you can't take it back."


@frozen
class Cursors:
    """Which messages a page shows: those before, after or in reply to the message with this id; else the newest.

    With `after` and `reply_to`, `wait_seconds` says how long to wait for such a message when there is none yet.
    """

    before: str | None = None
    after: str | None = None
    reply_to: str | None = None
    wait_seconds: int = 0

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of the cursors that are given."""
        return tuple(name for name in ("before", "after", "reply_to") if getattr(self, name) is not None)


@service
class AgentService:
    """Use cases of the conversation with the CEO."""

    store: ConversationStore
    projects: ProjectReader
    queue: WorkQueue
    usage: UsageService
    cards: ProjectCards
    now: Callable[[], datetime]
    sleep: Callable[[float], None]

    def describe_team(self, account_id: str, project_id: str) -> ProjectAgents:
        """The team of a project, and what each role is doing. Raises `NotFound`."""
        project, directory = self.projects.get(account_id, project_id), describe_directory()
        thread = self.store.find_thread(OwnedProject(account_id, project.id))
        return ProjectAgents(
            project_id=project_id,
            point_of_contact=directory.point_of_contact,
            team=states_of(
                project,
                self.projects.list_documents(project),
                thread.current_run if thread else None,
                directory.team,
                now=self.now(),
            ),
            note=directory.note,
        )

    def ask(self, caller: Caller, project_id: str, request: AskCeo) -> AskAccepted:
        """Store the question, then nudge the CEO. A message decides nothing, whoever writes it.

        Raises: `NotFound`, `Archived`, and what `Questions.put` raises.
        """
        project = self.projects.get(caller.account_id, project_id)
        if project.archived:
            raise Archived
        message = Questions(self.store, self.queue, self.usage, self.now).put(caller, project_id, request.message)
        return AskAccepted(
            agent_name=describe_directory().point_of_contact.name,
            message_id=message.id,
            conversation_id=conversation_id(project_id),
            response=ACKNOWLEDGEMENT,
            project_status=ProjectStanding.model_validate(project),
        )

    def withdraw(self, caller: Caller, project_id: str, message_id: str) -> MessageWithdrawn:
        """Take a question back that the CEO has not taken up. A worker may take back only its own questions.

        Raises: `NotFound`, `Forbidden`, `TakenUp`.
        """
        project = self.projects.get(caller.account_id, project_id)
        message = self.store.find_message(project.owned, message_id)
        if message is None:
            raise NotFound("No such message.")
        if is_worker(caller.scopes) and (message.sender is None or message.sender.id != caller.principal_id):
            raise Forbidden("A worker can only take back its own messages.")
        if message.run_status is not RunStatus.QUEUED:
            raise TakenUp
        try:
            self.store.withdraw_message(message, self.now())
        except ChangedMeanwhile as error:
            raise TakenUp from error
        return MessageWithdrawn(id=message_id)

    def list_messages(
        self, caller: Caller, project_id: str, *, limit: int, cursors: Cursors, mark_read: bool = False
    ) -> MessagePage:
        """A page of the conversation: newest first; with `after` or `reply_to`, oldest first.

        With `mark_read`, a page that reaches the newest message marks the conversation as read; never for a worker,
        which reads for itself.

        Raises: `NotFound`; `InvalidRequest` for two cursors, one that is malformed or names no message here, or a wait
            without one; `TooManyRequests` when too many requests of the account wait.
        """
        _check(cursors)
        marks = mark_read and not is_worker(caller.scopes)
        page = self._find_page(caller.account_id, project_id, limit, cursors)
        if page is None or page.thread is None or cursors.chosen:
            # A deleted project's conversation stays without its thread until it is restored or gone.
            self.projects.get(caller.account_id, project_id)
        if page is None:
            if cursors.chosen:
                raise InvalidRequest.of(cursors.chosen[0], "There is no such message in this conversation.")
            return MessagePage(conversation_id=conversation_id(project_id), messages=[], has_more=False)
        if page.thread is not None and page.thread.unread and marks:
            self.store.mark_read(page.project)
        ids = [card for message in page.messages for card in message.cards]
        cards = self.cards.of_messages(caller.account_id, project_id, ids)
        if caller.kind == "session":
            wishes.settle(caller.account_id, cards.values())
        views = [MessageView.of(message, cards) for message in page.messages]
        return MessagePage(
            conversation_id=conversation_id(project_id),
            messages=views,
            has_more=page.has_more,
            first_unread=page.first_unread,
        )

    def mark_read(self, caller: Caller, project_id: str, message_id: str) -> MessagesRead:
        """Count the CEO's messages up to this one as read; those after it stay unread. Idempotent.

        Changes nothing if over 100 messages follow. Raises: `NotFound`; `Forbidden` for a worker (reads for itself).
        """
        if is_worker(caller.scopes):
            raise Forbidden("A worker reads for itself, so it marks nothing as read.")
        self.projects.get(caller.account_id, project_id)

        def marking() -> int:
            later = self.store.find_after(caller.account_id, project_id, message_id, limit=_MOST_LATER)
            if later is None:
                raise NotFound("No such message.")
            thread = later.thread or self.store.find_thread(later.project)
            unread = thread.unread if thread else 0
            if later.thread is None:  # so many came since that it tells nothing of those
                return unread
            left = min(unread, len(later.answers))
            if left < unread:
                self.store.set_unread(later.project, left, was=unread)
            return left

        return MessagesRead(id=message_id, unread=settle(marking))

    def mark_shown(self, account_id: str, project_id: str, answer_id: str) -> None:
        """Lower the unread count by one for an answer that the asker saw: once, if unread and at most 100 follow it."""
        later = self.store.find_after(account_id, project_id, answer_id, limit=_MOST_LATER)
        if later is None or later.thread is None:  # so many came since that somebody reads along
            return
        if sum(one.sender_type == "agent" for one in later.messages) < later.thread.unread:
            self.store.mark_shown(later.project, answer_id)

    def describe_status(self, account_id: str, project_id: str) -> AgentStatus:
        """The status (interface 2.6): agents are active while the project is, or in a turn. Raises `NotFound`."""
        project = self.projects.get(account_id, project_id)
        thread = self.store.find_thread(project.owned)
        turn = thread is not None and thread.current_run is not None and thread.current_run.lease_until > self.now()
        return AgentStatus(
            project_id=project.id,
            project_name=project.name,
            status=project.status.value,
            current_phase=project.phase.value,
            agents_active=turn or project.status is ProjectStatus.ACTIVE,
        )

    def _find_page(self, account_id: str, project_id: str, limit: int, cursors: Cursors) -> ConversationPage | None:
        if cursors.before is not None:
            return self.store.find_before(account_id, project_id, cursors.before, limit=limit)
        if cursors.after is None and cursors.reply_to is None:
            return self.store.find_newest(account_id, project_id, limit=limit)
        page = self._find_new(account_id, project_id, limit, cursors)
        if page is None or page.messages or not cursors.wait_seconds:
            return page
        with open_poll(account_id):
            for _ in range(int(cursors.wait_seconds / _POLL_SECONDS)):
                self.sleep(_POLL_SECONDS)
                page = self._find_new(account_id, project_id, limit, cursors)
                if page is None or page.messages:
                    break
        return page

    def _find_new(self, account_id: str, project_id: str, limit: int, cursors: Cursors) -> ConversationPage | None:
        if cursors.reply_to is not None:
            return self.store.find_replies(account_id, project_id, cursors.reply_to)
        assert cursors.after is not None  # noqa: S101 - one of the two is given
        return self.store.find_after(account_id, project_id, cursors.after, limit=limit)


@cache
def agent_service() -> AgentService:
    """The service, built once for each process."""
    return AgentService(
        conversation_store(), project_reader(), work_queue(), usage_service(), project_cards(), utc_now, time.sleep
    )


def _check(cursors: Cursors) -> None:
    if len(cursors.chosen) > 1:
        raise InvalidRequest.of(cursors.chosen[0], "Give only one of before, after and reply_to.")
    if cursors.wait_seconds and cursors.after is None and cursors.reply_to is None:
        raise InvalidRequest.of("wait", "wait works only together with after or reply_to.")
    for field in cursors.chosen:
        if not is_id("msg", getattr(cursors, field)):
            raise InvalidRequest.of(field, "This is not a message id.")
