"""Queues (SQS) of work: FIFO queues, in order for each project or account, and standard ones for single rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from botocore.exceptions import ClientError

from common.aws import client, unavailable_on_outage
from common.clock import to_iso
from common.errors import Unavailable
from common.services import frozen, service
from common.settings import settings
from common.telemetry import logger

_FIRST_RETRY_SECONDS = 2
_MOST_DOUBLINGS = 6


@frozen
class WorkItem:
    """A nudge: there is work for this project. The worker reads from the tables which work (ADR 7).

    `subject_id`: what the nudge was sent for, such as a message or an event. A failed message is tried again only when
    a nudge names it.
    """

    account_id: str
    project_id: str
    subject_id: str

    @property
    def group(self) -> str:
        """The project's id: the work of one project is done in order."""
        return self.project_id

    @classmethod
    def from_body(cls, body: str) -> WorkItem:
        """The nudge in the body of a message, as `WorkQueue.send` writes it."""
        fields = json.loads(body)
        return cls(account_id=fields["account_id"], project_id=fields["project_id"], subject_id=fields["subject_id"])


@frozen
class ThoughtWork(WorkItem):
    """A nudge for the worker that asks the model; `kind` says what to think about."""

    kind: str

    @classmethod
    def from_body(cls, body: str) -> ThoughtWork:
        """The nudge in the body of a message, as `WorkQueue.send` writes it."""
        fields = json.loads(body)
        return cls(fields["account_id"], fields["project_id"], fields["subject_id"], fields["kind"])


@frozen
class AccountWork:
    """A nudge: there is something to do for this account. The worker reads from the tables what it is."""

    account_id: str

    @property
    def group(self) -> str:
        """The account's id: the work of one account is done in order."""
        return self.account_id

    @classmethod
    def from_body(cls, body: str) -> AccountWork:
        """The nudge in the body of a message, as `WorkQueue.send` writes it."""
        return cls(json.loads(body)["account_id"])


@service
class WorkQueue:
    """A FIFO queue of nudges, by its URL."""

    url: str

    def send(self, item: WorkItem | AccountWork, *, deduplication_id: str, lane: str = "") -> None:
        """SendMessage, in the item's group. SQS drops repetitions of a `deduplication_id` within five minutes.

        When a worker dies, SQS holds back its message's group until the visibility time-out ends. A nudge with another
        `lane` is in another group and need not wait. Raises `Unavailable` when SQS refuses or cannot be reached.
        """
        body = json.dumps(asdict(item))
        try:
            with unavailable_on_outage():
                _sqs().send_message(
                    QueueUrl=self.url,
                    MessageBody=body,
                    MessageGroupId=item.group + lane,
                    MessageDeduplicationId=deduplication_id,
                )
        except ClientError as error:
            raise Unavailable from error

    def nudge(self, item: WorkItem | AccountWork, *, deduplication_id: str, lane: str = "") -> None:
        """`send` for work with an outbox mark: if SQS refuses, this only logs it, and the sweep nudges later."""
        try:
            self.send(item, deduplication_id=deduplication_id, lane=lane)
        except Unavailable:
            logger.warning("nudge_left_to_sweep", group=item.group)

    def send_again(self, item: WorkItem | AccountWork, subject_id: str, now: datetime, *, lane: str = "") -> None:
        """`send` for the sweep at `now`, about the work that waits for `subject_id`. Raises `Unavailable`.

        SQS drops a message whose deduplication id it saw within five minutes, so each sweep uses new ones.
        """
        self.send(item, deduplication_id=f"{subject_id}{lane}-{to_iso(now)}", lane=lane)

    def retry_after(self, receipt_handle: str, seconds: int) -> None:
        """ChangeMessageVisibility: deliver a message again after `seconds`. Raises `Unavailable` on an outage."""
        with unavailable_on_outage():
            _sqs().change_message_visibility(QueueUrl=self.url, ReceiptHandle=receipt_handle, VisibilityTimeout=seconds)

    def hide(self, receipt_handles: Sequence[str], time: timedelta) -> None:
        """ChangeMessageVisibilityBatch: deliver these messages, at most ten, again after `time`. Raises `Unavailable`.

        Skips messages that were deleted meanwhile.
        """
        seconds = int(time.total_seconds())
        entries = [
            {"Id": str(number), "ReceiptHandle": handle, "VisibilityTimeout": seconds}
            for number, handle in enumerate(receipt_handles)
        ]
        try:
            with unavailable_on_outage():
                _sqs().change_message_visibility_batch(QueueUrl=self.url, Entries=entries)
        except ClientError as error:
            raise Unavailable from error

    def retry_soon(self, records: Iterable[Mapping[str, Any]], failed: AbstractSet[str]) -> None:
        """Deliver those of `records` again whose message ids are in `failed`: after 2, 4, 8, up to 64 seconds.

        Without this their projects would wait for the whole visibility time-out. Raises `Unavailable` on an outage.
        """
        for record in records:
            if record["messageId"] in failed:
                deliveries = int(record["attributes"]["ApproximateReceiveCount"])
                self.retry_after(record["receiptHandle"], _FIRST_RETRY_SECONDS ** min(deliveries, _MOST_DOUBLINGS))


@service
class LooseQueue:
    """A standard queue, by its URL, for nudges about single rows, which need no order."""

    url: str

    def send(self, body: Mapping[str, str], *, delay_seconds: int = 0) -> None:
        """SendMessage, due after `delay_seconds` (0 to 900). Raises `Unavailable` on an outage, or `ClientError`."""
        with unavailable_on_outage():
            _sqs().send_message(QueueUrl=self.url, MessageBody=json.dumps(body), DelaySeconds=delay_seconds)

    def nudge(self, body: Mapping[str, str], *, delay_seconds: int = 0) -> None:
        """`send` for a row with an outbox mark: if SQS refuses, this only logs it, and the sweep nudges later."""
        try:
            self.send(body, delay_seconds=delay_seconds)
        except (ClientError, Unavailable):
            logger.warning("nudge_left_to_sweep", queue=self.url.rpartition("/")[2])


@cache
def think_queue() -> WorkQueue:
    """The queue of work for the model, built once for each process."""
    return WorkQueue(settings.think_queue_url)


@cache
def work_queue() -> WorkQueue:
    """The queue of work for the CEO, built once for each process."""
    return WorkQueue(settings.ceo_queue_url)


@cache
def _sqs() -> Any:
    return client("sqs")
