"""Status and progress, what waits for the customer, and what holds the project up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from common.wording import counted, listed
from domain.agents.brain import slices, wording
from domain.agents.brain.answers.about_review import how_to_decide
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.naming import mentions_in
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Topic
from domain.language.dialogue import About
from domain.language.matching import tokens
from domain.projects import figures
from domain.projects.brief.estimate import Fits
from domain.projects.documents.markdown import bullets, escaped
from domain.projects.documents.parts import be, on
from domain.projects.phases import phase_after, spec_of
from domain.projects.questionnaire import QUESTIONS, missing, question_of
from domain.projects.states import Phase, ProjectStatus
from domain.work_items import telling
from domain.work_items.standing import name_of

# What is asked of a project, and the states in which the answer is yes.
_ASKED_STATES = (
    ("on hold|paused", {ProjectStatus.ON_HOLD}),
    ("cancelled|stopped", {ProjectStatus.CANCELLED}),
    ("done|finish|finished|complete|completed|ready|over", {ProjectStatus.COMPLETED}),
    ("running|active|moving", {ProjectStatus.ACTIVE}),
)
_DOUBTFUL = frozenset({Fits.UNLIKELY.value, Fits.NO.value})
_SUBORDINATE = re.compile(r"\b(?:now that|since|because|once|when|after|before|until|if)\b")
# Whether anything waits or is in the way is answered with yes or no, unless it may be asked of one thing or of all.
_OF_ANYTHING = r"wait\w*|need\w*|any(?:thing)?|something|pending|in review|open|block\w*|stuck|h[eo]ld\w*|stop\w*"
_OF_MORE = r"all|every\w*|each|risk\w*|problems?|issues?|wrong|trouble|fire|worr\w+"


def status(query: Query, facts: ProjectFacts) -> Part:
    """Where the project stands, or how the work goes on."""
    hold, day = "", slices.status_changed_on(facts)
    if facts.project.status is ProjectStatus.ON_HOLD:
        hold = f" It is on hold{f' since {on(day)}' if day else ''}: nothing moves until you resume it."
    headline = f"{wording.told(slices.sheet_of(facts), 'progress.state', 'progress.done')}{hold}"
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
        return Part(answer + ended(facts), (wording.told(slices.sheet_of(facts), "progress.done"),))
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
    sheet = slices.sheet_of(facts)
    offered = wording.told(sheet, "money.likely", "dates.estimate", "money.ceiling", "money.to_fit")
    if unanswered := [question_of(one) for one in missing(slices.answers_of(facts))]:
        required = sum(question.required for question in QUESTIONS)
        headline = (
            f"{wording.project_name(facts)} is a draft in the intake phase: {len(unanswered)} of {required} required "
            f"answers {be(len(unanswered))} still missing. {offered} Work begins once they are given and the brief is "
            "submitted."
        )
        return Part(headline, (f"Missing:\n\n{bullets(f'`{one.id}`: {one.prompt}' for one in unanswered)}",))
    headline = f"{wording.project_name(facts)} is a draft; its intake is complete and waits for you. {offered}"
    fits = sheet.find("money.ceiling")
    if fits and fits.value in _DOUBTFUL:
        headline += " Submitting it needs your explicit consent."
    return Part(headline, ("With the submission you accept the estimate, and the CPO begins planning.",))


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
        things = "one thing holds" if len(held) == 1 else f"{len(held)} things hold"
        headline = f"{things} {wording.project_name(facts)} up or put it at risk:"
    else:
        several = (
            ((*pending, *slices.sent_back(facts)), "document"),
            (requests, "access request"),
            (slices.submitted_work(facts), "submission"),
        )
        number = listed(counted(len(items), noun) for items, noun in several if items)
        headline = f"{number} {'waits for you' if len(lines) == 1 else 'wait for you, the oldest first'}:"
    shown = (*(item.title for item in pending), *(item.name for item in requests))
    return Part(answer + headline, (bullets(held), how_to_decide(facts, pending)), about=About(shown=shown))


def ended(facts: ProjectFacts) -> str:
    """How a completed or cancelled project ended, or that it is an archive, as a sentence."""
    project = facts.project
    if project.archived:
        return wording.told(slices.sheet_of(facts), "progress.state")
    if project.status is ProjectStatus.COMPLETED:
        since_when = f" since {on(project.completed_at)}" if project.completed_at else ""
        documents = counted(len(facts.deliverables), "document")
        return f"{wording.project_name(facts)} is complete{since_when}: all {documents} are approved."
    day = slices.status_changed_on(facts)
    when = f" on {on(day)}" if day else ""
    phase = project.phase.value
    return f"{wording.project_name(facts)} was cancelled{when} in the {phase} phase; its documents stay readable."


def under_way(facts: ProjectFacts) -> str:
    """What the present phase consists of, as a list: the work that is handed out and not done, or the documents."""
    if facts.project.open_work_items:
        return folded(telling.summary(slices.board_of(facts)).lines)
    return folded(map(wording.document_line, slices.documents_of(facts, phase=facts.project.phase)))


def _figures(facts: ProjectFacts) -> str:
    sheet = slices.sheet_of(facts)
    together = (("money.forecast", "money.forecast_ceiling"), ("dates.expected",), ("dates.deadline",))
    return bullets(filter(None, (wording.told(sheet, *ids) for ids in together)))


def _goes_on(facts: ProjectFacts) -> str:
    """What follows, and that each document needs the customer."""
    phase, following = facts.project.phase, phase_after(facts.project.phase)
    work = " and no work item is open" if following is Phase.COMPLETE else ""
    begins = "the project is complete" if following is Phase.COMPLETE else f"**{following.value}** begins"
    return (
        f"Once every document of the **{phase.value}** phase is approved{work}, {begins}. Each of the "
        f"{counted(len(facts.deliverables), 'document')} needs your approval; nothing is approved by time or by an "
        "agent."
    )


def awaited(facts: ProjectFacts) -> list[tuple[datetime, str, str]]:
    """What waits for the customer, the oldest first: since when, what it is, and what else is known of it."""
    found = []
    for item in slices.pending_approvals(facts):
        by = f", by the {spec_of(item.deliverable_kind).owner}, open {wording.since(item.created_at, facts.now)}"
        found.append((item.created_at, f"your decision on {wording.approval_name(item)}", by))
    for document in slices.sent_back(facts):
        since = document.commented_at or document.updated_at
        more = f", which you sent back on {on(since)}: edit it, then present it again"
        found.append((since, f"your edits of **{document.title}**", more))
    for request in slices.open_requests(facts):
        asked = f", asked for by the {request.requested_by} {wording.since(request.created_at, facts.now)}"
        more = f"{asked}{wording.promise_of(request)}"
        found.append((request.created_at, f"access to **{escaped(request.name)}**", more))
    for work in slices.submitted_work(facts):
        submitted = f", submitted {wording.since(work.updated_at, facts.now)}"
        found.append((work.updated_at, f"your review of {name_of(work)}", submitted))
    return sorted(found, key=lambda one: one[0])


def _in_the_way(facts: ProjectFacts) -> Iterator[str]:
    """What holds the project up beside what waits for the customer, and what endangers budget or deadline."""
    if facts.project.status is ProjectStatus.ON_HOLD:
        how = "say “resume the project”" if facts.may_decide else "resume it in the dashboard"
        yield f"The project is on hold; {how} to let it go on."
    sheet = slices.sheet_of(facts)
    if facts.project.open_work_items and facts.project.phase is Phase.LAUNCH:
        yield f"The project waits for the work that is handed out. {wording.told(sheet, 'progress.done')}"
    if figures.budget_concern(facts.project):
        yield wording.told(sheet, "money.forecast", "money.forecast_ceiling")
    standing, fits = figures.deadline_standing(facts.project, today=facts.now.date()), sheet.find("dates.fits")
    if standing and standing.days_spare < 0:
        yield wording.told(sheet, "dates.deadline")
    if fits and fits.value in _DOUBTFUL:
        yield fits.text
