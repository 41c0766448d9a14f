"""Fragments that several documents share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby

from domain.projects.build_outlook import Days
from domain.projects.dates import working_days_between
from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.markdown import listed
from domain.projects.phases import DELIVERABLES
from domain.projects.questionnaire import EXISTING
from domain.projects.states import Phase
from domain.receipts.tracing import told

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


def documents_done(brief: Brief) -> date:
    """The day the last document is done by the plan, which is the eta."""
    return brief.plan[-1].end


def days_for_build(brief: Brief) -> int | None:
    """Working days between the last document and the deadline; negative when the deadline comes first."""
    return working_days_between(documents_done(brief), brief.deadline) if brief.deadline else None


def titles_of(phase: Phase) -> str:
    """The documents of a phase, separated by semicolons."""
    return "; ".join(spec.title for spec in DELIVERABLES if spec.phase is phase)
