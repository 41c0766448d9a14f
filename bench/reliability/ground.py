"""What the experiments share: the stand's cloud behind the fault proxy, and counts of answers and of conversations."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from typing import Any

from bench.figures import Figure, none
from bench.reliability.proxy import AwsCall, FaultProxy, Rule, holding, pass_on
from bench.stand import Customer, Stand
from local import clock, emulator, processes
from local.cloud import Cloud
from local.seed import Reply

POLL_SECONDS = 0.3
HELD_WITHIN_SECONDS = 30.0
SETTLED_WITHIN_SECONDS = 90
IDLE_WITHIN_SECONDS = 900  # beyond the queue's visibility timeout, which hides a killed worker's message
REDELIVERY_SECONDS = 5
PAST_GRACE = timedelta(seconds=61)  # of the sweep, which lets alone what is younger
QUEUES = ("CeoQueue", "EventsQueue")  # the emulator takes one batch of a FIFO queue at a time
COUNTS = tuple(f"ApproximateNumberOfMessages{kind}" for kind in ("", "NotVisible", "Delayed"))
DONE = frozenset({200, 201, 202})
UNAVAILABLE = 503
Rows = list[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Ground:
    """A stand whose functions' AWS calls can go through a proxy that makes them fail."""

    stand: Stand
    proxy: FaultProxy

    @property
    def cloud(self) -> Cloud:
        """The cloud of the stand."""
        return self.stand.cloud

    def new_customer(self) -> Customer:
        """Sign up a customer whom no other run uses."""
        return self.stand.sign_up(uuid.uuid4().hex)

    @contextmanager
    def through_proxy(self, *functions: str) -> Iterator[None]:
        """Send the functions' AWS calls through the proxy within the block."""
        client, before = self.cloud.client("lambda"), {}
        for name in (self.cloud.resources[f"{function}Function"] for function in functions):
            before[name] = client.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
        try:
            for name, own in before.items():
                through = {**own, "AWS_ENDPOINT_URL": self.proxy.url}
                client.update_function_configuration(FunctionName=name, Environment={"Variables": through})
            yield
        finally:
            for name, own in before.items():
                client.update_function_configuration(FunctionName=name, Environment={"Variables": own})

    @contextmanager
    def suffering(self, rule: Rule) -> Iterator[None]:
        """Let the proxy apply `rule` within the block."""
        self.proxy.rule = rule
        try:
            yield
        finally:
            self.proxy.rule = pass_on

    def sweep(self, past: timedelta = PAST_GRACE) -> None:
        """Move the cloud's clock, so that leases end, and run one sweep. Raises `RuntimeError` when it fails."""
        clock.advance(self.stand.home, past)
        answer = self.cloud.client("lambda").invoke(FunctionName=self.cloud.resources["SweepFunction"])
        if "FunctionError" in answer:
            raise RuntimeError(f"the sweep failed: {answer['Payload'].read()!r}")

    def send(self, queue: str, body: Mapping[str, str], *, group: str = "", delay: int = 0) -> None:
        """Put a message into a queue (logical id): at once into the `group` of a FIFO queue, else after `delay` s."""
        fifo = {"MessageGroupId": group, "MessageDeduplicationId": uuid.uuid4().hex}
        self.cloud.client("sqs").send_message(
            QueueUrl=self.cloud.resources[queue],
            MessageBody=json.dumps(body),
            **(fifo if group else {"DelaySeconds": delay}),
        )

    def messages_in(self, queue: str) -> int:
        """How many messages the queue has, delayed ones and those of workers included; `queue` is a logical id."""
        sqs = self.cloud.client("sqs")
        found = sqs.get_queue_attributes(QueueUrl=self.cloud.resources[queue], AttributeNames=list(COUNTS))
        return sum(int(found["Attributes"][count]) for count in COUNTS)

    def wait_until_empty(self, queue: str, *, seconds: float = SETTLED_WITHIN_SECONDS) -> bool:
        """Wait until no message is queued, delayed or with a worker; returns whether that came in time."""
        return wait_until(lambda: self.messages_in(queue) == 0, seconds=seconds)

    def wait_for_workers(self) -> None:
        """Wait until no message is left, so that the next run does not measure this one's. Raises `RuntimeError`."""
        for queue in QUEUES:
            if not self.wait_until_empty(queue, seconds=IDLE_WITHIN_SECONDS):
                raise RuntimeError(f"messages are still waiting in {queue}")

    @contextmanager
    def redelivering_soon(self, queue: str) -> Iterator[None]:
        """Within the block, deliver a message that a worker left behind again after 5 seconds, not after minutes."""
        sqs, url = self.cloud.client("sqs"), self.cloud.resources[queue]
        name = "VisibilityTimeout"
        before = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"][name]
        sqs.set_queue_attributes(QueueUrl=url, Attributes={name: str(REDELIVERY_SECONDS)})
        try:
            yield
        finally:
            sqs.set_queue_attributes(QueueUrl=url, Attributes={name: before})

    def kill_workers(self, function: str) -> int:
        """SIGKILL every process of a function (logical id); returns how many. Raises `RuntimeError`: no emulator."""
        parent = processes.find(self.stand.home, emulator.NAME)
        if parent is None:
            raise RuntimeError("the emulator does not run")
        folder = f"ministack-lambda-{self.cloud.resources[function]}-"
        shown = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
        rows = [line.split(None, 2) for line in shown.stdout.splitlines()]
        pids = [int(pid) for pid, ppid, command in rows if int(ppid) == parent.pid and folder in command]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(pids)

    def kill_during(
        self, function: str, matches: Callable[[AwsCall], bool], begin: Callable[[], None], *, done: bool
    ) -> bool:
        """Start work, hold its last write in the proxy, and kill the worker that waits for it.

        Args:
            function: the worker's logical id.
            matches: recognises the last write.
            begin: starts the work.
            done: whether the write is carried out before the worker dies.

        Returns:
            Whether a worker was killed.
        """
        with self.suffering(holding(matches, done=done)):
            begin()
            self.proxy.wait_until_held(HELD_WITHIN_SECONDS)
            killed = self.kill_workers(function) > 0
            self.proxy.let_go()
        return killed


