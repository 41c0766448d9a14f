"""Which deliverables each phase has, who owns them, and in which order phases follow one another."""

from __future__ import annotations

from common.services import frozen
from domain.projects.states import DeliverableKind, Phase, Role


@frozen
class DeliverableSpec:
    """One of the ten documents: where it belongs and what it is called."""

    kind: DeliverableKind
    phase: Phase
    owner: Role
    title: str


DELIVERABLES: tuple[DeliverableSpec, ...] = (
    DeliverableSpec(DeliverableKind.PRODUCT_BRIEF, Phase.PLANNING, Role.CPO, "Product brief"),
    DeliverableSpec(DeliverableKind.SCOPE, Phase.PLANNING, Role.CPO, "Scope and acceptance criteria"),
    DeliverableSpec(DeliverableKind.ROADMAP, Phase.PLANNING, Role.CPO, "Roadmap"),
    DeliverableSpec(DeliverableKind.STYLE_GUIDE, Phase.DESIGN, Role.CDO, "Design principles and style guide"),
    DeliverableSpec(DeliverableKind.USER_FLOWS, Phase.DESIGN, Role.CDO, "Key user flows"),
    DeliverableSpec(DeliverableKind.ARCHITECTURE_PLAN, Phase.DEVELOPMENT, Role.CTO, "Architecture plan"),
    DeliverableSpec(DeliverableKind.DELIVERY_PLAN, Phase.DEVELOPMENT, Role.CTO, "Delivery plan"),
    DeliverableSpec(DeliverableKind.TEST_PLAN, Phase.DEVELOPMENT, Role.CTO, "Test and release plan"),
    DeliverableSpec(DeliverableKind.MESSAGING, Phase.LAUNCH, Role.CMO, "Positioning and messaging"),
    DeliverableSpec(DeliverableKind.LAUNCH_PLAN, Phase.LAUNCH, Role.CMO, "Launch plan"),
)

WORKING_PHASES: tuple[Phase, ...] = (Phase.PLANNING, Phase.DESIGN, Phase.DEVELOPMENT, Phase.LAUNCH)

_SPECS = {spec.kind: spec for spec in DELIVERABLES}


def spec_of(kind: DeliverableKind) -> DeliverableSpec:
    """The specification of `kind`."""
    return _SPECS[kind]


def position_of(kind: DeliverableKind) -> int:
    """Where `kind` stands in the order of writing, from 0."""
    return list(DeliverableKind).index(kind)


def owner_of(phase: Phase) -> Role:
    """The role that owns a working phase; every deliverable of a phase has the same owner."""
    return next(spec.owner for spec in DELIVERABLES if spec.phase is phase)


def phase_after(phase: Phase) -> Phase:
    """The phase that follows `phase`. `complete` is the last: it follows launch, and it follows itself."""
    order = list(Phase)
    return order[min(order.index(phase) + 1, len(order) - 1)]
