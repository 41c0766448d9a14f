"""The conversations table: pk=PROJECT#id, sk=MSG#id for messages and THREAD for the conversation as a whole.

`THREAD` sorts after every `MSG#…`, so that one backwards query reads the thread, which names the owner, and the newest
messages (ADR 9).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import cache

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Page, Table, Write
from common.errors import ChangedMeanwhile
from common.ids import first_id
from common.services import frozen, service
from common.settings import settings
from common.transactions import TransactionFailed, changed_if_failed, transact
from domain.agents.records import Message, Run, RunStatus, Thread
from domain.events.changes import message_gone
from domain.projects.tenancy import OwnedProject
from domain.work import outbox

THREADS = "threads"
EXCERPT_LENGTH = 200
_LEASE = 0  # the position of the lease among the writes of `begin_run`
_FIRST, _THREAD = "MSG#", "THREAD"
_NAMING_REPLY = "reply_ids = list_append(if_not_exists(reply_ids, :none), :replies)"
_OLD_REPLIES = 100


class LeaseHeld(ConditionFailed):
    """Another run holds the project's lease."""


@frozen
class ConversationPage:
    """Part of a conversation, which has been checked to belong to the account.

    `thread` is None on a page of replies, on one that does not reach the newest message, and where no run has begun yet
    or the project is deleted. `answers`: the ids of this page's messages from the CEO that may be unread, without those
    already shown to the asker. `first_unread`, only from `find_newest`: the id of the oldest unread one of them.
    """

    project: OwnedProject
    thread: Thread | None
    messages: list[Message]
    has_more: bool
    first_unread: str | None = None
    answers: tuple[str, ...] = ()


