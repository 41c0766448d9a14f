"""Dates, each with its noun: when the documents are done, the deadline, the launch, when things began."""

from __future__ import annotations

import re
from datetime import date, timedelta

from common.services import frozen
from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import project_name, work_told
from domain.projects import figures
from domain.projects.build_outlook import Days
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.documents.markdown import bullets
from domain.projects.documents.parts import on, working_days
from domain.projects.phases import WORKING_PHASES, owner_of
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableKind, DeliverableState, ProjectStatus, Role
from domain.receipts.steps import Op, Step
from domain.receipts.tracing import Day, quoted

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*"
_WHOLE_MONTH = (
    rf"(?P<month>{'|'.join(_MONTHS)})(?:(?<=jan)uary|(?<=feb)ruary|(?<=mar)ch|(?<=apr)il|(?<=ju[nl])[ey]|(?<=aug)ust|"
    r"(?<=sep)t(?:ember)?|(?<=oct)ober|(?<=nov)ember|(?<=dec)ember)?"
)
_NAMED_DAYS = (
    re.compile(r"\b(?P<year>\d{4}) (?P<number>\d{2}) (?P<day>\d{2})\b"),
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}\b(?: (?P<year>\d{{4}}))?"),
    re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?: (?P<year>\d{{4}}))?"),
    re.compile(rf"\bend of {_MONTH}\b(?: (?P<year>\d{{4}}))?"),
    re.compile(rf"\b(?P<before>before|until|till) {_WHOLE_MONTH}\b(?: (?P<year>\d{{4}}))?"),
    re.compile(rf"\b(?:in|by|within|during) {_WHOLE_MONTH}\b(?: (?P<year>\d{{4}}))?"),
)
_EXACT = 4  # of these forms
_PAST = r"submitted|started|start|began|begin|begun|created|since when|handed in"
_DEADLINE = r"on track|on course|on schedule|deadlines?|due|late|on time|in time|overdue|behind|ahead|worr\w+|make it"
_IN_TIME = r"on track|on course|on schedule|on time|in time|ahead|make|meet|hit|keep|realistic"
_DONE = r"(?:is|are|was|has|have) \w+(?: \w+){0,3} (?:finished|done|complete|completed)"
_OF_ANOTHER = r"(?:for|to) (?:it|that|this|them|those)"  # "are we on course for that?": no deadline is meant
_DOCUMENTS = r"you (?:be |are )?(?:all )?(?:done|finish\w*|through)|documents?|docs|planning|papers?|texts?"
_PRODUCT = (
    r"launch\w*|live|out|ship\w*|releas\w+|built|ready|product|app|site|website|shop|users?|guarantee\w*|promise\w*|"
    r"certain"
)
_LATE = r"late|overdue|behind|miss|missed|slip\w*|worr\w+"
_ASKS_FOR_DEADLINE = re.compile(r"(?:is|was) (?:the|our|my|your) (?:deadline|due date)\b")
_LAUNCH_DAY = re.compile(r"^## Launch date\s+Your deadline, (\d{4}-\d{2}-\d{2})", re.MULTILINE)


@frozen
class _Day:
    """A day that a question names; without a year it is the deadline's, or else the next one."""

    day: date
    note: str


def dates(query: Query, facts: ProjectFacts) -> Part:
    """The date asked for first, the others below it."""
    details = (bullets(_all(facts)),)
    if facts.project.status is ProjectStatus.DRAFT:
        return Part(_draft(facts), (*details, *draft_status(facts).details))
    consulted = tuple(roles.standing(facts, role) for role in _consulted(query, facts))
    return Part(_headline(query, facts), details, consulted)


def launch(query: Query, facts: ProjectFacts) -> Part:
    """When the product is out: by the approved launch plan, or the deadline; the documents are not the launch."""
    if (named := named_day(query.plain, facts)) and slices.is_running(facts):
        return Part(_held_against(named, query, facts), (bullets(_all(facts)),))
    lines = [_launch_plan(facts)]
    if facts.project.deadline:
        lines.append(f"Your deadline is {on(facts.project.deadline)}.")
    if not any(_LAUNCH_DAY.search(item.content) for item in _approved_plan(facts)):
        lines.insert(0, "The launch is not estimated: no approved document names its day.")
        if facts.project.deadline is None:
            lines.append("You set no deadline either.")
    if expected := figures.documents_eta(facts.project, today=facts.now.date()):
        left = working_days(working_days_between(facts.now.date(), expected))
        lines.append(f"The documents are expected to be done on {on(expected)} (in {left}); that is not the launch.")
    elif slices.is_over(facts):
        lines.append(ended(facts))
    outlook = slices.build_outlook_of(facts)
    span = f"{outlook.working_days.low} to {outlook.working_days.high} working days"
    if handed := work_told(facts):
        lines.append(f"The work that is handed out: {handed}.")
    else:
        lines.append(
            f"By the build outlook, building the product takes {span} after the documents"
            f"{_unplanned(facts, '; {} it')}."
        )
    return Part(" ".join(line for line in lines if line), contributions=(roles.standing(facts, Role.CMO),))


