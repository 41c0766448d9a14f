"""Errors for what cannot be done with a work item now; all are conflicts (HTTP status 409)."""

from __future__ import annotations

from common.errors import Conflict

MAX_ITEMS = 200  # per project; like the other bounds here, it is ours
MAX_NOTES = 200  # per item
MAX_SUBMISSIONS = 20  # per item


class AlreadyClaimed(Conflict):
    """The item is claimed, by whomever, and the lease of the claim is not over."""

    code = "ALREADY_CLAIMED"
    default_message = "This item is claimed already. Take another one, or wait until its lease ends."


class ClaimOver(Conflict):
    """The caller's claim does not hold the item, or no longer does. Nothing was stored."""

    code = "CLAIM_OVER"
    default_message = (
        "Your claim is over: its lease ended, or the item was submitted, released or closed. "
        "We stored nothing. Claim the item again to go on."
    )


class NotClaimed(Conflict):
    """A call with a credential named an item that the key does not hold."""

    code = "NOT_CLAIMED"
    default_message = "This key has not claimed that work item. Claim it first, or leave out work_id."


class WorkBlocked(Conflict):
    """The item waits for what `blocked_by` names: ids of other items, or of requests for access."""

    code = "WORK_BLOCKED"

    def __init__(self, blocked_by: tuple[str, ...]) -> None:
        super().__init__(f"This item waits for: {', '.join(blocked_by)}.")


class NotInReview(Conflict):
    """No submission of the item is in review, or it is another one than the caller named."""

    code = "SUBMISSION_REPLACED"
    default_message = "Another submission is in review now. Read the item again."


class TooMuchWork(Conflict):
    """A project may have no more items, or an item no more notes or submissions."""

    code = "LIMIT_REACHED"
