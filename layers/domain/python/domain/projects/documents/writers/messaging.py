"""Positioning and messaging: what the brief lets us say to whom, and what it does not (CMO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, quoted, table
from domain.projects.documents.naming import requirements_for


def sections(brief: Brief) -> tuple[Section, ...]:
    """The reason in the customer's words, then groups, offers, proof and limits."""
    return (
        Section("Reason", (quoted(brief.goal),)),
        Section("In short", (_summary(brief),)),
        Section("Groups", (_groups(brief),)),
        Section("Offers", (_offers(brief),)),
        Section("Proof", (_proof(brief),)),
        Section("Not promised", (parts.entries(brief, "exclusions", "Not to promise"),)),
        Section("Form", (_form(brief),), is_essential=False),
    )


def _summary(brief: Brief) -> str:
    claims = parts.span(item for item in brief.active("measures") if item.has_number)
    said = [
        f"{parts.counted(len(brief.active('audiences')), 'group')} on {parts.platforms(brief)}",
        f"in a tone that is {brief.tone}" if brief.tone else "in a tone still open",
        f"{claims} to claim after launch" if claims else "no number to claim yet",
        f"{excluded} not to promise" if (excluded := parts.span(brief.active("exclusions"))) else "",
    ]
    return f"{', '.join(part for part in said if part)}."


def _groups(brief: Brief) -> str:
    rows = (
        (item.id, item.words, parts.ids(requirements_for(brief, item)), "to be written")
        for item in brief.active("audiences")
    )
    return table(("Id", "Group", "Named in", "Sentence"), rows)


def _offers(brief: Brief) -> str:
    return table(("Id", "Your words"), ((item.id, item.said) for item in brief.musts))


def _proof(brief: Brief) -> str:
    rows = (
        (item.id, item.words, "after launch" if item.has_number else "no number") for item in brief.active("measures")
    )
    return table(("Id", "Measure", "Can be claimed"), rows)


def _form(brief: Brief) -> str:
    rows = [
        ("Tone", f"**{brief.tone}**" if brief.tone else parts.OPEN),
        ("Runs on", parts.platforms(brief)),
        ("Out by", parts.deadline(brief)),
        *parts.existing(brief, "brand"),
    ]
    return table(("Form", "Answer"), rows)
