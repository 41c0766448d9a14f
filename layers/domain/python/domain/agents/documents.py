"""Documents that a model has a hand in: handed over to the thinker, presented, or left as they are (ADR 44).

The thinker is the function that asks the model. It has one document of a project at a time; meanwhile the CEO does
nothing there (ADR 19), so a question waits for one document at most. An event is stored with each hand-over: where the
thinker never comes back, the sweep uses the event to wake the CEO, who goes on without the model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from common.ids import new_id
from common.services import service
from domain.agents import announcements
from domain.agents.model_handover import HandOver, thinking_lane
from domain.agents.moves import Move, Passed, Reply, moved
from domain.agents.records import FellBack, Run
from domain.answers.project_facts import ProjectFacts, replaced, with_records
from domain.projects import review
from domain.projects.changes import Child, EventKind, ProjectEvent
from domain.projects.documents.records import DocumentText
from domain.projects.lifecycle import WriteDeliverable, next_step
from domain.projects.reading import ProjectReader
from domain.projects.records import Deliverable, Writing
from domain.projects.states import DeliverableState
from domain.work.queue import ThoughtWork

KIND = "document"
_OF_THE_MODEL = frozenset({FellBack.TIMED_OUT, FellBack.UNREACHABLE})
_PATIENCE = timedelta(minutes=10)  # after a model failed on a document, new ones are written without it for so long


def offer(handover: HandOver | None, facts: ProjectFacts, document: Deliverable, now: datetime) -> Writing | None:
    """A record of the model's part in the next revision of a document; `fell_back` says why where the model gets none.

    None where no model is configured, and in an example, which uses none of the account's tokens.
    """
    if handover is None or facts.project.example:
        return None
    if (begun := document.next_writing) is not None:
        return begun if begun.fell_back else begun.model_copy(update={"fell_back": FellBack.TIMED_OUT.value})
    new = Writing(id=new_id("evt", now), revision=document.revision + 1, until=now + handover.deadline)
    parts = [one.writing for one in facts.deliverables if one.writing and one.writing.until > now - _PATIENCE]
    failed = next((one for one in parts if one.fell_back in _OF_THE_MODEL), None)
    if failed and not document.revision:
        return new.model_copy(update={"until": failed.until, "fell_back": failed.fell_back})
    if handover.tokens.standing(facts.project.account_id).standing == "spent":
        return new.model_copy(update={"until": now, "fell_back": FellBack.OUT_OF_TOKENS.value})
    return new


def run_of(document: Deliverable, writing: Writing, now: datetime) -> Run:
    """The thinker's run on a document, as the customer sees it; its lease ends at `writing.until`."""
    focus = f"{'Revising' if document.revision else 'Writing'}: {document.title}"
    lane = thinking_lane(document.project_id)
    return Run(id=lane, roles=(document.owner,), focus=focus, started_at=now, lease_until=writing.until)


@service
class DocumentMoves:
    """The steps of documents at `now`, by the CEO and by the thinker alike."""

    projects: ProjectReader
    now: datetime

    def handed_over(self, facts: ProjectFacts, before: Deliverable, writing: Writing) -> Move:
        """The step that hands the next revision over to the thinker, and stores the event that wakes the CEO later."""
        project = facts.project
        event = ProjectEvent(
            id=writing.id,
            account_id=project.account_id,
            project_id=project.id,
            kind=EventKind.DOCUMENT_HANDED_OVER,
            subject_id=before.id,
            at=self.now,
        )
        after, run = review.begin_writing(before, writing, self.now), run_of(before, writing, self.now)
        work = ThoughtWork(project.account_id, project.id, writing.id, KIND)
        move = self._move(facts, before, after, event)
        return replace(move, roles=run.roles, focus=run.focus, passed=Passed(work, run))

    def presented(
        self,
        facts: ProjectFacts,
        before: Deliverable,
        text: DocumentText,
        writing: Writing | None,
        says: Callable[[ProjectFacts], Reply | None] | None = None,
    ) -> Move:
        """The step that puts a revision in review. By default the CEO speaks only once the whole phase is written."""
        begun = before.model_copy(update={"writing": writing or before.writing})
        documents = replaced(facts.deliverables, begun)
        shown = review.present(facts.project, documents, facts.approvals, text, now=self.now)
        after = with_records(facts, shown.project, shown.deliverable, shown.approval)
        return Move(
            after,
            (shown.approval, shown.text),
            (self.projects.moving_document(facts.project, before, shown.deliverable),),
            roles=(before.owner,),
            focus=f"Writing: {before.title}",
            says=(says or self._presentation)(after),
        )

    def left(self, facts: ProjectFacts, before: Deliverable, writing: Writing, reason: FellBack) -> Move:
        """The step that leaves a document sent back, because no model has revised it; the CEO says why, once."""
        ended = writing.model_copy(update={"fell_back": reason.value})
        move = self._move(facts, before, review.end_writing(before, ended, self.now))
        return replace(move, says=announcements.not_revised(before, reason))

    def released(self, facts: ProjectFacts, before: Deliverable) -> Move:
        """The step that takes a document back from the thinker, so that it may be handed over once more."""
        return self._move(facts, before, review.end_writing(before, None, self.now))

    def _move(self, facts: ProjectFacts, before: Deliverable, after: Deliverable, *children: Child) -> Move:
        project = facts.project.changed(self.now)
        move = moved(facts, project, *children)
        put = self.projects.moving_document(facts.project, before, after)
        return replace(move, facts=with_records(facts, project, after), writes=(put,))

    def _presentation(self, facts: ProjectFacts) -> Reply | None:
        """The CEO presents the documents of a phase together once the last one is written; None before that."""
        if isinstance(next_step(facts.project, facts.deliverables), WriteDeliverable):
            return None
        in_review = [item for item in facts.deliverables if item.state is DeliverableState.IN_REVIEW]
        return announcements.documents_in_review(facts, in_review)
