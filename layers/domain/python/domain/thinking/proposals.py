"""Deeds that a model proposes. Code finds the record and makes the card, as for a customer's order in a known form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, Field

from domain.answers.amounts import NoSuchDeed
from domain.answers.cards import Prepared
from domain.answers.deeds import Deed, Form

MOST = 24


class Deeds(StrEnum):
    """What a model may propose."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"
    ADD_ENTRY = "add_entry"
    REWORD = "reword"
    DROP = "drop"
    SET_KINDS = "set_kinds"
    ANSWER_CHOICE = "answer_choice"
    SET_BRIEF = "set_brief"
    PAUSE = "pause"
    RESUME = "resume"
    COMPLETE = "complete"
    CANCEL = "cancel"
    SET_CEILING = "set_ceiling"
    SET_DEADLINE = "set_deadline"
    CREATE_WORK = "create_work"
    ADD_TASK = "add_task"
    CHANGE_TASK = "change_task"
    PAUSE_TASK = "pause_task"
    RESUME_TASK = "resume_task"
    RUN_TASK = "run_task"
    SKIP_TASK = "skip_task"
    DELETE_TASK = "delete_task"


class Proposal(BaseModel):
    """A deed that the owner asked for, or that you suggest. It is a card: nothing is done until somebody confirms it.

    `target`: the document by its title (approve, request_changes), the id of an entry or line such as R2 or R2.1
    (reword, drop, set_kinds), the id of a choice such as D4, the type of a new entry (must-have, rule, audience,
    measure, system, out of scope), the field of the brief (set_brief: goal, platforms, existing, personal_data, tone,
    approver), a task by its words, the title of new work. `text`: the comment, the new text, the answer, the amount
    such as 30000, the day as 2027-06-30 ("none" removes a limit), what is to be done, what a must-have counts as where
    it was misread (set_kinds: one or two kinds such as "payments, booking"). `when`: of a task, in English, such as
    "every Monday at 9". `project`: its name, where you answer for several.
    """

    kind: Deeds
    target: Annotated[str, Field(max_length=300)] = ""
    text: Annotated[str, Field(max_length=2_000)] = ""
    when: Annotated[str, Field(max_length=200)] = ""
    project: Annotated[str, Field(max_length=120)] = ""


_STATUS = {Deeds.PAUSE, Deeds.RESUME, Deeds.COMPLETE, Deeds.CANCEL}
_TASKS = {Deeds.PAUSE_TASK, Deeds.RESUME_TASK, Deeds.RUN_TASK, Deeds.SKIP_TASK, Deeds.DELETE_TASK}
_FORMS: Mapping[Deeds, Form] = {
    Deeds.APPROVE: Form.APPROVE,
    Deeds.REQUEST_CHANGES: Form.REQUEST_CHANGES,
    Deeds.ADD_ENTRY: Form.ADD,
    Deeds.REWORD: Form.REWORD,
    Deeds.DROP: Form.DROP,
    Deeds.SET_KINDS: Form.KINDS,
    Deeds.ANSWER_CHOICE: Form.CHOICE,
    Deeds.SET_BRIEF: Form.BRIEF,
    Deeds.SET_CEILING: Form.CEILING,
    Deeds.SET_DEADLINE: Form.DEADLINE,
    Deeds.CREATE_WORK: Form.WORK,
    Deeds.ADD_TASK: Form.REMIND,
    Deeds.CHANGE_TASK: Form.RETIME,
    **dict.fromkeys(_STATUS, Form.STATUS),
    **dict.fromkeys(_TASKS, Form.TASK),
}
_OF_TASKS = {Deeds.ADD_TASK, Deeds.CHANGE_TASK, *_TASKS}


def deed_of(proposal: Proposal) -> Deed:
    """The deed of a proposal, as if it had been written in its form. Raises `NoSuchDeed` where a part is missing."""
    kind, target, text = proposal.kind, " ".join(proposal.target.split()), proposal.text.strip()
    if kind in _STATUS:
        return Deed(Form.STATUS, "", verb=kind.value)
    if kind in _TASKS:
        return Deed(Form.TASK, "", verb=kind.value.removesuffix("_task"), target=target)
    if kind is Deeds.ADD_TASK:
        if not (text and proposal.when):
            raise NoSuchDeed("A task needs its words in text, and when.")
        return Deed(Form.REMIND, f"{proposal.when}: {text}", verb="remind", target=text, text=proposal.when)
    if kind is Deeds.CHANGE_TASK:
        text = proposal.when or text
    if kind is Deeds.ADD_ENTRY:
        target = (target or "must-have").replace("_", " ").replace("must have", "must-have")
    if kind in {Deeds.SET_CEILING, Deeds.SET_DEADLINE}:
        text = text or proposal.when or target
    if kind is not Deeds.APPROVE and kind is not Deeds.DROP and not text:
        raise NoSuchDeed(f"{kind.value} needs its text.")
    if not target and kind not in {Deeds.SET_CEILING, Deeds.SET_DEADLINE}:
        raise NoSuchDeed(f"{kind.value} needs its target.")
    return Deed(_FORMS[kind], "", verb=kind.value, target=target, text=text)


def cards_of(
    proposals: Iterable[Proposal], prepared: Callable[[Proposal], Prepared]
) -> tuple[list[Prepared], list[str]]:
    """The cards of proposals, and why others are not made: `prepared` raises `NoSuchDeed` for these."""
    cards: list[Prepared] = []
    unmade: list[str] = []
    for proposal in proposals:
        try:
            cards.append(prepared(proposal))
        except NoSuchDeed as problem:
            unmade.append(f"{proposal.kind.value} {proposal.target}: {problem}")
    return cards, unmade


def is_allowed(proposal: Proposal, scopes: AbstractSet[str]) -> bool:
    """Whether somebody with these scopes may send the request of such a card."""
    return ("pa:access" if proposal.kind in _OF_TASKS else "projects:write") in scopes
