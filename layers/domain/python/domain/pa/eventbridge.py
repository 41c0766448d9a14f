"""EventBridge Scheduler and the runs queue: one one-time schedule per occurrence, delivered to SQS (ADR 4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from typing import Any

from botocore.exceptions import ClientError

from common.aws import client, unavailable_on_outage
from common.clock import from_iso, to_iso
from common.errors import Unavailable
from common.services import frozen
from common.settings import settings


@frozen
class Occasion:
    """The message that is delivered when a task is due. It names the occurrence and holds nothing that could change."""

    account_id: str
    task_id: str
    due_at: str
    trigger: str

    @property
    def moment(self) -> datetime:
        """`due_at` as an instant."""
        return from_iso(self.due_at)

    @classmethod
    def from_body(cls, body: str) -> Occasion:
        """The occasion in the body of a message, as the schedule or `RunScheduler.deliver` sent it."""
        fields = json.loads(body)
        return cls(**{name: fields[name] for name in ("account_id", "task_id", "due_at", "trigger")})


@frozen
class RunScheduler:
    """Arms and disarms occurrences; delivers those that are due now."""

    group: str
    role_arn: str
    queue_url: str
    queue_arn: str

    def arm(self, occasion: Occasion) -> None:
        """CreateSchedule at the occurrence's instant. Arming it again changes nothing.

        The instant must not be past, because AWS refuses that. Raises `Unavailable`.
        """
        moment = occasion.moment.astimezone(UTC)
        with _unavailable_unless("ConflictException"):
            _scheduler().create_schedule(
                Name=_name(occasion.task_id, moment),
                GroupName=self.group,
                ScheduleExpression=f"at({moment:%Y-%m-%dT%H:%M:%S})",
                ScheduleExpressionTimezone="UTC",
                FlexibleTimeWindow={"Mode": "OFF"},
                ActionAfterCompletion="DELETE",
                Target={"Arn": self.queue_arn, "RoleArn": self.role_arn, "Input": json.dumps(asdict(occasion))},
            )

    def disarm(self, task_id: str, moment: datetime) -> None:
        """DeleteSchedule; nothing happens when it has fired or was never armed. Raises `Unavailable`."""
        with _unavailable_unless("ResourceNotFoundException"):
            _scheduler().delete_schedule(Name=_name(task_id, moment.astimezone(UTC)), GroupName=self.group)

    def deliver(self, occasion: Occasion) -> None:
        """SendMessage: have the occurrence run now. Raises `Unavailable`."""
        with _unavailable_unless(""):
            _sqs().send_message(QueueUrl=self.queue_url, MessageBody=json.dumps(asdict(occasion)))


@contextmanager
def _unavailable_unless(harmless: str) -> Iterator[None]:
    """Raise `Unavailable` for an error of AWS, unless its code is `harmless`: that error is ignored."""
    try:
        with unavailable_on_outage():
            yield
    except ClientError as error:
        if error.response["Error"]["Code"] != harmless:
            raise Unavailable from error


@cache
def run_scheduler() -> RunScheduler:
    """The scheduler, built once for each process."""
    return RunScheduler(
        settings.schedule_group, settings.schedule_role_arn, settings.runs_queue_url, settings.runs_queue_arn
    )


def occasion_of(account_id: str, task_id: str, due_at: datetime, trigger: str) -> Occasion:
    """The message for the occurrence of a task that is due at `due_at`."""
    return Occasion(account_id, task_id, to_iso(due_at), trigger)


def _name(task_id: str, moment: datetime) -> str:
    """A schedule name for one occurrence, as AWS refuses the name of a schedule that fired a short time ago."""
    return f"{task_id}-{int(moment.timestamp())}"


@cache
def _scheduler() -> Any:
    return client("scheduler")


@cache
def _sqs() -> Any:
    return client("sqs")
