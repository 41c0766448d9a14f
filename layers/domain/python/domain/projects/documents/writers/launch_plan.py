"""Launch plan: the day, what has to be there by then, who decides, and what is measured afterwards (CMO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, listed, table
from domain.projects.documents.naming import requirements_for


def sections(brief: Brief) -> tuple[Section, ...]:
    """The day first, then what leads to it."""
    return (
        Section("Launch date", (_launch(brief),)),
        Section("Dates", (table(("What", "When"), parts.date_rows(brief)),)),
        Section("Who is reached", (_groups(brief),)),
        Section("Measures", (_measures(brief),)),
        Section("Access and decision", (_access(brief),)),
        Section("Phases", (parts.phase_table(brief),), is_essential=False),
    )


def _launch(brief: Brief) -> str:
    there = [parts.ASSETS[asset].lower() for asset in ("domain", "analytics", "hosting") if asset in brief.existing]
    if "existing" not in brief.unanswered and not there:
        there = ["neither domain nor analytics"]
    said = [
        f"Your deadline, {brief.deadline.isoformat()}" if brief.deadline else "Not set",
        f"{parts.counted(len(brief.active('audiences')), 'group')} to reach on {parts.platforms(brief)}",
        f"{listed(there)} in place" if there else "",
    ]
    return f"{'; '.join(part for part in said if part)}."


def _groups(brief: Brief) -> str:
    rows = ((item.id, item.words, parts.ids(requirements_for(brief, item))) for item in brief.active("audiences"))
    named = table(("Id", "Group", "Named in"), rows)
    everything = table(("Must-haves", "Where"), [(parts.span(brief.musts) or "–", parts.platforms(brief))])
    return f"{named}\n\n{everything}"


def _measures(brief: Brief) -> str:
    rows = (
        (item.id, item.words, "named" if item.has_number else parts.OPEN, "not said")
        for item in brief.active("measures")
    )
    return table(("Id", "Measure", "Number", "Read by"), rows)


def _access(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [
        *parts.existing(brief, "analytics", "domain", "hosting"),
        ("Go or no", brief.approver),
    ]
    return table(("What", "Standing"), rows)
