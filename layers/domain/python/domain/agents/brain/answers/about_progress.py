"""Status and progress, what waits for the customer, and what holds the project up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from domain.agents.brain import slices, wording
from domain.agents.brain.answers.about_review import how_to_decide
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.naming import mentions_in
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Topic
from domain.language.dialogue import About
from domain.projects import figures
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import be, counted, money, on, working_days
from domain.projects.figures import BudgetConcern
from domain.projects.phases import phase_after, spec_of
from domain.projects.questionnaire import QUESTIONS, missing, question_of
from domain.projects.states import Phase, ProjectStatus
from domain.receipts.tracing import count
from domain.work_items import telling
from domain.work_items.standing import name_of

# What is asked of a project, and the states in which the answer is yes.
_ASKED_STATES = (
    ("on hold|paused", {ProjectStatus.ON_HOLD}),
    ("cancelled|stopped", {ProjectStatus.CANCELLED}),
    ("done|finish|finished|complete|completed|ready|over", {ProjectStatus.COMPLETED}),
    ("running|active|moving", {ProjectStatus.ACTIVE}),
)
_SUBORDINATE = re.compile(r"\b(?:now that|since|because|once|when|after|before|until|if)\b")
# Whether anything waits or is in the way is answered with yes or no, unless it may be asked of one thing or of all.
_OF_ANYTHING = r"wait\w*|need\w*|any(?:thing)?|something|pending|in review|open|block\w*|stuck|h[eo]ld\w*|stop\w*"
_OF_MORE = r"all|every\w*|each|risk\w*|problems?|issues?|wrong|trouble|fire|worr\w+"


def status(query: Query, facts: ProjectFacts) -> Part:
    """Where the project stands, or how the work goes on."""
    hold, day = "", slices.status_changed_on(facts)
    if facts.project.status is ProjectStatus.ON_HOLD:
        hold = f" It is on hold{f' since {on(day)}' if day else ''}: nothing moves until you resume it."
    phase, progress = facts.project.phase.value, facts.project.progress_percent
    headline = f"{wording.project_name(facts)} is in the **{phase}** phase, {progress} % complete.{hold}"
    if query.asked_for.particular is Particular.PROCESS:
        headline = f"{_goes_on(facts)} {headline}"
    names = listed(name for _, name, _ in awaited(facts))
    following = f"Next: {names or _goes_on(facts).rstrip('.')}."
    about = About(names=(phase_after(facts.project.phase).value,) if query.asked_for.particular else ())
    return Part(_state_asked(query, facts) + headline, (under_way(facts), _figures(facts), following), about=about)


def not_running(query: Query, facts: ProjectFacts) -> Part | None:
    """What is told of a draft, or of a project that has ended, where its course is asked about."""
    if slices.is_running(facts) or query.topic not in {Topic.STATUS, Topic.BLOCKERS, Topic.APPROVALS}:
        return None
    if slices.is_over(facts):
        answer = _state_asked(query, facts) if query.topic is Topic.STATUS else verdict(query, holds=False)
        return Part(answer + ended(facts), (_figures(facts),))
    part = draft_status(facts)
    return Part(_state_asked(query, facts) + part.headline, part.details)


def _state_asked(query: Query, facts: ProjectFacts) -> str:
    """Yes or no to whether the project is in a state."""
    main = replace(query, plain=_SUBORDINATE.split(query.plain)[0])  # "can we add it, now that it is finished?"
    asked = next((states for words, states in _ASKED_STATES if main.mentions(words)), None)
    if asked is None or query.topic is not Topic.STATUS or query.phases or query.asked_for.particular:
        return ""
    return verdict(query, holds=facts.project.status in asked)


def draft_status(facts: ProjectFacts) -> Part:
    """What a draft still needs, and what it would cost and when it would be done."""
    if unanswered := [question_of(one) for one in missing(facts.intake.answers)]:
        required = count(question for question in QUESTIONS if question.required)
        headline = (
            f"{wording.project_name(facts)} is a draft in the intake phase, and nothing is spent: {count(unanswered)} "
            f"of {required} required answers {be(len(unanswered))} still missing. I can't say yet what it will cost "
            "and when it will be done; work begins once they are given and the brief is submitted."
        )
        return Part(headline, (f"Missing:\n\n{bullets(f'`{one.id}`: {one.prompt}' for one in unanswered)}",))
    headline = (
        f"{wording.project_name(facts)} is a draft in the intake phase; its intake is complete and waits for you."
    )
    if estimate := slices.estimate_of(facts):
        headline += (
            f" The estimate as of today is {money(estimate.total, estimate.currency)}; submitted today, its documents "
            f"would be done on {on(estimate.eta)}, after {working_days(estimate.working_days)}."
        )
        ceiling = figures.budget(facts.project).ceiling
        if ceiling is not None and estimate.total > ceiling:
            over = money(estimate.total - ceiling, estimate.currency)
            headline += f" That is {over} over your ceiling, so submitting it needs your explicit consent."
    return Part(headline, ("With the submission the brief becomes final and the CPO begins planning.",))


def waiting(query: Query, facts: ProjectFacts) -> Part:
    """What waits for the customer, the oldest first; asked what is in the way, also what else is, or endangers it."""
    lines = [f"{name[0].upper()}{name[1:]}{more}." for _, name, more in awaited(facts)]
    held = [*_in_the_way(facts), *lines] if query.topic is Topic.BLOCKERS else lines
    pending, requests = slices.pending_approvals(facts), slices.open_requests(facts)
    names_one = mentions_in(query.plain.split()) or any(tokens(item.name) & tokens(query.plain) for item in requests)
    is_plain = query.mentions(_OF_ANYTHING) and not query.mentions(_OF_MORE) and not names_one
    answer = verdict(query, holds=bool(held)) if is_plain else ""
    if query.mentions("risk\\w*") and not query.is_polar:
        answer = "Which risk weighs most is a judgement that I can't make without a model: "
    if not held:
        return Part(f"{answer}nothing waits for you right now; this is under way:", (under_way(facts),))
    if query.topic is Topic.BLOCKERS:
        things = "one thing holds" if len(held) == 1 else f"{count(held)} things hold"
        headline = f"{things} {wording.project_name(facts)} up or put it at risk:"
    else:
        several = ((pending, "document"), (requests, "access request"), (slices.submitted_work(facts), "submission"))
        number = listed(counted(count(items), noun) for items, noun in several if items)
        headline = f"{number} {'waits for you' if len(lines) == 1 else 'wait for you, the oldest first'}:"
    shown = (*(item.title for item in pending), *(item.name for item in requests))
    return Part(answer + headline, (bullets(held), how_to_decide(facts, pending)), about=About(shown=shown))


def ended(facts: ProjectFacts) -> str:
    """How a completed or cancelled project ended, as a sentence."""
    project = facts.project
    if project.status is ProjectStatus.COMPLETED:
        since_when = f" since {on(project.completed_at)}" if project.completed_at else ""
        documents = counted(count(facts.deliverables), "document")
        return f"{wording.project_name(facts)} is complete{since_when}: all {documents} are approved."
    day = slices.status_changed_on(facts)
    when = f" on {on(day)}" if day else ""
    phase = project.phase.value
    return f"{wording.project_name(facts)} was cancelled{when} in the {phase} phase; its documents stay readable."


def under_way(facts: ProjectFacts) -> str:
    """What the present phase consists of, as a list: the work that is handed out and not done, or the documents."""
    if facts.project.waits_for_work:
        return folded(telling.summary(slices.board_of(facts)).lines)
    return folded(map(wording.document_line, slices.documents_of(facts, phase=facts.project.phase)))


def _figures(facts: ProjectFacts) -> str:
    everything, budget = slices.documents_of(facts), figures.budget(facts.project)
    lines = [f"Approved: {count(slices.approved(everything))} of {counted(count(everything), 'document')}"]
    if budget.currency and budget.estimated is not None:
        spent, estimated = money(budget.spent, budget.currency), money(budget.estimated, budget.currency)
        lines.append(f"Spent on planning and documents: {spent} of {estimated}")
    if expected := figures.documents_eta(facts.project, today=facts.now.date()):
        lines.append(f"Documents expected to be done: {on(expected)}")
    if handed := wording.work_told(facts):
        lines.append(f"Work handed out: {handed}")
    if facts.project.deadline:
        lines.append(f"Deadline: {on(facts.project.deadline)}")
    return bullets(lines)


def _goes_on(facts: ProjectFacts) -> str:
    """What follows, and that each document needs the customer."""
    phase, following = facts.project.phase, phase_after(facts.project.phase)
    work = " and every work item is done" if phase is Phase.DEVELOPMENT and facts.project.hand_out_work else ""
    begins = "the project is complete" if following is Phase.COMPLETE else f"**{following.value}** begins"
    return (
        f"Once every document of the **{phase.value}** phase is approved{work}, {begins}. Each of the "
        f"{counted(count(facts.deliverables), 'document')} needs your approval; nothing is approved by time or by an "
        "agent, and waiting costs nothing."
    )


def awaited(facts: ProjectFacts) -> list[tuple[datetime, str, str]]:
    """What waits for the customer, the oldest first: since when, what it is, and what else is known of it."""
    found = []
    for item in slices.pending_approvals(facts):
        by = f", by the {spec_of(item.deliverable_kind).owner}, open {wording.since(item.created_at, facts.now)}"
        found.append((item.created_at, f"your decision on {wording.approval_name(item)}", by))
    for request in slices.open_requests(facts):
        asked = f", asked for by the {request.requested_by} {wording.since(request.created_at, facts.now)}"
        more = f"{asked}, blocks **{slices.blocked_title(facts, request)}**{wording.promise_of(request)}"
        found.append((request.created_at, f"access to **{wording.escaped(request.name)}**", more))
    for work in slices.submitted_work(facts):
        submitted = f", submitted {wording.since(work.updated_at, facts.now)}"
        found.append((work.updated_at, f"your review of {name_of(work)}", submitted))
    return sorted(found, key=lambda one: one[0])


def _in_the_way(facts: ProjectFacts) -> Iterator[str]:
    """What holds the project up beside what waits for the customer, and what endangers budget or deadline."""
    if facts.project.status is ProjectStatus.ON_HOLD:
        how = "say “resume the project”" if facts.may_decide else "resume it in the dashboard"
        yield f"The project is on hold; {how} to let it go on."
    if facts.project.waits_for_work and (handed := wording.work_told(facts)):
        yield f"Development waits for the work that is handed out: {handed}."
    if concern := budget_concern(facts):
        yield concern
    standing = figures.documents_standing(facts.project, today=facts.now.date())
    if standing and standing.days_spare < 0:
        yield (
            f"The deadline, {on(standing.deadline)}: the documents are expected on {on(standing.eta)}, "
            f"{working_days(-standing.days_spare)} later."
        )


def budget_concern(facts: ProjectFacts) -> str | None:
    """What about the budget needs the customer, as a sentence."""
    concern, budget = figures.budget_concern(facts.project), figures.budget(facts.project)
    if concern is None or budget.currency is None or budget.estimated is None:
        return None
    known = {"is spent": budget.spent, "is estimated": budget.estimated, "is your ceiling": budget.ceiling}
    amounts = listed(f"{money(sum_, budget.currency)} {what}" for what, sum_ in known.items() if sum_ is not None)
    stopped = "; the team has stopped at its ceiling: raise or remove it, and the team goes on"
    return f"The budget: {amounts}{stopped if concern is BudgetConcern.STOPPED_AT_CEILING else ''}."
