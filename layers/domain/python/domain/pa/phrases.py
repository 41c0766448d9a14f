"""The assistant's sentences about projects and tasks, in Markdown. What a customer wrote is escaped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.events.notices import Notice
from domain.pa.formats import counted, day, how_many, local_time, money
from domain.pa.portfolio import Portfolio
from domain.pa.records import MAX_FAILURES, Task, TaskStatus
from domain.pa.triage import Attention, triage
from domain.projects import figures
from domain.projects.documents.markdown import escaped
from domain.projects.models import BuildOutlookView
from domain.projects.records import Project
from domain.projects.states import ProjectStatus

_TASK_LENGTH = 100
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """`two`, `13`."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def name_of(owner: Project | Notice) -> str:
    """The name of a project, or of what a notice is about, in bold."""
    return f"**{escaped(owner.name)}**"


def needs(found: Sequence[Attention]) -> str:
    """`2 projects need you`, `1 project and 1 other thing need you`, or `Nothing needs you`."""
    if not found:
        return "Nothing needs you"
    projects = how_many(sorted({item.owner_id for item in found if item.project}), found[0].since)
    others = how_many([item.owner_id for item in found if not item.project], found[0].since)
    return needing(projects, others, lambda number: f"{number}")


def needing(projects: int, others: int, spoken: Callable[[int], str]) -> str:
    """`two projects and one other thing need you`; `spoken` writes a number."""
    if not others:
        return f"{spoken(projects)} {'project needs' if projects == 1 else 'projects need'} you"
    things = f"{spoken(others)} {'other ' if projects else ''}{'thing' if others == 1 else 'things'}"
    if not projects:
        return f"{things} {'needs' if others == 1 else 'need'} you"
    return f"{spoken(projects)} {'project' if projects == 1 else 'projects'} and {things} need you"


def under_way(portfolio: Portfolio) -> str:
    """`3 projects are under way.`."""
    return f"{counted(how_many(portfolio.active, portfolio.now), 'project is', 'projects are')} under way."


def spoken_summary(portfolio: Portfolio) -> str:
    """The account in a sentence or two."""
    if not portfolio.projects:
        others = f" {needs(found)}." if (found := triage(portfolio)) else ""
        return f"You have no projects yet. Create one, and I keep an eye on it.{others}"
    return f"{under_way(portfolio)} {needs(triage(portfolio))}."


def standing(project: Project, portfolio: Portfolio) -> str:
    """A project's status, phase, progress and expected date in one sentence."""
    if project.status is ProjectStatus.DRAFT:
        return f"{name_of(project)} is a draft; its intake is not submitted yet."
    if project.status is ProjectStatus.COMPLETED:
        return f"{name_of(project)} was completed on {day(project.completed_at or project.updated_at)}."
    if project.status is ProjectStatus.CANCELLED:
        return f"{name_of(project)} was cancelled on {day(project.updated_at)}."
    held = "is on hold" if project.status is ProjectStatus.ON_HOLD else "is"
    eta = portfolio.eta_of(project)
    expected = f", {covered(project)} expected on {day(eta)}" if eta else ""
    return f"{name_of(project)} {held} in the {project.phase.value} phase, {project.progress_percent} % done{expected}."


def covered(project: Project) -> str:
    """What is done by the eta: the documents alone where nobody has been handed the work."""
    return figures.eta_covers(project) or "documents"


def building(build: BuildOutlookView) -> str:
    """What building may cost and take, after the documents."""
    price, days = f"{money(build.low, build.currency)} to {money(build.high, build.currency)}", build.working_days
    return f"{price} and {days.low} to {days.high} working days after the documents, by the build outlook"


def spending(project: Project, draft_total: int | None = None, build: BuildOutlookView | None = None) -> str:
    """How much a project was estimated at, how much was spent, and how much is left; and apart, what building takes."""
    return _of_documents(project, draft_total) + (f" Building, not in that: {building(build)}." if build else "")


