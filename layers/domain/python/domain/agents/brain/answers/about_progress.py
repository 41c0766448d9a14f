"""Status and progress, and what holds the project up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Particular
from domain.agents.brain.naming import mentions_in
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import (
    approval_name,
    document_line,
    escaped,
    missing_questions,
    project_name,
    promise_of,
    since,
    work_told,
)
from domain.language.dialogue import About
from domain.projects import figures
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import be, counted, money, on, working_days
from domain.projects.figures import BudgetConcern
from domain.projects.phases import WORKING_PHASES, owner_of, phase_after, spec_of
from domain.projects.questionnaire import QUESTIONS
from domain.projects.states import DeliverableState, Phase, ProjectStatus, Role
from domain.receipts.tracing import count
from domain.work_items import telling
from domain.work_items.standing import name_of

_DONE, _BEGUN = (
    "done|finish|finished|complete|completed|ready|over",
    "submitted|start|started|begun|begin|running|active",
)
# What is asked of a project, and the states in which the answer is yes.
_ASKED_STATES = (
    ("on hold|paused", ProjectStatus.ON_HOLD),
    ("cancelled|stopped", ProjectStatus.CANCELLED),
    (_DONE, ProjectStatus.COMPLETED),
    ("running|active|moving", ProjectStatus.ACTIVE),
)
_RISK = "risk\\w*|problems?|issues?|wrong|trouble|fire|worr\\w+"
_BY_ITSELF = "without|automatic\\w*|by (?:itself|themselves)|alone|myself"
_CONCERNS = {
    BudgetConcern.STOPPED_AT_CEILING: "the team has stopped at its ceiling, because its next text would cost more than "
    "the {most} you allow; {spent} is spent. Raise or remove the ceiling, and the team goes on",
    BudgetConcern.SPENT_OVER_CEILING: "{spent} is spent, more than your ceiling of {ceiling}",
    BudgetConcern.ESTIMATE_OVER_CEILING: "the estimate of {estimated} is above your ceiling of {ceiling}",
    BudgetConcern.SPENT_OVER_ESTIMATE: "{spent} is spent, more than the estimate of {estimated}",
    BudgetConcern.MOSTLY_SPENT: "{spent} of {ceiling} is spent",
}


def status(query: Query, facts: ProjectFacts) -> Part:
    """Where the project stands, how it goes on, or the phase that the question names."""
    if query.asked_for.particular is Particular.PROCESS and slices.is_running(facts):
        return _process(query, facts)
    if facts.project.status is ProjectStatus.DRAFT:
        part = draft_status(facts)
        has_begun = query.mentions(f"{_BEGUN}|{_DONE}|work\\w*")
        return replace(part, headline=f"{verdict(query, holds=False) if has_begun else ''}{part.headline}")
    if query.phases and query.phases[0] in WORKING_PHASES:
        return _phase_status(query, facts, query.phases[0])
    asked = next((status for words, status in _ASKED_STATES if query.mentions(words)), None)
    answer = verdict(query, holds=facts.project.status is asked) if asked else ""
    if slices.is_over(facts):
        return Part(answer + ended(facts), (_figures(facts),), tuple(roles.standing(facts, role) for role in Role))
    phase, hold = facts.project.phase, ""
    if facts.project.status is ProjectStatus.ON_HOLD:
        day = slices.status_changed_on(facts)
        hold = f" It is on hold{f' since {on(day)}' if day else ''}: nothing moves until you resume it."
    headline = (
        f"{answer}{project_name(facts)} is in the **{phase.value}** phase, {facts.project.progress_percent} % "
        f"complete.{hold}"
    )
    return Part(headline, (under_way(facts), _figures(facts), _next(facts)), (roles.standing(facts, owner_of(phase)),))


def draft_status(facts: ProjectFacts) -> Part:
    """What a draft still needs."""
    unanswered = missing_questions(facts)
    if unanswered:
        required = count(question for question in QUESTIONS if question.required)
        headline = (
            f"{project_name(facts)} is a draft in the intake phase: {count(unanswered)} of {required} required answers "
            f"{be(len(unanswered))} still missing, and work begins once they are given and the brief is submitted."
        )
        return Part(headline, (f"Missing:\n\n{bullets(unanswered)}",))
    estimate = slices.estimate_of(facts)
    expected = f" The estimate as of today is {money(estimate.total, estimate.currency)}." if estimate else ""
    ceiling = figures.budget(facts.project).ceiling
    if estimate and ceiling is not None and estimate.total > ceiling:
        over = money(estimate.total - ceiling, estimate.currency)
        expected += f" That is {over} over your ceiling, so submitting it needs your explicit consent."
    headline = (
        f"{project_name(facts)} is a draft in the intake phase; its intake is complete and waits for you to submit it."
        f"{expected}"
    )
    return Part(headline, ("With the submission the brief becomes final and the CPO begins planning.",))


def blockers(query: Query, facts: ProjectFacts) -> Part:
    """What work or the next phase waits for, and what endangers budget or deadline."""
    if facts.project.status is ProjectStatus.DRAFT:
        return draft_status(facts)
    if slices.is_over(facts):
        return Part(f"{verdict(query, holds=False) or 'Nothing is blocked: '}{ended(facts)}")
    endangering = list(_endangering(facts))
    held = [*_holding_up(facts), *endangering]
    if not held:
        said = f"nothing is blocked: the {facts.project.phase.value} phase goes on without anything from you."
        own = (roles.standing(facts, owner_of(facts.project.phase)),)
        return Part(f"{verdict(query, holds=False)}{said}", contributions=own)
    waiting = {DeliverableState.IN_REVIEW, DeliverableState.BLOCKED}
    documents = [item for item in slices.documents_of(facts, phase=facts.project.phase) if item.state in waiting]
    requests, pending = slices.open_requests(facts), slices.pending_approvals(facts)
    # No yes where the question names one thing of them, or asks for a risk and only approvals are awaited.
    named = tokens(" ".join((*(item.title for item in facts.deliverables), *(item.name for item in requests))))
    is_one = particular_words(query.plain) & named or mentions_in(query.plain.split()).mentions
    is_sure = not is_one and (bool(endangering) or not query.mentions(_RISK))
    weighs = not query.is_polar and query.mentions("risks?|risky|riskiest")
    judged = "Which risk weighs most is a judgement that I can't make without a model: " if weighs else ""
    text = "one thing holds" if len(held) == 1 else f"{count(held)} things hold"
    return Part(
        f"{judged}{verdict(query, holds=True) if is_sure else ''}{text} {project_name(facts)} up"
        f"{' or put it at risk' if endangering else ''}:",
        (folded(held),),
        (*roles.waiting_for(requests), *roles.about(tuple(documents))),
        about=About(shown=(*(item.name for item in requests), *(item.title for item in pending))),
    )


def ended(facts: ProjectFacts) -> str:
    """How a completed or cancelled project ended, as a sentence."""
    project = facts.project
    if project.status is ProjectStatus.COMPLETED:
        since_when = f" since {on(project.completed_at)}" if project.completed_at else ""
        documents = counted(count(facts.deliverables), "document")
        return f"{project_name(facts)} is complete{since_when}: all {documents} are approved."
    day = slices.status_changed_on(facts)
    when = f" on {on(day)}" if day else ""
    return f"{project_name(facts)} was cancelled{when} in the {project.phase.value} phase; its documents stay readable."


def under_way(facts: ProjectFacts) -> str:
    """What the present phase consists of, as a list: the work that is handed out and not done, or the documents."""
    if facts.project.waits_for_work:
        return folded(telling.summary(slices.board_of(facts)).lines)
    return folded(map(document_line, slices.documents_of(facts, phase=facts.project.phase)))


def _figures(facts: ProjectFacts) -> str:
    everything = slices.documents_of(facts)
    budget = figures.budget(facts.project)
    lines = [f"Approved: {count(slices.approved(everything))} of {counted(count(everything), 'document')}"]
    if budget.currency and budget.estimated is not None:
        spent, estimated = money(budget.spent, budget.currency), money(budget.estimated, budget.currency)
        lines.append(f"Spent on planning and documents: {spent} of {estimated}")
    if expected := figures.documents_eta(facts.project, today=facts.now.date()):
        lines.append(f"Documents expected to be done: {on(expected)}")
    if handed := work_told(facts):
        lines.append(f"Work handed out: {handed}")
    if facts.project.deadline:
        lines.append(f"Deadline: {on(facts.project.deadline)}")
    return bullets(lines)


def _next(facts: ProjectFacts) -> str:
    if names := [name for _, name, _ in awaited(facts)]:
        return f"Next: {listed(names)}."
    if facts.project.waits_for_work:
        return "Next: development ends once every work item is done."
    following = phase_after(facts.project.phase)
    after = "the project is complete" if following is Phase.COMPLETE else f"{following.value} begins"
    return f"Next: once every document of this phase is approved, {after}."


def awaited(facts: ProjectFacts) -> list[tuple[datetime, str, str]]:
    """What waits for the customer, the oldest first: since when, what it is, and what else is known of it."""
    found = []
    for item in slices.pending_approvals(facts):
        by = f", by the {spec_of(item.deliverable_kind).owner}, open {since(item.created_at, facts.now)}"
        found.append((item.created_at, f"your decision on {approval_name(item)}", by))
    for request in slices.open_requests(facts):
        blocked = next(item for item in facts.deliverables if item.id == request.deliverable_id)
        asked = f", asked for by the {request.requested_by} {since(request.created_at, facts.now)}"
        more = f"{asked}, blocks **{blocked.title}**{promise_of(request, facts)}"
        found.append((request.created_at, f"access to **{escaped(request.name)}**", more))
    for work in slices.submitted_work(facts):
        submitted = f", submitted {since(work.updated_at, facts.now)}"
        found.append((work.updated_at, f"your review of {name_of(work)}", submitted))
    return sorted(found, key=lambda one: one[0])


def _phase_status(query: Query, facts: ProjectFacts, phase: Phase) -> Part:
    """How far a phase is, and its documents."""
    order, now, own = list(Phase), facts.project.phase, slices.documents_of(facts, phase=phase)
    done, is_begun = count(slices.approved(own)), order.index(phase) <= order.index(now)
    answer = ""
    if query.mentions(f"{_DONE}|approved"):
        answer = verdict(query, holds=bool(own) and done == len(own))
    elif query.mentions(_BEGUN):
        answer = verdict(query, holds=is_begun)
    state = "has not begun" if not is_begun else "has begun" if phase is now else "is done"
    said = f"the **{phase.value}** phase {state}, {done} of its {counted(count(own), 'document')} {be(done)} approved"
    headline = f"{answer}{said}; {project_name(facts)} is in the **{now.value}** phase."
    lines = bullets(map(document_line, own))
    return Part(headline, (lines,), (roles.standing(facts, owner_of(phase)),), about=About(names=(phase.value,)))


def _process(query: Query, facts: ProjectFacts) -> Part:
    """How the work goes on: what follows, that each document needs the customer, and what waiting comes to."""
    phase, by_itself = facts.project.phase, query.mentions(_BY_ITSELF)
    number, following = counted(count(facts.deliverables), "document"), phase_after(phase)
    rule = f"each of the {number} needs your approval; nothing is approved by time or by an agent."
    is_of_rule = by_itself or (query.mentions("all|every|each") and not query.mentions("once|when|after|if"))
    work = " and every work item is done" if phase is Phase.DEVELOPMENT and facts.project.hand_out_work else ""
    begins = "the project is complete" if following is Phase.COMPLETE else f"**{following.value}** begins"
    goes_on = f"Once every document of the **{phase.value}** phase is approved{work}, {begins}."
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    moves = f"; the day on which the documents are expected, {on(expected)}, moves later with it" if expected else ""
    waits = f"Until then the next phase does not begin; waiting costs nothing{moves}."
    own, about_it = (roles.standing(facts, owner_of(phase)),), About(names=(following.value,))
    if is_of_rule:
        rule = f"{verdict(query, holds=not by_itself)}{rule}"
        return Part(f"{rule} {goes_on}", (waits, under_way(facts)), own, about=about_it)
    return Part(f"{goes_on} {waits}", (f"{rule[0].upper()}{rule[1:]}", under_way(facts)), own, about=about_it)


def _holding_up(facts: ProjectFacts) -> Iterator[str]:
    if facts.project.status is ProjectStatus.ON_HOLD:
        how = "say “resume the project”" if facts.may_decide else "resume it in the dashboard"
        yield f"The project is on hold; {how} to let it go on."
    if facts.project.waits_for_work and (handed := work_told(facts)):
        yield f"Development waits for the work that is handed out: {handed}."
    yield from (f"{name[0].upper()}{name[1:]}{more}." for _, name, more in awaited(facts))


def _endangering(facts: ProjectFacts) -> Iterator[str]:
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
    amounts = {"spent": budget.spent, "estimated": budget.estimated, "most": figures.limit(facts.project) or 0}
    amounts["ceiling"] = budget.ceiling if budget.ceiling is not None else budget.estimated
    said = {name: money(amount, budget.currency) for name, amount in amounts.items()}
    return f"The budget: {_CONCERNS[concern].format(**said)}."
