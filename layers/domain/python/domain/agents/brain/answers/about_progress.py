"""Status and progress, and what holds the project up."""

from __future__ import annotations

from dataclasses import replace

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.lookup import hit_list, look_up, particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
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
    titles,
    work_told,
)
from domain.language.dialogue import About
from domain.projects import figures
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import be, counted, money, on, working_days
from domain.projects.figures import BudgetConcern
from domain.projects.phases import WORKING_PHASES, owner_of, phase_after
from domain.projects.questionnaire import QUESTIONS
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableState, Phase, ProjectStatus, Role
from domain.receipts.tracing import count
from domain.work_items import telling
from domain.work_items.standing import name_of


def status(query: Query, facts: ProjectFacts) -> Part:
    """Where the project stands, or the part of it that the question names."""
    if query.mentions(r"by itself|automatic\w*|on its own|of its own accord") and slices.is_running(facts):
        holds = facts.project.status is ProjectStatus.ACTIVE
        rule = "work goes on by itself once what it waits for is there" if holds else "it is resumed by your word alone"
        return Part(f"{verdict(query, holds=holds)}{rule}.", (bullets(_holding_up(facts)),))
    if facts.project.status is ProjectStatus.DRAFT:
        part = draft_status(facts)
        has_begun = query.mentions(
            "submitted|started|begun|begin|running|active|work\\w*|finished|done|complete|completed"
        )
        return replace(part, headline=f"{verdict(query, holds=False) if has_begun else ''}{part.headline}")
    if query.phases and query.phases[0] in WORKING_PHASES:
        follows = query.mentions("after|next|then|follow\\w*")
        return phase_status(query, facts, phase_after(query.phases[0]) if follows else query.phases[0])
    if query.roles and not query.phases:
        return _role_status(query, facts)
    return _project_status(query, facts)


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


_HALF = 50  # percent
_RISK = "risk\\w*|problems?|issues?|wrong|trouble|fire|worr\\w+"


def blockers(query: Query, facts: ProjectFacts) -> Part:
    """What work or the next phase waits for, and what endangers budget or deadline."""
    if facts.project.status is ProjectStatus.DRAFT:
        return draft_status(facts)
    if slices.is_over(facts):
        return Part(f"{verdict(query, holds=False) or 'Nothing: '}{_ended(facts)}")
    held = [*_holding_up(facts), *_endangering(facts)]
    weighed = _risks(query, facts)
    contributions = (
        *roles.waiting_for(slices.open_requests(facts)),
        *roles.about(_awaited(facts)),
    )
    if not held:
        own = roles.standing(facts, owner_of(facts.project.phase))
        done = (
            f"{verdict(query, holds=False)}Nothing is blocked: the {facts.project.phase.value} phase goes on without "
            "anything from you."
        )
        return Part(f"{weighed}{done}", contributions=(own,))
    text = "One thing holds" if len(held) == 1 else f"{count(held)} things hold"
    named = " ".join((*(item.title for item in facts.deliverables), *(item.name for item in facts.credential_requests)))
    names = particular_words(query.plain) & tokens(named) or mentions_in(query.plain.split()).mentions
    if not names and (not query.mentions(_RISK) or _endangering(facts)):
        text = verdict(query, holds=True) + text
    risk = " or put it at risk" if _endangering(facts) else ""
    shown = (
        *(item.name for item in slices.open_requests(facts)),
        *(item.title for item in slices.pending_approvals(facts)),
    )
    return Part(
        f"{weighed}{text} {project_name(facts)} up{risk}:", (folded(held),), contributions, about=About(shown=shown)
    )


def _risks(query: Query, facts: ProjectFacts) -> str:
    """What a question for risks is told before what holds the project up: what the records call a risk, if anything."""
    if query.is_polar or not query.mentions("risks?|risky|riskiest"):
        return ""
    found = look_up("risk", facts)
    said = f"The records name these risks:\n\n{hit_list(found.hits)}\n\n" if found and found.hits else ""
    none = "" if said else " The records name no risk."
    return f"{said}Which risk weighs most is a judgement that I can't make without a model.{none} What they show: "


