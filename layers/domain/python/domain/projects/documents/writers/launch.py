"""The launch documents: positioning and messaging, launch plan (CMO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, listed, quoted, table


def messaging(brief: Brief) -> tuple[Section, ...]:
    """The reason in the customer's words, then groups, offers, proof and limits."""
    return (
        Section("Reason", (quoted(brief.goal),)),
        Section("In short", (_messages_in_short(brief),)),
        parts.list_section("Groups", brief, "audiences", "Group", ("Named in", "requirements")),
        parts.list_section("Offers", brief, "requirements", "Your words"),
        parts.list_section("Proof after launch", brief, "measures", "Measure", ("Number", parts.number_of)),
        parts.list_section("Not promised", brief, "exclusions", "Not to promise", is_essential=False),
    )


def launch_plan(brief: Brief) -> tuple[Section, ...]:
    """The day first, then what leads to it."""
    access = (*parts.existing(brief, "analytics", "domain", "hosting"), ("Decided by", brief.approver))
    return (
        Section("Launch date", (_launch_in_short(brief),)),
        Section("Dates", (table(("What", "When"), parts.date_rows(brief)),), is_essential=False),
        parts.list_section("Who is reached", brief, "audiences", "Group", ("Named in", "requirements")),
        parts.list_section("Measures", brief, "measures", "Measure", ("Number", parts.number_of)),
        Section("Access and decision", (table(("What", "Standing"), access),)),
    )


def _messages_in_short(brief: Brief) -> str:
    claims = parts.span(item for item in brief.active("measures") if item.has_number)
    return parts.sentence(
        f"{parts.counted(len(brief.active('audiences')), 'group')} on {parts.platforms(brief)}",
        f"in a tone that is {brief.tone}" if brief.tone else "in a tone still open",
        f"{claims} to claim after launch" if claims else "no number to claim yet",
        f"{excluded} not to promise" if (excluded := parts.span(brief.active("exclusions"))) else "",
        "" if brief.described else "no sentence written yet",
        f"due by {brief.deadline.isoformat()}" if brief.deadline else "",
    )


def _launch_in_short(brief: Brief) -> str:
    there = [parts.ASSETS[asset].lower() for asset in ("domain", "analytics", "hosting") if asset in brief.existing]
    if "existing" not in brief.unanswered and not there:
        there = ["neither domain nor analytics"]
    return parts.sentence(
        f"Your deadline, {brief.deadline.isoformat()}" if brief.deadline else "Not set",
        f"{parts.counted(len(brief.active('audiences')), 'group')} to reach on {parts.platforms(brief)}",
        f"with {parts.span(brief.musts)}" if brief.musts else "",
        f"{listed(there)} in place" if there else "",
        f"nobody named to read {measures}" if (measures := parts.span(brief.active("measures"))) else "",
        by="; ",
    )
