"""One reply of the assistant: to small talk, a follow-up, an order it can or can't carry out, or a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from common.envelope import SuggestionView
from domain.language.dialogue import About, Reference, resolve
from domain.language.names import ProjectNames
from domain.language.text import read_sentences
from domain.pa.answers import Answer, answer
from domain.pa.commands import Verb, is_question, read_command
from domain.pa.dialogue import MOST_SHOWN, Dialogue, new_time, other_named, takes_back, with_time
from domain.pa.intent import Classification, classify
from domain.pa.models import ActionView, AssignTask, AssistantAnswer
from domain.pa.out_of_reach import how_to, nothing_done, small_talk
from domain.pa.pointed import record_named
from domain.pa.portfolio import Portfolio
from domain.pa.question_shape import Shape, asks_why, plain_words, read_question
from domain.pa.schedule import ScheduleUnclearError, read_schedule
from domain.pa.task_orders import TaskOrders
from domain.pa.tasks import TaskService
from domain.vault.models import CredentialView
from domain.vault.service import VaultService

_CREDENTIALS_SHOWN = 100
# Intents that give way to the record a question names: "since when does the roadmap wait?".
_VAGUE = frozenset({"summary", "project_status", "out_of_scope", "help"})
_OF_MONEY = frozenset({Shape.LEAST, Shape.MOST})
_EMPTY = frozenset({"help", "out_of_scope"})
_POINTS_BACK = re.compile(r"\b(?:its?|it's|that one|that project|there)\b")
_SHORT = 10  # words: a longer message speaks for itself, and the dialogue is not read for it
NO_REFERENT = "I don't know what that refers to. Please say it in a full sentence; nothing was done."
NOTHING_ASKED = "I had not asked you anything, so nothing was done. What would you like to know?"
LEFT_ALONE = "All right; nothing was done."


@dataclass(frozen=True, slots=True)
class Conversation:
    """One account's portfolio at one moment, and what may be done for it."""

    tasks: TaskService
    vault: VaultService
    portfolio: Portfolio
    account_id: str

    def reply(self, message: str) -> AssistantAnswer:
        """The answer to a message, after which the dialogue is remembered."""
        plain = plain_words(message)
        chatted = small_talk(plain) or how_to(plain)
        if chatted is not None:
            return _said("help", Answer(chatted, []))
        if len(plain.split()) <= _SHORT:
            dialogue = self.tasks.store.find_dialogue(self.account_id, self.portfolio.now)
            followed = self._follow_up(plain, dialogue)
            return followed or self._fresh(message, dialogue)
        return self._fresh(message)

    def _classified(self, message: str, dialogue: Dialogue | None) -> Classification:
        """What a message asks for; "which is the oldest?" asks for what the question before did."""
        asked = classify(message, project_names=[project.name for project in self.portfolio.projects])
        question = read_question(message)
        lost = asked.refusals == ("unrelated",) and len(asked.intents) == 1
        if lost and dialogue is not None and dialogue.intents and question.shape not in {Shape.PLAIN, Shape.YES_NO}:
            return Classification(dialogue.intents, asked.projects or dialogue.projects)
        if question.shape in _OF_MONEY and "out_of_scope" not in asked.intents and "budget" not in asked.intents:
            asked = replace(asked, intents=("budget",))
        points_back = _POINTS_BACK.search(question.plain) or len(question.plain.split()) == 1
        if dialogue is not None and len(dialogue.projects) == 1 and not asked.projects and points_back:
            asked = replace(asked, projects=dialogue.projects)
        named = record_named(self.portfolio, question)
        if named is not None and set(asked.intents) <= _VAGUE and not set(asked.refusals) - {"unrelated"}:
            return replace(asked, intents=(named,), refusals=())
        return asked

    def _follow_up(self, plain: str, dialogue: Dialogue | None) -> AssistantAnswer | None:
        """The answer to a message that refers to the one before; None for one that stands alone."""
        about_task = self._about_last_task(plain, dialogue)
        if about_task is not None:
            return about_task
        other = other_named(plain)
        if dialogue is not None and dialogue.intents and (asks_why(plain) or other is not None):
            named = self._named(other) if other is not None else dialogue.projects
            if other is None or named:
                again = dialogue.intents if set(dialogue.intents) - _EMPTY else ("project_status",)
                intents = ("blockers",) if other is None else again
                asked = Classification(intents, tuple(named))
                return self._answered(dialogue.asked if other is not None else "", asked)
        if asks_why(plain):
            return _said("help", Answer(NO_REFERENT, []))
        reference = resolve(plain, dialogue.about if dialogue else None)
        return self._referred(reference, dialogue) if reference else None

    def _referred(self, reference: Reference, dialogue: Dialogue | None) -> AssistantAnswer:
        if reference.sentence:
            chosen = self._named(reference.sentence)
            if reference.kind == "choice" and dialogue and len(chosen) == 1 and dialogue.intents:
                return self._answered(dialogue.asked, Classification(dialogue.intents, chosen))
            return self._fresh(reference.sentence)
        texts = {"yes": NOTHING_ASKED, "no": LEFT_ALONE}
        return _said("help", Answer(texts.get(reference.kind, NO_REFERENT), []))

    def _about_last_task(self, plain: str, dialogue: Dialogue | None) -> AssistantAnswer | None:
        """The answer to "make that 9" and "cancel it" after a task was made; None for anything else."""
        time = new_time(plain)
        if time is None and not takes_back(plain):
            return None
        task = next(
            (one for one in self.tasks.list_scheduled(self.account_id) if dialogue and one.id == dialogue.task_id), None
        )
        if task is None or dialogue is None:
            return _said("schedule", Answer(NO_REFERENT, []))
        if time is None:
            return self._remembered(
                "",
                Classification(("schedule",)),
                TaskOrders(self.tasks).carry_out_on(self.account_id, Verb.DELETE, task),
            )
        text = with_time(dialogue.task_text, time)
        try:
            read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            return _said("schedule", Answer(f"{error.message} Nothing was changed.", []))
        made = self._assign(text, tuple(p.name for p in self.portfolio.projects if p.id == task.project_id))
        self.tasks.delete(self.account_id, task.id)
        return self._remembered(
            text, Classification(("schedule",)), replace(made, response=f"Changed. {made.response}")
        )

    def _fresh(self, message: str, dialogue: Dialogue | None = None) -> AssistantAnswer:
        asked = self._classified(message, dialogue)
        if not is_question(message) and not asked.ambiguous and not set(asked.refusals) - {"unrelated"}:
            done = self._obey(message, asked)
            if done is not None:
                return self._remembered(message, replace(asked, intents=("schedule",), refusals=()), done)
            place = nothing_done(plain_words(message), names_project=bool(asked.projects))
            if place is not None:
                return _said("out_of_scope", Answer(place, []))
        return self._answered(message, asked)

    def _answered(self, message: str, asked: Classification) -> AssistantAnswer:
        tasks = self.tasks.list_scheduled(self.account_id) if "schedule" in asked.intents else []
        credentials = self._credentials() if "credentials" in asked.intents else []
        return self._remembered(message, asked, answer(asked, self.portfolio, tasks, credentials, message))

    def _obey(self, text: str, asked: Classification) -> Answer | None:
        """What came of a command about a task or of a new task; None when the text is neither."""
        command = read_command(text)
        if command is None and asked.intents != ("schedule",):
            return None
        try:
            reading = read_schedule(text, now=self.portfolio.now, timezone=self.portfolio.timezone)
        except ScheduleUnclearError as error:
            instead = SuggestionView.model_validate(error.suggestion) if error.suggestion else None
            reading, unclear = None, Answer(error.message, [], suggestion=instead)
        if command is not None and (command.verb is not Verb.RUN or reading is None or reading.kind == "none"):
            place = nothing_done(plain_words(text), names_project=bool(asked.projects))
            return TaskOrders(self.tasks).carry_out(self.account_id, command) if place is None else None
        if asked.intents != ("schedule",):
            return None
        if reading is None:
            return unclear
        return self._assign(text, asked.projects) if reading.kind != "none" else None

    def _assign(self, text: str, named: Sequence[str]) -> Answer:
        meant = [project for project in self.portfolio.projects if project.name in named]
        project = meant[0] if len(meant) == 1 else None
        accepted = self.tasks.assign(self.account_id, AssignTask(task=text, project_id=project.id if project else None))
        action = ActionView(type="task", project=project.name if project else "", count=1, ids=[accepted.task_id])
        return Answer(accepted.message, [action], made=accepted.task_id)

    def _named(self, text: str) -> tuple[str, ...]:
        """The projects that a follow-up names beyond doubt."""
        names = ProjectNames([project.name for project in self.portfolio.projects])
        found = [mention.names for one in read_sentences(text) for mention in names.find(one.words)]
        if not found:  # "the bakery" alone: the clause makes no sense but as a name
            found = [
                mention.names for one in read_sentences(f"the {text} project") for mention in names.find(one.words)
            ]
        return tuple(names[0] for names in found if len(names) == 1)

    def _credentials(self) -> list[CredentialView]:
        return self.vault.list_credentials(
            self.account_id, project_id=None, limit=_CREDENTIALS_SHOWN, cursor=None
        ).credentials

    def _remembered(self, message: str, asked: Classification, found: Answer) -> AssistantAnswer:
        shown = asked.ambiguous[0] if asked.ambiguous else found.shown
        about = About(
            topic=asked.intents[0],
            names=asked.projects,
            shown=tuple(shown)[:MOST_SHOWN],
            if_named=found.if_named,
            if_yes=found.suggestion.text if found.suggestion else "",
        )
        dialogue = Dialogue(
            about=about,
            asked=message,
            intents=asked.intents,
            projects=asked.projects,
            task_id=found.made,
            task_text=message if found.made else "",
            said_at=self.portfolio.now,
        )
        self.tasks.store.save_dialogue(self.account_id, dialogue)
        return AssistantAnswer(
            response=found.response, actions=found.actions, intents=list(asked.intents), suggestion=found.suggestion
        )


def _said(intent: str, found: Answer) -> AssistantAnswer:
    return AssistantAnswer(response=found.response, actions=found.actions, intents=[intent])
