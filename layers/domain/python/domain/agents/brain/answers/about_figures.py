"""The table of figures of documents and phases, and what is done with them: each, most, least, a share (ADR 55)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from common.services import frozen
from domain.agents.brain import roles, slices
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.asked_for import Figure, Of, Operation
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.language.dialogue import About
from domain.projects import rates
from domain.projects.documents.markdown import listed
from domain.projects.documents.parts import money, working_days
from domain.projects.phases import spec_of
from domain.projects.records import Estimate
from domain.projects.states import DeliverableKind, Phase, Role
from domain.receipts.tracing import total

_MOST_LISTED = 12
_NOUNS = {Figure.ESTIMATED: "by the estimate", Figure.SPENT: "spent so far", Figure.LEFT: "still to be spent"}
_EACH = {Of.DOCUMENTS: "documents?|papers?|docs?", Of.PHASES: "phases?|stages?"}


@frozen
class Row:
    """What one document or one phase has of each figure; `who` writes it, and `name` is in bold.

    A single document, which alone has a `kind`, has no days.
    """

    name: str
    who: Role
    phase: Phase
    figures: Mapping[Figure, int]
    kind: DeliverableKind | None = None

    def amount(self, figure: Figure, currency: str) -> str:
        """The figure with its unit and its noun."""
        if figure is Figure.DAYS:
            return working_days(self.figures[figure])
        return f"{money(self.figures[figure], currency)} {_NOUNS[figure]}"


def told(query: Query, facts: ProjectFacts, estimate: Estimate) -> Part | None:
    """What is asked for of the table; None where it is a figure of the whole project, such as its ceiling."""
    asked, rows = query.asked_for, _rows(query, facts, estimate)
    if asked.operation in {Operation.MOST, Operation.LEAST}:
        # "Is the roadmap the cheapest?" holds one against all of its kind.
        by = asked.of or (Of.DOCUMENTS if rows and rows[0].kind else Of.PHASES)
        of_all = replace(query, documents=(), phases=(), roles=(), asked_for=replace(asked, of=by))
        said = _extreme(query, rows if len(rows) > 1 else _rows(of_all, facts, estimate), rows, estimate)
    elif not rows:
        return None
    elif len(rows) > 1 and asked.of:
        said = _each(query, rows, estimate)
    else:
        said = Part(" ".join(_sentence(row, facts, estimate) for row in rows), about=_about(rows))
    speaking = dict.fromkeys(row.who for row in rows) or dict.fromkeys(phase.role for phase in estimate.phases)
    return replace(said, contributions=tuple(roles.standing(facts, who) for who in speaking if facts.deliverables))


def _rows(query: Query, facts: ProjectFacts, estimate: Estimate) -> tuple[Row, ...]:
    """The documents or phases that are named, or each one where each is asked for; none for the whole project."""
    documents, phases = _table(facts, estimate)
    if query.documents:
        return tuple(row for row in documents if row.kind in query.documents)
    owners = query.roles if query.mentions("c[dmpt]o") and not query.phases else ()
    named = [row for row in phases if row.phase in query.phases or row.who in owners]
    nouns = [of for of, words in _EACH.items() if query.mentions(words)]
    of = nouns[0] if len(nouns) == 1 and query.asked_for.of else query.asked_for.of
    if of is Of.DOCUMENTS:
        chosen = {row.phase for row in named or phases}
        return tuple(row for row in documents if row.phase in chosen)
    return tuple(named or (phases if of is Of.PHASES else ()))


def _table(facts: ProjectFacts, estimate: Estimate) -> tuple[list[Row], list[Row]]:
    """A row for each document, and one for each phase; what is spent on a phase is the sum over its documents."""
    documents, phases, currency = [], [], estimate.currency
    for line in estimate.lines:
        spec, document = spec_of(line.kind), slices.document_of(facts, line.kind)
        spent = rates.cost(document.spent_hours, role=line.role, currency=currency) if document else total([])
        known = {Figure.ESTIMATED: line.cost, Figure.SPENT: spent, Figure.LEFT: line.cost - spent}
        documents.append(Row(f"**{spec.title}**", line.role, spec.phase, known, line.kind))
    for item in estimate.phases:
        spent = total(row.figures[Figure.SPENT] for row in documents if row.phase is item.phase)
        known = {Figure.ESTIMATED: item.cost, Figure.SPENT: spent, Figure.LEFT: item.cost - spent}
        known[Figure.DAYS] = item.working_days
        phases.append(Row(f"**{item.phase.value.capitalize()}**", item.role, item.phase, known))
    return documents, phases


def _figure(query: Query, rows: Sequence[Row]) -> Figure:
    """The figure asked for that the rows have."""
    return next((one for one in query.asked_for.figures if one in rows[0].figures), Figure.ESTIMATED)


def _about(rows: Sequence[Row]) -> About:
    names = tuple(row.name.strip("*") for row in rows)
    return About(names=names if len(rows) == 1 else (), shown=names)


def _sentence(row: Row, facts: ProjectFacts, estimate: Estimate) -> str:
    cost, spent = (money(row.figures[one], estimate.currency) for one in (Figure.ESTIMATED, Figure.SPENT))
    if not row.kind:
        days = working_days(row.figures[Figure.DAYS])
        return f"{row.name} documents ({row.who}) are estimated at {cost} and {days}; {spent} is spent on them so far."
    waiting = [item for item in slices.pending_approvals(facts) if item.deliverable_kind is row.kind]
    more = f" Approving it costs nothing; {revision_price(waiting[0], facts)}." if waiting else ""
    return f"The {row.name} is estimated at {cost}; {spent} is spent on it so far.{more}"


def _each(query: Query, rows: Sequence[Row], estimate: Estimate) -> Part:
    """Each row's figure on a line, and their sum."""
    figure, by = _figure(query, rows), "document" if rows[0].kind else "phase"
    amounts = [row.amount(figure, estimate.currency) for row in rows]
    spent = [f", {row.amount(Figure.SPENT, estimate.currency)}" if figure is Figure.ESTIMATED else "" for row in rows]
    lines = [f"{row.name} ({row.who}): {said}{also}" for row, said, also in zip(rows, amounts, spent, strict=True)]
    whole = total(row.figures[figure] for row in rows)
    together = working_days(whole) if figure is Figure.DAYS else f"{money(whole, estimate.currency)} {_NOUNS[figure]}"
    return Part(f"Together {together}, by {by}:\n\n{folded(lines, _MOST_LISTED)}", about=_about(rows))


def _extreme(query: Query, rows: Sequence[Row], asked: Sequence[Row], estimate: Estimate) -> Part:
    """The row that has most of a figure, or least; all of them where several have the same. `asked`: what is named."""
    figure, wants_most = _figure(query, rows), query.asked_for.operation is Operation.MOST
    ordered = sorted(rows, key=lambda row: row.figures[figure], reverse=wants_most)
    found = [row for row in rows if row.figures[figure] == ordered[0].figures[figure]]
    verb = ("takes" if figure is Figure.DAYS else "costs").removesuffix("" if len(found) == 1 else "s")
    each, of = "" if len(found) == 1 else " each", f" of the {len(rows)} {'documents' if rows[0].kind else 'phases'}"
    is_it = verdict(query, holds=asked[0] in found) if len(asked) == 1 and not query.mentions("than") else ""
    amount, names = ordered[0].amount(figure, estimate.currency), listed(row.name for row in found)
    headline = f"{is_it}{names} {verb} the {'most' if wants_most else 'least'}{of}: {amount}{each}."
    others = folded(f"{row.name}: {row.amount(figure, estimate.currency)}" for row in ordered if row not in found)
    return Part(headline, (others,), about=About(names=_about(found).shown, shown=_about(rows).shown))
