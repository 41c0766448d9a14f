"""A project's figures, each a pure function: progress, budget, eta, and which of them need attention."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import StrEnum

from common.services import frozen
from domain.projects import rates
from domain.projects.dates import add_working_days, whole_days, working_days_between
from domain.projects.phases import WORKING_PHASES, phase_after, remaining_phases
from domain.projects.records import HOURS_PER_DAY, Deliverable, Estimate, Project
from domain.projects.states import DeliverableState, EtaCovers, Phase, ProgressCounts, ProjectStatus

SPENT_ATTENTION_PERCENT = 80
_ALL = 100


@frozen
class Budget:
    """Whole units of `currency`. `remaining` is negative once revisions cost more than was estimated.

    `may_still_spend`: until the ceiling, or the higher estimate that the customer accepted; None without a ceiling.
    `stopped_at_ceiling`: the team waits, because its next text would cost more than may be spent.
    """

    currency: str | None
    estimated: int | None
    spent: int
    remaining: int | None
    ceiling: int | None
    may_still_spend: int | None = None
    stopped_at_ceiling: bool = False


class BudgetConcern(StrEnum):
    """Why a running project's budget needs the customer's attention."""

    STOPPED_AT_CEILING = "stopped_at_ceiling"
    ESTIMATE_OVER_CEILING = "estimate_over_ceiling"
    SPENT_OVER_CEILING = "spent_over_ceiling"
    SPENT_OVER_ESTIMATE = "spent_over_estimate"
    MOSTLY_SPENT = "mostly_spent"


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


@frozen
class PhaseDates:
    """One phase's working days: work begins on `start` and is done by the end of `end`."""

    phase: Phase
    start: date
    end: date
    working_days: int


