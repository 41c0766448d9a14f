"""A language model behind the deployed cloud: a scripted one, over each protocol, from `make up` to the books."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from atrium import Customer, wait_for
from local.cloud import Cloud
from local.model import LocalModel, trial
from local.paths import Home
from roles import environment_of
from scripted_model import Fault, ScriptedModel, Wire, answering

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module", autouse=True)
def _script(scripted: ScriptedModel) -> None:
    scripted.script = answering({"word": "ready"})


@pytest.fixture
def fault(scripted: ScriptedModel) -> Iterator[Callable[[str], None]]:
    """Has the model fail from now on, until the test ends."""

    def fail(name: str) -> None:
        scripted.fault = Fault(name)

    yield fail
    scripted.fault = Fault()


def given(cloud: Cloud, **variables: str) -> AbstractContextManager[None]:
    """The worker with other variables of the template."""
    return environment_of(cloud, "ThinkerFunction", lambda before: {**before, **variables})


def attempt(cloud: Cloud, model: LocalModel) -> str | None:
    return trial(cloud.access, cloud.resources, model)


def standing(customer: Customer) -> tuple[str, str | None]:
    shown = customer.call("GET", "/dashboard/summary").data["model"]
    return shown["by"], shown["reason"]


def rows(cloud: Cloud, table: str) -> list[dict[str, Any]]:
    pages = cloud.client("dynamodb").get_paginator("scan").paginate(TableName=cloud.resources[table])
    return [row for page in pages for row in page["Items"]]


def deliver(cloud: Cloud, *, times: int = 1) -> str:
    """Send the same work so many times for a new account, wait until the worker has taken it; returns the account."""
    account_id = f"acc_{uuid.uuid4().hex}"
    work = {"account_id": account_id, "project_id": "prj_1", "subject_id": "msg_1", "kind": "try"}
    waiting = in_queue(cloud)
    for delivery in range(times):
        cloud.client("sqs").send_message(
            QueueUrl=cloud.resources["ThinkQueue"],
            MessageBody=json.dumps(work),
            MessageGroupId=account_id,
            MessageDeduplicationId=f"{account_id}-{delivery}",
        )
    deadline = time.monotonic() + 30
    while in_queue(cloud) > waiting:
        assert time.monotonic() < deadline, "the worker left its work in the queue"
        time.sleep(0.1)
    return account_id


def in_queue(cloud: Cloud) -> int:
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
    queue = {"QueueUrl": cloud.resources["ThinkQueue"], "AttributeNames": names}
    return sum(int(count) for count in cloud.client("sqs").get_queue_attributes(**queue)["Attributes"].values())


def test_model_is_asked_by_the_whole_way_with_the_key_of_the_secret(
    thinking: Cloud, model: LocalModel, scripted: ScriptedModel, customer: Customer
) -> None:
    assert attempt(thinking, model) is None

    asked = scripted.asked[-1]
    assert (asked.wire, asked.model, asked.key) == ("openai", "some-model", f"Bearer {model.key}")
    assert standing(customer) == ("model", None)


@pytest.mark.parametrize(("wire", "name"), [("anthropic", "claude-x"), ("bedrock", "vendor.model-v1:0")])
def test_model_is_asked_in_the_protocol_of_its_provider(
    thinking: Cloud, model: LocalModel, scripted: ScriptedModel, wire: Wire, name: str
) -> None:
    with given(thinking, MODEL=f"{wire}:{name}", MODEL_BASE_URL=scripted.base_url(wire)):
        assert attempt(thinking, model) is None

    assert (scripted.asked[-1].wire, scripted.asked[-1].model) == (wire, name)


def test_customer_is_told_while_the_model_does_not_let_us_in(
    thinking: Cloud, model: LocalModel, fault: Callable[[str], None], customer: Customer
) -> None:
    fault("401")
    attempt(thinking, model)
    assert standing(customer) == ("rules", "model_fails")

    fault("none")
    attempt(thinking, model)
    assert standing(customer) == ("model", None)


def test_work_delivered_twice_is_asked_and_paid_once(thinking: Cloud, scripted: ScriptedModel) -> None:
    before = len(scripted.asked)

    account_id = deliver(thinking, times=2)

    assert len(scripted.asked) == before + 1
    counts = [row for row in rows(thinking, "UsageTable") if row["pk"]["S"] == f"ACCOUNT#{account_id}"]
    assert {name: row[name]["N"] for row in counts for name in ("spent", "promised", "model_calls") if name in row} == {
        "spent": "200",
        "promised": "200",
        "model_calls": "1",
    }


def test_key_is_in_no_variable_log_table_or_readable_file(
    thinking: Cloud, home: Home, model: LocalModel, fault: Callable[[str], None]
) -> None:
    fault("401")
    attempt(thinking, model)

    functions = [str(one) for one in thinking.client("lambda").list_functions()["Functions"]]
    logs = thinking.client("logs")

    def logged() -> str | None:
        """All logs and the emulator's own files, once the worker's lines are there: when its run has ended."""
        listed = logs.get_paginator("describe_log_groups").paginate()
        groups = [group["logGroupName"] for page in listed for group in page["logGroups"]]
        read = logs.get_paginator("filter_log_events")
        lines = str([page["events"] for name in groups for page in read.paginate(logGroupName=name)])
        lines += "".join(file.read_text(errors="ignore") for file in home.logs.iterdir())
        return lines if "model_tried" in lines else None

    written = wait_for(logged)
    tables = [str(rows(thinking, table)) for table in ("ThinkingTable", "UsageTable")]
    for text in (*functions, written, *tables, home.description.read_text()):
        assert model.key not in text
    assert home.state.stat().st_mode & 0o077 == 0
