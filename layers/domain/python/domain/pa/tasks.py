"""Use cases of tasks: assign one in plain words, list, pause, resume, delete, run now; list and read reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from common.clock import utc_now
from common.errors import Conflict, InvalidRequest, Unavailable
from common.ids import is_id, new_id
from common.once import made_before, note_made
from common.optimistic import settle
from common.services import service
from common.telemetry import logger
from common.wording import local_time
from domain.identity.zones import ZoneService, zone_service
from domain.keys import spoken_secrets
from domain.keys.secret_shapes import refuse_key_shape
from domain.pa.eventbridge import RunScheduler, occasion_of, run_scheduler
from domain.pa.models import (
    SHOWN_RUNS,
    AssignTask,
    ReadSchedule,
    ReportList,
    ReportSummary,
    ReportView,
    RunList,
    RunView,
    ScheduleRead,
    ScheduleView,
    SkipRun,
    TaskAccepted,
    TaskDeleted,
    TaskList,
    TaskView,
    UpdateTask,
)
from domain.pa.occurrences import is_manual_run_under_way
from domain.pa.records import Task, TaskKind, TaskStatus, Trigger, is_reminder
from domain.pa.store import AssistantStore, assistant_store
from domain.projects.errors import ChangedSince
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Project
from domain.schedules import Reading, Schedule, ScheduleUnclearError, read_schedule, read_when, shortest_gap

MAX_SCHEDULED_TASKS = 100  # Interface 8 gives no number; this one is ours.
SHORTEST_GAP = timedelta(minutes=15)
_TELLS = {
    TaskKind.SUMMARY: "how your projects stand",
    TaskKind.NEEDS_ME: "what needs you",
    TaskKind.MONEY: "about the money",
    TaskKind.DATES: "about the dates",
    TaskKind.WORK: "how the work stands",
    TaskKind.REMINDER: "these words and nothing else",
    TaskKind.CHECK: "only about what waits too long",
}


class TooManyTasks(Conflict):
    """The account has as many scheduled tasks as it may, which is 100."""

    code = "LIMIT_REACHED"
    default_message = f"An account has at most {MAX_SCHEDULED_TASKS} scheduled tasks. Delete one first."


class TaskEnded(Conflict):
    """The task is done, so it cannot be paused or resumed."""

    default_message = "This task is done. Run it once more, or create it again."


@service
class TaskService:
    """Use cases on one account's tasks."""

    store: AssistantStore
    scheduler: RunScheduler
    projects: ProjectReader
    zones: ZoneService
    now: Callable[[], datetime]

    def assign(self, account_id: str, request: AssignTask) -> TaskAccepted:
        """Take on a task, which runs at once, later, or regularly, as its words say.

        Raises:
            InvalidRequest: the schedule is unclear (SCHEDULE_UNCLEAR) or runs too often, the text holds a secret,
                or the project is an example.
            NotFound: there is no such project.
            TooManyTasks: the account has 100 scheduled tasks.
        """
        _refuse_secrets(request)
        if request.project_id is not None:
            _refuse_example(self.projects.get(account_id, request.project_id))
        now = self.now()
        timezone = request.timezone or self.zones.timezone_of(account_id)
        reading = _reading_of(request, now, timezone)
        if made := made_before("tsk"):
            scheduled = [one for one in self.store.list_scheduled(account_id) if one.id != made]
            task = self.store.get_task(account_id, made)
        else:
            scheduled = self._make_room(account_id, reading, "task" if request.when is None else "when")
            task = _new_task(account_id, request, reading, now)
            self.store.put_new_task(task)
        self._start(task)
        same = [one.id for one in scheduled if _what(one) == _what(task)]
        return TaskAccepted(
            task_id=task.id,
            message=_acknowledgement(task, same),
            scheduled=task.schedule is not None,
            kind=task.kind,
            schedule=ScheduleView.of(task.timetable, task.schedule_text or "", now=now) if task.timetable else None,
            same_as=same,
        )

    def read_schedule(self, account_id: str, request: ReadSchedule) -> ScheduleRead:
        """When a task would run, as its words are understood; nothing is assigned.

        Raises `InvalidRequest`: the schedule is unclear (SCHEDULE_UNCLEAR) or runs too often.
        """
        now = self.now()
        reading = _reading_of(request, now, request.timezone or self.zones.timezone_of(account_id))
        _refuse_too_often(reading, "task" if request.when is None else "when")
        task, schedule = reading.task or request.task, reading.schedule
        return ScheduleRead(
            task=task,
            kind=kind_of(task) if task else None,
            schedule=ScheduleView.of(schedule, reading.text, now=now) if schedule else None,
            note=_skips(schedule) if schedule else "",
        )

    def get(self, account_id: str, task_id: str) -> TaskView:
        """One task. Raises `NotFound`."""
        return TaskView.of(self.store.get_task(account_id, task_id), now=self.now())

    def list_page(self, account_id: str, *, limit: int, cursor: str | None) -> TaskList:
        """A page of tasks, newest first. Raises `InvalidRequest` for a malformed cursor."""
        tasks, following = self.store.list_tasks(account_id, limit=limit, cursor=cursor)
        views = [TaskView.of(task, now=self.now()) for task in tasks]
        return TaskList(tasks=views, has_more=following is not None, next_cursor=following)

    def update(self, account_id: str, task_id: str, request: UpdateTask) -> TaskView:
        """Pause or resume a task, even a failed one, or change what it does and when; a repetition changes nothing.

        Raises: `NotFound`, `TaskEnded`, `ChangedSince`, what `assign` does, `InvalidRequest` for a check without hours.
        """
        _refuse_secrets(request)
        if request.project_id is not None:
            _refuse_example(self.projects.get(account_id, request.project_id))

        def updated(task: Task, now: datetime) -> Task:
            if request.was is not None and request.was.when != task.schedule_text:
                raise ChangedSince
            reading = self._retimed(task, request, now)
            if reading is not None and not task.live:
                self._make_room(account_id, reading, "when")
            return _updated(task, request, reading, now)

        before, after = self._change(account_id, task_id, updated)
        return self._rearmed(before, after)

    def skip(self, account_id: str, task_id: str, request: SkipRun) -> TaskView:
        """Leave out the next run of a task that runs regularly; a repetition changes nothing.

        Raises: `NotFound`, `ChangedSince` when the run named is not the next one.
        """

        def skipped(task: Task, now: datetime) -> Task:
            if task.skipped_at == request.due_at:
                return task
            if not task.recurring or task.status is not TaskStatus.ACTIVE or task.next_run_at != request.due_at:
                raise ChangedSince
            following = task.occurrence_after(task.next_run_at)
            status = task.status if following is not None else TaskStatus.DONE
            return task.changed(now, next_run_at=following, status=status, skipped_at=task.next_run_at)

        before, after = self._change(account_id, task_id, skipped)
        return self._rearmed(before, after)

    def _change(self, account_id: str, task_id: str, step: Callable[[Task, datetime], Task]) -> tuple[Task, Task]:
        """Store what `step` makes of a task; returns the task before and after, the same where nothing changes."""

        def attempt() -> tuple[Task, Task]:
            before = self.store.get_task(account_id, task_id)
            after = step(before, self.now())
            if after is not before:
                self.store.save_task(before, after)
            return before, after

        return settle(attempt)

    def _rearmed(self, before: Task, after: Task) -> TaskView:
        """The view of a changed task, once its next run is armed in the place of the one before."""
        if (after.status, after.next_run_at) != (before.status, before.next_run_at):
            self._disarm(before)
            self._start(after)
        return TaskView.of(after, now=self.now())

    def _retimed(self, task: Task, request: UpdateTask, now: datetime) -> Reading | None:
        if request.when is None:
            return None
        try:
            reading = read_when(request.when, now=now, timezone=task.timezone)
        except ScheduleUnclearError as unclear:
            unclear.of_field("when")
            raise
        if reading.schedule is None:
            raise InvalidRequest.of("when", "Give a schedule. To run the task now, use POST /pa/tasks/{id}/run.")
        _refuse_too_often(reading, "when")
        return reading

    def delete(self, account_id: str, task_id: str) -> TaskDeleted:
        """Delete a task; its reports stay. Raises `NotFound`."""

        def deleting() -> Task:
            task = self.store.get_task(account_id, task_id)
            self.store.delete_task(task)
            return task

        self._disarm(settle(deleting))
        return TaskDeleted(id=task_id)

    def run_now(self, account_id: str, task_id: str) -> TaskView:
        """Run a task once more now, even a paused one. While such a run is under way, no second one is started.

        Raises `NotFound`, `Unavailable` when nothing was started; then another request starts it.
        """
        repeated = made_before("run") is not None

        def marked(task: Task, now: datetime) -> Task:
            is_asked = repeated or is_manual_run_under_way(task, now)
            return task if is_asked else task.changed(now, manual_run_at=now)

        note_made("run", task_id)
        _, after = self._change(account_id, task_id, marked)
        if after.manual_run_at is not None:
            # Whoever asked before may have failed to deliver it. Delivered twice, it runs once.
            self.scheduler.deliver(occasion_of(account_id, task_id, after.manual_run_at, Trigger.MANUAL))
        return TaskView.of(after, now=self.now())

    def list_runs(self, account_id: str, task_id: str, *, limit: int, cursor: str | None) -> RunList:
        """A page of a task's runs, the latest first. Raises `NotFound`, `InvalidRequest` for a malformed cursor."""
        task = self.store.get_task(account_id, task_id)
        runs, following = self.store.list_runs(task, limit=limit, cursor=cursor)
        return RunList(runs=[RunView.of(run) for run in runs], has_more=following is not None, next_cursor=following)

    def list_reports(self, account_id: str, *, limit: int, before: str | None, task_id: str | None) -> ReportList:
        """A page of reports, the latest first, of one task or of all. Raises `InvalidRequest`: malformed cursor."""
        if before is not None and not is_id("rep", before):
            raise InvalidRequest.of("before", "This is not a report id.")
        reports, following = self.store.list_reports(account_id, limit=limit, before=before, task_id=task_id)
        summaries = [ReportSummary.model_validate(report) for report in reports]
        return ReportList(reports=summaries, has_more=following is not None, next_cursor=following)

    def get_report(self, account_id: str, report_id: str) -> ReportView:
        """One report. Raises `NotFound`."""
        return ReportView.model_validate(self.store.get_report(account_id, report_id))

    def _make_room(self, account_id: str, reading: Reading, field: str) -> list[Task]:
        """The account's scheduled tasks, if there is room for another; empty for a task that runs at once.

        Raises `InvalidRequest` of `field` for a schedule that runs too often, `TooManyTasks` when there is no room.
        """
        if reading.schedule is None:
            return []
        _refuse_too_often(reading, field)
        scheduled = self.store.list_scheduled(account_id)
        if len(scheduled) >= MAX_SCHEDULED_TASKS:
            raise TooManyTasks
        return scheduled

    def _start(self, task: Task) -> None:
        """Arm the next run, or deliver the only one. If that fails, the sweep finds the task in the outbox."""
        if task.next_run_at is None or task.status is not TaskStatus.ACTIVE:
            return
        try:
            if task.schedule is None:
                self.scheduler.deliver(occasion_of(task.account_id, task.id, task.next_run_at, Trigger.AT_ONCE))
            else:
                self.scheduler.arm(occasion_of(task.account_id, task.id, task.next_run_at, Trigger.SCHEDULE))
        except Unavailable:
            logger.warning("start_left_to_sweep", task_id=task.id)

    def _disarm(self, task: Task) -> None:
        """Remove the armed schedule. If that fails, the schedule fires, and its run finds that it has nothing to do."""
        if task.next_run_at is None or task.schedule is None:
            return
        try:
            self.scheduler.disarm(task.id, task.next_run_at)
        except Unavailable:
            logger.warning("disarm_skipped", task_id=task.id)


