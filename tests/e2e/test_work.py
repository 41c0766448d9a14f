"""One project from its intake to its end, in which three workers do every work item through MCP.

One of them is killed with an item in its hands, and one submits badly.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from atrium import DEVELOPMENT, Customer, wait_for
from mcp_clients import Assistant, Refused, assistant

PLAN = "delivery_plan"
LINK = "https://git.example.org/bakery/pull/7"


@pytest.fixture(scope="module")
def handed_out(customer: Customer) -> str:
    """A project in development whose delivery plan was approved, and its work handed out."""
    project_id = customer.develop_project()

    def approve_and_hand_out() -> bool:
        for request in customer.call("GET", f"/vault/requests?status=pending&project_id={project_id}").data["requests"]:
            path = f"/vault/requests/{request['id']}/decline"
            assert customer.call("POST", path, {"reason": "Not yet"}).status == 200
        for approval in customer.pending_approvals(project_id):
            if approval["kind"] not in DEVELOPMENT:
                continue  # the launch is approved when the work is done
            decision: dict[str, Any] = {"decision": "approve"}
            if approval["kind"] == PLAN:
                decision["hand_out_work"] = True
            path = f"/projects/{project_id}/approvals/{approval['id']}"
            assert customer.call("POST", path, decision).status == 200
        return bool(items_of(customer, project_id))

    wait_for(approve_and_hand_out, seconds=120)
    return project_id


def items_of(customer: Customer, project_id: str) -> list[dict[str, Any]]:
    return customer.call("GET", f"/projects/{project_id}/work-items?limit=100").data["items"]


def all_done(customer: Customer, project_id: str) -> bool:
    return all(item["state"] == "done" for item in items_of(customer, project_id))


@asynccontextmanager
async def worker_of(customer: Customer, project_id: str) -> AsyncIterator[Assistant]:
    """An assistant with a key of the preset worker that is limited to the project."""
    key = customer.create_key(preset="worker", project_ids=[project_id])
    async with assistant(customer.base_url, key["key"]) as connected:
        yield connected


def criteria_of(brief: str) -> list[str]:
    """The ids of the criteria, read from the brief as a worker reads it."""
    asked = brief.partition("## Acceptance criteria")[2].partition("##")[0]
    return [line.partition("**")[2].partition("**")[0] for line in asked.splitlines() if line.startswith("- **")]


def evidence(brief: str, **changes: Any) -> list[dict[str, Any]]:
    return [
        {"criterion": one, "text": f"The test of {one} passes in the linked run.", "link": LINK} | changes
        for one in criteria_of(brief)
    ]


async def claim_one(worker: Assistant, project_id: str, name: str, minutes: int = 30) -> dict[str, Any] | None:
    """The first ready item that nobody else was faster to claim."""
    for item in (await worker.call("list_work", project_id=project_id, state="ready"))["items"]:
        try:
            claimed = await worker.call("claim_work", work_id=item["id"], worker=name, lease_minutes=minutes)
        except Refused as refused:
            # Somebody has it; or, where the list took long, has even handed it in and it was accepted.
            assert str(refused).startswith(("ALREADY_CLAIMED", "CONFLICT")), refused  # noqa: PT017 - on with the next
            continue
        return claimed | {"work_id": item["id"]}
    return None


async def work_until_done(worker: Assistant, customer: Customer, project_id: str, name: str, done: list[str]) -> None:
    """Take item after item until there is none left."""
    while any(
        item["state"] not in {"done", "cancelled"} for item in await asyncio.to_thread(items_of, customer, project_id)
    ):
        claimed = await claim_one(worker, project_id, name)
        if claimed is None:
            await asyncio.sleep(1)
            continue
        held = {"work_id": claimed["work_id"], "claim_id": claimed["claim_id"]}
        await worker.call("report_work_progress", **held, note="Half of it", percent=50)
        sent = {"summary": "It works.", "links": [LINK], "evidence": evidence(claimed["brief"])}
        await worker.call("submit_work", **held, **sent)
        done.append(claimed["work_id"])


async def submit_badly(worker: Assistant, project_id: str) -> str:
    """A submission that is refused, and one that is taken with doubts; the item's id."""
    claimed = await claim_one(worker, project_id, "bob")
    assert claimed is not None
    held = {"work_id": claimed["work_id"], "claim_id": claimed["claim_id"]}
    bad = {"summary": "Done.", "evidence": [{"criterion": "R99.1", "text": "Trust me"}]}
    with pytest.raises(Refused, match="has no answer"):
        await worker.call("submit_work", **held, **bad)
    with pytest.raises(Refused, match="links"):
        await worker.call("submit_work", **held, **bad, links=["http://user:word@example.org"])
    poor = evidence(claimed["brief"], text="There was no time", met=False, link=None)
    answer = await worker.call("submit_work", **held, summary="Not finished.", evidence=poor)
    assert answer["recommendation"]["decision"] == "return"
    with pytest.raises(Refused, match="CLAIM_OVER"):
        await worker.call("submit_work", **held, summary="Again.", evidence=poor)
    return claimed["work_id"]


