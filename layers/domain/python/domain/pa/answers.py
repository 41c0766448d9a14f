"""Answers to questions in plain words: one part for each thing asked. Every number comes from the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from common.envelope import SuggestionView
from common.services import frozen
from common.wording import counted, listed
from domain.language.dialogue import COURTESIES
from domain.pa import phrases
from domain.pa.declining import refusal
from domain.pa.formats import MOST_SHOWN, folded, short_list
from domain.pa.intent import Classification
from domain.pa.leads import COMPARING, lead
from domain.pa.manner import Manner
from domain.pa.models import ActionView
from domain.pa.portfolio import Portfolio
from domain.pa.subjects import STUCK, SUBJECTS, Context, deposited
from domain.pa.triage import Concern, triage
from domain.projects.documents.markdown import escaped
from domain.projects.records import Project

HELP = (
    "I watch over all your projects. Ask me how things stand, what needs you first, what waits for your approval,"
    " what is stuck, about money, dates, credentials or the CEO's messages, for one project by name or for all."
    ' I also take on tasks: "send me a status report every Monday at 9am", and later "pause the Monday report".'
)
NOT_UNDERSTOOD = (
    "I found no question about your projects in that, so I looked nothing up and changed nothing; I"
    " can't answer anything else. I answer how projects stand, what needs you, approvals, what is stuck, money, dates,"
    " credentials, messages, tasks."
)
NOT_RECORDED = (
    "That is not in the records I read: of {where} I see status, dates, budget, the documents and accesses that wait"
    " for you, messages and tasks. The CEO knows what the documents say: ask in the project's conversation, or by"
    " `POST /agents/{{project_id}}/ask`."
)
PROMISED = (
    "I can't tell whether that was promised: what briefs and documents say is not in the records I read. The search"
    " finds words in all of them. The CEO of a project answers from its brief: ask in the project's conversation, or by"
    " `POST /agents/{project_id}/ask`."
)
DECIDED = (
    "I can't tell who approved what: the records I read have what waits for your approval, not what was decided. The"
    " CEO of a project knows each approval, its day and by whom: ask in the project's conversation, or by"
    " `POST /agents/{project_id}/ask`."
)
JUDGEMENT = "That is your decision: it is a judgement, and I make none. What the records say about it:"
TALK: Mapping[str, str] = COURTESIES | {
    "fine": "All right.",
    "who": "I am the assistant of your account, a program: I read your projects' records and keep your tasks.",
    "blame": 'I am sorry. Ask me once more in other words, or say "help" and I tell you what I answer.',
    "idle": "I see. I am here when you want to know something about your projects.",
}
_RECORDED = frozenset({"approvals", "credentials"})
OF_FIGURES = frozenset({"budget", "timeline"})
_NEEDING = frozenset({"priorities", "blockers", "approvals"})
_ACTIONS = {
    Concern.CREDENTIAL: "credential",
    Concern.CREDENTIAL_USE: "credential",
    Concern.APPROVAL: "approval",
    Concern.OVER_BUDGET: "review",
    Concern.DEADLINE_MISSED: "review",
    Concern.BLOCKED: "resume",
    Concern.WORK_SUBMITTED: "review",
    Concern.WORK_RETURNED: "review",
    Concern.QUESTION: "intake",
    Concern.WEBHOOK_DISABLED: "webhook",
    Concern.WEBHOOK_FAILING: "webhook",
    Concern.TASK_FAILED: "task",
    Concern.UNDELIVERED: "review",
    Concern.STILL: "review",
    Concern.UNREAD: "message",
}


@frozen
class Answer:
    """The answer in Markdown, and what the customer can do now."""

    response: str
    actions: Sequence[ActionView] = ()
    shown: tuple[str, ...] = ()
    """The names of what the answer lists, in its order: what "the second one" counts."""
    if_named: str = ""
    """The sentence that naming one of `shown` stands for; `{}` is the name. Empty: the same question about it."""
    if_yes: str = ""
    """The order that "yes" gives; empty where nothing was offered."""
    names: tuple[str, ...] = ()
    """The project that a comparison pointed out; "the other one" is not it."""
    records: tuple[str, ...] = ()
    """The full names of the records it lists, in its order; where it lists those of one subject."""
    made: str | None = None
    """The id of the task that was taken on, or told of."""
    suggestion: SuggestionView | None = None
    """What could be sent instead of a schedule that is unclear."""
    is_unsure: bool = False
    """The message was not understood for certain."""
    language: str = "en"
    """The customer's."""
    offers_task: bool = False
    """`if_yes` is a new task, whose words were checked."""


@frozen
class Reply:
    """What is replied to a message.

    Attributes:
        response: the reply in Markdown.
        intents: how the message was understood.
        actions: what the customer can do now.
        suggestion: what could be sent instead of a schedule that is unclear.
        is_unsure: the rules did not understand the message for certain; a second reader may.
        candidates: the projects between which the rules are undecided.
    """

    response: str
    intents: tuple[str, ...]
    actions: tuple[ActionView, ...] = ()
    suggestion: SuggestionView | None = None
    is_unsure: bool = False
    candidates: tuple[str, ...] = ()


