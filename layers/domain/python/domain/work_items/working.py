"""What a worker does with an item: claim it, report, give it back, submit.

A claim is exclusive because each change of an item is on condition of its version: of twenty workers who claim one item
at once, one finds it as it was read, and the others read it again and find it claimed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import Write
from common.ids import new_id
from common.once import made_before
from common.services import service
from domain.events.log import recording, settle_writes
from domain.events.records import Event, EventType
from domain.projects.lifecycle import require_active
from domain.work_items import announcing, rules, views
from domain.work_items.errors import MAX_NOTES, ClaimOver
from domain.work_items.models import (
    ClaimWorkItem,
    NoteView,
    ProgressReported,
    ReleaseWorkItem,
    ReportProgress,
    SubmissionView,
    SubmitWork,
    WorkItemClaimed,
    WorkItemView,
    WorkSubmitted,
)
from domain.work_items.opinions import OpinionService, configured_opinions
from domain.work_items.records import Evidence, Note, Opinion, OpinionState, Submission, WorkItem
from domain.work_items.rules import Surroundings
from domain.work_items.service import WorkService, work_service
from domain.work_items.submission_checks import recommendation


@service
class WorkerService:
    """Use cases of those who do the work. `opinions` asks a model about submissions; None where there is no model."""

    work: WorkService
    now: Callable[[], datetime]
    opinions: OpinionService | None = None

    def claim(self, caller: Caller, item_id: str, request: ClaimWorkItem) -> WorkItemClaimed:
        """Claim the item for `lease_minutes`, and return the claim with the item's brief.

        Raises: `NotFound`, `NotRunning` unless the project is active, `Archived`, `AlreadyClaimed`, `WorkBlocked`,
            `Conflict` for an item in review or ended, `ClaimOver` for a repeated request whose claim has ended.
        """
        made = made_before("clm")
        claim_id = made or new_id("clm", self.now())
        worker = request.worker or caller.name or caller.principal_id

        def claiming() -> tuple[list[Write], tuple[WorkItem, Surroundings]]:
            now = self.now()
            item, around = self.work.read(caller, item_id)
            rules.require_open(item, around.project)
            require_active(around.project)
            after = rules.claimed(
                item, around, caller, claim_id=claim_id, worker=worker, minutes=request.lease_minutes, now=now
            )
            told = [announcing.of_item(EventType.WORK_CLAIMED, after, f"was claimed by {worker}")]
            if rules.lease_is_over(item, now):
                told.insert(0, announcing.lease_ended(item, now))
            return self._moving(item, after, *told), (after, around)

        item, around = self.work.read(caller, item_id) if made else settle_writes(claiming)
        if made and (item.claim is None or item.claim.id != made):
            raise ClaimOver
        assert item.claim is not None  # noqa: S101 - `claimed` gives it one
        return WorkItemClaimed(
            claim_id=claim_id,
            lease_until=item.claim.lease_until,
            item=views.item_view(item, around, self.now()),
            brief=views.brief(item, around),
        )

    def report(self, caller: Caller, item_id: str, request: ReportProgress) -> ProgressReported:
        """Store a note, renew the lease. Raises: `NotFound`, `Archived`, `NotRunning`, `ClaimOver`, `TooMuchWork`."""
        note_id = new_id("not", self.now())

        def reporting() -> tuple[list[Write], tuple[WorkItem, Note]]:
            now = self.now()
            item, around = self.work.read(caller, item_id)
            rules.require_open(item, around.project)
            claim = rules.claim_of(item, caller, request.claim_id, now)
            after, note = rules.reported(
                item, claim, note_id=note_id, text=request.note, percent=request.percent, now=now
            )
            said = f"goes on, {request.percent} % done" if request.percent is not None else "goes on"
            told = announcing.of_item(EventType.WORK_PROGRESSED, after, f"{said}, reports {claim.worker}")
            return [*self._moving(item, after, told), self.work.store.noting(note)], (after, note)

        item, note = settle_writes(reporting)
        assert item.claim is not None  # noqa: S101 - it was renewed
        return ProgressReported(note=NoteView.model_validate(note), lease_until=item.claim.lease_until)

    def release(self, caller: Caller, item_id: str, request: ReleaseWorkItem) -> WorkItemView:
        """Give the item back; the reason becomes a note. Raises: `NotFound`, `Archived`, `NotRunning`, `ClaimOver`."""
        note_id = new_id("not", self.now())

        def releasing() -> tuple[list[Write], tuple[WorkItem, Surroundings]]:
            now = self.now()
            item, around = self.work.read(caller, item_id)
            rules.require_open(item, around.project)
            claim = rules.claim_of(item, caller, request.claim_id, now)
            text = f"Released: {request.reason}"
            note = Note(id=note_id, work_id=item.id, worker=claim.worker, text=text, at=now)
            noted = [self.work.store.noting(note)] if item.notes < MAX_NOTES else []  # the history has its beginning
            after = rules.freed(item, now, request.reason).model_copy(update={"notes": item.notes + len(noted)})
            told = announcing.of_item(EventType.WORK_RELEASED, after, f"was released by {claim.worker}")
            return [*self._moving(item, after, told), *noted], (after, around)

        item, around = settle_writes(releasing)
        return views.item_view(item, around, self.now())

    def submit(self, caller: Caller, item_id: str, request: SubmitWork) -> WorkSubmitted:
        """Put what was done before the customer, with the CTO's recommendation; a model's opinion follows.

        Raises: `NotFound`, `Archived`, `NotRunning`, `ClaimOver`, `InvalidRequest` naming each criterion that is not
            answered once, `TooMuchWork`.
        """
        submission_id = new_id("sub", self.now())

        def submitting() -> tuple[list[Write], tuple[WorkItem, Surroundings, Submission]]:
            now = self.now()
            item, around = self.work.read(caller, item_id)
            rules.require_open(item, around.project)
            claim = rules.claim_of(item, caller, request.claim_id, now)
            evidence = [Evidence(**one.model_dump()) for one in request.evidence]
            rules.require_answered(item.criteria, evidence)
            number = item.submissions + 1
            is_asked = self.opinions is not None and not around.project.example and any(one.met for one in evidence)
            opinion = Opinion(state=OpinionState.PENDING, at=now) if is_asked else None
            submission = Submission(
                id=submission_id,
                work_id=item.id,
                number=number,
                worker=claim.worker,
                submitted_by=caller.principal_id,
                summary=request.summary,
                links=tuple(request.links),
                evidence=tuple(evidence),
                submission_hash=rules.hash_of_submission(
                    item, number, request.summary, request.links, evidence, request.cost
                ),
                cost=request.cost,
                recommendation=recommendation(item.criteria, request.links, evidence, opinion=opinion),
                at=now,
            )
            after = rules.submitted(item, submission, now)
            told = announcing.of_item(EventType.WORK_SUBMITTED, after, f"was submitted by {claim.worker}")
            return [*self._moving(item, after, told), self.work.store.submitting(submission)], (
                after,
                around,
                submission,
            )

        item, around, submission = settle_writes(submitting)
        if self.opinions is not None and item.opinion_due:
            self.opinions.ask(item)
        view = views.item_view(item, around, self.now())
        return WorkSubmitted(item=view, submission=SubmissionView.model_validate(submission))

    def _moving(self, before: WorkItem, after: WorkItem, *told: Event) -> list[Write]:
        return [*self.work.moving(before, after), *recording(told)]


@cache
def worker_service() -> WorkerService:
    """The service, built once for each process."""
    return WorkerService(work_service(), utc_now, configured_opinions())