@cache
def task_service() -> TaskService:
    """The service, built once for each process."""
    return TaskService(assistant_store(), run_scheduler(), project_reader(), zone_service(), utc_now)


def _reading_of(request: AssignTask | ReadSchedule, now: datetime, timezone: str) -> Reading:
    """The schedule that is read from `when`, or else from the task's own words. Raises `ScheduleUnclearError`."""
    task = request.task or ""
    if request.when is None:
        return read_schedule(task, now=now, timezone=timezone)
    try:
        return replace(read_when(request.when, now=now, timezone=timezone), task=task)
    except ScheduleUnclearError as unclear:
        unclear.of_field("when")
        if unclear.suggestion:
            unclear.suggestion["task"] = task
        raise


def _refuse_secrets(request: AssignTask | UpdateTask) -> None:
    """Raise `InvalidRequest` for words that hold a key, or for a task that tells a password in words."""
    task = request.task or ""
    refuse_key_shape("task", task)
    refuse_key_shape("when", request.when or "")
    if spoken_secrets.cut_spoken_secrets(task) != task:
        raise InvalidRequest.of("task", f"We stored nothing. {spoken_secrets.NOTE}")


def _refuse_example(project: Project) -> None:
    """Raise `InvalidRequest` for a task about an example: the assistant leaves examples out."""
    if project.example:
        raise InvalidRequest.of("project_id", "An example project has no reports. Choose another project.")


