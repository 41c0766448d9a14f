"""What a caller is shown of a brief and its estimate. Days are days of effort, money whole units of `currency`."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from common.envelope import View
from common.wording import HUNDREDTHS, money
from domain.playbooks.library import playbooks
from domain.playbooks.records import Playbook
from domain.projects import wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import RULE_VERSION, Costing, Line, Spread, summed
from domain.projects.brief.estimate import Estimate, Fits, costing_of, estimate, is_priced, with_totals
from domain.projects.brief.records import BriefEntryType, Entry, EntryOrigin, EntryState, Existing, Size, Tone
from domain.projects.brief.topics import open_choices
from domain.projects.models import DatesView
from domain.projects.records import Accepted, Money, Project
from domain.projects.states import WORKING_PHASES, Phase, Role, owner_of

_HOURS = 8  # of a day, in the first edition


class TopicView(View):
    """What an entry is taken to be. `id` is what the routes take as one of `kinds`."""

    id: str
    title: str


class DaysView(View):
    """Days of effort: low end, middle, high end."""

    low: float
    likely: float
    high: float


class BriefEntryView(View):
    """An entry of the brief with its reading.

    `asked` is the kind that the words hint at: answer by setting `kinds`. Until then the entry counts as `other`.
    `effort_days` is what it takes by its size, after what other entries of its kind have brought already; null for an
    entry that costs nothing by itself.
    """

    id: str
    type: BriefEntryType
    text: str
    state: EntryState
    origin: EntryOrigin
    kinds: tuple[TopicView, ...]
    asked: TopicView | None
    audiences: tuple[str, ...]
    systems: tuple[str, ...]
    rules: tuple[str, ...]
    size: Size
    effort_days: DaysView | None


class PhaseView(View):
    """The likely days and cost of one role, which owns one phase."""

    phase: Phase
    role: Role
    days: float
    cost: int


class BasisView(View):
    """One line of the estimate. `entry` is null for what the whole product needs; `days` and `cost` are likely ones."""

    entry: str | None
    text: str
    kind: str
    days: float
    cost: int


class CeilingView(View):
    """The ceiling, and which end of the cost keeps it: `yes` high, `likely` middle, `unlikely` low, `no` none."""

    amount: int
    fits: Fits


class DeadlineView(View):
    """The deadline, and which end of the dates keeps it; `fits` is as in `CeilingView`."""

    day: date
    fits: Fits


class AcceptedView(View):
    """The estimate that you accepted when the brief was submitted."""

    low: int
    likely: int
    high: int
    effort_days: DaysView
    eta: date
    rule_version: int
    accepted_on: date


class EstimateSaidView(View):
    """The estimate in sentences; empty where there is nothing to say."""

    cost: str
    effort: str
    dates: str
    ceiling: str
    deadline: str
    to_fit: str
    day_rates: str
    accepted: str


class EstimateView(View):
    """What getting the product built costs and takes. `total` is the likely cost, `eta` the likely day.

    `to_fit`: the must-haves without which the likely cost and day keep your limits, the least important first; empty
    where they do anyway, and where leaving out all but the first would not be enough.
    """

    rule_version: int
    currency: str
    low: int
    likely: int
    high: int
    total: int
    effort_days: DaysView
    eta: date
    dates: DatesView
    phases: tuple[PhaseView, ...]
    basis: tuple[BasisView, ...]
    ceiling: CeilingView | None
    deadline: DeadlineView | None
    to_fit: tuple[str, ...]
    day_rates: Mapping[Role, int]
    team_size: int
    accepted: AcceptedView | None
    said: EstimateSaidView


class ChoiceView(View):
    """A question that you answer once for the whole project. Without an `answer`, `proposed` holds."""

    id: str
    ask: str
    proposed: str
    answer: str | None


class BriefView(View):
    """The brief with its readings. `estimate` is null until there are a must-have and a platform.

    `choices` are questions that the entries raise. `kinds` lists what must-haves can be, `systems` and `rules` what
    other systems and rules can be: for menus. `outdated`: the ids of the documents of a running project whose text
    would be another one if it were written from the brief as it is.
    """

    project_id: str
    goal: str | None
    platforms: tuple[str, ...]
    existing: tuple[Existing, ...] | None
    personal_data: bool | None
    tone: Tone | None
    approver: str | None
    entries: tuple[BriefEntryView, ...]
    choices: tuple[ChoiceView, ...]
    estimate: EstimateView | None
    kinds: tuple[TopicView, ...]
    systems: tuple[TopicView, ...]
    rules: tuple[TopicView, ...]
    outdated: tuple[str, ...]


class WhatIfView(View):
    """The estimates before and after the changes; null where there is none. Nothing was done.

    `outdated`: the ids of the documents that were written and whose text the changes would touch.
    """

    before: EstimateView | None
    after: EstimateView | None
    outdated: tuple[str, ...]


def brief_view(plan: Plan, *, today: date, outdated: tuple[str, ...] = ()) -> BriefView:
    """The brief with its readings, its estimate, and `outdated`: the ids of the documents to write anew."""
    brief, books = plan.brief, playbooks()
    shown = estimate_view(plan, today=today)
    whole = costing_of(plan) if shown and not plan.project.archived else None
    read = {
        "platforms": [topic.id for topic in brief.platforms],
        "entries": [entry_view(entry, whole) for entry in _in_order(plan)],
        "choices": () if plan.project.archived else open_choices(brief),
        "estimate": shown,
        "kinds": _menu(books.kinds),
        "systems": _menu(books.systems),
        "rules": _menu(books.guides),
        "outdated": outdated,
    }
    return BriefView.model_validate({"project_id": brief.project_id} | brief.said_once | read)


def entry_view(entry: Entry, whole: Costing | None) -> BriefEntryView:
    """An entry as shown. Its days come from `whole`, the costing of the brief; without one, it has none."""
    lines = whole.lines_of(entry.id) if whole else []
    asked = TopicView(id=entry.asked, title=playbooks().kinds[entry.asked].title) if entry.asked else None
    read = {"kinds": entry.topics, "asked": asked, "effort_days": _days(summed(lines)) if lines else None}
    return BriefEntryView.model_validate(entry.model_dump() | read)


def estimate_view(plan: Plan, *, today: date) -> EstimateView | None:
    """The estimate of the brief as it stands, or as an archive has it; None while there is nothing to estimate."""
    if plan.project.estimate is not None:
        return _of_an_archive(plan, plan.project.estimate)
    if not is_priced(plan):
        return None
    found, project = estimate(plan, today=today), plan.project
    whole = found.costing
    return EstimateView(
        rule_version=RULE_VERSION,
        currency=whole.currency,
        low=whole.money.low,
        likely=whole.money.likely,
        high=whole.money.high,
        total=whole.money.likely,
        effort_days=_days(whole.days),
        eta=found.dates.likely,
        dates=DatesView.model_validate(found.dates),
        phases=_phases(whole),
        basis=tuple(_basis(line, whole) for line in whole.lines),
        ceiling=_ceiling(project.ceiling, found),
        deadline=_deadline(project, found),
        to_fit=found.to_fit,
        day_rates=whole.rates,
        team_size=plan.brief.team_size,
        accepted=_accepted(project.accepted),
        said=_said(plan, found, today),
    )


def _of_an_archive(plan: Plan, stored: Mapping[str, Any]) -> EstimateView:
    """The estimate of the first edition: of its documents alone, in hours, with one day as the eta."""
    days = sum(line["hours"] for line in stored["lines"]) / _HOURS
    whole, eta = money(stored["total"], stored["currency"]), date.fromisoformat(stored["eta"])
    cost = f"The first edition estimated the documents at {whole} and did not estimate the build."
    said = dict.fromkeys(EstimateSaidView.model_fields, "") | {"cost": cost}
    return EstimateView(
        **{name: stored[name] for name in ("rule_version", "currency", "low", "high", "total")},
        likely=stored["total"],
        effort_days=DaysView(low=days, likely=days, high=days),
        eta=eta,
        dates=DatesView(early=eta, likely=eta, late=eta),
        phases=tuple(
            PhaseView(phase=one["phase"], role=one["role"], days=one["hours"] / _HOURS, cost=one["cost"])
            for one in stored["phases"]
        ),
        basis=(),
        ceiling=None,
        deadline=None,
        to_fit=(),
        day_rates={},
        team_size=plan.project.team_size,
        accepted=None,
        said=EstimateSaidView(**said),
    )


def _said(plan: Plan, found: Estimate, today: date) -> EstimateSaidView:
    project = with_totals(plan)
    running = wording.expected(project, today)
    return EstimateSaidView(
        cost=wording.likely_cost(project),
        effort=wording.effort(project),
        dates=running or wording.estimated_dates(found, plan.brief.team_size),
        ceiling=wording.forecast_verdict(project) if running else wording.ceiling_verdict(project, found),
        deadline=wording.deadline(project, today) if running else wording.deadline_verdict(project, found),
        to_fit=wording.to_fit(found, plan.brief, named=True),
        day_rates=wording.day_rates(found.costing),
        accepted=wording.accepted(project),
    )


def _in_order(plan: Plan) -> list[Entry]:
    order = list(BriefEntryType)
    return sorted(plan.brief.entries, key=lambda entry: order.index(entry.type))


def _menu(family: Mapping[str, Playbook]) -> tuple[TopicView, ...]:
    return tuple(TopicView(id=name, title=book.title) for name, book in family.items())


def _phases(whole: Costing) -> tuple[PhaseView, ...]:
    found = []
    for phase in WORKING_PHASES:
        role = owner_of(phase)
        days = sum(line.likely_of(role) for line in whole.lines)
        cost = sum(line.costs(whole.rates).get(role, 0) for line in whole.lines)
        found.append(PhaseView(phase=phase, role=role, days=days / HUNDREDTHS, cost=cost))
    return tuple(found)


def _basis(line: Line, whole: Costing) -> BasisView:
    cost = line.cost(whole.rates)
    return BasisView(entry=line.entry, text=line.text, kind=line.title, days=line.days.likely / HUNDREDTHS, cost=cost)


def _days(spread: Spread) -> DaysView:
    return DaysView(low=spread.low / HUNDREDTHS, likely=spread.likely / HUNDREDTHS, high=spread.high / HUNDREDTHS)


def _ceiling(ceiling: Money | None, found: Estimate) -> CeilingView | None:
    return CeilingView(amount=ceiling.amount, fits=found.ceiling_fits) if ceiling and found.ceiling_fits else None


def _deadline(project: Project, found: Estimate) -> DeadlineView | None:
    fits = found.deadline_fits
    return DeadlineView(day=project.deadline, fits=fits) if project.deadline and fits else None


def _accepted(accepted: Accepted | None) -> AcceptedView | None:
    if accepted is None:
        return None
    days = Spread(accepted.days_low, accepted.days_likely, accepted.days_high)
    return AcceptedView.model_validate(accepted.model_dump() | {"effort_days": _days(days)})
