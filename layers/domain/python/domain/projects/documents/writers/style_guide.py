"""Design principles and style guide: how it is to sound and look, as far as the brief says (CDO)."""

from __future__ import annotations

import unicodedata

from domain.projects.documents import parts
from domain.projects.documents.brief import LISTS, Brief
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.naming import audiences_of

_SCRIPTS = {"CJK": "Chinese characters", "LATIN": "accented Latin"}


def sections(brief: Brief) -> tuple[Section, ...]:
    """Voice, brand, the words to use, and the rules that design has to keep."""
    return (
        Section("Voice", (_voice(brief),)),
        Section("Brand", (_brand(brief),)),
        Section("Words to use", (_words(brief),)),
        Section("Rules to keep", (parts.entries(brief, "constraints", "Rule"),)),
        Section("Letters", (_letters(brief),), is_essential=False),
    )


def _voice(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [("Tone", f"**{brief.tone}**" if brief.tone else parts.OPEN)]
    first = brief.active("audiences")[:1]
    rows += [("Speaks first to", parts.labels(first)), ("Shown on", parts.platforms(brief))]
    return table(("Voice", "From the brief"), rows)


def _brand(brief: Brief) -> str:
    form = f"for {parts.platforms(brief)}"
    if "brand" in brief.existing:
        return f"A brand exists: colours, typeface and logo {form} come from its files."
    if "existing" in brief.unanswered:
        return f"Whether a brand exists is not answered; no colour, typeface or logo {form} is set."
    return f"No brand exists: colours, typeface and logo {form} are still to be drawn, for {brief.decider} to approve."


def _letters(brief: Brief) -> str:
    return table(("Typeface needs", "Because"), ((script, "in the brief") for script in _scripts(brief)))


def _words(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [
        (item.id, item.said, parts.ids(audiences_of(brief, item))) for item in brief.musts
    ]
    rows += [(item.id, item.words, "–") for item in brief.active("audiences")]
    return table(("Id", "Your words", "Names"), rows)


def _scripts(brief: Brief) -> list[str]:
    """The letters beyond plain Latin that the brief itself uses, which a typeface has to have."""
    texts = [brief.name.raw, brief.goal.raw, *(item.words.raw for name in LISTS for item in brief.active(name))]
    letters = {letter for text in texts for letter in text if letter.isalpha() and not letter.isascii()}
    names = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
    return sorted(_SCRIPTS.get(name, name.capitalize()) for name in names if name)