def answer(asked: Classification, context: Context, manner: Manner = Manner()) -> Answer:  # noqa: B008 - it is frozen
    """The answer to everything that was asked; a project that could be one of several is asked back, never guessed.

    Args:
        asked: what the question asks for.
        context: the account's records; the answer narrows them to the projects asked about.
        manner: what kind of answer the question wants.
    """
    if asked.ambiguous:
        choices = listed([f"**{escaped(name)}**" for name in asked.ambiguous[0]]).replace(" and ", " or ")
        return Answer(f"Which project do you mean: {choices}?")
    view = context.view.only(asked.projects)
    context = replace(context, view=view, found=triage(view))
    alone = len(asked.intents) == 1
    refused = NOT_UNDERSTOOD if alone and asked.refusals == ("unrelated",) else refusal(asked.refusals)
    # What needs the customer has all that is stuck, and would list it twice.
    intents = [one for one in asked.intents if one != "blockers" or "priorities" not in asked.intents]
    openings: dict[str, None] = {}
    parts = [refused if one == "out_of_scope" else _part(one, manner, context, openings) for one in intents]
    response = folded("\n\n".join(dict.fromkeys(part for part in parts if part)))
    if len(view.projects) == 1 and asked.projects and not response.startswith(("Yes", "No")):
        name = phrases.name_of(view.projects[0])
        response = response if name in response or "out_of_scope" in asked.intents else f"{name}: {response}"
    shown = _in_order(response, view)
    pointed_out = shown[:1] if manner.kind in COMPARING and not OF_FIGURES & set(intents) else ()
    records = [one.full_name for one in SUBJECTS[intents[0]].entries(context)] if intents[0] in _RECORDED else []
    actions = _actions(asked.intents, context)
    return Answer(response, actions, shown, names=pointed_out, records=tuple(records))


def _in_order(response: str, view: Portfolio) -> tuple[str, ...]:
    """The projects that an answer names, in its order."""
    places = {project.name: response.find(phrases.name_of(project)) for project in view.projects}
    return tuple(sorted((name for name, place in places.items() if place >= 0), key=places.__getitem__))


def _part(intent: str, manner: Manner, context: Context, openings: dict[str, None]) -> str:
    """The first sentence that the question asks for, once, then the facts; one that says it all stands alone."""
    if intent in _NEEDING and (draft := _draft_alone(context)):
        return f"{phrases.standing(draft, context.sheet(draft))} It waits for you to answer its intake and submit it."
    opening = lead(intent, manner, context)
    facts = _PARTS[intent](context) if intent in _PARTS else SUBJECTS[intent].told(context)
    if opening is None or opening in openings:
        return facts
    openings[opening] = None
    alone = opening.startswith(("No: no ", "No: none", "No: neither")) or facts.startswith(opening.rstrip("."))
    if intent == "credentials" and (declined := _declined(context)):
        return f"{opening}\n\n{declined if alone else facts}"
    return opening if alone or (intent == "schedule" and not context.tasks) else f"{opening}\n\n{facts}"


def _draft_alone(context: Context) -> Project | None:
    """The one project asked about, where it is a draft of which nothing graver is known; work waits for its intake."""
    projects = context.view.projects
    return projects[0] if len(projects) == 1 and projects[0].status == "draft" and not context.found else None


def _credentials(context: Context) -> str:
    asked = SUBJECTS["credentials"].told(context)
    kept = short_list(entry.line for entry in deposited(context))
    parts = [asked, f"Nobody can read back what is deposited:\n\n{kept}" if kept else "", _declined(context)]
    return "\n\n".join(part for part in parts if part)


def _declined(context: Context) -> str:
    names = {project.id: phrases.name_of(project) for project in context.view.projects}
    there = {(one.project_id, one.name) for one in context.credentials}
    lines = [
        f"{names[one.project_id]}: {escaped(one.name)}"
        for one in context.declined
        if one.project_id in names and (one.project_id, one.name) not in there
    ]
    return f"Declined by you, so the team has no access:\n\n{short_list(lines)}" if lines else ""


def _project_status(context: Context) -> str:
    """How each of the first projects stands and what it needs, then the number of the others."""
    parts = []
    for project in context.view.projects[:MOST_SHOWN]:
        own = [item.reason for item in context.found if item.owner_id == project.id]
        idle = "It begins when you submit it." if project.status == "draft" else "Nothing about it needs you."
        needs = f"It needs you: {escaped('; '.join(own))}." if own else idle
        parts.append(f"{phrases.standing(project, context.sheet(project))} {needs}")
    left_out = len(context.view.projects) - MOST_SHOWN
    if left_out > 0:
        parts.append(f"… and {counted(left_out, 'more project')}.")
    return "\n\n".join(parts) or "You have no projects yet."


_PARTS: Mapping[str, Callable[[Context], str]] = {
    "credentials": _credentials,
    "project_status": _project_status,
    "help": lambda _context: HELP,
}
_RELEVANT: Mapping[str, frozenset[Concern]] = {
    "summary": frozenset(Concern),
    "priorities": frozenset(Concern),
    "project_status": frozenset(Concern),
    "approvals": frozenset({Concern.APPROVAL}),
    "blockers": STUCK,
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
            project=item.project.name if item.project else "",
            count=item.count,
            ids=list(item.ids) or [item.owner_id],
        )
        for item in context.found
        if item.concern in relevant
    ]
