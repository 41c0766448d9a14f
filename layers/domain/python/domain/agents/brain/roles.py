"""What each consulted role says from its own slice of the facts: its documents, and the access it asked for."""

from __future__ import annotations

from collections.abc import Iterable

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.wording import state_of
from domain.agents.records import Contribution
from domain.projects.documents.markdown import listed
from domain.projects.documents.parts import be, counted
from domain.projects.records import Deliverable
from domain.projects.states import DeliverableState, Role
from domain.receipts.tracing import count
from domain.vault.records import CredentialRequest


def standing(facts: ProjectFacts, role: Role) -> Contribution:
    """How far the role's documents are."""
    own = slices.documents_of(facts, role=role)
    if not own:
        return Contribution(role=role, summary="Nothing is written before the brief is submitted.")
    done = count(slices.approved(own))
    settled = {DeliverableState.APPROVED, DeliverableState.WAITING}
    rest = [item for item in own if item.state not in settled] if slices.is_running(facts) else []
    return Contribution(
        role=role,
        summary=f"{done} of my {counted(count(own), 'document')} {be(done)} approved. {_states(rest)}".rstrip(),
        evidence=tuple(item.id for item in own),
    )


def about(documents: Iterable[Deliverable], verb: str = "") -> tuple[Contribution, ...]:
    """Each owner about those of its `documents`: what it did with them, or where they stand."""
    by_owner: dict[Role, list[Deliverable]] = {}
    for item in documents:
        by_owner.setdefault(item.owner, []).append(item)
    return tuple(
        Contribution(
            role=role,
            summary=f"{verb} {listed(item.title for item in own)}." if verb else _states(own),
            evidence=tuple(item.id for item in own),
        )
        for role, own in by_owner.items()
    )


def waiting_for(requests: Iterable[CredentialRequest]) -> tuple[Contribution, ...]:
    """Each asking role about the access it waits for."""
    return tuple(
        Contribution(role=item.requested_by, summary=f"I wait for access: {item.name}.", evidence=(item.id,))
        for item in requests
    )


def _states(documents: Iterable[Deliverable]) -> str:
    """A sentence for each state, such as "Roadmap and Product brief are approved"."""
    by_state: dict[str, list[str]] = {}
    for item in documents:
        by_state.setdefault(state_of(item), []).append(item.title)
    return " ".join(f"{listed(titles)} {be(len(titles))} {state}." for state, titles in by_state.items())
