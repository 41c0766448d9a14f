"""Dates: when it will be done, the deadline, when things began and were submitted, what comes next."""

from __future__ import annotations

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.part import Part
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.topics import Query
from domain.agents.brain.wording import on, project_name
from domain.projects import figures
from domain.projects.documents.markdown import bullets
from domain.projects.documents.parts import working_days
from domain.projects.phases import WORKING_PHASES, owner_of
from domain.projects.states import Phase, ProjectStatus, Role

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_PAST = r"submitted|started|start|began|begin|begun|created|since when|handed in"
_DEADLINE = (
    "on track|on schedule|deadline|due|late|on time|in time|overdue|behind|ahead|"
    rf"by (?:the )?(?:end|next|christmas|summer|{_MONTHS})"
)


def dates(query: Query, facts: ProjectFacts) -> Part:
    """The date asked for first, the others below it."""
    details = (bullets(_all(facts)),)
    if facts.project.status is ProjectStatus.DRAFT:
        return Part(_draft(facts), (*details, *draft_status(facts).details))
    consulted = tuple(roles.standing(facts, role) for role in _consulted(query, facts))
    return Part(_headline(query, facts), details, consulted)


def _headline(query: Query, facts: ProjectFacts) -> str:
    if query.mentions(_PAST):
        return _past(query, facts)
    if slices.is_over(facts):
        return ended(facts)
    if query.mentions(_DEADLINE):
        return _deadline(facts)
    ends = {item.phase: item.end for item in slices.outlook(facts)}
    asked = next((phase for phase in query.phases if phase in ends), None)
    if query.mentions("milestone|next|step"):
        asked = facts.project.phase
    if asked is not None and asked is not Phase.LAUNCH:
        return f"The **{asked.value}** phase is expected to be done on {on(ends[asked])}, if no approval is delayed."
    return _expected(facts)


def _past(query: Query, facts: ProjectFacts) -> str:
    project = facts.project
    asked = next((phase for phase in query.phases if phase in WORKING_PHASES), None)
    if asked is not None:
        began = slices.phase_started_on(facts, asked)
        if began is None:
            return f"The **{asked.value}** phase has not begun; the project is in the **{project.phase.value}** phase."
        return f"The **{asked.value}** phase began on {on(began)}."
    if query.mentions("created") or project.submitted_at is None:
        return f"{project_name(facts)} was created on {on(project.created_at)}."
    if query.mentions("phase") and project.phase_started_at:
        return f"The **{project.phase.value}** phase began on {on(project.phase_started_at)}."
    return (
        f"The brief of {project_name(facts)} was submitted on {on(project.submitted_at)}, and planning began that day."
    )


def _deadline(facts: ProjectFacts) -> str:
    standing = figures.deadline_standing(facts.project, today=facts.now.date())
    if standing is None:
        return f"You set no deadline. {_expected(facts)}"
    if standing.missed:
        return f"The deadline, {on(standing.deadline)}, has passed; the documents are expected on {on(standing.eta)}."
    if standing.days_spare < 0:
        return (
            f"As things stand, it will be late: the documents are expected on {on(standing.eta)}, "
            f"{working_days(-standing.days_spare)} after the deadline, {on(standing.deadline)}."
        )
    return (
        f"As things stand, it will be on time: the documents are expected on {on(standing.eta)}, "
        f"{working_days(standing.days_spare)} before the deadline, {on(standing.deadline)}."
    )


def _expected(facts: ProjectFacts) -> str:
    expected = figures.eta(facts.project, today=facts.now.date())
    days = facts.project.remaining_working_days
    if expected is None or days is None:
        return "I can't say when it will be done: nothing in the records gives a date."
    hold = " once it is resumed" if facts.project.status is ProjectStatus.ON_HOLD else ""
    return (
        f"{project_name(facts)} is expected to be done on {on(expected)}: {working_days(days)} of work are left"
        f"{hold}, if no approval is delayed."
    )


def _draft(facts: ProjectFacts) -> str:
    estimate = slices.estimate_of(facts)
    if estimate is None:
        return (
            f"I can't say yet when {project_name(facts)} will be done: the date follows from answers that are missing."
        )
    return (
        f"If you submitted the brief today, the documents would be done on {on(estimate.eta)}, "
        f"after {working_days(estimate.working_days)}."
    )


def _all(facts: ProjectFacts) -> list[str]:
    project = facts.project
    lines = [f"Created: {on(project.created_at)}"]
    if project.submitted_at:
        lines.append(f"Brief submitted: {on(project.submitted_at)}")
    began = {phase: slices.phase_started_on(facts, phase) for phase in WORKING_PHASES}
    lines += [f"{phase.value.capitalize()} began: {on(day)}" for phase, day in began.items() if day]
    lines += [f"{item.phase.value.capitalize()} expected to be done: {on(item.end)}" for item in slices.outlook(facts)]
    lines.append(f"Deadline: {on(project.deadline) if project.deadline else 'none set'}")
    if project.completed_at:
        lines.append(f"Completed: {on(project.completed_at)}")
    return lines


def _consulted(query: Query, facts: ProjectFacts) -> tuple[Role, ...]:
    """The owner of the phase asked for, or of the present one; the CPO keeps the roadmap."""
    asked = next((phase for phase in (*query.phases, facts.project.phase) if phase in WORKING_PHASES), None)
    return tuple(dict.fromkeys([Role.CPO, *([owner_of(asked)] if asked else [])]))
