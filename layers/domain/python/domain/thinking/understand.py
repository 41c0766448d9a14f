"""The first step: what the customer's message says, and the plan of who is asked about it. Code checks both.

What the model understands does nothing by itself. A wish or a command becomes a question back (`asking_back.py`).
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue

from domain.agents.brain import slices
from domain.agents.brain.following import about_before
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.records import Message
from domain.projects.brief.records import BriefEntryType
from domain.projects.states import DeliverableKind, Role
from domain.thinking.prompts import understand as prompt
from domain.thinking.task import Task

MOST_CONSULTED = 3
_MOST_QUERIES = 3
_LONGEST_YES = 4  # words
_MOST_MESSAGES = 6
_LONGEST_MESSAGE = 1_000
_MAX_TOKENS = 900

Verb = Literal["approve", "request_changes", "pause", "resume", "take_back_wish"]
Short = Annotated[str, Field(max_length=300)]


class Command(BaseModel):
    """What the customer tells the team to do. Nobody does it before the customer has confirmed it."""

    verb: Verb
    document: DeliverableKind | None = None
    comment: Annotated[str, Field(max_length=2_000)] = ""


class Consultation(BaseModel):
    """A role, and the question that it is asked."""

    role: Role
    question: Short


class Understood(BaseModel):
    """The answer of the step."""

    language: Annotated[str, Field(pattern="^[a-z]{2}$")]
    question: Annotated[str, Field(max_length=1_000)] = ""
    answers: Literal["yes", "no"] | None = None
    wish: Short | None = None
    considers: Short | None = None
    command: Command | None = None
    consult: list[Consultation] = []
    look_up: list[Short] = []


def task_of(question: Message, facts: ProjectFacts) -> Task[Understood]:
    """The task of reading `question`."""
    before = about_before(question, facts)
    return Task(
        name="understand",
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data={
            "message": question.content,
            "conversation": conversation(question, facts),
            "asked_before": before.if_yes if before else "",
            "today": f"{facts.now:%Y-%m-%d, %A}",
            "project": _project(facts),
        },
        output=Understood,
        max_tokens=_MAX_TOKENS,
    )


def validated(understood: Understood, question: Message, facts: ProjectFacts) -> Understood:
    """What of it stands against the records and the customer's own words; the rest is left out."""
    before = about_before(question, facts)
    is_answer = before is not None and before.if_yes and len(question.content.split()) <= _LONGEST_YES
    command = understood.command
    if command is not None and command.comment and not is_quoted(command.comment, question.content):
        command = None
    wish, considers = (
        text if text and is_quoted(text, question.content) else None for text in (understood.wish, understood.considers)
    )
    consult = {item.role: item for item in reversed(understood.consult)}
    return understood.model_copy(
        update={
            "answers": understood.answers if is_answer else None,
            "wish": wish,
            "considers": considers,
            "command": command,
            "consult": list(reversed(consult.values()))[:MOST_CONSULTED],
            "look_up": understood.look_up[:_MOST_QUERIES],
        }
    )


def is_quoted(text: str, message: str) -> bool:
    """Whether every word of `text` is a word of `message`: the customer's own wording, and nothing put into it."""
    words = re.findall(r"\w+", text.casefold())
    return bool(words) and set(words) <= set(re.findall(r"\w+", message.casefold()))


def conversation(question: Message, facts: ProjectFacts) -> list[JsonValue]:
    """What was said before `question`, oldest first: the last few messages, long ones cut."""
    earlier = [item for item in facts.recent if (item.reply_to or item.id) < question.id]
    return [{"from": item.sender_type, "text": item.content[:_LONGEST_MESSAGE]} for item in earlier[-_MOST_MESSAGES:]]


def _project(facts: ProjectFacts) -> dict[str, JsonValue]:
    return {
        "name": facts.project.name,
        "status": facts.project.status.value,
        "phase": facts.project.phase.value,
        "brief": {entry.id: entry.text for kind in BriefEntryType for entry in facts.brief.of_type(kind)},
        "waiting_for_the_customer": [
            {"document": item.deliverable_kind.value, "title": item.title} for item in slices.pending_approvals(facts)
        ],
    }
