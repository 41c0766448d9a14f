"""The table of the estimate: what each document and each phase has of every figure (ADR 55)."""

from __future__ import annotations

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.asked_for import Figure, Of
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.projects import rates
from domain.projects.phases import spec_of
from domain.projects.records import Estimate
from domain.projects.states import DeliverableKind, Phase, Role
from domain.receipts.tracing import total

_OF_ROWS = (Figure.ESTIMATED, Figure.SPENT, Figure.LEFT, Figure.DAYS)
_NOUNS = {Of.DOCUMENTS: "documents?|papers?|docs?", Of.PHASES: "phases?|stages?"}


@frozen
class Row:
    """What one document or one phase has of each figure; `who` writes it.

    `days`: working days; None of a single document, which alone has a `kind`. `name` is in bold.
    """

    name: str
    who: Role
    phase: Phase
    estimated: int
    spent: int
    days: int | None = None
    kind: DeliverableKind | None = None

    def value(self, figure: Figure) -> int:
        """The figure of this row."""
        values = {Figure.SPENT: self.spent, Figure.LEFT: self.estimated - self.spent, Figure.DAYS: self.days or 0}
        return values.get(figure, self.estimated)


def figure_of(query: Query) -> Figure:
    """The figure asked for that rows have."""
    return next((one for one in query.asked_for.figures if one in _OF_ROWS), Figure.ESTIMATED)


def rows_of(query: Query, facts: ProjectFacts, estimate: Estimate) -> tuple[Row, ...]:
    """The documents or phases that are named, or each one where each is asked for; none for the whole project."""
    documents, phases = _documents(facts, estimate), phases_of(facts, estimate)
    if query.documents:
        return tuple(row for row in documents if row.kind in query.documents)
    owners = query.roles if query.mentions("c[dmpt]o") and not query.phases else ()
    named = tuple(row for row in phases if row.phase in query.phases or row.who in owners)
    nouns = [of for of, words in _NOUNS.items() if query.mentions(words)]
    of = nouns[0] if len(nouns) == 1 and query.asked_for.of else query.asked_for.of
    if of is Of.DOCUMENTS:
        chosen = {row.phase for row in named or phases}
        return tuple(row for row in documents if row.phase in chosen)
    return named or (phases if of is Of.PHASES else ())


def _documents(facts: ProjectFacts, estimate: Estimate) -> tuple[Row, ...]:
    rows = []
    for line in estimate.lines:
        spec, document = spec_of(line.kind), slices.document_of(facts, line.kind)
        spent = (
            rates.cost(document.spent_hours, role=document.owner, currency=estimate.currency) if document else total([])
        )
        rows.append(Row(f"**{spec.title}**", line.role, spec.phase, line.cost, spent, None, line.kind))
    return tuple(rows)


def phases_of(facts: ProjectFacts, estimate: Estimate) -> tuple[Row, ...]:
    """Each phase; what is spent on it is the sum over its documents."""
    documents = _documents(facts, estimate)
    return tuple(
        Row(
            f"**{item.phase.value.capitalize()}**",
            item.role,
            item.phase,
            item.cost,
            total(row.spent for row in documents if row.phase is item.phase),
            item.working_days,
        )
        for item in estimate.phases
    )
