"""The design documents: design principles and style guide, key user flows (CDO)."""

from __future__ import annotations

import unicodedata

from domain.projects.documents import parts
from domain.projects.documents.brief import LISTS, Brief
from domain.projects.documents.markdown import Section, listed, table
from domain.projects.documents.naming import linked

_SCRIPTS = {"CJK": "Chinese characters", "LATIN": "accented Latin"}


def style_guide(brief: Brief) -> tuple[Section, ...]:
    """Voice, brand, the words to use, and the rules that design has to keep."""
    voice = (
        ("Tone", f"**{brief.tone}**" if brief.tone else parts.OPEN),
        ("Speaks first to", parts.labels(brief.active("audiences")[:1])),
        ("Shown on", parts.platforms(brief)),
    )
    return (
        Section("Voice", (table(("Voice", "From the brief"), voice),)),
        Section("Brand", (_brand(brief),)),
        parts.list_section("Words to use", brief, "requirements", "Your words", ("For", "audiences")),
        parts.list_section("People", brief, "audiences", "Your words"),
        parts.list_section("Rules to keep", brief, "constraints", "Rule"),
        Section("Letters", (_letters(brief),), is_essential=False),
    )


def user_flows(brief: Brief) -> tuple[Section, ...]:
    """One flow per must-have, then the groups with their flows, and what holds in every flow."""
    return (
        Section("In short", (_flows_in_short(brief),)),
        parts.list_section("Flows", brief, "requirements", "Flow", ("Who", "audiences"), ("Leaves to", "integrations")),
        parts.list_section("Groups", brief, "audiences", "By rank", ("Flows", "requirements")),
        parts.list_section("Everywhere", brief, "constraints", "Rule"),
        parts.list_section("Other systems", brief, "integrations", "System", is_essential=False),
    )


def _brand(brief: Brief) -> str:
    form = f"for {parts.platforms(brief)}"
    if "brand" in brief.existing:
        return f"A brand exists: colours, typeface and logo {form} come from its files."
    if "existing" in brief.unanswered:
        return f"Whether a brand exists is not answered; no colour, typeface or logo {form} is set."
    return f"No brand exists: colours, typeface and logo {form} are still to be drawn, for {brief.approver} to approve."


def _letters(brief: Brief) -> str:
    """The letters beyond plain Latin that the brief itself uses, which a typeface has to have."""
    texts = [brief.name.raw, brief.goal.raw, *(item.words.raw for name in LISTS for item in brief.active(name))]
    letters = {letter for text in texts for letter in text if letter.isalpha() and not letter.isascii()}
    names = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
    scripts = sorted(_SCRIPTS.get(name, name.capitalize()) for name in names if name)
    return f"The brief uses {listed(scripts)}: the typeface needs them." if scripts else ""


def _flows_in_short(brief: Brief) -> str:
    leaving = sum(bool(linked(brief, item, "integrations")) for item in brief.musts)
    return parts.sentence(
        f"{parts.counted(len(brief.musts), 'flow')} on {parts.platforms(brief)}",
        f"{leaving} of them through another system" if leaving else "",
        {True: "with personal data", False: "without personal data", None: "personal data open"}[brief.personal_data],
        f"under {parts.span(rules)}" if (rules := brief.active("constraints")) else "",
        f"the steps of {bare} still to be described" if (bare := parts.undescribed(brief)) else "",
    )
