"""What is asked of the estimate's table: a value, each one, the most, the least, a share, a distance (ADR 55)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.estimate_table import Row, figure_of, phases_of, rows_of
from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Figure, Of, Operation
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import quoted_text
from domain.language.dialogue import About
from domain.projects import figures
from domain.projects.documents.markdown import listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import money, working_days
from domain.projects.records import Estimate
from domain.receipts.tracing import named, total

_MOST_LISTED = 12
_OF_DOCUMENTS = r"documents?|papers?|docs|texts?|planning|writing|revisions?|corrections?"
_TAXES = r"tax\w*|vat|gst"
_BESIDE = r"extra|on top|separate\w*|additional\w*"


def told(query: Query, facts: ProjectFacts, estimate: Estimate) -> Part | None:
    """What is asked for of the table; None where it is the project's figure of its own, such as its ceiling."""
    asked = query.asked_for
    if asked.operation is Operation.INCLUDED:
        return _included(query, facts, estimate)
    rows = rows_of(query, facts, estimate)
    said = _of_rows(query, rows, facts, estimate)
    if said is None:
        return None
    shares = dict.fromkeys(row.who for row in rows or phases_of(facts, estimate))
    return replace(said, contributions=tuple(roles.standing(facts, who) for who in shares if facts.deliverables))


def _of_rows(query: Query, rows: tuple[Row, ...], facts: ProjectFacts, estimate: Estimate) -> Part | None:
    asked = query.asked_for
    if asked.operation is Operation.PERCENT:
        return Part(_percent(query, rows, facts, estimate))
    figure = next((one for one in asked.figures if one in _OF_THE_PROJECT), None)
    if figure and not query.phases and (figure is Figure.LEFT or not query.documents):
        said = _OF_THE_PROJECT[figure](query, facts, estimate)
        return Part(said) if said else None
    if asked.operation in {Operation.MOST, Operation.LEAST}:
        # "Is the roadmap the cheapest?" holds one against all of its kind.
        whole = rows if len(rows) > 1 else rows_of(_of_all(query, rows), facts, estimate)
        return _extreme(query, whole, rows if len(rows) == 1 else (), estimate)
    if not rows:
        return None
    if len(rows) > 1 and asked.of:
        return _each(query, rows, estimate)
    return Part(" ".join(_sentence(row, facts, estimate, figure=figure_of(query)) for row in rows), about=_about(rows))


def _about(rows: Sequence[Row]) -> About:
    names = tuple(row.name.strip("*") for row in rows)
    return About(names=names if len(rows) == 1 else (), shown=names)


def _sentence(row: Row, facts: ProjectFacts, estimate: Estimate, *, figure: Figure) -> str:
    if figure is Figure.DAYS and row.days is not None:
        return f"The {row.name.lower()} documents take {working_days(row.days)} of work."
    cost, spent = money(row.estimated, estimate.currency), money(row.spent, estimate.currency)
    if row.kind is None:
        return f"{row.name} documents ({row.who}) are estimated at {cost}; {spent} is spent on them so far."
    waiting = [item for item in slices.pending_approvals(facts) if item.deliverable_kind is row.kind]
    more = f" Approving it costs nothing; {revision_price(waiting[0], facts)}." if waiting else ""
    return f"The {row.name} is estimated at {cost}; {spent} is spent on it so far.{more}"


def _each(query: Query, rows: Sequence[Row], estimate: Estimate) -> Part:
    """Each row's figure on a line, and their sum; of documents and phases alike."""
    figure, currency = figure_of(query), estimate.currency
    if figure is Figure.DAYS and all(row.days is not None for row in rows):
        each = listed(f"{row.name} {working_days(row.days or 0)}" for row in rows)
        return Part(f"The documents take, by phase: {each}.", about=_about(rows))
    figure = Figure.ESTIMATED if figure is Figure.DAYS else figure
    noun = {Figure.SPENT: "Spent so far", Figure.LEFT: "Still to be spent"}.get(figure, "Estimated")
    whole = money(total(row.value(figure) for row in rows), currency)
    spent = figure is Figure.ESTIMATED and any(row.spent for row in rows)
    lines = [
        f"{row.name} ({row.who}): {money(row.value(figure), currency)}"
        + (f", of it spent {money(row.spent, currency)}" if spent else "")
        for row in rows
    ]
    by = "document" if rows[0].kind else "phase"
    return Part(f"{noun}, by {by}, together {whole}:\n\n{folded(lines, _MOST_LISTED)}", about=_about(rows))


