"""The tools of the reliability runs: the stand's cloud, the fault proxy, the clock, the sweep, the workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bench.reliability.calls import Rule, pass_on
from bench.reliability.proxy import FaultProxy
from bench.stand import Customer, Stand
from local import clock, emulator, processes
from local.cloud import Cloud

POLL_SECONDS = 0.3
IDLE_WITHIN_SECONDS = 900  # beyond the queue's visibility timeout, which hides a killed worker's message
QUEUES = ("CeoQueue", "EventsQueue")  # the emulator takes one batch of a FIFO queue at a time
COUNTS = tuple(f"ApproximateNumberOfMessages{kind}" for kind in ("", "NotVisible", "Delayed"))


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
        """Send the functions' AWS calls through the proxy within the block; `functions` are logical ids."""
        with given(self.cloud, *functions, AWS_ENDPOINT_URL=self.proxy.url):
            yield

    @contextmanager
    def suffering(self, rule: Rule) -> Iterator[None]:
        """Let the proxy apply `rule` within the block."""
        self.proxy.rule = rule
        try:
            yield
        finally:
            self.proxy.rule = pass_on

    def move_clock(self, by: timedelta) -> None:
        """Move the cloud's clock forward, so that leases end without the benchmark waiting for them."""
        clock.advance(self.stand.home, by)

    def sweep(self) -> None:
        """Run one sweep now. Raises `RuntimeError` when it fails."""
        answer = self.cloud.client("lambda").invoke(FunctionName=self.cloud.resources["SweepFunction"])
        if "FunctionError" in answer:
            raise RuntimeError(f"the sweep failed: {answer['Payload'].read()!r}")

    def messages_in(self, queue: str) -> int:
        """How many messages the queue has, delayed ones and those of workers included; `queue` is a logical id."""
        sqs = self.cloud.client("sqs")
        found = sqs.get_queue_attributes(QueueUrl=self.cloud.resources[queue], AttributeNames=list(COUNTS))
        return sum(int(found["Attributes"][count]) for count in COUNTS)

    def wait_for_workers(self) -> None:
        """Wait until no message is left, so that the next run does not measure this one's. Raises `RuntimeError`."""
        if not wait_until(lambda: not any(map(self.messages_in, QUEUES)), seconds=IDLE_WITHIN_SECONDS):
            left = {queue: self.messages_in(queue) for queue in QUEUES}
            raise RuntimeError(f"messages are still waiting: {left}")

    @contextmanager
    def redelivering_after(self, queue: str, seconds: int) -> Iterator[None]:
        """Within the block, deliver a message that a worker left behind again after `seconds`, not after minutes."""
        sqs, url = self.cloud.client("sqs"), self.cloud.resources[queue]
        name = "VisibilityTimeout"
        before = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"][name]
        sqs.set_queue_attributes(QueueUrl=url, Attributes={name: str(seconds)})
        try:
            yield
        finally:
            sqs.set_queue_attributes(QueueUrl=url, Attributes={name: before})

    def nudge_again(self, customer: Customer, project_id: str, message_id: str) -> None:
        """Send a second copy of a question's nudge. Its deduplication id differs, so the queue delivers both."""
        body = {"account_id": customer.account_id, "project_id": project_id, "subject_id": message_id}
        self.cloud.client("sqs").send_message(
            QueueUrl=self.cloud.resources["CeoQueue"],
            MessageBody=json.dumps(body),
            MessageGroupId=project_id,
            MessageDeduplicationId=uuid.uuid4().hex,
        )

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


def wait_until(holds: Callable[[], bool], *, seconds: float) -> bool:
    """Wait until `holds` is true, for at most `seconds`; returns whether it became true in this time."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


@contextmanager
def given(cloud: Cloud, *functions: str, **variables: str) -> Iterator[None]:
    """Give the functions more environment variables within the block; `functions` are logical ids."""
    client = cloud.client("lambda")
    before = {name: _variables(client, name) for name in (cloud.resources[function] for function in functions)}
    try:
        for name, own in before.items():
            _set_variables(client, name, {**own, **variables})
        yield
    finally:
        for name, own in before.items():
            _set_variables(client, name, own)


def _variables(client: Any, name: str) -> Mapping[str, str]:
    found: Mapping[str, str] = client.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
    return found


def _set_variables(client: Any, name: str, variables: Mapping[str, str]) -> None:
    client.update_function_configuration(FunctionName=name, Environment={"Variables": dict(variables)})
