"""Which figure of projects a question asks for and what is to be done with it, and the answer (ADR 56).

What a question asks is told by weights learned from `data/intents/measured*.jsonl`; the answer, by `MEASURES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from common.services import frozen
from domain.language.learned import Reader, Text
from domain.pa.formats import short_list
from domain.pa.measures import MEASURES, Measure, share_of
from domain.pa.phrases import name_of
from domain.pa.portfolio import Portfolio
from domain.projects.documents.markdown import listed
from domain.projects.records import Project
from domain.projects.states import ProjectStatus

APPROVER = "approver"
"""No figure, but told of each project like one: who signs, by its brief."""
EACH, SUM, DIFFERENCE, MOST, LEAST = OPERATIONS = ("each", "sum", "difference", "most", "least")
_PERCENT, _NONE = "percent", "none"
_ASKED = (*(name for name in MEASURES if name != "over_share"), APPROVER)
READER = Reader((*_ASKED, *OPERATIONS, _PERCENT, _NONE), Path(__file__).with_name("measuring.bin"))
BY_INTENT: Mapping[str, str] = {
    "budget": "spent",
    "timeline": "deadline",
    "project_status": "progress",
    "summary": "progress",
    "approvals": "documents",
}
"""The measure by which what an answer of an intent tells is set apart ("by how much?")."""
_THAN = re.compile(r"\b(?:than|before|after)\b")
_PER = re.compile(r"\b(?:each|per|by|every|both|how many more)\b")
_WHO = re.compile(r"\b(?:who\w*|approver|person|named?)\b")
_PAIR = 2
_LEAST_SURE = -1.0  # log-odds; beside an intent that agrees


@frozen
class Asked:
    """A measure, empty where the question names none, and the operation, empty likewise."""

    measure: str = ""
    operation: str = ""
    percent: bool = False
    is_sure: bool = True
    """Both are more likely than not, and that it asks for something else is unlikely."""

    @property
    def intent(self) -> str:
        """The intent of a whole question; empty where the measure or the operation is missing."""
        if not (self.measure and self.operation):
            return ""
        return "project_status" if self.measure == APPROVER else MEASURES[self.measure].intent


@frozen
class Told:
    """The answer in Markdown, and the project it points out."""

    text: str
    names: tuple[str, ...] = ()
    measure: str = ""


def asked_in(read: Text) -> Asked | None:
    """What a message asks; None where it likely asks for no figure."""
    odds = READER.likelihoods(read)
    likely: Callable[[Sequence[str]], str] = lambda among: max(  # noqa: E731
        (one for one in among if odds[one] > _LEAST_SURE), key=odds.__getitem__, default=""
    )
    measure, operation = likely(_ASKED), likely(OPERATIONS)
    sure = odds[_NONE] <= _LEAST_SURE and odds.get(measure, -1) > 0 and odds.get(operation, -1) > 0
    is_asked = odds[_NONE] <= 0 and (measure or operation or odds[_PERCENT] > 0)
    return Asked(measure, operation, odds[_PERCENT] > 0, sure) if is_asked else None


def names_somebody(plain: str) -> bool:
    """Whether a question may ask for the approver at all: it asks for somebody."""
    return _WHO.search(plain) is not None


def completed(asked: Asked, before: str) -> Asked:
    """A question that leaves out the measure, of that told `before`; in percent where it says so."""
    named = asked.measure or before
    measure = MEASURES.get(named)
    is_share = asked.percent and measure is not None and measure.share
    return Asked(measure.share if measure is not None and is_share else named, asked.operation or EACH)


def tell(asked: Asked, view: Portfolio, *, yes_no: bool = False, plain: str = "") -> Told | None:
    """The answer, which remembers its measure; see `_told`."""
    found = _told(asked, view, yes_no=yes_no, plain=plain)
    return found and replace(found, measure=asked.measure)


def _told(asked: Asked, view: Portfolio, *, yes_no: bool, plain: str) -> Told | None:
    """The answer; None where the records do not give it, or it would say nothing.

    Args:
        asked: a whole question.
        view: the portfolio, narrowed to the projects asked about.
        yes_no: yes or no is asked: told to whether one of two is more.
        plain: the question's plain words.
    """
    measure = MEASURES[asked.measure]
    of = [one for one in view.projects if one.status not in measure.leaves_out]
    valued = [(one, value) for one in of if (value := measure.value(one, view)) is not None]
    valued.sort(key=lambda found: found[1], reverse=asked.operation != LEAST)
    if yes_no:
        return _whether(asked, measure, valued, view) if _THAN.search(plain) else None
    if not valued:
        return None  # what there is instead, the answer to the whole topic tells
    if asked.operation != EACH and len(of) == 1:
        return _each(measure, of, view)
    match asked.operation:
        case "sum":
            return _sum(measure, valued, of, view)
        case "difference":
            return _apart(measure, valued, view)
        case "most" | "least":
            return _extreme(asked.operation, measure, valued, view)
        case _ if measure.together and len(of) > 1:
            return _sum(measure, valued, of, view)
        case _:
            return None if measure.counts and not _PER.search(plain) else _each(measure, of, view)


def _line(measure: Measure, project: Project, view: Portfolio) -> str:
    without = measure.without if project.status is not ProjectStatus.DRAFT else "a draft; its intake is not submitted"
    told = measure.told(project, view) if measure.value(project, view) is not None else without
    return f"{name_of(project)}: {told}"


def _lines(measure: Measure, of: Sequence[Project], view: Portfolio) -> str:
    return short_list(_line(measure, one, view) for one in of)


def _each(measure: Measure, of: Sequence[Project], view: Portfolio) -> Told:
    alone = f"{_line(measure, of[0], view)}." if len(of) == 1 else _lines(measure, of, view)
    return Told(alone, (of[0].name,) if len(of) == 1 else ())


def _extreme(which: str, measure: Measure, valued: Sequence[tuple[Project, Any]], view: Portfolio) -> Told | None:
    """The project where the figure is highest or lowest, then the others."""
    said = measure.most if which == MOST else measure.least
    if not said:
        return None
    best = [one for one, value in valued if value == valued[0][1]]
    others = [one for one, _ in valued[len(best) :]]
    if len(valued) == 1:
        return Told(f"Only {name_of(best[0])} has such a figure: {_bare(measure, best[0], view)}.", (best[0].name,))
    if len(best) > 1:
        return Told(f"{listed(list(map(name_of, best)))} are level:\n\n{_lines(measure, [*best, *others], view)}")
    first = f"{name_of(best[0])} {said}: {_bare(measure, best[0], view)}."
    return Told(f"{first}\n\n{_lines(measure, others, view)}", (best[0].name,))


def _bare(measure: Measure, project: Project, view: Portfolio) -> str:
    return _line(measure, project, view).removeprefix(f"{name_of(project)}: ")


def _sum(
    measure: Measure, valued: Sequence[tuple[Project, Any]], of: Sequence[Project], view: Portfolio
) -> Told | None:
    """The figures added up, for each currency; shares are those of the sums."""
    if not measure.together:
        return None
    currencies = dict.fromkeys(one.estimate.currency if one.estimate else "" for one, _ in valued)
    lines = []
    for currency in currencies:
        own = [one for one, _ in valued if (one.estimate.currency if one.estimate else "") == currency]
        totals = [sum(MEASURES[name].value(one, view) for one in own) for name in measure.parts]
        number = share_of(*totals) if totals else sum(value for one, value in valued if one in own)
        lines.append(f"{measure.written(number, own[0])} {measure.together}, {_together(own)}.")
    return Told(f"{' '.join(lines)}\n\n{_lines(measure, of, view)}")


def _together(of: Sequence[Project]) -> str:
    return (
        "both together" if len(of) == _PAIR else f"all {len(of)} together" if len(of) > 1 else f"for {name_of(of[0])}"
    )


def _apart(measure: Measure, valued: Sequence[tuple[Project, Any]], view: Portfolio) -> Told | None:
    """How far the highest lies above the next."""
    if not measure.more or len(valued) < _PAIR:
        return _each(measure, [one for one, _ in valued], view)
    (first, high), (second, low) = valued[:_PAIR]
    gap = measure.written(high - low, first).replace(" %", " percentage points")
    names = {"high": name_of(first), "low": name_of(second)}
    told = measure.more.format(gap=gap, **names) if high != low else f"{listed(list(names.values()))} are level"
    return Told(f"{told}.\n\n{_lines(measure, [first, second], view)}", (first.name,))


def _whether(asked: Asked, measure: Measure, valued: Sequence[tuple[Project, Any]], view: Portfolio) -> Told | None:
    """Yes or no to whether the first of two projects named is more, or less, than the other."""
    named = [one.name for one in view.projects]
    if len(named) != _PAIR or len(valued) != _PAIR or asked.operation not in {MOST, LEAST}:
        return None
    level = valued[0][1] == valued[1][1]
    verdict = "Yes" if valued[0][0].name == named[0] and not level else "No"
    told = _extreme(asked.operation, measure, valued, view)
    return told and Told(f"{verdict}: {told.text}", told.names)
