"""A project's figures, each a pure function: progress, budget, dates, and which of them need attention.

Days of effort are whole hundredths, money is whole units of the project's currency.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from common.services import frozen
from common.wording import HUNDREDTHS
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.records import Deliverable, Project, Totals
from domain.projects.states import DELIVERABLES, DeliverableState, ProjectStatus, position_of

OF_A_DOCUMENT = 50
"""A document counts half a day: the customer reads it and decides."""
_OF_DOCUMENTS = OF_A_DOCUMENT * len(DELIVERABLES)
_ALL = 100
_UNWRITTEN = frozenset({DeliverableState.WAITING, DeliverableState.WRITING})


@frozen
class Budget:
    """A budget in whole units of `currency`. `models.BudgetView` explains the fields, and when they are None."""

    currency: str
    ceiling: int | None
    likely: int | None
    spent: int
    unreported: int
    unreported_items: int
    remaining: int | None
    forecast: int | None
    low: int | None = None
    high: int | None = None


class BudgetConcern(StrEnum):
    """Why a running project's budget needs the customer's attention."""

    FORECAST_OVER_CEILING = "forecast_over_ceiling"


@frozen
class Dates:
    """The days on which all is done at the low end of the effort, the middle and the high end."""

    early: date
    likely: date
    late: date

    @property
    def ends(self) -> tuple[date, date, date]:
        """The early, the likely and the late day, in this order."""
        return self.early, self.likely, self.late


@frozen
class DeadlineStanding:
    """The eta compared with the deadline.

    `days_spare`: working days from the eta to the deadline; negative when the eta is later than the deadline.
    `missed`: whether the deadline has passed.
    """

    deadline: date
    eta: date
    days_spare: int
    missed: bool


def with_figures(project: Project, deliverables: Iterable[Deliverable]) -> Project:
    """`project` with its progress, how many `deliverables` are approved and sent back, and which is written next."""
    every = sorted(deliverables, key=lambda item: position_of(item.kind))
    states = [item.state for item in every]
    back = [one.commented_at for one in every if one.state is DeliverableState.CHANGES_REQUESTED and one.commented_at]
    unwritten = (item.kind for item in every if item.phase is project.phase and item.state in _UNWRITTEN)
    counts = {
        "documents_approved": states.count(DeliverableState.APPROVED),
        "documents_sent_back": states.count(DeliverableState.CHANGES_REQUESTED),
        "sent_back_at": max(back, default=None),
        "next_document": next(unwritten, None),
    }
    return with_progress(project.model_copy(update=counts))


def with_progress(project: Project) -> Project:
    """`project` with its `progress_percent` computed from its counts and days."""
    return project.model_copy(update={"progress_percent": progress_percent(project)})


def progress_percent(project: Project) -> int:
    """How many percent of all days are done, rounded down: 0 before submission, 100 only for a complete project."""
    if project.status is ProjectStatus.COMPLETED:
        return _ALL
    every = all_days(project)
    return min(_ALL - 1, _ALL * done_days(project) // every) if every and project.submitted_at else 0


def all_days(project: Project) -> int:
    """All days of effort, in hundredths: of documents, of work items, and of what no work item is made of yet."""
    return _OF_DOCUMENTS + project.unassigned_days + project.item_days


def done_days(project: Project) -> int:
    """The days of effort that are done, in hundredths."""
    return OF_A_DOCUMENT * project.documents_approved + project.item_days_done


def remaining_days(project: Project) -> int:
    """The days of effort that are not done, in hundredths."""
    return max(0, all_days(project) - done_days(project))


def days_left_to_build(project: Project) -> int:
    """The days of building that are not done, in hundredths; days of documents are not counted."""
    return project.unassigned_days + project.item_days - project.item_days_done


def dates(project: Project, *, today: date) -> Dates:
    """The days on which all is done if `team_size` people go on from `today`. Raises ValueError without an estimate."""
    if project.plan is None:
        raise ValueError("only a project with an estimate has dates")
    likely = remaining_days(project)
    open_build = max(0, days_left_to_build(project))
    whole = project.plan.days_likely or 1
    low = likely - open_build * (whole - project.plan.days_low) // whole
    high = likely - (-open_build * (project.plan.days_high - whole) // whole)
    return Dates(*(day_done(days, project.team_size, today) for days in (low, likely, high)))


def day_done(days: int, team_size: int, today: date) -> date:
    """The day on which `days` (hundredths) of effort are done: working days of the team after `today`, rounded up."""
    return add_working_days(today, -(-days // (HUNDREDTHS * team_size)))


def eta(project: Project, *, today: date) -> date | None:
    """The day on which the remaining effort is likely to be done; None for a draft, and once the project has ended."""
    return dates(project, today=today).likely if project.plan and project.is_running else None


def budget(project: Project) -> Budget:
    """The project's budget from its stored totals; for an archive, from the estimate of the first edition."""
    if project.estimate is not None:
        return _of_an_archive(project, project.estimate)
    likely = project.plan.likely if project.plan else None
    remaining, done = None, project.spent + project.unreported_cost
    if project.submitted_at is not None:
        remaining = project.unassigned_cost + project.item_cost - project.item_cost_done if project.is_running else 0
    low, high = _ends(project.plan, done, likely if remaining is None else remaining)
    return Budget(
        currency=project.currency,
        ceiling=project.ceiling.amount if project.ceiling else None,
        likely=likely,
        spent=project.spent,
        unreported=project.unreported_cost,
        unreported_items=project.unreported_items,
        remaining=remaining,
        forecast=None if remaining is None else done + remaining,
        low=low,
        high=high,
    )


def _ends(plan: Totals | None, done: int, rest: int | None) -> tuple[int | None, int | None]:
    """The low and high end of `done` plus `rest`, which is as uncertain as the plan; None where one is missing."""
    if plan is None or rest is None:
        return None, None
    whole = plan.likely or 1
    less, more = rest * (plan.likely - plan.low) // whole, -(-rest * (plan.high - plan.likely) // whole)
    return done + rest - less, done + rest + more


def _of_an_archive(project: Project, estimate: Mapping[str, Any]) -> Budget:
    """The budget of what the first edition estimated and charged for its documents; nothing remains to be paid."""
    ceiling = project.ceiling.amount if project.ceiling else None
    return Budget(estimate["currency"], ceiling, estimate["total"], project.spent, 0, 0, None, None)


def budget_concern(project: Project) -> BudgetConcern | None:
    """The concern if a running project's forecast is over its ceiling, or the accepted cost if higher; else None."""
    found = budget(project)
    if found.ceiling is None or found.forecast is None or not project.is_running:
        return None
    most = max(found.ceiling, project.accepted.likely if project.accepted and project.accepted.over_ceiling else 0)
    return BudgetConcern.FORECAST_OVER_CEILING if found.forecast > most else None


def deadline_standing(project: Project, *, today: date) -> DeadlineStanding | None:
    """The eta compared with the customer's deadline; None without a deadline or an eta."""
    expected = eta(project, today=today)
    if expected is None or project.deadline is None:
        return None
    return DeadlineStanding(
        deadline=project.deadline,
        eta=expected,
        days_spare=working_days_between(expected, project.deadline),
        missed=today > project.deadline,
    )
