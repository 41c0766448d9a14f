"""What a project owns: the records beside it that change with it, in the same transaction."""

from __future__ import annotations

from dataclasses import dataclass

from domain.projects.events import ProjectEvent
from domain.projects.records import Approval, ChangeRequest, Decision, Deliverable, Intake

Child = Intake | Deliverable | Approval | Decision | ChangeRequest | ProjectEvent


@dataclass(frozen=True, slots=True)
class Owned:
    """Everything of one project; each tuple in the order of making."""

    intake: Intake
    deliverables: tuple[Deliverable, ...]
    approvals: tuple[Approval, ...]
    decisions: tuple[Decision, ...]
    change_requests: tuple[ChangeRequest, ...]
    events: tuple[ProjectEvent, ...]
