"""The classifier: a text to its intents and projects (product: the assistant)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from domain.language.declined import certain_refusals, likely_refusals
from domain.language.intents import INTENTS
from domain.language.learned import Reader
from domain.language.names import ProjectNames
from domain.language.reading import ReadSentence, read_text

READER = Reader(INTENTS, Path(__file__).with_name("weights.bin"))
_DECLINED = "out_of_scope"


@dataclass(frozen=True, slots=True)
class Classification:
    """What a text asks for."""

    intents: tuple[str, ...]
    """One or more of INTENTS, in that order."""
    projects: tuple[str, ...] = ()
    """The projects named, as the account spells them, in text order."""
    ambiguous: tuple[tuple[str, ...], ...] = ()
    """For each mention that fits several projects equally well: those projects."""
    refusals: tuple[str, ...] = ()
    """Why out_of_scope applies: secret, other_customer, override, unrelated; empty when it does not."""
    is_guess: bool = field(default=False, compare=False)
    """No intent is more likely than not: the least unlikely one is named."""


def classify(text: str, *, project_names: Sequence[str]) -> Classification:
    """What `text` asks for and about which projects: by the weights, after the table of what is always declined.

    Args:
        text: A question of any length; the first 2,500 words are read.
        project_names: The names of the account's projects, in any order.
    """
    read = read_text(text, ProjectNames(project_names))
    if not any(token.word[0].isalpha() for one in read for token in one.tokens):
        return Classification((_DECLINED,), refusals=("unrelated",), is_guess=True)
    honest, reasons = _parted(read)
    odds = READER.likelihoods([one.features for one in honest]) if honest else {}
    intents = _settled(odds, honest) if odds else set()
    if reasons:
        intents = {_DECLINED, *(intents - {"help"})}
    elif _DECLINED in intents:
        reasons = likely_refusals(one.plain for one in read)
    found = [mention.names for one in read for mention in one.mentions]
    projects = dict.fromkeys(names[0] for names in found if len(names) == 1)
    ambiguous = dict.fromkeys(names for names in found if len(names) > 1 and projects.keys().isdisjoint(names))
    named = tuple(intent for intent in INTENTS if intent in intents)
    return Classification(named, tuple(projects), tuple(ambiguous), reasons, max(odds.values(), default=0.0) <= 0)


def _parted(read: Sequence[ReadSentence]) -> tuple[list[ReadSentence], tuple[str, ...]]:
    """The sentences that may be answered, and why the others are declined.

    What follows an attempt to change the rules is what the attempt is for, and isn't heard. Beside what is declined,
    questions are answered first.
    """
    honest: list[ReadSentence] = []
    reasons: dict[str, None] = {}
    for one in read:
        found = certain_refusals(one.plain)
        reasons |= dict.fromkeys(found)
        if not found and "override" not in reasons:
            honest.append(one)
    asking = [one for one in honest if reasons and one.sentence.question]
    return asking or honest, tuple(reasons)


def _settled(odds: Mapping[str, float], read: Sequence[ReadSentence]) -> set[str]:
    """The likely intents, or the least unlikely one; a text of a single clause is declined whole or not at all."""
    intents = {intent for intent in odds if odds[intent] > 0} or {max(odds, key=odds.__getitem__)}
    if sum(len(one.clauses) for one in read) > 1:
        return intents
    return {_DECLINED} if odds[_DECLINED] == max(odds.values()) else intents - {_DECLINED}
