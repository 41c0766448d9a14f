"""Makes work items of the packages in the approved delivery plan, and updates or cancels those that nobody claimed.

Handing out takes as many steps as the plan needs, and can break off and be repeated. The items follow from the plan as
approved, and their ids from its lines, so a repetition makes the same ones, and each step only what is missing. They
are written only if the project's row, whose counts they change, has not changed. The last step notes the end there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from common.dynamo import Write
from common.services import frozen
from domain.events.log import recording
from domain.projects import figures
from domain.projects.brief.changing import Plan
from domain.projects.brief.estimate import with_totals
from domain.projects.documents.composing import serves
from domain.projects.documents.development import Package, packages
from domain.projects.documents.markdown import shown
from domain.projects.documents.records import DocumentText, Line, Section
from domain.projects.documents.trade import Trade
from domain.projects.identifiers import derived_id
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliverableKind, DeliverableState, Phase, owner_of
from domain.vault.records import CredentialRequest, RequestStatus
from domain.work_items import announcing, rules
from domain.work_items.records import BearingDocument, Criterion, Effort, ItemState, WorkItem
from domain.work_items.store import work_store

_TITLE_LENGTH = 200
_WHAT_LENGTH = 4_000
_MOST_CRITERIA = 40
_MOST_IN_STEP = 90  # a transaction has room for 100 writes, and a step has some besides its items
_KIND = DeliverableKind
_BEARING: Mapping[str, tuple[DeliverableKind, ...]] = {
    "R": (_KIND.SCOPE, _KIND.USER_FLOWS, _KIND.STYLE_GUIDE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
    "I": (_KIND.SCOPE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
    "C": (_KIND.SCOPE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
    "": (_KIND.PRODUCT_BRIEF, _KIND.SCOPE, _KIND.ARCHITECTURE_PLAN, _KIND.TEST_PLAN),
}
"""The documents that matter to a package beside the delivery plan, by its entry's letter (empty: no entry)."""


@frozen
class Source:
    """The records that work is handed out from: the plan, the approved delivery plan and scope, and existing items.

    `scope` is None where none is approved; `items` are all of the project's, `requests` its requests for access.
    """

    plan: Plan
    documents: Sequence[Deliverable]
    delivery_plan: DocumentText
    scope: DocumentText | None
    items: Sequence[WorkItem] = ()
    requests: Sequence[CredentialRequest] = ()

    @property
    def project(self) -> Project:
        """The project that `plan` is of, as stored before work is handed out."""
        return self.plan.project


@frozen
class HandedOut:
    """The changed project, all other writes, the project's items after them, and how many packages the plan has.

    `kept`: items once claimed that differ from the plan. `is_over`: no step has to follow.
    """

    project: Project
    writes: tuple[Write, ...]
    items: tuple[WorkItem, ...]
    packages: int
    kept: tuple[WorkItem, ...]
    is_over: bool


def hand_out(source: Source, now: datetime) -> HandedOut:
    """Make an item of each package of the approved delivery plan: as many as one step has room for.

    An item that nobody has claimed becomes what the plan says now, or is cancelled where the plan has no such package
    any more, until the plan has it again. Every other one stays.
    """
    wanted = items_of(source, now)
    there = {item.id: item for item in source.items if item.package is not None}
    gone = [item for item in there.values() if item.id not in {one.id for one in wanted}]
    changes: list[tuple[WorkItem | None, WorkItem]] = []
    kept = [item for item in gone if not _is_free(item) and not item.has_ended]
    for item in wanted:
        before = there.get(item.id)
        if before is None:
            changes.append((None, item))
        elif _was_struck(before) or (_is_free(before) and _planned(before) != _planned(item)):
            again = before.changed(now, **_planned(item), state=ItemState.READY, ended_at=None)
            changes.append((before, again))
        elif not before.has_ended and _asks(before) != _asks(item):
            kept.append(before)
    changes += [(one, one.changed(now, state=ItemState.CANCELLED, ended_at=now)) for one in gone if _is_free(one)]
    is_over, changes = len(changes) <= _MOST_IN_STEP, changes[:_MOST_IN_STEP]
    items = {item.id: item for item in source.items} | {after.id: after for _, after in changes}
    counted = source.project.changed(
        now,
        **rules.counted(source.project, *changes),
        handed_out=_handed_out(source, items.values()),
        **({"work_packages_out": len(wanted), "work_handed_out_at": now} if is_over else {}),
    )
    project = with_totals(Plan(counted, source.plan.brief))
    store = work_store()
    writes = [store.creating(after) if before is None else store.changing(before, after) for before, after in changes]
    told = recording([announcing.handed_out(project, len(wanted), now)]) if is_over else ()
    by_id = tuple(items[name] for name in sorted(items))
    return HandedOut(figures.with_progress(project), (*writes, *told), by_id, len(wanted), tuple(kept), is_over)


