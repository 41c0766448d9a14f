"""The brief that documents are written from, out of a project's facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from domain.agents.brain.protocol import ProjectFacts
from domain.projects.access_needs import NEEDS
from domain.vault.records import CredentialRequest, RequestStatus

if TYPE_CHECKING:
    from domain.projects.documents.brief import Brief


def brief_of(facts: ProjectFacts) -> Brief:
    """The brief as it stands, from the facts."""
    # This import takes a part of the CEO's start, and most turns write no document.
    from domain.projects.documents.brief import brief_from  # noqa: PLC0415

    declined = _declined(facts.credential_requests)
    return brief_from(facts.plan, facts.deliverables, today=facts.now.date(), declined_access=declined)


def _declined(requests: Sequence[CredentialRequest]) -> tuple[str, ...]:
    refused = {request.name for request in requests if request.status is RequestStatus.DECLINED}
    return tuple(need.asset for need in NEEDS if need.name in refused)
