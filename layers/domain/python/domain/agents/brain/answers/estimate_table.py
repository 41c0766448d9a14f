"""The table of the estimate: what each document, each phase and the project has of every figure (ADR 55)."""

from __future__ import annotations

from collections.abc import Sequence

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.asked_for import Figure, Of
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.projects import rates
from domain.projects.phases import spec_of
from domain.projects.records import Estimate, EstimateLine, EstimatePhase
from domain.projects.states import DeliverableKind, Role
from domain.receipts.tracing import total

_OF_ROWS = (Figure.ESTIMATED, Figure.SPENT, Figure.LEFT, Figure.DAYS)
_NOUNS = {Of.DOCUMENTS: "documents?|papers?|docs?", Of.PHASES: "phases?|stages?"}


@frozen
class Row:
    """What one document, one phase or the whole project has of each figure; `who` writes it.

    `days`: working days; None of a single document. `name` is in bold, with its article.
    """

    name: str
    who: Role
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
    of = _of(query)
    if query.documents:
        return tuple(row for row in _documents(facts, estimate) if row.kind in query.documents)
    phases = [item for item in estimate.phases if item.phase in query.phases]
    if not query.phases and query.mentions("c[dmpt]o"):
        phases = [item for item in estimate.phases if item.role in query.roles]
    if of is Of.DOCUMENTS:
        chosen = {item.phase for item in phases or estimate.phases}
        found = [row for row in _documents(facts, estimate) if row.kind and spec_of(row.kind).phase in chosen]
        spent = [row for row in found if row.spent] if figure_of(query) is Figure.SPENT else []
        return tuple(spent or found)
    if phases or of is Of.PHASES:
        return phases_of(facts, estimate, phases or estimate.phases)
    return ()


def _of(query: Query) -> Of | None:
    """Of what each one is meant: by the noun that the question has, else by what was learned."""
    nouns = [of for of, words in _NOUNS.items() if query.mentions(words)]
    return nouns[0] if len(nouns) == 1 and query.asked_for.of else query.asked_for.of


def _documents(facts: ProjectFacts, estimate: Estimate) -> tuple[Row, ...]:
    def row(line: EstimateLine) -> Row:
        name = f"**{spec_of(line.kind).title}**"
        return Row(name, line.role, line.cost, _spent(facts, estimate, kind=line.kind), None, line.kind)

    return tuple(map(row, estimate.lines))


def phases_of(
    facts: ProjectFacts, estimate: Estimate, chosen: Sequence[EstimatePhase] | None = None
) -> tuple[Row, ...]:
    """The chosen phases, or all."""

    def row(item: EstimatePhase) -> Row:
        kinds = [line.kind for line in estimate.lines if spec_of(line.kind).phase is item.phase]
        spent = total(_spent(facts, estimate, kind=kind) for kind in kinds)
        return Row(f"**{item.phase.value.capitalize()}**", item.role, item.cost, spent, item.working_days)

    return tuple(map(row, estimate.phases if chosen is None else chosen))


def _spent(facts: ProjectFacts, estimate: Estimate, *, kind: DeliverableKind) -> int:
    document = slices.document_of(facts, kind)
    if document is None:
        return total([])
    return rates.cost(document.spent_hours, role=document.owner, currency=estimate.currency)