def items_of(source: Source, now: datetime) -> tuple[WorkItem, ...]:
    """An item for each package line that the delivery plan shows and the brief still wants, in the plan's order."""
    lines = _package_lines(source)
    known = {f"package/{package.key}": package for package in packages(Trade(source.plan, now.date()))}
    numbers = {line.key: line for line in lines if line.key}
    ids = {line.id: derived_id("wrk", source.project.id, line.id, sequence=int(line.id[1:])) for line in lines}
    found = []
    for line in lines:
        package = known.get(line.key or "")
        needs = [numbers[key].id for one in package.needs if (key := f"package/{one}") in numbers] if package else []
        found.append(_item(source, line, package, ids[line.id], [ids[need] for need in needs], now))
    return tuple(found)


def _package_lines(source: Source) -> list[Line]:
    own = (line for line in shown(source.delivery_plan.lines) if line.section is Section.PACKAGES)
    return [line for line in own if serves(line, source.plan.brief)]


def _handed_out(source: Source, items: Iterable[WorkItem]) -> tuple[str, ...]:
    """The keys of the packages that have an item, whose line may be struck since."""
    lines = {item.package for item in items if item.package and not _was_struck(item)}
    return tuple(one.key.partition("/")[2] for one in source.delivery_plan.lines if one.key and one.id in lines)


def _is_free(item: WorkItem) -> bool:
    """Whether the item is ready, and nobody has ever claimed it."""
    return item.state is ItemState.READY and not item.claimed_by


def _was_struck(item: WorkItem) -> bool:
    """Whether the item was cancelled because the plan had no such package any more, and by nobody."""
    return item.state is ItemState.CANCELLED and item.closed_by is None


def _asks(item: WorkItem) -> tuple[object, ...]:
    return item.title, item.what, item.criteria


def _planned(item: WorkItem) -> dict[str, object]:
    """What an item has from the plan, as long as nobody has claimed it."""
    names = ("title", "what", "criteria", "documents", "depends_on", "needs_access", "effort", "likely_cost")
    return {name: getattr(item, name) for name in names}


def _item(
    source: Source, line: Line, package: Package | None, item_id: str, needs: Iterable[str], now: datetime
) -> WorkItem:
    project = source.project
    effort = package.effort if package else None
    return WorkItem(
        id=item_id,
        account_id=project.account_id,
        project_id=project.id,
        project_name=project.name,
        package=line.id,
        origin="plan",
        title=(_title(package) if package else line.text)[:_TITLE_LENGTH],
        what="\n\n".join(_what(source, line, package))[:_WHAT_LENGTH],
        criteria=tuple(_criteria(source, line, package)),
        documents=_documents(source, package),
        depends_on=tuple(dict.fromkeys(needs)),
        needs_access=_access(source, package),
        effort=Effort(low=effort.low, likely=effort.likely, high=effort.high) if effort else None,
        likely_cost=package.cost if package else 0,
        owner=owner_of(Phase.DEVELOPMENT),
        created_at=now,
        updated_at=now,
    )


def _title(package: Package) -> str:
    return f"{package.entry.id} {package.entry.text}" if package.entry else package.title


def _what(source: Source, line: Line, package: Package | None) -> Iterator[str]:
    """Paragraphs that say what is to be built, in the customer's words where there are any."""
    brief = source.plan.brief
    if package and package.entry:
        yield package.entry.text
        for ref in (*package.entry.systems, *package.entry.rules):
            if other := brief.find(ref):
                yield f"It names {other.id}: {other.text}"
    yield f"The delivery plan says: {line.text}"
    if brief.platforms:
        yield f"It runs on: {', '.join(topic.title for topic in brief.platforms)}."


def _criteria(source: Source, line: Line, package: Package | None) -> Iterator[Criterion]:
    """The package's criteria in the approved scope, at most 40; without any, one: that it is shown to work."""
    found = [one for one in shown(source.scope.lines) if _proves(one, package)] if source.scope and package else []
    if not found:
        text = f"It is shown to work from start to end: {_title(package) if package else line.text}"
        yield Criterion(id=f"{line.id}.1", text=text[:_TITLE_LENGTH])
    for one in found[:_MOST_CRITERIA]:
        yield Criterion(id=one.id, text=one.text)


def _proves(line: Line, package: Package | None) -> bool:
    """Whether the line is a criterion of the package's entry, or of its topic if the package has no entry."""
    if line.section is not Section.CRITERIA or package is None:
        return False
    if package.entry is not None:
        return line.id.partition(".")[0] == package.entry.id
    return not line.refs and (line.source or "").partition(" ")[0].partition("/")[2] == package.key


def _access(source: Source, package: Package | None) -> tuple[str, ...]:
    """The ids of the open requests for access to the systems that the package is about."""
    if package is None or package.entry is None:
        return ()
    systems = {package.entry.id, *package.entry.systems}
    waiting = (one for one in source.requests if one.status is RequestStatus.PENDING)
    return tuple(one.id for one in waiting if one.entry in systems)


def _documents(source: Source, package: Package | None) -> tuple[BearingDocument, ...]:
    kinds = {*_BEARING[package.entry.id[0] if package and package.entry else ""], _KIND.DELIVERY_PLAN}
    return tuple(
        BearingDocument(
            id=document.id,
            kind=document.kind,
            title=document.title,
            revision=document.revision,
            content_hash=document.content_hash or "",
        )
        for document in source.documents
        if document.kind in kinds and document.state is DeliverableState.APPROVED
    )
