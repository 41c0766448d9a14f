"""The build cut into packages (`W1`, …), each with the days of effort that the build outlook gives it."""

from __future__ import annotations

from collections.abc import Iterator

from common.services import frozen
from domain.projects.build_outlook import BasisLine, Days
from domain.projects.documents import parts
from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.naming import linked


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
    found: list[Package] = []
    for text, days, item in _work(brief):
        connected = {package.item: package.id for package in found if package.item}
        systems = linked(brief, item, "integrations") if item in brief.musts and item else ()
        needs = [connected[system] for system in systems]
        first = ["W1"] if found else []
        found.append(Package(f"W{len(found) + 1}", text, days, item, (*first, *needs)))
    return tuple(found)


def _work(brief: Brief) -> Iterator[tuple[str, Days, Item | None]]:
    foundation, *lines = brief.outlook.basis
    musts, lines = lines[: len(brief.musts)], lines[len(brief.musts) :]
    yield "Foundation", foundation.days, None
    yield from _of(brief.active("integrations"), [line for line in lines if line.kind == "integration"])
    yield from _of(brief.musts, musts)
    for line in lines:
        if line.kind == "further platform":
            yield f"Also on {parts.PLATFORMS[line.text]}", line.days, None
        elif line.kind == "personal data":
            yield "Personal data", line.days, None
    yield from _of(brief.active("constraints"), [line for line in lines if line.kind == "constraint"])


def _of(items: tuple[Item, ...], lines: list[BasisLine]) -> Iterator[tuple[str, Days, Item]]:
    for item, line in zip(items, lines, strict=True):
        yield parts.label(item), line.days, item
