"""Makes the account that the metered requests work on, with one project under way, in emulated tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

from bench.brief import ANSWERS
from domain.agents.exactly_once import turn_service
from domain.agents.records import Message
from domain.agents.store import conversation_store
from domain.work.queue import WorkItem
from doors import HttpAnswer, call, key_caller, session_caller

CREDENTIALS = {"email": "customer@example.org", "password": "four random words walk"}
REGION = "us-east-1"
AN_HOUR_AGO = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class World:
    """An account with a project whose plan waits for approval, and `secret`, an API key with all scopes."""

    account_id: str
    project_id: str
    secret: str

    def send(self, door: str, method: str, path: str, body: Any = None, nth: int | None = None) -> HttpAnswer:
        """Send a request with the key; `{project_id}` and `{id}` are the project's. Raises `AssertionError` if refused.

        With `nth` it counts as that request of an hour; else as one of many, which the log of requests leaves out.
        """
        ids = {name: self.project_id for name in ("project_id", "id") if f"{{{name}}}" in path}
        caller = key_caller(account_id=self.account_id)
        return _accepted(call(door, method, path, caller=caller, body=body, nth=nth, **ids))

    def ask(self) -> HttpAnswer:
        """Ask the CEO a question. Nothing answers it before `take_turn`."""
        return self.send("agents", "POST", "/agents/{project_id}/ask", {"message": "How is it going?"})

    def take_turn(self) -> None:
        """Run the CEO's turn, which takes up all that waits in the project."""
        item = WorkItem(self.account_id, self.project_id, "evt_1")
        turn_service().run(item, run_id="run_1", sent_at=datetime.now(UTC) - AN_HOUR_AGO)

    def fill_conversation(self, first: int, end: int) -> None:
        """Store messages number `first` to `end` - 1, all older than the rest of the conversation."""
        for number in range(first, end):
            at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
            conversation_store().table.put_new(
                {
                    "pk": f"PROJECT#{self.project_id}",
                    "sk": f"MSG#msg_0{number:025d}",
                    **Message(
                        id=f"msg_0{number:025d}",
                        account_id=self.account_id,
                        project_id=self.project_id,
                        sender_type="agent",
                        sender_agent_type="ceo",
                        content="The planning phase is under way; two of three documents are approved. " * 4,
                        created_at=at,
                    ).model_dump(mode="json"),
                }
            )


def make_world() -> World:
    """Sign up, create a key and a project, and let the CEO take the project's first turn."""
    signing_up = CREDENTIALS | {"name": "A customer"}
    signed_up = _accepted(call("session", "POST", "/api/auth/signup", caller=None, body=signing_up))
    account_id = signed_up.data["account"]["id"]
    person = session_caller(account_id=account_id)
    wanted = {"name": "a key", "preset": "full_access"}
    made = _accepted(call("keys", "POST", "/api/account/api-keys", caller=person, body=wanted))
    draft = World(account_id, "", made.data["key"])
    project = draft.send("projects", "POST", "/projects", {"name": "Bakery"}).data
    world = replace(draft, project_id=project["id"])
    world.send("projects", "POST", "/projects/{project_id}/intake", {"answers": ANSWERS})
    world.send("projects", "POST", "/projects/{project_id}/submit")
    world.take_turn()
    return world


def _accepted(answer: HttpAnswer) -> HttpAnswer:
    """The answer itself. Raises `AssertionError` for a refusal: it makes fewer calls, so its figures would be wrong."""
    if answer.status >= HTTPStatus.BAD_REQUEST:
        raise AssertionError(answer)
    return answer