def kind_of(text: str) -> TaskKind:
    """The kind that a task's words suggest, `summary` if they suggest none; the customer can change it."""
    if is_reminder(text):
        return TaskKind.REMINDER
    # What reads words is loaded with the first task whose kind is not given.
    from domain.answers.reader import Asked, read  # noqa: PLC0415

    kinds = {
        Asked.NEEDS: TaskKind.NEEDS_ME,
        Asked.COST: TaskKind.MONEY,
        Asked.SPENT: TaskKind.MONEY,
        Asked.CEILING: TaskKind.MONEY,
        Asked.DONE_BY: TaskKind.DATES,
        Asked.DEADLINE: TaskKind.DATES,
        Asked.WORK: TaskKind.WORK,
    }
    topics = [one.topic for one in read(text).topics[:1]]
    return kinds.get(topics[0], TaskKind.SUMMARY) if topics else TaskKind.SUMMARY


def _new_task(account_id: str, request: AssignTask, reading: Reading, now: datetime) -> Task:
    schedule = reading.schedule
    following = schedule.occurrences_after(now, 1) if schedule else [now]
    return Task(
        id=new_id("tsk", now),
        account_id=account_id,
        text=request.task,
        task=reading.task or request.task,
        kind=request.kind or kind_of(reading.task or request.task),
        waiting_hours=request.waiting_hours,
        project_id=request.project_id,
        schedule=schedule.to_plain() if schedule else None,
        schedule_text=reading.text if schedule else None,
        timezone=reading.timezone,
        next_run_at=following[0],
        created_at=now,
        updated_at=now,
    )


