"""Sentences about a project's money, days and dates. Documents, answers, reports and pages say them in these words."""

from __future__ import annotations

from datetime import date

from common.wording import counted, day_of, days, listed, money, shortened
from domain.projects import figures
from domain.projects.brief.costing import Costing
from domain.projects.brief.estimate import BROKEN, Estimate, Fits
from domain.projects.brief.records import Brief
from domain.projects.records import Project
from domain.projects.states import DELIVERABLES, DeliverableState, ProjectStatus, Role

DOCUMENT_STATES = {
    DeliverableState.WAITING: "not started",
    DeliverableState.BLOCKED: "waiting for access",
    DeliverableState.WRITING: "being written",
    DeliverableState.IN_REVIEW: "waiting for your approval",
    DeliverableState.CHANGES_REQUESTED: "sent back: edit it, then present it again",
    DeliverableState.APPROVED: "approved",
}
PROJECT_STATES = {
    ProjectStatus.DRAFT: "a draft",
    ProjectStatus.ACTIVE: "under way",
    ProjectStatus.ON_HOLD: "paused",
    ProjectStatus.COMPLETED: "complete",
    ProjectStatus.CANCELLED: "cancelled",
}
COSTS_NOTHING = "Documents, revisions, comments and answers cost nothing."
NO_CEILING, NO_DEADLINE = "You set no budget ceiling.", "You set no deadline."
_LONGEST = 40  # characters of a must-have within a sentence


def likely_cost(project: Project) -> str:
    """The likely cost of building and its two ends; without an estimate, what it still needs."""
    plan = project.plan
    if plan is None:
        return "There is no estimate yet. It needs a must-have and a platform."
    low, high = money(plan.low, plan.currency), money(plan.high, plan.currency)
    return f"Building it will likely cost {money(plan.likely, plan.currency)}, between {low} and {high}."


def effort(project: Project) -> str:
    """The likely effort of building and its two ends, in days; "" without an estimate."""
    plan = project.plan
    if plan is None:
        return ""
    return (
        f"Building it takes about {days(plan.days_likely)} of effort, "
        f"between {days(plan.days_low)} and {days(plan.days_high)}."
    )


def ceiling_verdict(project: Project, found: Estimate) -> str:
    """Whether the cost keeps the ceiling, with both figures; "" without a ceiling."""
    if project.ceiling is None or found.ceiling_fits is None:
        return ""
    currency, ceiling, cost = project.currency, project.ceiling.amount, found.costing.money
    most, likely = money(ceiling, currency), money(cost.likely, currency)
    match found.ceiling_fits:
        case Fits.YES:
            return f"The cost fits your ceiling of {most}, even at the high end of {money(cost.high, currency)}."
        case Fits.LIKELY:
            over = money(cost.high - ceiling, currency)
            return f"The likely cost of {likely} fits your ceiling of {most}, but the high end is {over} over it."
        case Fits.UNLIKELY:
            over = money(cost.likely - ceiling, currency)
            return f"The likely cost of {likely} is {over} over your ceiling of {most}; only the low end fits."
    over = money(cost.low - ceiling, currency)
    return (
        f"The cost is over your ceiling of {most}: even the low end of {money(cost.low, currency)} is {over} over it."
    )


def deadline_verdict(project: Project, found: Estimate) -> str:
    """Whether the dates keep the deadline; "" without one."""
    if project.deadline is None or found.deadline_fits is None:
        return ""
    deadline, likely, late = day_of(project.deadline), day_of(found.dates.likely), day_of(found.dates.late)
    match found.deadline_fits:
        case Fits.YES:
            return f"Even the late end, {late}, keeps your deadline of {deadline}."
        case Fits.LIKELY:
            return f"Your deadline of {deadline} will likely hold: the likely day is {likely}, the late end {late}."
        case Fits.UNLIKELY:
            return f"Your deadline of {deadline} is unlikely to hold: the likely day is {likely}."
    return f"Your deadline of {deadline} is too early: even the early end is {day_of(found.dates.early)}."


def to_fit(found: Estimate, brief: Brief, *, named: bool = False) -> str:
    """A sentence on what to leave out so that the limits hold, or that this is not enough; "" where they hold.

    `named`: each must-have with the beginning of its text, for where no list of them stands beside.
    """
    limits = {"raise the ceiling": found.ceiling_fits, "move the deadline": found.deadline_fits}
    ways = [way for way, fits in limits.items() if fits in BROKEN]
    broken = listed(way.rpartition(" ")[2] for way in ways)
    if found.to_fit:
        texts = {one.id: f" ({shortened(one.text, _LONGEST)})" if named else "" for one in brief.entries}
        return f"To keep your {broken}, leave out {listed(one + texts.get(one, '') for one in found.to_fit)}."
    if not ways:
        return ""
    platform = ", or drop a platform" if len(brief.platforms) > 1 else ""
    return f"Even the first must-have alone does not keep your {broken}. You can {listed(ways)}{platform}."


def expected(project: Project, today: date) -> str:
    """When all is likely to be done; "" unless the project is under way or on hold."""
    if project.plan is None or not project.is_running:
        return ""
    whether = "If you resume it today, it" if project.status is ProjectStatus.ON_HOLD else "It"
    return f"{whether} will likely {_done_on(figures.dates(project, today=today), project.team_size)}"


