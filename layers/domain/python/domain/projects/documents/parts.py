"""Fragments that several documents share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from domain.projects.dates import working_days_between
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import listed, table
from domain.projects.phases import DELIVERABLES
from domain.projects.records import HOURS_PER_DAY
from domain.projects.states import Phase

_SHORTEST_RUN = 2
PLATFORMS = {"web": "Web", "ios": "iOS", "android": "Android", "desktop": "Desktop", "api": "API"}
ASSETS = {
    "source_repository": "Source repository",
    "hosting": "Hosting",
    "brand": "Brand",
    "analytics": "Analytics",
    "domain": "Domain",
}


def money(amount: int, currency: str) -> str:
    """`EUR 10,440`."""
    return f"{currency} {amount:,}"


def working_days(count: int) -> str:
    """`1 working day`, `12 working days`."""
    return counted(count, "working day")


def counted(count: int, noun: str) -> str:
    """`1 must-have`, `6 must-haves`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def effort_days(hours: int) -> str:
    """Hours as days: `2.5`."""
    return f"{hours / HOURS_PER_DAY:g}"


def ids(items: Iterable[Item]) -> str:
    """`R1, R4`; a dash when there are none."""
    return ", ".join(item.id for item in items) or "–"


def span(items: Iterable[Item]) -> str:
    """Ids with runs drawn together: `R1 to R4, R6`."""
    runs: list[list[int]] = []
    prefix = ""
    for item in items:
        prefix, number = item.id[0], int(item.id[1:])
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(_run(prefix, run) for run in runs)


def groups(brief: Brief, items: tuple[Item, ...]) -> str:
    """The ids of audiences, or `all` where every one of several is meant."""
    everybody = brief.active("audiences")
    return "all" if len(everybody) > 1 and items == everybody else ids(items)


def whom(brief: Brief, items: tuple[Item, ...]) -> str:
    """`A1 (Regular guests)`, or `every group (A1 to A3)`."""
    if not items:
        return "a group to be named"
    if len(items) == 1:
        return f"{items[0].id} ({items[0].words})"
    return f"every group ({span(items)})" if items == brief.active("audiences") else listed(item.id for item in items)


def label(item: Item) -> str:
    """The id in bold and the customer's words."""
    return f"**{item.id}** {item.words}"


def platforms(brief: Brief) -> str:
    """The platforms by their names."""
    return listed(PLATFORMS[platform] for platform in brief.platforms) or "no platform"


def deadline(brief: Brief) -> str:
    """The deadline, or that there is none."""
    return brief.deadline.isoformat() if brief.deadline else "none set"


def documents_done(brief: Brief) -> date:
    """The day the last document is done by the plan, which is the eta."""
    return brief.plan[-1].end


def phase_table(brief: Brief) -> str:
    """The phases still to come with their dates, owners and documents."""
    owners = {phase.phase: phase.role for phase in brief.estimate.phases}
    return table(
        ("Phase", "Owner", "Work begins", "Documents done", "Working days", "To be approved"),
        (
            (
                dates.phase.capitalize(),
                owners[dates.phase],
                dates.start.isoformat(),
                dates.end.isoformat(),
                dates.working_days,
                titles_of(dates.phase),
            )
            for dates in brief.plan
        ),
    )


def titles_of(phase: Phase) -> str:
    """The documents of a phase, separated by semicolons."""
    return "; ".join(spec.title for spec in DELIVERABLES if spec.phase is phase)


def plan_change(brief: Brief) -> str:
    """How the plan moved against the accepted one; empty when it did not."""
    planned, now = brief.baseline[-1].end, documents_done(brief)
    moved = working_days_between(planned, now)
    if not moved:
        return ""
    direction = "later" if moved > 0 else "earlier"
    return (
        f"These dates count from the day this phase began, {brief.phase_started_on.isoformat()}. The last document is "
        f"now due on {now.isoformat()}, {working_days(abs(moved))} {direction} than the {planned.isoformat()} of the "
        "accepted estimate; the slices of the build move with it."
    )


def deadline_check(brief: Brief) -> str:
    """The deadline held against the plan, in one or two sentences."""
    done = documents_done(brief)
    if brief.deadline is None:
        return (
            f"No deadline is set. The documents are done on {done.isoformat()} if no approval is delayed; "
            "what is built after that has no date until one is agreed."
        )
    build = brief.build
    if build.working_days is not None and build.working_days < 0:
        return (
            f"The deadline, {brief.deadline.isoformat()}, is {working_days(-build.working_days)} before the documents "
            f"are done on {done.isoformat()}. Either the deadline moves or the must-haves become fewer."
        )
    left = f"The documents are done on {done.isoformat()}; {working_days(build.working_days or 0)} remain for the build"
    if build.is_too_tight:
        return f"{left} until the deadline, {brief.deadline.isoformat()}. That is too little for its slices."
    return (
        f"{left} until the deadline, {brief.deadline.isoformat()}, the last "
        f"{working_days(build.release_test_days)} of them for the release test."
        if build.release_test_days
        else f"{left} until the deadline, {brief.deadline.isoformat()}."
    )


def slice_table(brief: Brief) -> str:
    """The slices of the build with their requirements and days."""
    return table(
        ("Slice", "Must-haves", "To be shown by"),
        (
            (part.number, "; ".join(label(item) for item in part.requirements), _day(part.done_by))
            for part in brief.build.slices
        ),
    )


def budget_table(brief: Brief) -> str:
    """The accepted estimate phase by phase, its range, and the ceiling."""
    estimate = brief.estimate
    rows: list[tuple[object, ...]] = []
    running = 0
    for phase in estimate.phases:
        running += phase.cost
        rows.append(
            (
                phase.phase.capitalize(),
                phase.role,
                effort_days(phase.hours),
                money(phase.cost, estimate.currency),
                money(running, estimate.currency),
            )
        )
    return table(("Phase", "Role", "Days of effort", "Cost", "Running total"), rows)


def budget_line(brief: Brief) -> str:
    """Estimate, range and ceiling in a sentence."""
    estimate = brief.estimate
    text = (
        f"The accepted estimate for the documents is {money(estimate.total, estimate.currency)}, within "
        f"{money(estimate.low, estimate.currency)} to {money(estimate.high, estimate.currency)}"
    )
    if brief.ceiling is None:
        return f"{text}. No ceiling is set."
    gap = brief.ceiling.amount - estimate.total
    side = "under" if gap >= 0 else "over"
    ceiling = money(brief.ceiling.amount, brief.ceiling.currency)
    return f"{text}. That is {money(abs(gap), estimate.currency)} {side} the ceiling of {ceiling}."


def _day(day: date | None) -> str:
    return day.isoformat() if day else "open"


def _run(prefix: str, numbers: list[int]) -> str:
    if len(numbers) > _SHORTEST_RUN:
        return f"{prefix}{numbers[0]} to {prefix}{numbers[-1]}"
    return ", ".join(f"{prefix}{number}" for number in numbers)
