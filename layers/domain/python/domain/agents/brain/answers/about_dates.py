"""Dates, each with its noun: when the documents are done, the deadline, the launch, when things began."""

from __future__ import annotations

from calendar import month_name
from datetime import date

from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Topic
from domain.agents.brain.wording import project_name, work_told
from domain.projects import figures
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.markdown import bullets
from domain.projects.documents.parts import days, on, working_days
from domain.projects.phases import WORKING_PHASES
from domain.projects.states import DeliverableKind, DeliverableState, ProjectStatus
from domain.receipts import tracing
from domain.receipts.tracing import quoted

_PAST = r"submitted|started|start|began|begin|begun|created|since when|handed in"
_DEADLINE = r"on track|on course|on schedule|deadlines?|due|late|on time|in time|overdue|behind|ahead|worr\w+|make it"
# "Are we on course for that?", "will it be late for August?": no deadline is meant.
_OF_ANOTHER = rf"(?:for|to) (?:it|that|this|them|those)|{'|'.join(month_name[1:]).lower()}"
_LATE = r"late|overdue|behind|miss|missed|slip\w*|worr\w+"


def dates(query: Query, facts: ProjectFacts) -> Part:
    """The date asked for first, the others below it. The documents are not the launch."""
    deadline, submitted = facts.project.deadline, facts.project.submitted_at
    begun = [f"Brief submitted: {on(submitted)}" if submitted else f"Created: {on(facts.project.created_at)}"]
    for phase in WORKING_PHASES:
        day = slices.phase_started_on(facts, phase)
        begun.append(f"{phase.value.capitalize()} {f'began: {on(day)}' if day else 'has not begun'}")
    named, is_running = named_day(query.text or query.plain, facts), slices.is_running(facts)
    if query.asked_for.particular is Particular.DEADLINE:
        said = f"{verdict(query, holds=deadline is not None)}{_deadline(facts)}"
    elif query.mentions(_PAST) and query.topic is Topic.DATES:
        said, begun = f"{'; '.join(begun)}.", []
    elif named and is_running:
        said = f"{_against(query, named, on(named), facts)} {_launch(facts)}"
    elif query.mentions(_DEADLINE) and deadline and is_running and not query.mentions(_OF_ANOTHER):
        said = _against(query, deadline, f"the deadline, {on(deadline)}", facts)
    else:
        both = (_expected(facts), _launch(facts))
        said = " ".join(reversed(both) if query.topic is Topic.LAUNCH else both)
    lines = [f"{one.value.capitalize()} documents expected: {on(end)}" for one, end in slices.outlook(facts).items()]
    lines.append(f"Deadline: {on(deadline) if deadline else 'none set'}")
    if is_running and not work_told(facts):
        who = "" if slices.is_build_planned(facts) else "; nobody has planned it"
        takes = f"{days(slices.build_outlook_of(facts).working_days)} working days after the documents"
        lines.append(f"Building the product, by the build outlook: {takes}{who}")
    return Part(said, (bullets((*begun, *lines)),))


def _launch(facts: ProjectFacts) -> str:
    """The day that the launch plan names, and the deadline."""
    plan = slices.document_of(facts, DeliverableKind.LAUNCH_PLAN)
    written = slices.launch_day_of(plan)
    day = quoted(written, written) if written else ""
    planned = f"The launch is planned for {day}, by the approved launch plan."
    if plan is None or not day or plan.state is not DeliverableState.APPROVED:
        named = f"; the launch plan, which is not approved yet, names {day}" if day else ""
        planned = f"The launch is not estimated: no approved document names its day{named}."
    said = _deadline(facts)
    return f"{planned} {said[0].upper()}{said[1:]}"


def _deadline(facts: ProjectFacts) -> str:
    return f"your deadline is {on(facts.project.deadline)}." if facts.project.deadline else "you set no deadline."


def _against(query: Query, day: date, name: str, facts: ProjectFacts) -> str:
    """Whether the documents, and by the outlook the build, are done by a day: the deadline, or one that is named."""
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    if expected is None:
        return f"The records give no date to hold {name} against."
    build, late = slices.build_outlook_of(facts).working_days, query.mentions(_LATE)
    first, last = add_working_days(expected, build.low), add_working_days(expected, build.high)
    if day < expected:
        said = f"{verdict(query, holds=late)}it will be late"
    elif day < last:
        build_too = "whether the build is, is open" if day >= first else "by the outlook the build is not"
        said = f"the documents will be on time, and {build_too}"
    else:
        answer = verdict(query, holds=not late).lower().replace(":", ",")
        said = f"not promised, but by the estimate {answer}it will be on time"
    gap = f"{working_days(abs(working_days_between(expected, day)))} {'after' if day < expected else 'before'} {name}"
    who = "" if slices.is_build_planned(facts) else ", which nobody has planned,"
    return (
        f"{said}: the documents are expected on {on(expected)}, {gap}; the build{who} takes {days(build)} working days "
        f"more by its outlook, that is {on(first)} to {on(last)}."
    )


def named_day(text: str, facts: ProjectFacts) -> date | None:
    """The first day that a text names; without a year it is the next such day."""
    # What reads comments takes a while to load, and few messages are about a day.
    from domain.projects.documents.comments import days_in  # noqa: PLC0415

    found = days_in(text, facts.now.date())
    return tracing.named_day(found[0]) if found else None


def _expected(facts: ProjectFacts) -> str:
    """When the documents are done."""
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    if expected is None:
        return ended(facts) if slices.is_over(facts) else draft_status(facts).headline
    hold = " once it is resumed" if facts.project.status is ProjectStatus.ON_HOLD else ""
    left = working_days(working_days_between(facts.now.date(), expected))
    handed = f" The work that is handed out: {told}." if (told := work_told(facts)) else ""
    return (
        f"The documents of {project_name(facts)} are expected to be done on {on(expected)}: {left} of work are "
        f"left{hold}, if no approval is late.{handed} That is not the launch."
    )
