"""The estimate of a plan: money, days and dates, held against the customer's limits (docs/estimate.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from enum import StrEnum

from common.services import frozen
from domain.projects import figures
from domain.projects.brief.changing import Plan, without
from domain.projects.brief.costing import Costing, costing
from domain.projects.brief.records import BriefEntryType
from domain.projects.records import Project, Totals


class Fits(StrEnum):
    """Which end of the estimate keeps a limit: the high one, the middle, the low one alone, or none."""

    YES = "yes"
    LIKELY = "likely"
    UNLIKELY = "unlikely"
    NO = "no"


BROKEN = frozenset({Fits.UNLIKELY, Fits.NO})
"""The cases in which the likely figure passes the limit. None, for no limit, is not among them."""


@frozen
class Estimate:
    """A costing with its dates. `ceiling_fits` and `deadline_fits` are None where there is no such limit.

    `to_fit`: ids of must-haves without which the likely cost and the likely day keep the limits; empty where they do
    anyway, and where leaving out all but the first would not be enough.
    """

    costing: Costing
    dates: figures.Dates
    ceiling_fits: Fits | None
    deadline_fits: Fits | None
    to_fit: tuple[str, ...]


def is_priced(plan: Plan) -> bool:
    """Whether there is something to estimate: at least one must-have and one platform."""
    return bool(plan.brief.platforms and plan.brief.of_type(BriefEntryType.MUST_HAVE))


def costing_of(plan: Plan) -> Costing:
    """The costing of the plan's brief, in the project's currency."""
    return costing(plan.brief, currency=plan.project.currency)


def estimate(plan: Plan, *, today: date) -> Estimate:
    """The estimate of a plan, for which `is_priced` must hold. Its dates count from `today`."""
    whole, dates = costing_of(plan), _dates(plan, today)
    return Estimate(
        costing=whole,
        dates=dates,
        ceiling_fits=_fits(whole.money.ends, _ceiling(plan.project)),
        deadline_fits=_fits(dates.ends, plan.project.deadline),
        to_fit=_to_fit(plan, today),
    )


def with_totals(plan: Plan) -> Project:
    """The project with the totals of the plan's brief, from which `figures` computes everything else."""
    whole = costing_of(plan)
    known = totals(whole) if is_priced(plan) else None
    open_lines = [line for line in whole.lines if line.key not in plan.project.handed_out] if known else []
    updates = {
        "plan": known,
        "team_size": plan.brief.team_size,
        "day_rates": whole.rates,
        "unassigned_days": sum(line.days.likely for line in open_lines),
        "unassigned_cost": sum(line.cost(whole.rates) for line in open_lines),
    }
    return plan.project.model_copy(update=updates)


def totals(whole: Costing) -> Totals:
    """The totals of a costing, as a project stores them."""
    return Totals(
        currency=whole.currency,
        low=whole.money.low,
        likely=whole.money.likely,
        high=whole.money.high,
        days_low=whole.days.low,
        days_likely=whole.days.likely,
        days_high=whole.days.high,
    )


def _dates(plan: Plan, today: date) -> figures.Dates:
    return figures.dates(with_totals(plan), today=today)


def _ceiling(project: Project) -> int | None:
    return project.ceiling.amount if project.ceiling else None


def _fits[T: (int, date)](ends: tuple[T, T, T], most: T | None) -> Fits | None:
    if most is None:
        return None
    low, likely, high = ends
    if high <= most:
        return Fits.YES
    if likely <= most:
        return Fits.LIKELY
    return Fits.UNLIKELY if low <= most else Fits.NO


def _to_fit(plan: Plan, today: date) -> tuple[str, ...]:
    """The must-haves to leave out: the least important ones until the limits hold, minus those that fit after all."""
    must_haves = [entry.id for entry in plan.brief.of_type(BriefEntryType.MUST_HAVE)]
    fits = _fitting(plan, today)
    out: list[str] = []
    while not fits(out):
        if len(out) == len(must_haves) - 1:
            return ()
        out.append(must_haves[-1 - len(out)])
    for entry_id in reversed(out):
        fewer = [one for one in out if one != entry_id]
        if fits(fewer):
            out = fewer
    return tuple(out)


def _fitting(plan: Plan, today: date) -> Callable[[Iterable[str]], bool]:
    """A test whether the likely cost and the likely day keep the limits without the entries of given ids."""
    ceiling, deadline = _ceiling(plan.project), plan.project.deadline

    def fits(out: Iterable[str]) -> bool:
        less = replace(plan, brief=plan.brief.model_copy(update={"entries": without(plan.brief.entries, set(out))}))
        whole = costing_of(less)
        keeps_ceiling = ceiling is None or whole.money.likely <= ceiling
        return keeps_ceiling and (deadline is None or _dates(less, today).likely <= deadline)

    return fits
