"""Budget and cost: estimated, spent, left, the ceiling, and each role's and phase's share."""

from __future__ import annotations

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import budget_concern, draft_status
from domain.agents.brain.answers.part import Part
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.topics import Query
from domain.agents.brain.wording import project_name
from domain.projects import figures, rates
from domain.projects.documents.markdown import bullets, table
from domain.projects.documents.parts import effort_days, money
from domain.projects.figures import Budget
from domain.projects.phases import owner_of
from domain.projects.records import Estimate, EstimatePhase
from domain.projects.states import Role


def costs(query: Query, facts: ProjectFacts) -> Part:
    """The figure asked for first, the others below it."""
    estimate = slices.estimate_of(facts)
    if estimate is None:
        return _unknown(facts)
    asked = _asked_phases(query, estimate)
    headline = _share(facts, estimate, asked) if asked else _headline(query, facts, estimate)
    shares = [phase.role for phase in (asked or estimate.phases)]
    contributions = (
        tuple(roles.costs(facts, estimate, role) for role in dict.fromkeys(shares)) if facts.deliverables else ()
    )
    details = [bullets(_figures(facts, estimate)), _table(facts, estimate)]
    if query.mentions("rates?|day rates?|per day"):
        details.insert(0, _rates(estimate))
    return Part(headline, tuple(details), contributions)


def _unknown(facts: ProjectFacts) -> Part:
    missing = draft_status(facts)
    ceiling = figures.budget(facts.project)
    known = ""
    if ceiling.ceiling is not None and ceiling.currency:
        known = f" Your ceiling is {money(ceiling.ceiling, ceiling.currency)}."
    if facts.project.submitted_at is None and slices.is_over(facts):
        return Part(f"{project_name(facts)} was cancelled before it had an estimate; nothing was spent.{known}")
    headline = f"I can't say yet what {project_name(facts)} will cost: an honest estimate needs more answers.{known}"
    return Part(headline, missing.details)


def _headline(query: Query, facts: ProjectFacts, estimate: Estimate) -> str:
    budget = figures.budget(facts.project)
    total = money(estimate.total, estimate.currency)
    if facts.project.estimate is None:
        low, high = money(estimate.low, estimate.currency), money(estimate.high, estimate.currency)
        return f"As the answers stand, the work is estimated at {total}, within {low} to {high}; nothing is spent yet."
    spent = money(budget.spent, estimate.currency)
    if query.mentions("ceiling|limit|cap|at most|maximum|max|over budget|within budget|overspen\\w+"):
        return _ceiling(budget, estimate)
    if query.mentions("left|remain\\w*|rest|available"):
        left = estimate.total - budget.spent
        if left < 0:
            return (
                f"Nothing is left of the estimate of {total}: {spent} is spent, {money(-left, estimate.currency)} more."
            )
        return f"{money(left, estimate.currency)} of the estimate of {total} is left; {spent} is spent."
    if query.mentions("spent|spend|spending|burn\\w*|paid|used up|so far|already"):
        return f"{spent} of the estimated {total} is spent so far."
    return f"The work is estimated at {total}, and {spent} of that is spent so far."


def _ceiling(budget: Budget, estimate: Estimate) -> str:
    spent, total = money(budget.spent, estimate.currency), money(estimate.total, estimate.currency)
    if budget.ceiling is None:
        return f"You set no ceiling; {spent} of the estimated {total} is spent."
    ceiling = money(budget.ceiling, estimate.currency)
    gap = budget.ceiling - estimate.total
    side = "under" if gap >= 0 else "over"
    apart = money(abs(gap), estimate.currency)
    return f"Your ceiling is {ceiling}; the estimate of {total} is {apart} {side} it. {spent} is spent so far."


def _figures(facts: ProjectFacts, estimate: Estimate) -> list[str]:
    budget = figures.budget(facts.project)
    currency = estimate.currency
    low, high = money(estimate.low, currency), money(estimate.high, currency)
    lines = [f"Estimate: {money(estimate.total, currency)} (range {low} to {high})"]
    lines.append(f"Spent: {money(budget.spent, currency)}")
    if facts.project.estimate is not None:
        lines.append(f"Left of the estimate: {_signed(estimate.total - budget.spent, currency)}")
    lines.append(f"Your ceiling: {money(budget.ceiling, currency) if budget.ceiling is not None else 'none set'}")
    if concern := budget_concern(facts):
        lines.append(concern)
    return lines


def _signed(amount: int, currency: str) -> str:
    return money(amount, currency) if amount >= 0 else f"none, {money(-amount, currency)} over it"


def _asked_phases(query: Query, estimate: Estimate) -> tuple[EstimatePhase, ...]:
    """The phases whose share is asked for, by name or by their owner."""
    return tuple(
        item
        for item in estimate.phases
        if item.phase in query.phases or (not query.phases and item.role in query.roles and not query.documents)
    )


def _share(facts: ProjectFacts, estimate: Estimate, asked: tuple[EstimatePhase, ...]) -> str:
    parts = [
        f"**{item.phase.value.capitalize()}** ({item.role}) is estimated at {money(item.cost, estimate.currency)}; "
        f"{money(_spent(facts, item.role, estimate.currency), estimate.currency)} is spent on it so far."
        for item in asked
    ]
    return " ".join(parts)


def _spent(facts: ProjectFacts, role: Role, currency: str) -> int:
    own = slices.documents_of(facts, role=role)
    return sum(rates.cost(item.spent_hours, role=role, currency=currency) for item in own)


def _table(facts: ProjectFacts, estimate: Estimate) -> str:
    rows = (
        (
            item.phase.value.capitalize(),
            owner_of(item.phase),
            effort_days(item.hours),
            money(item.cost, estimate.currency),
            money(_spent(facts, item.role, estimate.currency), estimate.currency),
        )
        for item in estimate.phases
    )
    return table(("Phase", "Role", "Days of effort", "Estimated", "Spent"), rows)


def _rates(estimate: Estimate) -> str:
    priced = rates.DAY_RATES[estimate.currency]
    return bullets(f"{role}: {money(priced[role], estimate.currency)} a day" for role in Role)
