"""Makes an export: everything of an account in one zip file, without secrets, their hashes and the vault's values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from common.dynamo import Item
from common.ids import derived_id
from common.services import frozen
from common.telemetry import logger
from domain.audit.reading import entries_for_export
from domain.events.log import commit
from domain.leaving.archive import Archive, archive
from domain.leaving.layout import Partition
from domain.leaving.manifest import Feed, sealed
from domain.leaving.objects import ExportFiles
from domain.leaving.records import EXPORT_KEPT, DeletedProject, Export, ExportState
from domain.leaving.store import LeavingStore
from domain.mail.outgoing import Outgoing
from domain.mail.records import Kind, Mail
from domain.usage.records import DONE, REFUSED

MOST_ATTEMPTS = 3
AGAIN_AFTER = timedelta(minutes=20)  # longer than a worker lives
_FOLDER = re.compile(r"[^a-z0-9]+")
_FOLDER_LENGTH = 40

_README = Path(__file__).with_name("readme.md")


@frozen
class Exporter:
    """Makes exports, and deletes them 24 hours after they are made."""

    store: LeavingStore
    files: ExportFiles
    mails: Outgoing
    now: Callable[[], datetime]

    def is_due(self, record: Export) -> bool:
        """Whether there is something to do: a waiting export to make, a finished one to delete.

        An attempt is repeated after 20 minutes only: the first worker may be at work, and Lambda repeats failed calls.
        """
        due_at = record.next_attempt_at or record.asked_at if record.state is ExportState.WAITING else record.gone_at
        return due_at is not None and self.now() >= due_at

    def make(self, record: Export) -> None:
        """Make a waiting export (it fails after three attempts); delete an expired one, or one of a closing account."""
        now = self.now()
        closing = self.store.find_closing(record.account_id) is not None
        if closing or record.state is not ExportState.WAITING:
            if closing or (record.gone_at is not None and now >= record.gone_at):
                self.files.delete(record.object_key)
                commit([self.store.ending(record)])
            return
        if record.attempts >= MOST_ATTEMPTS:
            failed = record.model_copy(update={"state": ExportState.FAILED, "gone_at": now + EXPORT_KEPT})
            commit([self.store.changing(record, failed, failed.gone_at)])
            logger.error("export_failed", export_id=record.id)
            return
        again_at = now + AGAIN_AFTER
        begun = record.model_copy(update={"attempts": record.attempts + 1, "next_attempt_at": again_at})
        commit([self.store.changing(record, begun, again_at)])
        with archive(self.files, record.object_key) as zipped:
            self._write(zipped, record)
        self._finish(begun, zipped)

    def _finish(self, begun: Export, zipped: Archive) -> None:
        now = self.now()
        gone_at = now + EXPORT_KEPT
        done = {"state": ExportState.READY, "ready_at": now, "gone_at": gone_at, "bytes": zipped.size}
        ready = begun.model_copy(update={**done, "rows": zipped.rows})
        mail = Mail(
            id=derived_id("mail", begun.asked_at, begun.account_id, begun.id),
            account_id=begun.account_id,
            kind=Kind.EXPORT_READY,
            created_at=now,
            due_at=now,
            until=gone_at,
        )
        telling = [self.mails.adding(mail)] if self.mails.silent is None else []
        commit([self.store.changing(begun, ready, gone_at), *telling])
        if telling:
            self.mails.nudge(mail)
        logger.info("export_made", export_id=begun.id, rows=zipped.rows, bytes=zipped.size)

    def _write(self, zipped: Archive, record: Export) -> None:
        reading = _Reading(self.store, record.account_id, self.now(), Feed())
        zipped.add_text(
            "README.md", _README.read_text(encoding="utf-8").format(at=self.now(), account_id=record.account_id)
        )
        zipped.add_text("security-log.json", entries_for_export(record.account_id).model_dump_json(indent=1))
        for name, rows in reading.files():
            zipped.add_rows(name, rows)
        for folder, row in reading.projects():
            self._write_project(zipped, folder, row)
        zipped.add_manifest(lambda hashes: sealed(record, self.now(), hashes, reading.feed))

    def _write_project(self, zipped: Archive, folder: str, row: Item) -> None:
        zipped.add_rows(f"{folder}/project.jsonl", [row])
        pk = f"PROJECT#{row['id']}"
        for name, table, begins in _OF_PROJECT:
            zipped.add_rows(f"{folder}/{name}.jsonl", self._without_text(Partition(table, pk, begins)))
        kinds = {}
        for document in self._rows(Partition("projects", pk, "DELIVERABLE#")):
            kinds[document["id"]] = document["kind"]
            if document.get("content"):
                self._write_text(zipped, folder, document["kind"], document)
        for past in self._rows(Partition("projects", pk, "PAST#")):
            self._write_text(zipped, folder, kinds[past["deliverable_id"]], past)

    def _write_text(self, zipped: Archive, folder: str, kind: str, row: Item) -> None:
        zipped.add_text(f"{folder}/documents/{kind}-revision-{row['revision']}.md", row["content"])
        zipped.rows += 1

    def _without_text(self, partition: Partition) -> Iterator[Item]:
        """The rows of a partition, but documents without their text, which has a file of its own."""
        for row in self._rows(partition):
            is_document = "kind" in row or "parts" in row
            yield {name: value for name, value in row.items() if name != "content"} if is_document else row

    def _rows(self, partition: Partition) -> Iterator[Item]:
        for page in self.store.list_rows(partition):
            yield from page


_OF_PROJECT = (
    ("brief", "projects", "INTAKE"),
    ("documents", "projects", "DELIVERABLE#"),
    ("lines", "projects", "PAST#"),
    ("approvals", "projects", "APPROVAL#"),
    ("decisions", "projects", "DECISION#"),
    ("changes", "projects", "CHANGE#"),
    ("conversation", "conversations", "MSG#"),
    ("escalation", "decisions", ""),
)
# A file, the table, how its rows' keys begin; for rows below others, the partition's name and how its keys begin.
_OF_ACCOUNT = (
    ("vault/credentials", "vault", "CREDENTIAL#", None),
    ("vault/deleted", "vault", "DELETED#", None),
    ("vault/requests", "vault", "REQUEST#", None),
    ("vault/asked", "vault", "ASK#", None),
    ("vault/allowed", "vault", "GRANT#", None),
    ("vault/uses", "vault", "CREDENTIAL#", ("CREDENTIAL#", "USE#")),
    ("vault/uses-of-deleted", "vault", "DELETED#", ("CREDENTIAL#", "USE#")),
    ("work/items", "work", "ITEM#", None),
    ("work/notes", "work", "ITEM#", ("ITEM#", "NOTE#")),
    ("work/submissions", "work", "ITEM#", ("ITEM#", "SUBMISSION#")),
    ("tasks", "pa", "TASK#", None),
    ("runs", "pa", "TASK#", ("TASK#", "RUN#")),
    ("runs-of-deleted", "pa", "DELETED#", ("TASK#", "RUN#")),
    ("assistant", "pa", "ASKED#", None),
    ("reports", "pa", "REPORT#", None),
    ("events", "events", "SEQ#", None),
    ("webhooks", "webhooks", "ENDPOINT#", None),
    ("deliveries", "webhooks", "ENDPOINT#", ("ENDPOINT#", "DELIVERY#")),
    ("notifications", "mail", "PREFERENCES", None),
    ("mails", "mail", "MAIL#", None),
    ("approvers", "decisions", "APPROVER#", None),
    ("usage", "usage", "", None),
    ("refused-requests", "usage", REFUSED, None),
    ("successful-requests", "usage", DONE, None),
)


@frozen
class _Reading:
    """Reads an account's rows, also those that were set aside with deleted projects."""

    store: LeavingStore
    account_id: str
    now: datetime
    feed: Feed

    def files(self) -> Iterator[tuple[str, Iterator[Item]]]:
        """Yield the name of each file about the account as a whole, with its rows."""
        yield "account.jsonl", iter(self.store.list_account_rows(self.account_id))
        yield "users.jsonl", iter(self.store.list_user_rows(self.account_id))
        yield "keys.jsonl", iter(self.store.list_key_rows(self.account_id))
        yield "connections.jsonl", iter(self.store.list_connection_rows(self.account_id))
        for name, table, begins, lower in _OF_ACCOUNT:
            rows = self._of(table, begins)
            if name == "events":
                rows = self.feed.noted(row for row in rows if row["expires_at_epoch"] > self.now.timestamp())
            elif name == "usage":
                rows = (row for row in rows if not str(row["sk"]).startswith((REFUSED, DONE)))
            yield f"{name}.jsonl", rows if lower is None else self._below(table, rows, *lower)

    def projects(self) -> Iterator[tuple[str, Item]]:
        """Yield each project's folder and row, those of deleted projects last."""
        for row in self._stored("projects", "PROJECT#"):
            yield _folder("projects", row), row
        for row in self._aside("projects", "PROJECT#"):
            yield _folder("deleted-projects", row), row

    def _of(self, table: str, begins: str) -> Iterator[Item]:
        yield from self._stored(table, begins)
        yield from self._aside(table, begins)

    def _below(self, table: str, rows: Iterator[Item], prefix: str, begins: str) -> Iterator[Item]:
        for row in rows:
            name = str(row["sk"]).partition("#")[2]
            for page in self.store.list_rows(Partition(table, prefix + name, begins)):
                yield from page

    def _stored(self, table: str, begins: str) -> Iterator[Item]:
        for page in self.store.list_rows(Partition(table, f"ACCOUNT#{self.account_id}", begins)):
            yield from page

    def _aside(self, table: str, begins: str) -> Iterator[Item]:
        for record in self.store.list_records(self.account_id):
            if isinstance(record, DeletedProject):
                rows = [one.row for one in self.store.list_aside(record) if one.table == table]
                yield from (row for row in rows if str(row["sk"]).startswith(begins))


def _folder(above: str, row: Item) -> str:
    """The path of a project's folder: the harmless characters of its name, and its id."""
    name = _FOLDER.sub("-", str(row["name"]).lower())[:_FOLDER_LENGTH].strip("-")
    return f"{above}/{name or 'project'}-{row['id']}"
