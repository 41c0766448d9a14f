"""Carries out a command about an existing task, or asks which task is meant; every answer names the task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from common.services import frozen
from common.wording import local_time
from domain.pa import phrases
from domain.pa.answers import Answer
from domain.pa.commands import Command, Verb, meant_by
from domain.pa.formats import short_list
from domain.pa.models import ActionView, TaskView, UpdateTask
from domain.pa.records import Task, TaskStatus
from domain.pa.subjects import NO_TASKS
from domain.pa.tasks import TaskService

_PLAINLY = "Tell me plainly which task to pause, resume, delete or run now; I do it at once, one task at a time."


@frozen
class TaskOrders:
    """Carries out commands about one account's tasks."""

    tasks: TaskService

    def carry_out(self, account_id: str, command: Command) -> Answer:
        """What was done, with the task's id; or a question with a list of tasks, when more than one may be meant."""
        known = self.tasks.list_scheduled(account_id)
        if not known:
            return Answer(NO_TASKS)
        if command.qualified:
            return _asked_back(_PLAINLY, known)
        meant = meant_by(command, known)
        if not meant:
            return _asked_back(f"I find no task like that. {_PLAINLY}", known)
        if len(meant) > 1:
            asked = _asked_back(f"Which one do you want me to {command.verb}?", meant)
            return replace(asked, shown=tuple(task.id for task in meant), if_named=f"{command.verb} {{}}")
        return Answer(self._done(account_id, command.verb, meant[0]), [_action(meant)])

    def _done(self, account_id: str, verb: Verb, task: Task) -> str:
        named = f"{phrases.task_name(task)}, {task.schedule_text}"
        match verb:
            case Verb.DELETE:
                self.tasks.delete(account_id, task.id)
                return f"Deleted: {named}. Its reports stay."
            case Verb.RUN:
                self.tasks.run_now(account_id, task.id)
                return f"Running now: {named}. You will find the report among your reports in a moment."
            case Verb.PAUSE:
                if task.status is TaskStatus.PAUSED:
                    return f"Paused already: {named}."
                self.tasks.update(account_id, task.id, UpdateTask(status=TaskStatus.PAUSED))
                return f"Paused: {named}. It runs again when you tell me to resume it; its reports stay."
            case Verb.RESUME:
                return self._resumed(account_id, task, named)

    def _resumed(self, account_id: str, task: Task, named: str) -> str:
        running = task.status is TaskStatus.ACTIVE
        view = self.tasks.update(account_id, task.id, UpdateTask(status=TaskStatus.ACTIVE))
        return f"{'Active already' if running else 'Resumed'}: {named}. {_next(view, task.timezone)}"


def _next(view: TaskView, timezone: str) -> str:
    if view.next_run_at is None:
        return "The task's last run lies in the past, so the task is done."
    return f"Next run: {local_time(view.next_run_at, timezone)}."


def _asked_back(question: str, tasks: Sequence[Task]) -> Answer:
    return Answer(f"{question}\n\n{short_list(map(phrases.task_line, tasks))}", [_action(tasks)])


def _action(tasks: Sequence[Task]) -> ActionView:
    return ActionView(type="task", project="", count=len(tasks), ids=[task.id for task in tasks])
