"""The published estimate: effort per deliverable times the day rate of its owner (docs/estimate.md)."""

from __future__ import annotations

from datetime import date

from domain.projects import rates
from domain.projects.dates import add_working_days, whole_days
from domain.projects.effort import drivers_of, hours_for
from domain.projects.errors import IntakeIncomplete
from domain.projects.phases import DELIVERABLES, WORKING_PHASES, owner_of
from domain.projects.questionnaire import Answers, missing
from domain.projects.records import HOURS_PER_DAY, Estimate, EstimateLine, EstimatePhase, Money
from domain.projects.states import Phase

RULE_VERSION = 1

_LOW_PERCENT = 90
_HIGH_PERCENT = 115
# The answers to RANGE_QUESTIONS change the price. Each unanswered one raises the upper end of the range by 5 points.
_OPEN_QUESTION_PERCENT = 5
RANGE_QUESTIONS = ("out_of_scope", "integrations", "existing", "personal_data", "constraints")


def estimate(answers: Answers, *, today: date) -> Estimate:
    """Total, range, phases and eta for `answers`, with the work beginning on the working day after `today`.

    Raises IntakeIncomplete, naming the questions, when a required question is not answered.
    """
    if unanswered := missing(answers):
        raise IntakeIncomplete(unanswered)
    currency = currency_of(answers)
    lines = _lines(answers, currency)
    phases = tuple(_phase(phase, lines) for phase in WORKING_PHASES)
    total = sum(line.cost for line in lines)
    working_days = sum(phase.working_days for phase in phases)
    return Estimate(
        rule_version=RULE_VERSION,
        currency=currency,
        total=total,
        low=total * _LOW_PERCENT // 100,
        high=-(-total * high_percent(answers) // 100),
        lines=lines,
        phases=phases,
        working_days=working_days,
        computed_on=today,
        eta=add_working_days(today, working_days),
    )


def over_ceiling(total: int, ceiling: Money | None) -> int:
    """By how much `total` is over the ceiling; 0 when it is not."""
    return max(0, total - ceiling.amount) if ceiling else 0


def currency_of(answers: Answers) -> str:
    """The ceiling's currency, or the default one while no ceiling is given."""
    ceiling = answers.get("budget_ceiling")
    return ceiling.currency if isinstance(ceiling, Money) else rates.DEFAULT_CURRENCY


def high_percent(answers: Answers) -> int:
    """The upper end of the range in percent of the total: 115, plus 5 for each open question that moves the price."""
    unanswered = sum(question_id not in answers for question_id in RANGE_QUESTIONS)
    return _HIGH_PERCENT + _OPEN_QUESTION_PERCENT * unanswered


def _lines(answers: Answers, currency: str) -> tuple[EstimateLine, ...]:
    drivers = drivers_of(answers)
    efforts = ((spec, hours_for(spec.kind, drivers)) for spec in DELIVERABLES)
    return tuple(
        EstimateLine(
            kind=spec.kind,
            role=spec.owner,
            hours=hours,
            cost=rates.cost(hours, role=spec.owner, currency=currency),
        )
        for spec, hours in efforts
    )


def _phase(phase: Phase, lines: tuple[EstimateLine, ...]) -> EstimatePhase:
    kinds = {spec.kind for spec in DELIVERABLES if spec.phase is phase}
    own = [line for line in lines if line.kind in kinds]
    hours = sum(line.hours for line in own)
    return EstimatePhase(
        phase=phase,
        role=owner_of(phase),
        hours=hours,
        working_days=whole_days(hours, HOURS_PER_DAY),
        cost=sum(line.cost for line in own),
    )
