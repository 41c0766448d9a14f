"""The figures of a project's sheet: money, the outlook for the build, dates and counts, by the projects' own rules."""

from __future__ import annotations

import re
from datetime import date

from domain.agents.brain import slices
from domain.projects import figures
from domain.projects.build_outlook import Days
from domain.projects.dates import add_working_days
from domain.projects.phases import owner_of, spec_of
from domain.projects.records import Deliverable, Estimate
from domain.projects.states import DeliverableKind, DeliverableState, ProjectStatus
from domain.receipts.steps import Op, Step
from domain.receipts.tracing import Day, count, total
from domain.thinking.fact_writer import FactWriter
from domain.thinking.facts import Duration, MoneyRange, Source, Term, Value, Words
from domain.thinking.passages import passages_of, read_document

_PACKAGE = re.compile(r"W\d+ (?P<text>.+?); Days of effort: (?P<days>(?:\d+ to )?(?P<most>\d+))(?:;|$)")
_IN_WORK = frozenset({DeliverableState.WRITING, DeliverableState.CHANGES_REQUESTED})


def write_figures(sheet: FactWriter) -> None:
    """Add the figures that the project has so far."""
    if sheet.estimate:
        _money(sheet, sheet.estimate)
    elif sheet.facts.project.status is ProjectStatus.DRAFT:
        sheet.add("estimate", Term("estimate.none"))
    _ceiling(sheet)
    _outlook(sheet)
    _dates(sheet)
    _launch(sheet)
    _counts(sheet)
    _packages(sheet)


def _money(sheet: FactWriter, estimate: Estimate) -> None:
    currency = estimate.currency
    sheet.add("estimate", amount_of(estimate.total, currency))
    sheet.add("estimate_range", MoneyRange(estimate.low, estimate.high, currency))
    sheet.add("estimate_days", Duration(estimate.working_days, "working_days"))
    sheet.add("rule", Term("estimate.rule"))
    for phase in estimate.phases:
        name, own = Term(f"phase.{phase.phase}"), frozenset({phase.role})
        sheet.add("phase_estimate", amount_of(phase.cost, currency), name=name, roles=own)
        sheet.add("phase_days", Duration(phase.working_days, "working_days"), name=name, roles=own)
    for line in estimate.lines:
        title = Words(spec_of(line.kind).title)
        sheet.add("document_estimate", amount_of(line.cost, currency), name=title, roles=frozenset({line.role}))
    spent = sheet.facts.project.spent
    sheet.add("spent", amount_of(spent, currency))
    sheet.add(*_compared(estimate.total - spent, currency, above="left", below="overspent"))
    if slices.is_running(sheet.facts):
        sheet.add("price", Term("price.changes"))


def _ceiling(sheet: FactWriter) -> None:
    ceiling, spent, estimate = sheet.facts.project.ceiling, sheet.facts.project.spent, sheet.estimate
    if ceiling is None:
        return
    sheet.add("ceiling", ceiling)
    sheet.add("ceiling", Term("ceiling.covers"))
    if estimate:
        over, unit = ceiling.amount - estimate.total, estimate.currency
        sheet.add(*_compared(over, unit, above="under_ceiling", below="over_ceiling"))
        sheet.add(*_compared(ceiling.amount - spent, unit, above="left_of_ceiling", below="spent_over_ceiling"))


def _outlook(sheet: FactWriter) -> None:
    if not sheet.facts.intake.answers.get("must_haves"):
        return
    outlook, estimate = slices.build_outlook_of(sheet.facts), sheet.estimate
    cost = MoneyRange(outlook.low, outlook.high, outlook.currency)
    sheet.add("build_cost" if estimate else "build_cost_alone", cost)
    if estimate:
        low, high = (total([estimate.total, part]) for part in (outlook.low, outlook.high))
        sheet.add("all_cost", MoneyRange(low, high, outlook.currency))
    days = outlook.working_days
    sheet.add("build_days", Duration(days.low, "working_days", days.high))
    sheet.add("rule", Term("build.rule"))
    _build_ends(sheet, days)