def wait_until(holds: Callable[[], bool], *, seconds: float = SETTLED_WITHIN_SECONDS) -> bool:
    """Wait until `holds` is true, for at most `seconds`; returns whether it became true in this time."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


@dataclass(slots=True)
class Answers:
    """The answers given during an outage; many threads add to it at once.

    Attributes:
        counts: how many were done, refused as promised (503 with Retry-After), or answered with any other status.
        done: the `data` of each success, by the name that its sender gave the request.
        refused: the names of the refused requests.
    """

    counts: Counter[str] = field(default_factory=Counter)
    done: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def send(self, customer: Customer, method: str, path: str, body: Mapping[str, Any] | None, name: str) -> Reply:
        """Send one request, file the answer under `name`, and return it."""
        reply = customer.try_to(method, path, body)
        with self._lock:
            if reply.status in DONE:
                self.counts["done"] += 1
                self.done[name] = reply.content["data"]
            elif reply.status == UNAVAILABLE and reply.retry_after.isdigit():
                self.counts["refused"] += 1
                self.refused.add(name)
            else:
                self.counts[f"answered {reply.status}"] += 1
        return reply

    def figures(self, name: str) -> Iterator[Figure]:
        """How many requests there were, and how many got an answer that the product does not promise."""
        others = {kind: count for kind, count in self.counts.items() if kind not in {"done", "refused"}}
        note = f"{self.counts['done']} done, {self.counts['refused']} refused with 503 and Retry-After"
        yield Figure(f"{name}: requests", self.counts.total(), "", note=note)
        shown = ", ".join(f"{count} {kind}" for kind, count in others.items())
        yield none(f"{name}: answered in any other way", sum(others.values()), shown)


def conversation(customer: Customer, project_id: str) -> Rows:
    """Every message of a project, oldest first."""
    messages: Rows = []
    cursor = ""
    while True:
        page = customer.send("GET", f"/agents/{project_id}/messages?limit=100{cursor}")
        messages += page["messages"]
        if not page["has_more"]:
            return messages[::-1]
        cursor = f"&before={messages[-1]['id']}"


def tally(messages: Rows, accepted: Iterable[str]) -> Counter[str]:
    """Counts of one conversation, its messages oldest first; `accepted` are the ids that callers were given.

    `lost`: accepted questions without any reply; `duplicated`: replies beyond a question's first; `out_of_order`:
    replies to an older question than the reply before answers; `unaccepted`: refused questions that are there.
    """
    wanted = set(accepted)
    asked = [message for message in messages if message["sender_type"] == "customer"]
    replied = [str(message["reply_to"]) for message in messages if message["reply_to"]]
    return Counter(
        accepted=len(wanted),
        replies=len(replied),
        lost=len(wanted - set(replied)),
        duplicated=len(replied) - len(set(replied)),
        out_of_order=sum(later < earlier for earlier, later in pairwise(replied)),
        failed=sum(message["run_status"] == "failed" for message in asked),
        unaccepted=len({message["id"] for message in asked} - wanted),
    )


def tally_all(customer: Customer, accepted: Mapping[str, Sequence[str]]) -> Counter[str]:
    """Count several projects of one customer together; `accepted` has the ids of accepted questions by project."""
    tallies = (tally(conversation(customer, project), ids) for project, ids in accepted.items())
    return sum(tallies, Counter())


def wait_for_replies(customer: Customer, accepted: Mapping[str, Sequence[str]], *, seconds: float) -> Counter[str]:
    """Wait until every question has its reply, for at most `seconds`; returns the counts."""
    wait_until(lambda: not tally_all(customer, accepted)["lost"], seconds=seconds)
    return tally_all(customer, accepted)


def unharmed(name: str, found: Counter[str]) -> Iterator[Figure]:
    """Figures for the counts that must be zero whatever went wrong."""
    tried = f"of {found['accepted']:,} accepted"
    yield none(f"{name} lost", found["lost"], tried)
    yield none(f"{name} answered more than once", found["duplicated"], tried)
    yield none(f"{name} answered out of order in their project", found["out_of_order"], tried)
    yield none(f"{name} called failed", found["failed"], tried)
    yield none(f"{name} stored though refused", found["unaccepted"])