def _of_documents(project: Project, draft_total: int | None) -> str:
    budget = figures.budget(project)
    estimate = budget.estimated if draft_total is None else draft_total
    over = 0 if budget.ceiling is None else (estimate or 0) - budget.ceiling
    beyond = f", {money(over, budget.currency)} under that" if over > 0 else ""
    ceiling = (
        f" Your ceiling is {money(budget.ceiling, budget.currency)}{beyond}." if budget.ceiling is not None else ""
    )
    if draft_total is not None and project.ceiling is not None:
        estimated = money(draft_total, project.ceiling.currency)
        return f"{name_of(project)} is a draft: submitted today, it would be estimated at {estimated}.{ceiling}"
    if budget.estimated is None or budget.remaining is None:
        return f"{name_of(project)} has no estimate yet: its intake is not submitted.{ceiling}"
    rest = (
        f"{money(budget.remaining, budget.currency)} left"
        if budget.remaining >= 0
        else f"{money(-budget.remaining, budget.currency)} over the estimate"
    )
    spent, estimated = money(budget.spent, budget.currency), money(budget.estimated, budget.currency)
    most = figures.limit(project)
    if most is not None and most >= budget.spent:
        ceiling = f"{ceiling[:-1]}: {money(most - budget.spent, budget.currency)} may still be spent."
    return f"{name_of(project)}: {spent} of {estimated} spent, {rest}.{ceiling}"


def spent_together(projects: Sequence[Project]) -> list[str]:
    """What was spent on several projects, a line for each currency that more than one of them has."""
    known = {project.id: figures.budget(project) for project in projects}
    budgets = {name: budget for name, budget in known.items() if budget.estimated is not None}
    totals = []
    for currency in sorted({budget.currency or "" for budget in budgets.values()}):
        own = {name: budget for name, budget in budgets.items() if budget.currency == currency}
        spent = sum(one.spent for one in own.values())
        estimated = sum(one.estimated or 0 for one in own.values())
        if len(own) > 1:
            totals.append(
                f"All {how_many(own, spent)} together: {money(spent, currency)} of {money(estimated, currency)} spent."
            )
    return totals


def dates(project: Project, portfolio: Portfolio) -> str:
    """When a project is expected to be done, and how long before or after its deadline that is."""
    eta = portfolio.eta_of(project)
    if eta is None:
        if project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}:
            return standing(project, portfolio)
        deadline = f" Its deadline is {day(project.deadline)}." if project.deadline else ""
        return f"{name_of(project)} has no expected date yet: its intake is not submitted.{deadline}"
    against = figures.deadline_standing(project, today=portfolio.today)
    expected = f"{name_of(project)}: {covered(project)} expected on {day(eta)}"
    if against is None:
        return f"{expected}; no deadline is set."
    if against.missed:
        return f"{expected}; its deadline, {day(against.deadline)}, has passed."
    if against.days_spare == 0:
        return f"{expected}, just in time for its deadline, {day(against.deadline)}."
    side = "after" if against.days_spare < 0 else "before"
    spare = counted(abs(against.days_spare), "working day")
    return f"{expected}, {spare} {side} its deadline, {day(against.deadline)}."


def gist(excerpt: str) -> str:
    """The first sentence of what the CEO wrote in Markdown, as plain text."""
    plain = " ".join(excerpt.replace("**", "").replace("`", "").split())
    sentence, stop, rest = plain.partition(". ")
    return escaped(f"{sentence}{stop.rstrip()}" if rest else plain)


def task_name(task: Task) -> str:
    """A task's own words, in bold, on one line."""
    line = " ".join(task.task.split())
    return f"**{escaped(line if len(line) <= _TASK_LENGTH else line[:_TASK_LENGTH].rstrip() + '…')}**"


def task_line(task: Task) -> str:
    """What a task does, its schedule, and its next run."""
    return f"{task_name(task)}, {escaped(task.schedule_text or 'once')}: {next_run(task)}"


def next_run(task: Task) -> str:
    """When a task runs next, or why it does not."""
    if task.status is TaskStatus.PAUSED:
        return "paused"
    if task.status is TaskStatus.FAILED:
        return f"stopped after {MAX_FAILURES} failures in a row"
    if task.next_run_at is None:
        return "done"
    return f"next run {local_time(task.next_run_at, task.timezone)}"