def _build_ends(sheet: FactWriter, days: Days) -> None:
    """When building would end after the documents, and whether by the deadline; of work handed out, its board tells."""
    project, today = sheet.facts.project, sheet.facts.now.date()
    done = figures.documents_eta(project, today=today)
    if done is None or project.hand_out_work:
        return
    first, last = (add_working_days(done, count) for count in (days.low, days.high))
    sheet.add("build_ends_first", first)
    sheet.add("build_ends_last", last)
    if limit := project.deadline:
        sheet.add("build", Term(f"build.{'late' if first > limit else 'open' if last > limit else 'fits'}"))


def _launch(sheet: FactWriter) -> None:
    """The day of the launch, which only an approved launch plan names."""
    plan = slices.document_of(sheet.facts, DeliverableKind.LAUNCH_PLAN)
    approved = plan if plan and plan.state is DeliverableState.APPROVED else None
    if approved and (written := slices.launch_day_of(approved)):
        day = Day.of(date.fromisoformat(written), Step(Op.QUOTE, text=written))
        sheet.add("launch_on", day, source=_source(approved))
    else:
        sheet.add("launch", Term("launch.open"))


def _packages(sheet: FactWriter) -> None:
    """How many work packages the delivery plan has, and its largest, as it is written."""
    plan = slices.document_of(sheet.facts, DeliverableKind.DELIVERY_PLAN)
    rows = read_document(passages_of(sheet.facts), plan.kind, "packages") if plan else ()
    if plan and (packages := [found for row in rows if (found := _PACKAGE.match(row.text))]):
        title, most = Words(plan.title), max(int(package["most"]) for package in packages)
        largest = (f"{found['text']} ({found['days']})" for found in packages if int(found["most"]) == most)
        sheet.add("packages", count(packages), name=title, source=_source(plan))
        sheet.add("largest_package", Words(" and ".join(largest)), name=title, source=_source(plan))


def _source(document: Deliverable) -> Source:
    return Source(document.id, document.content_hash or document.updated_at.isoformat())


def _dates(sheet: FactWriter) -> None:
    project, today = sheet.facts.project, sheet.facts.now.date()
    if project.deadline:
        sheet.add("deadline", project.deadline)
        left = (project.deadline - today).days
        sheet.add("until_deadline" if left >= 0 else "since_deadline", Duration(abs(left), "days"))
    if project.status is ProjectStatus.ON_HOLD:
        sheet.add("dates", Term("dates.if_resumed"))
    for phase, end in slices.outlook(sheet.facts).items():
        sheet.add("phase_end", end, name=Term(f"phase.{phase}"), roles=frozenset({owner_of(phase)}))
    sheet.add("documents_done", figures.documents_eta(project, today=today))
    if standing := figures.documents_standing(project, today=today):
        spare = standing.days_spare
        sheet.add("time_to_spare" if spare >= 0 else "delay", Duration(abs(spare), "working_days"))
    for key, at in (
        ("submitted_on", project.submitted_at),
        ("phase_started_on", project.phase_started_at),
        ("completed_on", project.completed_at),
    ):
        sheet.add(key, at.date() if at else None)


def _counts(sheet: FactWriter) -> None:
    documents = sheet.facts.deliverables
    for key, counted in (
        ("documents", documents),
        ("documents_approved", slices.approved(documents)),
        ("documents_in_review", slices.pending_approvals(sheet.facts)),
        ("documents_blocked", [one for one in documents if one.state is DeliverableState.BLOCKED]),
        ("documents_in_work", [one for one in documents if one.state in _IN_WORK]),
        ("documents_waiting", [one for one in documents if one.state is DeliverableState.WAITING]),
        ("requests_open", slices.open_requests(sheet.facts)),
        ("wishes", slices.wishes(sheet.facts)),
    ):
        sheet.add(key, count(counted))


def amount_of(amount: int, currency: str) -> Value:
    """An amount as a value. Nothing at all is one, too, which `Money` does not allow."""
    return MoneyRange(amount, amount, currency)


def _compared(difference: int, currency: str, *, above: str, below: str) -> tuple[str, Value]:
    """A difference of amounts under the name that says which way it goes."""
    return (above if difference >= 0 else below), amount_of(abs(difference), currency)
