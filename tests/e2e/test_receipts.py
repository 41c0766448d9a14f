"""Receipts and the export on the deployed service, checked by a program that knows nothing of it."""

from __future__ import annotations

import io

import httpx
import pytest

from atrium import Customer, wait_for
from atrium_verify import receipts
from atrium_verify.export import verified

pytestmark = pytest.mark.nightly

QUESTIONS = ("Where do we stand?", "What is the budget?", "When is it done?", "What waits for me?")


def test_answers_report_and_export_are_verified_by_a_stranger(customer: Customer) -> None:
    project_id = customer.submit_project()
    wait_for(lambda: customer.pending_approvals(project_id))
    answers = [customer.reply_to(project_id, customer.ask(project_id, question)) for question in QUESTIONS]
    customer.call("POST", "/pa/task", {"task": "Send me a status report", "project_id": None})
    report = wait_for(lambda: customer.call("GET", "/pa/reports").data["reports"])[0]

    for answer in answers:
        receipt = customer.call("GET", f"/agents/{project_id}/messages/{answer['id']}/receipt").data
        summaries = {f"contributions.{number}": one["summary"] for number, one in enumerate(answer["contributions"])}
        assert list(receipts.problems(receipt, {"content": answer["content"]} | summaries)) == []
        assert (receipt["open"], bool(receipt["figures"])) == ([], True)
    told = customer.call("GET", f"/pa/reports/{report['id']}/receipt").data
    content = customer.call("GET", f"/pa/reports/{report['id']}").data["content"]
    assert list(receipts.problems(told, {"content": content})) == []
    assert told["open"] == [], content

    for question in QUESTIONS:
        said = customer.call("POST", "/pa/ask", {"message": question}).data["response"]
        newest = customer.call("GET", "/pa/messages?limit=1").data["messages"][0]["sequence"]
        kept = customer.call("GET", f"/pa/messages/{newest}/receipt").data
        assert list(receipts.problems(kept, {"content": said})) == []
        assert kept["open"] == [], said

    asked = customer.by_session("POST", "/api/account/export").data["id"]
    made = wait_for(
        lambda: one if (one := customer.by_session("GET", f"/api/account/exports/{asked}").data)["url"] else None
    )
    key = customer.by_session("GET", "/api/account/audit/head").data["public_key"]
    outcome = verified(io.BytesIO(httpx.get(made["url"]).content), key)

    assert outcome.problems == []
    assert outcome.answers > 2 * len(QUESTIONS)
    assert outcome.open == 0
    assert outcome.events > len(QUESTIONS)
