"""Orders to the assistant: tasks are set, changed and taken back; what it can't do it says, and does nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from common.envelope import SuggestionView
from common.services import frozen
from domain.language.dialogue import About
from domain.language.foreign import detect, sentence_for
from domain.pa.answers import Answer, Reply
from domain.pa.commands import Verb, read_command
from domain.pa.dialogue import TTL, Dialogue, new_time, with_time
from domain.pa.intent import Classification
from domain.pa.manner import Manner, is_question, read_manner
from domain.pa.models import ActionView, AssignTask
from domain.pa.orders import effect_of, nothing_done, place_of, wish_in
from domain.pa.replies import EMPTY, Replies
from domain.pa.schedule import ScheduleUnclearError, read_schedule
from domain.pa.task_orders import TaskOrders

OF_TASKS = Classification(("schedule",))
_TO_ME = re.compile(r"(?:please )?(?:remind|wake|ping|notify|send|mail) (?:me|us)\b(?! (?:how|wh\w+)\b)", re.IGNORECASE)
NO_REFERENT = "I don't know what that refers to. Please say it in a full sentence; nothing was done."
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
            refused = read_manner(wish, [project.name for project in self.portfolio.projects]).kind == "order"
            offered = self._offered(wish, asked)
            return offered or (self.said("out_of_scope", nothing_done(manner, asked.intents)) if refused else None)
        if is_question(message):
            return None
        language = detect(message, clearly=False)  # two small words are enough: what is armed runs for years
        done = self._obey(message, asked) if language is None else Answer(sentence_for(language), is_unsure=True)
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
        except ScheduleUnclearError:
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
        if command is None and asked.intents != ("schedule",):
            return None
        try:
            reading = read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            reading, unclear = None, _unclear(error)
        if command is not None and (command.verb is not Verb.RUN or reading is None or reading.kind == "none"):
            meant = "schedule" in asked.intents or command.names_task
            return TaskOrders(self.tasks).carry_out(self.account_id, command) if meant else None
        if asked.intents != ("schedule",):
            return None
        if reading is None:
            return unclear
        if reading.kind == "none":
            return Answer(WHEN) if _TO_ME.match(text) else None
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
        return Dialogue(about=about, task_id=made.id, task_text=made.text, said_at=made.created_at)

    def about_last_task(self, plain: str, dialogue: Dialogue | None) -> Reply | None:
        """The answer to "make that 9" after a task was made; None for anything else."""
        time = new_time(plain)
        if time is None:
            return None
        known = self.tasks.list_scheduled(self.account_id)
        task = next((one for one in known if dialogue and one.id == dialogue.task_id), None)
        if task is None or dialogue is None:
            return None if plain.startswith("at ") else self.said("schedule", NO_REFERENT)
        text = with_time(dialogue.task_text, time)
        try:
            read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            return self.said("schedule", f"{error.message} Nothing was changed.")
        made = self.assign(text, tuple(p.name for p in self.portfolio.projects if p.id == task.project_id))
        self.tasks.delete(self.account_id, task.id)
        return self.remembered(text, OF_TASKS, replace(made, response=f"Changed. {made.response}"))


def _unclear(error: ScheduleUnclearError) -> Answer:
    """What is unclear about a schedule; the text that would be read instead is offered, and "yes" takes it."""
    if error.suggestion is None:
        return Answer(error.message, is_unsure=True)
    instead = SuggestionView.model_validate(error.suggestion)
    return Answer(error.message, if_yes=instead.text, suggestion=instead)
