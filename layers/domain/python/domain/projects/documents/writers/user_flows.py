"""Key user flows: one flow per must-have and the group it is for; its steps are the customer's to describe (CDO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.naming import audiences_of, integrations_of, requirements_for


def sections(brief: Brief) -> tuple[Section, ...]:
    """All flows, then the groups with their flows, and what holds in every flow."""
    return (
        Section("In short", (_summary(brief),)),
        Section("Flows", (_flows(brief),)),
        Section("Groups", (_groups(brief),), is_essential=False),
        Section("Everywhere", (parts.entries(brief, "constraints", "Rule"),)),
        Section("Other systems", (parts.entries(brief, "integrations", "System"),)),
    )


def _summary(brief: Brief) -> str:
    leaving = [item for item in brief.musts if integrations_of(brief, item)]
    said = [
        f"{parts.counted(len(brief.musts), 'flow')} on {parts.platforms(brief)}",
        f"{len(leaving)} of them through another system" if leaving else "",
        {True: "with personal data", False: "without personal data", None: "personal data open"}[brief.personal_data],
        f"under {parts.span(rules)}" if (rules := brief.active("constraints")) else "",
    ]
    return f"{', '.join(part for part in said if part)}."


def _flows(brief: Brief) -> str:
    rows = (
        (
            f"F{number}",
            parts.label(item),
            parts.groups(brief, audiences_of(brief, item)),
            parts.labels(integrations_of(brief, item)),
            "; ".join(map(str, item.notes)) or "to be described",
        )
        for number, item in enumerate(brief.musts, start=1)
    )
    return table(("Flow", "Must-have", "Who", "Leaves to", "Steps"), rows)


def _groups(brief: Brief) -> str:
    first = brief.active("audiences")[:1]
    rows = (
        (parts.label(group), parts.ids(requirements_for(brief, group)), "first" if (group,) == first else "–")
        for group in brief.active("audiences")
    )
    return table(("Group", "Named in", "Rank"), rows)
