"""Traits: what a project is or is not, by its record; a question of yes or no, or how many, is decided by them."""

from __future__ import annotations

import re
from collections.abc import Callable

from common.services import frozen
from domain.pa.manner import Manner
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
    """

    words: str
    said: str
    holds: Callable[[Project, Portfolio], bool | None]
    intent: str = ""
    of_us: bool = False

    @property
    def denied(self) -> str:
        """How it is told of a project that has it not: "has no deadline"."""
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
_TRAITS = (
    *(_phase(phase) for phase in WORKING_PHASES),
    Trait(r"\bon hold\b|\bpaused\b", "is on hold", _in(ProjectStatus.ON_HOLD)),
    Trait(r"\bdrafts?\b", "is a draft", _in(ProjectStatus.DRAFT)),
    Trait(r"\bsubmitted\b", "is submitted", lambda project, _view: project.submitted_at is not None),
    Trait(r"\bcancell?ed\b", "is cancelled", _in(ProjectStatus.CANCELLED)),
    Trait(_HAVING.format("deadline"), "has a deadline", lambda project, _view: project.deadline is not None),
    Trait(_HAVING.format("(?:ceiling|limit)"), "has a ceiling", lambda project, _view: project.ceiling is not None),
    Trait(r"\bover\b|overspen|too much|exceed|overrun|blown", "has spent more than was allowed", _over, "budget"),
    Trait(r"\b(?:within|under|inside)\b|\bleft\b|remain|enough", "has money left", _left, "budget", of_us=True),
    Trait(r"\bmissed\b", "has missed its deadline", _missed),
    Trait(r"\blate\b|delay|behind|overdue|slip|\bmiss", "is late", _late),
    Trait(_IN_TIME, "is in time", lambda one, view: not _late(one, view) if one.deadline else None, of_us=True),
    Trait(_DONE, "is completed", _in(ProjectStatus.COMPLETED), of_us=True),
    Trait(_RUNNING, "is under way", _in(ProjectStatus.ACTIVE)),
)
_UNDECIDED = re.compile(
    r"\b(?:by|before|until|till|in (?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)|only|alone|(?:more|less|fewer) than|at least|at most)\b"
    r"|\bwill\b.*\b(?:done|finished|completed?)\b|\d|\bnot\b|n't\b"
)


def of_traits(intent: str, manner: Manner, view: Portfolio) -> str | None:
    """Yes or no, or how many, to what a project is or is not; None where the question asks for nothing of the kind."""
    fitting = (trait for trait in _TRAITS if trait.intent in {"", intent} and manner.mentions(trait.words))
    asked = next(fitting, None)
    listing = manner.kind == "plain" and manner.mentions(r"^(?:and )?(?:which|what) (?:of|projects?|ones?)\b")
    which = manner.kind == "how_many" or listing
    if asked is None or not (manner.yes_no or which) or _UNDECIDED.search(manner.plain):
        return None
    decided = [(one, asked.holds(one, view)) for one in view.projects]
    having = [name_of(one) for one, holds in decided if holds]
    lacking = [name_of(one) for one, holds in decided if holds is False]
    if which:
        return f"{number(len(having)).capitalize()}: {listed(having)}." if having else f"None {asked.said}."
    every = manner.mentions(r"\b(?:all|everything|every|each|both)\b") or (asked.of_us and manner.mentions(r"\bwe\b"))
    if len(having) + len(lacking) == 1 or (every and len(lacking) == 1):
        return f"No: {lacking[0]} {asked.denied}." if lacking else f"Yes: {having[0]} {asked.said}."
    if every and lacking:
        return f"No, {number(len(lacking))} not: {listed(lacking)}."
    if not having:
        return f"No: none of them {asked.said}." if lacking else None
    return f"Yes, {number(len(having))}: {listed(having)}." if len(having) > 1 else f"Yes: {having[0]} {asked.said}."