def _refuse_too_often(reading: Reading, field: str) -> None:
    gap = shortest_gap(reading.schedule) if reading.schedule else None
    if gap is not None and gap < SHORTEST_GAP:
        minutes = SHORTEST_GAP // timedelta(minutes=1)
        raise InvalidRequest.of(field, f"A task can run every {minutes} minutes at most.")


def _updated(task: Task, request: UpdateTask, reading: Reading | None, now: datetime) -> Task:
    """The changed task; the same one when nothing changes. Raises `TaskEnded`, `InvalidRequest`."""
    if request.status is not None and not task.live and reading is None:
        raise TaskEnded
    named = {"task": request.task, "kind": request.kind, "waiting_hours": request.waiting_hours, "mail": request.mail}
    updates: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    if "project_id" in request.model_fields_set:
        updates["project_id"] = request.project_id
    if request.kind is not None and request.kind is not TaskKind.CHECK:
        updates["waiting_hours"] = None
    if request.task is not None:
        updates["text"] = request.task
    after = task
    if any(getattr(task, name) != value for name, value in updates.items()):
        after = task.changed(now, **updates)
    if after.kind is TaskKind.CHECK and after.waiting_hours is None:
        raise InvalidRequest.of("waiting_hours", "Say how many hours something may wait.")
    if reading is not None and reading.schedule is not None:
        after = _moved(after, reading, now)
    if request.status is not None and request.status is not after.status:
        is_paused = request.status is TaskStatus.PAUSED
        after = after.changed(now, status=request.status, next_run_at=None) if is_paused else _resumed(after, now)
    return after


