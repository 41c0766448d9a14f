"""Asks a model for an opinion of each submission, and puts the model's doubts beside the CTO's (ADR 44).

An opinion that comes after a decision or a newer submission is dropped. It changes nothing but the recommendation.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from common.clock import utc_now
from common.dynamo import Write
from common.services import frozen, service
from common.settings import settings
from domain.events.log import recording, settle_writes
from domain.projects.reading import ProjectReader, project_reader
from domain.work.outbox import Window, sweep
from domain.work.queue import ThoughtWork, WorkQueue, think_queue
from domain.work_items import announcing, rules
from domain.work_items.records import ItemState, Opinion, OpinionState, Submission, WorkItem
from domain.work_items.rules import Surroundings
from domain.work_items.store import WorkStore, work_store
from domain.work_items.submission_checks import recommendation

KIND: Final = "submission"
_LANE = "-submissions"  # a lane of its own, so that a slow opinion delays no question of the project
_GRACE = timedelta(seconds=60)
_ASKED_FOR = timedelta(days=1)
"""For how long every sweep asks again for an opinion that no model has given yet."""


@frozen
class Unread:
    """A submission in review that a model is to read."""

    item: WorkItem
    submission: Submission


@frozen
class Reading:
    """A model's reading of a submission: its doubts as sentences, or the `reason` why the model gave nothing.

    `again`: whether the model is to be asked once more.
    """

    doubts: tuple[str, ...] = ()
    reason: str | None = None
    again: bool = False


@service
class OpinionService:
    """Asks the thinker, the function that calls the model, for opinions, and stores what comes back."""

    store: WorkStore
    projects: ProjectReader
    queue: WorkQueue
    now: Callable[[], datetime]

    def ask(self, item: WorkItem) -> None:
        """Have the thinker read the submission of an item. If the nudge gets lost, the sweep sends another."""
        self.queue.nudge(_work(item), deduplication_id=item.submission_id or item.id, lane=_LANE)

    def find_unread(self, account_id: str, item_id: str) -> Unread | None:
        """The submission, if a model is still to read it; else None. Raises `NotFound`, for a deleted project too."""
        item = self.store.get_item(account_id, item_id)
        around = Surroundings(self.projects.get(account_id, item.project_id))
        is_in_review = rules.state_of(item, around, self.now()) is ItemState.IN_REVIEW
        if not is_in_review or not item.opinion_due or item.submission_id is None:
            return None
        return Unread(item, self.store.get_submission(item, item.submission_id))

    def give(self, read: Unread, reading: Reading) -> bool:
        """Store the reading with its submission; False if that was decided or replaced meanwhile. Raises `NotFound`."""

        def giving() -> tuple[list[Write], bool]:
            unread = self.find_unread(read.item.account_id, read.item.id)
            if unread is None or unread.submission.submission_hash != read.submission.submission_hash:
                return [], False
            before, submission = unread.item, unread.submission
            known = submission.recommendation.opinion
            if reading.again and known is not None and known.reason == reading.reason:
                return [], True
            state = OpinionState.MISSING if reading.reason else OpinionState.GIVEN
            opinion = Opinion(state=state, reason=reading.reason, found=len(reading.doubts), at=self.now())
            recommended = recommendation(
                before.criteria, submission.links, submission.evidence, reading.doubts, opinion
            )
            after = rules.with_opinion(before, recommended, due=reading.again)
            changed = submission.model_copy(update={"recommendation": recommended})
            told = announcing.assessed(after, opinion)
            return [self.store.changing(before, after), self.store.submitting(changed), *recording([told])], True

        return settle_writes(giving)

    def sweep(self, now: datetime) -> int:
        """Nudge for what has waited a minute to a day to be read; returns how many. Raises `Unavailable`."""
        unread = self.store.list_unread(Window(now - _ASKED_FOR, now - _GRACE))
        return sweep("opinion_sweep", unread, lambda item: self.queue.send_again(_work(item), item.id, now, lane=_LANE))


@cache
def opinion_service() -> OpinionService:
    """The service, built once for each process."""
    return OpinionService(work_store(), project_reader(), think_queue(), utc_now)


def configured_opinions() -> OpinionService | None:
    """The service of this deployment; None without a model."""
    return opinion_service() if settings.model else None


def sweep_opinions(now: datetime) -> int:
    """Do what `OpinionService.sweep` does, where there is a model; else return 0."""
    opinions = configured_opinions()
    return opinions.sweep(now) if opinions else 0


def _work(item: WorkItem) -> ThoughtWork:
    return ThoughtWork(item.account_id, item.project_id, item.id, KIND)