def ended(facts: ProjectFacts) -> str:
    """How a completed or cancelled project ended, as a sentence."""
    text = _ended(facts)
    return text[:1].upper() + text[1:] if not text.startswith("*") else text


# What is asked of a project, and the states in which the answer is yes.
_ASKED_STATES = (
    ("on hold|paused", ProjectStatus.ON_HOLD),
    ("cancelled|stopped", ProjectStatus.CANCELLED),
    ("done|finished|complete|completed|ready|over", ProjectStatus.COMPLETED),
    ("running|active|moving", ProjectStatus.ACTIVE),
)


def _project_status(query: Query, facts: ProjectFacts) -> Part:
    asked = next((status for words, status in _ASKED_STATES if query.mentions(words)), None)
    answer = verdict(query, holds=facts.project.status is asked) if asked else ""
    if query.mentions("half"):
        answer = verdict(query, holds=facts.project.progress_percent > _HALF)
    if slices.is_over(facts):
        return Part(answer + ended(facts), (_figures(facts),), tuple(roles.standing(facts, role) for role in Role))
    phase = facts.project.phase
    hold = ""
    if facts.project.status is ProjectStatus.ON_HOLD:
        day = slices.status_changed_on(facts)
        hold = f" It is on hold{f' since {on(day)}' if day else ''}: nothing moves until you resume it."
    headline = (
        f"{answer}{project_name(facts)} is in the **{phase.value}** phase, {facts.project.progress_percent} % "
        f"complete.{hold}"
    )
    return Part(headline, (under_way(facts), _figures(facts), _next(facts)), (roles.standing(facts, owner_of(phase)),))


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
    awaited = []
    if pending := slices.pending_approvals(facts):
        awaited.append(f"your decision on {titles(pending)}")
    if submitted := slices.submitted_work(facts):
        awaited.append(f"your review of {listed(map(name_of, submitted))}")
    if requests := slices.open_requests(facts):
        awaited.append(f"access to {listed(f'**{escaped(item.name)}**' for item in requests)}")
    if awaited:
        return f"Next: {', and '.join(awaited)}."
    if facts.project.waits_for_work:
        return "Next: development ends once every work item is done."
    following = phase_after(facts.project.phase)
    after = "the project is complete" if following is Phase.COMPLETE else f"{following.value} begins"
    return f"Next: once every document of this phase is approved, {after}."


def phase_status(query: Query, facts: ProjectFacts, phase: Phase) -> Part:
    """How far a phase is, and its documents."""
    if phase is Phase.COMPLETE:
        return Part(
            "After the **launch** phase nothing follows: the project is complete once its documents are approved."
        )
    own = slices.documents_of(facts, phase=phase)
    done = count(slices.approved(own))
    order = list(Phase)
    if order.index(phase) > order.index(facts.project.phase):
        where = f"has not begun; {project_name(facts)} is in the **{facts.project.phase.value}** phase"
    elif phase is facts.project.phase:
        number = counted(count(own), "document")
        where = f"is the one {project_name(facts)} is in; {done} of its {number} {be(done)} approved"
    else:
        where = f"is done; {project_name(facts)} is in the **{facts.project.phase.value}** phase"
    lines = bullets(document_line(item) for item in own)
    answer = ""
    if query.mentions("done|finished|complete|completed|over|approved|finish"):
        answer = verdict(query, holds=bool(own) and done == len(own))
    elif query.mentions("start|started|begun|begin"):
        answer = verdict(query, holds=order.index(phase) <= order.index(facts.project.phase))
    elif query.mentions("in"):
        answer = verdict(query, holds=phase is facts.project.phase)
    headline = f"{answer}The **{phase.value}** phase {where}."
    return Part(headline, (lines,), (roles.standing(facts, owner_of(phase)),), about=About(names=(phase.value,)))


