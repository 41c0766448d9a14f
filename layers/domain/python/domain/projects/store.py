"""The projects table: pk=ACCOUNT#id sk=PROJECT#id; what a project owns is under pk=PROJECT#id.

A project's row carries `version`. Every change to the project or to anything it owns is one transaction on condition of
that version, so that of two changes at the same moment only one succeeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import cache

from common.clock import to_iso
from common.dynamo import Item, Table, Write
from common.errors import NotFound
from common.paging import decode_cursor, encode_cursor, fitting
from common.services import frozen, service
from common.settings import settings
from domain.events.changes import project_changed
from domain.events.log import commit, commit_as_read, recording
from domain.projects.announcing import events_of
from domain.projects.brief.changing import Plan
from domain.projects.brief.intake import brief_of_first_edition
from domain.projects.brief.records import Brief
from domain.projects.changes import Child, Owned, ProjectEvent
from domain.projects.documents.records import DocumentText
from domain.projects.records import Approval, Decision, Deliverable, Note, Project, Record
from domain.projects.states import ApprovalStatus, ProjectStatus
from domain.projects.tenancy import OwnedProject
from domain.work import outbox

OPEN_ITEMS = "open_items"
_DELIVERIES = "delivery-"
_PREFIXES: Mapping[type[Record], str] = {
    Deliverable: "DELIVERABLE#",
    Approval: "APPROVAL#",
    Decision: "DECISION#",
    Note: "CHANGE#",  # where earlier editions kept wishes
    ProjectEvent: "EVENT#",
}
_WITHOUT_TEXT = (
    "pk sk id project_id kind phase owner title state revision content_hash comment commented_at told_at history"
    " blocked_by writing delivery created_at updated_at"
)


@frozen
class Edit:
    """One edit of a document's text.

    Attributes:
        project: the project that owns the document.
        document: the document as it was read.
        before: the hash of the stored text; None where the text of the next revision is not stored yet.
        after: the text after the edit.
        approval: the pending approval, which gets the hash of the new text; None for a document that was sent back.
        at: when the edit is made. `told_at`: when the last event about an edit was recorded.
    """

    project: Project
    document: Deliverable
    before: str | None
    after: DocumentText
    approval: Approval | None
    at: datetime
    told_at: datetime


@service
class ProjectStore:
    """The access patterns of projects and what they own."""

    table: Table

    def put_new_project(self, plan: Plan) -> None:
        """Transaction: put the project, its brief and the event that it was created."""
        project = plan.project
        created = recording(events_of(None, project, ()))
        brief = self.table.putting_new(_child_item(project, plan.brief))
        commit([self.table.putting_new(_project_item(project)), brief, *created])

    def count_projects(self, account_id: str) -> int:
        """Query pk=ACCOUNT#id, keys only. Bounded by the account's limit."""
        return len(self.table.query_all("pk = :pk", {"pk": f"ACCOUNT#{account_id}"}, projection="pk"))

    def get_project(self, account_id: str, project_id: str) -> Project:
        """GetItem pk=ACCOUNT#id, sk=PROJECT#id. Raises `NotFound`, for another account's project too."""
        item = self.table.get(_project_key(account_id, project_id))
        if item is None:
            raise NotFound("No such project.")
        return Project.model_validate(_fields(item))

    def list_projects(
        self,
        account_id: str,
        *,
        status: ProjectStatus | None,
        limit: int,
        cursor: str | None,
        within: AbstractSet[str] | None = None,
    ) -> tuple[list[Project], str | None]:
        """Query pk=ACCOUNT#id, newest first; a status or `within` filters all rows. Raises `InvalidRequest`: cursor."""
        pk = f"ACCOUNT#{account_id}"
        start = decode_cursor(cursor, partition={"pk": pk}, begins={"sk": "PROJECT#"})
        if status is None and within is None:
            page = self.table.query_page("pk = :pk", {"pk": pk}, backwards=True, limit=limit, start=start)
            return [*_read(Project, page.items)], encode_cursor(page.last_key)
        rows = self.table.query_all("pk = :pk", {"pk": pk}, backwards=True, start=start)
        chosen = [row for row in rows if status in {None, row["status"]} and (within is None or row["id"] in within)]
        first = fitting(chosen, limit)
        last = _project_key(account_id, first[-1]["id"]) if len(first) < len(chosen) else None
        return [*_read(Project, first)], encode_cursor(last)

    def list_all_projects(self, account_id: str) -> list[Project]:
        """Query pk=ACCOUNT#id, newest first; all of them, at most 200."""
        rows = self.table.query_all("pk = :pk", {"pk": f"ACCOUNT#{account_id}"}, backwards=True)
        return [*_read(Project, rows)]

    def list_ids(self, account_id: str) -> list[str]:
        """Query pk=ACCOUNT#id, ids only: of all projects, at most 200."""
        rows = self.table.query_all("pk = :pk", {"pk": f"ACCOUNT#{account_id}"}, projection="id")
        return [row["id"] for row in rows]

    def get_brief(self, project: OwnedProject) -> Brief:
        """GetItem pk=PROJECT#id, sk=INTAKE. Raises `NotFound`."""
        item = self.table.get({"pk": _pk(project), "sk": "INTAKE"})
        if item is None:
            raise NotFound("No such project.")
        return _brief(item)

    def list_deliverables(self, project: OwnedProject) -> tuple[Deliverable, ...]:
        """Query pk=PROJECT#id, sk begins DELIVERABLE#, without their text; in the order of writing."""
        return self._list(project, Deliverable, projection=_WITHOUT_TEXT)

    def get_deliverable(self, project: OwnedProject, deliverable_id: str) -> Deliverable:
        """GetItem pk=PROJECT#id, sk=DELIVERABLE#id. Raises `NotFound`."""
        item = self.table.get({"pk": _pk(project), "sk": f"DELIVERABLE#{deliverable_id}"})
        if item is None:
            raise NotFound("No such deliverable.")
        return Deliverable.model_validate(_fields(item))

    def find_text(self, project: OwnedProject, deliverable_id: str, revision: int) -> DocumentText | None:
        """GetItem pk=PROJECT#id, sk=PAST#deliverable#revision: the text of a revision, the newest one too."""
        item = self.table.get({"pk": _pk(project), "sk": _text_key(deliverable_id, revision)})
        return None if item is None else DocumentText.model_validate(_fields(item))

    def find_standing_text(self, project: OwnedProject, document: Deliverable) -> DocumentText | None:
        """GetItem as in `find_text`: of the working revision, or while that has none, of the last presented one."""
        revisions = dict.fromkeys((document.working_revision, document.revision)) if document.revision else ()
        found = (self.find_text(project, document.id, revision) for revision in revisions)
        return next((text for text in found if text is not None), None)

    def noting(self, project: Project, note: Note) -> Write:
        """The write that puts a note, sk=CHANGE#id; the project's row stays as it is."""
        return self.table.putting(_child_item(project, note))

    def list_notes(self, project: OwnedProject) -> tuple[Note, ...]:
        """Query pk=PROJECT#id, sk begins CHANGE#; withdrawn notes, too."""
        return self._list(project, Note)

    def list_approvals(self, project: OwnedProject) -> tuple[Approval, ...]:
        """Query pk=PROJECT#id, sk begins APPROVAL#; by document, then by revision."""
        return self._list(project, Approval)

    def list_open_approvals(self, account_id: str) -> list[Approval]:
        """Query index open_items: every approval that waits for the account, oldest first."""
        rows = self.table.query_all("open_for = :account_id", {"account_id": account_id}, index=OPEN_ITEMS)
        return [*_read(Approval, rows)]

    def list_owned(self, project: OwnedProject) -> Owned:
        """Query pk=PROJECT#id, sk before PAST#: everything the project owns but texts, in one read per MB."""
        rows = self.table.query_all("pk = :pk AND sk < :past", {"pk": _pk(project), "past": "PAST#"})

        def those[T: Record](kind: type[T]) -> tuple[T, ...]:
            return _read(kind, (row for row in rows if row["sk"].startswith(_PREFIXES[kind])))

        return Owned(
            brief=next(_brief(row) for row in rows if row["sk"] == "INTAKE"),
            deliverables=those(Deliverable),
            approvals=those(Approval),
            decisions=those(Decision),
            notes=those(Note),
            events=those(ProjectEvent),
        )

    def list_waiting_events(self, window: outbox.Window) -> list[ProjectEvent]:
        """Query index outbox: events that the CEO has not reacted to."""
        return [*_read(ProjectEvent, outbox.list_waiting(self.table, window))]

    def list_due_deliveries(self, window: outbox.Window) -> list[Deliverable]:
        """Query index outbox, lane of deliveries: documents whose next attempt at delivery is due."""
        return [*_read(Deliverable, outbox.list_waiting(self.table, window, lane=_DELIVERIES))]

    def changing(self, before: Project, after: Project, children: Sequence[Child]) -> list[Write]:
        """The writes of one change: put the project, on condition of its version, what it owns, and the events."""
        records = [self._putting(after, child) for child in children]
        if any(isinstance(child, Brief) for child in children):  # search reads the brief
            records.append(project_changed(after.account_id, after.id, after.updated_at, f"{after.id}-{after.version}"))
        return [self._replacing(before, after), *records, *recording(events_of(before, after, children))]

    def standing(self, project: Project) -> Write:
        """The check that a project has not changed, for a transaction that writes nothing of it."""
        return self.table.checking(
            _project_key(project.account_id, project.id), "version = :version", {"version": project.version}
        )

    def moving_document(self, project: Project, before: Deliverable, after: Deliverable) -> Write:
        """The put of a document, which fails when its text was edited since `before` was read."""
        item = _child_item(project, after)
        return self.table.putting(item, condition="updated_at = :read", values={"read": to_iso(before.updated_at)})

    def settling(self, event: ProjectEvent) -> Write:
        """The write that deletes an event, in the transaction of the CEO's reaction to it."""
        return self.table.deleting({"pk": f"PROJECT#{event.project_id}", "sk": f"EVENT#{event.id}"})

    def save(self, before: Project, after: Project, children: Sequence[Child], also: Sequence[Write] = ()) -> None:
        """Transaction: the writes of `changing`, and `also`. Raises `ChangedMeanwhile`."""
        commit_as_read([*self.changing(before, after, children), *also])

    def editing(self, edit: Edit) -> list[Write]:
        """The writes of one edit; they fail if the text, the document or the approval has changed since it was read."""
        document, approval, pk = edit.document, edit.approval, f"PROJECT#{edit.project.id}"
        condition = "attribute_not_exists(pk)" if edit.before is None else "content_hash = :read"
        text = self.table.putting(
            _child_item(edit.project, edit.after),
            condition=condition,
            values={} if edit.before is None else {"read": edit.before},
        )
        header = self.table.updating(
            {"pk": pk, "sk": f"DELIVERABLE#{document.id}"},
            "SET content_hash = :hash, updated_at = :now, told_at = :told",
            {
                "hash": edit.after.content_hash,
                "now": to_iso(edit.at),
                "told": to_iso(edit.told_at),
                "state": document.state.value,
                "revision": document.revision,
            },
            condition="#state = :state AND revision = :revision",
        )
        if approval is None:
            return [text, header]
        moved = self.table.updating(
            {"pk": pk, "sk": f"APPROVAL#{approval.id}"},
            "SET content_hash = :hash, edited = :edited",
            {
                "hash": edit.after.content_hash,
                "edited": True,
                "read": approval.content_hash,
                "pending": ApprovalStatus.PENDING.value,
            },
            condition="content_hash = :read AND #status = :pending",
        )
        return [text, header, moved]

    def following(self, project: Project, before: DocumentText, stored: str | None, after: DocumentText) -> list[Write]:
        """The writes of the text that is presented after `before`; they fail when `before` was edited meanwhile.

        `stored` is the hash of the row of `before`; None while it has none.
        """
        item = _child_item(project, after)
        read = {"read": stored} if stored else {}
        if after.revision == before.revision:
            condition = "content_hash = :read" if stored else "attribute_not_exists(pk)"
            return [self.table.putting(item, condition=condition, values=read)]
        if not stored:
            return [self.table.putting_new(item)]
        key = {"pk": item["pk"], "sk": _text_key(before.deliverable_id, before.revision)}
        return [self.table.putting_new(item), self.table.checking(key, "content_hash = :read", read)]

    def with_texts(self, project: OwnedProject, documents: Sequence[Deliverable]) -> tuple[Deliverable, ...]:
        """The documents with the texts of their last presented revisions; one GetItem for each, as in `find_text`."""

        def with_text(document: Deliverable) -> Deliverable:
            text = self.find_text(project, document.id, document.revision) if document.revision else None
            return document if text is None else document.model_copy(update={"content": text.content})

        return tuple(map(with_text, documents))

    def _list[T: Record](self, project: OwnedProject, kind: type[T], projection: str = "") -> tuple[T, ...]:
        values = {"pk": _pk(project), "sk": _PREFIXES[kind]}
        return _read(kind, self.table.query_all("pk = :pk AND begins_with(sk, :sk)", values, projection=projection))

    def _putting(self, project: Project, child: Child) -> Write:
        """The put of a record. A decided approval is put only while it is pending and has the text that was read."""
        item = _child_item(project, child)
        if not isinstance(child, Approval) or child.status is ApprovalStatus.PENDING:
            return self.table.putting(item)
        values = {"read": child.content_hash, "pending": ApprovalStatus.PENDING.value}
        return self.table.putting(item, condition="content_hash = :read AND #status = :pending", values=values)

    def _replacing(self, before: Project, after: Project) -> Write:
        write = self.table.putting(_project_item(after))
        write["Put"] |= {
            "ConditionExpression": "version = :version",
            "ExpressionAttributeValues": {":version": {"N": str(before.version)}},
        }
        return write


