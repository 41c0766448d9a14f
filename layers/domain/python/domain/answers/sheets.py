"""The facts about money, dates and progress: of a project, with the cost of its must-haves, and of an account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from common.services import frozen
from common.wording import counted, day_of, days, listed, money
from domain.answers.facts import HUNDREDTHS_OF_A_DAY, Fact, Sheet, Topic, sheet_of
from domain.projects import figures, wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import Costing
from domain.projects.brief.estimate import Estimate, estimate, is_priced, with_totals
from domain.projects.brief.records import BriefEntryType, Entry
from domain.projects.records import Project
from domain.projects.states import ProjectStatus


@frozen
class Total:
    """Sums over the budgets (`figures.Budget`) of the running projects in one currency; `projects` is their number."""

    currency: str
    projects: int
    likely: int
    spent: int
    forecast: int
    unreported: int


def totals(projects: Iterable[Project]) -> list[Total]:
    """A total for each currency, over estimated projects that are under way or on hold."""
    known = [(project, figures.budget(project)) for project in projects if project.is_running and project.plan]
    found = []
    for currency in dict.fromkeys(project.currency for project, _ in known):
        own = [budget for project, budget in known if project.currency == currency]
        likely, spent = sum(one.likely or 0 for one in own), sum(one.spent for one in own)
        forecast, unreported = sum(one.forecast or 0 for one in own), sum(one.unreported for one in own)
        found.append(Total(currency, len(own), likely, spent, forecast, unreported))
    return found


def account_sheet(account_id: str, projects: Sequence[Project], now: datetime) -> Sheet:
    """The facts about all projects of an account at `now`: the totals, and what is due and likely done first."""
    return sheet_of(_of_account(account_id, projects, now))


def project_sheet(plan: Plan, now: datetime) -> Sheet:
    """The facts about a project's money, dates, progress and must-haves at `now`."""
    if plan.project.archived:
        return state_sheet(plan.project, now)
    plan = Plan(with_totals(plan), plan.brief)
    found = estimate(plan, today=now.date()) if is_priced(plan) else None
    return sheet_of((*_row(plan.project, now), *(_estimated(plan, found, now) if found else ())))


def state_sheet(project: Project, now: datetime) -> Sheet:
    """The facts from a project's own row: progress, dates, money. For lists, which do not read briefs."""
    return sheet_of(_row(project, now))


def _of_account(account_id: str, projects: Sequence[Project], now: datetime) -> Iterator[Fact]:
    for one in totals(projects):
        forecast = money(one.forecast, one.currency)
        spent = f"{money(one.spent, one.currency)} is spent" if one.spent or one.unreported else "nothing is spent yet"
        whose = f"The forecast for {counted(one.projects, 'submitted project')} is {forecast}"
        text = f"{whose}, of which {spent}."
        fact_id, path = f"money.total.{one.currency}", "projects.budget.forecast"
        total = Fact(fact_id, Topic.MONEY, account_id, text, account_id, path, now)
        yield replace(total, value=one.forecast, unit=one.currency)
    drafts = [(one, one.plan) for one in projects if one.status is ProjectStatus.DRAFT and one.plan]
    for currency in dict.fromkeys(project.currency for project, _ in drafts):
        own = [plan.likely for project, plan in drafts if project.currency == currency]
        text = f"The estimate for {counted(len(own), 'draft')} is {money(sum(own), currency)}."
        yield Fact(f"money.total.drafts.{currency}", Topic.MONEY, account_id, text, account_id, "projects.budget", now)
    bounded = [one for one in projects if one.is_running and one.ceiling]
    if bounded:
        over = [one.name for one in bounded if wording.over_ceiling(one)]
        text = f"Over the ceiling: {listed(over)}." if over else "No forecast is over its ceiling."
        yield Fact("money.over", Topic.MONEY, account_id, text, account_id, "projects.budget.ceiling", now)
    active = [project for project in projects if project.status is ProjectStatus.ACTIVE]
    expected = [(eta, project) for project in active if (eta := figures.eta(project, today=now.date()))]
    if expected:
        eta, project = min(expected, key=lambda each: each[0])
        text = f"{project.name} will be done first, likely on {day_of(eta)}."
        yield Fact("dates.next", Topic.DATES, project.id, text, project.id, "eta", now, value=eta)
    due = [(one.deadline, one) for one in projects if one.deadline and not one.has_ended and one.deadline >= now.date()]
    if due:
        deadline, project = min(due, key=lambda each: each[0])
        text = f"{project.name} has the next deadline, {day_of(deadline)}."
        yield Fact("dates.due", Topic.DATES, project.id, text, project.id, "deadline", now, value=deadline)


