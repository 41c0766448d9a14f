"""A customer of a deployed Atrium: real HTTP, by key or by session, with every answer checked to be in the envelope."""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from briefs import ANSWERS

PASSWORD = "four random words walk"
# `make test-nightly` sets it: tests then run all their cases, however long that takes.
NIGHTLY = "ATRIUM_TEST_NIGHTLY" in os.environ
# Something weekly that does not come due while the tests run, whatever day it is.
WEEKLY = f"Send me a status report every {datetime.now(UTC) + timedelta(days=3):%A} at 9am"


@dataclass(frozen=True)
class Reply:
    """An answer; `content` is the whole envelope."""

    status: int
    content: dict[str, Any]
    headers: httpx.Headers

    @property
    def data(self) -> Any:
        assert self.content.get("success") is True, self.content
        return self.content["data"]

    @property
    def error(self) -> dict[str, Any]:
        assert self.content.get("success") is False, self.content
        return self.content["error"]


DEVELOPMENT = {"architecture_plan", "delivery_plan", "test_plan"}


class Customer:
    """A signed-up customer with a Full Access key."""

    def __init__(self, base_url: str, *, address: str | None = None) -> None:
        """Sign up and create a key. `address` is the loopback address that the browser's requests come from."""
        self.base_url = base_url
        transport = httpx.HTTPTransport(local_address=address)
        self.session = httpx.Client(base_url=base_url, timeout=60, transport=transport)
        self.email = f"{uuid.uuid4().hex}@example.org"
        body = {"email": self.email, "password": PASSWORD, "name": "A customer"}
        self.account = self._send(self.session, "POST", "/api/auth/signup", body).data["account"]
        self.key = self.create_key(preset="full_access")["key"]
        self._client = httpx.Client(base_url=base_url, timeout=60)

    def close(self) -> None:
        """Close the connections."""
        self.session.close()
        self._client.close()

    def create_key(self, **fields: Any) -> dict[str, Any]:
        return self.by_session("POST", "/api/account/api-keys", {"name": "a key"} | fields).data

    def by_session(self, method: str, path: str, body: Any = None, **options: Any) -> Reply:
        """A request with the session cookie; a customer whose sign-in was a while ago proves once more who they are."""
        reply = self._send(self.session, method, path, body, **options)
        if reply.status == 403 and reply.error["code"] == "STEP_UP_REQUIRED":
            assert self._send(self.session, "POST", "/api/auth/step-up", {"password": PASSWORD}).status == 200
            reply = self._send(self.session, method, path, body, **options)
        return reply

    def call(self, method: str, path: str, body: Any = None, *, key: str | None = None, **options: Any) -> Reply:
        """A request with a key: the customer's own, unless another is given."""
        headers = {"Authorization": f"Bearer {key or self.key}"} | options.pop("headers", {})
        return self._send(self._client, method, path, body, headers=headers, **options)

    def create_project(self, name: str = "Bakery", **fields: Any) -> str:
        return self.call("POST", "/projects", {"name": name} | fields).data["id"]

    def submit_project(self, answers: dict[str, Any] | None = None) -> str:
        """Create a project and submit its brief; returns the project's id."""
        project_id = self.create_project()
        self.call("POST", f"/projects/{project_id}/intake", {"answers": answers or ANSWERS})
        assert self.call("POST", f"/projects/{project_id}/submit").data["phase"] == "planning"
        return project_id

    def develop_project(self) -> str:
        """The id of a project in development, whose team has asked for access to its repository and to Stripe."""
        project_id = self.submit_project(ANSWERS | {"existing": ["source_repository"], "integrations": ["Stripe"]})

        def approve_what_waits() -> bool:
            for approval in self.pending_approvals(project_id):
                if approval["kind"] in DEVELOPMENT:
                    return True
                path = f"/projects/{project_id}/approvals/{approval['id']}"
                assert self.call("POST", path, {"decision": "approve"}).status == 200
            return self.call("GET", f"/projects/{project_id}").data["phase"] == "development"

        wait_for(approve_what_waits)
        return project_id

    def create_work_item(self, project_id: str, *criteria: str, **fields: Any) -> str:
        """The id of a work item made by hand, with one criterion unless others are given."""
        asked = {"title": "Book a table", "what": "Guests book a table.", "criteria": criteria or ["A guest can book"]}
        made = self.call("POST", f"/projects/{project_id}/work-items", asked | fields)
        assert made.status == 201, made.content
        return made.data["id"]

    def ask(self, project_id: str, text: str) -> str:
        return self.call("POST", f"/agents/{project_id}/ask", {"message": text}).data["message_id"]

    def messages(self, project_id: str, query: str = "limit=100") -> list[dict[str, Any]]:
        """A project's messages, newest first."""
        return self.call("GET", f"/agents/{project_id}/messages?{query}").data["messages"]

    def reply_to(self, project_id: str, message_id: str) -> dict[str, Any]:
        """The CEO's answer to a question, as soon as it is there."""
        return wait_for(lambda: next((one for one in self.messages(project_id) if one["reply_to"] == message_id), None))

    def pending_approvals(self, project_id: str) -> list[dict[str, Any]]:
        approvals = self.call("GET", f"/projects/{project_id}/approvals").data["approvals"]
        return [approval for approval in approvals if approval["status"] == "pending"]

    def feed(self) -> list[dict[str, Any]]:
        """Every event of the account so far, the oldest first; a session is told of all."""
        events: list[dict[str, Any]] = []
        after, more = 0, True
        while more:
            page = self.by_session("GET", f"/events?after={after}&limit=100").data
            events += page["events"]
            after, more = page["last_sequence"], page["has_more"]
        return events

    @staticmethod
    def _send(client: httpx.Client, method: str, path: str, body: Any = None, **options: Any) -> Reply:
        content = {"content": body} if isinstance(body, str | bytes) else {"json": body} if body is not None else {}
        response = client.request(method, path, **content, **options)
        envelope = response.json()
        assert response.headers["content-type"] == "application/json; charset=utf-8", response.headers
        assert envelope["success"] is (response.status_code < 400), envelope
        return Reply(response.status_code, envelope, response.headers)


def wait_for[T](look: Callable[[], T | None], *, seconds: float = 120, every: float = 0.3) -> T:
    """Call `look` until it finds something, and return that. Raises `AssertionError` after `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(every)
    raise AssertionError(f"not there after {seconds} s")
