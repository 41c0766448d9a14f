"""Deeds (changes) that a message asks for: the message, or one of its lines, has as a whole one of a few forms.

Nothing is guessed. A line that only begins like a form makes no card: the answer quotes it and shows the form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from common.services import frozen

MOST_LINES = 20
_LONGEST = 400  # characters of a line that may be a form; only a requested change or a new text may be longer
_ENTRY = r"[RAMICX][1-9]\d{0,3}"
_ID = r"[A-Z]{1,2}\d{1,4}(?:\.\d{1,4})?"
_CHOICE = r"D[1-9]\d{0,3}"
_AMOUNT = r"(?:none|off|no)|.{0,20}\d.{0,20}"
_OF_LIMITS = r"(?:(?:set|change|move|raise|lower) )?(?:(?:the|my|our|an?) )?"
_BULLET = re.compile(r"(?:[-*•] |\d{1,2}[.)] )")
_PLEASE = re.compile(r"(?:please|pls|kindly),? ", re.IGNORECASE)
_QUOTES = {("“", "”"), ('"', '"'), ("'", "'"), ("‘", "’"), ("„", "“"), ("«", "»")}
_COURTESIES = ("please", "pls", "thanks", "thank you")


class CardKind(StrEnum):
    """What a card does."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"
    ADD_ENTRY = "add_entry"
    REWORD_ENTRY = "reword_entry"
    DROP_ENTRY = "drop_entry"
    SET_KINDS = "set_kinds"
    ANSWER_CHOICE = "answer_choice"
    EDIT_LINE = "edit_line"
    STRIKE_LINE = "strike_line"
    CHANGE_BRIEF = "change_brief"
    PAUSE = "pause"
    RESUME = "resume"
    COMPLETE = "complete"
    CANCEL = "cancel"
    SET_CEILING = "set_ceiling"
    SET_DEADLINE = "set_deadline"
    ADD_TASK = "add_task"
    CHANGE_TASK = "change_task"
    PAUSE_TASK = "pause_task"
    RESUME_TASK = "resume_task"
    RUN_TASK = "run_task"
    DELETE_TASK = "delete_task"
    SKIP_RUN = "skip_run"
    CREATE_WORK = "create_work"
    CLOSE_WORK = "close_work"
    REVIEW_WORK = "review_work"
    SNOOZE = "snooze"
    ESCALATE = "escalate"


class Form(StrEnum):
    """The form of a line, as we show it to a person who nearly wrote it."""

    REQUEST_CHANGES = "request changes on <document>: <what should change>"
    ADD = "add must-have: <text>"
    APPROVE = "approve <document>"
    DROP = "drop <id>"
    CHOICE = "<D-id> = <answer>"
    REWORD = "<id>: <new text>"
    CEILING = "ceiling <amount>"
    DEADLINE = "deadline <day>"
    RETIME = "change <task> to <when>"
    STATUS = "pause project"
    TASK = "pause <task>"
    REMIND = "remind me <when> to <do something>"
    KINDS = "correct a reading"  # no line has it, either
    BRIEF = "say once for the product"  # no line has it: the brief's page has
    WORK = "hand out work"  # no line has it: it takes more than one


@frozen
class Deed:
    """A line that has a form. `verb`: its first word, where a form has several; `target`, `text`: its other parts."""

    form: Form
    line: str
    verb: str = ""
    target: str = ""
    text: str = ""


@frozen
class Unread:
    """A line that begins like a form but does not have it, that form, and why we can't read the line."""

    line: str
    form: Form
    why: str = ""


@frozen
class DeedsRead:
    """The lines of a message: those that have a form, those that nearly have one, and all others (`rest`)."""

    deeds: tuple[Deed, ...] = ()
    unread: tuple[Unread, ...] = ()
    rest: str = ""