@cache
def project_store() -> ProjectStore:
    """The store, built once for each process."""
    return ProjectStore(Table(settings.projects_table))


def _pk(project: OwnedProject) -> str:
    return f"PROJECT#{project.id}"


def _project_key(account_id: str, project_id: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": f"PROJECT#{project_id}"}


def _project_item(project: Project) -> Item:
    return {**_project_key(project.account_id, project.id), **project.model_dump(mode="json")}


def _child_item(project: Project, child: Child) -> Item:
    item: Item = {"pk": f"PROJECT#{project.id}", "sk": _sort_key(child), **child.model_dump(mode="json")}
    if isinstance(child, ProjectEvent):
        return item | outbox.mark(project.id, child.at)
    if isinstance(child, Deliverable) and child.delivery and child.delivery.next_attempt_at:
        item |= outbox.mark(project.id, child.delivery.next_attempt_at, lane=_DELIVERIES)
    if isinstance(child, Approval) and child.status is ApprovalStatus.PENDING:
        item |= {"open_for": project.account_id, "opened_at": item["created_at"]}
    return item


def _sort_key(child: Child) -> str:
    match child:
        case Brief():
            return "INTAKE"
        case DocumentText():
            return _text_key(child.deliverable_id, child.revision)
    return f"{_PREFIXES[type(child)]}{child.id}"


def _brief(item: Item) -> Brief:
    """The brief of a row; a row of the first edition has answers instead."""
    fields = _fields(item)
    return brief_of_first_edition(fields) if "answers" in fields else Brief.model_validate(fields)


def _text_key(deliverable_id: str, revision: int) -> str:
    return f"PAST#{deliverable_id}#{revision:04}"


def _read[T: Record](kind: type[T], rows: Iterable[Item]) -> tuple[T, ...]:
    return tuple(kind.model_validate(_fields(row)) for row in rows)


def _fields(item: Item) -> Item:
    """A row without its keys and its outbox marks."""
    own = {"pk", "sk", "open_for", "opened_at", *outbox.ATTRIBUTES}
    return {name: value for name, value in item.items() if name not in own}