@service
class ConversationStore:
    """The access patterns of conversations."""

    table: Table

    def put_new_message(self, message: Message, counting: Write) -> bool:
        """Transaction: put a customer's message, in the outbox until it is answered, and count it.

        False, with nothing stored, if the condition of `counting` fails. Raises `ChangedMeanwhile` to try again.
        """
        item = _message_item(message) | outbox.mark(message.project_id, message.created_at)
        try:
            transact([self.table.putting_new(item), counting])
        except TransactionFailed as error:
            if 1 in error.failed:
                return False
            raise
        return True

    def find_newest(self, account_id: str, project_id: str, *, limit: int) -> ConversationPage | None:
        """Query pk=PROJECT#id, sk from MSG# on, backwards: the thread, then messages newest first.

        None when nobody has written there yet, and for another account's conversation.
        """
        condition, values = "pk = :pk AND sk >= :first", {"pk": _pk(project_id), "first": _FIRST}
        read = self.table.query_page(condition, values, backwards=True, limit=limit + 1)
        page = _page(account_id, project_id, read.items, read, limit=limit)
        return page and replace(page, first_unread=_first_unread(page))

    def find_before(self, account_id: str, project_id: str, cursor: str, *, limit: int) -> ConversationPage | None:
        """Query pk=PROJECT#id, sk from MSG#cursor backwards: older messages, newest first.

        None when the cursor is no message of this account's conversation.
        """
        return self._find_from(account_id, project_id, cursor, limit=limit, backwards=True)

    def find_after(self, account_id: str, project_id: str, cursor: str, *, limit: int) -> ConversationPage | None:
        """Query pk=PROJECT#id, sk from MSG#cursor forwards: newer messages, oldest first, then the thread.

        None when the cursor is no message of this account's conversation.
        """
        return self._find_from(account_id, project_id, cursor, limit=limit, backwards=False)

    def find_replies(self, account_id: str, project_id: str, question_id: str) -> ConversationPage | None:
        """GetItem pk=PROJECT#id, sk=MSG#question, then sk=MSG#reply of each that it names: note of failure, answer.

        Oldest first, and never the thread. An answered question of an earlier edition names none. For it: Query
        pk=PROJECT#id, sk from MSG#question forwards, the replies among the next 100 messages. None when the id is no
        message of this account's conversation.
        """
        item = self.table.get(_message_key(project_id, question_id))
        if item is None or item["account_id"] != account_id:
            return None
        question, project = _message(item), OwnedProject(account_id, project_id)
        if question.run_status is RunStatus.ANSWERED and not question.reply_ids:
            page = self.find_after(account_id, project_id, question_id, limit=_OLD_REPLIES)
            found = [one for one in page.messages if one.reply_to == question_id] if page else []
            return ConversationPage(project, None, found, has_more=False)
        rows = [self.table.get(_message_key(project_id, reply_id)) for reply_id in question.reply_ids]
        return ConversationPage(project, None, [_message(row) for row in rows if row], has_more=False)

    def list_between(self, project: OwnedProject, first: date, end: date, *, limit: int) -> list[Message]:
        """Query pk=PROJECT#id, sk from the first id of day `first` to that of `end`: oldest first, up to `limit`."""
        low, high = (f"MSG#{first_id('msg', day)}" for day in (first, end))
        rows, _ = self.table.query_up_to(
            "pk = :pk AND sk BETWEEN :low AND :high", {"pk": _pk(project.id), "low": low, "high": high}, limit=limit
        )
        return [_message(row) for row in rows]

    def list_all_messages(self, project: OwnedProject) -> list[Message]:
        """Query pk=PROJECT#id, sk begins MSG#: the whole conversation, oldest first, in one call per MB."""
        rows = self.table.query_all("pk = :pk AND begins_with(sk, :first)", {"pk": _pk(project.id), "first": _FIRST})
        return [_message(row) for row in rows]

    def withdraw_message(self, message: Message, at: datetime) -> None:
        """Transaction: delete a message that waits, and note the change for search.

        Raises `ChangedMeanwhile` when a run has taken it up, or it is gone.
        """
        waits = "attribute_exists(outbox_shard) AND #run_status = :queued"
        gone = self.table.deleting(_question_key(message), {"queued": RunStatus.QUEUED.value}, condition=waits)
        with changed_if_failed():
            transact([gone, message_gone(message.account_id, message.project_id, message.id, at)])

    def find_message(self, project: OwnedProject, message_id: str) -> Message | None:
        """GetItem pk=PROJECT#id, sk=MSG#id; None without such a row."""
        row = self.table.get(_message_key(project.id, message_id))
        return _message(row) if row else None

    def mark_read(self, project: OwnedProject) -> None:
        """UpdateItem pk=PROJECT#id, sk=THREAD, unread = 0. Raises `ConditionFailed` without a thread."""
        self.table.update(_thread_key(project.id), "SET unread = :none", {"none": 0}, condition="attribute_exists(pk)")

    def set_unread(self, project: OwnedProject, count: int, *, was: int) -> None:
        """UpdateItem pk=PROJECT#id, sk=THREAD, unread = count. Raises `ChangedMeanwhile` unless it was `was`."""
        values = {"count": count, "was": was}
        with changed_if_failed():
            transact(
                [self.table.updating(_thread_key(project.id), "SET unread = :count", values, condition="unread = :was")]
            )

    def mark_shown(self, project: OwnedProject, answer_id: str) -> None:
        """Transaction: mark an answer as shown and lower unread by 1; nothing if shown already, or unread is 0."""
        shown = self.table.updating(
            _message_key(project.id, answer_id),
            "SET shown = :yes",
            {"yes": True},
            condition="attribute_exists(pk) AND attribute_not_exists(shown)",
        )
        unread = self.table.updating(
            _thread_key(project.id), "SET unread = unread - :one", {"one": 1}, condition="unread >= :one"
        )
        with suppress(TransactionFailed):
            transact([shown, unread])

    def find_thread(self, project: OwnedProject) -> Thread | None:
        """GetItem pk=PROJECT#id, sk=THREAD; None where no run has begun."""
        item = self.table.get(_thread_key(project.id))
        return _thread(item) if item else None

    def list_threads(self, account_id: str) -> list[Thread]:
        """Query index threads: the conversations of an account, the one with the latest reply first."""
        rows = self.table.query_all("owner_id = :id", {"id": account_id}, index=THREADS, backwards=True)
        return [_thread(row) for row in rows]

    def begin_run(self, project: OwnedProject, run: Run, question: Message | None, *, now: datetime) -> None:
        """Transaction: take the project's lease, set the question's status to answering.

        Raises `LeaseHeld` while another run holds the lease, `ChangedMeanwhile` when the question is answered already.
        """
        values = {
            "run": run.model_dump(mode="json"),
            "none": 0,
            "account_id": project.account_id,
            "project_id": project.id,
            "now": to_iso(now),
            "run_id": run.id,
        }
        writes = [
            self.table.updating(
                _thread_key(project.id),
                "SET current_run = :run, account_id = :account_id, project_id = :project_id,"
                " unread = if_not_exists(unread, :none)",
                values,
                condition="attribute_not_exists(current_run) OR current_run.lease_until <= :now"
                " OR current_run.id = :run_id",
            )
        ]
        if question is not None:
            writes.append(self._updating_question(question, RunStatus.ANSWERING))
        try:
            transact(writes)
        except TransactionFailed as error:
            raise (LeaseHeld if _LEASE in error.failed else ChangedMeanwhile) from error

    def hand_over(self, project: OwnedProject, run: Run, question: Message) -> None:
        """Transaction: pass the lease on to the run that will think, mark the question as thought about until it ends.

        Raises `ChangedMeanwhile` when the question is answered already, or was handed over before.
        """
        writes = [
            self.passing_lease(project, run),
            self.table.updating(
                _question_key(question),
                "SET thinking_until = :until, progress = :progress",
                {"until": to_iso(run.lease_until), "progress": run.focus},
                condition="attribute_exists(outbox_shard) AND attribute_not_exists(thinking_until)",
            ),
        ]
        with changed_if_failed():
            transact(writes)

    def note_progress(self, question: Message, progress: str) -> None:
        """UpdateItem pk=PROJECT#id, sk=MSG#id: set progress, what is being done, if the question is being answered."""
        with suppress(ConditionFailed):
            self.table.update(
                _question_key(question),
                "SET progress = :progress",
                {"progress": progress, "answering": RunStatus.ANSWERING.value},
                condition="run_status = :answering",
            )

    def passing_lease(self, project: OwnedProject, run: Run) -> Write:
        """The write that gives the lease to `run`, without a condition: only for a run that holds the lease."""
        return self.table.updating(
            _thread_key(project.id), "SET current_run = :run", {"run": run.model_dump(mode="json")}
        )

    def saying(self, message: Message, *, question: Message | None = None) -> list[Write]:
        """The writes of a message that ends a run: put it, add 1 to unread, set the question it answers to answered.

        In the transaction the question's write fails when the question is answered already.
        """
        writes = [self.table.putting_new(_message_item(message)), self._moving_thread(message)]
        if question is not None:
            writes.append(self._updating_question(question, RunStatus.ANSWERED, reply=message))
        return writes

    def giving_up(self, question: Message, note: Message) -> list[Write]:
        """The writes that set a question to failed and put a note. The question stays in the outbox, to be retried."""
        failing = self.table.updating(
            _question_key(question),
            f"SET run_status = :failed, {_NAMING_REPLY}",
            {"failed": RunStatus.FAILED.value, "replies": [note.id], "none": []},
            condition="attribute_exists(outbox_shard) AND run_status <> :failed",
        )
        return [self.table.putting_new(_message_item(note)), self._moving_thread(note), failing]

    def ending_run(self, project: OwnedProject) -> Write:
        """The write that ends a run without a message."""
        return self.table.updating(_thread_key(project.id), "REMOVE current_run", {})

    def list_waiting_messages(self, window: outbox.Window) -> list[Message]:
        """Query index outbox: customers' messages in `window` that are not answered yet."""
        return [_message(item) for item in outbox.list_waiting(self.table, window)]

    def _find_from(
        self, account_id: str, project_id: str, cursor: str, *, limit: int, backwards: bool
    ) -> ConversationPage | None:
        """The page behind the cursor, or None. The cursor's own row shows that its message exists and whose it is."""
        low, high = (_FIRST, f"MSG#{cursor}") if backwards else (f"MSG#{cursor}", _THREAD)
        values = {"pk": _pk(project_id), "low": low, "high": high}
        condition = "pk = :pk AND sk BETWEEN :low AND :high"
        read = self.table.query_page(condition, values, backwards=backwards, limit=limit + 2)
        if not read.items or read.items[0].get("id") != cursor:
            return None
        return _page(account_id, project_id, read.items[:1], Page(read.items[1:], read.last_key), limit=limit)

    def _updating_question(self, question: Message, status: RunStatus, *, reply: Message | None = None) -> Write:
        """The write of a question's status; with the `reply` that answers it, it also leaves the outbox."""
        named = f", {_NAMING_REPLY} REMOVE outbox_shard, outbox_at" if reply else ""
        return self.table.updating(
            _question_key(question),
            "SET run_status = :status" + named,
            {"status": status.value} | ({"replies": [reply.id], "none": []} if reply else {}),
            condition="attribute_exists(outbox_shard)",
        )

    def _moving_thread(self, message: Message) -> Write:
        excerpt = " ".join(message.content.split())[:EXCERPT_LENGTH]
        values = {
            "account_id": message.account_id,
            "project_id": message.project_id,
            "at": to_iso(message.created_at),
            "excerpt": excerpt,
            "one": 1,
        }
        return self.table.updating(
            _thread_key(message.project_id),
            "SET account_id = :account_id, owner_id = :account_id, project_id = :project_id, last_reply_at = :at,"
            " last_reply_excerpt = :excerpt REMOVE current_run ADD unread :one",
            values,
        )


