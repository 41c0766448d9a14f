"""Turns a deed in words into a card on a task, and finds the document of a project that a deed names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from common.clock import to_iso
from common.services import frozen
from common.wording import local_time, shortened
from domain.answers.amounts import NoSuchDeed
from domain.answers.cards import CardRequest, Prepared, Target
from domain.answers.deeds import CardKind, Deed, Form
from domain.answers.naming import Thing, chosen
from domain.pa.portfolio import Portfolio
from domain.pa.records import Task, TaskStatus
from domain.pa.reports import title_of
from domain.schedules import Reading, ScheduleUnclearError, read_schedule, read_when

_SHOWN = 100  # characters of a task
_STATES = {"pause": (CardKind.PAUSE_TASK, TaskStatus.PAUSED), "resume": (CardKind.RESUME_TASK, TaskStatus.ACTIVE)}


@frozen
class TaskPreparer:
    """Prepares deeds on the tasks of an account, which are those that run later or regularly."""

    tasks: Sequence[Task]
    timezone: str
    now: datetime

    def prepared(self, deed: Deed) -> Prepared:
        """The card for `deed`, not stored yet. Raises `NoSuchDeed` without one clear task, or a clear time."""
        if deed.form is Form.REMIND:
            return self._reminder(deed)
        task = self._task(deed.target)
        if deed.form is Form.RETIME:
            return self._retimed(task, deed.text)
        verb = deed.verb.casefold()
        if verb in _STATES:
            kind, status = _STATES[verb]
            body = {"status": status.value}
            target = Target(record="task_status", id=task.id, was=task.status.value, becomes=status.value)
            return Prepared(kind, f"{verb.capitalize()} {_name(task)}.", self._request("PATCH", task, "", body), target)
        if verb == "delete":
            target = Target(record="task", id=task.id, was="there", becomes="gone")
            return Prepared(CardKind.DELETE_TASK, f"Delete {_name(task)}.", self._request("DELETE", task, ""), target)
        if verb == "run":
            target = Target(record="task_run", id=task.id, was=_run_of(task), becomes="ran")
            return Prepared(CardKind.RUN_TASK, f"Run {_name(task)} now.", self._request("POST", task, "/run"), target)
        return self._skipped(task)

    def _skipped(self, task: Task) -> Prepared:
        if task.next_run_at is None or not task.recurring:
            raise NoSuchDeed(f"{_name(task)} has no run to skip.")
        due = to_iso(task.next_run_at)
        target = Target(record="task_next", id=task.id, was=due, becomes="skipped")
        request = self._request("POST", task, "/skip", {"due_at": due})
        summary = f"Skip the run of {_name(task)} on {local_time(task.next_run_at, task.timezone)}."
        return Prepared(CardKind.SKIP_RUN, summary, request, target)

    def _reminder(self, deed: Deed) -> Prepared:
        try:
            reading = read_schedule(deed.line, now=self.now, timezone=self.timezone)
        except ScheduleUnclearError as unclear:
            raise NoSuchDeed(unclear.message, self._suggested(unclear)) from unclear
        if reading.schedule is None:
            raise NoSuchDeed("It does not say when.")
        return self._scheduled(reading, {"task": deed.line})

    def _suggested(self, unclear: ScheduleUnclearError) -> Prepared | None:
        """The card for the schedule that is suggested instead; None without a suggestion."""
        if not unclear.suggestion:
            return None
        task, when = str(unclear.suggestion["task"]), str(unclear.suggestion["when"])
        reading = replace(read_when(when, now=self.now, timezone=self.timezone), task=task)
        return self._scheduled(reading, {"task": task, "when": when})

    def _scheduled(self, reading: Reading, given: Mapping[str, str]) -> Prepared:
        body: dict[str, str | None] = {**given, "project_id": None}
        task = reading.task or given["task"]
        if reading.at is not None:  # "tomorrow" must be the same day whenever the card is confirmed
            body |= {"task": task, "when": reading.at.isoformat()}
        target = Target(record="task_of", id=f"{task} {reading.text}", was="", becomes="there")
        first = reading.next_runs(1)
        runs = f" First run: {local_time(first[0], reading.timezone)}." if first else ""
        summary = f"Schedule “{shortened(task, _SHOWN)}”, {reading.text}.{runs}"
        return Prepared(CardKind.ADD_TASK, summary, CardRequest(method="POST", path="/pa/task", body=body), target)

    def _retimed(self, task: Task, words: str) -> Prepared:
        try:
            reading = read_when(words, now=self.now, timezone=self.timezone)
        except ScheduleUnclearError as unclear:
            raise NoSuchDeed(unclear.message) from unclear
        body = {"when": words, "was": {"when": task.schedule_text}}
        target = Target(record="task_when", id=task.id, was=task.schedule_text or "", becomes=reading.text)
        summary = f"Run {_name(task)} {reading.text} instead of {task.schedule_text or 'once'}."
        return Prepared(CardKind.CHANGE_TASK, summary, self._request("PATCH", task, "", body), target)

    def _task(self, words: str) -> Task:
        by_words = (Thing(task.id, task.task, "task") for task in self.tasks)
        found = chosen(words, by_words) or chosen(words, (Thing(one.id, _known_as(one), "task") for one in self.tasks))
        if len(found) != 1:
            what = "more than one task" if found else "no scheduled task"
            raise NoSuchDeed(f"“{shortened(words, _SHOWN)}” names {what}.")
        return next(task for task in self.tasks if task.id == found[0].id)

    def _request(self, method: str, task: Task, rest: str, body: Mapping[str, object] | None = None) -> CardRequest:
        return CardRequest.model_validate({"method": method, "path": f"/pa/tasks/{task.id}{rest}", "body": body})


def task_value(tasks: Sequence[Task], target: Target) -> str:
    """What a card on a task would change, as it is now, such as `paused`. `tasks`: all that run later or regularly."""
    if target.record == "task_of":
        return "there" if any(f"{one.task} {one.schedule_text}" == target.id for one in tasks) else ""
    task = next((one for one in tasks if one.id == target.id), None)
    if task is None:
        return "gone"
    return {
        "task": "there",
        "task_status": task.status.value,
        "task_when": task.schedule_text or "",
        "task_next": _next_of(task, target.was),
        "task_run": _run_of(task) if _run_of(task) == target.was else "ran",
    }.get(target.record, "")


def pending_in(portfolio: Portfolio, deed: Deed) -> tuple[str, str] | None:
    """The project's id and the title of the one waiting document that a deed names; None for none or several."""
    waiting = [(project, one) for project in portfolio.projects for one in portfolio.approvals_of(project)]
    things = [Thing(str(number), f"{one.title} {project.name}", "") for number, (project, one) in enumerate(waiting)]
    found = chosen(deed.target, things)
    if len(found) != 1:
        return None
    project, approval = waiting[int(found[0].id)]
    return project.id, approval.title


def _known_as(task: Task) -> str:
    """All words by which a task may be named: its own, its times, how often it runs, and what its report is called."""
    rules = task.timetable.rrules if task.timetable else ()
    often = " ".join(rule.partition(";")[0].removeprefix("FREQ=") for rule in rules)
    return f"{task.task} {task.schedule_text or ''} {often} {title_of(task)}"


def _next_of(task: Task, due: str) -> str:
    if task.skipped_at is not None and to_iso(task.skipped_at) == due:
        return "skipped"
    return to_iso(task.next_run_at) if task.next_run_at else ""


def _run_of(task: Task) -> str:
    return f"last {to_iso(task.last_run_at) if task.last_run_at else 'none'}"


def _name(task: Task) -> str:
    return f"“{shortened(task.task, _SHOWN)}”"
