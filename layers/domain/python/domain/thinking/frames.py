"""Whether a sentence that talks is made of closed frames: it may ask, thank, point or offer, and in an opinion weigh.

A sentence is let through by what it is, not by what it avoids. A language's file lists under `frames` how such a clause
begins, under `leads` what may stand before it, under `joins` the words that begin another clause, and under `views`
how an opinion is held: it weighs with a modal word, or says how something seems to its author.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from domain.thinking.languages import words_of
from domain.thinking.prose import Sentence, pattern

_AROUND = " ,.!¡¿"


def clauses_of(sentence: Sentence, language: str) -> Iterator[str]:
    """The clauses of a sentence, each with the question mark that ends the sentence."""
    mark = "?" if sentence.plain.endswith("?") else ""
    return (f"{clause.rstrip('?')}{mark}" for clause in _ends(language).split(sentence.plain) if clause.strip(" ?"))


@cache
def _ends(language: str) -> re.Pattern[str]:
    """Where a clause ends: at a mark, and before a word that joins another one to it."""
    joins = words_of(language)["prose"]["joins"].strip()
    return re.compile(rf"[;:–—]\s*|(?:{joins})")


def is_in_a_frame(clause: str, language: str, *, weighing: bool) -> bool:
    """Whether a clause asks, thanks, points or offers; a `weighing` one may hold a view too."""
    rest = clause.lstrip(_AROUND)
    kinds = ("frames", "views") if weighing else ("frames",)
    while rest.strip("?"):
        if any(pattern(language, kind).match(rest) for kind in kinds):
            return True
        lead = pattern(language, "leads").match(rest)
        if lead is None:
            return False
        rest = rest[lead.end() :].lstrip(_AROUND)
    return True
