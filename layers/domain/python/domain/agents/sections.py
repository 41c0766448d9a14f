"""Hands a document over to be written by a model, piece by piece (ADR 23).

A piece is a section, or a part of one. While a model has it, the CEO does nothing in the
project, as with a question (ADR 22); between two pieces it answers what waits. An event is stored with each hand-over,
so that the sweep wakes the CEO when nobody else does. Then the rules write what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from common.clock import utc_now
from common.errors import Unavailable
from common.ids import new_id
from common.services import frozen, service
from common.settings import settings
from common.telemetry import logger
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.briefs import brief_of
from domain.agents.consequences import with_records
from domain.agents.handover import thinking_lane
from domain.agents.records import Run
from domain.projects import review
from domain.projects.events import EventKind, ProjectEvent
from domain.projects.owned import Child
from domain.projects.records import Deliverable, Project, SectionWork
from domain.usage.tokens import TokenLedger, token_ledger
from domain.work.queue import ThoughtWork, WorkQueue, think_queue

if TYPE_CHECKING:
    from domain.projects.documents.compose import NextPiece

KIND = "document"


@frozen
class Begun:
    """A piece that is handed over: the facts after it, the records to write, and the run that gets the lease."""

    facts: ProjectFacts
    children: tuple[Child, ...]
    run: Run


@service
class SectionHandOver:
    """Hands pieces over. `deadline` is the time from the hand-over of a piece to its text."""

    queue: WorkQueue
    tokens: TokenLedger
    deadline: timedelta
    now: Callable[[], datetime]

    def offer(self, facts: ProjectFacts, document: Deliverable | None) -> SectionWork | None:
        """The piece that a model should do of the document that is to be written next; None without one."""
        if (
            document is None
            or facts.project.example
            or self.tokens.standing(facts.project.account_id).standing == "spent"
        ):
            return None
        # The documents' code takes a tenth of the CEO's start, and most turns write none.
        from domain.projects.documents.compose import next_piece  # noqa: PLC0415

        following = next_piece(document, brief_of(facts))
        return None if following is None else self._work(facts, following)

    def begun(self, facts: ProjectFacts, document: Deliverable, work: SectionWork) -> Begun:
        """What is written in one transaction: the piece, the event that wakes the CEO, the lease for the thinker."""
        now, project = self.now(), facts.project
        event = ProjectEvent(
            id=work.id,
            account_id=project.account_id,
            project_id=project.id,
            kind=EventKind.SECTION_HANDED_OVER,
            subject_id=document.id,
            at=now,
        )
        begun = review.begin_section(document, work, now=now)
        after = with_records(facts, project.changed(now), begun)
        return Begun(after, (begun, event), run_of(project.id, begun, work, now))

    def send(self, project: Project, work: SectionWork) -> None:
        """The message to the thinker, once the piece is stored."""
        try:
            self.queue.send(ThoughtWork(project.account_id, project.id, work.id, KIND), deduplication_id=work.id)
        except Unavailable:
            # SQS may have taken it all the same. If not, the sweep wakes the CEO once the time is up.
            logger.warning("section_not_sent", project_id=project.id, subject_id=work.id)

    def _work(self, facts: ProjectFacts, following: NextPiece) -> SectionWork:
        now, piece = self.now(), following.piece
        return SectionWork(
            id=new_id("evt", now),
            heading=piece.plan.heading,
            entries=piece.ids,
            number=following.number,
            count=following.count,
            version=facts.project.version,
            until=now + self.deadline,
        )


def run_of(project_id: str, document: Deliverable, work: SectionWork, now: datetime) -> Run:
    """The run in which a piece is written, as the customer sees it."""
    return Run(
        id=thinking_lane(project_id),
        roles=(document.owner,),
        focus=focus_of(document, work),
        started_at=now,
        lease_until=work.until,
    )


def focus_of(document: Deliverable, work: SectionWork) -> str:
    """What is being done, in words for the customer."""
    return f"Writing: {document.title}, section {work.number} of {work.count}"


def is_being_written(document: Deliverable, now: datetime) -> bool:
    """Whether a model has a piece of the document, and its time is not up."""
    return document.work is not None and document.work.until > now


def configured_sections() -> SectionHandOver | None:
    """The hand-over of this deployment; None without a model."""
    if settings.model is None:
        return None
    deadline = timedelta(seconds=settings.model_deadline_seconds)
    return SectionHandOver(think_queue(), token_ledger(), deadline, utc_now)
