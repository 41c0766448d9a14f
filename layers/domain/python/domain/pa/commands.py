"""Reads commands about existing tasks in plain words, such as "pause the Monday report". Pure functions.

A command begins with its verb; only polite words may stand before. So a question ("did the Monday report run?"), a wish
in passing and a negation ("don't delete it") are no commands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from common.services import frozen
from domain.pa.records import Task


class Verb(StrEnum):
    """What can be done with a task."""

    PAUSE = "pause"
    RESUME = "resume"
    DELETE = "delete"
    RUN = "run"


@frozen
class Command:
    """`words` say which task is meant. `qualified`: the text asks for more than we can do, such as "until Friday"."""

    verb: Verb
    words: frozenset[str]
    qualified: bool
    names_task: bool = False
    """The text speaks of a report, a reminder or the like."""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_VERBS = {
    Verb.PAUSE: r"turn off|switch off|hold off(?: on)?|pause|suspend|stop|halt|mute|put on hold",
    Verb.RESUME: r"resume|unpause|reactivate|restart|continue|start|turn on|switch on",
    Verb.DELETE: r"delete|remove|cancel|drop|get rid of|unsubscribe me from",
    Verb.RUN: r"run|trigger|execute",
}
_POLITE = (
    r"(?:(?:hi|hello|hey|ok|okay|please|kindly|thanks|now|so|and|then|just)\b[ ,.!]*"
    r"|(?:can|could|would|will) you (?:please |kindly )?|i(?: would|'d) like you to |i want you to )*"
)
_COMMAND = re.compile(_POLITE + "(?:" + "|".join(f"(?P<{verb}>{words})" for verb, words in _VERBS.items()) + r")\b")
_WORD, _SENTENCE_END = re.compile(r"\w+"), re.compile(r"(?<=[.!]) ")
_FILLERS = _words(
    "the a an my our your this that these those it of for me us to i you we please now thanks thank again just back up",
    "every each on at in with about from s task tasks thing one ones job sending send giving give showing telling",
    "doing making running do get scheduled recurring regular right away immediately once asked want anymore all",
)
_QUALIFYING = _words(
    "until till unless if when while after before except but not don t and then tomorrow next later today or",
    "tonight instead only",
)
_CADENCES = {
    "FREQ=DAILY": "daily day",
    "FREQ=WEEKLY": "weekly week",
    "FREQ=MONTHLY": "monthly month",
    "FREQ=YEARLY": "yearly year annual",
    "FREQ=HOURLY": "hourly hour",
}
_WEEKDAYS = _words("monday tuesday wednesday thursday friday saturday sunday")
_DAYS = _WEEKDAYS | _words("weekday day week month hour")
_TASKS = _words("report reminder task tasks digest summary newsletter update check mails email")
_COMMON = _words("report reminder update summary email mail message status check")


def read_command(text: str) -> Command | None:
    """What `text` tells us to do with an existing task, or None when it is no command."""
    line = " ".join(text.lower().replace("’", "'").split())
    parts = (line, *_SENTENCE_END.split(line)[1:])  # "Not at New Year, thanks. Pause it."
    found = next((match for part in parts if (match := _COMMAND.match(part))), None)
    if found is None or found.lastgroup is None:
        return None
    words = [_stem(word) for word in _WORD.findall(found.string[found.end() :])]
    verbs = {verb for verb, spoken in _VERBS.items() if set(words) & set(spoken.split("|"))}
    return Command(
        verb=Verb(found.lastgroup),
        words=frozenset(words) - _FILLERS - _QUALIFYING,
        qualified=bool(verbs or _QUALIFYING & set(words)),
        names_task=any(word in _TASKS or word.startswith("tsk_") for word in words),
    )


def meant_by(command: Command, tasks: Sequence[Task]) -> list[Task]:
    """The tasks that contain all words of the command; if none does, those with all but common words like "report".

    A command without words that tell tasks apart fits all tasks.
    """
    fitting = [task for task in tasks if command.words <= _words_of(task)]
    telling = command.words - _COMMON
    if fitting or not telling:
        return fitting
    return [task for task in tasks if telling <= _words_of(task)]


def of_last_task(command: Command, task: Task) -> Command | None:
    """The command for the task spoken of last ("pause it"); None for one that names another, or asks for more."""
    if command.qualified or (command.words - _COMMON and not meant_by(command, [task])):
        return None
    return replace(command, words=frozenset({task.id.lower()}))


def named_in(plain: str, tasks: Sequence[Task]) -> Sequence[Task] | None:
    """The tasks of the days and subjects that a question names; None where it names none, or all of them."""
    words = {_stem(word) for word in _WORD.findall(plain)} - _COMMON - _FILLERS
    told = words & (_WEEKDAYS | {word for task in tasks for word in _WORD.findall(task.task.lower())})
    named = [task for task in tasks if told <= _words_of(task)]
    return named if told and len(named) < len(tasks) else None


def _words_of(task: Task) -> frozenset[str]:
    """The words of a task: those of its text and its schedule, words for how often it runs, and its id."""
    rules = task.timetable.rrules if task.timetable else ()
    cadence = " ".join(words for freq, words in _CADENCES.items() if any(freq in rule for rule in rules))
    spoken = f"{task.text} {task.schedule_text or ''} {cadence} {task.id}".lower()
    return frozenset(_stem(word) for word in _WORD.findall(spoken))


def _stem(word: str) -> str:
    singular = word.removesuffix("s")
    return singular if singular in _DAYS or singular in _COMMON else word
