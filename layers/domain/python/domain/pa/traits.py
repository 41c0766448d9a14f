"""Traits: what a project is or is not, by its record; a question of yes or no, or how many, is decided by them."""

from __future__ import annotations

import re
from collections.abc import Callable

from common.services import frozen
from domain.pa.manner import Manner
from domain.pa.measures import expected_total
from domain.pa.measuring import Told
from domain.pa.phrases import name_of, number
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.documents.markdown import listed
from domain.projects.phases import WORKING_PHASES
from domain.projects.records import Project
from domain.projects.states import Phase, ProjectStatus


@frozen
class Trait:
    """What a project is or is not, by its record.

    Attributes:
        words: what a question for it says.
        said: how it is told of a project that has it.
        holds: whether a project has it; None where the record does not decide it.
        intent: only questions of this intent ask for it; empty: of any.
        of_us: asked of "we", it is asked of all projects.
        measure: the figure that shows it, one of `MEASURES`; empty where the answer says it all.
        lacking: how it is told of a project that has it not, with `{state}`; empty: by `said`.
    """

    words: str
    said: str
    holds: Callable[[Project, Portfolio], bool | None]
    intent: str = ""
    of_us: bool = False
    measure: str = ""
    lacking: str = ""

    def denied(self, project: Project) -> str:
        """How it is told of a project that has it not: "has no deadline"."""
        if self.lacking:
            return self.lacking.format(state=_STATES.get(project.status, project.status.value))
        verb, _, rest = self.said.partition(" ")
        thing = rest.removeprefix("a ") if verb == "has" and rest.startswith(("a ", "money")) else ""
        return f"{verb} no {thing}" if thing else f"{verb} not {rest}"


def _late(project: Project, view: Portfolio) -> bool:
    standing = figures.deadline_standing(project, today=view.today)
    return standing is not None and (standing.missed or standing.days_spare < 0)


def _missed(project: Project, view: Portfolio) -> bool:
    standing = figures.deadline_standing(project, today=view.today)
    return standing is not None and standing.missed


def _over(project: Project, _view: Portfolio) -> bool:
    budget, most = figures.budget(project), figures.limit(project)
    return budget.estimated is not None and budget.spent > (budget.estimated if most is None else most)


def _near(project: Project, view: Portfolio) -> bool | None:
    """Whether the estimate is over the ceiling, or the record has a concern about what was spent."""
    total = expected_total(project, view)
    if total is None or project.ceiling is None:
        return None
    return total > project.ceiling.amount or figures.budget_concern(project) is not None


def _enough(project: Project, view: Portfolio) -> bool | None:
    is_near = _near(project, view)
    return None if is_near is None else not is_near


def _costs_now(project: Project, _view: Portfolio) -> bool | None:
    """Nothing is written, so nothing spent, in a project that is not under way; of others the record does not tell."""
    return None if project.status is ProjectStatus.ACTIVE else False


def _in(status: ProjectStatus) -> Callable[[Project, Portfolio], bool]:
    return lambda project, _view: project.status is status


def _left(project: Project, view: Portfolio) -> bool | None:
    return None if project.estimate is None else not _over(project, view) and project.spent < project.estimate.total


def _phase(phase: Phase) -> Trait:
    stem = phase.value[:6].rstrip("i")
    words = rf"\b(?:in|being|still|into) (?:the )?{stem}\w*\b|\b{stem}\w* phase"
    return Trait(words, f"is in the {phase.value} phase", lambda project, _view: project.phase is phase)


