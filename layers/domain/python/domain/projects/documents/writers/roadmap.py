"""Roadmap: the phases with their days, and the must-haves in the customer's order (CPO)."""

from __future__ import annotations

from datetime import date

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, table
from domain.projects.documents.naming import integrations_of
from domain.projects.documents.work_packages import days_of


def sections(brief: Brief) -> tuple[Section, ...]:
    """Days first, then the order of the build."""
    return (
        Section("Phases", (parts.phase_table(brief),)),
        Section("Dates", (table(("What", "When"), parts.date_rows(brief)), parts.deadline_check(brief))),
        Section("Milestones", (_milestones(brief),), is_essential=False),
        Section("Order", (_order(brief),)),
    )


def _milestones(brief: Brief) -> str:
    days: list[tuple[date, str]] = [(item.end, f"{item.phase.capitalize()} documents done") for item in brief.plan]
    if brief.deadline:
        days.append((brief.deadline, "**Deadline**"))
    return table(("Day", "Milestone"), sorted(days))


def _order(brief: Brief) -> str:
    """Each must-have with its days of effort; an integration has a package of its own in the delivery plan."""
    effort = days_of(brief)
    rows = (
        (place, parts.label(item), parts.labels(integrations_of(brief, item)), parts.days(effort[item.id]))
        for place, item in enumerate(brief.musts, start=1)
    )
    return table(("Place", "Must-have", "Names", "Days of effort"), rows)
