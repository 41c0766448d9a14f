"""SQS in memory, as far as the product uses it. Time does not pass here: a received message stays hidden.

A FIFO queue takes a deduplication id once, and gives no message of a group of which one is still out. Retries, order
over workers and visibility are tested on the deployed cloud.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from served import client_error

_AT_ONCE = 10
_PREFIX = "https://sqs.example/123456789012/"


@dataclass
class Message:
    id: str
    body: str
    group: str | None
    deduplication_id: str | None
    receives: int = 0
    out: bool = False

    def shown(self) -> dict[str, Any]:
        attributes = {"ApproximateReceiveCount": str(self.receives), "SentTimestamp": "0"}
        if self.group is not None:
            attributes |= {"MessageGroupId": self.group, "MessageDeduplicationId": str(self.deduplication_id)}
        return {"MessageId": self.id, "ReceiptHandle": self.id, "Body": self.body, "Attributes": attributes}


@dataclass
class Queue:
    fifo: bool
    messages: list[Message] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)


class MemoryQueues:
    """All queues of one account, by name."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.numbers = count()
        self.empty()

    def empty(self) -> None:
        """Forget all messages and all deduplication ids."""
        self.queues = {name: Queue(name.endswith(".fifo")) for name in self.names}

    def purge(self) -> None:
        """Drop the messages; deduplication ids stay known."""
        for queue in self.queues.values():
            queue.messages.clear()

    def answer(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer an operation as SQS does. Raises `ClientError`."""
        match operation:
            case "GetQueueUrl":
                return {"QueueUrl": _PREFIX + request["QueueName"]}
            case "ListQueues":
                return {"QueueUrls": [_PREFIX + name for name in self.queues]}
        queue = self.queues.get(request["QueueUrl"].removeprefix(_PREFIX))
        if queue is None:
            raise client_error(operation, "AWS.SimpleQueueService.NonExistentQueue", "The queue does not exist.")
        match operation:
            case "SendMessage":
                return {"MessageId": self._send(queue, request)}
            case "ReceiveMessage":
                received = self._receive(queue, request.get("MaxNumberOfMessages", 1), request.get("VisibilityTimeout"))
                return {"Messages": received} if received else {}
            case "DeleteMessage":
                queue.messages = [one for one in queue.messages if one.id != request["ReceiptHandle"]]
            case "ChangeMessageVisibility":
                self._show_or_hide(queue, request)
            case "ChangeMessageVisibilityBatch":
                for entry in request["Entries"]:
                    self._show_or_hide(queue, entry)
            case _:
                raise NotImplementedError(operation)
        return {}

    def _send(self, queue: Queue, request: Mapping[str, Any]) -> str:
        number = f"message-{next(self.numbers)}"
        if queue.fifo:
            deduplication_id = request["MessageDeduplicationId"]
            if deduplication_id in queue.seen:
                return number
            queue.seen.add(deduplication_id)
        message = Message(
            number, request["MessageBody"], request.get("MessageGroupId"), request.get("MessageDeduplicationId")
        )
        queue.messages.append(message)
        return number

    @staticmethod
    def _show_or_hide(queue: Queue, request: Mapping[str, Any]) -> None:
        for message in queue.messages:
            message.out &= message.id != request["ReceiptHandle"] or request["VisibilityTimeout"] > 0

    @staticmethod
    def _receive(queue: Queue, most: int, visibility_seconds: int | None) -> list[dict[str, Any]]:
        held = {message.group for message in queue.messages if message.out} if queue.fifo else set()
        free = [message for message in queue.messages if not message.out and message.group not in held]
        received = free[: min(most, _AT_ONCE)]
        for message in received:
            message.receives += 1
            message.out = visibility_seconds != 0
        return [message.shown() for message in received]