def estimated_dates(found: Estimate, team_size: int) -> str:
    """The likely day on which all is done if the work starts today, and both ends, as a sentence."""
    return f"If it starts today, it will likely {_done_on(found.dates, team_size)}"


def _done_on(dates: figures.Dates, team_size: int) -> str:
    likely, early, late = day_of(dates.likely), day_of(dates.early), day_of(dates.late)
    return f"be done on {likely}, between {early} and {late}, with {counted(team_size, 'person', 'people')}."


def deadline(project: Project, today: date) -> str:
    """The deadline, and how far the likely day is from it; "" for a project that has ended."""
    if project.has_ended:
        return ""
    if project.deadline is None:
        return NO_DEADLINE
    day, standing = day_of(project.deadline), figures.deadline_standing(project, today=today)
    if standing is not None and standing.missed:
        return f"Your deadline of {day} has passed."
    if standing is None or project.status is ProjectStatus.ON_HOLD:
        return f"Your deadline is {day}."
    if standing.days_spare == 0:
        return f"The likely day is the day of your deadline, {day}."
    side = "after" if standing.days_spare < 0 else "before"
    return f"The likely day is {counted(abs(standing.days_spare), 'working day')} {side} your deadline of {day}."


def accepted(project: Project) -> str:
    """What the customer accepted and when, and whether it was over the ceiling; "" before they accept."""
    taken = project.accepted
    if taken is None:
        return ""
    over = ", over your ceiling" if taken.over_ceiling else ""
    return f"You accepted {money(taken.likely, taken.currency)} on {day_of(taken.accepted_on)}{over}."


def spent(project: Project) -> str:
    """What accepted work has cost as reported, and how many accepted items reported no cost."""
    found = figures.budget(project)
    said = f"{money(found.spent, found.currency)} spent so far"
    if not found.unreported_items:
        return f"{said}."
    items = counted(found.unreported_items, "accepted item")
    return f"{said}; {items} reported no cost, likely {money(found.unreported, found.currency)}."


def forecast(project: Project) -> str:
    """The forecast of the whole cost, with its parts; "" unless the project is under way or on hold."""
    found = figures.budget(project)
    if found.forecast is None or found.remaining is None or not project.is_running:
        return ""
    whole = f"The forecast is {money(found.forecast, found.currency)}"
    if not found.spent and not found.unreported:
        return f"{whole}; nothing is spent yet."
    parts = [f"{money(found.spent, found.currency)} spent"]
    if found.unreported:
        parts.append(f"{money(found.unreported, found.currency)} for accepted work without a reported cost")
    parts.append(f"{money(found.remaining, found.currency)} for what is left")
    return f"{whole}: {listed(parts)}."


def forecast_verdict(project: Project) -> str:
    """Whether the forecast passes the ceiling; "" without a ceiling, or unless the project is under way or on hold."""
    found = figures.budget(project)
    if found.forecast is None or found.ceiling is None or not project.is_running:
        return ""
    gap = found.forecast - found.ceiling
    whole, most = money(found.forecast, found.currency), money(found.ceiling, found.currency)
    if gap > 0:
        over = money(gap, found.currency)
        return f"The forecast of {whole} is {over} over your ceiling of {most}. Work does not stop for that."
    return f"The forecast of {whole} is {money(-gap, found.currency)} below your ceiling of {most}."


def over_ceiling(project: Project) -> str:
    """The clause `the forecast of EUR 9,000 is EUR 1,000 over your ceiling of EUR 8,000`; "" where it is not over."""
    found = figures.budget(project)
    if found.forecast is None or found.ceiling is None or found.forecast <= found.ceiling:
        return ""
    whole, most = money(found.forecast, found.currency), money(found.ceiling, found.currency)
    gap = money(found.forecast - found.ceiling, found.currency)
    return f"the forecast of {whole} is {gap} over your ceiling of {most}"


def day_rates(whole: Costing) -> str:
    """The day rate of each role: `A day costs EUR 640 (CPO), EUR 560 (CDO), EUR 720 (CTO) and EUR 560 (CMO)`."""
    each = (
        f"{money(whole.rates[role], whole.currency)} ({role.value})"
        for role in (Role.CPO, Role.CDO, Role.CTO, Role.CMO)
    )
    return f"A day costs {listed(each)}."


def progress(project: Project) -> str:
    """How much is done, in percent, documents and work items; while the project runs, the days of building left too."""
    documents = f"{project.documents_approved} of {len(DELIVERABLES)} documents approved"
    done = project.work_items - project.open_work_items
    work = f" and {done} of {counted(project.work_items, 'work item')} done" if project.work_items else ""
    left = f"; {days(figures.days_left_to_build(project))} of building left" if project.is_running else ""
    return f"{project.progress_percent} % done: {documents}{work}{left}."


def progress_fell(before: Project, after: Project) -> str:
    """Why progress is less than before; "" where it is not."""
    if after.progress_percent >= before.progress_percent:
        return ""
    more = days(figures.all_days(after) - figures.all_days(before))
    return f"Progress falls from {before.progress_percent} % to {after.progress_percent} %: there is {more} more to do."


def state(project: Project) -> str:
    """The status and, while the project runs, the phase: such as `The project is under way, in the design phase`."""
    said = PROJECT_STATES[project.status]
    if project.archived:
        return f"The project is an archive of an earlier edition; it was {said}."
    phase = f", in the {project.phase.value} phase" if project.is_running else ""
    return f"The project is {said}{phase}."
