"""Takes the customer's decision on a submission: an accepted item is done, a returned one can be claimed again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import Write
from common.services import service
from domain.events.log import recording, settle_writes
from domain.events.records import EventType
from domain.keys.service import key_service
from domain.projects.lifecycle import require_active
from domain.work_items import announcing, rules, views
from domain.work_items.errors import NotInReview
from domain.work_items.models import ReviewWork, SubmissionView, WorkSubmitted
from domain.work_items.records import Review, Submission, WorkItem
from domain.work_items.rules import Surroundings
from domain.work_items.service import WorkService, work_service


@service
class ReviewService:
    """Use cases of those who decide on submissions. `lines_of` adds to keys those that they were rotated from or to."""

    work: WorkService
    lines_of: Callable[[str, Iterable[str]], Collection[str]]
    now: Callable[[], datetime]

    def review(self, caller: Caller, item_id: str, request: ReviewWork) -> WorkSubmitted:
        """Accept or return the submission of an item; returns both as they are then.

        When no item is open any more, the CEO looks at the project, and completes it if all documents are approved.
        At every third return of one item, the CEO asks the customer to look at the item.

        Raises: `NotFound`, `NotRunning` unless the project is active, `Archived`, `Conflict` for an ended item,
            `Forbidden` for a key that ever claimed the item, before or after a rotation, `NotInReview` unless the
            submission of this hash waits.
        """

        def reviewing() -> tuple[list[Write], tuple[WorkItem, Surroundings, Submission]]:
            item, around = self.work.read(caller, item_id)
            rotates = caller.kind == "api_key" and item.claimed_by
            workers = self.lines_of(item.account_id, item.claimed_by) if rotates else item.claimed_by
            rules.require_reviewer(caller, workers)
            rules.require_open(item, around.project)
            require_active(around.project)
            review = Review(
                decision=request.decision, comment=request.comment, decided_by=caller.principal_id, at=self.now()
            )
            if item.submission_id is None:
                raise NotInReview
            submission = self.work.store.get_submission(item, item.submission_id)
            after = rules.reviewed(item, request.submission_hash, review, submission.cost)
            decided = submission.model_copy(update={"review": review})
            return [*self._deciding(around, item, after), self.work.store.submitting(decided)], (after, around, decided)

        item, around, submission = settle_writes(reviewing)
        if item.has_ended or rules.is_returned_too_often(item):
            self.work.call_ceo(item)
        view = views.item_view(item, around, self.now())
        return WorkSubmitted(item=view, submission=SubmissionView.model_validate(submission))

    def _deciding(self, around: Surroundings, before: WorkItem, after: WorkItem) -> list[Write]:
        if after.has_ended:
            told = announcing.of_item(EventType.WORK_DONE, after, "was accepted")
            return [*self.work.ending(around.project, before, after), *recording([told])]
        told = announcing.of_item(EventType.WORK_RETURNED, after, "was returned")
        moving = [*self.work.moving(before, after), *recording([told])]
        return [*moving, *self.work.asking_ceo(around.project, after)] if rules.is_returned_too_often(after) else moving


@cache
def review_service() -> ReviewService:
    """The service, built once for each process."""
    return ReviewService(work_service(), key_service().lines_of, utc_now)
