"""Rules that say which AWS calls fail, and how. They choose by a hash, so all attempts of a call fail alike."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.reliability.calls import AwsCall, Fault

LEAVES_OUTBOX = "REMOVE outbox_shard"


def chosen(name: str, percent: int) -> bool:
    """Whether `name` is among the chosen `percent` of all names; for one name the answer is always the same."""
    return zlib.crc32(name.encode()) % 100 < percent


@dataclass(frozen=True, slots=True)
class Outage:
    """A service is down: half of the failing calls get its error, the other half a closed connection.

    Attributes:
        service: its name in `AwsCall`.
        percent: how many of its calls fail.
    """

    service: str
    percent: int = 100

    def __call__(self, call: AwsCall) -> Fault:
        """ERROR or BREAK for a chosen call of the service, the same in all its attempts; else NONE."""
        if call.service != self.service or not chosen(f"hit {call.invocation}", self.percent):
            return Fault.NONE
        return Fault.ERROR if chosen(f"how {call.invocation}", 50) else Fault.BREAK


@dataclass(slots=True)
class LostAnswers:
    """DynamoDB carries out every write, but its first answer is lost, so the SDK sends the write again."""

    lost: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, call: AwsCall) -> Fault:
        """LOSE for the first attempt of each write, else NONE."""
        if call.service != "dynamodb" or call.operation in {"GetItem", "Query"}:
            return Fault.NONE
        with self._lock:
            if call.invocation in self.lost:
                return Fault.NONE
            self.lost.add(call.invocation)
        return Fault.LOSE


@dataclass(slots=True)
class FailingTurns:
    """For `percent` of the questions, the first transaction that stores the answer fails in all its attempts.

    Half of these transactions are not carried out. The other half are, but the worker never learns it.
    """

    percent: int
    failed: dict[str, str] = field(default_factory=dict)
    """Question → the token of the transaction that failed."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, call: AwsCall) -> Fault:
        """LOSE or BREAK for all attempts of a chosen question's first transaction, else NONE."""
        question = answered_question(call)
        if question is None or not chosen(f"hit {question}", self.percent):
            return Fault.NONE
        token = str(call.content.get("ClientRequestToken"))
        with self._lock:
            if self.failed.setdefault(question, token) != token:
                return Fault.NONE
        return Fault.LOSE if chosen(f"how {question}", 50) else Fault.BREAK


@dataclass(slots=True)
class FailingFilings:
    """`percent` of the transactions that file events or chain the security log fail in all their attempts.

    Half of these are carried out nevertheless.
    """

    percent: int
    failed: set[str] = field(default_factory=set)
    """The tokens of these transactions."""

    def __call__(self, call: AwsCall) -> Fault:
        """LOSE or BREAK for a chosen transaction, else NONE."""
        token = str(call.content.get("ClientRequestToken"))
        files = any(update["Key"].get("sk", {}).get("S") == "FEED" for update in call.updates())
        chains = any(row.get("sk", {}).get("S") == "HEAD" for row in call.puts())
        if not (files or chains) or not chosen(f"hit {token}", self.percent):
            return Fault.NONE
        self.failed.add(token)
        return Fault.LOSE if chosen(f"how {token}", 50) else Fault.BREAK


@dataclass(frozen=True, slots=True)
class Holding:
    """Keeps the calls that `matches` recognises waiting: before they are carried out, or after if `done`."""

    matches: Callable[[AwsCall], bool]
    done: bool

    def __call__(self, call: AwsCall) -> Fault:
        """HOLD, or HOLD_ANSWER if `done`, for a call that matches; else NONE."""
        if not self.matches(call):
            return Fault.NONE
        return Fault.HOLD_ANSWER if self.done else Fault.HOLD


def answered_question(call: AwsCall) -> str | None:
    """The id of the question that this call answers, or None if the call stores no answer."""
    for update in call.updates():
        key = update["Key"].get("sk", {}).get("S", "")
        if key.startswith("MSG#") and LEAVES_OUTBOX in update["UpdateExpression"]:
            return str(key.removeprefix("MSG#"))
    return None


def is_answer(call: AwsCall) -> bool:
    """Whether the call stores the CEO's answer to a question."""
    return answered_question(call) is not None


def is_report(call: AwsCall) -> bool:
    """Whether the call stores one of the assistant's reports."""
    if call.operation != "TransactWriteItems":
        return False
    puts = (write["Put"]["Item"] for write in call.content.get("TransactItems", ()) if "Put" in write)
    return any(item.get("sk", {}).get("S", "").startswith("REPORT#") for item in puts)
