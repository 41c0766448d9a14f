"""Events: their types, and an event as it is recorded, filed and shown."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Self, TypedDict, Unpack

from pydantic import ConfigDict, Field

from common.chain import hash_of
from common.clock import to_iso
from common.fields import Instant
from common.ids import derived_id
from common.model import Model

SUMMARY_LENGTH = 300
_TIME_LENGTH = 10  # of a ULID, which begins with its time


class EventType(StrEnum):
    """All types of events. `domain.keys.event_scopes` says who reads which type."""

    ATTENTION_OPENED = "attention.opened"
    ATTENTION_CHANGED = "attention.changed"
    ATTENTION_CLEARED = "attention.cleared"
    MESSAGE_RECEIVED = "message.received"
    MESSAGE_FAILED = "message.failed"
    APPROVAL_REQUESTED = "approval.requested"
    APPROVAL_DECIDED = "approval.decided"
    DELIVERABLE_BLOCKED = "deliverable.blocked"
    DELIVERABLE_EDITED = "deliverable.edited"
    DELIVERABLE_APPROVED = "deliverable.approved"
    DELIVERABLE_DELIVERED = "deliverable.delivered"
    DELIVERABLE_NOT_DELIVERED = "deliverable.not_delivered"
    PROJECT_CREATED = "project.created"
    PROJECT_SUBMITTED = "project.submitted"
    PROJECT_PHASE_STARTED = "project.phase_started"
    PROJECT_STATUS_CHANGED = "project.status_changed"
    PROJECT_COMPLETED = "project.completed"
    BRIEF_CHANGED = "brief.changed"
    BUDGET_THRESHOLD_REACHED = "budget.threshold_reached"
    VAULT_REQUEST_OPENED = "vault.request.opened"
    VAULT_REQUEST_REMINDED = "vault.request.reminded"
    VAULT_REQUEST_FULFILLED = "vault.request.fulfilled"
    VAULT_REQUEST_DECLINED = "vault.request.declined"
    VAULT_REQUEST_CANCELLED = "vault.request.cancelled"
    VAULT_CREDENTIAL_DEPOSITED = "vault.credential.deposited"
    VAULT_CREDENTIAL_USED = "vault.credential.used"
    VAULT_CREDENTIAL_EXPIRING = "vault.credential.expiring"
    VAULT_CREDENTIAL_DELETED = "vault.credential.deleted"
    REPORT_READY = "report.ready"
    TASK_RUN_FAILED = "task.run_failed"
    TASK_RUN_MISSED = "task.run_missed"
    TASK_FAILED = "task.failed"
    WORK_HANDED_OUT = "work.handed_out"
    WORK_CREATED = "work.created"
    WORK_CLAIMED = "work.claimed"
    WORK_PROGRESSED = "work.progressed"
    WORK_RELEASED = "work.released"
    WORK_LEASE_ENDED = "work.lease_ended"
    WORK_SUBMITTED = "work.submitted"
    WORK_ASSESSED = "work.assessed"
    WORK_RETURNED = "work.returned"
    WORK_DONE = "work.done"
    WORK_CANCELLED = "work.cancelled"
    KEY_CREATED = "key.created"
    KEY_ROTATED = "key.rotated"
    KEY_REVOKED = "key.revoked"
    KEY_EXPIRING = "key.expiring"
    SECURITY_SIGN_IN = "security.sign_in"
    SECURITY_PASSWORD_CHANGED = "security.password_changed"  # noqa: S105 - a name, no password
    SECURITY_PASSWORD_RESET = "security.password_reset"  # noqa: S105
    SECURITY_EMAIL_CHANGED = "security.email_changed"
    SECURITY_FACTOR_ADDED = "security.factor_added"
    SECURITY_FACTOR_REMOVED = "security.factor_removed"
    SECURITY_KEY_LEAKED = "security.key_leaked"
    SECURITY_KEY_NEW_ADDRESS = "security.key_new_address"
    SECURITY_ACCOUNT_CLOSING = "security.account_closing"
    WEBHOOK_FAILING = "webhook.failing"
    WEBHOOK_DISABLED = "webhook.disabled"
    WEBHOOK_TEST = "webhook.test"


class Event(Model):
    """Something that happened. It never holds a message's text, a document or a secret.

    Attributes:
        id: `evt_…`; what happens twice by a repetition has the same id twice.
        summary: one true sentence, at most 300 characters, beginning with the project's name if there is one.
        project_id: the project that it happened in; None when it concerns the account as a whole.
        subject_id: what it is about: an approval, a message, a key and so on.
        item_id: the item of the inbox, `att_…`, when the event is about attention.
        path: the page that shows it, beginning with `/app`.
        revision: of a document that is to be decided or was.
        content_hash: of the text of that revision.
        receipt_hash, cost, currency: only on old events. They stay, because the event's hash covers them.
        action: what the customer can do about it, such as `decide_approval`; None when nothing needs doing.
        sequence: its place in the account's feed, from 1; None until it is filed.
        before_hash: the hash of the event filed before it; None, as `hash`, where it was filed before there were any.
        hash: over `before_hash` and the other fields (`common.chain`).
    """

    model_config = ConfigDict(extra="forbid")

    id: str
    account_id: str
    type: EventType
    at: Instant
    summary: str = Field(max_length=SUMMARY_LENGTH)
    project_id: str | None = None
    subject_id: str | None = None
    item_id: str | None = None
    path: str | None = None
    revision: int | None = None
    content_hash: str | None = None
    receipt_hash: str | None = None
    cost: int | None = None
    currency: str | None = None
    action: str | None = None
    sequence: int | None = None
    before_hash: str | None = None
    hash: str | None = None

    def filed(self, number: int, before: str) -> Self:
        """This event with its number in the feed, and chained behind the event with the hash `before`."""
        numbered = self.model_copy(update={"sequence": number})
        covered = numbered.model_dump(mode="json", exclude_none=True, exclude={"before_hash", "hash"})
        return numbered.model_copy(update={"before_hash": before, "hash": hash_of(before, covered)})

    def placed(self, place: int) -> Self:
        """This event with an id that sorts as number `place` (0 to 999) among those of the same moment."""
        kind, _, ulid = self.id.partition("_")
        return self.model_copy(update={"id": f"{kind}_{ulid[:_TIME_LENGTH]}{place:03}{ulid[_TIME_LENGTH + 3 :]}"})

    def payload(self, public_url: str | None) -> dict[str, Any]:
        """The event as the feed and webhooks show it; `url` only where there is a `public_url` and a page."""
        data: Mapping[str, Any] = {
            "project_id": self.project_id,
            "id": self.subject_id,
            "item_id": self.item_id,
            "revision": self.revision,
            "content_hash": self.content_hash,
            "summary": self.summary,
            "url": public_url + self.path if public_url and self.path else None,
            "action": self.action,
        }
        return {
            "id": self.id,
            "type": self.type.value,
            "timestamp": to_iso(self.at),
            "sequence": self.sequence,
            "data": {name: value for name, value in data.items() if value is not None},
        }


class About(TypedDict, total=False):
    """Fields that an event may have besides its sentence; see `Event`."""

    project_id: str | None
    subject_id: str | None
    item_id: str | None
    path: str | None
    revision: int | None
    content_hash: str | None
    action: str | None


def happened(
    kind: EventType, account_id: str, at: datetime, sentence: tuple[str, ...], **about: Unpack[About]
) -> Event:
    """A new event. A step that is repeated with the same arguments makes the same event.

    Args:
        kind: what happened.
        account_id: whose event it is.
        at: when it happened.
        sentence: its parts, which are joined by colons into one line, and cut to 300 characters.
        about: what it is about.
    """
    text = " ".join(": ".join(sentence).split())
    return Event(
        id=derived_id("evt", at, kind.value, account_id, about.get("subject_id") or "", text),
        account_id=account_id,
        type=kind,
        at=at,
        summary=text if len(text) <= SUMMARY_LENGTH else text[: SUMMARY_LENGTH - 1] + "…",
        **about,
    )
