"""Assistants at the deployed template: what each key may do, and a project from creation to an approved deliverable.

By day a sample of keys: `tests/unit/functions/mcp` has every tool with every key in one process.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequestParams, ElicitResult

from atrium import Customer
from briefs import ANSWERS
from domain.keys.scopes import PRESETS
from domain.search.records import FoundType
from interface import SCOPES
from mcp_clients import MODES, Assistant, Created, Refused, Tasks, assistant, of_task
from protocol import TOOLS, tools_for
from tables import by_day

NEWEST = "2026-07-28"
NEGOTIATED = {"auto": "2026-07-28", "legacy": "2025-11-25", "2026-07-28": "2026-07-28"}


@asynccontextmanager
async def temporary_key(customer: Customer, mode: str, **granted: Any) -> AsyncIterator[Assistant]:
    """An assistant with a key of its own, revoked afterwards."""
    key = customer.create_key(**granted)
    async with assistant(customer.base_url, key["key"], mode=mode) as connected:
        yield connected
    customer.by_session("DELETE", f"/api/account/api-keys/{key['id']}")


async def until[T](look: Callable[[], Coroutine[Any, Any, T | None]], *, seconds: int = 90) -> T:
    """What `look` finds, as soon as it finds something; a failed assertion after `seconds`."""
    for _ in range(seconds * 2):
        if found := await look():
            return found
        await asyncio.sleep(0.5)
    raise AssertionError(f"not there after {seconds} s")


def keys() -> Iterator[Any]:
    """A key of each scope and of each preset, with a client of each mode: by day with one of them, in turn."""
    granted: dict[str, dict[str, Any]] = {scope: {"scopes": [scope]} for scope in SCOPES}
    granted |= {name: {"preset": name} for name in PRESETS}
    for number, (name, grant) in enumerate(granted.items()):
        for mode in (*MODES[number % len(MODES) :], *MODES[: number % len(MODES)]):
            yield pytest.param(mode, grant, PRESETS.get(name, (name,)), id=f"{name}-{mode}")


@pytest.mark.parametrize("mode", MODES)
def test_client_agrees_on_the_newest_version_it_speaks(customer: Customer, mode: str) -> None:
    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key, mode="legacy"):
            pass  # where the first answer is long in coming, a client takes an older one
        async with assistant(customer.base_url, customer.key, mode=mode) as connected:
            assert connected.client.protocol_version == NEGOTIATED[mode]
            assert list(connected.tools) == list(TOOLS)

    asyncio.run(scenario())


@pytest.mark.parametrize("mode", by_day(["auto", "legacy"], every=2))
def test_client_that_asks_is_told_how_asking_works(customer: Customer, mode: str) -> None:
    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key, mode=mode) as connected:
            assert connected.client.server_info is not None
            assert connected.client.server_info.name == "atrium"
            assert "list_messages" in (connected.client.instructions or "")

    asyncio.run(scenario())


@pytest.mark.parametrize(("mode", "granted", "scopes"), by_day(keys(), every=len(MODES) * 20))
def test_key_sees_exactly_its_tools_and_is_refused_the_others(
    customer: Customer, mode: str, granted: dict[str, Any], scopes: tuple[str, ...]
) -> None:
    async def scenario() -> None:
        async with temporary_key(customer, mode, **granted) as connected:
            assert list(connected.tools) == tools_for(*scopes)
            hidden = sorted(TOOLS.keys() - connected.tools.keys())
            refusals = await asyncio.gather(*(connected.refusal(name) for name in hidden))
            assert refusals == [f"FORBIDDEN: API key missing required scope: {TOOLS[name][0]}" for name in hidden]

    asyncio.run(scenario())


@pytest.mark.parametrize("mode", by_day(MODES, every=len(MODES)))
def test_question_is_answered_by_the_call_that_asks_it(customer: Customer, mode: str) -> None:
    async def scenario() -> None:
        async with temporary_key(customer, mode, preset="mcp_assistant") as connected:
            project_id = customer.create_project("Bakery")
            asked = await connected.call("ask_ceo_agent", project_id=project_id, message="Where do we stand?")
            page = await connected.call("list_messages", project_id=project_id, reply_to=asked["message_id"])

            (reply,) = page["messages"]
            assert asked["status"] == "answered"
            assert (asked["answer"], reply["reply_to"]) == (reply["content"], asked["message_id"])
            assert "is a draft" in asked["answer"]

    asyncio.run(scenario())


def test_question_that_takes_longer_is_a_task_that_ends_in_its_answer(customer: Customer) -> None:
    async def scenario() -> None:
        tasks = Tasks()
        async with assistant(customer.base_url, customer.key, mode=NEWEST, extensions=[tasks]) as connected:
            project_id = customer.create_project("Bakery")
            asked = await connected.call("ask_ceo_agent", project_id=project_id, message="Where do we stand?", wait=0)

            assert (asked["status"], "is a draft" in asked["answer"]) == ("answered", True)
            assert [tasks.seen[0].status, tasks.seen[-1].status] == ["working", "completed"]

    asyncio.run(scenario())


def test_task_is_cancelled_twice_and_is_nobody_elses(customer: Customer) -> None:
    async def scenario() -> None:
        other = customer.create_key(preset="mcp_assistant")["key"]
        async with (
            assistant(customer.base_url, customer.key, mode=NEWEST, extensions=[Tasks()]) as connected,
            assistant(customer.base_url, other, mode=NEWEST, extensions=[Tasks()]) as stranger,
        ):
            asking = {"project_id": customer.create_project("Bakery"), "message": "Where do we stand?", "wait": 0}
            session = connected.client.session
            created = await session.call_tool("ask_ceo_agent", asking, allow_claimed=True)
            assert isinstance(created, Created)
            for _ in range(2):
                await of_task(session, "cancel", created.task_id)
            with pytest.raises(MCPError) as refused:
                await of_task(stranger.client.session, "get", created.task_id)

            # A question that the CEO has taken up by then is answered all the same.
            assert (await of_task(session, "get", created.task_id)).status in {"cancelled", "working", "completed"}
            assert (refused.value.error.code, refused.value.error.message[:9]) == (-32602, "NOT_FOUND")

    asyncio.run(scenario())


@pytest.mark.parametrize("yes", [True, False])
def test_person_at_the_client_says_whether_a_card_is_done(customer: Customer, *, yes: bool) -> None:
    shown = []

    async def fill_in(_context: Any, params: ElicitRequestParams) -> ElicitResult:
        shown.append(params.message)
        return ElicitResult(action="accept", content={"yes": yes})

    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key, mode=NEWEST, elicitation_callback=fill_in) as connected:
            mine = {"project_id": customer.create_project("Bakery")}
            asked = await connected.call("ask_ceo_agent", **mine, message="ceiling 90k")
            project = await connected.call("get_project", **mine)

            assert [one["became"] for one in asked["cards"]] == ["done" if yes else "dismissed"]
            assert project["budget"].get("ceiling") == (90_000 if yes else None)
            assert (len(shown), "90,000" in shown[0]) == (1, True)

    asyncio.run(scenario())


@pytest.mark.nightly
def test_question_that_is_not_waited_for_is_pending_until_its_reply_is_there(customer: Customer) -> None:
    async def scenario() -> None:
        async with temporary_key(customer, "auto", preset="mcp_assistant") as connected:
            project_id = customer.create_project("Bakery")
            mine = {"project_id": project_id}
            asked = await connected.call("ask_ceo_agent", **mine, message="Where do we stand?", wait=0)
            page = await connected.call("list_messages", **mine, reply_to=asked["message_id"], wait=20)

            assert asked["status"] == "pending"
            assert [one["reply_to"] for one in page["messages"]] == [asked["message_id"]]

    asyncio.run(scenario())


def test_documents_are_resources_and_prompts_and_completion_are_there(customer: Customer) -> None:
    project_id = customer.submit_project()

    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key) as connected:
            client = connected.client
            uri = f"atrium://projects/{project_id}/documents/product_brief"

            async def written() -> bool:
                return uri in {str(one.uri) for one in (await client.list_resources()).resources}

            await until(written)
            (content,) = (await client.read_resource(uri)).contents
            prompt = await client.get_prompt("take_next_item", {"project_id": project_id})

            assert content.text.startswith("# ")
            assert project_id in prompt.messages[0].content.text
            assert {one.name for one in (await client.list_prompts()).prompts} == {
                *("review_inbox", "write_brief", "take_next_item"),
            }

    asyncio.run(scenario())


@pytest.mark.nightly
@pytest.mark.parametrize("mode", by_day(MODES, every=len(MODES)))
def test_task_is_assigned_on_schedule(customer: Customer, mode: str) -> None:
    async def scenario() -> None:
        async with temporary_key(customer, mode, preset="pa_only") as connected:
            task = await connected.call("assign_pa_task", task="every Monday at 9am report what needs me")
            shown = await connected.call("get_pa_task", task_id=task["task_id"])
            unclear = await connected.refusal("assign_pa_task", task="remind me regularly of the budget")

            assert (task["scheduled"], len(task["schedule"]["next_runs"])) == (True, 3)
            assert shown["schedule"]["rrules"] == ["FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0"]
            assert unclear.startswith("SCHEDULE_UNCLEAR: ")

    asyncio.run(scenario())


@pytest.mark.parametrize("mode", by_day(MODES, every=len(MODES)))
def test_project_goes_from_creation_to_an_approved_deliverable(customer: Customer, mode: str) -> None:
    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key, mode=mode) as connected:
            call = connected.call
            project = await call("create_project", name="Bakery", idempotency_key=f"bakery {mode}")
            again = await call("create_project", name="Bakery", idempotency_key=f"bakery {mode}")
            mine = {"project_id": project["id"]}
            await call("answer_project_intake", **mine, answers=ANSWERS)
            estimate = await call("get_project_estimate", **mine)
            await call("submit_project", **mine)

            async def asked_for() -> list[dict[str, Any]] | None:
                found = (await call("list_approvals", **mine))["approvals"]
                return found if len(found) == 3 else None

            approval = (await until(asked_for))[0]
            document = await call("get_deliverable", **mine, deliverable_id=approval["deliverable_id"])
            decided = await call("decide_approval", **mine, approval_id=approval["id"], decision="approve")
            twice = await connected.refusal("decide_approval", **mine, approval_id=approval["id"], decision="approve")
            shown = await call("get_project", **mine)

            assert again["id"] == project["id"]
            assert document["content"].startswith("# ")
            assert document["revision"] == approval["revision"] == decided["revision"]
            assert (decided["status"], shown["pending_approvals"]) == ("approved", 2)
            assert shown["budget"]["likely"] == estimate["likely"]
            assert twice.startswith("ALREADY_DECIDED: ")

    asyncio.run(scenario())


def test_every_tool_gives_a_valid_result(customer: Customer) -> None:
    """What the scenarios above leave out: reads of everything, a report of a task, requests fulfilled and declined."""
    running = customer.submit_project(ANSWERS | {"existing": ["source_repository"], "integrations": ["Stripe"]})
    customer.call("POST", f"/projects/{customer.submit_project()}/status", {"action": "pause"})

    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key) as connected:
            await _read_everything(connected, running)
            await _change_the_brief(connected, running)
            await _look_through_the_inbox(connected)
            await _let_a_task_run(connected, running)
            await _edit_a_document(connected, running)
            await _work_until_access_is_asked_for(connected, running)
            await _hand_access_over(connected, running)
            await _hand_the_work_out(connected, running)
            await _find(connected)
            asked = {"title": "Newsletter", "what": "Readers sign up", "criteria": ["One arrives"]}
            made = await connected.call("create_work", project_id=running, **asked)
            await connected.call("get_work", work_id=made["id"])

            elsewhere = {
                *("create_project", "answer_project_intake", "submit_project"),
                *("claim_work", "report_work_progress", "submit_work", "release_work"),  # test_work
                "call_with_credential",  # test_calling
            }
            assert set(TOOLS) - connected.called == elsewhere

    asyncio.run(scenario())


async def _read_everything(connected: Assistant, project_id: str) -> None:
    call = connected.call
    for name in (
        *("get_status", "list_projects", "list_pa_tasks", "list_pa_reports"),
        *("list_credentials", "list_credential_requests", "list_events"),
    ):
        await call(name)
    for name in (
        *("list_project_agents", "get_status", "list_messages", "get_project", "get_project_intake"),
        *("get_project_estimate", "get_project_brief", "list_approvals", "list_work"),
    ):
        await call(name, project_id=project_id)
    await call("update_project", project_id=project_id, remove=["budget_ceiling"])
    await call("ask_pa", message="What needs me?")
    told = await call("ask_ceo_agent", project_id=project_id, message="ceiling 90k")
    (card,) = told["cards"]
    assert card in [
        {name: one[name] for name in card} for one in (await call("list_cards", project_id=project_id))["cards"]
    ]
    done = await call("confirm_card", project_id=project_id, card_id=card["id"])
    assert done["result"]["budget"]["ceiling"] == 90_000
    (other,) = (await call("ask_ceo_agent", project_id=project_id, message="pause"))["cards"]
    assert (await call("dismiss_card", project_id=project_id, card_id=other["id"]))["state"] == "dismissed"
    await call("ask_ceo_agent", project_id=project_id, message="Who is on the team?")
    await call("get_dashboard_usage", group_by="area")
    for report in ("projects", "usage", "budget", "messages"):
        await call("export_report", report=report, format="json")


async def _change_the_brief(connected: Assistant, project_id: str) -> None:
    mine = {"project_id": project_id}
    added = await connected.call("add_brief_entry", **mine, type="must_have", text="Customers get a voucher")
    entry = {**mine, "entry_id": added["id"]}
    changed = await connected.call("change_brief_entry", **entry, size="small")
    asked = await connected.call("what_if_project", **mine, changes=[{"op": "drop_entry", "id": added["id"]}])
    dropped = await connected.call("drop_brief_entry", **entry)
    await connected.call("change_project_brief", **mine, tone="warm")
    after = await connected.call("get_project_estimate", **mine)

    assert (changed["size"], dropped["state"]) == ("small", "dropped")
    assert asked["after"]["likely"] == after["likely"] < asked["before"]["likely"]


async def _look_through_the_inbox(connected: Assistant) -> None:
    async def held() -> dict[str, Any] | None:
        items = (await connected.call("list_inbox"))["items"]
        return next((item for item in items if item["kind"] == "blocked"), None)

    item = await until(held)
    (approval, *_) = [one for one in (await connected.call("list_inbox"))["items"] if one["kind"] == "approval"]
    snoozed = await connected.call("snooze_inbox_item", item_id=approval["id"], until="tomorrow at 9am")
    done = await connected.call("finish_inbox_item", item_id=item["id"])
    refusal = await connected.refusal("finish_inbox_item", item_id=approval["id"])

    assert (snoozed["state"], done["state"]) == ("snoozed", "done")
    assert refusal.startswith("DECISION_NEEDED: ")


async def _let_a_task_run(connected: Assistant, project_id: str) -> None:
    task = await connected.call("assign_pa_task", task="summarise this project", project_id=project_id)

    async def written() -> list[dict[str, Any]]:
        return (await connected.call("list_pa_reports", task_id=task["task_id"]))["reports"]

    (report,) = await until(written)
    shown = await connected.call("get_pa_report", report_id=report["id"])
    runs = (await connected.call("get_pa_task", task_id=task["task_id"]))["latest_runs"]
    scheduled = (await connected.call("assign_pa_task", task="every Monday at 9am report the budget"))["task_id"]
    paused = await connected.call("update_pa_task", task_id=scheduled, status="paused")
    await connected.call("run_pa_task", task_id=scheduled)
    await connected.call("delete_pa_task", task_id=scheduled)

    assert [run["report_id"] for run in runs] == [report["id"]]
    assert paused["status"] == "paused"
    assert shown["content"]


async def _edit_a_document(connected: Assistant, project_id: str) -> None:
    async def scope() -> dict[str, Any] | None:
        approvals = (await connected.call("list_approvals", project_id=project_id))["approvals"]
        return next((one for one in approvals if one["kind"] == "scope"), None)

    approval = await until(scope)
    document = {"project_id": project_id, "deliverable_id": approval["deliverable_id"]}
    added = await connected.call("add_document_line", **document, section="notes", text="The door stands open")
    choice = (await connected.call("get_deliverable", **document))["choices"][0]["id"]
    await connected.call("answer_choice", project_id=project_id, choice_id=choice, answer="As the owner likes")
    asked = {"project_id": project_id, "approval_id": approval["id"], "decision": "request_changes"}
    await connected.call("decide_approval", **asked, comment=f"{added['id']}: which door?\n\nShorter")
    read = await connected.call("get_deliverable", **document)
    edits = [{"id": added["id"], "text": "The front door stands open", "resolves": ["c1"]}]
    await connected.call("edit_document", **document, content_hash=read["content_hash"], edits=edits)
    await connected.call("answer_document_comment", **document, comment_id="c2", answer="It stays")
    presented = await connected.call("present_document", **document)
    await connected.call("add_brief_entry", project_id=project_id, type="must_have", text="Guests leave a review")
    written = await connected.call("rewrite_document", **document)

    assert (presented["revision"], written["revision"]) == (2, 3)
    assert "The front door stands open" in (await connected.call("get_deliverable", **document))["content"]


async def _hand_the_work_out(connected: Assistant, project_id: str) -> None:
    async def planned() -> bool:
        approvals = (await connected.call("list_approvals", project_id=project_id))["approvals"]
        return any(one["kind"] == "delivery_plan" and one["status"] == "approved" for one in approvals)

    await until(planned)
    await connected.call("hand_out_work", project_id=project_id)

    async def handed_out() -> list[dict[str, Any]]:
        return (await connected.call("list_work", project_id=project_id))["items"]

    await until(handed_out)


async def _work_until_access_is_asked_for(connected: Assistant, project_id: str) -> None:
    """Approves what waits, the delivery plan as the last: with everything approved, the project would be complete."""

    async def planned() -> bool:
        approvals = (await connected.call("list_approvals", project_id=project_id))["approvals"]
        for approval in approvals:
            if approval["status"] == "pending":
                read = {"project_id": project_id, "deliverable_id": approval["deliverable_id"]}
                await connected.call("get_deliverable", **read)
                plan = approval["kind"] == "delivery_plan"
                later = {"hand_out_work": False} if plan else {}
                ids = {"project_id": project_id, "approval_id": approval["id"]}
                await connected.call("decide_approval", **ids, decision="approve", **later)
                if plan:
                    return True
        return False

    await until(planned)


async def _find(connected: Assistant) -> None:
    async def found() -> list[dict[str, Any]]:
        return (await connected.call("search", query="bakery"))["results"]

    first, *_ = await until(found)
    read = await connected.call("fetch", id=first["id"])

    assert (read["title"], read["url"]) == (first["title"], first["url"])
    assert read["metadata"]["type"] in set(FoundType)


async def _hand_access_over(connected: Assistant, project_id: str) -> None:
    told: dict[str, Any] = {"secret_in_conversation": True}
    spare: dict[str, Any] = {"project_id": project_id, "name": "Spare key", "type": "other"}
    pending = {"project_id": project_id, "status": "pending"}
    link = await connected.call("deposit_credential", **spare)
    deposited = await connected.call("deposit_credential", **spare, value="nobody sees this again", **told)
    (request, other, *_) = (await connected.call("list_credential_requests", **pending))["requests"]
    answered = await connected.call(
        "fulfill_credential_request", request_id=request["id"], value="nor this", idempotency_key="handed over", **told
    )
    declined = await connected.call("decline_credential_request", request_id=other["id"], reason="We rewrite it")
    listed = (await connected.call("list_credentials", project_id=project_id))["credentials"]

    assert declined["status"] == "declined"
    assert link["status"] == "open_link"
    assert {credential["id"] for credential in listed} == {deposited["credential_id"], answered["credential_id"]}
    assert not any("value" in credential for credential in listed)


@pytest.mark.nightly
@pytest.mark.parametrize("mode", by_day(MODES, every=len(MODES)))
def test_unknown_tool_is_an_error_of_the_protocol(customer: Customer, mode: str) -> None:
    async def scenario() -> None:
        async with assistant(customer.base_url, customer.key, mode=mode) as connected:
            with pytest.raises(MCPError) as refusal:
                await connected.client.call_tool("sudo", {})
            assert refusal.value.error.code == -32602

    asyncio.run(scenario())


@pytest.mark.parametrize("mode", by_day(MODES, every=len(MODES)))
def test_revoked_key_is_dead_with_the_next_call(customer: Customer, mode: str) -> None:
    key = customer.create_key(preset="read_only")

    async def scenario() -> None:
        async with assistant(customer.base_url, key["key"], mode=mode) as connected:
            await connected.call("list_projects")
            customer.by_session("DELETE", f"/api/account/api-keys/{key['id']}")
            with pytest.raises(Exception) as refusal:  # noqa: PT011 - whatever the client makes of a 401, it is no result
                await connected.call("list_projects")
            assert not isinstance(refusal.value, Refused)

    asyncio.run(scenario())