def _role_status(query: Query, facts: ProjectFacts) -> Part:
    asked = query.roles
    own = [item for role in asked for item in slices.documents_of(facts, role=role)]
    lines = [document_line(item) for item in own]
    done = verdict(query, holds=len(slices.approved(tuple(own))) == len(own)) if query.mentions("done|finished") else ""
    who = " and ".join(f"the {role}" for role in asked)
    headline = (
        f"{done}{project_name(facts)} is in the **{facts.project.phase.value}** phase. "
        f"This is where {who} {be(len(asked))}:"
    )
    return Part(headline, (bullets(lines),), tuple(roles.standing(facts, role) for role in asked))


def _ended(facts: ProjectFacts) -> str:
    project = facts.project
    if project.status is ProjectStatus.COMPLETED:
        since_when = f" since {on(project.completed_at)}" if project.completed_at else ""
        documents = counted(count(facts.deliverables), "document")
        return f"{project_name(facts)} is complete{since_when}: all {documents} are approved."
    day = slices.status_changed_on(facts)
    when = f" on {on(day)}" if day else ""
    return f"{project_name(facts)} was cancelled{when} in the {project.phase.value} phase; its documents stay readable."


def _holding_up(facts: ProjectFacts) -> list[str]:
    held: list[str] = []
    if facts.project.status is ProjectStatus.ON_HOLD:
        how = "say “resume the project”" if facts.may_decide else "resume it in the dashboard"
        held.append(f"The project is on hold; {how} to let it go on.")
    for request in slices.open_requests(facts):
        blocked = next(item for item in facts.deliverables if item.id == request.deliverable_id)
        held.append(
            f"Access to **{escaped(request.name)}**, asked for by the {request.requested_by} "
            f"{since(request.created_at, facts.now)}, blocks **{blocked.title}**{promise_of(request, facts)}."
        )
    if facts.project.waits_for_work and (handed := work_told(facts)):
        held.append(f"Development waits for the work that is handed out: {handed}.")
    held += [
        f"Your review of {name_of(item)}, submitted {since(item.updated_at, facts.now)}."
        for item in slices.submitted_work(facts)
    ]
    held += [
        f"Your decision on {approval_name(item)}, open {since(item.created_at, facts.now)}."
        for item in slices.pending_approvals(facts)
    ]
    return held


def _endangering(facts: ProjectFacts) -> list[str]:
    found: list[str] = []
    if concern := budget_concern(facts):
        found.append(concern)
    standing = figures.documents_standing(facts.project, today=facts.now.date())
    if standing and standing.days_spare < 0:
        found.append(
            f"The deadline, {on(standing.deadline)}: the documents are expected on {on(standing.eta)}, "
            f"{working_days(-standing.days_spare)} later."
        )
    return found


def budget_concern(facts: ProjectFacts) -> str | None:
    """What about the budget needs the customer, as a sentence."""
    concern = figures.budget_concern(facts.project)
    budget = figures.budget(facts.project)
    if concern is None or budget.currency is None or budget.estimated is None:
        return None
    spent, estimated = money(budget.spent, budget.currency), money(budget.estimated, budget.currency)
    ceiling = money(budget.ceiling, budget.currency) if budget.ceiling is not None else estimated
    match concern:
        case BudgetConcern.STOPPED_AT_CEILING:
            most = money(figures.limit(facts.project) or 0, budget.currency)
            return (
                f"The budget: the team has stopped at its ceiling, because its next text would cost more than the "
                f"{most} you allow; {spent} is spent. Raise or remove the ceiling, and the team goes on."
            )
        case BudgetConcern.SPENT_OVER_CEILING:
            return f"The budget: {spent} is spent, more than your ceiling of {ceiling}."
        case BudgetConcern.ESTIMATE_OVER_CEILING:
            return f"The budget: the estimate of {estimated} is above your ceiling of {ceiling}."
        case BudgetConcern.SPENT_OVER_ESTIMATE:
            return f"The budget: {spent} is spent, more than the estimate of {estimated}."
        case BudgetConcern.MOSTLY_SPENT:
            return f"The budget: {spent} of {ceiling} is spent."


def _awaited(facts: ProjectFacts) -> tuple[Deliverable, ...]:
    waiting = {DeliverableState.IN_REVIEW, DeliverableState.BLOCKED}
    return tuple(item for item in slices.documents_of(facts, phase=facts.project.phase) if item.state in waiting)
