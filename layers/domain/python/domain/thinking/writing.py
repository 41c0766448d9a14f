"""The thinker's work on documents: a piece that was handed over is written once (ADR 23).

Whatever happens to the model, the document is written: what is missing is the skeleton's. The result is stored with the
document by one transaction; the CEO is nudged, and goes on with the next piece or puts the revision in review.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from common.clock import utc_now
from common.errors import ChangedMeanwhile, Unavailable
from common.optimistic import settle
from common.services import frozen, service
from common.telemetry import logger
from domain.agents.answering import Answering, ProjectBusy, answering
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.briefs import brief_of
from domain.agents.consequences import with_records
from domain.agents.records import FellBack
from domain.agents.sections import is_being_written, run_of
from domain.projects import review
from domain.projects.documents.compose import draft_of
from domain.projects.documents.written import merged, piece_of
from domain.projects.records import Deliverable, SectionWork, WrittenSection
from domain.thinking.asking import Asking, TokensSpent
from domain.thinking.sections import Desk, write_piece
from domain.thinking.service import FELL_BACK
from domain.thinking.steps import Subject
from domain.thinking.task import ModelFailed
from domain.work.queue import ThoughtWork, WorkItem, WorkQueue, work_queue

RESERVE = timedelta(seconds=3)  # for reading the records anew and for the commit
_ATTEMPTS = 3


def write(asking: Asking, work: ThoughtWork, seconds: float) -> None:
    """Do the piece that `work` names with the model behind `asking`, within `seconds`."""
    WritingService(answering(), asking, work_queue(), utc_now).write(work, seconds=seconds)


@frozen
class Outcome:
    """What became of a piece. `fell_back`: why the model is not asked for the others."""

    section: WrittenSection | None = None
    fell_back: FellBack | None = None


@service
class WritingService:
    """Writes pieces of documents that were handed over."""

    answering: Answering
    asking: Asking
    ceo: WorkQueue
    now: Callable[[], datetime]

    def write(self, item: WorkItem, *, seconds: float) -> None:
        """Do the piece that `item` names, unless that was done or given up; then nudge the CEO.

        Raises:
            Unavailable: the tables or the queue are down; the message should be delivered again.
        """
        dies_at = self.now() + timedelta(seconds=seconds)
        try:
            # The model's answers are stored under the version of the hand-over: no attempt asks for them again.
            settle(lambda: self._write(item, dies_at), attempts=_ATTEMPTS)
        except ChangedMeanwhile:
            logger.info("changed_while_writing", subject_id=item.subject_id)
        except ProjectBusy:
            logger.info("given_up_by_ceo", subject_id=item.subject_id)
        self.ceo.send(item, deduplication_id=f"{item.subject_id}-written-{int(self.now().timestamp())}")

    def _write(self, item: WorkItem, dies_at: datetime) -> None:
        facts, _ = self.answering.read(item, [])
        found = [one for one in facts.deliverables if one.work is not None and one.work.id == item.subject_id]
        if not found or not is_being_written(found[0], self.now()):
            return
        document = found[0]
        work = document.work
        assert work is not None  # noqa: S101 - it is being written
        self.answering.begin(facts, run_of(item.project_id, document, work, self.now()))
        outcome = self._done(facts, document, work, min(work.until, dies_at) - RESERVE)
        now = self.now()
        after = review.end_section(document, now=now, section=outcome.section, fell_back=outcome.fell_back)
        changed = with_records(facts, facts.project.changed(now), after)
        ending = self.answering.conversations.ending_run(facts.project.owned)
        self.answering.commit([*self.answering.changes(facts, changed, (after,)), ending])
        logger.info("section_done", deliverable_id=document.id, heading=work.heading, written=after != document)

    def _done(self, facts: ProjectFacts, document: Deliverable, work: SectionWork, until: datetime) -> Outcome:
        """The piece; nothing of it when the model failed."""
        desk = Desk(self.asking, Subject(facts.project.account_id, work.id, work.version), until, self.now)
        try:
            draft = draft_of(document.kind, brief_of(facts))
            blocks = write_piece(desk, piece_of(work, draft.kind, draft.brief), draft)
        except ModelFailed as failed:
            logger.info("section_failed", deliverable_id=document.id, failure=failed.failure.value)
            return Outcome(fell_back=FELL_BACK[failed.failure])
        except TokensSpent:
            logger.info("section_unpaid", deliverable_id=document.id)
            return Outcome(fell_back=FellBack.OUT_OF_TOKENS)
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - whatever is wrong with an answer or its reading, the skeleton is there
            logger.exception("writing_failed", deliverable_id=document.id)
            return Outcome(fell_back=FellBack.UNUSABLE)
        if blocks is None:
            return Outcome()
        return Outcome(section=merged(document.written, WrittenSection(heading=work.heading, blocks=blocks)))
