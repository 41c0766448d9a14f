"""What is done with the figures of documents and phases: told, each one, the most, the least, a share (ADR 55)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.estimate_table import Row, figure_of, phases_of, rows_of
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Figure, Of, Operation
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.language.dialogue import About
from domain.projects import figures
from domain.projects.documents.markdown import listed
from domain.projects.documents.parts import money, working_days
from domain.projects.records import Estimate
from domain.receipts.tracing import total

_MOST_LISTED = 12
_NOUNS = {Figure.SPENT: "spent so far", Figure.LEFT: "still to be spent"}


def told(query: Query, facts: ProjectFacts, estimate: Estimate) -> Part | None:
    """What is asked for of the table; None where it is a figure of the whole project, such as its ceiling."""
    rows = rows_of(query, facts, estimate)
    said = _of_rows(query, rows, facts, estimate)
    shares = dict.fromkeys(row.who for row in rows or phases_of(facts, estimate))
    return said and replace(
        said, contributions=tuple(roles.standing(facts, who) for who in shares if facts.deliverables)
    )


def _of_rows(query: Query, rows: tuple[Row, ...], facts: ProjectFacts, estimate: Estimate) -> Part | None:
    asked = query.asked_for
    if asked.operation is Operation.PERCENT:
        return Part(_percent(query, rows, facts, estimate))
    if asked.operation in {Operation.MOST, Operation.LEAST}:
        # "Is the roadmap the cheapest?" holds one against all of its kind.
        whole = rows if len(rows) > 1 else rows_of(_of_all(query, rows), facts, estimate)
        return _extreme(query, whole, rows if len(rows) == 1 else (), estimate)
    if not rows:
        return None
    if len(rows) > 1 and asked.of:
        return _each(query, rows, estimate)
    return Part(" ".join(_sentence(row, facts, estimate) for row in rows), about=_about(rows))


def _about(rows: Sequence[Row]) -> About:
    names = tuple(row.name.strip("*") for row in rows)
    return About(names=names if len(rows) == 1 else (), shown=names)


def _sentence(row: Row, facts: ProjectFacts, estimate: Estimate) -> str:
    cost, spent = money(row.estimated, estimate.currency), money(row.spent, estimate.currency)
    if row.days is not None:
        days = working_days(row.days)
        return f"{row.name} documents ({row.who}) are estimated at {cost} and {days}; {spent} is spent on them so far."
    waiting = [item for item in slices.pending_approvals(facts) if item.deliverable_kind is row.kind]
    more = f" Approving it costs nothing; {revision_price(waiting[0], facts)}." if waiting else ""
    return f"The {row.name} is estimated at {cost}; {spent} is spent on it so far.{more}"


def _amount(row: Row, figure: Figure, currency: str) -> str:
    if figure is Figure.DAYS and row.days is not None:
        return working_days(row.days)
    return f"{money(row.value(figure), currency)} {_NOUNS.get(figure, 'by the estimate')}"


def _each(query: Query, rows: Sequence[Row], estimate: Estimate) -> Part:
    """Each row's figure on a line, and the sum of what is money."""
    figure, currency = figure_of(query), estimate.currency
    by = "document" if rows[0].kind else "phase"
    if figure is Figure.DAYS and not rows[0].kind:
        lines = [f"{row.name}: {_amount(row, figure, currency)}" for row in rows]
        return Part(f"Working days, by {by}:\n\n{folded(lines)}", about=_about(rows))
    figure = Figure.ESTIMATED if figure is Figure.DAYS else figure
    whole = money(total(row.value(figure) for row in rows), currency)
    spent = figure is Figure.ESTIMATED and any(row.spent for row in rows)
    lines = [
        f"{row.name} ({row.who}): {money(row.value(figure), currency)}"
        + (f", of it spent {money(row.spent, currency)}" if spent else "")
        for row in rows
    ]
    noun = _NOUNS.get(figure, "estimated").capitalize()
    return Part(f"{noun}, by {by}, together {whole}:\n\n{folded(lines, _MOST_LISTED)}", about=_about(rows))


def _of_all(query: Query, rows: Sequence[Row]) -> Query:
    by = query.asked_for.of or (Of.DOCUMENTS if rows and rows[0].kind else Of.PHASES)
    return replace(query, documents=(), phases=(), roles=(), asked_for=replace(query.asked_for, of=by))


def _extreme(query: Query, rows: Sequence[Row], asked: Sequence[Row], estimate: Estimate) -> Part:
    """The row that has most of a figure, or least; all of them where several have the same. `asked`: the one named."""
    figure, wants_most = figure_of(query), query.asked_for.operation is Operation.MOST
    ordered = sorted(rows, key=lambda row: row.value(figure), reverse=wants_most)
    found = [row for row in rows if row.value(figure) == ordered[0].value(figure)]
    said = {row.name: _amount(row, figure, estimate.currency) for row in ordered}
    verb = ("takes" if figure is Figure.DAYS else "costs").removesuffix("" if len(found) == 1 else "s")
    names, each = listed(row.name for row in found), "" if len(found) == 1 else " each"
    of = f" of the {len(rows)} {'documents' if rows[0].kind else 'phases'}" if len(rows) > 1 else ""
    is_it = verdict(query, holds=asked[0] in found) if asked and not query.mentions("than") else ""
    headline = f"{is_it}{names} {verb} the {'most' if wants_most else 'least'}{of}: {said[found[0].name]}{each}."
    others = folded(f"{row.name}: {said[row.name]}" for row in ordered if row not in found)
    return Part(headline, (others,), about=About(names=_about(found).shown, shown=_about(rows).shown))


def _percent(query: Query, rows: Sequence[Row], facts: ProjectFacts, estimate: Estimate) -> str:
    """The share of the estimate or of the ceiling that is spent, or that a document or a phase has."""
    currency, asked = estimate.currency, query.asked_for.figures
    spends = Figure.SPENT in asked or not (rows or Figure.ESTIMATED in asked)
    verb = "spent" if spends else "estimated"
    if rows:
        shares = [f"{row.name} {_share(row.spent if spends else row.estimated, estimate.total)}" for row in rows]
        return f"Of the estimate of {money(estimate.total, currency)}, {verb} for: {listed(shares)}."
    part = facts.project.spent if spends else estimate.total
    wholes = [("the estimate", estimate.total)] if spends else []
    if ceiling := figures.budget(facts.project).ceiling:
        first = 0 if {Figure.CEILING, Figure.LIMIT} & set(asked) else len(wholes)
        wholes.insert(first, ("your ceiling", ceiling))
    wholes = wholes or [("the estimate", estimate.total)]
    shares = [f"{_share(part, whole)} of {name}, {money(whole, currency)}" for name, whole in wholes]
    return f"{'; '.join(shares)}: {money(part, currency)} is {verb} for planning and documents."


def _share(part: int, whole: int) -> str:
    """In whole percent, rounded; each step of it is traced."""
    return f"{(200 * part + whole) // (2 * whole)} %"
