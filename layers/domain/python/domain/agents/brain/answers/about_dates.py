"""Dates, each with its noun: when the documents are done, the deadline, the launch, when things began."""

from __future__ import annotations

import re
from datetime import date, timedelta

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import project_name, work_told
from domain.projects import figures
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.markdown import bullets
from domain.projects.documents.parts import counted, days, on, working_days
from domain.projects.phases import WORKING_PHASES, owner_of
from domain.projects.states import DeliverableKind, DeliverableState, ProjectStatus, Role
from domain.receipts import tracing
from domain.receipts.tracing import quoted

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_YEAR, _NTH = r"(?: (?P<year>\d{4})\b)?", "(?:st|nd|rd|th)?"
_EXACT_DAYS = (
    re.compile(r"\b(?P<year>\d{4}) (?P<number>\d{2}) (?P<day>\d{2})\b"),
    re.compile(rf"\b(?P<day>\d{{1,2}}){_NTH} (?:of )?{_MONTH}{_YEAR}"),
    re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}}){_NTH}\b{_YEAR}"),
    re.compile(rf"\bend of {_MONTH}{_YEAR}"),
)
_WHOLE_MONTH = re.compile(rf"\b(?:(?P<before>before|until|till)|in|by|within|during) {_MONTH}{_YEAR}")
_PAST = r"submitted|started|start|began|begin|begun|created|since when|handed in"
_DEADLINE = r"on track|on course|on schedule|deadlines?|due|late|on time|in time|overdue|behind|ahead|worr\w+|make it"
_OF_ANOTHER = r"(?:for|to) (?:it|that|this|them|those)"  # "are we on course for that?": no deadline is meant
_DOCUMENTS = r"you (?:be |are )?(?:all )?(?:done|finish\w*|through)|documents?|docs|planning|papers?|texts?"
_LATE = r"late|overdue|behind|miss|missed|slip\w*|worr\w+"


def dates(query: Query, facts: ProjectFacts) -> Part:
    """The date asked for first, the others below it."""
    details = (bullets((*_begun(facts), *_to_come(facts))),)
    if query.asked_for.particular is Particular.DEADLINE:
        return Part(f"{verdict(query, holds=facts.project.deadline is not None)}{_deadline(facts)}", details)
    if facts.project.status is ProjectStatus.DRAFT:
        return Part(_draft(facts), (*details, *draft_status(facts).details))
    asked = next((phase for phase in (*query.phases, facts.project.phase) if phase in WORKING_PHASES), None)
    consulted = dict.fromkeys([Role.CPO, *([owner_of(asked)] if asked else [])])  # the CPO keeps the roadmap
    return Part(_headline(query, facts), details, tuple(roles.standing(facts, role) for role in consulted))


def launch(query: Query, facts: ProjectFacts) -> Part:
    """When the product is out: by the approved launch plan, or the deadline; the documents are not the launch."""
    if (named := named_day(query.plain, facts)) and slices.is_running(facts):
        return Part(_against(query, named, on(named), facts), (bullets((*_begun(facts), *_to_come(facts))),))
    outlook = days(slices.build_outlook_of(facts).working_days)
    documents = f"{_expected(facts)} That is not the launch." if slices.is_running(facts) else ""
    lines = [_launch(facts), ended(facts) if slices.is_over(facts) else documents]
    if not work_told(facts):
        who = "" if slices.is_build_planned(facts) else "; nobody has planned it"
        lines.append(f"By the build outlook, building the product takes {outlook} working days after them{who}.")
    return Part(" ".join(line for line in lines if line), contributions=(roles.standing(facts, Role.CMO),))


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


def _headline(query: Query, facts: ProjectFacts) -> str:
    if query.mentions(_PAST):
        begun = _begun(facts)
        phases = tuple(phase.value.capitalize() for phase in query.phases)
        return f"{'; '.join(line for line in begun if line.startswith(phases or ''))}."
    if slices.is_over(facts):
        return ended(facts)
    if named := named_day(query.plain, facts):
        return f"{_against(query, named, on(named), facts)} {_launch(facts)}"
    deadline, today = facts.project.deadline, facts.now.date()
    if query.mentions(_DEADLINE):
        if deadline is None:
            return f"You set no deadline. {_expected(facts)}"
        left = f", in {counted((deadline - today).days, 'day')}" if deadline > today else ""
        return _against(query, deadline, f"the deadline, {on(deadline)}{left}", facts)
    return f"{_expected(facts)} That is not the launch. {_launch(facts)}"


