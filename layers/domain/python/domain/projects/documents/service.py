"""A document's use cases: read it, edit its lines, answer comments and choices, have it written anew, present it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict, NotFound
from common.once import made_before, note_made
from common.optimistic import settle
from common.services import frozen, service
from domain.events.changes import project_changed
from domain.events.log import commit_as_read, recording
from domain.keys.secret_shapes import refuse_key_shape
from domain.projects import review
from domain.projects.announcing import edited_event
from domain.projects.brief.changing import Plan
from domain.projects.brief.records import Brief
from domain.projects.brief.topics import open_choices
from domain.projects.brief.views import ChoiceView
from domain.projects.changes import Child, decision_on
from domain.projects.documents import editing
from domain.projects.documents.composing import compose, outdated
from domain.projects.documents.records import DocumentText, Line
from domain.projects.documents.requests import LINE_ID, AddLine, AnswerChoice, ChangeLine, ChangeLines, EditLine
from domain.projects.documents.trade import Trade
from domain.projects.documents.views import DocumentView, LineView, document_view
from domain.projects.errors import ChangedSince, TextChanged
from domain.projects.lifecycle import require_changeable
from domain.projects.records import Approval, Deliverable, Project
from domain.projects.review import EDITABLE
from domain.projects.states import DecisionKind, DeliverableState
from domain.projects.store import Edit, ProjectStore, project_store

_TOLD_EVERY = timedelta(minutes=1)


@frozen
class Opened:
    """A document as it was read for an edit. `stored` is the hash in the text's row; None if there is none yet."""

    project: Project
    brief: Brief
    document: Deliverable
    text: DocumentText
    stored: str | None


