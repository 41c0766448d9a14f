"""Which access the team asks for, when, and what waits for it: only for things the intake says exist."""

from __future__ import annotations

from dataclasses import dataclass

from domain.projects.phases import owner_of
from domain.projects.questionnaire import Answers
from domain.projects.states import DeliverableKind, Phase, Role


@dataclass(frozen=True, slots=True)
class AccessNeed:
    """`asset` is an option of the intake's `existing` question; `type` a credential type; `blocks` waits for it."""

    asset: str
    name: str
    type: str
    phase: Phase
    blocks: DeliverableKind
    reason: str
    how_to_obtain: str

    @property
    def requested_by(self) -> Role:
        """The owner of the phase."""
        return owner_of(self.phase)


NEEDS: tuple[AccessNeed, ...] = (
    AccessNeed(
        asset="source_repository",
        name="Source repository",
        type="token",
        phase=Phase.DEVELOPMENT,
        blocks=DeliverableKind.DELIVERY_PLAN,
        reason="The work breakdown starts from the code that exists; without reading it, it would be guessed.",
        how_to_obtain="Create a read-only access token in your repository's settings, limited to this repository.",
    ),
    AccessNeed(
        asset="hosting",
        name="Hosting",
        type="api_key",
        phase=Phase.DEVELOPMENT,
        blocks=DeliverableKind.TEST_PLAN,
        reason="Release and roll-back steps depend on what the present hosting can do.",
        how_to_obtain="Create an API key with deployment rights for one environment in your hosting account.",
    ),
    AccessNeed(
        asset="analytics",
        name="Analytics",
        type="api_key",
        phase=Phase.LAUNCH,
        blocks=DeliverableKind.LAUNCH_PLAN,
        reason="Launch targets are set against the present figures, and the launch is measured there.",
        how_to_obtain="Create a read-only API key or service account in your analytics settings.",
    ),
    AccessNeed(
        asset="domain",
        name="Domain",
        type="api_key",
        phase=Phase.LAUNCH,
        blocks=DeliverableKind.LAUNCH_PLAN,
        reason="The launch switches the domain over; its records have to be read and changed.",
        how_to_obtain="Create an API key for DNS changes at your registrar, limited to this domain.",
    ),
)


def access_needs(phase: Phase, answers: Answers) -> tuple[AccessNeed, ...]:
    """What to ask for on entering `phase`, in the order of asking; empty when nothing exists that is needed."""
    existing = answers.get("existing")
    assets = existing if isinstance(existing, tuple) else ()
    return tuple(need for need in NEEDS if need.phase is phase and need.asset in assets)
