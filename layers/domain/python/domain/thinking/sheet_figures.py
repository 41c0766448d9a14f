"""The figures of a project's sheet: money, the outlook for the build, dates and counts, by the projects' own rules."""

from __future__ import annotations

from domain.agents.brain import slices
from domain.projects import figures
from domain.projects.phases import owner_of, spec_of
from domain.projects.records import Estimate
from domain.projects.states import DeliverableState
from domain.receipts.tracing import count
from domain.thinking.fact_writer import FactWriter
from domain.thinking.facts import Duration, MoneyRange, Term, Value, Words

_IN_WORK = frozenset({DeliverableState.WRITING, DeliverableState.CHANGES_REQUESTED})


def write_figures(sheet: FactWriter) -> None:
    """Add the figures that the project has so far."""
    if sheet.estimate:
        _money(sheet, sheet.estimate)
    _outlook(sheet)
    _dates(sheet)
    _counts(sheet)


def _money(sheet: FactWriter, estimate: Estimate) -> None:
    currency = estimate.currency
    sheet.add("estimate", amount_of(estimate.total, currency))
    sheet.add("estimate_range", MoneyRange(estimate.low, estimate.high, currency))
    sheet.add("estimate_days", Duration(estimate.working_days, "working_days"))
    for phase in estimate.phases:
        name, own = Term(f"phase.{phase.phase}"), frozenset({phase.role})
        sheet.add("phase_estimate", amount_of(phase.cost, currency), name=name, roles=own)
        sheet.add("phase_days", Duration(phase.working_days, "working_days"), name=name, roles=own)
    for line in estimate.lines:
        title = Words(spec_of(line.kind).title)
        sheet.add("document_estimate", amount_of(line.cost, currency), name=title, roles=frozenset({line.role}))
    ceiling, spent = sheet.facts.project.ceiling, sheet.facts.project.spent
    sheet.add("spent", amount_of(spent, currency))
    sheet.add(*_compared(estimate.total - spent, currency, above="left", below="overspent"))
    if ceiling:
        sheet.add("ceiling", ceiling)
        sheet.add(*_compared(ceiling.amount - estimate.total, currency, above="under_ceiling", below="over_ceiling"))
        sheet.add(*_compared(ceiling.amount - spent, currency, above="left_of_ceiling", below="spent_over_ceiling"))


def _outlook(sheet: FactWriter) -> None:
    if not sheet.facts.intake.answers.get("must_haves"):
        return
    outlook = slices.build_outlook_of(sheet.facts)
    sheet.add("build_cost", MoneyRange(outlook.low, outlook.high, outlook.currency))
    days = outlook.working_days
    sheet.add("build_days", Duration(days.low, "working_days", days.high))


def _dates(sheet: FactWriter) -> None:
    project, today = sheet.facts.project, sheet.facts.now.date()
    if project.deadline:
        sheet.add("deadline", project.deadline)
        left = (project.deadline - today).days
        sheet.add("until_deadline" if left >= 0 else "since_deadline", Duration(abs(left), "days"))
    for end in slices.outlook(sheet.facts):
        roles = frozenset({owner_of(end.phase)})
        sheet.add("phase_end", end.end, name=Term(f"phase.{end.phase}"), roles=roles)
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
