"""Dates: the day on which all is likely to be done, the deadline, and when things began."""

from __future__ import annotations

from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.part import Part
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Topic
from domain.agents.brain.wording import told
from domain.projects.documents.markdown import bullets
from domain.projects.documents.parts import on
from domain.projects.phases import WORKING_PHASES
from domain.projects.states import ProjectStatus

_PAST = r"submitted|started|start|began|begin|begun|created|since when|handed in"
_DEADLINE = r"on track|on course|on schedule|deadlines?|due|late|on time|in time|overdue|behind|ahead|worr\w+|make it"


def dates(query: Query, facts: ProjectFacts) -> Part:
    """The date asked for first, the others below it."""
    begun = _begun(facts)
    if query.mentions(_PAST) and query.topic is Topic.DATES:
        return Part(f"{'; '.join(begun)}.")
    sheet = slices.sheet_of(facts)
    expected = told(sheet, "dates.expected", "dates.estimate")
    if facts.project.status is ProjectStatus.ON_HOLD and expected:
        expected = f"{told(sheet, 'progress.state')} {expected}"
    if not expected:
        expected = ended(facts) if slices.is_over(facts) else draft_status(facts).headline
    deadline = told(sheet, "dates.fits") or told(sheet, "dates.deadline")
    both = (expected, deadline)
    if query.asked_for.particular is Particular.DEADLINE or query.mentions(_DEADLINE):
        both = (deadline, expected)
    return Part(" ".join(one for one in both if one), (bullets(begun),))


def _begun(facts: ProjectFacts) -> list[str]:
    """When the brief was submitted, and which phases have begun."""
    submitted = facts.project.submitted_at
    begun = [f"Brief submitted: {on(submitted)}" if submitted else f"Created: {on(facts.project.created_at)}"]
    for phase in WORKING_PHASES:
        day = slices.phase_started_on(facts, phase)
        begun.append(f"{phase.value.capitalize()} {f'began: {on(day)}' if day else 'has not begun'}")
    return begun
