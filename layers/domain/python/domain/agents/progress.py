"""The steps that a project takes by itself: each gives the records after it, and what the CEO says about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from common.dynamo import Write
from common.services import frozen, service
from domain.agents import announcements
from domain.agents.replies import Reply
from domain.answers.project_facts import ProjectFacts, replaced, with_records
from domain.projects import delivering, lifecycle, review
from domain.projects.access_needs import access_needs
from domain.projects.events import EventKind, ProjectEvent
from domain.projects.identifiers import derived_id
from domain.projects.next_step import (
    AdvancePhase,
    HandOutWork,
    Wait,
    WriteDeliverable,
    next_step,
)
from domain.projects.owned import Child
from domain.projects.phases import owner_of
from domain.projects.records import Decision, Deliverable, Project
from domain.projects.service import ProjectService
from domain.projects.states import DecisionKind, DeliverableKind, DeliverableState, Phase, ProjectStatus, Role
from domain.vault.lifecycle import cancelled
from domain.vault.records import CredentialRequest, ProjectAccess, RequestStatus
from domain.vault.repositories import repository_of
from domain.vault.service import VaultService

if TYPE_CHECKING:
    from domain.work_items.handing_out import Source


@frozen
class Move:
    """One step, which is written in one transaction.

    Attributes:
        facts: the facts after the step.
        children: the project's own records that the step changes.
        writes: what the step changes in other tables.
        roles: who is at work during the step.
        focus: what they are working on, in words for the customer.
        says: the CEO's message about the step, if there is one.
        delivers: a document that the step puts on its way into the source repository.
    """

    facts: ProjectFacts
    children: tuple[Child, ...] = ()
    writes: tuple[Write, ...] = ()
    roles: tuple[Role, ...] = ()
    focus: str = ""
    says: Reply | None = None
    delivers: Deliverable | None = None


@service
class Progress:
    """Works out the steps of a project at `now`."""

    vault: VaultService
    projects: ProjectService
    now: datetime

    def after_event(self, facts: ProjectFacts, event: ProjectEvent) -> Move:
        """What the CEO says and does about an event; nothing about an archive changes any more."""
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
        """Put approved documents on their way, once the customer has opened a source repository to the team."""
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
        move = _moved(facts, facts.project.changed(self.now, undelivered_since=since), *queued)
        return replace(move, focus="Delivering approved documents to your repository", delivers=queued[0])

    def _after_refused_delivery(self, facts: ProjectFacts, event: ProjectEvent) -> Move:
        document = _by_id(facts.deliverables, event.subject_id)
        if not delivering.has_ended_without(document):
            return Move(facts)  # it was put on its way again meanwhile
        return Move(facts, says=announcements.not_delivered(document, facts.deliverables))

    def _write(self, facts: ProjectFacts, before: Deliverable) -> Move:
        # These imports take a tenth of the CEO's start, and most turns write no document.
        from domain.projects.documents.composing import compose  # noqa: PLC0415
        from domain.projects.documents.trade import Trade  # noqa: PLC0415

        text = compose(before, Trade(facts.plan, self.now.date()))
        shown = review.present(facts.project, facts.deliverables, facts.approvals, text, now=self.now)
        move = _moved(facts, shown.project, shown.deliverable, shown.approval)
        children, says = (*move.children, shown.text), self._presentation(move.facts)
        return replace(move, children=children, roles=(before.owner,), focus=f"Writing: {before.title}", says=says)

    def _presentation(self, facts: ProjectFacts) -> Reply | None:
        """The CEO presents the documents of a phase together, when the last one is written."""
        if isinstance(next_step(facts.project, facts.deliverables), WriteDeliverable):
            return None
        in_review = tuple(item for item in facts.deliverables if item.state is DeliverableState.IN_REVIEW)
        return announcements.documents_in_review(facts, in_review)

    def _advance(self, facts: ProjectFacts) -> Move:
        project = lifecycle.advance(facts.project, facts.deliverables, now=self.now)
        if project.status is ProjectStatus.COMPLETED:
            closed, writes = self._without_requests(facts)
            project = project.model_copy(update={"open_credential_requests": 0})
            decision = self._phase_decision(facts, "The project was completed", Phase.COMPLETE)
            move = _moved(closed, project, decision)
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
        move = _moved(asked, project, decision)
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
        move = _moved(facts, handed.project)
        return replace(
            move,
            writes=handed.writes,
            roles=(Role.CTO,),
            focus="Handing out the work",
            says=announcements.work_handed_out(move.facts, len(handed.items), handed.kept),
        )

    def _source(self, facts: ProjectFacts) -> Source:
        """The approved plan and scope, with what is there of the project's work."""
        from domain.work_items.handing_out import Source  # noqa: PLC0415

        kinds = {one.kind: one for one in facts.deliverables}
        plan, scope = kinds[DeliverableKind.DELIVERY_PLAN], kinds[DeliverableKind.SCOPE]
        texts = {one.id: self.projects.find_text(facts.project, one) for one in (plan, scope)}
        written = texts[plan.id]
        if written is None:
            raise ValueError("a delivery plan that was approved has a text")
        work, requests = facts.work, facts.credential_requests
        return Source(facts.plan, facts.deliverables, written, texts[scope.id], work, requests)

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
        return replace(_moved(closed, project), writes=writes, says=announcements.status_changed(facts))

    def _without_requests(self, facts: ProjectFacts) -> tuple[ProjectFacts, tuple[Write, ...]]:
        """The facts once every open request for access is cancelled, and the writes of that."""
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


def _moved(facts: ProjectFacts, project: Project, *children: Child) -> Move:
    """The step that writes the project and these records of its own; who speaks and works is added by `replace`."""
    return Move(with_records(facts, project, *children), children)


def _by_id[R: (Deliverable, CredentialRequest)](records: Sequence[R], record_id: str | None) -> R:
    return next(record for record in records if record.id == record_id)
