"""Whether a sentence that talks speaks to the customer: the frames in which it may ask, thank, point or offer.

Outside opinions a sentence is let through by what it is, not by what it avoids. A language's file lists under `frames`
how such a clause begins, and under `leads` what may stand before it.
"""

from __future__ import annotations

import re

from domain.thinking.languages import words_of
from domain.thinking.prose import Sentence, only_links, pattern

_CLAUSES = re.compile(r"[;:–—]\s*|,\s*(?=(?:and|but|so)\b)")
_AROUND = " ,.!"


def speaks_to_the_customer(sentence: Sentence, language: str) -> bool:
    """Whether every clause is in a frame; in a language without frames, whether a person or a modal word is there.

    Languages that leave the pronoun out list no persons either: there is nothing to look for.
    """
    prose = words_of(language)["prose"]
    if "frames" in prose:
        mark = "?" if sentence.plain.endswith("?") else ""
        return all(_is_in_a_frame(f"{clause}{mark}", language) for clause in _CLAUSES.split(sentence.plain))
    if not prose.get("persons") or only_links(sentence, language):
        return True
    return any(pattern(language, kind).search(sentence.plain) for kind in ("persons", "modal"))


def _is_in_a_frame(clause: str, language: str) -> bool:
    rest = clause.lstrip(_AROUND)
    while rest.strip("?"):
        if pattern(language, "frames").match(rest):
            return True
        lead = pattern(language, "leads").match(rest)
        if lead is None:
            return False
        rest = rest[lead.end() :].lstrip(_AROUND)
    return True
