"""The test stand: a local cloud of its own, with Atrium and its yardsticks ("peers") deployed side by side."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from local import aws
from local.build import host_architecture
from local.cloud import Cloud, running
from local.deploy import sam_environment
from local.mail import sent_mails
from local.paths import DEVELOPMENT, REPOSITORY, SAM_OUTPUT, Home, interpreter
from local.seed import PublicApi, Reply, confirm_address

SOURCES = REPOSITORY / "bench" / "peers"
BUILT = SAM_OUTPUT / "peers"
STACK = "atrium-bench"
PEER_SECRET = "peer_0123456789abcdefghijklmnopqrstuvwxyz"  # noqa: S105 - of the benchmark's own cloud
PASSWORD = "four random words walk"  # noqa: S105 - as above
ACCOUNT_OF_PEER = "acc_1"
PROJECT_OF_PEER = "prj_1"
MESSAGE = "The planning phase is under way; two of three documents are approved, one waits for your word. " * 3
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 25
LAST_LINES = 20


@dataclass(frozen=True, slots=True)
class Customer:
    """Someone who signed up through the public API, with a Full Access key and the session's cookie."""

    account_id: str
    secret: str
    cookie: str
    api: PublicApi

    def send(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Send a request with the key; returns the answer's `data`. Raises for anything but 200, 201 or 202."""
        return self.try_to(method, path, body).require(200, 201, 202, doing=f"{method} {path}")

    def try_to(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Reply:
        """Send a request with the key; returns the answer, whatever its status is."""
        return self.api.call(method, path, body, Authorization=f"Bearer {self.secret}")

    def by_session(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Send a request with the session's cookie; returns the answer's `data`. Raises unless it is 200, 201, 202."""
        reply = self.api.call(method, path, body, Cookie=self.cookie)
        return reply.require(200, 201, 202, doing=f"{method} {path}")

    def create_project(self, name: str = "Bakery") -> str:
        """Create a draft and return its id."""
        return str(self.send("POST", "/projects", {"name": name})["id"])


@dataclass(frozen=True, slots=True)
class Stand:
    """The cloud, and the ids of the peers' two APIs, which stand behind the same gateway."""

    cloud: Cloud
    home: Home
    hello_api: str
    peer_api: str

    def product_environment(self) -> Mapping[str, str]:
        """The environment variables with which the product's code, run as the root user, works on this cloud."""
        tables = {name: at for name, at in self.cloud.resources.items() if name.endswith("Table")}
        named = {f"{name.removesuffix('Table').upper()}_TABLE": at for name, at in tables.items()}
        queues = {
            "CEO_QUEUE_URL": self.cloud.resources["CeoQueue"],
            "SEARCH_QUEUE_URL": self.cloud.resources["SearchQueue"],
            "SEARCH_BUCKET": self.cloud.resources["SearchBucket"],
            "EVENTS_QUEUE_URL": self.cloud.resources["EventsQueue"],
            "RUNS_QUEUE_URL": self.cloud.resources["RunsQueue"],
            "RUNS_QUEUE_ARN": "unused",
            "SCHEDULE_GROUP": self.cloud.resources["ScheduleGroup"],
            "SCHEDULE_ROLE_ARN": "unused",
            "VAULT_KEY_ID": self.cloud.resources["VaultKey"],
        }
        return {"AWS_ENDPOINT_URL": self.cloud.endpoint_url, **self.cloud.access.credentials, **named, **queues}

    def sign_up(self, name: str) -> Customer:
        """Sign up a new customer, who confirms the e-mail address, and create an API key for them."""
        customer = sign_up(self.cloud.base_url, name)
        confirm_address(customer.api, address_of(name), lambda: sent_mails(self.cloud.access))
        return customer


def address_of(name: str) -> str:
    """The e-mail address of the customer with this name."""
    return f"{name}@atrium.example"


def sign_up(base_url: str, name: str) -> Customer:
    """Sign up a new customer of the cloud at `base_url`, and create an API key; the address stays unconfirmed."""
    api = PublicApi(base_url)
    credentials = {"email": address_of(name), "password": PASSWORD, "name": name}
    signed_up = api.call("POST", "/api/auth/signup", credentials)
    account_id = signed_up.require(201, doing="Signing up")["account"]["id"]
    wanted = {"name": "bench", "preset": "full_access"}
    made = api.call("POST", "/api/account/api-keys", wanted, Cookie=signed_up.cookies)
    return Customer(account_id, made.require(201, doing="Creating a key")["key"], signed_up.cookies, api)


@contextmanager
def stand() -> Iterator[Stand]:
    """Run a cloud with Atrium and the peers, deployed and filled; it is removed when the block ends."""
    build_peers()
    home = Home(DEVELOPMENT.root / f"bench-{os.getpid()}")
    with running(home.root) as cloud:
        _deploy_peers(cloud)
        summaries = cloud.client("cloudformation").list_stack_resources(StackName=STACK)["StackResourceSummaries"]
        resources = {found["LogicalResourceId"]: found["PhysicalResourceId"] for found in summaries}
        _fill_peer(cloud, resources["PeerTable"])
        yield Stand(cloud, home, resources["HelloApi"], resources["PeerApi"])


def build_peers() -> Path:
    """Build the peers and, to be fair, compile their bytecode as our own build does; returns the build's folder."""
    build = [str(interpreter("sam").parent / "sam"), "build", "--cached", "--base-dir", str(SOURCES)]
    build += ["--template-file", str(SOURCES / "template.yaml"), "--build-dir", str(BUILT)]
    build += ["--cache-dir", str(SAM_OUTPUT / "peers-cache")]
    build += ["--parameter-overrides", f"Architecture={host_architecture()}"]
    _run(build, sam_environment(os.environ))
    compile_all = [str(interpreter("sam")), "-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash"]
    _run([*compile_all, str(BUILT)], os.environ)
    return BUILT


def put_messages(cloud: Cloud, customer: Customer, project_id: str, numbers: range) -> None:
    """Write the CEO's messages of these `numbers`, one a second from `EPOCH` on, and the thread's row to the table."""
    table = cloud.resources["ConversationsTable"]
    owner = {"account_id": customer.account_id, "project_id": project_id}
    thread = {"sk": "THREAD", **owner, "owner_id": customer.account_id, "last_reply_at": _iso(EPOCH), "unread": 0}
    spoken = {"sender_type": "agent", "sender_agent_type": "ceo", "content": MESSAGE, "may_decide": False}
    rows = [
        {"sk": f"MSG#{_id(number)}", "id": _id(number), **owner, **spoken, "created_at": _iso(_at(number))}
        for number in numbers
    ]
    put_rows(cloud, table, [{"pk": f"PROJECT#{project_id}", **row} for row in [thread, *rows]])


def put_rows(cloud: Cloud, table: str, rows: list[dict[str, Any]]) -> None:
    """Write rows of plain values, 25 at a time."""
    client = cloud.client("dynamodb")
    for first in range(0, len(rows), BATCH):
        batch = [{"PutRequest": {"Item": _attributes(row)}} for row in rows[first : first + BATCH]]
        client.batch_write_item(RequestItems={table: batch})


def _fill_peer(cloud: Cloud, table: str) -> None:
    digest = hashlib.sha256(PEER_SECRET.encode()).hexdigest()
    key = {"id": "key_1", "account_id": ACCOUNT_OF_PEER, "scopes": ["agents:read", "agents:write"], "revoked": False}
    project = {"name": "Bakery", "phase": "planning", "status": "active"}
    message = {"sender_type": "agent", "sender_agent_type": "ceo", "content": MESSAGE}
    message |= {"conversation_id": PROJECT_OF_PEER}
    rows: list[dict[str, Any]] = [
        {"pk": f"KEY#{digest}", "sk": "KEY", **key},
        {"pk": f"ACCOUNT#{ACCOUNT_OF_PEER}", "sk": f"PROJECT#{PROJECT_OF_PEER}", **project},
        *(
            {"pk": f"PROJECT#{PROJECT_OF_PEER}", "sk": f"MSG#{_id(number)}", "id": _id(number), **message}
            | {"created_at": _iso(_at(number))}
            for number in range(100)
        ),
    ]
    put_rows(cloud, table, rows)


def _deploy_peers(cloud: Cloud) -> None:
    command = [str(interpreter("sam").parent / "sam"), "deploy", "--template-file", str(BUILT / "template.yaml")]
    command += ["--stack-name", STACK, "--resolve-s3", "--capabilities", "CAPABILITY_IAM", "--region", aws.REGION]
    command += ["--no-confirm-changeset", "--no-progressbar"]
    command += ["--parameter-overrides", f"Architecture={host_architecture()}"]
    _run(command, sam_environment(cloud.access.environment))


def _run(command: list[str], environment: Mapping[str, str]) -> None:
    done = subprocess.run(command, cwd=SOURCES, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
        raise RuntimeError(f"{Path(command[0]).name} {command[1]} failed:\n{last}")


def _id(number: int) -> str:
    """A message id in the product's format that sorts by `number`."""
    return f"msg_0{number:025d}"


def _at(number: int) -> datetime:
    return EPOCH + timedelta(seconds=number)


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _attributes(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _attribute(value) for name, value in row.items()}


def _attribute(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"BOOL": value}
        case int():
            return {"N": str(value)}
        case list():
            return {"L": [_attribute(entry) for entry in value]}
    return {"S": value}
