"""The steps that a project takes by itself: each gives the records after it, and what the CEO says about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from common.dynamo import Write
from common.services import service
from domain.agents import announcements
from domain.agents.documents import DocumentMoves, offer
from domain.agents.model_handover import HandOver
from domain.agents.moves import Move, moved
from domain.agents.records import FellBack
from domain.answers.project_facts import ProjectFacts, replaced, sent_back
from domain.projects import delivering, lifecycle
from domain.projects.access_needs import access_needs
from domain.projects.changes import EventKind, ProjectEvent
from domain.projects.identifiers import derived_id
from domain.projects.lifecycle import (
    AdvancePhase,
    HandOutWork,
    Wait,
    WriteDeliverable,
    next_step,
)
from domain.projects.reading import ProjectReader
from domain.projects.records import Decision, Deliverable
from domain.projects.states import ApprovalStatus, DecisionKind, DeliverableKind, Phase, ProjectStatus, Role, owner_of
from domain.vault.records import CredentialRequest, ProjectAccess, RequestStatus
from domain.vault.repositories import repository_of
from domain.vault.request_rules import cancelled
from domain.vault.team_requests import TeamRequests

if TYPE_CHECKING:
    from domain.work_items.handing_out import Source


@service
class Progress:
    """Works out the steps of a project at `now`. `handover` is None without a model."""

    vault: TeamRequests
    projects: ProjectReader
    handover: HandOver | None
    now: datetime

    def after_event(self, facts: ProjectFacts, event: ProjectEvent) -> Move:
        """The step with which the CEO reacts to an event; in an archive it changes nothing."""
        return Move(facts) if facts.project.archived else self._after(facts, event)

    def _after(self, facts: ProjectFacts, event: ProjectEvent) -> Move:
        match event.kind:
            case EventKind.SUBMITTED:
                return Move(facts, says=announcements.plan_announced(facts))
            case EventKind.STATUS_CHANGED:
                return self._after_status_change(facts)
            case EventKind.CEILING_CHANGED:
                return Move(facts, says=announcements.ceiling_changed(facts))
            case EventKind.CREDENTIAL_FULFILLED | EventKind.CREDENTIAL_DECLINED:
                return Move(
                    facts, says=announcements.access_told(facts, _by_id(facts.credential_requests, event.subject_id))
                )
            case EventKind.WORK_RETURNED:
                item = next((one for one in facts.work if one.id == event.subject_id), None)
                open_now = item is not None and not item.has_ended
                return Move(facts, says=announcements.work_returned(facts, item) if item and open_now else None)
            case EventKind.DOCUMENT_HANDED_OVER:
                return self._after_hand_over(facts, event)
            case EventKind.DECIDED | EventKind.WORK_ENDED | EventKind.SECTION_HANDED_OVER:
                return Move(facts)  # the next step says what follows from it
            case EventKind.NOT_DELIVERED:
                return self._after_refused_delivery(facts, event)

    def next_move(self, facts: ProjectFacts) -> Move | None:
        """The step to take now, or None when the project waits for its customer or is an archive."""
        return None if facts.project.archived else self._next(facts)

    def _next(self, facts: ProjectFacts) -> Move | None:
        for request in self.vault.due_for_reminder(facts.credential_requests, self.now):
            return self._remind(facts, request)
        if (on_their_way := self._deliver(facts)) is not None:
            return on_their_way
        if (revision := self._revise(facts)) is not None:
            return revision
        match next_step(facts.project, facts.deliverables):
            case Wait():
                return None
            case WriteDeliverable(deliverable_id=deliverable_id):
                return self._write(facts, _by_id(facts.deliverables, deliverable_id))
            case AdvancePhase():
                return self._advance(facts)
            case HandOutWork():
                return self._hand_out(facts)

    def _remind(self, facts: ProjectFacts, request: CredentialRequest) -> Move:
        reminded = request.model_copy(update={"reminded_at": self.now})
        return Move(
            replace(facts, credential_requests=replaced(facts.credential_requests, reminded)),
            writes=tuple(self.vault.reminding(request, self.now)),
            roles=(request.requested_by,),
            focus=f"Waiting for access: {request.name}",
            says=announcements.access_told(facts, request),
        )

    def _deliver(self, facts: ProjectFacts) -> Move | None:
        """The step that sends approved documents to the customer's repository; None without one, or if none wait."""
        opened = [one for one in facts.credentials if repository_of(one) is not None]
        if not opened:
            return None
        newest = max(opened, key=lambda one: one.updated_at)
        access = (newest.id, newest.version)
        queued = delivering.queued(facts.project, facts.deliverables, facts.approvals, access, self.now)
        if not queued:
            return None
        documents = tuple(next((one for one in queued if one.id == old.id), old) for old in facts.deliverables)
        since = delivering.undelivered_since(facts.project, documents, self.now)
        move = moved(facts, facts.project.changed(self.now, undelivered_since=since), *queued)
        return replace(move, focus="Delivering approved documents to your repository", delivers=queued[0])

    def _after_refused_delivery(self, facts: ProjectFacts, event: ProjectEvent) -> Move:
        document = _by_id(facts.deliverables, event.subject_id)
        if not delivering.has_ended_without(document):
            return Move(facts)  # it was put on its way again meanwhile
        return Move(facts, says=announcements.not_delivered(document, facts.deliverables))

    def _after_hand_over(self, facts: ProjectFacts, event: ProjectEvent) -> Move:
        """The step after the thinker's time is up: it releases the document unless the project is active."""
        document = _by_id(facts.deliverables, event.subject_id)
        own = document.next_writing
        if own is None or own.id != event.id or own.fell_back or facts.project.status is ProjectStatus.ACTIVE:
            return Move(facts)
        return self._documents.released(facts, document)

    def _write(self, facts: ProjectFacts, before: Deliverable) -> Move:
        writing = offer(self.handover, facts, before, self.now)
        if writing is not None and writing.fell_back is None:
            return self._documents.handed_over(facts, before, writing)
        # These imports take a tenth of the CEO's start, and most turns write no document.
        from domain.projects.documents.composing import compose  # noqa: PLC0415
        from domain.projects.documents.trade import Trade  # noqa: PLC0415

        text = compose(before, Trade(facts.plan, self.now.date()))
        return self._documents.presented(facts, before, text, writing)

    def _revise(self, facts: ProjectFacts) -> Move | None:
        """The step that has a model revise a document that was sent back, once, or says why not; None if none waits."""
        if self.handover is None or facts.project.status is not ProjectStatus.ACTIVE:
            return None
        for document in sent_back(facts):
            writing = None if _has_failed(document) else offer(self.handover, facts, document, self.now)
            if writing is None or not self._open_comments(facts, document):
                continue
            if writing.fell_back is None:
                return self._documents.handed_over(facts, document, writing)
            return self._documents.left(facts, document, writing, FellBack(writing.fell_back))
        return None

    @staticmethod
    def _open_comments(facts: ProjectFacts, document: Deliverable) -> bool:
        from domain.projects.documents.service import document_service  # noqa: PLC0415 - as above

        text, _ = document_service().text_of(facts.project, document, facts.brief)
        return text is not None and bool(text.open_comments)

    @property
    def _documents(self) -> DocumentMoves:
        return DocumentMoves(self.projects, self.now)

    def _advance(self, facts: ProjectFacts) -> Move:
        project = lifecycle.advance(facts.project, facts.deliverables, now=self.now)
        if project.status is ProjectStatus.COMPLETED:
            closed, writes = self._without_requests(facts)
            project = project.model_copy(update={"open_credential_requests": 0})
            decision = self._phase_decision(facts, "The project was completed", Phase.COMPLETE)
            move = moved(closed, project, decision)
            return replace(move, writes=writes, says=announcements.status_changed(move.facts))
        raised = self.vault.raising(
            project,
            access_needs(project.phase, facts.brief),
            ProjectAccess(facts.credentials, facts.credential_requests),
            facts.deliverables,
            self.now,
        )
        project = project.model_copy(
            update={"open_credential_requests": project.open_credential_requests + len(raised.requests)}
        )
        decision = self._phase_decision(facts, f"The {project.phase.value} phase began", project.phase)
        asked = replace(facts, credential_requests=(*facts.credential_requests, *raised.requests))
        move = moved(asked, project, decision)
        return replace(
            move,
            writes=tuple(raised.writes),
            roles=(owner_of(project.phase),),
            focus=f"Starting the {project.phase.value} phase",
            says=announcements.phase_started(move.facts, project.phase),
        )

    def _hand_out(self, facts: ProjectFacts) -> Move:
        # The documents' code is a large part of the CEO's start, and few turns hand out work.
        from domain.work_items.handing_out import hand_out  # noqa: PLC0415

        handed = hand_out(self._source(facts), self.now)
        move = moved(replace(facts, work=handed.items), handed.project)
        says = announcements.work_handed_out(move.facts, handed.packages, handed.kept) if handed.is_over else None
        return replace(move, writes=handed.writes, roles=(Role.CTO,), focus="Handing out the work", says=says)

    def _source(self, facts: ProjectFacts) -> Source:
        """The approved plan and scope, with the project's work items and requests for access."""
        from domain.work_items.handing_out import Source  # noqa: PLC0415

        kinds = {one.kind: one for one in facts.deliverables}
        plan, scope = kinds[DeliverableKind.DELIVERY_PLAN], kinds[DeliverableKind.SCOPE]
        approved = {one.deliverable_id: one for one in facts.approvals if one.status is ApprovalStatus.APPROVED}
        texts = {
            one.id: self.projects.find_text(facts.project, one, approved[one.id].revision)
            for one in (plan, scope)
            if one.id in approved
        }
        written = texts.get(plan.id)
        if written is None:
            raise ValueError("a delivery plan that was approved has a text")
        work, requests = facts.work, facts.credential_requests
        return Source(facts.plan, facts.deliverables, written, texts.get(scope.id), work, requests)

    def _after_status_change(self, facts: ProjectFacts) -> Move:
        match facts.project.status:
            case ProjectStatus.ON_HOLD | ProjectStatus.ACTIVE:
                return Move(facts, says=announcements.status_changed(facts))
            case ProjectStatus.CANCELLED | ProjectStatus.COMPLETED:
                return self._end(facts)
        return Move(facts)  # the status has changed again since; the later change has an event of its own

    def _end(self, facts: ProjectFacts) -> Move:
        closed, writes = self._without_requests(facts)
        project = facts.project.changed(self.now, open_credential_requests=0) if writes else facts.project
        return replace(moved(closed, project), writes=writes, says=announcements.status_changed(facts))

    def _without_requests(self, facts: ProjectFacts) -> tuple[ProjectFacts, tuple[Write, ...]]:
        """The facts once every open request for access is cancelled, and the writes that cancel them."""
        open_now = [item for item in facts.credential_requests if item.status is RequestStatus.PENDING]
        requests = facts.credential_requests
        for request in open_now:
            requests = replaced(requests, cancelled(request, self.now))
        return replace(facts, credential_requests=requests), tuple(self.vault.cancelling(open_now, self.now))

    def _phase_decision(self, facts: ProjectFacts, text: str, phase: Phase) -> Decision:
        return Decision(
            id=derived_id("dec", facts.project.id, "phase", phase.value),
            project_id=facts.project.id,
            kind=DecisionKind.PHASE_STARTED,
            text=text,
            source=facts.project.id,
            at=self.now,
        )


def _has_failed(document: Deliverable) -> bool:
    """Whether a model was to revise a document, and the customer knows that it has not."""
    return document.next_writing is not None and document.next_writing.fell_back is not None


def _by_id[R: (Deliverable, CredentialRequest)](records: Sequence[R], record_id: str | None) -> R:
    return next(record for record in records if record.id == record_id)
