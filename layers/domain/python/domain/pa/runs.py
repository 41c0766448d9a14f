"""Runs: when an occurrence is due, arm the next one, make the report and record the run, each exactly once.

The next occurrence is armed first. So a run that is killed afterwards cannot stop the task: the queue or the sweep
delivers the occurrence again, and its run and its report get the ids that they had in the first attempt.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.errors import ChangedMeanwhile, Conflict, NotFound, Unavailable
from common.optimistic import settle
from common.services import service
from common.telemetry import logger
from domain.pa.eventbridge import Occasion, RunScheduler, occasion_of, run_scheduler
from domain.pa.missed_runs import skip_to_latest
from domain.pa.occurrences import after_run, begun, is_expected, missed, run_id
from domain.pa.portfolio import PortfolioReader, portfolio_reader
from domain.pa.records import Report, RunState, Task, TaskRun, TaskStatus, Trigger
from domain.pa.reports import Draft, failure_report, make_report
from domain.pa.store import AssistantStore, assistant_store
from domain.usage.service import UsageService, usage_service

_SILENT = "Nothing has waited so long, so there is nothing to report."


@service
class RunService:
    """Runs the occurrences of tasks when they are due."""

    store: AssistantStore
    scheduler: RunScheduler
    usage: UsageService
    reader: PortfolioReader
    now: Callable[[], datetime]

    def run(self, occasion: Occasion) -> None:
        """Run one occurrence. If later ones are due too, run the latest, and record those before it as missed.

        Nothing runs when it ran already, was skipped, is later than the armed one, or its task was deleted, is paused
        or has failed. Two exceptions: a run that the customer asked for needs no active task; a run that had begun is
        finished, or recorded as failed if its task was deleted.

        Raises:
            Conflict: another worker is running the occurrence, or other writers were faster each time; the sweep
                delivers it again if it stays undone.
            Unavailable: a service is down; the occurrence should be delivered again later.
        """
        task = self._find_task(occasion.account_id, occasion.task_id)
        if task is None:
            self._give_up(occasion)
            return
        # Where a worker died during the run, it is finished even if its task was paused meanwhile.
        was_begun = self._is_running(occasion.account_id, occasion.task_id, run_id(occasion))
        if not is_expected(task, occasion) and not was_begun:
            logger.info("run_not_expected", task_id=task.id, status=task.status.value)
            return
        if not was_begun:
            occasion = self._latest_of(occasion)
        now = self.now()
        run = begun(occasion, now)
        if not self.store.claim_run(run, now):
            self._require_ended(run)
            return
        if occasion.trigger != Trigger.MANUAL:
            task = self._arm_next(task, occasion.moment)
        self._finish(task, run)

    def _latest_of(self, occasion: Occasion) -> Occasion:
        """This occurrence; if it came so late that others are due, the latest, and those before it count as missed."""

        def skipping() -> Occasion:
            task = self._find_task(occasion.account_id, occasion.task_id)
            if task is None or occasion.trigger != Trigger.SCHEDULE or task.next_run_at != occasion.moment:
                return occasion
            now = self.now()
            latest = skip_to_latest(self.store, task, occasion.moment, until=now, now=now)
            return occasion_of(task.account_id, task.id, latest, Trigger.SCHEDULE)

        return settle(skipping)

    def _arm_next(self, task: Task, due_at: datetime) -> Task:
        """Arm the next occurrence, or end the task if none follows, before this one is worked on; returns the task."""

        def moving_on() -> Task:
            before = self._find_task(task.account_id, task.id)
            if before is None or before.next_run_at != due_at:
                return before or task
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
        """Make the report, and store it with run, count and task in one transaction, even if the task is deleted."""
        draft, succeeded = self._work(task)
        counted = self.usage.counting_team(task.account_id, {"task_runs": 1})

        def finishing() -> None:
            now = self.now()
            before = self._find_task(task.account_id, task.id)
            after = before and after_run(before, run, now, succeeded=succeeded)
            stopped = after is not None and after.status is TaskStatus.FAILED
            told = draft if succeeded else failure_report(task, stopped=stopped)
            report = _report(run, told, now) if told is not None else None
            ended = _ended(run, report, now)
            try:
                self.store.finish_run(ended, report, before, after, counted=counted)
            except ChangedMeanwhile:
                if self._is_running(run.account_id, run.task_id, run.id):
                    raise
                return  # another worker finished the same run
            if before is not None and stopped and before.next_run_at is not None:
                self.scheduler.disarm(task.id, before.next_run_at)

        settle(finishing)

    def _work(self, task: Task) -> tuple[Draft | None, bool]:
        """The report (None: nothing to tell, or a defect), and whether it could be made. Raises `Unavailable`."""
        try:
            portfolio = self.reader.read(task.account_id, timezone=task.timezone, with_work=True)
            last = self.store.find_last_good_report(task.account_id, task.id)
            return make_report(task, portfolio, last), True
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - a defect: the run must get its record and the customer a report of the failure
            logger.exception("report_failed", task_id=task.id)
            return None, False

    def _find_task(self, account_id: str, task_id: str) -> Task | None:
        try:
            return self.store.get_task(account_id, task_id)
        except NotFound:
            return None

    def _is_running(self, account_id: str, task_id: str, run_id: str) -> bool:
        stored = self.store.find_run(account_id, task_id, run_id)
        return stored is not None and stored.state is RunState.RUNNING

    def _give_up(self, occasion: Occasion) -> None:
        """End the occurrence of a deleted task: if its run had begun, the run is recorded as failed."""
        stored = self.store.find_run(occasion.account_id, occasion.task_id, run_id(occasion))
        if stored is not None and stored.state is RunState.RUNNING:
            note = "The task was deleted before we made its report."
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
    """The service, built once for each process."""
    return RunService(assistant_store(), run_scheduler(), usage_service(), portfolio_reader(), utc_now)


def _ended(run: TaskRun, report: Report | None, now: datetime) -> TaskRun:
    ended = {"finished_at": now, "lease_until": None}
    if report is None:
        return run.model_copy(update={**ended, "state": RunState.SUCCEEDED, "note": _SILENT})
    state = RunState.SUCCEEDED if report.succeeded else RunState.FAILED
    return run.model_copy(update={**ended, "state": state, "report_id": report.id})


def _report(run: TaskRun, draft: Draft, now: datetime) -> Report:
    return Report(
        id="rep_" + run.id.partition("_")[2],
        account_id=run.account_id,
        task_id=run.task_id,
        run_id=run.id,
        due_at=run.due_at,
        created_at=now,
        **vars(draft),
    )