def _moved(task: Task, reading: Reading, now: datetime) -> Task:
    """The task at these times, as it is if they are its own; a paused one stays paused, any other becomes active."""
    schedule = reading.schedule
    assert schedule is not None  # noqa: S101 - the caller has looked
    plain = schedule.to_plain()
    if task.schedule == plain:
        return task
    is_paused = task.status is TaskStatus.PAUSED
    next_run_at = None if is_paused else schedule.occurrences_after(now, 1)[0]
    # What was armed or skipped for before the new time may still be under way, and must not run then.
    left_out = [at for at in (task.skipped_at, task.next_run_at) if at and next_run_at and now < at < next_run_at]
    return task.changed(
        now,
        schedule=plain,
        schedule_text=reading.text,
        timezone=reading.timezone,
        status=task.status if is_paused else TaskStatus.ACTIVE,
        next_run_at=next_run_at,
        skipped_at=max(left_out, default=None),
        failures=0,
    )


def _resumed(task: Task, now: datetime) -> Task:
    """The resumed task. Without a schedule it runs now; when its schedule ended during the pause, it is done.

    A run that was skipped before the pause stays left out.
    """
    next_run_at = now if task.schedule is None else task.occurrence_after(max(now, task.skipped_at or now))
    status = TaskStatus.ACTIVE if next_run_at is not None else TaskStatus.DONE
    return task.changed(now, status=status, next_run_at=next_run_at, failures=0)


def _what(task: Task) -> tuple[object, ...]:
    """What makes two scheduled tasks the same: project, schedule, and words without those about time."""
    return " ".join(task.task.casefold().split()), task.project_id, task.schedule


def _acknowledgement(task: Task, same: Sequence[str]) -> str:
    """The sentences that say what was understood, with the next runs."""
    if task.timetable is None or task.next_run_at is None:
        return "On it. The report is ready in a moment."
    runs = [local_time(run, task.timezone) for run in task.timetable.occurrences_after(task.updated_at, SHOWN_RUNS)]
    first = f" Next: {'; '.join(runs)}."
    twice = f" You already have this task ({', '.join(same)}): now it runs twice." if same else ""
    skips = _skips(task.timetable)
    return f"Scheduled {task.schedule_text}.{first} It tells you {_TELLS[task.kind]}.{skips and f' {skips}'}{twice}"


def _skips(schedule: Schedule) -> str:
    """For a schedule that skips some periods: a sentence that suggests one that skips none; empty for any other."""
    # What words schedules is loaded by whoever assigns a task.
    from domain.schedules.describing import gaps  # noqa: PLC0415

    instead = " or ".join(f"“{gap.instead}”" for gap in gaps(schedule))
    return f"It skips those; to run every time, say {instead}." if instead else ""
