"""The lists that grow: how to fill each, how the product reads a page of it, and the bare Query to compare with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from common.caller import Caller
from common.clock import to_iso
from common.dynamo import Item
from common.settings import settings
from domain.agents.records import Message
from domain.agents.service import Cursors, agent_service
from domain.keys.models import ApiKey
from domain.keys.service import key_service
from domain.pa.records import Report
from domain.pa.tasks import task_service
from domain.projects.records import Project
from domain.projects.service import project_service
from domain.projects.states import Phase, ProjectStatus

ACCOUNT = "acc_growth"
READER = Caller(ACCOUNT, "api_key", "key_growth", frozenset({"agents:read"}))
PROJECT = "prj_growth"
PAGE = 10
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
TEXT = "The planning phase is under way; two of three documents are approved, one waits for your word. " * 3


@dataclass(frozen=True, slots=True)
class Subject:
    """One list.

    Attributes:
        name: its name in the table of results.
        sizes: the sizes at which it is read, rising.
        table: the table of its rows.
        row: makes the row of entry number n; higher numbers come first in the list.
        read_page: reads a page through the product's service.
        bare: the parameters of the Query that reads the same page.
    """

    name: str
    sizes: tuple[int, ...]
    table: str
    row: Callable[[int], Item]
    read_page: Callable[[], Any]
    bare: Mapping[str, Any]


def subjects() -> Iterator[Subject]:
    """Messages of a project; projects, keys and reports of an account."""
    yield Subject(
        name="messages page",
        sizes=(100, 1_000, 10_000, 100_000),
        table=settings.conversations_table,
        row=_message,
        read_page=lambda: agent_service().list_messages(READER, PROJECT, limit=PAGE, cursors=Cursors()),
        bare=_newest("pk = :pk", f"PROJECT#{PROJECT}", PAGE + 2),
    )
    yield Subject(
        name="projects",
        sizes=(20, 200),
        table=settings.projects_table,
        row=_project,
        read_page=lambda: project_service().list_page(ACCOUNT, status=None, limit=PAGE, cursor=None),
        bare=_newest("pk = :pk", f"ACCOUNT#{ACCOUNT}", PAGE),
    )
    yield Subject(
        name="keys",
        sizes=(20, 200),
        table=settings.keys_table,
        row=_key,
        read_page=lambda: key_service().list(ACCOUNT, limit=PAGE, cursor=None),
        bare=_newest("account_id = :pk", ACCOUNT, PAGE) | {"IndexName": "of_account", "ConsistentRead": False},
    )
    yield Subject(
        name="reports",
        sizes=(20, 200, 2_000),
        table=settings.pa_table,
        row=_report,
        read_page=lambda: task_service().list_reports(ACCOUNT, limit=PAGE, before=None, task_id=None),
        bare=_newest(
            "pk = :pk AND sk BETWEEN :low AND :high", f"ACCOUNT#{ACCOUNT}", PAGE, low="REPORT#", high="REPORT$"
        ),
    )


def thread_row() -> Item:
    """The row of the conversation as a whole, with nothing unread, so that reading a page writes nothing."""
    owner = {"project_id": PROJECT, "account_id": ACCOUNT, "owner_id": ACCOUNT}
    return {"pk": f"PROJECT#{PROJECT}", "sk": "THREAD", **owner, "unread": 0, "last_reply_at": to_iso(EPOCH)}


def _newest(condition: str, pk: str, limit: int, **bounds: str) -> dict[str, Any]:
    values = {"pk": pk} | bounds
    return {
        "KeyConditionExpression": condition,
        "ExpressionAttributeValues": {f":{name}": {"S": value} for name, value in values.items()},
        "ScanIndexForward": False,
        "Limit": limit,
        "ConsistentRead": True,
    }


def _id(prefix: str, number: int) -> str:
    return f"{prefix}_0{number:025d}"


def _at(number: int) -> datetime:
    return EPOCH + timedelta(seconds=number)


def _message(number: int) -> Item:
    message = Message(
        id=_id("msg", number),
        account_id=ACCOUNT,
        project_id=PROJECT,
        sender_type="agent",
        sender_agent_type="ceo",
        content=TEXT,
        created_at=_at(number),
    )
    return {"pk": f"PROJECT#{PROJECT}", "sk": f"MSG#{message.id}", **message.model_dump(mode="json")}


def _project(number: int) -> Item:
    project = Project(
        id=_id("prj", number),
        account_id=ACCOUNT,
        name="Bakery",
        description=TEXT,
        status=ProjectStatus.DRAFT,
        phase=Phase.INTAKE,
        created_at=_at(number),
        updated_at=_at(number),
    )
    return {"pk": f"ACCOUNT#{ACCOUNT}", "sk": f"PROJECT#{project.id}", **project.model_dump(mode="json")}


def _key(number: int) -> Item:
    api_key = ApiKey(
        id=_id("key", number),
        account_id=ACCOUNT,
        public_part=f"{number:08d}",
        prefix=f"atr_{number:08d}",
        secret_hash="0" * 64,
        name="A key",
        scopes=["agents:read"],
        created_at=_at(number),
    )
    return {"pk": api_key.public_part, **api_key.model_dump(mode="json")}


def _report(number: int) -> Item:
    report = Report(
        id=_id("rep", number),
        account_id=ACCOUNT,
        task_id=_id("tsk", 1),
        run_id=_id("run", number),
        title="Status report",
        content=TEXT,
        data={},
        succeeded=True,
        due_at=_at(number),
        created_at=_at(number),
    )
    owner = {"report_of": f"{ACCOUNT}#{report.task_id}"}
    return {"pk": f"ACCOUNT#{ACCOUNT}", "sk": f"REPORT#{report.id}", **report.model_dump(mode="json"), **owner}