def progress_percent(deliverables: Iterable[Deliverable], *, complete: bool) -> int:
    """Approved effort in percent of all effort, rounded down; 100 for a complete project and for no other."""
    if complete:
        return 100
    everything = tuple(deliverables)
    total = sum(deliverable.effort_hours for deliverable in everything)
    approved = sum(item.effort_hours for item in everything if item.state is DeliverableState.APPROVED)
    return min(99, 100 * approved // total) if total else 0


def spent(deliverables: Iterable[Deliverable], *, currency: str) -> int:
    """The cost of everything written so far, revisions included, at the owners' rates."""
    return sum(rates.cost(item.spent_hours, role=item.owner, currency=currency) for item in deliverables)


def remaining_working_days(deliverables: Iterable[Deliverable]) -> int:
    """Working days of the effort that is not approved yet.

    The days of each phase are rounded up, because a phase begins only after the one before.
    """
    hours = dict.fromkeys(WORKING_PHASES, 0)
    for deliverable in deliverables:
        if deliverable.state is not DeliverableState.APPROVED:
            hours[deliverable.phase] += deliverable.effort_hours
    return sum(whole_days(phase_hours, HOURS_PER_DAY) for phase_hours in hours.values())


def with_figures(project: Project, deliverables: Iterable[Deliverable]) -> Project:
    """`project` with progress, spent and remaining days computed from all of its `deliverables`."""
    everything = tuple(deliverables)
    currency = project.estimate.currency if project.estimate else rates.DEFAULT_CURRENCY
    of_documents = project.model_copy(
        update={
            "documents_percent": progress_percent(everything, complete=project.status is ProjectStatus.COMPLETED),
            "spent": spent(everything, currency=currency),
            "documents_working_days": remaining_working_days(everything),
        }
    )
    return with_work(of_documents)


def with_work(project: Project) -> Project:
    """`project` with progress and remaining days of its documents and, where work is handed out, of its work items.

    Days of documents and of items count alike. Of the items, two are worked on at once, as in the build outlook.
    """
    percent = project.progress_percent if project.documents_percent is None else project.documents_percent
    days = project.remaining_working_days if project.documents_working_days is None else project.documents_working_days
    kept = {"documents_percent": percent, "documents_working_days": days}
    if project.hand_out_work and project.estimate and days is not None:
        days += -(-(project.work_days - project.work_days_done) // rates.BUILDERS)
        if percent < _ALL:
            of_documents = sum(phase.working_days for phase in project.estimate.phases)
            whole = of_documents + project.work_days
            done = of_documents * percent + _ALL * project.work_days_done
            percent = min(_ALL - 1, done // whole) if whole else percent
    return project.model_copy(update={**kept, "progress_percent": percent, "remaining_working_days": days})


def budget(project: Project) -> Budget:
    """What was estimated and spent, what is left, and the ceiling. `estimated` is None until the brief is submitted."""
    estimated = project.estimate.total if project.estimate else None
    ceiling = project.ceiling
    most = limit(project)
    return Budget(
        currency=project.estimate.currency if project.estimate else ceiling.currency if ceiling else None,
        estimated=estimated,
        spent=project.spent,
        remaining=None if estimated is None else estimated - project.spent,
        ceiling=ceiling.amount if ceiling else None,
        may_still_spend=None if most is None else max(0, most - project.spent),
        stopped_at_ceiling=project.held_at_ceiling and _is_running(project),
    )


def limit(project: Project) -> int | None:
    """What may be spent at most: the ceiling, or the higher estimate the customer accepted; None without a ceiling."""
    if project.ceiling is None:
        return None
    return max(project.ceiling.amount, project.accepted_total or 0)


def would_exceed(project: Project, cost: int) -> bool:
    """Whether spending `cost` more goes beyond what may be spent."""
    most = limit(project)
    return cost > 0 and most is not None and project.spent + cost > most


def budget_concern(project: Project) -> BudgetConcern | None:
    """The gravest concern about a running project's budget, if there is one.

    What was spent is compared with what may be spent: the customer's ceiling, or the higher estimate the customer
    accepted. Without a ceiling it is compared with the estimate. That most of it is spent is a concern only where the
    team has spent more than the estimate of the phases it has begun: a project on its plan needs nobody.
    """
    figures = budget(project)
    if figures.estimated is None or not _is_running(project):
        return None
    if figures.stopped_at_ceiling:
        return BudgetConcern.STOPPED_AT_CEILING
    most = limit(project)
    if most is None and figures.spent > figures.estimated:
        return BudgetConcern.SPENT_OVER_ESTIMATE
    if most is not None and figures.spent > most:
        return BudgetConcern.SPENT_OVER_CEILING
    if most is not None and figures.estimated > most:
        return BudgetConcern.ESTIMATE_OVER_CEILING
    share = SPENT_ATTENTION_PERCENT * (figures.estimated if most is None else most)
    if 100 * figures.spent >= share and figures.spent > _estimated_so_far(project):
        return BudgetConcern.MOSTLY_SPENT
    return None


def _estimated_so_far(project: Project) -> int:
    """What the estimate gives for the phases that have begun."""
    later = remaining_phases(phase_after(project.phase)) if project.phase in WORKING_PHASES else ()
    return sum(item.cost for item in project.estimate.phases if item.phase not in later) if project.estimate else 0


def eta(project: Project, *, today: date) -> date | None:
    """When the remaining effort is done if work goes on from `today`; None unless the project is active or on hold."""
    return _after(project, project.remaining_working_days, today)


def eta_covers(project: Project) -> EtaCovers | None:
    """What is done by the `eta`; None where there is none. Who builds is known only once the work is handed out."""
    if project.remaining_working_days is None or not _is_running(project):
        return None
    return "documents and work" if project.hand_out_work else "documents"


def progress_counts(project: Project) -> ProgressCounts:
    """What raises the progress: a document that is written and waits for approval is not in it, though it cost."""
    return "approved documents and done work" if project.hand_out_work else "approved documents"


def documents_eta(project: Project, *, today: date) -> date | None:
    """As `eta`, of the documents alone: the same unless work is handed out."""
    days = project.documents_working_days
    return _after(project, project.remaining_working_days if days is None else days, today)


def _after(project: Project, days: int | None, today: date) -> date | None:
    return add_working_days(today, days) if days is not None and _is_running(project) else None


def deadline_standing(project: Project, *, today: date) -> DeadlineStanding | None:
    """The eta compared with the customer's deadline; None without a deadline or an eta."""
    return _standing(project, eta(project, today=today), today)


def documents_standing(project: Project, *, today: date) -> DeadlineStanding | None:
    """As `deadline_standing`, of the documents alone."""
    return _standing(project, documents_eta(project, today=today), today)


def _standing(project: Project, expected: date | None, today: date) -> DeadlineStanding | None:
    if expected is None or project.deadline is None:
        return None
    return DeadlineStanding(
        deadline=project.deadline,
        eta=expected,
        days_spare=working_days_between(expected, project.deadline),
        missed=today > project.deadline,
    )


def schedule(estimate: Estimate, *, phase: Phase, since: date) -> tuple[PhaseDates, ...]:
    """The dates of `phase` and the phases after it, if `phase` begins on the working day after `since`.

    The `end` of the last phase is the eta.
    """
    remaining = remaining_phases(phase)
    dates: list[PhaseDates] = []
    done = since
    for item in estimate.phases:
        if item.phase in remaining:
            start, end = add_working_days(done, 1), add_working_days(done, item.working_days)
            dates.append(PhaseDates(item.phase, start, end, item.working_days))
            done = end
    return tuple(dates)


def _is_running(project: Project) -> bool:
    return project.status in {ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD}
