"""Fragments that several documents share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from domain.projects.build_outlook import Days
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import listed, table
from domain.projects.phases import DELIVERABLES
from domain.projects.records import HOURS_PER_DAY
from domain.projects.states import Phase

_SHORTEST_RUN = 2
OPEN = "open"
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


def days(effort: Days) -> str:
    """A range of days: `3 to 12`."""
    return f"{effort.low} to {effort.high}"


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


def label(item: Item) -> str:
    """The id in bold and the customer's words."""
    return f"**{item.id}** {item.words}"


def labels(items: Iterable[Item]) -> str:
    """Labels in one cell; a dash when there are none."""
    return "; ".join(label(item) for item in items) or "–"


def groups(brief: Brief, named: tuple[Item, ...]) -> str:
    """The groups a must-have names; when it names none, the first one, said to be so."""
    first = brief.active("audiences")[:1]
    return labels(named) if named or not first else f"first: {label(first[0])}"


def platforms(brief: Brief) -> str:
    """The platforms by their names."""
    return listed(PLATFORMS[platform] for platform in brief.platforms) or OPEN


def existing(brief: Brief, *assets: str) -> list[tuple[str, str]]:
    """A row for each of `assets`: whether the customer has it, and whether its access was declined."""
    return [(ASSETS[asset], _standing(brief, asset)) for asset in assets]


def entries(brief: Brief, name: str, header: str) -> str:
    """One of the brief's lists as a table, or that the customer named none, or that nobody answered."""
    rows = ((item.id, item.said) for item in brief.active(name))
    question_is_open = {"exclusions": "out_of_scope"}.get(name, name) in brief.unanswered
    return table(("Id", header), rows) or ("Open." if question_is_open else "None.")


def withdrawn(brief: Brief, *names: str) -> str:
    """The entries that no longer hold, with the revision that withdrew them."""
    items = (item for name in names for item in getattr(brief, name) if not item.is_active)
    return table(
        ("Id", "Withdrawn", "In"), ((item.id, item.words, f"withdrawn in {item.withdrawn_in}") for item in items)
    )


def deadline(brief: Brief) -> str:
    """The deadline, or that it is open."""
    return brief.deadline.isoformat() if brief.deadline else OPEN


def documents_done(brief: Brief) -> date:
    """The day the last document is done by the plan, which is the eta."""
    return brief.plan[-1].end


def days_for_build(brief: Brief) -> int | None:
    """Working days between the last document and the deadline; negative when the deadline comes first."""
    return working_days_between(documents_done(brief), brief.deadline) if brief.deadline else None


def phase_table(brief: Brief) -> str:
    """The phases still to come with their dates and owners."""
    owners = {phase.phase: phase.role for phase in brief.estimate.phases}
    return table(
        ("Phase", "Owner", "Work begins", "Documents done", "Working days"),
        ((item.phase.capitalize(), owners[item.phase], item.start, item.end, item.working_days) for item in brief.plan),
    )


def titles_of(phase: Phase) -> str:
    """The documents of a phase, separated by semicolons."""
    return "; ".join(spec.title for spec in DELIVERABLES if spec.phase is phase)


def date_rows(brief: Brief) -> list[tuple[object, ...]]:
    """The days of the plan, the build outlook's, and the deadline."""
    outlook, done = brief.outlook.working_days, documents_done(brief)
    between = days_for_build(brief)
    first, last = (add_working_days(done, count) for count in (outlook.low, outlook.high))
    rows: list[tuple[object, ...]] = [
        ("Documents done", done),
        ("Build outlook", f"{days(outlook)} working days"),
        ("Build done", f"{first} to {last}"),
        ("Deadline", deadline(brief)),
    ]
    if between is not None and between >= 0:
        rows.append(("Left for building", working_days(between)))
    if moved := working_days_between(brief.baseline[-1].end, done):
        rows.append(("Accepted plan", brief.baseline[-1].end))
        rows.append((f"Working days {'later' if moved > 0 else 'earlier'}", abs(moved)))
    return rows


def deadline_check(brief: Brief) -> str:
    """The deadline held against the documents and the build outlook, in a sentence."""
    left, outlook = days_for_build(brief), brief.outlook.working_days
    if left is None:
        return f"No deadline is set; by the outlook the build takes {days(outlook)} working days after the documents."
    if left < 0:
        return (
            f"The deadline, {deadline(brief)}, is {working_days(-left)} before the documents are done on "
            f"{documents_done(brief)}."
        )
    if left < outlook.low:
        return f"Even the least of the build outlook ends {working_days(outlook.low - left)} after the deadline."
    if left < outlook.high:
        return (
            f"The least of the build outlook ends {working_days(left - outlook.low)} before the deadline, the most "
            f"{working_days(outlook.high - left)} after it."
        )
    return f"Even the most of the build outlook ends {working_days(left - outlook.high)} before the deadline."


def money_rows(brief: Brief) -> list[tuple[object, ...]]:
    """The accepted estimate, the ceiling, and the build outlook, which is in neither."""
    estimate, outlook = brief.estimate, brief.outlook
    rows: list[tuple[object, ...]] = [
        ("Planning and documents", money(estimate.total, estimate.currency)),
        ("Their range", f"{money(estimate.low, estimate.currency)} to {money(estimate.high, estimate.currency)}"),
        ("Build, not included", f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"),
        ("Budget ceiling", money(brief.ceiling.amount, brief.ceiling.currency) if brief.ceiling else OPEN),
    ]
    if brief.ceiling:
        gap = brief.ceiling.amount - estimate.total
        rows.append((f"{'Under' if gap >= 0 else 'Over'} the ceiling", money(abs(gap), estimate.currency)))
    return rows


def unanswered(brief: Brief) -> list[str]:
    """The questions of the intake that neither it nor a comment has answered."""
    answered_since = {
        "out_of_scope": bool(brief.exclusions),
        "integrations": bool(brief.integrations),
        "constraints": bool(brief.constraints),
        "tone": brief.tone is not None,
        "deadline": brief.deadline is not None,
        "budget_ceiling": brief.ceiling is not None,
    }
    return [question for question in brief.unanswered if not answered_since.get(question, False)]


def yes_no(answer: object) -> str:
    """`yes`, `no` or `open`."""
    return OPEN if answer is None else "yes" if answer else "no"


def _standing(brief: Brief, asset: str) -> str:
    if asset in brief.declined_access:
        return "exists, access declined"
    return "exists" if asset in brief.existing else OPEN if "existing" in brief.unanswered else "none"


def _run(prefix: str, numbers: list[int]) -> str:
    if len(numbers) > _SHORTEST_RUN:
        return f"{prefix}{numbers[0]} to {prefix}{numbers[-1]}"
    return ", ".join(f"{prefix}{number}" for number in numbers)
