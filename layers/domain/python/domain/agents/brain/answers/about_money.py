"""Money: what is on record of it, the figure asked for first. Nothing is computed or compared here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.lookup import entries, particular_words, stem
from domain.agents.brain.answers.part import Part
from domain.agents.brain.asked_for import Figure, Of, Operation
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import RETURNED, Query
from domain.agents.brain.wording import told
from domain.answers.facts import Sheet, Topic
from domain.language.dialogue import About
from domain.language.matching import tokens
from domain.projects.documents.markdown import bullets
from domain.projects.wording import NO_CEILING

_CEILING = (
    r"ceiling|limit|cap|at most|maximum|max|(?:over|under|within|in|inside)(?: the| my| our)? budget|overspen\w+|"
    r"exceed\w*|budget (?:ok|okay|fine|enough)"
)
_SPENT = r"spent|spend|spending|burn\w*|paid|used up|so far|already"
_RATES = r"(?:day |daily )?rates?|(?:per|a) day"
_HOW_LONG = r"how long|how many (?:days|weeks|months)|effort"
_OF_MONEY = tokens(
    "cost price expensive dear cheap pay money budget estimate estimated build building built charge euro"
)
_ENTRY = re.compile(r"\br\d{1,3}\b")
_FORECAST = ("money.forecast", "money.forecast_ceiling")
_MOST_OTHERS = 4

type Ids = tuple[str, ...]
"""Facts whose sentences are told together."""


def costs(query: Query, facts: ProjectFacts) -> Part:
    """The fact asked for, and at most four others."""
    if facts.project.archived:
        return Part(ended(facts))
    if facts.project.plan is None:
        return draft_status(facts)
    sheet = slices.sheet_of(facts)
    first = next(ids for ids in _asked(query, facts) if sheet.find(ids[0]))
    headline = told(sheet, *first)
    if _asks_for_the_ceiling(query) and facts.project.ceiling is None:
        headline = f"{NO_CEILING} {headline}"
    others = bullets(told(sheet, *ids) for ids in list(_others(sheet, first))[:_MOST_OTHERS])
    names = tuple(one.removeprefix("brief.") for one in first if one.startswith("brief."))
    return Part(headline, (ended(facts) if slices.is_over(facts) else "", others), about=About(names=names))


def _asked(query: Query, facts: ProjectFacts) -> Iterator[Ids]:
    """The facts that a question may ask for, the surest first."""
    figures = query.asked_for.figures
    yield from ((f"brief.{named.upper()}",) for named in _ENTRY.findall(query.plain))
    is_of_documents = query.documents or query.asked_for.of is Of.DOCUMENTS
    if is_of_documents or query.mentions("revisions?") or RETURNED.search(query.plain):
        yield ("money.documents",)
    if query.roles or query.mentions(_RATES):
        yield ("money.rates",)
    if Figure.LEFT in figures:
        yield _FORECAST
    if _asks_for_the_ceiling(query):
        yield from ((*_FORECAST, "money.to_fit"), ("money.ceiling", "money.to_fit"))
    is_spent = query.mentions(_SPENT) or query.asked_for.operation is Operation.PERCENT
    if is_spent or figures[:1] == (Figure.SPENT,):
        yield ("money.spent",)
    if named := _named_by_its_words(query, facts):
        yield (f"brief.{named}",)
    if Figure.DAYS in figures or query.mentions(_HOW_LONG):
        yield ("money.effort", "dates.expected", "dates.estimate")
    yield ("money.likely",)


def _named_by_its_words(query: Query, facts: ProjectFacts) -> str | None:
    """The id of the one must-have that a question names by most of its own words."""
    own = frozenset(map(stem, particular_words(query.plain) - _OF_MONEY))
    shared = {one.id: len(own & frozenset(map(stem, tokens(one.words)))) for one in entries(facts, "requirements")}
    most = max(shared.values(), default=0)
    found = [one for one, number in shared.items() if number == most]
    return found[0] if len(found) == 1 and most and 2 * most >= len(own) else None


def _asks_for_the_ceiling(query: Query) -> bool:
    return bool({Figure.HEADROOM, Figure.LIMIT, Figure.CEILING} & {*query.asked_for.figures}) or query.mentions(
        _CEILING
    )


def _others(sheet: Sheet, first: Ids) -> Iterator[Ids]:
    """The other facts on money; what the forecast means for the ceiling is told with the forecast."""
    for fact in sheet.about(Topic.MONEY):
        if fact.id not in (*first, _FORECAST[1]):
            yield _FORECAST if fact.id == _FORECAST[0] else (fact.id,)
