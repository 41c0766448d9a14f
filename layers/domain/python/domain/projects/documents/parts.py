"""Fragments that several documents share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from common.services import frozen
from domain.projects.build_outlook import Days
from domain.projects.documents.brief import Brief, Item, linked
from domain.projects.documents.markdown import listed
from domain.projects.questionnaire import EXISTING
from domain.receipts.tracing import told

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


def undescribed(brief: Brief) -> str:
    """The ids of the must-haves of which nobody has said how they are used; empty when there are none."""
    return ", ".join(item.id for item in brief.musts if not item.notes and item.id not in brief.described)


def label(item: Item) -> str:
    """The id in bold and the customer's words."""
    return f"**{item.id}** {item.words}"


def labels(items: Iterable[Item]) -> str:
    """Labels in one cell; a dash when there are none."""
    return "; ".join(label(item) for item in items) or NOTHING


def platforms(brief: Brief) -> str:
    """The platforms by their names."""
    return listed(PLATFORMS[platform] for platform in brief.platforms) or OPEN


@frozen
class Package:
    """A piece of work, for one entry of the brief or for the whole. `needs` are ids of packages that come first."""

    id: str
    text: str
    days: Days
    item: Item | None = None
    needs: tuple[str, ...] = ()


def packages(brief: Brief) -> tuple[Package, ...]:
    """The foundation, the integrations, the must-haves in the customer's order, then what concerns all of them."""
    for_none = {"foundation", "further platform", "personal data"}
    entries = iter((*brief.musts, *brief.active("integrations"), *brief.active("constraints")))  # as the outlook does
    work = [(line, None if line.kind in for_none else next(entries)) for line in brief.outlook.basis]
    found: list[Package] = []
    for line, item in sorted(work, key=lambda one: one[0].kind not in {"foundation", "integration"}):
        for_all = f"Also on {PLATFORMS[line.text]}" if line.kind == "further platform" else line.kind.capitalize()
        text = label(item) if item else for_all
        systems = linked(brief, item, "integrations") if item in brief.musts and item else ()
        needs = [package.id for package in found if package.id == "W1" or package.item in systems]
        found.append(Package(f"W{len(found) + 1}", text, line.days, item, tuple(needs)))
    return tuple(found)
