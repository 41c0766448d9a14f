"""SQS: the FIFO queue through which everything the CEO does for a project goes, in order per project."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from botocore.exceptions import ClientError

from common.aws import client, unavailable_on_outage
from common.errors import Unavailable
from common.settings import settings
from common.telemetry import logger


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A nudge: there is something to do for this project. What exactly, the worker reads from the tables.

    `subject_id` names the message or event that gave the nudge; one that failed before is tried again for it alone.
    """

    account_id: str
    project_id: str
    subject_id: str

    @classmethod
    def from_body(cls, body: str) -> WorkItem:
        """The inverse of what `WorkQueue.send` writes."""
        fields = json.loads(body)
        return cls(account_id=fields["account_id"], project_id=fields["project_id"], subject_id=fields["subject_id"])


@dataclass(frozen=True, slots=True)
class WorkQueue:
    """The CEO's queue, by its URL."""

    url: str

    def send(self, item: WorkItem, *, deduplication_id: str, lane: str = "") -> None:
        """SendMessage, grouped by project; the same `deduplication_id` within five minutes is delivered once.

        A `lane` of its own keeps a nudge from waiting behind one whose worker died: that one hides its group until its
        visibility time-out ends. Raises `Unavailable` when SQS refuses or cannot be reached.
        """
        body = json.dumps(asdict(item))
        try:
            with unavailable_on_outage():
                _sqs().send_message(
                    QueueUrl=self.url,
                    MessageBody=body,
                    MessageGroupId=item.project_id + lane,
                    MessageDeduplicationId=deduplication_id,
                )
        except ClientError as error:
            raise Unavailable from error

    def nudge(self, item: WorkItem, *, deduplication_id: str) -> None:
        """`send` for work that an outbox row holds already: a refusal is left to the sweep."""
        try:
            self.send(item, deduplication_id=deduplication_id)
        except Unavailable:
            logger.warning("nudge_left_to_sweep", project_id=item.project_id)

    def retry_after(self, receipt_handle: str, seconds: int) -> None:
        """ChangeMessageVisibility: deliver again after `seconds` instead of after the whole visibility time-out."""
        with unavailable_on_outage():
            _sqs().change_message_visibility(QueueUrl=self.url, ReceiptHandle=receipt_handle, VisibilityTimeout=seconds)


@cache
def work_queue() -> WorkQueue:
    """The process's queue."""
    return WorkQueue(settings.ceo_queue_url)


@cache
def _sqs() -> Any:
    return client("sqs")
