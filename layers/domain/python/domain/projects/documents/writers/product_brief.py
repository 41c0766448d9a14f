"""Product brief: what is to exist, for whom, and how it is known to work (CPO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, quoted, table
from domain.projects.documents.naming import integrations_of, requirements_for


def sections(brief: Brief) -> tuple[Section, ...]:
    """The answers in the order of a reader's questions: why, for whom, what, what not, within which limits."""
    described = quoted(brief.description) if brief.description else ""
    return (
        Section("In short", (_summary(brief),)),
        Section("Goal", (quoted(brief.goal), described)),
        Section("Audiences", (_audiences(brief),)),
        Section("Measures", (_measures(brief),)),
        Section("Must-haves", (_must_haves(brief),)),
        Section("Out of scope", (parts.entries(brief, "exclusions", "Excluded"),)),
        Section("Integrations", (parts.entries(brief, "integrations", "System"),)),
        Section("Rules", (parts.entries(brief, "constraints", "Rule"),)),
        Section("Terms", (_terms(brief),)),
        Section("Cost by phase", (_costs(brief),), is_essential=False),
        Section("Withdrawn", (parts.withdrawn(brief, "audiences", "measures", "requirements", "exclusions"),)),
    )


def _summary(brief: Brief) -> str:
    systems = len(brief.active("integrations"))
    said = [
        f"{parts.counted(len(brief.musts), 'must-have')} for {parts.counted(len(brief.active('audiences')), 'group')}",
        f"on {parts.platforms(brief)}",
        f"with {parts.counted(systems, 'other system')}" if systems else "",
        f"by {brief.deadline.isoformat()}" if brief.deadline else "without a deadline",
        f"for {parts.money(brief.ceiling.amount, brief.ceiling.currency)} at most"
        if brief.ceiling
        else "without a ceiling",
    ]
    return f"{', '.join(part for part in said if part)}."


def _audiences(brief: Brief) -> str:
    rows = ((item.id, item.words, parts.ids(requirements_for(brief, item))) for item in brief.active("audiences"))
    return table(("Id", "By rank", "Named in"), rows)


def _measures(brief: Brief) -> str:
    rows = ((item.id, item.words, "named" if item.has_number else parts.OPEN) for item in brief.active("measures"))
    return table(("Id", "Measure", "Number"), rows)


def _must_haves(brief: Brief) -> str:
    rows = ((item.id, item.said, parts.ids(integrations_of(brief, item))) for item in brief.musts)
    return table(("Id", "By rank", "Names"), rows)


def _terms(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [
        ("Platforms", parts.platforms(brief)),
        ("Personal data", parts.yes_no(brief.personal_data)),
        ("Tone", brief.tone or parts.OPEN),
        *parts.existing(brief, *parts.ASSETS),
        *parts.date_rows(brief),
        *parts.money_rows(brief),
        ("Approver", brief.approver),
    ]
    return table(("Term", "As it stands"), rows)


def _costs(brief: Brief) -> str:
    currency = brief.estimate.currency
    rows = (
        (item.phase.capitalize(), item.role, parts.effort_days(item.hours), parts.money(item.cost, currency))
        for item in brief.estimate.phases
    )
    return table(("Phase", "Role", "Days of effort", "Cost of documents"), rows)
