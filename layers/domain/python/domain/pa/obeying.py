"""Orders to the assistant: tasks are set, changed and taken back; what it can't do it says, and does nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from common.envelope import SuggestionView
from common.services import frozen
from common.wording import local_time
from domain.language.dialogue import About
from domain.pa import phrases
from domain.pa.answers import Answer, Reply
from domain.pa.commands import Command, Verb, of_last_task, ones_named, read_command, with_it
from domain.pa.dialogue import TTL, Dialogue
from domain.pa.follow_ups import OF_A_TASK
from domain.pa.formats import short_list
from domain.pa.intent import Classification
from domain.pa.manner import Manner, is_question, read_manner
from domain.pa.models import ActionView, AssignTask
from domain.pa.orders import effect_of, nothing_done, place_of, wish_in
from domain.pa.records import Task, TaskStatus
from domain.pa.replies import EMPTY, Replies
from domain.pa.rescheduling import CannotReschedule, rescheduled
from domain.pa.task_orders import TaskOrders
from domain.schedules import ScheduleUnclearError, read_schedule

OF_TASKS = Classification(("schedule",))
_SHOWN_RUNS, _MOST_RUNS = 3, 10
_TO_ME = re.compile(r"(?:please )?(?:remind|wake|ping|notify|send|mail) (?:me|us)\b(?! (?:how|wh\w+)\b)", re.IGNORECASE)
NO_REFERENT = "I don't know what that refers to. Please say it in a full sentence; nothing was done."
_POINTS = re.compile(r"\b(?:it|that) ", re.IGNORECASE)
WHEN = 'When shall I do that? Name a day and an hour, or say "every Monday at 9am" with it. Nothing was scheduled.'
WHAT = "What shall I do {when}? Say it in one sentence with the time. Nothing was scheduled."


@frozen
class Obeying(Replies):
    """Carries out what it is told to do."""

    def obeyed(self, message: str, asked: Classification, manner: Manner) -> Reply | None:
        """The answer to an order, or to a question about one; None for any other message."""
        if manner.kind == "what_if":
            return self.said("help", effect_of(manner, asked.intents))
        if manner.kind == "how_to" and not set(asked.intents) <= {"help"}:
            return self.said("help", place_of(manner, asked.intents))
        wish = wish_in(manner.plain) if manner.kind != "advice" else None
        if wish is not None:
            refused = read_manner(wish, self.portfolio.names).kind == "order"
            offered = self._offered(wish, asked)
            return offered or (self.said("out_of_scope", nothing_done(manner, asked.intents)) if refused else None)
        if is_question(message):
            return None
        done = self._obey(message, asked)
        if done is not None:
            return self.remembered(message, replace(asked, intents=("schedule",), refusals=()), done)
        if manner.kind == "order" and (manner.is_sure or asked.projects or not set(asked.intents) <= EMPTY):
            declined = self.remembered(message, asked, Answer(nothing_done(manner, asked.intents)))
            return replace(declined, intents=("out_of_scope",), is_unsure=not manner.is_sure)
        return None

    def _offered(self, wish: str, asked: Classification) -> Reply | None:
        """Whether I would do something is asked: it is offered, and "yes" does it. None for what I only tell."""
        command = read_command(wish)
        try:
            reading = read_schedule(wish, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            if command is None and "schedule" in asked.intents:
                return self.remembered("", replace(asked, intents=("schedule",)), _unclear(error))
            reading = None
        if command is None and (reading is None or reading.schedule is None):
            return None
        done = "scheduled" if command is None else "done"
        when = f": {reading.text}" if command is None and reading is not None else ""
        offer = f'I can do that{when}. Nothing was {done} yet. Shall I? Say "yes" and I do.'
        return self.remembered("", replace(asked, intents=("schedule",)), Answer(offer, if_yes=wish))

    def _obey(self, text: str, asked: Classification) -> Answer | None:
        """What came of a command about a task or of a new task; None when the text is neither."""
        command = read_command(text)
        if command is None and "schedule" not in asked.intents:
            return None
        try:
            reading = read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            reading, unclear = None, _unclear(error)
        if command is not None and (command.verb is not Verb.RUN or reading is None or reading.kind == "none"):
            meant = "schedule" in asked.intents or command.names_task or (command.points and not asked.projects)
            return TaskOrders(self.tasks).carry_out(self.account_id, command) if meant else None
        if "schedule" not in asked.intents:
            return None
        if reading is None:
            return unclear
        if reading.kind == "none":
            return Answer(WHEN) if asked.intents == ("schedule",) and _TO_ME.match(text) else None
        return self.assign(text, asked.projects) if reading.task.strip() else Answer(WHAT.format(when=reading.text))

    def assign(self, text: str, named: Sequence[str]) -> Answer:
        """The task that a text sets, for the one project of `named` if it is one."""
        meant = [project for project in self.portfolio.projects if project.name in named]
        project = meant[0] if len(meant) == 1 else None
        accepted = self.tasks.assign(self.account_id, AssignTask(task=text, project_id=project.id if project else None))
        action = ActionView(type="task", project=project.name if project else "", count=1, ids=[accepted.task_id])
        return Answer(accepted.message, [action], made=accepted.task_id)

    def with_newest_task(self, dialogue: Dialogue | None, *, of_tasks: bool) -> Dialogue | None:
        """The dialogue; "it" is a single task assigned since the last reply, or lately where tasks are spoken of."""
        last = self.portfolio.now - TTL if of_tasks or dialogue is None else dialogue.said_at
        since = [task for task in self.tasks.list_scheduled(self.account_id) if task.created_at > last]
        if len(since) != 1 or (dialogue and dialogue.task_id):
            return dialogue
        made = since[0]
        about = About(if_undone=f"delete {made.id}")
        return Dialogue(about=about, intents=OF_TASKS.intents, task_id=made.id, said_at=made.created_at)

    def of_task(self, message: str, label: str, dialogue: Dialogue | None, *, is_sure: bool) -> Reply | None:
        """The answer to what is said of the task last spoken of; None where there is none, or of something else.

        A task is changed at once only where the message surely says so, asks nothing, and follows what was said of it.
        """
        command, of_tasks = read_command(message), dialogue is not None and dialogue.intents == OF_TASKS.intents
        if label not in OF_A_TASK and not (command or (label == "again" and of_tasks)):
            return None
        known = self.tasks.list_scheduled(self.account_id)
        may_be_named = (of_tasks or command is None) and not _TO_ME.match(message)
        named = ones_named(message, known) if may_be_named else []
        newest = self.with_newest_task(dialogue, of_tasks=of_tasks or label == "retime")
        message = with_it(message) if named else message
        meant = [task for task in known if newest is not None and task.id == newest.task_id]
        meant = named or meant or (known if of_tasks else [])
        if label == "retime" and len(meant) > 1:
            lines = short_list(map(phrases.task_line, meant))
            return self.said("schedule", f"Which of these do you want me to change? Nothing was changed.\n\n{lines}")
        points = _POINTS.search(message) is not None and "?" not in message
        if len(meant) != 1:
            return self.said("schedule", NO_REFERENT) if label == "retime" and points else None
        follows = bool(of_tasks or named or dialogue is None or meant[0].created_at > dialogue.said_at)
        is_told = is_sure and follows and not is_question(message) and "?" not in message
        if label == "retime" and (retimed := self._retimed(message, meant[0], command, is_told=is_told)):
            return retimed
        if command is not None:
            return self._commanded(of_last_task(command, meant[0]), meant[0])
        return self._next_runs(message, meant[0]) if label != "retime" else None

    def _commanded(self, command: Command | None, task: Task) -> Reply | None:
        """What came of a command that names no other task than the one spoken of."""
        if command is None:
            return None
        done = TaskOrders(self.tasks).carry_out(self.account_id, command)
        return self.remembered("", OF_TASKS, replace(done, made=None if command.verb is Verb.DELETE else task.id))

    def _next_runs(self, message: str, task: Task) -> Reply:
        told = phrases.task_line(task)
        digits = re.search(r"\b(\d{1,2})\b", message)
        count = min(int(digits[1]), _MOST_RUNS) if digits else _SHOWN_RUNS
        timetable = task.timetable
        if task.status is TaskStatus.ACTIVE and task.recurring and timetable is not None and count > 1:
            runs = timetable.occurrences_after(self.portfolio.now, count)
            later = ", ".join(local_time(run, task.timezone) for run in runs[1:])
            told = f"{told}; then {later}" if later else told
        return self.remembered("", OF_TASKS, Answer(f"{told}.", made=task.id))

    def _retimed(self, message: str, task: Task, command: Command | None, *, is_told: bool) -> Reply | None:
        """The task at another time, or the offer of it. None for a command that changes no time."""
        if task.status is not TaskStatus.ACTIVE:
            return None
        try:
            text = rescheduled(task, message, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except CannotReschedule as reason:
            told = f"I took that for another time of {phrases.task_name(task)}, {task.schedule_text}. {reason}."
            return None if command else self.said("schedule", f"{told} Nothing was changed.")
        if not is_told:
            when = read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone).text
            offer = f'I can make it {when}. Nothing was changed yet. Shall I? Say "yes" and I do.'
            return self.remembered("", OF_TASKS, Answer(offer, if_yes=f"make it {when}", made=task.id))
        of_project = tuple(one.name for one in self.portfolio.projects if one.id == task.project_id)
        made = self.assign(text, of_project)
        self.tasks.delete(self.account_id, task.id)
        return self.remembered(text, OF_TASKS, replace(made, response=f"Changed. {made.response}"))


def _unclear(error: ScheduleUnclearError) -> Answer:
    """What is unclear about a schedule; the text that would be read instead is offered, and "yes" takes it."""
    if error.suggestion is None:
        return Answer(error.message, is_unsure=True)
    instead = SuggestionView.model_validate(error.suggestion)
    return Answer(error.message, if_yes=f"{instead.when}: {instead.task}", suggestion=instead)