@cache
def conversation_store() -> ConversationStore:
    """The store, built once for each process."""
    return ConversationStore(Table(settings.conversations_table))


def _pk(project_id: str) -> str:
    return f"PROJECT#{project_id}"


def _question_key(question: Message) -> Item:
    return _message_key(question.project_id, question.id)


def _message_key(project_id: str, message_id: str) -> Item:
    return {"pk": _pk(project_id), "sk": f"MSG#{message_id}"}


def _thread_key(project_id: str) -> Item:
    return {"pk": _pk(project_id), "sk": _THREAD}


def _page(account_id: str, project_id: str, proof: list[Item], read: Page, *, limit: int) -> ConversationPage | None:
    """The page, or None unless the first row of `proof` names the account."""
    if not proof or proof[0]["account_id"] != account_id:
        return None
    thread = next((_thread(row) for row in read.items if row["sk"] == _THREAD), None)
    messages = [_message(row) for row in read.items if row["sk"] != _THREAD]
    has_more = len(messages) > limit or read.has_more
    shown = {row["id"] for row in read.items if "shown" in row}
    kept = messages[:limit]
    answers = tuple(one.id for one in kept if one.sender_type == "agent" and one.id not in shown)
    return ConversationPage(OwnedProject(account_id, project_id), thread, kept, has_more, answers=answers)


def _first_unread(page: ConversationPage) -> str | None:
    """The id of the oldest unread message: as many of the newest `answers` are unread as the thread counts."""
    return min(page.answers[: page.thread.unread], default=None) if page.thread else None


def _message_item(message: Message) -> Item:
    return {"pk": _pk(message.project_id), "sk": f"MSG#{message.id}", **message.model_dump(mode="json")}


def _message(item: Item) -> Message:
    return Message.model_validate(_fields(item))


def _thread(item: Item) -> Thread:
    return Thread.model_validate(_fields(item))


def _fields(item: Item) -> Item:
    own = {"pk", "sk", "owner_id", "shown", *outbox.ATTRIBUTES}
    return {name: value for name, value in item.items() if name not in own}
