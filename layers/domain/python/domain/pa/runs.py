"""Runs: an occurrence is due; arm the next, make the report, record the run, each exactly once.

The order is the promise: a run that is killed after arming has broken nothing but itself, and its redelivery, or the
sweep, runs it again under the same id, with the same report id.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.errors import ChangedMeanwhile, Conflict, NotFound, Unavailable
from common.optimistic import settle
from common.telemetry import logger
from domain.pa.occurrences import after_run, begun, is_expected, missed, run_id
from domain.pa.portfolio import PortfolioReader
from domain.pa.records import Report, RunState, Task, TaskRun, TaskStatus, Trigger
from domain.pa.reports import Draft, failure_report, make_report
from domain.pa.scheduler import Occasion, RunScheduler, occasion_of, run_scheduler
from domain.pa.service import portfolio_reader
from domain.pa.store import AssistantStore, assistant_store
from domain.usage.service import UsageService, usage_service


@dataclass(frozen=True, slots=True)
class RunService:
    """Runs occurrences."""

    store: AssistantStore
    scheduler: RunScheduler
    usage: UsageService
    reader: PortfolioReader
    now: Callable[[], datetime]

    def run(self, occasion: Occasion) -> None:
        """Run one occurrence; nothing happens when it ran already, or when its task is gone, paused or ended.

        Raises:
            Conflict: the occurrence is being run elsewhere; deliver again later.
            Unavailable: something is down; deliver again later.
        """
        task = self._find_task(occasion.account_id, occasion.task_id)
        if task is None:
            self._give_up(occasion)
            return
        if not is_expected(task, occasion) and not self._was_begun(occasion):
            logger.info("run_not_expected", task_id=task.id, status=task.status.value)
            return
        now = self.now()
        run = begun(occasion, now)
        if not self.store.claim_run(run, now):
            self._require_ended(run)
            return
        if occasion.trigger != Trigger.MANUAL:
            task = self._arm_next(task, occasion.moment)
        self._finish(task, run)

    def _arm_next(self, task: Task, due_at: datetime) -> Task:
        """The task moved on to its next occurrence, armed before the present one is worked on."""

        def moving_on() -> Task:
            before = self.store.get_task(task.account_id, task.id)
            if before.next_run_at != due_at:
                return before
            now = self.now()
            self.store.put_missed_runs(missed(before, before.occurrences_between(due_at, now), now))
            following = before.occurrence_after(max(due_at, now))
            if following is not None:
                self.scheduler.arm(occasion_of(before.account_id, before.id, following, Trigger.SCHEDULE))
            status = before.status if following is not None else TaskStatus.DONE
            after = before.changed(now, next_run_at=following, status=status)
            self.store.save_task(before, after)
            return after

        return settle(moving_on)

    def _finish(self, task: Task, run: TaskRun) -> None:
        """Report, run, count and task in one transaction; the report is stored even if the task is gone by now."""
        draft = self._work(task)
        counted = self.usage.counting_team(task.account_id, {"task_runs": 1})

        def finishing() -> None:
            now = self.now()
            before = self._find_task(task.account_id, task.id)
            after = before and after_run(before, run, now, succeeded=draft is not None)
            stopped = after is not None and after.status is TaskStatus.FAILED
            report = _report(run, draft or failure_report(task, stopped=stopped), now)
            try:
                self.store.finish_run(_ended(run, report, now), report, before, after, counted=counted)
            except ChangedMeanwhile:
                if self._is_running(run.account_id, run.task_id, run.id):
                    raise
                return  # another worker finished the same run
            if before is not None and stopped and before.next_run_at is not None:
                self.scheduler.disarm(task.id, before.next_run_at)

        settle(finishing)

    def _work(self, task: Task) -> Draft | None:
        """The report, or None when it could not be made."""
        try:
            portfolio = self.reader.read(task.account_id, timezone=task.timezone)
            last = self.store.find_last_good_report(task.account_id, task.id)
            return make_report(task, portfolio, last)
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - whatever it is, the occurrence gets its record and the customer a report
            logger.exception("report_failed", task_id=task.id)
            return None

    def _find_task(self, account_id: str, task_id: str) -> Task | None:
        try:
            return self.store.get_task(account_id, task_id)
        except NotFound:
            return None

    def _was_begun(self, occasion: Occasion) -> bool:
        """Whether a worker was lost in the middle of it: what was begun is finished, also when paused meanwhile."""
        return self._is_running(occasion.account_id, occasion.task_id, run_id(occasion))

    def _is_running(self, account_id: str, task_id: str, run_id: str) -> bool:
        stored = self.store.find_run(account_id, task_id, run_id)
        return stored is not None and stored.state is RunState.RUNNING

    def _give_up(self, occasion: Occasion) -> None:
        """The task is gone: nothing to run, and a run that was begun ends."""
        stored = self.store.find_run(occasion.account_id, occasion.task_id, run_id(occasion))
        if stored is not None and stored.state is RunState.RUNNING:
            note = "The task was deleted before its report was made."
            self.store.end_run(
                stored.model_copy(
                    update={"state": RunState.FAILED, "finished_at": self.now(), "lease_until": None, "note": note}
                )
            )
        logger.info("run_without_task", task_id=occasion.task_id)

    def _require_ended(self, run: TaskRun) -> None:
        if self._is_running(run.account_id, run.task_id, run.id):
            raise Conflict
        logger.info("run_already_made", task_id=run.task_id, run_id=run.id)


@cache
def run_service() -> RunService:
    """The process's service."""
    return RunService(assistant_store(), run_scheduler(), usage_service(), portfolio_reader(), utc_now)


def _ended(run: TaskRun, report: Report, now: datetime) -> TaskRun:
    state = RunState.SUCCEEDED if report.succeeded else RunState.FAILED
    return run.model_copy(update={"state": state, "finished_at": now, "lease_until": None, "report_id": report.id})


def _report(run: TaskRun, draft: Draft, now: datetime) -> Report:
    return Report(
        id="rep_" + run.id.partition("_")[2],
        account_id=run.account_id,
        task_id=run.task_id,
        run_id=run.id,
        title=draft.title,
        content=draft.content,
        data=draft.data,
        succeeded=draft.succeeded,
        due_at=run.due_at,
        created_at=now,
    )
