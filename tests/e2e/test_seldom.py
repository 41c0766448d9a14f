"""What customers seldom do, and no other of these tests: so that every permission is seen to be used."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from atrium import Customer, wait_for
from mcp_clients import assistant

pytestmark = pytest.mark.nightly


def test_first_use_of_a_key_from_elsewhere_is_in_the_security_log(customer: Customer) -> None:
    customer.call("GET", "/agents")

    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as elsewhere:
        elsewhere.get(
            f"{customer.base_url}/agents", headers={"Authorization": f"Bearer {customer.key}"}
        ).raise_for_status()

    def noted() -> list[str]:
        page = customer.by_session("GET", "/api/account/audit?type=key_new_address").data
        return [entry["address"] for entry in page["entries"]]

    assert wait_for(noted) == ["127.0.0.2"]


def test_uses_of_a_credential_that_expires_are_listed(customer: Customer) -> None:
    expires_at = (datetime.now(UTC) + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M:%SZ")
    deposit = {"name": "Shop login", "type": "password", "value": "a value", "expires_at": expires_at}
    made = customer.call("POST", f"/vault/credentials/{customer.create_project()}", deposit).data

    uses = customer.call("GET", f"/vault/credentials/{made['id']}/uses").data

    assert made["expires_at"].startswith(expires_at[:-1])
    assert uses["uses"] == []


def test_messages_are_exported(customer: Customer) -> None:
    project_id = customer.create_project()
    message_id = customer.ask(project_id, "Where do we stand?")
    customer.reply_to(project_id, message_id)

    exported = customer.call("GET", "/dashboard/export/messages?format=csv").data

    assert message_id in exported["content"]


def test_assistant_says_how_long_a_project_takes_and_prepares_another_text_of_a_line(customer: Customer) -> None:
    project_id = customer.submit_project()
    wait_for(lambda: len(customer.pending_approvals(project_id)) == 3)

    outlook = customer.call(
        "POST", "/pa/ask", {"message": "How long does it take to build, and what does it cost?"}
    ).data
    (card,) = customer.call("POST", "/pa/ask", {"message": "Bakery: Q1: It works in every browser"}).data["cards"]

    assert outlook["response"]
    assert (card["kind"], card["project_id"]) == ("edit_line", project_id)


def test_task_is_taken_on_and_deleted_through_an_assistant(customer: Customer) -> None:
    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key) as connected:
            task = await connected.call("assign_pa_task", task="Every Tuesday at 7am send me the budget")
            await connected.call("delete_pa_task", task_id=task["task_id"])

            assert (await connected.call("list_pa_tasks"))["tasks"] == []

    asyncio.run(scenario())
