"""Test and release plan: what has to be shown before it goes out, and who lets it go (CTO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.naming import audiences_of, integrations_of, requirements_of
from domain.projects.documents.writers.scope import criteria


def sections(brief: Brief) -> tuple[Section, ...]:
    """What is shown for each entry of the brief, then the release."""
    return (
        Section("In short", (_summary(brief),)),
        Section("Must-haves", (_must_haves(brief),)),
        Section("Other systems", (_integrations(brief),)),
        Section("Rules", (parts.entries(brief, "constraints", "To be shown"),)),
        Section("Measures", (_measures(brief),), is_essential=False),
        Section("Release", (_release(brief),)),
    )


def _summary(brief: Brief) -> str:
    connected = parts.span(item for item in brief.musts if integrations_of(brief, item))
    rules, measures = brief.active("constraints"), brief.active("measures")
    said = [
        f"{parts.counted(len(brief.musts), 'test')} on {parts.platforms(brief)}",
        f"{connected} with another system" if connected else "",
        f"{parts.counted(len(rules), 'rule')} to keep" if rules else "",
        f"{parts.counted(len(measures), 'measure')} to read" if measures else "",
        "personal data to protect" if brief.personal_data else "",
    ]
    return f"{'; '.join(part for part in said if part)}."


def _must_haves(brief: Brief) -> str:
    """A must-have is shown in the customer's own words; a criterion from a comment is shown beside them."""
    rows = (
        (
            f"T{number}",
            parts.label(item),
            parts.ids(audiences_of(brief, item)),
            parts.ids(integrations_of(brief, item)),
            "; ".join(f"{name} {text}" for name, text in criteria(item)) or "to be written",
        )
        for number, item in enumerate(brief.musts, start=1)
    )
    return table(("Test", "To be shown", "Names", "Connected to", "Criteria"), rows)


def _integrations(brief: Brief) -> str:
    rows = ((item.id, item.words, parts.ids(requirements_of(brief, item))) for item in brief.active("integrations"))
    return table(("Id", "System", "Tested through"), rows) or parts.entries(brief, "integrations", "System")


def _measures(brief: Brief) -> str:
    rows = ((item.id, item.words, "named" if item.has_number else parts.OPEN) for item in brief.active("measures"))
    return table(("Id", "Can be read", "Number"), rows)


def _release(brief: Brief) -> str:
    rows = [
        ("By", parts.deadline(brief)),
        ("Decided by", brief.approver),
        ("Personal data", parts.yes_no(brief.personal_data)),
        *parts.existing(brief, "hosting"),
    ]
    return table(("Release", "Answer"), rows)
