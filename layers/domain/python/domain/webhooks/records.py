"""Records of webhooks: endpoints, their sealed secrets, and deliveries with their attempts."""

from datetime import datetime
from enum import StrEnum
from typing import Self

from pydantic import ConfigDict, Field

from common.fields import Instant
from common.model import Model
from domain.events.records import EventType

KEPT_ATTEMPTS = 20
"""How many attempts a delivery remembers: a whole series has ten, and a delivery may be started again."""


class Disabled(StrEnum):
    """Why nothing is sent to an endpoint."""

    BY_CUSTOMER = "by_customer"
    GONE = "gone"  # it answered 410
    FAILING = "failing"  # every delivery failed for five days


class Reason(StrEnum):
    """Why an attempt failed, or why none was made."""

    HTTP_STATUS = "http_status"
    REDIRECT = "redirect"
    GONE = "gone"
    TIMED_OUT = "timed_out"
    NAME_NOT_RESOLVED = "name_not_resolved"
    FORBIDDEN_TARGET = "forbidden_target"
    CONNECTION_FAILED = "connection_failed"
    TLS_FAILED = "tls_failed"
    BAD_ANSWER = "bad_answer"
    ENDPOINT_DISABLED = "endpoint_disabled"
    SECRET_UNREADABLE = "secret_unreadable"  # noqa: S105 - a reason


class DeliveryStatus(StrEnum):
    """Where a delivery stands. A delivered or failed one can be started again."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class Record(Model):
    """A stored record. Reading a row with an unknown field (of another version) fails, so that no field is lost."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


class Endpoint(Record):
    """An address that events are sent to.

    Attributes:
        types: the events that it gets.
        secret_version: rises by one with every rotation.
        previous_secret_until: until when the secret before the last rotation signs, too.
        failing_since: the first failure after the last success.
        warned_at: when we told its customer that it is failing.
        recover_since: the time of the first event that may be missing; None once they are recovered.
    """

    id: str
    account_id: str
    url: str
    types: tuple[EventType, ...]
    description: str | None = None
    secret_version: int = 1
    previous_secret_until: Instant | None = None
    created_at: Instant
    updated_at: Instant
    disabled: Disabled | None = None
    disabled_at: Instant | None = None
    failing_since: Instant | None = None
    warned_at: Instant | None = None
    recover_since: Instant | None = None

    def wants(self, kind: EventType, subject_id: str | None) -> bool:
        """Whether it gets an event of this kind; a test goes only to the endpoint that is its subject."""
        return subject_id == self.id if kind is EventType.WEBHOOK_TEST else kind in self.types


class SealedSecret(Record):
    """One version of an endpoint's secret, as a ciphertext in base64."""

    version: int
    ciphertext: str = Field(repr=False)


class SealedSecrets(Record):
    """The sealed secrets of an endpoint: the current one, and until `previous_until` the one before it."""

    current: SealedSecret
    previous: SealedSecret | None = None
    previous_until: Instant | None = None

    def valid_at(self, now: datetime) -> list[SealedSecret]:
        """The secrets that sign at `now`, the newest first: one or two."""
        in_grace = self.previous is not None and self.previous_until is not None and now < self.previous_until
        return [self.current, self.previous] if in_grace and self.previous else [self.current]


class Attempt(Record):
    """One try: the HTTP status (None without an answer), how long it took, and the reason if it failed."""

    at: Instant
    status: int | None = None
    milliseconds: int = 0
    reason: Reason | None = None
    next_attempt_at: Instant | None = None


class Delivery(Record):
    """One event on its way to one endpoint. Its id is the event's id, which `webhook-id` names, too.

    Attributes:
        body: the text that is sent, the same in every attempt.
        tries: how many attempts the present series has had.
        next_attempt_at: when the next one is due; None when there will be none.
        reason: why it failed for good, or why the last attempt did.
        lease_until: until when one worker has it for itself.
    """

    id: str
    endpoint_id: str
    account_id: str
    type: EventType
    body: str
    status: DeliveryStatus = DeliveryStatus.WAITING
    created_at: Instant
    tries: int = 0
    attempts: tuple[Attempt, ...] = ()
    next_attempt_at: Instant | None = None
    delivered_at: Instant | None = None
    reason: Reason | None = None
    lease_until: Instant | None = None

    def after(self, attempt: Attempt) -> Self:
        """The delivery with one more attempt, which says whether it now waits, is delivered or has failed."""
        waiting = attempt.next_attempt_at is not None
        ended = DeliveryStatus.FAILED if attempt.reason else DeliveryStatus.DELIVERED
        return self.model_copy(
            update={
                "status": DeliveryStatus.WAITING if waiting else ended,
                "tries": self.tries + 1,
                "attempts": (*self.attempts, attempt)[-KEPT_ATTEMPTS:],
                "next_attempt_at": attempt.next_attempt_at,
                "delivered_at": attempt.at if attempt.reason is None else self.delivered_at,
                "reason": attempt.reason,
                "lease_until": None,
            }
        )

    def started_again(self, now: datetime) -> Self:
        """The delivery at the start of a new series of attempts, the first of which is due at once."""
        fresh = {"status": DeliveryStatus.WAITING, "tries": 0, "next_attempt_at": now, "reason": None}
        return self.model_copy(update={**fresh, "lease_until": None})

    def given_up(self, reason: Reason) -> Self:
        """The delivery as failed for this reason, without another attempt."""
        ended = {"status": DeliveryStatus.FAILED, "next_attempt_at": None, "reason": reason}
        return self.model_copy(update={**ended, "lease_until": None})
