"""The sheet of an account: what all its running projects come to, by currency, and the next day one is expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from common.services import frozen
from common.wording import counted, day_of, money
from domain.answers.facts import Fact, Sheet, Topic, sheet_of
from domain.projects import figures
from domain.projects.records import Project
from domain.projects.states import ProjectStatus


@frozen
class Total:
    """The sums of the running projects of one currency, in whole units."""

    currency: str
    projects: int
    likely: int
    spent: int
    forecast: int


def totals(projects: Iterable[Project]) -> list[Total]:
    """A total for each currency, of the projects that are under way and estimated; sums never mix currencies."""
    known = [(project, figures.budget(project)) for project in projects if project.is_running and project.plan]
    found = []
    for currency in dict.fromkeys(project.currency for project, _ in known):
        own = [budget for project, budget in known if project.currency == currency]
        likely, spent = sum(one.likely or 0 for one in own), sum(one.spent for one in own)
        found.append(Total(currency, len(own), likely, spent, sum(one.forecast or 0 for one in own)))
    return found


def account_sheet(account_id: str, projects: Sequence[Project], now: datetime) -> Sheet:
    """What is on record of all projects together at `now`."""
    return sheet_of(_facts(account_id, projects, now))


def _facts(account_id: str, projects: Sequence[Project], now: datetime) -> Iterator[Fact]:
    for one in totals(projects):
        forecast, spent = money(one.forecast, one.currency), money(one.spent, one.currency)
        whose = f"The forecast for {counted(one.projects, 'open project')} is {forecast}"
        text = f"{whose}, of which {spent} is spent."
        yield Fact(
            f"money.total.{one.currency}",
            Topic.MONEY,
            account_id,
            text,
            account_id,
            "projects.budget.forecast",
            now,
            value=one.forecast,
            unit=one.currency,
        )
    active = [project for project in projects if project.status is ProjectStatus.ACTIVE]
    expected = [(eta, project) for project in active if (eta := figures.eta(project, today=now.date()))]
    if expected:
        eta, project = min(expected, key=lambda each: each[0])
        text = f"{project.name} will be done first, likely on {day_of(eta)}."
        yield Fact("dates.next", Topic.DATES, project.id, text, project.id, "eta", now, value=eta)