@service
class DocumentService:
    """Use cases on the documents of one account's projects. A document of another account raises `NotFound`."""

    store: ProjectStore
    now: Callable[[], datetime]

    def get(self, account_id: str, project_id: str, deliverable_id: str) -> DocumentView:
        """A document with its text, its lines and why it is outdated, if it is. Raises `NotFound`."""
        project = self.store.get_project(account_id, project_id)
        document = self.store.get_deliverable(project.owned, deliverable_id)
        return self._shown(project, self.store.get_brief(project.owned), document)

    def change_line(
        self, account_id: str, project_id: str, deliverable_id: str, line_id: str, request: ChangeLine
    ) -> DocumentView:
        """The document after an edit of one line. Raises what `change_lines` raises."""
        if not re.fullmatch(LINE_ID, line_id):
            raise NotFound("No such line in this document.")
        fields = request.model_dump(exclude={"content_hash"}, exclude_unset=True)
        edits = ChangeLines(content_hash=request.content_hash, edits=[EditLine(id=line_id, **fields)])
        return self.change_lines(account_id, project_id, deliverable_id, edits)

    def change_lines(self, account_id: str, project_id: str, deliverable_id: str, request: ChangeLines) -> DocumentView:
        """The document after edits of lines, all of them or none.

        Raises: `NotFound`, `TextChanged` when it was read before another edit, `NotEditable`, `InvalidRequest`,
            `TooMuchText`, `Conflict` for a comment that is resolved already, `NotRunning`, `Archived`.
        """
        for number, edit in enumerate(request.edits):
            refuse_key_shape(f"edits.{number}.text", edit.text or "")

        def step(opened: Opened, now: datetime) -> DocumentText:
            if opened.text.content_hash != request.content_hash:
                raise TextChanged
            return editing.edited(opened.text, request.edits, opened.brief, now)

        return self._edit(account_id, project_id, deliverable_id, step)

    def add_line(self, account_id: str, project_id: str, deliverable_id: str, request: AddLine) -> LineView:
        """Add a line. Raises: `NotFound`, `NotEditable`, `InvalidRequest`, `TooMuchText`, `NotRunning`, `Archived`."""
        refuse_key_shape("text", request.text)
        if done := made_before("line"):
            lines = self._open(account_id, project_id, deliverable_id).text.lines
            return LineView.model_validate(next(one for one in lines if one.id == done))
        made: list[Line] = []

        def step(opened: Opened, _: datetime) -> DocumentText:
            after, line = editing.added(opened.text, opened.document.kind, request, opened.brief)
            made[:] = [line]
            note_made("line", line.id)
            return after

        self._edit(account_id, project_id, deliverable_id, step)
        return LineView.model_validate(made[0])

    def answer_comment(
        self, account_id: str, project_id: str, deliverable_id: str, comment_id: str, answer: str
    ) -> DocumentView:
        """Resolve a comment. Raises `NotFound`, `InvalidRequest` for a secret, `Conflict` if the state forbids it."""
        refuse_key_shape("answer", answer)

        def step(opened: Opened, now: datetime) -> DocumentText:
            return editing.answered(opened.text, comment_id, answer, opened.brief, now)

        return self._edit(account_id, project_id, deliverable_id, step)

    def answer_choice(self, account_id: str, project_id: str, choice_id: str, request: AnswerChoice) -> ChoiceView:
        """Answer a choice, and return it; every text that can be edited shows the answer.

        Raises: `NotFound`, `ChangedSince`, `InvalidRequest` for a secret, `NotRunning`, `Archived`.
        """
        refuse_key_shape("answer", request.answer or "")
        return settle(lambda: self._answer_choice(account_id, project_id, choice_id, request))

    def rewrite(self, account_id: str, project_id: str, deliverable_id: str) -> DocumentView:
        """Present the next revision of an outdated or returned document, from the brief as it is; edited lines stay.

        Raises: `NotFound`, `NotRunning`, `Archived`, `Conflict` for a document that is up to date or not written,
            `TooManyComments`.
        """

        def following(plan: Plan, document: Deliverable, text: DocumentText, now: datetime) -> DocumentText:
            if document.state is not DeliverableState.CHANGES_REQUESTED and not outdated(document.kind, text, plan):
                raise Conflict("Nothing behind this document has changed, so it would read the same.")
            return compose(document, Trade(plan, now.date()), text)

        return self._present(account_id, project_id, deliverable_id, following)

    def present(self, account_id: str, project_id: str, deliverable_id: str) -> DocumentView:
        """Present a document that was sent back, unchanged. Raises what `rewrite` raises."""

        def following(_: Plan, document: Deliverable, text: DocumentText, __: datetime) -> DocumentText:
            if document.state is not DeliverableState.CHANGES_REQUESTED:
                raise Conflict("You can only present a document that was sent back.")
            return text

        return self._present(account_id, project_id, deliverable_id, following)

    def _present(
        self,
        account_id: str,
        project_id: str,
        deliverable_id: str,
        following: Callable[[Plan, Deliverable, DocumentText, datetime], DocumentText],
    ) -> DocumentView:
        def attempt() -> DocumentView:
            now = self.now()
            project = self.store.get_project(account_id, project_id)
            require_changeable(project)
            owned = self.store.list_owned(project.owned)
            document = next((one for one in owned.deliverables if one.id == deliverable_id), None)
            if document is None:
                raise NotFound("No such deliverable.")
            text, stored = self.text_of(project, document, owned.brief)
            if text is None:
                raise Conflict("This document is not written yet.")
            after = editing.presentable(following(Plan(project, owned.brief), document, text, now))
            shown = review.present(project, owned.deliverables, owned.approvals, after, now=now)
            children: list[Child] = [shown.deliverable, shown.approval, *([shown.replaced] if shown.replaced else [])]
            self.store.save(project, shown.project, children, self.store.following(project, text, stored, shown.text))
            return self._shown(shown.project, owned.brief, shown.deliverable)

        return settle(attempt)

    def _edit(
        self,
        account_id: str,
        project_id: str,
        deliverable_id: str,
        step: Callable[[Opened, datetime], DocumentText],
    ) -> DocumentView:
        def attempt() -> DocumentView:
            now, opened = self.now(), self._open(account_id, project_id, deliverable_id)
            after = step(opened, now)
            approval = self._pending(opened.project, opened.document)
            commit_as_read(self._writes(opened, after, approval, now))
            changed = opened.document.model_copy(update={"content_hash": after.content_hash, "updated_at": now})
            return self._view(opened.project, opened.brief, changed, after)

        return settle(attempt)

    def _open(self, account_id: str, project_id: str, deliverable_id: str) -> Opened:
        project = self.store.get_project(account_id, project_id)
        document = self.store.get_deliverable(project.owned, deliverable_id)
        review.require_editable(project, document)
        brief = self.store.get_brief(project.owned)
        text, stored = self.text_of(project, document, brief)
        if text is None:
            raise NotFound("This document has no text.")
        return Opened(project, brief, document, text, stored)

    def _pending(self, project: Project, document: Deliverable) -> Approval | None:
        """The approval of a document in review, whose hash moves with an edit; else None."""
        if document.state is not DeliverableState.IN_REVIEW:
            return None
        approvals = self.store.list_approvals(project.owned)
        found = (one for one in approvals if one.deliverable_id == document.id)
        return next(one for one in found if one.revision == document.revision)

    def _writes(self, opened: Opened, after: DocumentText, approval: Approval | None, now: datetime) -> list[Write]:
        document, project = opened.document, opened.project
        is_due = document.told_at is None or now >= document.told_at + _TOLD_EVERY
        told_at = now if is_due or document.told_at is None else document.told_at
        edit = Edit(project, document, opened.stored, after, approval, now, told_at)
        events = [edited_event(project, document, after, now)] if is_due else []
        searched = project_changed(project.account_id, project.id, now, f"{document.id}-{after.content_hash[:16]}")
        return [*self.store.editing(edit), searched, *recording(events)]

    def text_of(self, project: Project, document: Deliverable, brief: Brief) -> tuple[DocumentText | None, str | None]:
        """The text of a document as it stands, and the hash of its row; None for what is not there.

        Until its first edit, a document that was sent back has no row: its text is a copy with the comment in it.
        """
        if document.revision == 0:
            return None, None
        found = self.store.find_standing_text(project.owned, document)
        if found is None:  # of the first edition
            return _bare(document), None
        if found.revision == document.working_revision:
            return found, found.content_hash
        copied = found.model_copy(update={"revision": document.working_revision})
        return editing.commented(copied, document.comment or "", brief, document.commented_at or self.now()), None

    def _answer_choice(self, account_id: str, project_id: str, choice_id: str, request: AnswerChoice) -> ChoiceView:
        now = self.now()
        project = self.store.get_project(account_id, project_id)
        require_changeable(project)
        owned = self.store.list_owned(project.owned)
        choice = next((one for one in open_choices(owned.brief) if one.id == choice_id), None)
        if choice is None:
            raise NotFound("No such choice in this project.")
        if "was" in request.model_fields_set and choice.answer != request.was:
            raise ChangedSince
        after = choice.model_copy(update={"answer": request.answer})
        choices = tuple(after if one.id == choice_id else one for one in owned.brief.choices)
        brief = owned.brief.changed(now, choices=choices)
        writes: list[Write] = []
        for document in owned.deliverables:
            if document.state in EDITABLE and project.is_running:
                writes += self._refilled(project, document, brief, choice_id, owned.approvals, now)
        changed, decided = project.changed(now), []
        if project.submitted_at is not None:
            what = "was answered" if after.answer else "has no answer now, so our suggestion applies again"
            said = f"{choice_id} ({choice.ask}) {what}: {after.holds}"
            decided = [decision_on(changed, DecisionKind.OTHER, said, now)]
        self.store.save(project, changed, (brief, *decided), writes)
        return ChoiceView.model_validate(after)

    def _refilled(
        self,
        project: Project,
        document: Deliverable,
        brief: Brief,
        choice_id: str,
        approvals: tuple[Approval, ...],
        now: datetime,
    ) -> list[Write]:
        text, stored = self.text_of(project, document, brief)
        if text is None or not editing.uses(text, choice_id):
            return []
        after = editing.with_choices_filled(text, brief)
        if after is text:
            return []
        pending = review.pending_of(document, approvals)
        edit = Edit(project, document, stored, after, pending, now, document.told_at or now)
        return self.store.editing(edit)

    def _shown(self, project: Project, brief: Brief, document: Deliverable) -> DocumentView:
        text, _ = self.text_of(project, document, brief)
        return self._view(project, brief, document, text)

    def _view(self, project: Project, brief: Brief, document: Deliverable, text: DocumentText | None) -> DocumentView:
        known = text is not None and text.parts and project.is_running
        why = outdated(document.kind, text, Plan(project, brief)) if text is not None and known else ()
        return document_view(document, text, brief, why)


def _bare(document: Deliverable) -> DocumentText:
    """The text of a document of the first edition, which has Markdown but no lines."""
    return DocumentText(
        deliverable_id=document.id,
        revision=document.revision,
        title=document.title,
        content=document.content,
        content_hash=document.content_hash or "",
    )


@cache
def document_service() -> DocumentService:
    """The service, built once for each process."""
    return DocumentService(project_store(), utc_now)