_HAVING = r"\b(?:have|has|there)\b.* (?:a|any|no) {}s?(?: (?:for|on) .*)?$"
_RUNNING = r"\b(?:active|running(?! (?:out|low|late|over|short))|under way|underway|ongoing|in progress)\b"
_DONE = r"^(?!.*\b(?:to be|anything|something|nothing)\b).*\b(?:done|finished|completed?)\b"
_IN_TIME = r"on (?:time|schedule|track)|in time|make (?:it|the|its|our)|meet"
_OVER = r"\bover\b|overspen|too much|exceed|overrun|blown|\b(?:above|beyond|past|passed|crossed|bust|busted)\b"
_NEAR = (
    r"(?!.*\b(?:under|within|below|inside|stay|keep|left|remain)\b)"
    r"\b(?:danger|risk|close|near\w*|threat\w*|(?:about to|going to|will)\b.*"
    r"\b(?:bust|burst|hit|reach|cross|exceed|blow|break|pass|touch)\w*)\b.*\b(?:ceilings?|caps?|limits?)\b"
)
_COSTING = (
    r"\b(?:is|are|am|does|do|being)\b(?!.*\b(?:too|more|less|over)\b)"
    r"(?!.*\b(?:approv|revis|chang|launch|build|host|sign|cancel|resum|paus)\w*).*"
    r"\b(?:costing|charged|charging|spending|burning|eating|cost|spend|burn|eat|eats|draining|billed)"
    r"(?: (?:us|me|anything|something|money|any|still|now|any ?more|currently))*$"
)
_STATES = {ProjectStatus.ON_HOLD: "on hold", ProjectStatus.DRAFT: "a draft"}
_TRAITS = (
    Trait(
        _COSTING,
        "costs something now",
        _costs_now,
        "budget",
        measure="spent",
        lacking="costs nothing now: it is {state}, and nothing is spent on it",
    ),
    Trait(_NEAR, "is near its ceiling or over it", _near, measure="over"),
    *(_phase(phase) for phase in WORKING_PHASES),
    Trait(r"\bon hold\b|\b(?:paused|stopped|parked|halted)\b", "is on hold", _in(ProjectStatus.ON_HOLD)),
    Trait(r"\bdrafts?\b", "is a draft", _in(ProjectStatus.DRAFT)),
    Trait(r"\bsubmitted\b", "is submitted", lambda project, _view: project.submitted_at is not None),
    Trait(r"\bcancell?ed\b", "is cancelled", _in(ProjectStatus.CANCELLED)),
    Trait(_HAVING.format("deadline"), "has a deadline", lambda project, _view: project.deadline is not None),
    Trait(_HAVING.format("(?:ceiling|limit)"), "has a ceiling", lambda project, _view: project.ceiling is not None),
    Trait(_OVER, "has spent more than was allowed", _over, "budget", measure="over"),
    Trait(
        r"\benough\b",
        "has enough by the estimate of planning and documents, which is within its ceiling",
        _enough,
        "budget",
        measure="over",
        lacking="has not enough: its estimate for planning and documents is over its ceiling",
    ),
    Trait(
        r"\b(?:within|under|inside)\b|\bleft\b|remain",
        "has money left",
        _left,
        "budget",
        of_us=True,
        measure="left",
    ),
    Trait(r"\bmissed\b", "has missed its deadline", _missed),
    Trait(r"\blate\b|delay|behind|overdue|slip|\bmiss", "is late", _late),
    Trait(_IN_TIME, "is in time", lambda one, view: not _late(one, view) if one.deadline else None, of_us=True),
    Trait(_DONE, "is completed", _in(ProjectStatus.COMPLETED), of_us=True),
    Trait(_RUNNING, "is under way", _in(ProjectStatus.ACTIVE)),
)
_DENIED = re.compile(r"\b(?:no|without|lacks?|lacking)\b")
_UNDECIDED = re.compile(
    r"\b(?:by|before|until|till|in (?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)|only|alone|(?:more|less|fewer) than|at least|at most)\b"
    r"|\bwill\b.*\b(?:done|finished|completed?)\b|\d|\b(?:not|nothing)\b|n't\b"
)


def of_traits(intent: str, manner: Manner, view: Portfolio) -> Told | None:
    """Yes or no, or how many, to what a project is or is not; None where the question asks for nothing of the kind."""
    fitting = (trait for trait in _TRAITS if trait.intent in {"", intent} and re.search(trait.words, manner.question))
    asked = next(fitting, None)
    listing = manner.kind == "plain" and manner.mentions(r"^(?:and )?(?:which|what) (?:of|projects?|ones?)\b")
    which = manner.kind == "how_many" or listing
    if asked is None or not (manner.yes_no or which) or _UNDECIDED.search(manner.question):
        return None
    denied = _DENIED.search(manner.question) is not None
    if denied and not which:
        return None  # "is there one with no deadline" is not answered by those that have one
    told = _listed(asked, view, having=not denied) if which else _decided(asked, manner, view)
    return Told(told, measure=asked.measure) if told else None


def _listed(asked: Trait, view: Portfolio, *, having: bool) -> str:
    """How many have it, or have it not, and which."""
    found = [one for one in view.projects if asked.holds(one, view) is having]
    if not found:
        return f"None {asked.said}." if having else f"None: {asked.said}, each of them."
    return f"{number(len(found)).capitalize()}: {listed(list(map(name_of, found)))}."


def _decided(asked: Trait, manner: Manner, view: Portfolio) -> str | None:
    decided = [(one, asked.holds(one, view)) for one in view.projects]
    if asked.lacking and any(holds is None for _, holds in decided):
        return None  # what one of them does says nothing of all
    having = [name_of(one) for one, holds in decided if holds]
    lacking = [one for one, holds in decided if holds is False]
    every = manner.mentions(r"\b(?:all|everything|every|each|both)\b") or (asked.of_us and manner.mentions(r"\bwe\b"))
    if len(having) + len(lacking) == 1 or (every and len(lacking) == 1):
        if not lacking:
            return f"Yes: {having[0]} {asked.said}."
        return f"No: {name_of(lacking[0])} {asked.denied(lacking[0])}."
    if every and lacking:
        return f"No, {number(len(lacking))} not: {listed(list(map(name_of, lacking)))}."
    if not having:
        return f"No: none of them {asked.said}." if lacking else None
    return f"Yes, {number(len(having))}: {listed(having)}." if len(having) > 1 else f"Yes: {having[0]} {asked.said}."
