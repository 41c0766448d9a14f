"""Roadmap: what comes when, what it costs, and what the dates depend on (CPO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section, bullets, table
from domain.projects.documents.register import requirements_of


def sections(brief: Brief) -> tuple[Section, ...]:
    """Documents first, then the build in slices; the dates are the plan's."""
    return (
        Section("At a glance", (parts.deadline_check(brief), parts.plan_change(brief))),
        Section(
            "The documents, phase by phase",
            (
                parts.phase_table(brief),
                (
                    f"A phase ends when its documents are approved by {brief.decider}. Days are Monday to Friday; "
                    "public holidays are not counted. A day of waiting for an approval moves what follows by a day."
                ),
            ),
        ),
        Section("The build, slice by slice", (_slices_intro(brief), parts.slice_table(brief))),
        Section("Milestones", (_milestones(brief),), is_essential=False),
        Section("What it costs along the way", (parts.budget_table(brief), parts.budget_line(brief))),
        Section("What the dates depend on", (_dependencies(brief),)),
        Section("Not on this roadmap", (_later(brief),), is_essential=False),
    )


def _slices_intro(brief: Brief) -> str:
    order = "The slices follow the order in which you named the must-haves, so that the most important is seen first."
    if brief.deadline is None:
        return f"{order} They get dates when a deadline is agreed."
    if brief.build.is_too_tight:
        return f"{order} They have no dates, because none would fit before the deadline."
    return f"{order} Their days divide the time between the last document and the release test evenly."


def _milestones(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [
        (dates.end.isoformat(), f"{dates.phase.capitalize()} approved", brief.decider) for dates in brief.plan
    ]
    rows += [
        (part.done_by.isoformat(), f"Slice {part.number} shown ({parts.ids(part.requirements)})", brief.decider)
        for part in brief.build.slices
        if part.done_by
    ]
    if brief.deadline:
        rows.append((brief.deadline.isoformat(), "Deadline: it must be out", brief.decider))
    return table(("Day", "Milestone", "Decides"), sorted(rows, key=lambda row: str(row[0])))


def _dependencies(brief: Brief) -> str:
    slices = {item.id: part.number for part in brief.build.slices for item in part.requirements}
    entries: list[str] = []
    for item in brief.active("integrations"):
        needed = requirements_of(brief, item)
        first = min((slices[other.id] for other in needed), default=None)
        when = (
            f"before slice {first}, for {parts.span(needed)}" if first else "before the slice that turns out to need it"
        )
        entries.append(f"{parts.label(item)}: access and a test account {when}.")
    entries += [
        f"{parts.ASSETS[asset]}: access when the team asks for it." for asset in brief.existing if asset != "brand"
    ]
    entries.append(f"Approvals by {brief.decider}, {parts.counted(len(brief.estimate.lines), 'document')} in all.")
    if brief.unanswered:
        entries.append("Answers to the open points at the end of this document.")
    return bullets(entries)


def _later(brief: Brief) -> str:
    excluded = brief.active("exclusions")
    if excluded:
        return f"No time is kept for what is out of scope ({parts.span(excluded)})."
    return "Anything that is not a must-have; no time is kept for it."
