"""What other domains read of conversations: as they are stored, and without what a message may do."""

from __future__ import annotations

from datetime import date
from functools import cache

from common.services import service
from domain.agents.records import Message, Thread
from domain.agents.store import ConversationStore, conversation_store
from domain.projects.tenancy import OwnedProject


@service
class ConversationReader:
    """Reads the conversations of accounts and projects that the caller may see."""

    store: ConversationStore

    def list_threads(self, account_id: str) -> list[Thread]:
        """The account's conversations in which the CEO has written, the one with the latest reply first."""
        return self.store.list_threads(account_id)

    def list_between(self, project: OwnedProject, first: date, end: date, *, limit: int) -> list[Message]:
        """Messages from the day `first` up to but not including the day `end` (UTC), oldest first, at most `limit`."""
        return self.store.list_between(project, first, end, limit=limit)

    def list_all_messages(self, project: OwnedProject) -> list[Message]:
        """The whole conversation, oldest message first, for the worker of search."""
        return self.store.list_all_messages(project)

    def find_message(self, project: OwnedProject, message_id: str) -> Message | None:
        """One message of the project's conversation; None when there is no such message."""
        return self.store.find_message(project, message_id)


@cache
def conversation_reader() -> ConversationReader:
    """The reader, built once for each process."""
    return ConversationReader(conversation_store())