async def hold_and_be_killed(worker: Assistant, project_id: str, first: str) -> dict[str, Any]:
    """Do the item that everything waits for, then claim another one for a minute; the claim."""
    async with asyncio.timeout(90):
        while True:
            claimed = await claim_one(worker, project_id, "cyn", minutes=1)
            if claimed is not None and claimed["work_id"] != first:
                return claimed
            if claimed is not None:
                sent = {"summary": "It works.", "links": [LINK], "evidence": evidence(claimed["brief"])}
                await worker.call("submit_work", work_id=first, claim_id=claimed["claim_id"], **sent)
            await asyncio.sleep(1)


async def review_until_done(customer: Customer, project_id: str, returned: Counter[str]) -> None:
    """Decide each submission as the CTO recommends, and accept where it says nothing against it."""

    def review_what_waits() -> bool:
        for item in items_of(customer, project_id):
            if item["state"] != "in_review":
                continue
            path = f"/work-items/{item['id']}"
            last = customer.call("GET", path).data["submissions"][-1]
            advised = last["recommendation"]["decision"] or "accept"  # none where nobody has checked it
            decision = {"decision": advised, "submission_hash": last["submission_hash"]}
            if decision["decision"] == "return":
                returned[item["id"]] += 1
                decision["comment"] = " ".join(last["recommendation"]["doubts"])
            assert customer.call("POST", f"{path}/review", decision).status == 200
        return all_done(customer, project_id)

    while not await asyncio.to_thread(review_what_waits):  # noqa: ASYNC110 - the customer looks now and then
        await asyncio.sleep(1)


@pytest.mark.nightly
def test_project_is_completed_by_three_workers(customer: Customer, handed_out: str) -> None:
    project_id, returned = handed_out, Counter[str]()
    done: dict[str, list[str]] = {"ada": [], "bob": []}

    async def scenario() -> tuple[str, str]:
        async with (
            worker_of(customer, project_id) as ada,
            worker_of(customer, project_id) as bob,
            worker_of(customer, project_id) as cyn,
        ):
            bad = await submit_badly(bob, project_id)
            inbox = await asyncio.to_thread(lambda: customer.call("GET", "/inbox").data["items"])
            assert {"work_submitted"} <= {item["kind"] for item in inbox if item["target_id"] == bad}
            reviewing = asyncio.create_task(review_until_done(customer, project_id, returned))
            killed = await hold_and_be_killed(cyn, project_id, bad)
            async with asyncio.timeout(240):
                await asyncio.gather(
                    work_until_done(ada, customer, project_id, "ada", done["ada"]),
                    work_until_done(bob, customer, project_id, "bob", done["bob"]),
                    reviewing,
                )
            with pytest.raises(Refused, match=r"CLAIM_OVER|CONFLICT"):
                await cyn.call("report_work_progress", work_id=killed["work_id"], claim_id=killed["claim_id"], note="x")
            return bad, killed["work_id"]

    bad, killed = asyncio.run(scenario())

    items = items_of(customer, project_id)
    assert {item["state"] for item in items} == {"done"}
    assert [item["package"] for item in items] == [f"W{number}" for number in range(1, len(items) + 1)]
    assert returned == {bad: 1}
    assert killed in {*done["ada"], *done["bob"]}
    approve_until(customer, project_id, lambda project: project["phase"] == "launch")
    wait_for(lambda: told_types(customer, project_id)["work.done"] >= len(items))  # events are filed after the deed
    told = told_types(customer, project_id)
    assert told["work.done"] == len(items)
    assert told["work.handed_out"] == told["work.lease_ended"] == told["work.returned"] == 1
    assert told["work.submitted"] == len(items) + 1
    complete(customer, project_id)


