"""Traits: what a project is or is not, by its record; a question of yes or no, or how many, is decided by them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from domain.pa.manner import Manner
from domain.pa.phrases import name_of, number
from domain.pa.portfolio import Portfolio
from domain.projects import figures
from domain.projects.documents.markdown import listed
from domain.projects.phases import WORKING_PHASES
from domain.projects.records import Project
from domain.projects.states import Phase, ProjectStatus


@dataclass(frozen=True, slots=True)
class Trait:
    """What a project is or is not, by its record; `holds` is None where the record does not decide it."""

    words: str
    holds: Callable[[Project, Portfolio], bool | None]
    yes: str
    no: str
    intent: str = ""
    """Only questions of this intent ask for it; empty: of any."""
    of_us: bool = False
    """Asked of "we", it is asked of all projects."""


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


def _phase(phase: Phase) -> Trait:
    stem = phase.value[:6].rstrip("i")
    words = rf"\b(?:in|being|still|into) (?:the )?{stem}\w*\b|\b{stem}\w* phase"
    said = f"in the {phase.value} phase"
    return Trait(words, lambda project, _view: project.phase is phase, f"is {said}", f"is not {said}")


_TRAITS = (
    *(_phase(phase) for phase in WORKING_PHASES),
    Trait(r"\bon hold\b|\bpaused\b", _in(ProjectStatus.ON_HOLD), "is on hold", "is not on hold"),
    Trait(r"\bdrafts?\b", _in(ProjectStatus.DRAFT), "is a draft", "is no draft"),
    Trait(r"\bsubmitted\b", lambda one, _: one.submitted_at is not None, "is submitted", "is not submitted yet"),
    Trait(r"\bcancell?ed\b", _in(ProjectStatus.CANCELLED), "is cancelled", "is not cancelled"),
    Trait(
        r"\b(?:have|has|there)\b.* (?:a|any|no) deadlines?(?: (?:for|on) .*)?$",
        lambda one, _: one.deadline is not None,
        "has a deadline",
        "has no deadline",
    ),
    Trait(
        r"\b(?:have|has|there)\b.* (?:a|any|no) (?:ceiling|limit)s?(?: (?:for|on) .*)?$",
        lambda one, _: one.ceiling is not None,
        "has a ceiling",
        "has no ceiling",
    ),
    Trait(
        r"\bover\b|overspen|too much|exceed|overrun|blown",
        _over,
        "spent more than was allowed",
        "has not spent more than was allowed",
        "budget",
    ),
    Trait(
        r"\b(?:within|under|inside)\b|\bleft\b|remain|enough",
        lambda one, view: None if one.estimate is None else not _over(one, view) and one.spent < one.estimate.total,
        "has money left of what was estimated",
        "has no money left of what was estimated",
        "budget",
        of_us=True,
    ),
    Trait(r"\bmissed\b", _missed, "has missed its deadline", "has not missed a deadline"),
    Trait(r"\blate\b|delay|behind|overdue|slip|\bmiss", _late, "is late", "is not late"),
    Trait(
        r"on (?:time|schedule|track)|in time|make (?:it|the|its|our)|meet",
        lambda one, view: not _late(one, view) if one.deadline else None,
        "is in time",
        "is not in time",
        of_us=True,
    ),
    Trait(
        r"^(?!.*\b(?:to be|anything|something|nothing)\b).*\b(?:done|finished|completed?)\b",
        _in(ProjectStatus.COMPLETED),
        "is completed",
        "is not completed",
        of_us=True,
    ),
    Trait(
        r"\b(?:active|running(?! (?:out|low|late|over|short))|under way|underway|ongoing|in progress)\b",
        _in(ProjectStatus.ACTIVE),
        "is under way",
        "is not under way",
    ),
)
_UNDECIDED = re.compile(
    r"\b(?:by|before|until|till|in (?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december))\b|\bwill\b.*\b(?:done|finished|completed?)\b|\d|\bnot\b|n't\b"
)


def of_traits(intent: str, manner: Manner, view: Portfolio) -> str | None:
    """Yes or no, or how many, to what a project is or is not; None where the question asks for nothing of the kind."""
    fitting = (trait for trait in _TRAITS if trait.intent in {"", intent} and manner.mentions(trait.words))
    asked = next(fitting, None)
    if asked is None or not (manner.yes_no or manner.kind == "how_many") or _UNDECIDED.search(manner.plain):
        return None
    decided = [(one, asked.holds(one, view)) for one in view.projects]
    having = [name_of(one) for one, holds in decided if holds]
    lacking = [name_of(one) for one, holds in decided if holds is False]
    if manner.kind == "how_many":
        return f"{number(len(having)).capitalize()}: {listed(having)}." if having else f"None {asked.yes}."
    every = manner.mentions(r"\b(?:all|everything|every|each|both)\b") or (asked.of_us and manner.mentions(r"\bwe\b"))
    if len(having) + len(lacking) == 1 or (every and len(lacking) == 1):
        return f"No: {lacking[0]} {asked.no}." if lacking else f"Yes: {having[0]} {asked.yes}."
    if every and lacking:
        return f"No, {number(len(lacking))} not: {listed(lacking)}."
    if not having:
        return f"No: none of them {asked.yes}." if lacking else None
    return f"Yes, {number(len(having))}: {listed(having)}." if len(having) > 1 else f"Yes: {having[0]} {asked.yes}."