def _approved_plan(facts: ProjectFacts) -> list[Deliverable]:
    plan = slices.document_of(facts, DeliverableKind.LAUNCH_PLAN)
    return [plan] if plan and plan.state is DeliverableState.APPROVED else []


def _launch_plan(facts: ProjectFacts) -> str:
    """The day that the launch plan names, if one is written."""
    plan = slices.document_of(facts, DeliverableKind.LAUNCH_PLAN)
    match = _LAUNCH_DAY.search(plan.content) if plan else None
    if plan is None or match is None:
        return ""
    day = quoted(match[1], match[1])
    if plan.state is DeliverableState.APPROVED:
        return f"The launch is planned for {day}, by the approved launch plan."
    return f"The launch plan, which is not approved yet, names {day}."


def _headline(query: Query, facts: ProjectFacts) -> str:
    if query.mentions(_PAST):
        return _past(query, facts)
    done = verdict(query, holds=facts.project.status is ProjectStatus.COMPLETED) if query.mentions(_DONE) else ""
    if slices.is_over(facts):
        return done + ended(facts)
    if named := named_day(query.plain, facts):
        return _held_against(named, query, facts)
    if query.mentions("how many (?:working )?days|days left|how long") and query.mentions("deadline"):
        return _until_deadline(facts)
    if query.mentions(_DEADLINE):
        return _deadline(query, facts)
    ends = {item.phase: item.end for item in slices.outlook(facts)}
    asked = next((phase for phase in query.phases if phase in ends), None)
    if query.mentions("milestone|next|step"):
        asked = facts.project.phase
    if asked is not None:
        return f"The **{asked.value}** documents are expected to be done on {on(ends[asked])}, if no approval is late."
    return f"{done}{_expected(facts)} {_not_the_launch(facts)}".rstrip()


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


def _deadline(query: Query, facts: ProjectFacts) -> str:
    standing = figures.documents_standing(facts.project, today=facts.now.date())
    if standing is None:
        return f"You set no deadline. {_expected(facts)}"
    documents = f"the documents are expected on {on(standing.eta)}"
    if standing.missed:
        return f"{_late(query, late=True)}the deadline, {on(standing.deadline)}, has passed; {documents}."
    if standing.days_spare < 0:
        by = working_days(-standing.days_spare)
        return (
            f"{_late(query, late=True)}it will be late: {documents}, {by} after the deadline, {on(standing.deadline)}."
        )
    build = slices.build_outlook_of(facts).working_days
    spare = working_days(standing.days_spare)
    left = f"{documents}, {spare} before the deadline, {on(standing.deadline)}; the build outlook is {_span(build)}."
    if standing.days_spare < build.low:
        return f"{_late(query, late=True)}{left} The build does not fit into that."
    if standing.days_spare < build.high:
        return f"The documents are on time: {left} Whether the build fits is open."
    if query.mentions(_OF_ANOTHER) and not query.mentions("deadlines?"):
        return f"It is not in the records how that will come out. Of the deadline they say: {left}"
    if query.mentions(_PRODUCT):
        return f"Not promised{_unplanned(facts, ', because {} the build')}: {left}"
    return f"{_late(query, late=False)}as things stand it will be on time: {left}"


def _late(query: Query, *, late: bool) -> str:
    return verdict(query, holds=late == query.mentions(_LATE)) if query.mentions(f"{_LATE}|{_IN_TIME}") else ""


def _until_deadline(facts: ProjectFacts) -> str:
    deadline, today = facts.project.deadline, facts.now.date()
    if deadline is None:
        return f"You set no deadline. {_expected(facts)}"
    return (
        f"{(deadline - today).days} days from today, {on(today)}, to the deadline, {on(deadline)}. {_expected(facts)}"
    )


def _held_against(named: _Day, query: Query, facts: ProjectFacts) -> str:
    """Whether the documents, and by the outlook the build, are done by a day."""
    if facts.project.deadline and _ASKS_FOR_DEADLINE.match(query.bare):
        return f"Your deadline is {on(facts.project.deadline)}."
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    deadline = f" Your deadline is {on(facts.project.deadline)}." if facts.project.deadline else " You set no deadline."
    if expected is None:
        return f"The records give no date to hold {on(named.day)}{named.note} against.{deadline}"
    documents = f"the documents are expected on {on(expected)}"
    if named.day < expected:
        return (
            f"No: {documents}, after {on(named.day)}{named.note}, and building the product comes after them.{deadline}"
        )
    build = slices.build_outlook_of(facts).working_days
    first, last = add_working_days(expected, build.low), add_working_days(expected, build.high)
    outlook = f"the build{_unplanned(facts, ', which {},')} takes {_span(build)} more by its outlook"
    until = f"that is {on(first)} to {on(last)}"
    if named.day >= last:
        said = "Yes, the documents" if query.mentions(_DOCUMENTS) else "Not promised, but by the estimate yes"
        return (
            f"{said}: {documents}; {outlook}, {until}, before {on(named.day)}{named.note}.{_roadmap(facts)}{deadline}"
        )
    if named.day < first:
        return (
            f"No, unless you mean the documents: {documents}; {outlook}, {until}, after "
            f"{on(named.day)}{named.note}.{deadline}"
        )
    return (
        f"The documents yes, the product perhaps: {documents}; {outlook}, {until}; you name "
        f"{on(named.day)}{named.note}.{deadline}"
    )


