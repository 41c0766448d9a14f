"""Answers to questions in plain words: one part for each thing asked. Every number comes from the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from common.envelope import SuggestionView
from domain.pa import phrases
from domain.pa.declining import refusal
from domain.pa.formats import MOST_SHOWN, counted, folded, short_list
from domain.pa.intent import Classification
from domain.pa.models import ActionView
from domain.pa.pointed import Context, lead
from domain.pa.portfolio import Portfolio
from domain.pa.question_shape import read_question
from domain.pa.records import Task
from domain.pa.triage import Concern, triage
from domain.projects.documents.markdown import escaped, listed
from domain.projects.states import ProjectStatus
from domain.vault.models import CredentialView

HELP = (
    "I watch over all your projects. Ask me how things stand, what needs you first, what waits for your approval,"
    " what is stuck, about money, dates, credentials or the CEO's messages, for one project by name or for all."
    ' I also take on tasks: "send me a status report every Monday at 9am", and later "pause the Monday report".'
)
NOT_UNDERSTOOD = (
    "I didn't understand that as a question about your projects, so I looked nothing up and changed nothing. I answer"
    " how projects stand, what needs you, approvals, what is stuck, money, dates, credentials, messages and tasks."
)
BUILD_MONEY = "The build is not in this figure; it is not estimated here."
BUILD_DATES = "These are the dates of the documents. Launch and build have no date in the records I read."
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
class Answer:
    """The answer in Markdown, and what the customer can do now."""

    response: str
    actions: list[ActionView]
    shown: tuple[str, ...] = ()
    """The names of what the answer lists, in its order: what "the second one" counts."""
    if_named: str = ""
    """The sentence that naming one of `shown` stands for; `{}` is the name. Empty: the same question about it."""
    made: str | None = None
    """The id of the task that was taken on."""
    suggestion: SuggestionView | None = None
    """What could be sent instead of a schedule that is unclear; "yes" stands for it."""


def answer(
    asked: Classification,
    portfolio: Portfolio,
    tasks: Sequence[Task],
    credentials: Sequence[CredentialView],
    text: str = "",
) -> Answer:
    """The answer to everything that was asked; a project that could be one of several is asked back, never guessed.

    Args:
        asked: what `text` asks for.
        portfolio: the account.
        tasks: scheduled tasks, where they are asked about.
        credentials: what is deposited, where it is asked about.
        text: the question, whose shape the answer follows; empty for a plain answer.
    """
    if asked.ambiguous:
        choices = listed([f"**{escaped(name)}**" for name in asked.ambiguous[0]]).replace(" and ", " or ")
        return Answer(f"Which project do you mean: {choices}?", [])
    view = portfolio.only(asked.projects)
    context = Context(view, triage(view), tasks, credentials, read_question(text))
    refused = NOT_UNDERSTOOD if asked.refusals == ("unrelated",) else refusal(asked.refusals)
    openings: set[str] = set()
    parts = [refused if intent == "out_of_scope" else _part(intent, context, openings) for intent in asked.intents]
    response = folded("\n\n".join(dict.fromkeys(parts)))
    return Answer(response, _actions(asked.intents, context), shown=_in_order(response, view))


def _in_order(response: str, view: Portfolio) -> tuple[str, ...]:
    """The projects that an answer names, in its order."""
    places = {project.name: response.find(phrases.name_of(project)) for project in view.projects}
    return tuple(sorted((name for name, place in places.items() if place >= 0), key=places.__getitem__))


def _part(intent: str, context: Context, openings: set[str]) -> str:
    """The first sentence that the question asks for, once, then the facts; one that says it all stands alone."""
    opening = lead(intent, context)
    if opening is None or opening in openings:
        return _PARTS[intent](context)
    openings.add(opening)
    says_it_all = opening.startswith("No: no ") or (intent == "schedule" and not context.tasks)
    return opening if says_it_all else f"{opening}\n\n{_PARTS[intent](context)}"


def _summary(context: Context) -> str:
    shown = [project for project in context.view.projects if project.status not in _ENDED]
    lines = short_list(phrases.standing(project, context.view) for project in shown)
    return "\n\n".join(part for part in (phrases.spoken_summary(context.view), lines) if part)


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
    if not lines:
        return "There is no project to speak of money for."
    about_build = f"{BUILD_MONEY}\n\n" if context.question.of_build else ""
    return f"{about_build}Planning and documents:\n\n{lines}"


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
    if not lines:
        return "There is no project with dates yet."
    return f"{BUILD_DATES if context.question.of_build else 'Dates of the documents:'}\n\n{lines}"


def _project_status(context: Context) -> str:
    """How each of the first 20 projects stands and what it needs, then the number of the others."""
    parts = []
    for project in context.view.projects[:MOST_SHOWN]:
        own = [item.reason for item in context.found if item.project.id == project.id]
        needs = f"It needs you: {escaped('; '.join(own))}." if own else "Nothing about it needs you."
        parts.append(f"{phrases.standing(project, context.view)} {needs}")
    left_out = len(context.view.projects) - MOST_SHOWN
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
