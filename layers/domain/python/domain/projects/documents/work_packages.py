"""The build cut into packages (`W1`, …) with sizes by a rule: what the delivery plan orders and tests refer to."""

from __future__ import annotations

from dataclasses import dataclass

from domain.projects.documents.brief import Brief
from domain.projects.documents.item import Item
from domain.projects.documents.register import integrations_of, requirements_of

_MEDIUM, _LARGE = 2, 3


@dataclass(frozen=True, slots=True)
class Package:
    """Work that ends with something to see. `needs` are ids of packages that come first."""

    id: str
    text: str
    slice_number: int
    size: str
    items: tuple[Item, ...]
    needs: tuple[str, ...]
    done_when: str


def packages(brief: Brief) -> tuple[Package, ...]:
    """Foundation, then per slice the integrations it needs first and its must-haves, then the rules and the release."""
    found = [_foundation(brief)]
    connected: dict[str, str] = {}
    for part in brief.build.slices:
        for requirement in part.requirements:
            for other in integrations_of(brief, requirement):
                if other.id not in connected:
                    found.append(_connection(other, f"W{len(found) + 1}", part.number))
                    connected[other.id] = found[-1].id
            needs = ("W1", *(connected[other.id] for other in integrations_of(brief, requirement)))
            found.append(_requirement(brief, requirement, f"W{len(found) + 1}", part.number, needs))
    last = len(brief.build.slices)
    for other in brief.active("integrations"):
        if other.id not in connected and not requirements_of(brief, other):
            found.append(_connection(other, f"W{len(found) + 1}", last))
    found.append(_release(brief, found, last))
    return tuple(found)


def size_of(brief: Brief, requirement: Item) -> str:
    """S, M or L: a point for each known subject (two when none is known), integration and addition in a comment."""
    points = (len(requirement.subjects) or 2) + len(integrations_of(brief, requirement)) + len(requirement.notes)
    return "S" if points < _MEDIUM else "M" if points < _LARGE else "L"


def _foundation(brief: Brief) -> Package:
    start = (
        "Read the existing code; build, test and release it unchanged"
        if "source_repository" in brief.existing
        else ("Repository, automatic build and tests, one environment to show slices in")
    )
    return Package("W1", start, 1, "M", (), (), "an empty change reaches the environment by itself")


def _connection(integration: Item, package_id: str, slice_number: int) -> Package:
    text = f"Connect {integration.id} ({integration.words}) through an adapter"
    return Package(
        package_id,
        text,
        slice_number,
        "M",
        (integration,),
        ("W1",),
        "it works with a test account and fails as planned",
    )


def _requirement(brief: Brief, item: Item, package_id: str, slice_number: int, needs: tuple[str, ...]) -> Package:
    text = f"{item.id} {item.words}"
    return Package(
        package_id,
        text,
        slice_number,
        size_of(brief, item),
        (item,),
        tuple(dict.fromkeys(needs)),
        f"criteria {item.id}.1 and following hold",
    )


def _release(brief: Brief, found: list[Package], slice_number: int) -> Package:
    rules = brief.active("constraints")
    return Package(
        f"W{len(found) + 1}",
        "Release test and release, by the test and release plan",
        slice_number,
        "M",
        rules,
        tuple(package.id for package in found),
        "every exit criterion of the test and release plan holds",
    )
