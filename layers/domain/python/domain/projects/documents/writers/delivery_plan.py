"""Delivery plan: the work broken down, in order, with what it needs and when it is done (CTO)."""

from __future__ import annotations

from domain.projects.documents import parts
from domain.projects.documents.brief import Brief
from domain.projects.documents.build_plan import Slice
from domain.projects.documents.markdown import Section, bullets, table
from domain.projects.documents.register import risks
from domain.projects.documents.work_packages import Package, packages

_TOP_RISKS = 5
_SIZES = (
    "Sizes follow a rule: a must-have gets a point for each subject it touches (two when its wording names none), each "
    "integration and each addition made in a comment. One is S, two are M, more is L; sizes are for all platforms."
)


def sections(brief: Brief) -> tuple[Section, ...]:
    """Packages first, then slices, dependencies and the rules of working."""
    return (
        Section("In short", (_summary(brief), parts.plan_change(brief))),
        Section("Work packages", (_work(brief), _SIZES)),
        Section("Slices", tuple(block for part in brief.build.slices for block in _slice(brief, part))),
        Section("Needed from outside", (_needs(brief),)),
        Section("When a package is done", (_done(brief),), is_essential=False),
        Section("Risks to watch", (_risks(brief),), is_essential=False),
        Section("What is estimated and what is not", (_estimate(brief),)),
    )


def _summary(brief: Brief) -> str:
    found = packages(brief)
    large = [package.id for package in found if package.size == "L"]
    counts = f"{parts.counted(len(found), 'work package')} in {parts.counted(len(brief.build.slices), 'slice')}"
    sizes = f" The largest packages are {', '.join(large)}." if large else ""
    return f"{counts}. Each slice ends with something {brief.decider} can try.{sizes} {parts.deadline_check(brief)}"


def _work(brief: Brief) -> str:
    return table(
        ("Id", "Package", "Slice", "Size", "After", "Done when"),
        (
            (
                package.id,
                package.text,
                package.slice_number,
                package.size,
                "all others" if package is found[-1] else ", ".join(package.needs) or "–",
                package.done_when,
            )
            for found in (packages(brief),)
            for package in found
        ),
    )


def _slice(brief: Brief, part: Slice) -> list[str]:
    found = [package for package in packages(brief) if package.slice_number == part.number]
    until = f", shown by {part.done_by.isoformat()}" if part.done_by else ""
    return [
        f"### Slice {part.number}{until}",
        bullets(
            (
                f"Shows: {'; '.join(parts.label(item) for item in part.requirements)}",
                f"Packages: {', '.join(package.id for package in found)}",
                f"Checked by: {', '.join(f'{item.id}.1 and following' for item in part.requirements)}",
            )
        ),
    ]


def _needs(brief: Brief) -> str:
    rows: list[tuple[object, ...]] = [
        (f"Access to {item.id}, {item.words}", _package_of(brief, item.id), "customer")
        for item in brief.active("integrations")
    ]
    rows += [
        (parts.ASSETS[asset], "W1", "declined; see the open points" if asset in brief.declined_access else "customer")
        for asset in brief.existing
        if asset in {"source_repository", "hosting"}
    ]
    rows.append(("Design of the screens", "the first package that shows one", "CDO, approved by " + str(brief.decider)))
    return table(("What", "Needed by", "From"), rows)


def _package_of(brief: Brief, item_id: str) -> str:
    return next((found.id for found in packages(brief) if any(item.id == item_id for item in found.items)), "–")


def _done(brief: Brief) -> str:
    entries = [
        "Its criteria hold on every platform, shown by automatic tests where a machine can tell.",
        "Somebody else has read the change.",
        "It runs in the environment in which slices are shown, without manual steps.",
        "What an operator has to know is written next to the code.",
    ]
    entries += [f"{parts.label(item)}: still kept." for item in brief.active("constraints")]
    return bullets(entries)


def _risks(brief: Brief) -> str:
    rows = [(risk.id, risk.text, _owner_packages(brief, {item.id for item in risk.because})) for risk in risks(brief)]
    return table(("Id", "Risk", "Watched in"), rows[:_TOP_RISKS]) or "None that the brief lets us name."


def _owner_packages(brief: Brief, item_ids: set[str]) -> str:
    found: list[Package] = [
        package for package in packages(brief)[:-1] if item_ids & {item.id for item in package.items}
    ]
    return ", ".join(package.id for package in found) or packages(brief)[-1].id


def _estimate(brief: Brief) -> str:
    return (
        f"{parts.budget_line(brief)} It covers the documents of this project. The packages above are sized and not "
        "priced: their price is agreed with whoever builds them, from this plan."
    )