def _roadmap(facts: ProjectFacts) -> str:
    """That the roadmap, which has these dates, is still an estimate that the customer has to approve."""
    roadmap = slices.document_of(facts, DeliverableKind.ROADMAP)
    if roadmap is None or roadmap.state is not DeliverableState.IN_REVIEW:
        return ""
    return " The **Roadmap** that estimates it waits for your approval."


def _unplanned(facts: ProjectFacts, words: str) -> str:
    """`words` around "nobody has planned", where that is so."""
    return "" if slices.is_build_planned(facts) else words.format("nobody has planned")


def _span(days: Days) -> str:
    return f"{days.low} to {days.high} working days"


def named_day(plain: str, facts: ProjectFacts) -> _Day | None:
    """The day that plain words name."""
    match = next((match for form in _NAMED_DAYS if (match := form.search(plain))), None)
    return None if match is None else _day_of(match, facts)


def exact_days(plain: str, facts: ProjectFacts) -> set[date]:
    """Every day that plain words name by its date, or as the end of a month; a month alone names none."""
    matches = (match for form in _NAMED_DAYS[:_EXACT] for match in form.finditer(plain))
    return {found.day for match in matches if (found := _day_of(match, facts))}


def _day_of(match: re.Match[str], facts: ProjectFacts) -> _Day | None:
    told = match.groupdict()
    month = int(told["number"]) if told.get("number") else _MONTHS.index(told["month"]) + 1
    today, deadline = facts.now.date(), facts.project.deadline
    years = (
        [int(told["year"])] if told["year"] else [deadline.year if deadline else today.year, today.year, today.year + 1]
    )
    days = [day for year in years if (day := _date(year, month, told.get("day")))]
    if told.get("before"):  # the last day before that month
        days = [day.replace(day=1) - timedelta(days=1) for day in days]
    days = [day for day in days if day >= today or told["year"]]
    same = [day for day in days if deadline and (day.month, day.day) == (deadline.month, deadline.day)]
    found = same or sorted(days)
    if not found:
        return None
    day = Day.of(found[0], Step(Op.NAMED, text=found[0].isoformat()))
    return _Day(day, "" if told["year"] else " (the next such day)")


def _date(year: int, month: int, day: str | None) -> date | None:
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
    days = working_days_between(facts.now.date(), expected)
    return (
        f"The documents of {project_name(facts)} are expected to be done on {on(expected)}: {working_days(days)} of "
        f"work are left{hold}, if no approval is late."
        + (f" The work that is handed out: {handed}." if (handed := work_told(facts)) else "")
    )


def _not_the_launch(facts: ProjectFacts) -> str:
    if not slices.is_running(facts):
        return ""
    told = _launch_plan(facts) or "the launch is not estimated"
    deadline = f"your deadline is {on(facts.project.deadline)}" if facts.project.deadline else "you set no deadline"
    return f"That is not the launch: {deadline}, and {told[:1].lower()}{told[1:].rstrip('.')}."


def _draft(facts: ProjectFacts) -> str:
    estimate = slices.estimate_of(facts)
    if estimate is None:
        return f"I can't say yet when the documents of {project_name(facts)} will be done: answers are missing."
    return (
        f"If you submitted the brief today, the documents would be done on {on(estimate.eta)}, "
        f"after {working_days(estimate.working_days)}; that is not the launch."
    )


def _all(facts: ProjectFacts) -> list[str]:
    project = facts.project
    lines = [
        f"Brief submitted: {on(project.submitted_at)}" if project.submitted_at else f"Created: {on(project.created_at)}"
    ]
    began = {phase: slices.phase_started_on(facts, phase) for phase in WORKING_PHASES}
    lines += [f"{phase.value.capitalize()} began: {on(day)}" for phase, day in began.items() if day]
    lines += [f"{item.phase.value.capitalize()} documents expected: {on(item.end)}" for item in slices.outlook(facts)]
    lines.append(f"Deadline: {on(project.deadline) if project.deadline else 'none set'}")
    if project.completed_at:
        lines.append(f"Documents completed: {on(project.completed_at)}")
    return lines


def _consulted(query: Query, facts: ProjectFacts) -> tuple[Role, ...]:
    """The owner of the phase asked for, or of the present one; the CPO keeps the roadmap."""
    asked = next((phase for phase in (*query.phases, facts.project.phase) if phase in WORKING_PHASES), None)
    return tuple(dict.fromkeys([Role.CPO, *([owner_of(asked)] if asked else [])]))
