"""The sentence an answer begins with when a question asks for more than a list: yes or no, how many, since when.

Facts in, Markdown out; None where the records don't decide the question, so that the subject's own answer stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from domain.language.tables import families
from domain.language.words import word_set
from domain.pa import phrases
from domain.pa.formats import age, counted, day, money
from domain.pa.portfolio import Portfolio
from domain.pa.question_shape import QuestionShape, Shape
from domain.pa.records import Task
from domain.pa.triage import Attention
from domain.projects import figures
from domain.projects.documents.markdown import escaped
from domain.projects.records import Project
from domain.projects.states import ProjectStatus
from domain.vault.models import CredentialView

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORD = re.compile(r"[a-z0-9]+")
_COMMON = word_set("the a of for document plan page access login key token credential credentials password account")
_FINISHED = re.compile(r"^(?:is|are|has|have)\b(?!.*\b(?:by|before|until|when)\b).*\b(?:done|finished|complete)")
_HAVE = re.compile(
    r"\b(?:do|did|have|has) (?:you|they|we|the (?:team|ceo|cto))\b.*\b(?:have|has|got|get|receive|received)\b"
    r"|^(?:have|has)\b.*\bgot\b|\b(?:deposited|arrived|in the vault)\b"
)
_DECIDED = re.compile(r"\b(?:approved|signed|accepted|decided|done)\b")
# A count is a yes only to a question that asks for what was counted.
_ASKED_FOR = {
    "approvals": re.compile(r"approv|sign|wait|accept|confirm|decid|decision|\bok|go\b|yes|nod|document|review|check"),
    "credentials": re.compile(r"\bneed|miss|open|request|outstanding|wait|lack|require|ask"),
    "messages": re.compile(
        r"messag|wr[io]t|unread|repl|answer|said|say|mail|inbox|news|word|contact|reach|respon|letter|new"
    ),
    "schedule": re.compile(r"schedul|task|remind|report|recur|regular|every|job|set up|plan"),
    "priorities": re.compile(r"\bneed|\bdo\b|wait|anything|something|attention|urgent|task|press|hold|forg|undone"),
    "blockers": re.compile(
        r"stuck|block|risk|problem|trouble|wrong|hold|stop|wait|move|moving|stand|stall|jam|obstacle|issue"
    ),
}
_ENDED = frozenset({ProjectStatus.COMPLETED, ProjectStatus.CANCELLED})


@dataclass(frozen=True, slots=True)
class Context:
    """What an answer may draw from. `view` is the portfolio, narrowed to the projects asked about."""

    view: Portfolio
    found: list[Attention]
    tasks: Sequence[Task]
    credentials: Sequence[CredentialView]
    question: QuestionShape


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Something open: how it is called, where, and since when."""

    name: str
    project: Project
    since: datetime


@dataclass(frozen=True, slots=True)
class _Kind:
    """How open things of one kind are spoken of; `still`: what one of them is doing."""

    one: str
    many: str
    still: str

    def counted(self, count: int) -> str:
        """`Two documents wait for your approval`."""
        return f"{number(count)} {self.one if count <= 1 else self.many}"

    def lacking(self, count: int) -> str:
        """To "do you have everything?"."""
        return f"No: {self.counted(count)}." if count else f"Yes: {self.counted(count)}."


_APPROVAL = _Kind("document waits for your approval", "documents wait for your approval", "waits for your approval")
_REQUEST = _Kind("access is asked for", "accesses are asked for", "is asked for and not deposited,")
_MESSAGE = _Kind("message is unread", "messages are unread", "is unread")
_TASK = _Kind("task is scheduled", "tasks are scheduled", "is scheduled")
_NEED = _Kind("project needs you", "projects need you", "needs you")


