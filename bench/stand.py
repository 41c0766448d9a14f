"""The test stand: a local cloud of its own, with Atrium and its yardsticks ("peers") deployed side by side."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import batched
from pathlib import Path
from typing import Any

from boto3.dynamodb.types import TypeSerializer

from local import aws
from local.build import host_architecture
from local.cloud import Cloud, running
from local.console import run
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

    def sign_up(self, name: str) -> Customer:
        """Sign up a new customer, who confirms the e-mail address, and create an API key for them."""
        api, email = PublicApi(self.cloud.base_url), f"{name}@atrium.example"
        signed_up = api.call("POST", "/api/auth/signup", {"email": email, "password": PASSWORD, "name": name})
        account_id = signed_up.require(201, doing="Signing up")["account"]["id"]
        wanted = {"name": "bench", "preset": "full_access"}
        made = api.call("POST", "/api/account/api-keys", wanted, Cookie=signed_up.cookies)
        confirm_address(api, email, lambda: sent_mails(self.cloud.access))
        return Customer(account_id, made.require(201, doing="Creating a key")["key"], signed_up.cookies, api)


@contextmanager
def stand() -> Iterator[Stand]:
    """Run a cloud with Atrium and the peers, deployed and filled; it is removed when the block ends."""
    _build_peers()
    home = Home(DEVELOPMENT.root / f"bench-{os.getpid()}")
    with running(home.root) as cloud:
        _deploy_peers(cloud)
        summaries = cloud.client("cloudformation").list_stack_resources(StackName=STACK)["StackResourceSummaries"]
        resources = {found["LogicalResourceId"]: found["PhysicalResourceId"] for found in summaries}
        _fill_peer(cloud, resources["PeerTable"])
        yield Stand(cloud, home, resources["HelloApi"], resources["PeerApi"])


def _build_peers() -> None:
    """Build the peers and, to be fair, compile their bytecode as our own build does."""
    own = ("--base-dir", str(SOURCES), "--build-dir", str(BUILT), "--cache-dir", str(SAM_OUTPUT / "peers-cache"))
    _run_sam("build", SOURCES, "--cached", *own, environment=os.environ)
    compile_all = [str(interpreter("sam")), "-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash"]
    run(BUILT, *compile_all, str(BUILT))


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
    _put_rows(cloud, table, [{"pk": f"PROJECT#{project_id}", **row} for row in [thread, *rows]])


def _put_rows(cloud: Cloud, table: str, rows: list[dict[str, Any]]) -> None:
    """Write rows of plain values, 25 at a time."""
    for some in batched(rows, 25, strict=False):
        batch = [{"PutRequest": {"Item": TypeSerializer().serialize(row)["M"]}} for row in some]
        cloud.client("dynamodb").batch_write_item(RequestItems={table: batch})


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
    _put_rows(cloud, table, rows)


def _deploy_peers(cloud: Cloud) -> None:
    own = ("--stack-name", STACK, "--resolve-s3", "--capabilities", "CAPABILITY_IAM", "--region", aws.REGION)
    quiet = ("--no-confirm-changeset", "--no-progressbar")
    _run_sam("deploy", BUILT, *own, *quiet, environment=cloud.access.environment)


def _run_sam(command: str, folder: Path, *options: str, environment: Mapping[str, str]) -> None:
    parameters = ("--parameter-overrides", f"Architecture={host_architecture()}")
    sam = (str(interpreter("sam").parent / "sam"), command, "--template-file", str(folder / "template.yaml"))
    run(SOURCES, *sam, *options, *parameters, environment=sam_environment(environment))


def _id(number: int) -> str:
    """A message id in the product's format that sorts by `number`."""
    return f"msg_0{number:025d}"


def _at(number: int) -> datetime:
    return EPOCH + timedelta(seconds=number)


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
