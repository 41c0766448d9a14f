"""One estimate: the same figure and the same day on every route, page, report, document and answer of a project."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import Any

from playwright.sync_api import Browser, expect

from atrium import PASSWORD, Customer, wait_for
from briefs import ANSWERS
from browser import Person
from figures_told import amounts_in, days_in, texts_in, whole_numbers
from mcp_clients import assistant

DEADLINE = (datetime.now(UTC) + timedelta(days=400)).date().isoformat()
OTHERS = ("What moves the estimate most", "What to leave out first", "Order", "Day by day")
"""Parts of documents that tell what another case would cost, or when a single step is done."""
OTHER_PARTS = re.compile(rf"^## (?:{'|'.join(OTHERS)})$.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CEO = ("What will it cost?", "When will it be done?", "How far are we?", "Is it within the ceiling?", "What is spent?")
PA = ("How is the budget?", "When is Harbour done?", "What does Harbour cost?")


def running(customer: Customer) -> str:
    """A project under way, with a ceiling and a deadline, and everything said about it that can be asked for."""
    project_id = customer.create_project(
        "Harbour", deadline=DEADLINE, budget_ceiling={"amount": 61_000, "currency": "EUR"}
    )
    customer.call("POST", f"/projects/{project_id}/intake", {"answers": ANSWERS})
    assert customer.call("POST", f"/projects/{project_id}/submit", {"accept_over_ceiling": True}).status == 200
    wait_for(lambda: len(customer.pending_approvals(project_id)) == 3)
    for question in CEO:
        customer.reply_to(project_id, customer.ask(project_id, question))
    customer.call("POST", "/pa/task", {"task": "Report the budget of Harbour", "project_id": project_id})
    wait_for(lambda: customer.call("GET", "/pa/reports").data["reports"])
    return project_id


def everything(customer: Customer, project_id: str) -> Iterator[tuple[str, Any]]:
    """What each way to ask answers about the project."""
    about = f"/projects/{project_id}"
    whole = customer.call("GET", about).data
    written = [f"{about}/deliverables/{one['id']}" for one in whole["deliverables"] if one["revision"]]
    reports = [f"/pa/reports/{one['id']}" for one in customer.call("GET", "/pa/reports").data["reports"]]
    for path in (
        *(about, "/projects", f"{about}/brief", f"{about}/estimate", f"{about}/approvals", f"{about}/work-items"),
        *(f"/agents/{project_id}", f"/agents/{project_id}/messages?limit=100", f"/agents/{project_id}/status"),
        *("/pa/status", "/pa/projects", "/pa/tasks", "/inbox", "/dashboard/summary", "/events"),
        *(f"/dashboard/export/{report}?format=json" for report in ("projects", "budget", "messages")),
        *written,
        *reports,
    ):
        answer = customer.call("GET", path).data
        if path in written:
            answer["lines"] = [part for part in answer["lines"] if part["title"] not in OTHERS]
        yield path, answer
    changes = [{"op": "change_project", "team_size": whole["team_size"]}]
    yield "what-if", customer.call("POST", f"{about}/what-if", {"changes": changes}).data
    for question in PA:
        yield question, customer.call("POST", "/pa/ask", {"message": question}).data
    with ThreadPoolExecutor() as pool:  # the browser's own loop runs in this thread
        yield from pool.submit(lambda: asyncio.run(_by_tools(customer, project_id))).result()


async def _by_tools(customer: Customer, project_id: str) -> list[tuple[str, Any]]:
    mine = {"project_id": project_id}
    async with assistant(customer.base_url, customer.key) as connected:
        asked = [
            ("get_status", {}),
            ("get_status", mine),
            *((name, mine) for name in ("get_project", "get_project_estimate", "get_project_brief")),
        ]
        return [(name, await connected.call(name, **given)) for name, given in asked]


def allowed_amounts(estimate: dict[str, Any], project: dict[str, Any]) -> set[int]:
    """The figures of the estimate and its parts, the ceiling, and how far these are apart."""
    whole = whole_numbers({name: estimate[name] for name in ("low", "likely", "high", "phases", "basis", "day_rates")})
    packages = {sum(one["cost"] for one in estimate["basis"] if one["entry"] == entry) for entry in _entries(estimate)}
    limits = whole_numbers([estimate["ceiling"], project["budget"]])
    gaps = {
        abs(one - other)
        for one, other in combinations({estimate["low"], estimate["likely"], estimate["high"], *limits}, 2)
    }
    return {0} | whole | packages | limits | gaps


def _entries(estimate: dict[str, Any]) -> set[str | None]:
    return {one["entry"] for one in estimate["basis"]}


def test_every_way_to_ask_tells_one_figure_and_one_day(customer: Customer, browser: Browser) -> None:
    project_id = running(customer)
    estimate = customer.call("GET", f"/projects/{project_id}/estimate").data
    project = customer.call("GET", f"/projects/{project_id}").data
    amounts = allowed_amounts(estimate, project)
    today = datetime.now(UTC).date()
    days = {*map(date.fromisoformat, (DEADLINE, *estimate["dates"].values()))}

    answers = [*everything(customer, project_id), *pages(browser, customer, project_id)]

    told = [(f"{path}{at}", without_other_cases(text)) for path, answer in answers for at, text in texts_in(answer)]
    assert {at: strange for at, text in told if (strange := amounts_in(text) - amounts)} == {}
    to_come = [(at, {day for day in days_in(text) if day > today} - days) for at, text in told]
    assert {at: strange for at, strange in to_come if strange} == {}
    assert project["budget"]["likely"] == estimate["likely"] == estimate["total"] == project["budget"]["forecast"]
    assert project["eta"] == estimate["eta"] == estimate["dates"]["likely"] == estimate["accepted"]["eta"]
    for path, answer in answers:
        texts = " ".join(text for _, text in texts_in(answer))
        if path in {*PA[:1], "What does Harbour cost?", "page of the project", "page of the brief"}:
            assert estimate["likely"] in amounts_in(texts), path
        if path in {"When is Harbour done?", "page of the project"}:
            assert date.fromisoformat(estimate["eta"]) in days_in(texts), path
    said = [
        one["content"] for one in customer.messages(project_id) if one["sender_type"] == "agent" and one["reply_to"]
    ]
    assert any(estimate["likely"] in amounts_in(text) for text in said)
    assert any(date.fromisoformat(estimate["eta"]) in days_in(text) for text in said)


def without_other_cases(text: str) -> str:
    """A text without the parts that tell of another case or of a single step."""
    return OTHER_PARTS.sub("", text)


def pages(browser: Browser, customer: Customer, project_id: str) -> Iterator[tuple[str, str]]:
    """The texts of the pages that tell of the project."""
    mira = Person.arrive(browser, customer.base_url)
    mira.sign_in(customer.email, PASSWORD)
    for name, path in (
        ("page of the project", ("projects", project_id)),
        ("page of the brief", ("projects", project_id, "brief")),
        ("page of all projects", ("projects",)),
        ("inbox", ("inbox",)),
        ("timeline", ("projects", project_id, "timeline")),
    ):
        mira.go(*path)
        expect(mira.page.locator("main")).to_contain_text("Harbour")
        rows = mira.page.locator(".needs")  # beside them lies a document, whose plan has days of its own
        yield name, (rows if name == "inbox" else mira.page.locator("main")).inner_text()
    assert mira.complaints == []
    mira.leave()
