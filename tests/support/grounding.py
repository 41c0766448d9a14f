"""Whether an answer states only what the records say: its numbers, dates and evidence against those of the facts.

Written apart from the product's own check, so that one cannot hide a mistake of the other.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.projects import figures, rates
from domain.projects.build_outlook import MUST_HAVES, OTHER_MUST_HAVE, build_outlook
from domain.projects.dates import add_working_days, whole_days
from domain.projects.effort import hours_of_revision
from domain.projects.errors import IntakeIncomplete
from domain.projects.estimate import estimate
from domain.projects.phases import WORKING_PHASES
from domain.projects.questionnaire import QUESTIONS, missing
from domain.projects.records import Estimate
from domain.projects.states import DeliverableState, Phase, Role

DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
RULES = re.compile(r"`build-outlook-\d+`")
IDS = re.compile(r"\b(?:prj|apr|dlv|dec|crq|msg)_\w+")


def figures_in(text: str) -> set[str]:
    """Dates as they are, numbers without thousands separators; the codes of entries (`R1`) and ids are none."""
    rest = IDS.sub(" ", RULES.sub(" ", text))
    dates = set(DAY.findall(rest))
    return dates | {number.replace(",", "").rstrip(".") for number in NUMBER.findall(DAY.sub(" ", rest))}


def known_figures(facts: ProjectFacts) -> set[str]:
    """Everything that may be stated: what the records hold, and what the published figures make of them."""
    records = json.dumps(asdict(facts), default=_plain)
    found = figures_in(records) | figures_in(" ".join(item.content for item in facts.deliverables))
    found |= {str(value) for value in (*_money(facts), *_counts(facts), *_ages(facts), *_build(facts))}
    found |= {f"{value:g}" for value in _effort_days(facts)}
    return found | _dates(facts) | {str(len(QUESTIONS))}


def record_ids(facts: ProjectFacts) -> set[str]:
    """The ids that evidence may name."""
    everything = (
        *facts.deliverables,
        *facts.approvals,
        *facts.decisions,
        *facts.change_requests,
        *facts.credential_requests,
        *facts.credentials,
    )
    return {record.id for record in everything} | {facts.project.id}


@dataclass(frozen=True)
class Ground:
    """What may be stated about one project, worked out once."""

    figures: set[str]
    ids: set[str]

    @classmethod
    def of(cls, facts: ProjectFacts) -> Ground:
        return cls(known_figures(facts), record_ids(facts))

    def unfounded(self, reply: Reply) -> set[str]:
        """The figures and evidence of `reply` that the facts do not have."""
        text = "\n".join([reply.content, *(entry.summary for entry in reply.contributions)])
        text = re.sub(r"… and \d+ more", "", text)  # a folded list: how many it leaves out is nobody's record
        evidence = {record for entry in reply.contributions for record in entry.evidence}
        return (figures_in(text) - self.figures) | (evidence - self.ids)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return value.model_dump(mode="json")


def _estimate(facts: ProjectFacts) -> Estimate | None:
    try:
        return facts.project.estimate or estimate(facts.intake.answers, today=facts.now.date())
    except IntakeIncomplete:
        return None


def _money(facts: ProjectFacts) -> list[int]:
    budget, offer = figures.budget(facts.project), _estimate(facts)
    if offer is None:
        return [budget.spent, budget.ceiling or 0]
    spent = [
        rates.cost(
            sum(item.spent_hours for item in facts.deliverables if item.owner is role),
            role=role,
            currency=offer.currency,
        )
        for role in Role
    ]
    wholes = [whole for whole in (offer.total, budget.ceiling) if whole]
    gaps = [abs(offer.total - budget.spent), *((200 * budget.spent + whole) // (2 * whole) for whole in wholes)]
    if budget.ceiling is not None:
        gaps += [abs(budget.ceiling - offer.total), budget.may_still_spend or 0]
    offered = [offer.total, offer.low, offer.high, offer.working_days]
    offered += [value for phase in offer.phases for value in (phase.cost, phase.working_days)]
    offered += [rates.DAY_RATES[offer.currency][role] for role in Role]
    return [budget.spent, budget.ceiling or 0, *spent, *gaps, *offered]


def _build(facts: ProjectFacts) -> list[int]:
    """The build outlook, alone and with the documents, the days of any one must-have, what a revision costs."""
    offer, ceiling = _estimate(facts), facts.project.ceiling
    currency = offer.currency if offer else ceiling.currency if ceiling else "EUR"
    outlook = build_outlook(_answers(facts), currency=currency)
    days = [line.days for line in outlook.basis] + [days for _, days, *_ in MUST_HAVES] + [OTHER_MUST_HAVE]
    found = [outlook.low, outlook.high, outlook.working_days.low, outlook.working_days.high]
    found += [value for each in days for value in (each.low, each.high)]
    found += [offer.total + outlook.low, offer.total + outlook.high] if offer else []
    for item in facts.deliverables:
        hours = hours_of_revision(item.revision + 1, item.effort_hours)
        found.append(rates.cost(hours, role=item.owner, currency=currency))
    return [*found, *(line.cost for line in (offer.lines if offer else ()))]


def _effort_days(facts: ProjectFacts) -> list[float]:
    offer = _estimate(facts)
    return [phase.hours / 8 for phase in offer.phases] if offer else []


def _counts(facts: ProjectFacts) -> list[int]:
    """How many there are of each thing, overall, of each phase and of each owner."""
    wishes = [item for item in facts.change_requests if item.withdrawn_at is None]
    groups = [
        facts.deliverables,
        *([item for item in facts.deliverables if item.phase is phase] for phase in Phase),
        *([item for item in facts.deliverables if item.owner is role] for role in Role),
    ]
    counts = [len(group) for group in groups]
    counts += [sum(item.state is DeliverableState.APPROVED for item in group) for group in groups]
    counts += [sum(item.state is DeliverableState.IN_REVIEW for item in group) for group in groups]
    counts += [sum(item.status == "pending" for item in facts.credential_requests)]
    counts += [len(facts.decisions), len(wishes), len(facts.credentials)]
    counts += [item.revision + 1 for item in facts.deliverables]
    counts += [len(missing(facts.intake.answers)), sum(question.required for question in QUESTIONS)]
    counts += [len(value) + added for value in _lists(facts) for added in range(2)]
    return [*counts, _held_up(facts)]


def _held_up(facts: ProjectFacts) -> int:
    """The things that wait for the customer or endanger the plan."""
    standing = figures.deadline_standing(facts.project, today=facts.now.date())
    return sum(
        (
            facts.project.status == "on_hold",
            sum(item.status == "pending" for item in (*facts.approvals, *facts.credential_requests)),
            figures.budget_concern(facts.project) is not None,
            standing is not None and standing.days_spare < 0,
        )
    )


def _lists(facts: ProjectFacts) -> list[tuple[str, ...]]:
    return [value for value in facts.intake.answers.values() if isinstance(value, tuple)]


def _ages(facts: ProjectFacts) -> list[int]:
    opened = [item.created_at for item in (*facts.approvals, *facts.credential_requests)]
    ages = [(facts.now - moment).days for moment in opened]
    standing = figures.deadline_standing(facts.project, today=facts.now.date())
    if facts.project.deadline:
        ages.append((facts.project.deadline - facts.now.date()).days)
    return [*ages, abs(standing.days_spare) if standing else 0, facts.project.remaining_working_days or 0]


def _dates(facts: ProjectFacts) -> set[str]:
    """The eta, the estimate's days, and the end of each phase when the rest of the work begins today."""
    found: set[str] = set()
    if expected := figures.eta(facts.project, today=facts.now.date()):
        found.add(expected.isoformat())
    if offer := _estimate(facts):
        found.add(offer.eta.isoformat())
        for item in figures.schedule(offer, phase=Phase.PLANNING, since=offer.computed_on):
            found |= {item.start.isoformat(), item.end.isoformat()}
    if expected := figures.eta(facts.project, today=facts.now.date()):
        outlook = build_outlook(_answers(facts), currency="EUR").working_days
        found |= {add_working_days(expected, days).isoformat() for days in (outlook.low, outlook.high)}
    days = 0
    for phase in WORKING_PHASES:
        left = [item for item in facts.deliverables if item.phase is phase and item.state != "approved"]
        days += whole_days(sum(item.effort_hours for item in left), 8)
        found.add(add_working_days(facts.now.date(), days).isoformat())
    return found


def _answers(facts):
    """The answers to the intake as comments on the documents have changed them."""
    brief = slices.brief_of(facts)
    return brief.amended_answers if brief else facts.intake.answers
