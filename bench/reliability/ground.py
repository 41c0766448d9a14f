"""What the runs stand on: a cloud, the proxy its functions are sent through, its clock, its sweep, its workers."""

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
COUNTS = ("ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible")


@dataclass(frozen=True, slots=True)
class Ground:
    """A stand whose functions can be made to suffer."""

    stand: Stand
    proxy: FaultProxy

    @property
    def cloud(self) -> Cloud:
        """The cloud of the stand."""
        return self.stand.cloud

    def new_customer(self) -> Customer:
        """Somebody whom no other run knows."""
        return self.stand.sign_up(uuid.uuid4().hex)

    @contextmanager
    def through_proxy(self, *functions: str) -> Iterator[None]:
        """The functions (logical ids) reach AWS through the proxy for as long as the block lasts."""
        client = self.cloud.client("lambda")
        names = [self.cloud.resources[function] for function in functions]
        before = {name: _variables(client, name) for name in names}
        try:
            for name, variables in before.items():
                _set_variables(client, name, {**variables, "AWS_ENDPOINT_URL": self.proxy.url})
            yield
        finally:
            for name, variables in before.items():
                _set_variables(client, name, variables)

    @contextmanager
    def suffering(self, rule: Rule) -> Iterator[None]:
        """The rule holds for as long as the block lasts."""
        self.proxy.rule = rule
        try:
            yield
        finally:
            self.proxy.rule = pass_on

    def move_clock(self, by: timedelta) -> None:
        """Let the cloud's clock run ahead: leases end and grace passes without the benchmark waiting for them."""
        clock.advance(self.stand.home, by)

    def sweep(self) -> None:
        """One sweep, now. Raises `RuntimeError` when it fails."""
        answer = self.cloud.client("lambda").invoke(FunctionName=self.cloud.resources["SweepFunction"])
        if "FunctionError" in answer:
            raise RuntimeError(f"the sweep failed: {answer['Payload'].read()!r}")

    def messages_in(self, queue: str) -> int:
        """How many messages the queue (logical id) has, those under way included."""
        sqs = self.cloud.client("sqs")
        found = sqs.get_queue_attributes(QueueUrl=self.cloud.resources[queue], AttributeNames=list(COUNTS))
        return sum(int(found["Attributes"][count]) for count in COUNTS)

    @contextmanager
    def redelivering_after(self, queue: str, seconds: int) -> Iterator[None]:
        """What a worker leaves behind is delivered again after `seconds` instead of after minutes."""
        sqs, url = self.cloud.client("sqs"), self.cloud.resources[queue]
        name = "VisibilityTimeout"
        before = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"][name]
        sqs.set_queue_attributes(QueueUrl=url, Attributes={name: str(seconds)})
        try:
            yield
        finally:
            sqs.set_queue_attributes(QueueUrl=url, Attributes={name: before})

    def nudge_again(self, customer: Customer, project_id: str, message_id: str) -> None:
        """A second copy of a question's nudge, under a name of its own, so that the queue delivers both."""
        body = {"account_id": customer.account_id, "project_id": project_id, "subject_id": message_id}
        self.cloud.client("sqs").send_message(
            QueueUrl=self.cloud.resources["CeoQueue"],
            MessageBody=json.dumps(body),
            MessageGroupId=project_id,
            MessageDeduplicationId=uuid.uuid4().hex,
        )

    def kill_workers(self, function: str) -> int:
        """SIGKILL every process that runs the function (logical id); returns how many there were."""
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
    """Whether `holds` comes true within `seconds`."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _variables(client: Any, name: str) -> Mapping[str, str]:
    found: Mapping[str, str] = client.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
    return found


def _set_variables(client: Any, name: str, variables: Mapping[str, str]) -> None:
    client.update_function_configuration(FunctionName=name, Environment={"Variables": dict(variables)})