_PATTERNS: Sequence[tuple[Form, str]] = (
    (Form.REQUEST_CHANGES, r"request changes (?:on|to|for|of) (?P<target>[^:\n]{1,80}): ?(?P<text>.+)"),
    (
        Form.ADD,
        r"(?:add (?:an? )?(?:new )?)?(?P<target>must[- ]have|rule|audience|measure|(?:other )?system): ?(?P<text>.+)",
    ),
    (Form.APPROVE, r"approve (?P<target>.{1,80})"),
    (Form.DROP, rf"(?:drop|remove|strike|delete) (?P<target>{_ID})"),
    (Form.CHOICE, rf"(?P<target>{_CHOICE}) ?[=:] ?(?P<text>.+)"),
    (Form.REWORD, rf"(?P<target>{_ID}) ?: ?(?P<text>.+)"),
    (
        Form.CEILING,
        rf"{_OF_LIMITS}(?:budget ceiling|ceiling|budget)(?: to| at| of| is|:| =)? (?P<text>{_AMOUNT})",
    ),
    (Form.DEADLINE, rf"{_OF_LIMITS}deadline(?: to| at| of| on| is|:| =)? (?P<text>.{{1,40}})"),
    (Form.RETIME, r"change (?:the )?(?P<target>.{1,120}) to (?P<text>.{1,120})"),
    (Form.STATUS, r"(?P<verb>pause|resume|complete|cancel)(?: (?P<target>.{1,120}))?"),
    (Form.TASK, r"(?P<verb>delete|run|skip) (?P<target>.{1,120})"),
    (Form.REMIND, r"(?P<verb>remind|send|tell|mail|email) me .+|(?:every|each) .+"),
)
# The words with which a line begins like a form. A line that only asks ("send me …", "tell me …") is none of these.
_BEGINNINGS: Sequence[tuple[Form, str]] = (
    (Form.REQUEST_CHANGES, "request changes"),
    (Form.ADD, "add"),
    (Form.APPROVE, "approve"),
    (Form.DROP, "drop|remove|strike"),
    (Form.CEILING, rf"{_OF_LIMITS}(?:budget )?ceiling|(?:set|change|raise|lower) (?:the |my |our |an? )?budget"),
    (Form.DEADLINE, rf"{_OF_LIMITS}deadline"),
    (Form.STATUS, "pause|resume|complete|cancel"),
    (Form.TASK, "delete|run|skip"),
    (Form.RETIME, "change"),
    (Form.REMIND, "remind me"),
)
_FLAGS = re.IGNORECASE | re.DOTALL  # `re` compiles a pattern at its first use: most starts read no message


def read_deeds(message: str) -> DeedsRead:
    """A message's deeds and `unread` lines, 20 in all at most, and the rest. Only requested changes may span lines."""
    whole = bare(message)
    if "\n" not in whole or re.fullmatch(_PATTERNS[0][1], whole, _FLAGS):
        lines = [message.strip()]
    else:
        lines = [line for line in message.splitlines() if line.strip()]
    deeds: list[Deed] = []
    unread: list[Unread] = []
    rest: list[str] = []
    for line in lines:
        said = bare(line)
        read = _read(said) if len(deeds) + len(unread) < MOST_LINES else None
        if isinstance(read, Deed):
            deeds.append(read)
        elif isinstance(read, Unread):
            unread.append(read)
        else:
            rest.append(line)
    return DeedsRead(tuple(deeds), tuple(unread), "\n".join(rest).strip())


def bare(line: str) -> str:
    """A line without a bullet, "please" or "thanks", and the marks at its end."""
    said = line.strip()
    said = said[found.end() :] if (found := _BULLET.match(said)) else said
    said = said[found.end() :] if (found := _PLEASE.match(said)) else said
    said = said.rstrip(".! ")
    for word in _COURTESIES:
        if said.lower().endswith(f" {word}"):
            return said[: -len(word)].rstrip(" ,.!")
    return said


def _read(said: str) -> Deed | Unread | None:
    for form, pattern in _PATTERNS:
        if len(said) > _LONGEST and form not in {Form.REQUEST_CHANGES, Form.ADD, Form.REWORD}:
            continue
        if (found := re.fullmatch(pattern, said, _FLAGS)) and not said.endswith("?"):
            groups = {name: _unquoted(value or "") for name, value in found.groupdict().items()}
            return Deed(form, said, **groups)
    if said.endswith("?"):
        return None
    begun = next((form for form, words in _BEGINNINGS if re.match(rf"(?:{words})\b", said, _FLAGS)), None)
    return Unread(said, begun) if begun is not None else None


def _unquoted(text: str) -> str:
    """A text without surrounding spaces and without quotation marks around all of it."""
    bare_text = text.strip()
    is_quoted = len(bare_text) > 1 and (bare_text[0], bare_text[-1]) in _QUOTES
    return bare_text[1:-1].strip() if is_quoted else bare_text