def _against(query: Query, day: date, name: str, facts: ProjectFacts) -> str:
    """Whether the documents, and by the outlook the build, are done by a day: the deadline, or one that is named."""
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    if expected is None:
        return f"The records give no date to hold {name} against."
    build, late = slices.build_outlook_of(facts).working_days, query.mentions(_LATE)
    first, last = add_working_days(expected, build.low), add_working_days(expected, build.high)
    if query.mentions(_OF_ANOTHER) and not query.mentions("deadlines?"):
        said = "it is not in the records how that will come out; of the day they say"
    elif day < expected:
        said = f"{verdict(query, holds=late)}it will be late"
    elif query.mentions(_DOCUMENTS):
        said = f"{verdict(query, holds=not late)}the documents will be on time"
    elif day < first:
        said = f"{verdict(query, holds=late)}the documents will be on time, but by the outlook not the build"
    elif day < last:
        said = "the documents will be on time, and whether the build is, is open"
    else:
        answer = verdict(query, holds=not late).lower().replace(":", ",")
        said = f"not promised, but by the estimate {answer}it will be on time"
    spare = working_days_between(expected, day)
    gap = f"{working_days(abs(spare))} {'after' if day < expected else 'before'} {name}"
    who = "" if slices.is_build_planned(facts) else ", which nobody has planned,"
    return (
        f"{said}: the documents are expected on {on(expected)}, {gap}; the build{who} takes {days(build)} working days "
        f"more by its outlook, that is {on(first)} to {on(last)}."
    )


def named_day(plain: str, facts: ProjectFacts) -> date | None:
    """The day that plain words name; without a year it is the deadline's, or else the next one."""
    match = next((match for form in (*_EXACT_DAYS, _WHOLE_MONTH) if (match := form.search(plain))), None)
    return None if match is None else _day_of(match, facts)


def exact_days(plain: str, facts: ProjectFacts) -> set[date]:
    """Every day that plain words name by its date, or as the end of a month; a month alone names none."""
    matches = (match for form in _EXACT_DAYS for match in form.finditer(plain))
    return {found for match in matches if (found := _day_of(match, facts))}


def _day_of(match: re.Match[str], facts: ProjectFacts) -> date | None:
    told = match.groupdict()
    month = int(told["number"]) if told.get("number") else _MONTHS.index(told["month"][:3]) + 1
    today, deadline = facts.now.date(), facts.project.deadline
    years = [int(told["year"])] if told["year"] else [today.year, today.year + 1, deadline.year if deadline else 0]
    found = [day for year in years if year and (day := _date(year, month, told.get("day")))]
    if told.get("before"):  # the last day before that month
        found = [day.replace(day=1) - timedelta(days=1) for day in found]
    found = sorted(day for day in found if day >= today or told["year"])
    day = deadline if deadline and deadline in found else next(iter(found), None)
    return tracing.named_day(day) if day else None


def _date(year: int, month: int, day: str | None) -> date | None:
    """A day, or the last one of its month; None where there is no such day."""
    try:
        if day is None:
            return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
        return date(year, month, int(day))
    except ValueError:
        return None


def _expected(facts: ProjectFacts) -> str:
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    if expected is None:
        return "I can't say when the documents will be done: nothing in the records gives a date."
    hold = " once it is resumed" if facts.project.status is ProjectStatus.ON_HOLD else ""
    left = working_days(working_days_between(facts.now.date(), expected))
    handed = f" The work that is handed out: {told}." if (told := work_told(facts)) else ""
    return (
        f"The documents of {project_name(facts)} are expected to be done on {on(expected)}: {left} of work are "
        f"left{hold}, if no approval is late.{handed}"
    )


def _draft(facts: ProjectFacts) -> str:
    estimate = slices.estimate_of(facts)
    if estimate is None:
        return f"I can't say yet when the documents of {project_name(facts)} will be done: answers are missing."
    return (
        f"If you submitted the brief today, the documents would be done on {on(estimate.eta)}, "
        f"after {working_days(estimate.working_days)}; that is not the launch."
    )


def _begun(facts: ProjectFacts) -> list[str]:
    """When the project and each of its phases began, a line each."""
    project, submitted = facts.project, facts.project.submitted_at
    lines = [f"Brief submitted: {on(submitted)}" if submitted else f"Created: {on(project.created_at)}"]
    for phase in WORKING_PHASES:
        day = slices.phase_started_on(facts, phase)
        lines.append(f"{phase.value.capitalize()} {f'began: {on(day)}' if day else 'has not begun'}")
    return lines


def _to_come(facts: ProjectFacts) -> list[str]:
    project = facts.project
    lines = [f"{item.phase.value.capitalize()} documents expected: {on(item.end)}" for item in slices.outlook(facts)]
    lines.append(f"Deadline: {on(project.deadline) if project.deadline else 'none set'}")
    return [*lines, *([f"Documents completed: {on(project.completed_at)}"] if project.completed_at else [])]
