"""The effort of each deliverable: base hours, and what each answer adds to them (docs/estimate.md, table 1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from common.services import frozen
from domain.projects.questionnaire import Answers
from domain.projects.states import DeliverableKind


@frozen
class Effort:
    """Base hours, and the percent that each counted thing adds; `brand` and `code` count if the asset exists."""

    base_hours: int
    must_have: int = 0
    audience: int = 0
    platform: int = 0
    integration: int = 0
    constraint: int = 0
    personal_data: int = 0
    brand: int = 0
    code: int = 0


EFFORTS: Mapping[DeliverableKind, Effort] = MappingProxyType(
    {
        DeliverableKind.PRODUCT_BRIEF: Effort(8, must_have=3, audience=5, platform=5, integration=2, constraint=3),
        DeliverableKind.SCOPE: Effort(8, must_have=8, platform=5, integration=4, constraint=3),
        DeliverableKind.ROADMAP: Effort(4, must_have=4, platform=5, integration=4, constraint=2),
        DeliverableKind.STYLE_GUIDE: Effort(12, must_have=1, audience=2, platform=15, brand=-25),
        DeliverableKind.USER_FLOWS: Effort(8, must_have=8, audience=8, platform=15, integration=3),
        DeliverableKind.ARCHITECTURE_PLAN: Effort(
            12, must_have=3, platform=20, integration=10, constraint=4, personal_data=10, code=15
        ),
        DeliverableKind.DELIVERY_PLAN: Effort(8, must_have=6, platform=10, integration=5, constraint=2),
        DeliverableKind.TEST_PLAN: Effort(8, must_have=6, platform=15, integration=6, constraint=3, personal_data=10),
        DeliverableKind.MESSAGING: Effort(8, must_have=2, audience=10, platform=3, brand=-10),
        DeliverableKind.LAUNCH_PLAN: Effort(8, must_have=2, audience=5, platform=10, integration=3, constraint=2),
    }
)


@frozen
class Drivers:
    """How many things of each kind the answers name, without the first audience and platform: the base covers them."""

    must_haves: int
    further_audiences: int
    further_platforms: int
    integrations: int
    constraints: int
    personal_data: bool
    brand: bool
    code: bool


def drivers_of(answers: Answers) -> Drivers:
    """Count what drives effort; an unanswered question counts as none."""
    existing = entries(answers, "existing")
    return Drivers(
        must_haves=len(entries(answers, "must_haves")),
        further_audiences=max(0, len(entries(answers, "audience")) - 1),
        further_platforms=max(0, len(entries(answers, "platforms")) - 1),
        integrations=len(entries(answers, "integrations")),
        constraints=len(entries(answers, "constraints")),
        personal_data=answers.get("personal_data") is True,
        brand="brand" in existing,
        code="source_repository" in existing,
    )


def hours_for(kind: DeliverableKind, drivers: Drivers) -> int:
    """Effort of one deliverable in hours, rounded up to a whole hour."""
    effort = EFFORTS[kind]
    percent = (
        100
        + effort.must_have * drivers.must_haves
        + effort.audience * drivers.further_audiences
        + effort.platform * drivers.further_platforms
        + effort.integration * drivers.integrations
        + effort.constraint * drivers.constraints
        + effort.personal_data * drivers.personal_data
        + effort.brand * drivers.brand
        + effort.code * drivers.code
    )
    return -(-effort.base_hours * percent // 100)


INCLUDED_REVISIONS = 1


def hours_of_revision(number: int, effort_hours: int) -> int:
    """What writing revision `number` of a document costs, in hours.

    The first text costs the document's effort. The first revision the customer asks for is included in it; each further
    one costs a quarter of the effort, rounded up to an hour.
    """
    if number == 1:
        return effort_hours
    return 0 if number <= 1 + INCLUDED_REVISIONS else -(-effort_hours // 4)


def entries(answers: Answers, question_id: str) -> tuple[str, ...]:
    """The answer to a question that takes several entries; empty while it is unanswered."""
    value = answers.get(question_id)
    return value if isinstance(value, tuple) else ()
