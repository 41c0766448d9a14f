"""Fragments that several documents share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime
from itertools import groupby

from domain.projects.build_outlook import Days
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.brief import LISTS, Brief, Item
from domain.projects.documents.markdown import Section, listed, table
from domain.projects.documents.naming import linked
from domain.projects.phases import DELIVERABLES
from domain.projects.questionnaire import EXISTING
from domain.projects.states import Phase
from domain.receipts.tracing import told

type Column = tuple[str, str | Callable[[Item], str]]

_SHORT_RUN = 2
OPEN = "open"
NOTHING = "–"
PLATFORMS = {"web": "Web", "ios": "iOS", "android": "Android", "desktop": "Desktop", "api": "API"}
ASSETS = {asset: asset.replace("_", " ").capitalize() for asset in EXISTING}


def money(amount: int, currency: str) -> str:
    """`EUR 10,440`."""
    return told(amount, f"{currency} {int(amount):,}")


def working_days(count: int) -> str:
    """`1 working day`, `12 working days`."""
    return counted(count, "working day")


def counted(count: int, noun: str) -> str:
    """`1 must-have`, `6 must-haves`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def be(count: int) -> str:
    """`is` for one, `are` for any other number."""
    return "is" if count == 1 else "are"


def on(moment: datetime | date) -> str:
    """The day as YYYY-MM-DD, in UTC as everywhere."""
    day = moment.date() if isinstance(moment, datetime) else moment
    return told(day, day.isoformat())


def days(effort: Days) -> str:
    """A range of days: `3 to 12`."""
    return f"{effort.low} to {effort.high}"


def ids(items: Iterable[Item]) -> str:
    """`R1, R4`; a dash when there are none."""
    return ", ".join(item.id for item in items) or NOTHING


def span(items: Iterable[Item]) -> str:
    """Ids with runs drawn together: `R1 to R4, R6`."""
    runs = groupby(enumerate(items), key=lambda placed: int(placed[1].id[1:]) - placed[0])
    ids_of_runs = [[item.id for _, item in run] for _, run in runs]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > _SHORT_RUN else ", ".join(run) for run in ids_of_runs)


def undescribed(brief: Brief) -> str:
    """The must-haves of which nobody has said how they are used, as a span of ids."""
    return span(item for item in brief.musts if not item.notes and item.id not in brief.described)


def label(item: Item) -> str:
    """The id in bold and the customer's words."""
    return f"**{item.id}** {item.words}"


def labels(items: Iterable[Item]) -> str:
    """Labels in one cell; a dash when there are none."""
    return "; ".join(label(item) for item in items) or NOTHING


def platforms(brief: Brief) -> str:
    """The platforms by their names."""
    return listed(PLATFORMS[platform] for platform in brief.platforms) or OPEN


def existing(brief: Brief, *assets: str) -> list[tuple[object, ...]]:
    """A row for each of `assets`: whether the customer has it, and whether its access was declined."""
    absent = OPEN if "existing" in brief.unanswered else "none"
    standing = dict.fromkeys(ASSETS, absent) | dict.fromkeys(brief.existing, "exists")
    standing |= dict.fromkeys(brief.declined_access, "exists, access declined")
    return [(ASSETS[asset], standing[asset]) for asset in assets]


def list_section(
    heading: str, brief: Brief, name: str, header: str, *columns: Column, is_essential: bool = True
) -> Section:
    """A section with one of the brief's lists as a table; or that the customer named none, or that nobody answered.

    A further column is worked out by its function, or holds the ids of the entries of a list that name an entry or are
    named by it. A column of dashes alone is left out.
    """
    items = brief.active(name)
    cells = {title: [_cell(brief, item, what) for item in items] for title, what in columns}
    told = {title: column for title, column in cells.items() if set(column) != {NOTHING}}
    rows = zip((item.id for item in items), (item.said for item in items), *told.values(), strict=True)
    nobody_answered = LISTS[name][1] in brief.unanswered
    text = table(("Id", header, *told), rows) or ("Open." if nobody_answered else "None.")
    return Section(heading, (text,), is_essential=is_essential)


def in_short(brief: Brief) -> Section:
    """What the brief comes to, and of which must-haves nobody has said how they are used, as one sentence."""
    groups, systems, rules, excluded = map(brief.active, ("audiences", "integrations", "constraints", "exclusions"))
    personal = {True: "with personal data", False: "without personal data", None: "personal data open"}
    told = (
        f"{counted(len(brief.musts), 'must-have')}{f' ({span(brief.musts)})' if brief.musts else ''}",
        f"for {counted(len(groups), 'group')} on {platforms(brief)}",
        f"with {counted(len(systems), 'other system')}" if systems else "",
        f"under {counted(len(rules), 'rule')}" if rules else "",
        f"{counted(len(excluded), 'thing')} left out" if excluded else "",
        personal[brief.personal_data],
        f"in a tone that is {brief.tone}" if brief.tone else "",
        f"by {brief.deadline.isoformat()}" if brief.deadline else "without a deadline",
        f"for {money(brief.ceiling.amount, brief.ceiling.currency)} at most" if brief.ceiling else "",
        f"the use of {bare} still to be described" if (bare := undescribed(brief)) else "",
    )
    return Section("In short", (f"{', '.join(part for part in told if part)}.",))


def withdrawn(brief: Brief, *names: str) -> str:
    """The entries that no longer hold, with the revision that withdrew them."""
    items = (item for name in names for item in getattr(brief, name) if not item.is_active)
    return table(
        ("Id", "Withdrawn", "In"), ((item.id, item.words, f"withdrawn in {item.withdrawn_in}") for item in items)
    )


def number_of(measure: Item) -> str:
    """Whether a measure names its number."""
    return "named" if measure.has_number else OPEN


def documents_done(brief: Brief) -> date:
    """The day the last document is done by the plan, which is the eta."""
    return brief.plan[-1].end


def days_for_build(brief: Brief) -> int | None:
    """Working days between the last document and the deadline; negative when the deadline comes first."""
    return working_days_between(documents_done(brief), brief.deadline) if brief.deadline else None


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
        ("Build, working days", days(outlook)),
        ("Build done", f"{first} to {last}"),
        ("Deadline", brief.deadline or OPEN),
    ]
    if between is not None and between >= 0:
        rows.append(("Left for building", working_days(between)))
    if moved := working_days_between(brief.baseline[-1].end, done):
        rows.append(("Accepted plan", brief.baseline[-1].end))
        rows.append((f"Working days {'later' if moved > 0 else 'earlier'}", abs(moved)))
    return rows


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
        rows.append((f"Documents {'under' if gap >= 0 else 'over'} ceiling", money(abs(gap), estimate.currency)))
    return rows


def yes_no(answer: object) -> str:
    """`yes`, `no` or `open`."""
    return OPEN if answer is None else "yes" if answer else "no"


def _cell(brief: Brief, item: Item, what: str | Callable[[Item], str]) -> str:
    return ids(linked(brief, item, what)) if isinstance(what, str) else what(item)
