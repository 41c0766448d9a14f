"""Triage: what needs the customer, and in which order. Pure rules over facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Literal

from domain.pa.formats import age, counted, day, money
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.figures import BudgetConcern
from domain.projects.records import Project
from domain.projects.states import ProjectStatus

QUESTION_AGE = timedelta(hours=24)
STILL_AGE = timedelta(days=14)


class Concern(IntEnum):
    """The order of triage; the first four are high priority, the others medium."""

    CREDENTIAL = 1
    APPROVAL = 2
    OVER_BUDGET = 3
    DEADLINE_MISSED = 4
    BLOCKED = 5
    QUESTION = 6
    STILL = 7
    UNREAD = 8


_HIGH = frozenset({Concern.CREDENTIAL, Concern.APPROVAL, Concern.OVER_BUDGET, Concern.DEADLINE_MISSED})
# One that waits, and several.
_WAITING = {
    Concern.CREDENTIAL: (
        "the team needs access to {name}, asked for {waited} ago",
        "the team needs {count} credentials, the first asked for {waited} ago",
    ),
    Concern.APPROVAL: (
        "{name} has waited {waited} for your approval",
        "{count} documents wait for your approval, the first for {waited}",
    ),
}
_OVER_BUDGET = {
    BudgetConcern.STOPPED_AT_CEILING: "the team has stopped at {most}, with {spent} spent",
    BudgetConcern.SPENT_OVER_CEILING: "{spent} spent, over {most}",
    BudgetConcern.ESTIMATE_OVER_CEILING: "estimated at {estimated}, over {most}",
    BudgetConcern.SPENT_OVER_ESTIMATE: "{spent} spent, over the estimate of {estimated}",
    BudgetConcern.MOSTLY_SPENT: "{spent} of {limit} spent",
}


@dataclass(frozen=True, slots=True)
class Attention:
    """Something about one project that needs the customer.

    `reason` says what and for how long, `ids` name the records it is about, and `count` is their number.
    """

    project: Project
    concern: Concern
    reason: str
    since: datetime
    ids: tuple[str, ...] = ()
    count: int = 1

    @property
    def priority(self) -> Literal["high", "medium"]:
        """High for what stops work or costs money."""
        return "high" if self.concern in _HIGH else "medium"


def triage(portfolio: Portfolio) -> list[Attention]:
    """Everything that needs the customer: the gravest concern first, and within one concern the oldest first."""
    found = [item for project in portfolio.projects for item in concerns_of(project, portfolio)]
    return sorted(found, key=lambda item: (item.concern, item.since, item.project.id))


def concerns_of(project: Project, portfolio: Portfolio) -> list[Attention]:
    """What needs the customer in one project, gravest first. In an ended project this can only be unread messages."""
    found: list[Attention | None] = []
    if project.status in {ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD}:
        found += [
            _waiting(project, portfolio, Concern.CREDENTIAL),
            _waiting(project, portfolio, Concern.APPROVAL),
            _budget(project, portfolio),
            _deadline(project, portfolio),
        ]
    if project.status is ProjectStatus.ON_HOLD:
        reason = f"on hold for {age(portfolio.now - project.updated_at)}, until you resume it"
        found.append(Attention(project, Concern.BLOCKED, reason, project.updated_at))
    found.append(_draft_over_ceiling(project, portfolio))
    found += [_question(project, portfolio), _still(project, portfolio), _unread(project, portfolio)]
    return [item for item in found if item is not None]


def _waiting(project: Project, portfolio: Portfolio, concern: Concern) -> Attention | None:
    """The accesses, or the documents, that wait for the customer."""
    requests, approvals = portfolio.requests_of(project), portfolio.approvals_of(project)
    waiting = requests if concern is Concern.CREDENTIAL else approvals
    if not waiting:
        return None
    told = _WAITING[concern][len(waiting) > 1]
    name = requests[0].name if concern is Concern.CREDENTIAL else approvals[0].title
    reason = told.format(name=name, count=len(waiting), waited=age(portfolio.now - waiting[0].created_at))
    return Attention(project, concern, reason, waiting[0].created_at, tuple(one.id for one in waiting), len(waiting))


def _budget(project: Project, portfolio: Portfolio) -> Attention | None:
    concern = figures.budget_concern(project)
    if concern is None:
        return None
    budget = figures.budget(project)
    limit = figures.limit(project)
    amounts = {"spent": budget.spent, "estimated": budget.estimated, "limit": limit or budget.estimated}
    spoken = {name: money(amount or 0, budget.currency) for name, amount in amounts.items()}
    accepted = limit is not None and limit != budget.ceiling
    spoken["most"] = f"the {spoken['limit']} you accepted" if accepted else f"your ceiling of {spoken['limit']}"
    since = project.submitted_at or project.updated_at
    reason = f"{_OVER_BUDGET[concern].format(**spoken)}, {age(portfolio.now - since)} into the work"
    return Attention(project, Concern.OVER_BUDGET, reason, since)


def _draft_over_ceiling(project: Project, portfolio: Portfolio) -> Attention | None:
    total, ceiling = portfolio.draft_totals.get(project.id), project.ceiling
    if total is None or ceiling is None or total <= ceiling.amount:
        return None
    estimated, most = money(total, ceiling.currency), money(ceiling.amount, ceiling.currency)
    over = money(total - ceiling.amount, ceiling.currency)
    reason = (
        f"a draft estimated at {estimated}, {over} over your ceiling of {most}: submitting it needs your explicit yes"
    )
    return Attention(project, Concern.OVER_BUDGET, reason, project.updated_at)


def _deadline(project: Project, portfolio: Portfolio) -> Attention | None:
    if project.deadline is None or project.deadline >= portfolio.today:
        return None
    late = portfolio.today - project.deadline
    reason = f"the deadline, {day(project.deadline)}, passed {age(late)} ago"
    return Attention(project, Concern.DEADLINE_MISSED, reason, portfolio.now - late)


def _question(project: Project, portfolio: Portfolio) -> Attention | None:
    """A draft older than a day waits for the customer to answer its questions."""
    waited = portfolio.now - project.updated_at
    if project.status is not ProjectStatus.DRAFT or waited <= QUESTION_AGE:
        return None
    reason = f"the intake has waited for your answers for {age(waited)}"
    return Attention(project, Concern.QUESTION, reason, project.updated_at)


def _still(project: Project, portfolio: Portfolio) -> Attention | None:
    waited = portfolio.now - project.updated_at
    if project.status is not ProjectStatus.ACTIVE or waited <= STILL_AGE:
        return None
    return Attention(project, Concern.STILL, f"nothing has moved for {age(waited)}", project.updated_at)


def _unread(project: Project, portfolio: Portfolio) -> Attention | None:
    thread = portfolio.thread_of(project)
    if thread is None or not thread.unread or thread.last_reply_at is None:
        return None
    count = counted(thread.unread, "unread message")
    reason = f"{count} from the CEO, the last {age(portfolio.now - thread.last_reply_at)} ago"
    return Attention(project, Concern.UNREAD, reason, thread.last_reply_at, count=thread.unread)