def number(count: int) -> str:
    """`two`, `13`."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def record_named(portfolio: Portfolio, question: QuestionShape) -> str | None:
    """The intent of a question that names an open document or an access asked for; None for any other."""
    if any(
        _mentions(question, item.title) for project in portfolio.projects for item in portfolio.approvals_of(project)
    ):
        return "approvals"
    if any(_mentions(question, item.name) for project in portfolio.projects for item in portfolio.requests_of(project)):
        return "credentials"
    return None


def lead(intent: str, context: Context) -> str | None:
    """The first sentence of the answer to one intent; None where its plain answer says it all."""
    pointed = _LEADS.get(intent)
    return pointed(context) if pointed else None


def _approvals(context: Context) -> str | None:
    waiting = [
        _Waiting(f"{item.title}, revision {item.revision}", project, item.created_at)
        for project in context.view.projects
        for item in context.view.approvals_of(project)
    ]
    return _named(waiting, _APPROVAL, context) or _about("approvals", waiting, _APPROVAL, context)


def _credentials(context: Context) -> str | None:
    waiting = [
        _Waiting(item.name, project, item.created_at)
        for project in context.view.projects
        for item in context.view.requests_of(project)
    ]
    names = {project.id: phrases.name_of(project) for project in context.view.projects}
    deposited = [
        f"{names[item.project_id]}: {escaped(item.name)} is deposited, version {item.version}, since"
        f" {day(item.created_at)}, used {counted(item.uses, 'time')}."
        for item in context.credentials
        if item.project_id in names and _mentions(context.question, item.name)
    ]
    if deposited:
        return " ".join([("Yes. " if context.question.shape is Shape.YES_NO else "") + deposited[0], *deposited[1:]])
    if context.question.shape is Shape.HOW_MANY and re.search(r"deposited|vault|saved|stored", context.question.plain):
        own = sum(item.project_id in names for item in context.credentials)
        return f"{number(own).capitalize()} {'credential is' if own == 1 else 'credentials are'} deposited."
    named = _named(waiting, _REQUEST, context)
    if named is None and context.question.shape is Shape.YES_NO and _HAVE.search(context.question.plain):
        return _no_such_credential(context.question) or (_REQUEST.lacking(len(waiting)))
    return named or _about("credentials", waiting, _REQUEST, context)


def _messages(context: Context) -> str | None:
    threads = [(project, thread) for project in context.view.projects if (thread := context.view.thread_of(project))]
    unread = sum(thread.unread for _, thread in threads)
    written = [(thread.last_reply_at, project) for project, thread in threads if thread.last_reply_at]
    if written and context.question.plain.startswith("when did"):
        last, project = max(written, key=lambda pair: pair[0])
        return f"The CEO last wrote on {day(last)}, about {phrases.name_of(project)}."
    return _counted_lead("messages", unread, _MESSAGE, context)


def _schedule(context: Context) -> str | None:
    return _counted_lead("schedule", len(context.tasks), _TASK, context)


def _priorities(context: Context) -> str | None:
    return _counted_lead("priorities", len({item.project.id for item in context.found}), _NEED, context)


def _blockers(context: Context) -> str | None:
    stuck = [item for item in context.found if item.concern.name not in {"UNREAD", "QUESTION"}]
    projects = len({item.project.id for item in stuck})
    if context.question.shape in {Shape.SINCE, Shape.OLDEST} and stuck:
        first = min(stuck, key=lambda item: item.since)
        return f"Since {day(first.since)}: {phrases.name_of(first.project)}, {escaped(first.reason)}."
    return _counted_lead(
        "blockers", projects, _Kind("project is stuck or at risk", "projects are stuck or at risk", ""), context
    )


def _budget(context: Context) -> str | None:
    question = context.question
    estimated = [project for project in context.view.projects if project.estimate and project.status not in _ENDED]
    if question.shape in {Shape.LEAST, Shape.MOST} and estimated:
        choose = min if question.shape is Shape.LEAST else max
        found = choose(estimated, key=_estimate)
        word = "cheapest" if question.shape is Shape.LEAST else "dearest"
        total = money(_estimate(found), figures.budget(found).currency)
        return f"The {word} is {phrases.name_of(found)}: {total} estimated for planning and documents."
    if question.shape is Shape.PHASES and estimated:
        return "\n\n".join(_per_phase(project) for project in estimated[:5])
    if question.shape is Shape.YES_NO and re.search(r"\bover\b|too much|overspen|exceed|ceiling", question.plain):
        over = [item for item in context.found if item.concern.name == "OVER_BUDGET"]
        return _yes_or_no(
            len(over), _Kind("project is over or near its limit", "projects are over or near their limit", "")
        )
    if question.shape is Shape.YES_NO and re.search(r"\bleft\b|within|remain", question.plain) and estimated:
        short = [project for project in estimated if (figures.budget(project).remaining or 0) < 0]
        return "No: more was spent than estimated." if short else "Yes: something is left of what was estimated."
    return None


def _timeline(context: Context) -> str | None:
    question, view = context.question, context.view
    expected = [(eta, project) for project in view.projects if (eta := view.eta_of(project)) is not None]
    if question.shape in {Shape.NEXT, Shape.OLDEST} and expected:
        eta, project = min(expected, key=lambda pair: pair[0])
        return f"The first is {phrases.name_of(project)}: its documents are expected on {day(eta)}."
    if question.shape is Shape.YES_NO and _FINISHED.search(question.plain):
        return _status(context)
    if question.shape is Shape.YES_NO and re.search(r"\blate\b|delay|behind|overdue|slip|miss", question.plain):
        late = [project for project in view.projects if _is_late(project, view)]
        return _yes_or_no(len(late), _Kind("project is late", "projects are late", ""))
    if question.shape is Shape.YES_NO and re.search(
        r"on (?:time|schedule|track)|make (?:it|the)|in time", question.plain
    ):
        late = [project for project in view.projects if _is_late(project, view)]
        dated = [project for project in view.projects if project.deadline]
        if not dated:
            return None
        return f"No: {number(len(late))} {'is' if len(late) == 1 else 'are'} late." if late else "Yes."
    return None


def _status(context: Context) -> str | None:
    question, projects = context.question, context.view.projects
    if question.shape is Shape.HOW_MANY:
        return f"You have {counted(len(projects), 'project')}; {number(len(context.view.active))} under way."
    if question.shape is Shape.YES_NO and len(projects) == 1 and _FINISHED.search(question.plain):
        return "Yes." if projects[0].status is ProjectStatus.COMPLETED else "No."
    if question.shape is Shape.YES_NO and re.search(
        r"\b(?:ok|okay|fine|well|alright|all right|good)\b", question.plain
    ):
        needing = len({item.project.id for item in context.found})
        return f"Not quite: {_NEED.counted(needing)}." if needing else "Yes."
    return None


_LEADS: Mapping[str, Callable[[Context], str | None]] = {
    "approvals": _approvals,
    "credentials": _credentials,
    "messages": _messages,
    "schedule": _schedule,
    "priorities": _priorities,
    "blockers": _blockers,
    "budget": _budget,
    "timeline": _timeline,
    "project_status": _status,
    "summary": _status,
}


def _no_such_credential(question: QuestionShape) -> str | None:
    """The answer about a service that is neither deposited nor asked for; None where no service is named."""
    told = [word for word in _WORD.findall(question.plain) if "SERVICE" in families().get(word, ())]
    if not told:
        return None
    return f"No: neither the deposited credentials nor the open requests have one for {escaped(' '.join(told))}."


def _about(intent: str, waiting: Sequence[_Waiting], kind: _Kind, context: Context) -> str | None:
    if waiting and context.question.shape in {Shape.OLDEST, Shape.SINCE, Shape.NEXT}:
        first = min(waiting, key=lambda item: item.since)
        return (
            f"The oldest is {escaped(first.name)} of {phrases.name_of(first.project)}: it has waited"
            f" {age(context.view.now - first.since)}, since {day(first.since)}."
        )
    return _counted_lead(intent, len(waiting), kind, context)


def _named(waiting: Sequence[_Waiting], kind: _Kind, context: Context) -> str | None:
    """About the one document or credential that the question names."""
    named = [item for item in waiting if _mentions(context.question, item.name.partition(", revision")[0])]
    if not named or len(named) == len(waiting) > 1:
        return None
    lines = [
        f"{escaped(item.name)} of {phrases.name_of(item.project)} {kind.still} since {day(item.since)}"
        f" ({age(context.view.now - item.since)})."
        for item in named
    ]
    return _verdict(kind, context.question) + " ".join(lines)


def _verdict(kind: _Kind, question: QuestionShape) -> str:
    """`Yes: ` to "does it still wait?", `No: ` to "is it done?", nothing where the question leaves that open."""
    if question.shape is not Shape.YES_NO:
        return ""
    if re.search(r"\b(?:wait\w*|open|pending|need\w*|missing|still|ask\w*)\b", question.plain):
        return "Yes: "
    return "No: " if kind is _REQUEST or _DECIDED.search(question.plain) else ""


def _counted_lead(intent: str, count: int, kind: _Kind, context: Context) -> str | None:
    if context.question.shape is Shape.HOW_MANY:
        return f"{kind.counted(count).capitalize()}."
    if context.question.shape is not Shape.YES_NO or not _ASKED_FOR[intent].search(context.question.plain):
        return None
    return _yes_or_no(count, kind)


def _yes_or_no(count: int, kind: _Kind) -> str:
    return f"Yes: {kind.counted(count)}." if count else f"No: {kind.counted(0)}."


def _mentions(question: QuestionShape, name: str) -> bool:
    """Whether the question has the telling words of a name ("is the roadmap approved?")."""
    telling = set(_WORD.findall(name.lower())) - _COMMON
    return bool(telling) and telling <= set(_WORD.findall(question.plain))


def _estimate(project: Project) -> int:
    return project.estimate.total if project.estimate else 0


def _is_late(project: Project, view: Portfolio) -> bool:
    standing = figures.deadline_standing(project, today=view.today)
    return standing is not None and (standing.missed or standing.days_spare < 0)


def _per_phase(project: Project) -> str:
    estimate = project.estimate
    if estimate is None or not estimate.phases:
        return f"{phrases.name_of(project)}: the estimate has no figures by phase."
    lines = (
        f"- {one.phase.value}: {money(one.cost, estimate.currency)}, {counted(one.working_days, 'working day')}"
        for one in estimate.phases
    )
    return "\n".join([f"{phrases.name_of(project)}, estimated by phase:", "", *lines])
