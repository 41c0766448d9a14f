"""What a customer tells the CEO to do. Only what can mean nothing else is an instruction; the rest is asked back.

A sentence is an instruction when all of it is one: a lead-in ("Hi Ada, please"), a verb, what it applies to, courtesy.
A condition, a negation, a doubt or another's words leave something over, and then nothing is done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from domain.agents.brain.forms import (
    Verb,
    doubt,
    forms,
    open_question,
    request_in_courtesy,
    retraction,
    spoken_of,
    without_lead_in,
)
from domain.agents.brain.plain_sentences import Sentence
from domain.agents.brain.slips import is_slip_of
from domain.agents.brain.targets import target_of

MAX_COMMENT_LENGTH = 4_000
_FORMS_OF_APPROVE = ("approve", "approved")
_OTHER_WORDS = frozenset({"approves", "approver", "approvers", "approval", "approvals", "approving"})


@dataclass(frozen=True, slots=True)
class Instruction:
    """`target` is what it applies to, in plain words; `comment` what should change, in the customer's own."""

    verb: Verb
    target: str = ""
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """The instructions of a message; `weighed` are verbs it only speaks of; `rest` are the sentences left to answer."""

    instructions: tuple[Instruction, ...]
    weighed: tuple[Verb, ...]
    rest: tuple[Sentence, ...]


def told_in(message: str, sentences: Sequence[Sentence]) -> Told:
    """The instructions in `sentences`, those of `message`. A doubt elsewhere in it makes them things only weighed."""
    instructions: list[Instruction] = []
    weighed: list[Verb] = []
    rest: list[Sentence] = []
    position = 0
    while position < len(sentences):
        sentence = sentences[position]
        position += 1
        instruction = _instruction(sentence)
        if instruction is None:
            weighed += _weighed(sentence)
            rest.append(sentence)
            continue
        if instruction.verb is Verb.REQUEST_CHANGES:
            end = _end_of_comment(sentences, position)
            instruction = _with_more(instruction, message, sentence, sentences[position:end])
            position = end
        instructions.append(instruction)
    if any(doubt().search(sentence.plain) for sentence in rest):
        weighed = [*(instruction.verb for instruction in instructions), *weighed]
        instructions = []
    return Told(tuple(instructions), tuple(dict.fromkeys(weighed)), tuple(rest))


def _instruction(sentence: Sentence) -> Instruction | None:
    plain = _spelled(sentence.plain)
    bare = without_lead_in(plain)
    if sentence.is_question and not request_in_courtesy().match(bare):
        return None
    for form in forms():
        if match := form.pattern.fullmatch(bare):
            target = (match.groupdict().get("target") or "").strip(" ,:-")
            if not form.needs_document or target_of(target).is_name:
                return Instruction(form.verb, target, form.comment or _comment(sentence.text, bare, match))
    return None


def _comment(text: str, bare: str, match: re.Match[str]) -> str | None:
    """The comment as it stands in `text`: what follows the words that come before it in the plain sentence."""
    groups = match.groupdict()
    if wish := groups.get("wish"):
        return _without_target(text, wish, groups["target"])
    if not (comment := groups.get("comment")):
        return None
    before = bare[: match.start("comment")].removesuffix("because ").rstrip(" ,:-").rpartition(" ")[2]
    place = re.search(rf"\b{re.escape(before)}\b\s*(?:[:,\u2013\u2014-]|because\b)", text, re.IGNORECASE)
    own = text[place.end() :] if place else comment
    return own.strip().strip('"\u201c\u201d\u201e').strip() or None


def _without_target(text: str, wish: str, target: str) -> str:
    """The wish without the document it is for ("add a section on GDPR to the roadmap"): a comment is about its own."""
    end = re.search(rf"\s+(?:to|in|into|from|of|on)\s+(?:the\s+|our\s+)?{re.escape(target)}\W*$", text, re.IGNORECASE)
    start = text.lower().find(wish.partition(" ")[0])
    return text[max(0, start) : end.start()] if end else wish


def _weighed(sentence: Sentence) -> list[Verb]:
    """The verbs a sentence speaks of without telling: "should I approve it?", "don't pause yet"."""
    plain = _spelled(sentence.plain)
    if open_question().match(plain):
        return []
    return [verb for verb, pattern in spoken_of().items() if pattern.search(plain)]


def _end_of_comment(sentences: Sequence[Sentence], start: int) -> int:
    """A comment goes on until a sentence asks, tells something else or takes it back."""
    for position in range(start, len(sentences)):
        sentence = sentences[position]
        if sentence.is_question or retraction().search(sentence.plain) or _instruction(sentence) is not None:
            return position
    return len(sentences)


def _with_more(
    instruction: Instruction, message: str, sentence: Sentence, following: Sequence[Sentence]
) -> Instruction:
    """The instruction with the sentences after it added to its comment, as they were written."""
    own = instruction.comment or ""
    start = sentence.end if own else sentence.end + 1
    more = message[start : following[-1].end] if following else ""
    return replace(instruction, comment=(own + more).strip()[:MAX_COMMENT_LENGTH].strip() or None)


def _spelled(plain: str) -> str:
    """`plain` with slips in "approve" put right."""
    return " ".join(_approve(word) for word in plain.split(" "))


def _approve(word: str) -> str:
    bare = word.rstrip(",:")
    if "pr" not in bare or bare in _OTHER_WORDS or bare in _FORMS_OF_APPROVE:
        return word
    meant = next((known for known in _FORMS_OF_APPROVE if is_slip_of(bare, known)), bare)
    return meant + word[len(bare) :]
