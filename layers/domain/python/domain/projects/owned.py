"""What a project owns: records of its own, which are changed in one transaction with the project."""

from __future__ import annotations

from common.errors import NotFound
from common.services import frozen
from domain.projects.brief.records import Brief
from domain.projects.documents.records import DocumentText
from domain.projects.events import ProjectEvent
from domain.projects.records import Approval, Decision, Deliverable, Note

Child = Brief | Deliverable | DocumentText | Approval | Decision | Note | ProjectEvent


@frozen
class Owned:
    """Everything that one project owns but texts; each tuple in the order of its ids."""

    brief: Brief
    deliverables: tuple[Deliverable, ...]
    approvals: tuple[Approval, ...]
    decisions: tuple[Decision, ...]
    notes: tuple[Note, ...]
    events: tuple[ProjectEvent, ...]

    def approval(self, approval_id: str) -> Approval:
        """One of the approvals. Raises `NotFound`."""
        found = next((item for item in self.approvals if item.id == approval_id), None)
        if found is None:
            raise NotFound("No such approval.")
        return found

    def document_of(self, approval: Approval) -> Deliverable:
        """The document that one of the approvals is of."""
        return next(item for item in self.deliverables if item.id == approval.deliverable_id)
