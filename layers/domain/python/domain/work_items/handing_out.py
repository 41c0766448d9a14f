"""Handing out: the work packages of the approved delivery plan become work items.

Whoever hands out may die and begin anew: the items are worked out from the plan as it was approved, their ids from its
packages, and what was handed out stands in the project's row, on condition of whose version the items are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from common.dynamo import Write
from common.services import frozen
from domain.events.log import recording
from domain.projects import figures
from domain.projects.documents.brief import Brief, Item, linked
from domain.projects.documents.parts import ASSETS, PLATFORMS, Package, packages
from domain.projects.documents.written import REFERENCE, holding
from domain.projects.identifiers import derived_id
from domain.projects.phases import owner_of
from domain.projects.records import Project
from domain.projects.states import DeliverableKind, DeliverableState, Phase
from domain.work_items import announcing, rules
from domain.work_items.records import BearingDocument, Criterion, Effort, WorkItem
from domain.work_items.store import work_store

_TITLE_LENGTH = 200
_WHAT_LENGTH = 4_000
_KIND = DeliverableKind
_BEARING: Mapping[str, tuple[DeliverableKind, ...]] = {
    "R": (_KIND.SCOPE, _KIND.USER_FLOWS, _KIND.STYLE_GUIDE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
    "I": (_KIND.SCOPE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
    "C": (_KIND.SCOPE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
    "W": (_KIND.PRODUCT_BRIEF, _KIND.SCOPE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
}
"""Which documents bear on a package, by the kind of entry that it is for; all of them also on the delivery plan."""


@frozen
class HandedOut:
    """The project after handing out, and the writes of the new `items`. `count` is how many the plan has in all."""

    project: Project
    writes: tuple[Write, ...]
    count: int
    items: tuple[WorkItem, ...] = ()


def hand_out(project: Project, brief: Brief, now: datetime) -> HandedOut:
    """The packages of the approved delivery plan as items: at most 53, which one transaction has room for."""
    found = packages(brief)
    items = items_of(project, brief, now)
    after = project.changed(
        now,
        **rules.counted(project, *((None, item) for item in items)),
        work_packages_out=len(items),
        handed_out=tuple(package.key for package in found),
        unassigned_days=0,
        unassigned_cost=0,
        work_handed_out_at=now,
    )
    writes = (
        *(work_store().creating(item) for item in items),
        *recording([announcing.handed_out(project, len(items), now)]),
    )
    return HandedOut(figures.with_progress(after), writes, len(items), items)


def items_of(project: Project, brief: Brief, now: datetime) -> tuple[WorkItem, ...]:
    """An item for each package of the delivery plan, in its order."""
    found = packages(brief)
    ids = {
        package.id: derived_id("wrk", project.id, package.id, sequence=number)
        for number, package in enumerate(found, start=1)
    }
    return tuple(
        _item(project, package, brief, ids[package.id], [ids[need] for need in package.needs], now) for package in found
    )


def _item(
    project: Project, package: Package, brief: Brief, item_id: str, needs: Iterable[str], now: datetime
) -> WorkItem:
    return WorkItem(
        id=item_id,
        account_id=project.account_id,
        project_id=project.id,
        project_name=project.name,
        package=package.id,
        origin="plan",
        title=_title(package)[:_TITLE_LENGTH],
        what="\n\n".join(_what(package, brief))[:_WHAT_LENGTH],
        criteria=tuple(_criteria(package, brief)),
        documents=_documents(package, brief),
        depends_on=tuple(dict.fromkeys(needs)),
        effort=Effort(low=package.effort.low, likely=package.effort.likely, high=package.effort.high),
        likely_cost=package.cost,
        owner=owner_of(Phase.DEVELOPMENT),
        created_at=now,
        updated_at=now,
    )


def _title(package: Package) -> str:
    return f"{package.item.id} {package.item.words.raw}" if package.item else package.text


def _what(package: Package, brief: Brief) -> Iterator[str]:
    """What is to be built, in the customer's words where there are any."""
    on = " and ".join(PLATFORMS[name] for name in brief.platforms) or "the platforms of the brief"
    item = package.item
    if item is None and package.id == "W1":
        declined = [name for name in brief.existing if name in brief.declined_access]
        existing = ", ".join(ASSETS[name] for name in brief.existing if name not in declined)
        yield f"What everything else stands on, for {on}: the repository, a build, tests, release and operation."
        yield f"Already there: {existing}." if existing else "Nothing that is yours to use is said to be there already."
        if declined:
            kept = ", ".join(ASSETS[name] for name in declined)
            yield f"The customer has this, but declined access to it: {kept}. Ask who does the steps that need it."
        return
    if item is None:
        yield f"{package.text}. It concerns everything that is built."
        return
    yield item.text
    if item.id.startswith("R"):
        yield f"On {on}."
        named = (*linked(brief, item, "integrations"), *linked(brief, item, "constraints"))
        yield from (f"It names {other.id} {other.words.raw}." for other in named)
    else:
        needed = linked(brief, item, "requirements")
        yield from (f"{other.id} needs it: {other.words.raw}" for other in needed)


def _criteria(package: Package, brief: Brief) -> Iterator[Criterion]:
    """The criteria of the scope document; where it has none, what the customer's own words can be checked by."""
    item = package.item
    texts = _written_criteria(item, brief) if item else []
    if not texts:
        texts = [_plain_criterion(package, item)]
    prefix = item.id if item else package.id
    for number, text in enumerate(texts, start=1):
        yield Criterion(id=f"{prefix}.{number}", text=text)


def _written_criteria(item: Item, brief: Brief) -> list[str]:
    scope = next(document for document in brief.documents if document.kind is _KIND.SCOPE)
    blocks = (block for section in holding(scope.written, brief) for block in section.blocks)
    found = next((block.items for block in blocks if block.about == item.id), ())
    return [REFERENCE.sub(lambda match: match[1], text) for text in found]


def _plain_criterion(package: Package, item: Item | None) -> str:
    if item is None and package.id == "W1":
        return "Somebody else can build, test, release and run it with nothing but what is handed over."
    if item is None:
        return f"{package.text}: it is shown for everything that is built, and how it was shown is written down."
    said = item.words.raw
    if item.id.startswith("I"):
        return f"{said} answers, and what happens while it does not is shown, too."
    return f"It is kept everywhere: {said}" if item.id.startswith("C") else f"It is shown to work: {said}"


def _documents(package: Package, brief: Brief) -> tuple[BearingDocument, ...]:
    kinds = {*_BEARING[package.item.id[0] if package.item else "W"], _KIND.DELIVERY_PLAN}
    return tuple(
        BearingDocument(
            id=document.id,
            kind=document.kind,
            title=document.title,
            revision=document.revision,
            content_hash=document.content_hash or "",
        )
        for document in brief.documents
        if document.kind in kinds and document.state is DeliverableState.APPROVED
    )