def _of_all(query: Query, rows: Sequence[Row]) -> Query:
    by = query.asked_for.of or (Of.DOCUMENTS if rows and rows[0].kind else Of.PHASES)
    return replace(query, documents=(), phases=(), roles=(), asked_for=replace(query.asked_for, of=by))


def _extreme(query: Query, rows: Sequence[Row], asked: Sequence[Row], estimate: Estimate) -> Part:
    """The row that has most of a figure, or least; all of them where several have the same. `asked`: the one named."""
    figure, wants_most = figure_of(query), query.asked_for.operation is Operation.MOST
    if figure is Figure.LEFT and all(row.value(figure) <= 0 for row in rows):
        figure = Figure.ESTIMATED
    ordered = sorted(rows, key=lambda row: row.value(figure), reverse=wants_most)
    found = [row for row in rows if row.value(figure) == ordered[0].value(figure)]
    others = [row for row in ordered if row not in found]
    said = {row.name: _amount(row, figure, estimate) for row in rows}
    verb = ("takes" if figure is Figure.DAYS else "costs").removesuffix("" if len(found) == 1 else "s")
    noun = "documents" if rows[0].kind else "phases"
    of = f" of the {len(rows)} {noun}" if len(rows) > 1 else ""
    names = listed(row.name for row in found)
    headline = f"{names} {verb} the {'most' if wants_most else 'least'}{of}: {said[found[0].name]}"
    about = About(names=_about(found).shown, shown=_about(rows).shown)
    each = "" if len(found) == 1 else " each"
    is_it = verdict(query, holds=asked[0] in found) if asked and not query.mentions("than") else ""
    return Part(f"{is_it}{headline}{each}.", (folded(f"{row.name}: {said[row.name]}" for row in others),), about=about)


def _amount(row: Row, figure: Figure, estimate: Estimate) -> str:
    if figure is Figure.DAYS and row.days is not None:
        return working_days(row.days)
    noun = {Figure.SPENT: "spent so far", Figure.LEFT: "still to be spent"}.get(figure, "by the estimate")
    return f"{money(row.value(figure), estimate.currency)} {noun}"


def _percent(query: Query, rows: Sequence[Row], facts: ProjectFacts, estimate: Estimate) -> str:
    """The share of the estimate or of the ceiling that is spent, or that a document or a phase has."""
    currency, budget = estimate.currency, figures.budget(facts.project)
    spends = not (rows or Figure.ESTIMATED in query.asked_for.figures) or Figure.SPENT in query.asked_for.figures
    wholes = [("the estimate", estimate.total)]
    if budget.ceiling:
        wholes.append(("your ceiling", budget.ceiling))
        if Figure.CEILING in query.asked_for.figures or Figure.LIMIT in query.asked_for.figures:
            wholes.reverse()
    if rows:
        shares = [f"{row.name} {_share(row.spent if spends else row.estimated, estimate.total)}" for row in rows]
        verb = "spent on" if spends else "estimated for"
        return f"Of the estimate of {money(estimate.total, currency)}, {verb}: {listed(shares)}."
    part = facts.project.spent if spends else estimate.total
    wholes = wholes if spends else [one for one in wholes if one[0] != "the estimate"] or wholes
    shares = [f"{_share(part, whole)} of {name}, {money(whole, currency)}" for name, whole in wholes]
    verb = "is spent" if spends else "is estimated"
    return f"{'; '.join(shares)}: {money(part, currency)} {verb} for planning and documents."


def _share(part: int, whole: int) -> str:
    """In whole percent, rounded; each step of it is traced."""
    return f"{(200 * part + whole) // (2 * whole)} %"


