"""Who decided an approval, and when: in words, and in the account's security log."""

from __future__ import annotations

from common.dynamo import Write
from common.wording import moment_of
from domain.audit.log import noting_by
from domain.audit.records import By, EntryType
from domain.projects.records import Approval, Project
from domain.projects.states import ApprovalStatus

ANY_KEY = "with an API key"
_BY = {"usr": "in the dashboard", "key": ANY_KEY, "msg": "in the conversation with the CEO"}
_WHAT = {
    ApprovalStatus.APPROVED: "approved",
    ApprovalStatus.CHANGES_REQUESTED: "sent back",
}


def said_of(approval: Approval) -> str | None:
    """`It was approved on Thu 5 Mar 2026, 14:00 UTC, in the dashboard.`; None while it waits."""
    if approval.decided_at is None:
        return None
    when = f"on {moment_of(approval.decided_at)}"
    if approval.status is ApprovalStatus.REPLACED:
        return f"A newer revision replaced it {when}."
    who = approval.decided_by or ""
    by = f"by {who}, from a mail" if "@" in who else _BY.get(who.partition("_")[0], "by the customer")
    return f"It was {_WHAT[approval.status]} {when}, {by}."


def noting(project: Project, approval: Approval, by: By) -> Write:
    """The entry that somebody decided an approval."""
    status = approval.status.value.replace("_", " ")
    subject = f"{project.name}: {approval.title}, revision {approval.revision}, {status} ({approval.id})"
    at = approval.decided_at or approval.created_at
    return noting_by(EntryType.APPROVAL_DECIDED, project.account_id, at, by, subject=subject)
