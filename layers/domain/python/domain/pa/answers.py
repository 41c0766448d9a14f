"""Answers to questions in plain words: one part for each thing asked. Every number comes from the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from domain.pa import phrases
from domain.pa.declining import refusal
from domain.pa.formats import MOST_LISTED, counted, short_list
from domain.pa.intent import Classification
from domain.pa.models import ActionView
from domain.pa.portfolio import Portfolio
from domain.pa.records import Task
from domain.pa.triage import Attention, Concern, triage
from domain.projects.documents.markdown import escaped, listed
from domain.projects.states import ProjectStatus
from domain.vault.models import CredentialView

HELP = (
    "I watch over all your projects. Ask me how things stand, what needs you first, what waits for your approval,"
    " what is stuck, about money, dates, credentials or the CEO's messages, for one project by name or for all."
    ' I also take on tasks: "send me a status report every Monday at 9am", and later "pause the Monday report".'
)
NO_TASKS = 'No task is scheduled. Tell me, for example: "send me a status report every Monday at 9am".'
_ACTIONS = {
    Concern.CREDENTIAL: "credential",
    Concern.APPROVAL: "approval",
    Concern.OVER_BUDGET: "review",
    Concern.DEADLINE_MISSED: "review",
    Concern.BLOCKED: "resume",
    Concern.QUESTION: "intake",
    Concern.STILL: "review",
    Concern.UNREAD: "message",
}
_STUCK = frozenset(
    {Concern.CREDENTIAL, Concern.OVER_BUDGET, Concern.DEADLINE_MISSED, Concern.BLOCKED, Concern.STILL, Concern.APPROVAL}
)
_ENDED = frozenset({ProjectStatus.COMPLETED, ProjectStatus.CANCELLED})


@dataclass(frozen=True, slots=True)
class Context:
    """The facts for an answer. `view` is the portfolio with only the projects that were asked about."""

    view: Portfolio
    found: list[Attention]
    tasks: Sequence[Task]
    credentials: Sequence[CredentialView]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer in Markdown, and what the customer can do now."""

    response: str
    actions: list[ActionView]


def answer(
    asked: Classification, portfolio: Portfolio, tasks: Sequence[Task], credentials: Sequence[CredentialView]
) -> Answer:
    """The answer to everything that was asked. When a name fits several projects, the answer asks which is meant."""
    if asked.ambiguous:
        choices = listed([f"**{escaped(name)}**" for name in asked.ambiguous[0]]).replace(" and ", " or ")
        return Answer(f"Which project do you mean: {choices}?", [])
    view = portfolio.only(asked.projects)
    context = Context(view, triage(view), tasks, credentials)
    refused = refusal(asked.refusals)
    parts = [refused if intent == "out_of_scope" else _PARTS[intent](context) for intent in asked.intents]
    return Answer("\n\n".join(dict.fromkeys(parts)), _actions(asked.intents, context))


def spoken_summary(portfolio: Portfolio) -> str:
    """A summary of the account in a sentence or two."""
    if not portfolio.projects:
        return "You have no projects yet. Create one, and I keep an eye on it."
    return f"{phrases.under_way(portfolio)} {phrases.needs(triage(portfolio))}."


def _summary(context: Context) -> str:
    shown = [project for project in context.view.projects if project.status not in _ENDED]
    lines = short_list(phrases.standing(project, context.view) for project in shown)
    return "\n\n".join(part for part in (spoken_summary(context.view), lines) if part)


def _priorities(context: Context) -> str:
    if not context.found:
        return "Nothing needs you right now."
    return f"{phrases.needs(context.found)}, the most urgent first:\n\n{phrases.attention_lines(context.found)}"


def _approvals(context: Context) -> str:
    lines = phrases.approvals(context.view)
    return f"Waiting for your approval:\n\n{lines}" if lines else "Nothing waits for your approval."


def _blockers(context: Context) -> str:
    stuck = [item for item in context.found if item.concern in _STUCK]
    if not stuck:
        return "Nothing is stuck or at risk."
    return f"Stuck or at risk:\n\n{phrases.attention_lines(stuck)}"


def _budget(context: Context) -> str:
    shown = [project for project in context.view.projects if project.status is not ProjectStatus.CANCELLED]
    lines = phrases.all_spending(shown)
    return f"Money:\n\n{lines}" if lines else "There is no project with a budget."


def _credentials(context: Context) -> str:
    lines = phrases.requests(context.view)
    asked = f"The team asks for access:\n\n{lines}" if lines else "The team is not waiting for any access."
    names = {project.id: phrases.name_of(project) for project in context.view.projects}
    deposited = short_list(
        f"{names[item.project_id]}: {escaped(item.name)}, version {item.version}, used {counted(item.uses, 'time')}"
        for item in context.credentials
        if item.project_id in names
    )
    return f"{asked}\n\nDeposited (nobody can read them back):\n\n{deposited}" if deposited else asked


def _timeline(context: Context) -> str:
    shown = [project for project in context.view.projects if project.status is not ProjectStatus.CANCELLED]
    lines = short_list(phrases.dates(project, context.view) for project in shown)
    return f"Dates:\n\n{lines}" if lines else "There is no project with dates yet."


def _project_status(context: Context) -> str:
    """How each of the first 20 projects stands and what it needs, then the number of the others."""
    parts = []
    for project in context.view.projects[:MOST_LISTED]:
        own = [item.reason for item in context.found if item.project.id == project.id]
        needs = f"It needs you: {escaped('; '.join(own))}." if own else "Nothing about it needs you."
        parts.append(f"{phrases.standing(project, context.view)} {needs}")
    left_out = len(context.view.projects) - MOST_LISTED
    if left_out > 0:
        parts.append(f"… and {counted(left_out, 'more project')}.")
    return "\n\n".join(parts) or "You have no projects yet."


def _schedule(context: Context) -> str:
    lines = phrases.tasks(context.tasks)
    return f"Your scheduled tasks:\n\n{lines}" if lines else NO_TASKS


def _messages(context: Context) -> str:
    lines = phrases.unread(context.view)
    return f"From the CEO:\n\n{lines}" if lines else "You have read everything the CEO wrote."


def _help(_context: Context) -> str:
    return HELP


_PARTS: Mapping[str, Callable[[Context], str]] = {
    "summary": _summary,
    "priorities": _priorities,
    "approvals": _approvals,
    "blockers": _blockers,
    "budget": _budget,
    "credentials": _credentials,
    "timeline": _timeline,
    "project_status": _project_status,
    "schedule": _schedule,
    "messages": _messages,
    "help": _help,
}
_RELEVANT: Mapping[str, frozenset[Concern]] = {
    "summary": frozenset(Concern),
    "priorities": frozenset(Concern),
    "project_status": frozenset(Concern),
    "approvals": frozenset({Concern.APPROVAL}),
    "blockers": _STUCK,
    "budget": frozenset({Concern.OVER_BUDGET}),
    "credentials": frozenset({Concern.CREDENTIAL}),
    "timeline": frozenset({Concern.DEADLINE_MISSED}),
    "messages": frozenset({Concern.UNREAD}),
}


def _actions(intents: Sequence[str], context: Context) -> list[ActionView]:
    relevant = frozenset[Concern]().union(*(_RELEVANT.get(intent, frozenset()) for intent in intents))
    return [
        ActionView(
            type=_ACTIONS[item.concern],
            project=item.project.name,
            count=item.count,
            ids=list(item.ids) or [item.project.id],
        )
        for item in context.found
        if item.concern in relevant
    ]