def _headroom(query: Query, facts: ProjectFacts, estimate: Estimate) -> str:
    """How far the estimate and what is spent are under or over the ceiling, or under a sum that the question names."""
    budget, currency = figures.budget(facts.project), estimate.currency
    ceiling: int | None = budget.ceiling
    most: int
    if query.amount is not None and query.amount not in {ceiling, estimate.total}:
        most, name = named(query.amount), "the sum you name"
    elif ceiling is None:
        return f"You set no ceiling; the estimate is {money(estimate.total, currency)}."
    else:
        most, name = ceiling, "your ceiling"
    gap, side = money(abs(most - estimate.total), currency), "under" if most >= estimate.total else "over"
    spent = f" {money(budget.spent, currency)} is spent, {money(most - budget.spent, currency)} under it."
    said = f"The estimate of {money(estimate.total, currency)} is {gap} {side} {name}, {money(most, currency)}."
    return f"{said}{spent if budget.spent <= most and facts.project.estimate else ''} {NOT_IN_IT}"


def _limit(query: Query, facts: ProjectFacts, estimate: Estimate) -> str:
    """Up to which sum the team may spend, and what of it is left."""
    budget, currency, most = figures.budget(facts.project), estimate.currency, figures.limit(facts.project)
    if most is None:
        return f"You set no ceiling, so the team stops at no sum; the estimate is {money(estimate.total, currency)}."
    of = "your ceiling"
    if budget.ceiling is not None and most > budget.ceiling:
        of = f"the estimate that you accepted over your ceiling of {money(budget.ceiling, currency)}"
    left = money(budget.may_still_spend or 0, currency)
    by_itself = verdict(query, holds=False) if query.mentions("more|over|above|beyond|by itself|without") else ""
    return (
        f"{by_itself}the team may spend up to {money(most, currency)}, {of}; there it stops and asks you. "
        f"{money(budget.spent, currency)} is spent, so {left} may still be spent. {NOT_IN_IT}"
    )


def _left(query: Query, facts: ProjectFacts, estimate: Estimate) -> str:
    """What finishing the documents still costs."""
    if facts.project.estimate is None:
        return ""
    currency, left = estimate.currency, estimate.total - facts.project.spent
    spent, whole = money(facts.project.spent, currency), money(estimate.total, currency)
    if left < 0:
        over = money(-left, currency)
        return f"Nothing is left of the estimate of {whole} for planning and documents: {spent} is spent, {over} more."
    answer = verdict(query, holds=left > 0) if query.mentions("any|money|something|anything") else ""
    return (
        f"{answer}{money(left, currency)} of the estimate of {whole} for planning and documents is left; {spent} is "
        "spent."
    )


def _included(query: Query, facts: ProjectFacts, estimate: Estimate) -> Part:
    """That the figures have planning and documents alone, with what is and what is not in them."""
    outlook, currency = slices.build_outlook_of(facts), estimate.currency
    of_documents = query.mentions(_OF_DOCUMENTS) and not query.mentions("build\\w*|programm\\w*|develop\\w*")
    answer = "" if query.mentions(_BESIDE) else verdict(query, holds=of_documents)
    span = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    beside = (
        f"building the product ({span}, by the build outlook), for which Atrium does not charge, and what others charge"
    )
    lines = [
        "The first revision of each document is included; each further one costs a quarter of its writing.",
        f"Not in it: {beside}, such as hosting, stores or services.",
    ]
    if query.mentions(_TAXES):
        of = f"the {money(estimate.total, currency)} is hours of writing at day rates, for planning and documents"
        return Part(f"It is not in the records whether taxes are in it: {of}.", tuple(lines[1:]))
    words, wishes = particular_words(query.plain), slices.wishes(facts)
    meant = [wish for wish in wishes if words & tokens(wish.text)] or wishes
    if meant and not of_documents:
        names = listed(quoted_text(wish.text) for wish in meant)
        lines.append(f"Change requests are not part of the brief and not in the price: {names}.")
    whole = f"the {money(estimate.total, currency)} is for planning and documents alone"
    headline = f"{answer}{whole}; building, hosting and what others charge are not in it."
    return Part(headline, tuple(reversed(lines)) if meant and not of_documents else tuple(lines))


NOT_IN_IT = "A ceiling bounds planning and documents; building the product is not in it."
# What only the project has; the ceiling itself is told with all that it bounds (`about_money`).
_OF_THE_PROJECT: Mapping[Figure, Callable[[Query, ProjectFacts, Estimate], str]] = MappingProxyType(
    {Figure.HEADROOM: _headroom, Figure.LIMIT: _limit, Figure.LEFT: _left}
)