def _told(project: Project, topic: Topic, now: datetime) -> partial[Fact]:
    """A function that makes facts of this topic which rest on the project's own row."""
    return partial(Fact, topic=topic, subject=project.id, record=project.id, as_of=now)


def _row(project: Project, now: datetime) -> Iterator[Fact]:
    """The facts of how far the project is, by when it is expected to be done, and what it costs."""
    progress, dated = _told(project, Topic.PROGRESS, now), _told(project, Topic.DATES, now)
    today = now.date()
    yield progress("progress.state", text=wording.state(project), path="status", value=project.status.value)
    if project.submitted_at is not None and not project.archived:
        done = project.progress_percent
        yield progress("progress.done", text=wording.progress(project), path="progress", value=done, unit="percent")
        eta = figures.eta(project, today=today)
        yield dated("dates.expected", text=wording.expected(project, today), path="eta", value=eta)
    # Of a project under way also how far the likely day is from it.
    said = wording.deadline(project, today)
    yield dated("dates.deadline", text=said, path="deadline", value=project.deadline)
    if not project.archived:
        yield from _budget(project, now)


def _budget(project: Project, now: datetime) -> Iterator[Fact]:
    plain, budget = _told(project, Topic.MONEY, now), figures.budget(project)
    told = partial(plain, unit=project.currency)
    yield told("money.likely", text=wording.likely_cost(project), path="budget.likely", value=budget.likely)
    likely = project.plan.days_likely if project.plan else None
    effort, path = wording.effort(project), "estimate.effort_days"
    yield plain("money.effort", text=effort, path=path, value=likely, unit=HUNDREDTHS_OF_A_DAY)
    if (accepted := project.accepted) is not None:
        text = wording.accepted(project)
        yield told("money.accepted", text=text, path="estimate.accepted", value=accepted.likely)
        yield told("money.spent", text=wording.spent(project), path="budget.spent", value=budget.spent)
        yield told("money.forecast", text=wording.forecast(project), path="budget.forecast", value=budget.forecast)
        verdict = wording.forecast_verdict(project)
        yield told("money.forecast_ceiling", text=verdict, path="budget.ceiling", value=budget.ceiling)
    yield plain("money.documents", text=wording.COSTS_NOTHING, path="budget")
    ceiling = project.ceiling
    # Of a draft alone, whose estimate takes its brief; afterwards the forecast is held against the ceiling.
    if ceiling is not None and project.submitted_at is None:
        text = f"Your budget ceiling is {money(ceiling.amount, ceiling.currency)}."
        yield plain("money.limit", text=text, path="ceiling", value=ceiling.amount, unit=ceiling.currency)


def _estimated(plan: Plan, found: Estimate, now: datetime) -> Iterator[Fact]:
    project = plan.project
    costs, dated = _told(project, Topic.MONEY, now), _told(project, Topic.DATES, now)
    if project.submitted_at is None:  # afterwards the forecast is what is held against the ceiling
        fits, verdict = found.ceiling_fits, wording.ceiling_verdict(project, found)
        yield costs("money.ceiling", text=verdict, path="estimate.ceiling", value=fits.value if fits else None)
        dates = wording.estimated_dates(found, plan.brief.team_size)
        yield dated("dates.estimate", text=dates, path="estimate.dates", value=found.dates.likely)
        holds, verdict = found.deadline_fits, wording.deadline_verdict(project, found)
        yield dated("dates.fits", text=verdict, path="estimate.deadline", value=holds.value if holds else None)
    yield costs(
        "money.to_fit",
        text=wording.to_fit(found, plan.brief, named=True),
        path="estimate.to_fit",
        value=", ".join(found.to_fit),
    )
    yield costs("money.rates", text=wording.day_rates(found.costing), path="estimate.day_rates")
    for entry in plan.brief.of_type(BriefEntryType.MUST_HAVE):
        yield _of_entry(project, entry, found.costing, now)


def _of_entry(project: Project, entry: Entry, whole: Costing, now: datetime) -> Fact:
    lines = whole.lines_of(entry.id)
    cost = sum(line.cost(whole.rates) for line in lines)
    effort = sum(line.days.likely for line in lines)
    kinds = listed(topic.title.lower() for topic in entry.topics) or "a kind that nobody has named yet"
    text = f"{entry.id} “{entry.text}” counts as {kinds}: about {days(effort)} and {money(cost, whole.currency)}."
    path = f"brief.entries.{entry.id}"
    about = Fact(f"brief.{entry.id}", Topic.BRIEF, entry.id, text, project.id, path, now)
    return replace(about, value=cost, unit=whole.currency)