def told_types(customer: Customer, project_id: str) -> Counter[str]:
    found: Counter[str] = Counter()
    after = 0
    while True:
        page = customer.call("GET", f"/events?after={after}&limit=100").data
        found.update(one["type"] for one in page["events"] if one["data"].get("project_id") == project_id)
        after = page["last_sequence"]
        if not page["has_more"]:
            return found


def complete(customer: Customer, project_id: str) -> None:
    """Approve what is left of the project."""
    approve_until(customer, project_id, lambda project: project["status"] == "completed")


def approve_until(customer: Customer, project_id: str, is_there: Callable[[dict[str, Any]], bool]) -> None:
    """Approve every document that comes, until the project is where it should be."""

    def looked() -> bool:
        for approval in customer.pending_approvals(project_id):
            path = f"/projects/{project_id}/approvals/{approval['id']}"
            assert customer.call("POST", path, {"decision": "approve"}).status == 200
        return is_there(customer.call("GET", f"/projects/{project_id}").data)

    wait_for(looked, seconds=120)


@pytest.mark.nightly
def test_worker_reaches_no_other_project(customer: Customer, handed_out: str) -> None:
    other = customer.submit_project()
    work_id = customer.create_work_item(other)
    key = customer.create_key(preset="worker", project_ids=[handed_out])["key"]

    answers = [
        customer.call("GET", f"/projects/{other}/work-items", key=key),
        customer.call("GET", f"/work-items/{work_id}", key=key),
        customer.call("POST", f"/work-items/{work_id}/claim", {}, key=key),
    ]

    assert [answer.status for answer in answers] == [404, 404, 404]


@pytest.mark.nightly
def test_item_waits_for_the_access_that_it_needs(customer: Customer) -> None:
    project_id = customer.develop_project()
    asked = wait_for(
        lambda: customer.call("GET", f"/vault/requests?status=pending&project_id={project_id}").data["requests"]
    )
    item = {"title": "Ship it", "what": "The shop is online.", "criteria": ["It answers"]}
    unknown = customer.call("POST", f"/projects/{project_id}/work-items", item | {"needs_access": ["req_unknown"]})
    made = customer.call("POST", f"/projects/{project_id}/work-items", item | {"needs_access": [asked[0]["id"]]})
    path = f"/work-items/{made.data['id']}"

    refused = customer.call("POST", f"{path}/claim", {})
    declined = customer.call("POST", f"/vault/requests/{asked[0]['id']}/decline", {"reason": "Not yet"})

    assert (unknown.status, unknown.error["code"]) == (400, "VALIDATION_ERROR")
    assert (made.data["state"], refused.status, declined.status) == ("blocked", 409, 200)
    assert customer.call("GET", path).data["item"]["state"] == "ready"


def test_rotated_key_does_not_review_what_it_did_before(customer: Customer) -> None:
    project_id = customer.submit_project()
    path = f"/work-items/{customer.create_work_item(project_id)}"
    made = customer.create_key(preset="full_access")
    claim_id = customer.call("POST", f"{path}/claim", {"worker": "ada"}, key=made["key"]).data["claim_id"]
    evidence = [{"criterion": "1", "text": "It is shown in the run", "link": LINK}]
    body = {"claim_id": claim_id, "summary": "Booking works", "evidence": evidence}
    submitted = customer.call("POST", f"{path}/submit", body, key=made["key"]).data["submission"]
    rotated = customer.by_session("POST", f"/api/account/api-keys/{made['id']}/rotate", {"grace_seconds": 60}).data
    decision = {"decision": "accept", "submission_hash": submitted["submission_hash"]}

    refused = customer.call("POST", f"{path}/review", decision, key=rotated["key"])
    accepted = customer.call("POST", f"{path}/review", decision)

    assert (refused.status, "predecessors" in refused.error["message"], accepted.status) == (403, True, 200)
