"""The sheet of a project: its money, its dates, how far it is, and what each must-have takes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from functools import partial

from common.wording import days, listed, money
from domain.answers.facts import HUNDREDTHS_OF_A_DAY, Fact, Sheet, Topic, sheet_of
from domain.projects import figures, wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import Costing
from domain.projects.brief.estimate import Estimate, estimate, is_priced, with_totals
from domain.projects.brief.records import BriefEntryType, Entry
from domain.projects.records import Project


def project_sheet(plan: Plan, now: datetime) -> Sheet:
    """Everything on record of the project's money, dates, progress and must-haves at `now`."""
    if plan.project.archived:
        return state_sheet(plan.project, now)
    plan = Plan(with_totals(plan), plan.brief)
    found = estimate(plan, today=now.date()) if is_priced(plan) else None
    return sheet_of(_facts(plan, found, now))


def state_sheet(project: Project, now: datetime) -> Sheet:
    """What a project's own row says: for lists of projects, whose briefs are not read."""
    return sheet_of((*_states(project, now), _standing(project, now), *_budget(project, now)))


def _ceiling(project: Project, now: datetime) -> Iterator[Fact]:
    """The ceiling of a draft, whose estimate takes its brief; afterwards the forecast is held against it."""
    ceiling = project.ceiling
    if ceiling is not None and project.submitted_at is None:
        text = f"Your budget ceiling is {money(ceiling.amount, ceiling.currency)}."
        yield _fact(
            project, Topic.MONEY, "money.limit", text, "ceiling", value=ceiling.amount, unit=ceiling.currency, now=now
        )


def _facts(plan: Plan, found: Estimate | None, now: datetime) -> Iterator[Fact]:
    project = plan.project
    yield from _states(project, now)
    yield _standing(project, now)
    yield from _budget(project, now)
    if found is None:
        return
    money_fact = partial(_fact, project, Topic.MONEY, now=now)
    fits = found.ceiling_fits.value if found.ceiling_fits else None
    if project.submitted_at is None:  # afterwards the forecast is what is held against it
        yield money_fact("money.ceiling", wording.ceiling_verdict(project, found), "estimate.ceiling", value=fits)
        yield _fact(
            project,
            Topic.DATES,
            "dates.estimate",
            wording.estimated_dates(found, plan.brief.team_size),
            "estimate.dates",
            value=found.dates.likely,
            now=now,
        )
        holds = found.deadline_fits.value if found.deadline_fits else None
        verdict = wording.deadline_verdict(project, found)
        yield _fact(project, Topic.DATES, "dates.fits", verdict, "estimate.deadline", value=holds, now=now)
    yield money_fact("money.to_fit", wording.to_fit(found), "estimate.to_fit", value=", ".join(found.to_fit))
    yield money_fact("money.rates", wording.day_rates(found.costing), "estimate.day_rates")
    for entry in plan.brief.of_type(BriefEntryType.MUST_HAVE):
        yield _of_entry(project, entry, found.costing, now)


def _states(project: Project, now: datetime) -> Iterator[Fact]:
    told = partial(_fact, project, Topic.PROGRESS, now=now)
    yield told("progress.state", wording.state(project), "status", value=project.status.value)
    if project.submitted_at is not None and not project.archived:
        percent = project.progress_percent
        yield told("progress.done", wording.progress(project), "progress", value=percent, unit="percent")
        eta = figures.eta(project, today=now.date())
        expected = wording.expected(project, now.date())
        yield _fact(project, Topic.DATES, "dates.expected", expected, "eta", value=eta, now=now)


def _standing(project: Project, now: datetime) -> Fact:
    """The deadline, and of a project under way how far the likely day is from it."""
    said = wording.deadline(project, now.date())
    return _fact(project, Topic.DATES, "dates.deadline", said, "deadline", value=project.deadline, now=now)


def _budget(project: Project, now: datetime) -> Iterator[Fact]:
    told = partial(_fact, project, Topic.MONEY, now=now, unit=project.currency)
    budget = figures.budget(project)
    if project.archived:
        return
    yield told("money.likely", wording.likely_cost(project), "budget.likely", value=budget.likely)
    effort, likely = wording.effort(project), project.plan.days_likely if project.plan else None
    yield told("money.effort", effort, "estimate.effort_days", value=likely, unit=HUNDREDTHS_OF_A_DAY)
    if project.accepted is not None:
        yield told("money.accepted", wording.accepted(project), "estimate.accepted", value=project.accepted.likely)
        yield told("money.spent", wording.spent(project), "budget.spent", value=budget.spent)
        yield told("money.forecast", wording.forecast(project), "budget.forecast", value=budget.forecast)
        yield told("money.forecast_ceiling", wording.forecast_verdict(project), "budget.ceiling", value=budget.ceiling)
    yield _fact(project, Topic.MONEY, "money.documents", wording.COSTS_NOTHING, "budget", now=now)
    yield from _ceiling(project, now)


def _of_entry(project: Project, entry: Entry, whole: Costing, now: datetime) -> Fact:
    lines = whole.lines_of(entry.id)
    cost = sum(line.cost(whole.rates) for line in lines)
    effort = sum(line.days.likely for line in lines)
    kinds = listed(topic.title.lower() for topic in entry.topics) or "a kind that nobody has named yet"
    text = f"{entry.id} “{entry.text}” counts as {kinds}: about {days(effort)} and {money(cost, whole.currency)}."
    fact_id, path = f"brief.{entry.id}", f"brief.entries.{entry.id}"
    return _fact(project, Topic.BRIEF, fact_id, text, path, subject=entry.id, value=cost, unit=whole.currency, now=now)


def _fact(
    project: Project,
    topic: Topic,
    fact_id: str,
    text: str,
    path: str,
    *,
    now: datetime,
    subject: str | None = None,
    value: int | date | str | None = None,
    unit: str | None = None,
) -> Fact:
    return Fact(
        id=fact_id,
        topic=topic,
        subject=subject or project.id,
        text=text,
        record=project.id,
        path=path,
        as_of=now,
        value=value,
        unit=unit,
    )
