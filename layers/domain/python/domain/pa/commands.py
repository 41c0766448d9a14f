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
from domain.language.dialogue import ORDINALS
from domain.pa.records import Task


class Verb(StrEnum):
    """What can be done with a task."""

    PAUSE = "pause"
    RESUME = "resume"
    DELETE = "delete"
    RUN = "run"


@frozen
class Command:
    """`words` say which task is meant. `qualified`: the text asks for more than we can do, such as "until Friday".

    Why it is told ("delete it, Ngozi does this already") says neither.
    """

    verb: Verb
    words: frozenset[str]
    qualified: bool
    names_task: bool = False
    """The text speaks of a report, a reminder or the like."""
    points: bool = False
    """It says "the costs one", which may as well be a project."""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_VERBS = {
    Verb.PAUSE: r"turn off|switch off|hold off(?: on)?|pause|suspend|stop|halt|mute|put on hold|freeze|park|hold",
    Verb.RESUME: r"resume|unpause|reactivate|restart|continue|start|turn on|switch on|bring back|enable",
    Verb.DELETE: r"delete|remove|cancel|drop|get rid of|unsubscribe me from|ditch|scrap|kill|bin|trash|erase|call off",
    Verb.RUN: r"run|trigger|execute",
}
_POLITE = (
    r"(?:(?:hi|hello|hey|ok|okay|please|pls|kindly|thanks|thank you|thx|ta|cheers|(?:so|very) much|great|perfect|good"
    r"|fine|right|lovely|now|so|and|then|just|also|well|actually|no|nah|nope|yes|yeah|oh|sorry|abeg)\b[ ,.!]*"
    r"|(?:can|could|would|will) you |i(?: would|'d) like you to |i want you to )*"
)
_COMMAND = re.compile(
    _POLITE
    + "(?:"
    + "|".join(f"(?P<{verb}>{words})" for verb, words in _VERBS.items())
    + r")\b(?!(?<=hold) (?:on|up|the line)\b)"
)
_WORD, _SENTENCE_END = re.compile(r"\w+"), re.compile(r"(?<=[.!]) ")
_CLAUSE_END = re.compile(
    r"[,;.!](?= |$)| (?=(?:because|since|cause|cos|coz)\b)"
    r"|(?<= it) (?=(?:i|im|i'm|i'll|i've|we|we're|he|she|they|my|our|it's|its|there's)\b)"
)
_NAMING = re.compile(
    r" *(?:i mean|meaning|only|not|but|until|till|except|on|at|from|for|and|or)\b"
    r"| *(?:the|that|this|my|your|our) (?:[\w'’-]+ ){0,3}?(?:ones?|reports?|reminders?|tasks?)\b"
    r"| *[\w'’-]+(?: [\w'’-]+)?$"  # too short to be a reason
)
_COUNTERED = re.compile(r"\b(?:but|only|instead|unless|if|except|wait|don't|do not|rather)\b")
_ONE = re.compile(
    r"(?:\b(?:the|my|that|this|your|our) (?:[\w'’-]+ ){1,3}?|^(?:and |so |ok )?[\w'’-]+ )"
    r"(?:ones?|reports?|reminders?|tasks?)\b",
    re.IGNORECASE,
)
_FILLERS = _words(
    "the a an my our your this that these those it of for me us to i you we please now thanks thank again just back up",
    "then every each on at in with about from s task tasks thing one ones job sending send giving give showing telling",
    "what whats which when where who why how is are am was were be there does did have has had left still any next",
    "doing making running do get scheduled recurring regular right away immediately once asked want anymore all",
)
_QUALIFYING = _words(
    "until till unless if when while after before except but not don t and tomorrow next later today or",
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
_SHORTEST_PLURAL = 4
_TASKS = _words("report reminder task tasks digest summary newsletter update check mails email")
_VERBAL = _words(*(words.replace("|", " ") for words in _VERBS.values()), "move shift change make put set")
_COMMON = _words("report reminder update summary email mail message status check")


def read_command(text: str) -> Command | None:
    """What `text` tells us to do with an existing task, or None when it is no command."""
    line = " ".join(text.lower().replace("’", "'").split())
    parts = (line, *_SENTENCE_END.split(line)[1:])  # "Not at New Year, thanks. Pause it."
    found = next((match for part in parts if (match := _COMMAND.match(part))), None)
    if found is None or found.lastgroup is None:
        return None
    told, *beside = _CLAUSE_END.split(found.string[found.end() :])
    reasons = [clause for clause in beside if not _NAMING.match(clause)]
    named = " ".join([told, *(clause for clause in beside if clause not in reasons)])
    others = any(_COMMAND.match(clause.strip()) for clause in reasons)
    words = [_stem(word) for word in _WORD.findall(named)]
    verbs = {verb for verb, spoken in _VERBS.items() if set(words) & set(spoken.split("|"))}
    return Command(
        verb=Verb(found.lastgroup),
        words=frozenset(words) - _FILLERS - _QUALIFYING,
        qualified=bool(verbs or _QUALIFYING & set(words) or _COUNTERED.search(" ".join(reasons)) or others),
        names_task=any(word in _TASKS or word.startswith("tsk_") for word in words),
        points=bool({"one", "ones"} & set(_WORD.findall(named))),
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
    return replace(command, words=frozenset({_stem(task.id.lower())}))


def ones_named(message: str, tasks: Sequence[Task]) -> list[Task]:
    """The tasks that "the costs one" or "the Monday report" in a message fits; none where it says nothing like it."""
    found = _ONE.search(" ".join(message.lower().split()))
    told = {_stem(word) for word in _WORD.findall(found[0])} - _COMMON - _FILLERS - _VERBAL if found else set()
    counted = told & {*map(_stem, ORDINALS), "last", "next", "other"}
    return [task for task in tasks if told and not counted and told <= _words_of(task)]


def with_it(message: str) -> str:
    """The message with "it" for "the costs one": the name of a task tells no new time."""
    return _ONE.sub("it", message, count=1)


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
    return word if word in _COMMON or len(word) < _SHORTEST_PLURAL or word.endswith("ss") else word.removesuffix("s")
