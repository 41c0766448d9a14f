"""The work table: pk=ACCOUNT#id, sk=ITEM#id; pk=ITEM#id for an item's notes (NOTE#id) and submissions (SUBMISSION#id).

The local index `by_project` has the items by project, strongly consistent: whoever claims an item must see that another
one, on which it depends, is not done. The outbox lists a claimed item from the end of its lease on and, in a lane of
its own, an item in review whose submission a model is still to read.
"""

from __future__ import annotations

from functools import cache

from common.dynamo import Item, Table, Write
from common.errors import NotFound
from common.services import service
from common.settings import settings
from domain.work import outbox
from domain.work_items.records import ItemState, Note, Submission, WorkItem

BY_PROJECT = "by_project"
ITEM, NOTE, SUBMISSION = "ITEM#", "NOTE#", "SUBMISSION#"
_OPINIONS = "opinion-"


@service
class WorkStore:
    """Reads work items, notes and submissions, and makes their writes, which a transaction commits."""

    table: Table

    def get_item(self, account_id: str, item_id: str) -> WorkItem:
        """GetItem pk=ACCOUNT#id, sk=ITEM#id. Raises `NotFound`, for another account's item too."""
        row = self.table.get(_key(account_id, item_id))
        if row is None:
            raise NotFound("No such work item.")
        return _item(row)

    def list_for_project(self, account_id: str, project_id: str) -> tuple[WorkItem, ...]:
        """Query index by_project, strongly consistent: all items of one project by id; so the plan's come first."""
        rows = self.table.query_all(
            "pk = :pk AND begins_with(project_sk, :project)",
            {"pk": f"ACCOUNT#{account_id}", "project": f"{project_id}#"},
            index=BY_PROJECT,
            consistent=True,
        )
        return tuple(_item(row) for row in rows)

    def list_notes(self, item: WorkItem) -> list[Note]:
        """Query pk=ITEM#id, sk begins NOTE#, oldest first: at most 200, and what earlier editions noted of releases."""
        return [Note.model_validate(_fields(row)) for row in self._below(item, NOTE)]

    def list_submissions(self, item: WorkItem) -> list[Submission]:
        """Query pk=ITEM#id, sk begins SUBMISSION#: at most 20, oldest first."""
        return [Submission.model_validate(_fields(row)) for row in self._below(item, SUBMISSION)]

    def get_submission(self, item: WorkItem, submission_id: str) -> Submission:
        """GetItem pk=ITEM#id, sk=SUBMISSION#id. Raises `NotFound`."""
        row = self.table.get({"pk": f"ITEM#{item.id}", "sk": SUBMISSION + submission_id})
        if row is None:
            raise NotFound("No such submission.")
        return Submission.model_validate(_fields(row))

    def creating(self, item: WorkItem) -> Write:
        """The write of a new item. The transaction fails when the id is taken."""
        return self.table.putting_new(_row(item))

    def changing(self, before: WorkItem, after: WorkItem) -> Write:
        """The write of a changed item. The transaction fails unless the stored version is that of `before`."""
        return self.table.putting(_row(after), condition="version = :version", values={"version": before.version})

    def noting(self, note: Note) -> Write:
        """The write of a note, at pk=ITEM#id, sk=NOTE#id."""
        return self.table.putting({"pk": f"ITEM#{note.work_id}", "sk": NOTE + note.id, **note.model_dump(mode="json")})

    def submitting(self, submission: Submission) -> Write:
        """The write of a submission: the first one, or the same one again with its review or opinion."""
        key = {"pk": f"ITEM#{submission.work_id}", "sk": SUBMISSION + submission.id}
        return self.table.putting({**key, **submission.model_dump(mode="json")})

    def list_leases_over(self, window: outbox.Window) -> list[WorkItem]:
        """Query index outbox: items of all accounts whose lease ended within `window`."""
        return [_item(row) for row in outbox.list_waiting(self.table, window)]

    def list_unread(self, window: outbox.Window) -> list[WorkItem]:
        """Query index outbox: items of all accounts submitted within `window` that a model is still to read."""
        return [_item(row) for row in outbox.list_waiting(self.table, window, lane=_OPINIONS)]

    def _below(self, item: WorkItem, kind: str) -> list[Item]:
        values = {"pk": f"ITEM#{item.id}", "kind": kind}
        return self.table.query_all("pk = :pk AND begins_with(sk, :kind)", values)


@cache
def work_store() -> WorkStore:
    """The store, built once for each process."""
    return WorkStore(Table(settings.work_table))


def _key(account_id: str, item_id: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": ITEM + item_id}


def _row(item: WorkItem) -> Item:
    row = {
        **_key(item.account_id, item.id),
        "project_sk": f"{item.project_id}#{item.id}",
        **item.model_dump(mode="json"),
    }
    if item.state is ItemState.CLAIMED and item.claim is not None:
        row |= outbox.mark(item.project_id, item.claim.lease_until)
    if item.state is ItemState.IN_REVIEW and item.opinion_due:
        row |= outbox.mark(item.project_id, item.updated_at, lane=_OPINIONS)
    return row


def _item(row: Item) -> WorkItem:
    return WorkItem.model_validate(_fields(row))


def _fields(row: Item) -> Item:
    """A row without its keys and its outbox marks."""
    return {name: value for name, value in row.items() if name not in {"pk", "sk", "project_sk", *outbox.ATTRIBUTES}}
