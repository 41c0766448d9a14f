"""What the mails about decisions need from this domain: the approver's address, and the document to decide on."""

from __future__ import annotations

from common.errors import NotFound
from domain.decisions.store import decision_store
from domain.mail.records import ApproverContact, DecisionText
from domain.projects.reading import project_reader
from domain.projects.states import ApprovalStatus, ProjectStatus

CUSTOMER = "-"
"""In a token's subject: the decision is the customer's own."""


def approver_contact(account_id: str, approver_id: str) -> ApproverContact:
    """An approver's address, and whether they confirmed it. Raises `NotFound` once they are removed."""
    approver = decision_store().get_approver(account_id, approver_id)
    return ApproverContact(approver.email, approver.confirmed_at is not None)


def decision_text(account_id: str, project_id: str, subject_id: str, approver_id: str | None) -> DecisionText:
    """The document to decide on, by its id or that of its approval. Raises `NotFound` when nobody can decide now."""
    project, owned = project_reader().load(account_id, project_id)
    if project.archived or project.status is not ProjectStatus.ACTIVE:
        raise NotFound("The project is not under way.")
    waiting = (one for one in owned.approvals if one.status is ApprovalStatus.PENDING)
    of_document = next((one for one in waiting if one.deliverable_id == subject_id), None)
    approval = of_document or owned.approval(subject_id)
    if approval.status is not ApprovalStatus.PENDING:
        raise NotFound("This is already decided.")
    subject = subject_of(project_id, approval.id, approver_id)
    return DecisionText(project.name, approval.title, approval.revision, approval.content_hash, subject)


def subject_of(project_id: str, approval_id: str, approver_id: str | None) -> str:
    """The subject of a token to decide: the ids of project, approval and approver (None: the customer)."""
    return f"{project_id} {approval_id} {approver_id or CUSTOMER}"
