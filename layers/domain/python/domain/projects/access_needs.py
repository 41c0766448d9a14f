"""Which access the team asks for in which phase, and which document waits for it.

The team asks only for access to things that exist according to the intake.
"""

from __future__ import annotations

from common.services import frozen
from domain.projects.phases import owner_of
from domain.projects.questionnaire import Answers
from domain.projects.states import DeliverableKind, Phase, Role


@frozen
class AccessNeed:
    """One access that the team may need.

    `asset` is an option of the intake's question `existing`, `type` is a credential type, and the document `blocks`
    cannot be written without the access.
    """

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
        reason="The work breakdown starts from the code that exists. Without reading that code we would have to guess.",
        how_to_obtain="Create a read-only access token in your repository's settings, limited to this repository. If "
        "the team is to deliver its approved documents there, let the token write, and give the repository's address "
        "with it.",
    ),
    AccessNeed(
        asset="hosting",
        name="Hosting",
        type="api_key",
        phase=Phase.DEVELOPMENT,
        blocks=DeliverableKind.TEST_PLAN,
        reason="The steps of a release and of a roll-back depend on what the present hosting can do.",
        how_to_obtain="Create an API key with deployment rights for one environment in your hosting account.",
    ),
    AccessNeed(
        asset="analytics",
        name="Analytics",
        type="api_key",
        phase=Phase.LAUNCH,
        blocks=DeliverableKind.LAUNCH_PLAN,
        reason="We set the launch targets by your present figures, and measure the launch with the same analytics.",
        how_to_obtain="Create a read-only API key or service account in your analytics settings.",
    ),
    AccessNeed(
        asset="domain",
        name="Domain",
        type="api_key",
        phase=Phase.LAUNCH,
        blocks=DeliverableKind.LAUNCH_PLAN,
        reason="The launch points the domain to the new product, so we must read and change the domain's DNS records.",
        how_to_obtain="Create an API key for DNS changes at your registrar, limited to this domain.",
    ),
)


def access_needs(phase: Phase, answers: Answers) -> tuple[AccessNeed, ...]:
    """What to ask for when `phase` begins, in this order; empty when the intake names nothing that needs access."""
    existing = answers.get("existing")
    assets = existing if isinstance(existing, tuple) else ()
    return tuple(need for need in NEEDS if need.phase is phase and need.asset in assets)
