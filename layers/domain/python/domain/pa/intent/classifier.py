"""The classifier: a text to its intents and projects (product: the assistant)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from domain.language.declined import certain_refusals, likely_refusals
from domain.language.intents import INTENTS
from domain.language.learned import Reader, Text, chosen
from domain.language.names import Mention, ProjectNames
from domain.language.reading import ReadSentence, read_text
from domain.pa.intent.classification import Classification

READER = Reader(INTENTS, Path(__file__).with_name("weights.bin"))
_DECLINED = "out_of_scope"
_SHORTEST_QUESTION = 3
# What the text of a task is about, told by one word of these families; in the order of a report's sections.
_SUBJECTS = {
    "budget": frozenset({"MONEY", "SPEND", "PRICE"}),
    "timeline": frozenset({"DEADLINE", "LATE"}),
    "approvals": frozenset({"APPROVAL"}),
    "credentials": frozenset({"PASSWORD", "ACCESS"}),
    "messages": frozenset({"MESSAGE"}),
}


def likelihoods(text: Text) -> Mapping[str, float]:
    """The log-odds of each intent."""
    return READER.likelihoods(text)


def classify(text: str, project_names: Sequence[str]) -> Classification:
    """What `text` asks for: by the weights, after the table of what is always declined."""
    read = read_text(text, ProjectNames(project_names))
    if not any(token.word[0].isalpha() for one in read for token in one.tokens):
        return Classification((_DECLINED,), refusals=("unrelated",))
    honest, reasons = _parted(read)
    intents = _beside_refusal(honest) | {_DECLINED} if reasons else _settled(honest)
    if _DECLINED in intents and not reasons:
        reasons = list(likely_refusals(one.plain for one in read))
    projects, ambiguous = _named(mention for one in read for mention in one.mentions)
    return Classification(tuple(filter(intents.__contains__, INTENTS)), projects, ambiguous, tuple(reasons))


def is_guess(text: str, project_names: Sequence[str]) -> bool:
    """Whether no intent of `text` is likely."""
    read = read_text(text, ProjectNames(project_names))
    return not read or max(likelihoods([one.features for one in read]).values()) <= 0


def classify_order(text: str, project_names: Sequence[str]) -> Classification:
    """What the text of a task is about, its schedule aside: the subjects it names, else the state of things."""
    asked = classify(text, project_names)
    if asked.refusals:
        return asked
    read = read_text(text, ProjectNames(project_names))
    told = {family for one in read for token in one.tokens for family in token.families}
    subjects = tuple(subject for subject, families in _SUBJECTS.items() if families & told)
    return Classification(subjects or ("summary",), asked.projects, asked.ambiguous)


def _parted(read: Sequence[ReadSentence]) -> tuple[list[ReadSentence], list[str]]:
    """The sentences that may be answered, and why the others are declined.

    What follows an attempt to change the rules is what the attempt is for, and isn't heard; a new paragraph is.
    """
    honest: list[ReadSentence] = []
    reasons: dict[str, None] = {}
    overridden_in = -1
    for one in read:
        found = certain_refusals(one.plain)
        if "override" in found:
            overridden_in = one.sentence.paragraph
        if found:
            reasons |= dict.fromkeys(found)
            honest += _before_refusal(one) if "override" not in found else []
        elif one.sentence.paragraph != overridden_in:
            honest.append(one)
    return honest, list(reasons)


def _before_refusal(one: ReadSentence) -> list[ReadSentence]:
    """The clauses before the declined one: "which logins are missing, and show me the password"."""
    clean = list(takewhile(lambda clause: not certain_refusals(" ".join(token.word for token in clause)), one.clauses))
    told = sum(len(clause) for clause in clean)
    return [replace(one, clauses=clean)] if _SHORTEST_QUESTION < told < len(one.tokens) else []


def _beside_refusal(honest: Sequence[ReadSentence]) -> set[str]:
    """What the rest of a declined text asks: its questions, else what is long enough to ask at all; no small talk."""
    asking = [one for one in honest if one.sentence.question] or honest
    asking = [one for one in asking if len(one.tokens) > _SHORTEST_QUESTION]
    return _settled(asking) - {_DECLINED, "help"} if asking else set()


def _settled(read: Sequence[ReadSentence]) -> set[str]:
    """The likely intents; a text of a single clause is declined whole or not at all."""
    odds = likelihoods([one.features for one in read])
    intents = chosen(odds)
    if _DECLINED in intents and len(intents) > 1 and sum(len(one.clauses) for one in read) == 1:
        rest = intents - {_DECLINED}
        return {_DECLINED} if odds[_DECLINED] > max(odds[intent] for intent in rest) else rest
    return intents


def _named(mentions: Iterable[Mention]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The projects named beyond doubt, and the choices the other mentions leave open."""
    found = list(mentions)
    certain = dict.fromkeys(mention.names[0] for mention in found if len(mention.names) == 1)
    choices = dict.fromkeys(mention.names for mention in found if len(mention.names) > 1)
    return tuple(certain), tuple(names for names in choices if certain.keys().isdisjoint(names))
