"""Which requests go wrong. Every choice is made by hashing names, so that all attempts of a call share its fate."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.reliability.calls import AwsCall, Fault

LEAVES_OUTBOX = "REMOVE outbox_shard"


def chosen(name: str, percent: int) -> bool:
    """Whether `name` is among the `percent` of all names that are hit."""
    return zlib.crc32(name.encode()) % 100 < percent


@dataclass(frozen=True, slots=True)
class Outage:
    """A service is down: half of its calls get its error, the other half a dead connection.

    Attributes:
        service: as in `AwsCall`.
        percent: of the calls that are hit; the others pass.
    """

    service: str
    percent: int = 100

    def __call__(self, call: AwsCall) -> Fault:
        """All attempts of one SDK call get the same answer."""
        if call.service != self.service or not chosen(f"hit {call.invocation}", self.percent):
            return Fault.NONE
        return Fault.ERROR if chosen(f"how {call.invocation}", 50) else Fault.BREAK


@dataclass(slots=True)
class LostAnswers:
    """Every write to DynamoDB is carried out, and the first answer to it is lost: the SDK sends it again."""

    lost: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, call: AwsCall) -> Fault:
        """LOSE for the first attempt of each write."""
        if call.service != "dynamodb" or call.operation in {"GetItem", "Query"}:
            return Fault.NONE
        with self._lock:
            if call.invocation in self.lost:
                return Fault.NONE
            self.lost.add(call.invocation)
        return Fault.LOSE


@dataclass(slots=True)
class FailingTurns:
    """The commit of an answer fails the first time, through all its attempts, for `percent` of the questions.

    Of these, half are not carried out, and half are, without the worker ever hearing of it.
    """

    percent: int
    failed: dict[str, str] = field(default_factory=dict)
    """Question → token of the commit that failed."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, call: AwsCall) -> Fault:
        """LOSE or BREAK for the first commit of a chosen question."""
        question = answered_question(call)
        if question is None or not chosen(f"hit {question}", self.percent):
            return Fault.NONE
        token = str(call.content.get("ClientRequestToken"))
        with self._lock:
            if self.failed.setdefault(question, token) != token:
                return Fault.NONE
        return Fault.LOSE if chosen(f"how {question}", 50) else Fault.BREAK


@dataclass(frozen=True, slots=True)
class Holding:
    """Keeps the calls that `matches` waiting, before or after they were carried out."""

    matches: Callable[[AwsCall], bool]
    done: bool

    def __call__(self, call: AwsCall) -> Fault:
        """HOLD, or HOLD_ANSWER when it is `done`."""
        if not self.matches(call):
            return Fault.NONE
        return Fault.HOLD_ANSWER if self.done else Fault.HOLD


def answered_question(call: AwsCall) -> str | None:
    """The message that this transaction answers, if it is the commit of an answer."""
    for update in call.updates():
        key = update["Key"].get("sk", {}).get("S", "")
        if key.startswith("MSG#") and LEAVES_OUTBOX in update["UpdateExpression"]:
            return str(key.removeprefix("MSG#"))
    return None


def is_answer(call: AwsCall) -> bool:
    """Whether it commits the CEO's answer to a question."""
    return answered_question(call) is not None


def is_report(call: AwsCall) -> bool:
    """Whether it commits the assistant's report."""
    if call.operation != "TransactWriteItems":
        return False
    puts = (write["Put"]["Item"] for write in call.content.get("TransactItems", ()) if "Put" in write)
    return any(item.get("sk", {}).get("S", "").startswith("REPORT#") for item in puts)
