"""Whether an answer states only what the records say: its numbers, dates and evidence against those of the facts."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from domain.agents.brain.protocol import ProjectFacts, Reply

from domain.answers.projects import project_sheet
from domain.projects import figures
from domain.projects.brief.intake import answers_of
from domain.projects.questionnaire import QUESTIONS, missing
from domain.projects.states import DeliverableState, Phase, Role

DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)|\b\d{1,2} [A-Z][a-z]+ \d{4}\b")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
IDS = re.compile(r"\b(?:prj|apr|dlv|dec|crq|msg)_\w+")


def figures_in(text: str) -> set[str]:
    """Dates as they are, numbers without thousands separators; the codes of entries (`R1`) and ids are none."""
    rest = IDS.sub(" ", text)
    dates = set(DAY.findall(rest))
    return dates | {number.replace(",", "").rstrip(".") for number in NUMBER.findall(DAY.sub(" ", rest))}


def known_figures(facts: ProjectFacts) -> set[str]:
    """Everything that may be stated: what the records hold, and the facts that are told of them."""
    records = json.dumps(asdict(facts), default=_plain)
    found = figures_in(records) | figures_in(" ".join(item.content for item in facts.deliverables))
    found |= figures_in(" ".join(fact.text for fact in project_sheet(facts.plan, facts.now)))
    return found | {str(value) for value in (*_counts(facts), *_ages(facts))} | {str(len(QUESTIONS))}


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
    return None if callable(value) else value.model_dump(mode="json")


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
    counts += [sum(item.revision > 0 for item in group) for group in groups]
    counts += [sum(item.status == "pending" for item in facts.credential_requests)]
    counts += [len(facts.decisions), len(wishes), len(facts.credentials)]
    counts += [item.revision + 1 for item in facts.deliverables]
    answers = answers_of(facts.plan)
    counts += [len(answers), len(missing(answers)), sum(question.required for question in QUESTIONS)]
    counts += [len(value) for value in answers.values() if isinstance(value, tuple)]
    return [*counts, _held_up(facts)]


def _held_up(facts: ProjectFacts) -> int:
    """The things that wait for the customer or endanger the plan."""
    standing, fits = figures.deadline_standing(facts.project, today=facts.now.date()), _fits(facts)
    return sum(
        (
            facts.project.status == "on_hold",
            sum(item.status == "pending" for item in (*facts.approvals, *facts.credential_requests)),
            figures.budget_concern(facts.project) is not None,
            (standing is not None and standing.days_spare < 0) or fits in {"unlikely", "no"},
        )
    )


def _fits(facts: ProjectFacts) -> object:
    found = project_sheet(facts.plan, facts.now).find("dates.fits")
    return found.value if found else None


def _ages(facts: ProjectFacts) -> list[int]:
    opened = [item.created_at for item in (*facts.approvals, *facts.credential_requests)]
    return [(facts.now - moment).days for moment in opened]
