"""Documents through their door: lines edited in place, comments, choices, approval by hash, and what races can do."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import emulated
from common.caller import Caller
from common.errors import Conflict
from domain.agents.exactly_once import turn_service
from domain.audit.log import NOWHERE, by_actor
from domain.audit.records import Actor
from domain.projects.documents import editing
from domain.projects.documents.markdown import hash_of
from domain.projects.documents.requests import ChangeLines
from domain.projects.documents.service import document_service
from domain.projects.documents.views import DocumentView
from domain.projects.requests import DecideApproval
from domain.projects.service import project_service
from domain.projects.tenancy import OwnedProject
from domain.work.queue import WorkItem
from doors import HttpAnswer, call, key_caller
from plans import ANSWERS
from tables import for_each
from unit_fixtures import Clock

CLAUSES = Path(__file__).resolve().parents[3] / "data" / "comments" / "clauses.txt"
DOCUMENT = "/projects/{project_id}/deliverables/{deliverable_id}"
LINES = f"{DOCUMENT}/lines"
LINE = f"{LINES}/{{line_id}}"
COMMENT = f"{DOCUMENT}/comments/{{comment_id}}"
CHOICE = "/projects/{project_id}/choices/{choice_id}"
APPROVAL = "/projects/{project_id}/approvals/{approval_id}"


@dataclass(frozen=True)
class Desk:
    """A submitted project whose planning documents wait, and its owner."""

    project_id: str
    caller: Caller

    def ask(self, method: str, path: str, body: Any = None, caller: Caller | None = None, **names: str) -> HttpAnswer:
        return call(
            "projects", method, path, caller=caller or self.caller, body=body, project_id=self.project_id, **names
        )

    def work(self) -> None:
        """The CEO does what waits."""
        service = turn_service()
        item = WorkItem(self.caller.account_id, self.project_id, "evt_0")
        service.run(item, run_id="run-1", sent_at=service.answering.now())

    def document(self, kind: str) -> dict[str, Any]:
        found = self.ask("GET", "/projects/{project_id}").data["deliverables"]
        named = next(one["id"] for one in found if one["kind"] == kind)
        return self.ask("GET", DOCUMENT, deliverable_id=named).data

    def approval(self, kind: str, status: str = "pending") -> dict[str, Any]:
        found = self.ask("GET", "/projects/{project_id}/approvals").data["approvals"]
        return next(one for one in found if one["kind"] == kind and one["status"] == status)

    def decide(self, kind: str, **body: Any) -> HttpAnswer:
        return self.ask("POST", APPROVAL, body, approval_id=self.approval(kind)["id"])

    def edit(self, document: dict[str, Any], *edits: dict[str, Any]) -> HttpAnswer:
        body = {"content_hash": document["content_hash"], "edits": list(edits)}
        return self.ask("PATCH", LINES, body, deliverable_id=document["id"])


def lines_of(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for part in document["lines"] for line in part["lines"]}


@pytest.fixture
def desk(aws: None, clock: Clock) -> Desk:
    def write() -> Desk:
        owner = key_caller()
        made = call("projects", "POST", "/projects", caller=owner, body={"name": "Practice"}).data["id"]
        desk = Desk(str(made), owner)
        desk.ask("POST", "/projects/{project_id}/intake", {"answers": ANSWERS})
        assert desk.ask("POST", "/projects/{project_id}/submit").status == 200
        desk.work()
        return desk

    return emulated.remembered("a desk", clock, write)


def test_line_is_reworded_kept_struck_and_taken_back(desk: Desk) -> None:
    scope = desk.document("scope")
    written = lines_of(scope)["R1.2"]["text"]

    one = desk.ask(
        "PATCH",
        LINE,
        {"content_hash": scope["content_hash"], "text": "Two at once: one gets it."},
        deliverable_id=scope["id"],
        line_id="R1.2",
    ).data
    more = desk.edit(one, {"id": "R1.1", "state": "kept"}, {"id": "R1.3", "state": "struck"}).data

    lines = lines_of(more)
    assert (lines["R1.2"]["text"], lines["R1.2"]["state"]) == ("Two at once: one gets it.", "reworded")
    assert (lines["R1.1"]["state"], lines["R1.3"]["state"]) == ("kept", "struck")
    assert "R1.3" not in more["content"]
    assert more == desk.document("scope")
    back = desk.edit(more, {"id": "R1.2", "state": "proposed"}, {"id": "R1.3", "state": "proposed"}).data
    assert lines_of(back)["R1.2"]["text"] == written
    assert "| R1.3 |" in back["content"]


def test_own_words_stay_through_strike_rewrite_and_keep(desk: Desk) -> None:
    own = "Two at once: one gets it."
    worded = desk.edit(desk.document("scope"), {"id": "R1.2", "text": own}).data
    desk.edit(worded, {"id": "R1.2", "state": "struck"})
    desk.ask("PATCH", "/projects/{project_id}/brief/entries/{entry_id}", {"size": "large"}, entry_id="R1")
    again = desk.ask("POST", f"{DOCUMENT}/rewrite", deliverable_id=worded["id"]).data

    kept = lines_of(desk.edit(again, {"id": "R1.2", "state": "kept"}).data)["R1.2"]

    assert (kept["text"], kept["state"]) == (own, "reworded")


def test_text_is_edited_and_approved_only_as_it_was_read(desk: Desk) -> None:
    scope = desk.document("scope")
    edited = desk.edit(scope, {"id": "R1.1", "state": "struck"}).data

    late = desk.edit(scope, {"id": "R1.2", "state": "struck"})
    unread = desk.decide("scope", decision="approve")
    replaced = desk.decide("scope", decision="approve", content_hash=scope["content_hash"])
    approved = desk.decide("scope", decision="approve", content_hash=edited["content_hash"])
    too_late = desk.edit(edited, {"id": "R1.2", "state": "struck"})

    refused = [(answer.status, answer.error["code"]) for answer in (late, unread, replaced, too_late)]
    assert refused == [(409, "TEXT_CHANGED"), *[(409, "REVISION_REPLACED")] * 2, (409, "CONFLICT")]
    assert approved.status == 200
    assert desk.document("scope")["content"] == edited["content"]
    assert desk.approval("scope", "approved")["content_hash"] == edited["content_hash"]


def order_of(document: dict[str, Any], ref: str) -> list[str]:
    """The ids of an entry's lines, as they stand."""
    return [line["id"] for part in document["lines"] if part["refs"] == [ref] for line in part["lines"]]


@pytest.mark.parametrize(("after", "place"), [("R1.1", 1), ("start", 0)])
def test_line_is_moved_within_its_part_and_keeps_its_place_in_the_next_revision(
    desk: Desk, after: str, place: int
) -> None:
    scope = desk.document("scope")
    before = order_of(scope, "R1")
    last = before[-1]

    moved = desk.edit(scope, {"id": last, "after": after}).data

    expected = before[:-1]
    expected.insert(place, last)
    assert order_of(moved, "R1") == expected
    assert lines_of(moved) == lines_of(scope)
    ids = re.findall(r"^\| (R1\.\d+) \|", moved["content"], re.MULTILINE)
    assert ids == expected
    assert desk.approval("scope")["content_hash"] == moved["content_hash"] != scope["content_hash"]
    desk.ask("PATCH", "/projects/{project_id}/brief/entries/{entry_id}", {"size": "large"}, entry_id="R1")
    assert order_of(desk.ask("POST", f"{DOCUMENT}/rewrite", deliverable_id=scope["id"]).data, "R1") == expected


@for_each(
    "body",
    [
        {"section": "criteria", "text": "x y z", "refs": ["R1"], "after": "R9.9"},
        {"section": "launch", "text": "x y z"},
        {"section": "criteria", "text": "x y z", "refs": ["R99"]},
        {"section": "criteria", "text": "x" * 501},
        {"section": "criteria", "text": "\u202eevil"},
        {"section": "criteria", "text": " "},
    ],
)
def test_line_that_does_not_fit_is_refused(desk: Desk, body: dict[str, Any]) -> None:
    scope = desk.document("scope")

    refused = desk.ask("POST", LINES, body, deliverable_id=scope["id"])

    assert (refused.status, refused.error["code"]) == (400, "VALIDATION_ERROR")
    assert desk.document("scope") == scope


@for_each(
    ("edit", "code"),
    [
        ({"id": "R9.9", "state": "struck"}, "NOT_FOUND"),
        ({"id": "R1.1", "state": "reworded"}, "VALIDATION_ERROR"),
        ({"id": "R1.1"}, "VALIDATION_ERROR"),
        ({"id": "R1.1", "after": "R1.1"}, "VALIDATION_ERROR"),
        ({"id": "R1.1", "after": "R2.1"}, "VALIDATION_ERROR"),
        ({"id": "R1.1", "text": "x" * 10_000}, "VALIDATION_ERROR"),
        ({"id": "R1.1", "state": "struck", "resolves": ["c7"]}, "NOT_FOUND"),
    ],
)
def test_edits_are_all_done_or_none(desk: Desk, edit: dict[str, Any], code: str) -> None:
    scope = desk.document("scope")

    refused = desk.edit(scope, {"id": "R1.2", "state": "struck"}, edit)

    assert refused.error["code"] == code
    assert desk.document("scope") == scope


@for_each(
    "text",
    [
        "# A heading | with a <b>cell</b> and a [link](javascript:alert(1))",
        "אם שני אנשים בוחרים באותו זמן, רק אחד מקבל אותו",
        "{cancel_until} {D1} {{R1}} stays as it was typed",
        "x" * 500,
    ],
)
def test_line_is_stored_as_it_was_typed_and_shown_as_text(desk: Desk, text: str) -> None:
    scope = desk.document("scope")

    edited = desk.edit(scope, {"id": "R1.1", "text": text}).data

    assert lines_of(edited)["R1.1"]["text"] == text
    assert "<b>" not in edited["content"]
    assert edited["content"].count("\n## ") == scope["content"].count("\n## ")


def test_every_clause_of_54_comments_stands_word_for_word_and_changes_nothing(desk: Desk) -> None:
    clauses, brief = CLAUSES.read_text(encoding="utf-8").splitlines(), desk.ask("GET", "/projects/{project_id}/brief")
    assert len(clauses) == 54
    for number, kind in enumerate(("product_brief", "scope", "roadmap")):
        own, before = clauses[number::3], desk.document(kind)

        sent_back = desk.decide(kind, decision="request_changes", comment="\n".join(own))

        assert sent_back.status == 200, sent_back.body
        desk.work()
        after = desk.document(kind)
        assert [one["text"] for one in after["comments"]] == own
        lines = lines_of(before)
        named = [{*re.findall(r"\b[A-Z]\d+\.\d+\b|\bK\d\b", clause)} & lines.keys() for clause in own]
        assert all(ids <= {*one["about"]} for ids, one in zip(named, after["comments"], strict=True))
        assert after["lines"] == before["lines"]
    assert desk.ask("GET", "/projects/{project_id}/brief").data == brief.data


def test_long_comments_are_kept_and_the_document_goes_on(desk: Desk) -> None:
    said = [f"Point {number} is missing." for number in range(130)]
    desk.decide("scope", decision="request_changes", comment="\n".join(said))

    sent_back = desk.document("scope")

    assert len(sent_back["comments"]) == 100
    assert "\n".join(one["text"] for one in sent_back["comments"]) == "\n".join(said)
    presented = desk.ask("POST", f"{DOCUMENT}/present", deliverable_id=sent_back["id"])
    assert (presented.status, presented.data["revision"]) == (200, 2)

    desk.decide("scope", decision="request_changes", comment="One more.\nAnd another.")
    again = desk.document("scope")

    assert [one["text"] for one in again["comments"][100:]] == ["One more.\nAnd another."]
    assert desk.edit(again, {"id": "R1.1", "text": "Only free times are offered."}).status == 200
    assert desk.ask("PATCH", CHOICE, {"answer": "two days"}, choice_id=again["choices"][0]["id"]).status == 200


def test_open_comments_too_long_for_a_row_are_answered_before_the_next_revision(desk: Desk) -> None:
    scope = {"deliverable_id": desk.document("scope")["id"]}
    for _ in range(20):
        desk.decide("scope", decision="request_changes", comment="日" * 4_000)
        presented = desk.ask("POST", f"{DOCUMENT}/present", **scope)
        if presented.status != 200:
            break

    rewritten = desk.ask("POST", f"{DOCUMENT}/rewrite", **scope)
    refused = [(one.status, one.error["code"]) for one in (presented, rewritten)]
    assert refused == [(409, "CONFLICT")] * 2
    assert desk.ask("PATCH", COMMENT, {"answer": "Done."}, comment_id="c1", **scope).status == 200
    again = desk.ask("POST", f"{DOCUMENT}/present", **scope)
    assert (again.status, [one["resolved_at"] for one in again.data["comments"] if one["resolved_at"]]) == (200, [])


def test_comment_is_answered_once_and_its_id_is_never_used_again(desk: Desk) -> None:
    desk.decide("scope", decision="request_changes", comment="First.\nSecond.\nThird.")
    first = {"deliverable_id": desk.document("scope")["id"], "comment_id": "c1"}
    answered = desk.ask("PATCH", COMMENT, {"answer": "Done."}, **first)
    again = desk.ask("PATCH", COMMENT, {"answer": "No."}, **first)
    desk.ask("POST", f"{DOCUMENT}/rewrite", deliverable_id=first["deliverable_id"])
    if desk.document("scope")["state"] != "in_review":
        desk.ask("POST", f"{DOCUMENT}/present", deliverable_id=first["deliverable_id"])
    desk.decide("scope", decision="request_changes", comment="Fourth.")

    found = {one["id"]: one["text"] for one in desk.document("scope")["comments"]}

    assert answered.data["comments"][0]["answer"] == "Done."
    assert (again.status, again.error["code"]) == (409, "CONFLICT")
    assert found == {"c2": "Second.", "c3": "Third.", "c4": "Fourth."}


def test_sent_back_document_is_edited_and_presented_again(desk: Desk) -> None:
    desk.decide("scope", decision="request_changes", comment="R1.1: say it shorter")
    sent_back = desk.document("scope")

    edited = desk.edit(sent_back, {"id": "R1.1", "text": "Only free times are offered.", "resolves": ["c1"]}).data
    assert edited["comments"][0]["resolved_at"] is not None
    assert "Open comments" not in edited["content"]
    presented = desk.ask("POST", f"{DOCUMENT}/present", deliverable_id=edited["id"])

    assert presented.status == 200, presented.body
    assert (presented.data["state"], presented.data["revision"]) == ("in_review", 2)
    assert presented.data["content"] == edited["content"]
    assert desk.approval("scope")["content_hash"] == edited["content_hash"]
    assert desk.decide("scope", decision="approve").status == 200
    old = desk.ask("GET", f"{DOCUMENT}/revisions/{{revision}}", deliverable_id=edited["id"], revision="1").data
    assert "Only free times are offered." not in old["content"]
    assert hash_of(old["content"]) == old["content_hash"]
    assert (
        desk.ask("GET", f"{DOCUMENT}/revisions/{{revision}}", deliverable_id=edited["id"], revision="3").status == 404
    )


def test_choice_is_answered_once_for_all_texts_that_are_not_approved(desk: Desk) -> None:
    desk.decide("product_brief", decision="approve")
    scope = desk.document("scope")
    choice = next(one for one in scope["choices"] if "moved or cancelled" in one["ask"])

    answered = desk.ask("PATCH", CHOICE, {"answer": "two days"}, choice_id=choice["id"])

    assert answered.data == {**choice, "answer": "two days"}
    after = desk.document("scope")
    assert any("until two days before" in line["text"] for line in lines_of(after).values())
    assert desk.approval("scope")["content_hash"] == after["content_hash"] == hash_of(after["content"])
    assert after["outdated"] == []
    assert answered.data in desk.ask("GET", "/projects/{project_id}/brief").data["choices"]
    back = desk.ask("PATCH", CHOICE, {"answer": None}, choice_id=choice["id"]).data
    assert back == choice
    assert desk.document("scope")["content"] == scope["content"]
    recorded = project_service().load(desk.caller.account_id, desk.project_id)[1].decisions[-1].text
    assert recorded.endswith(f"has no answer now, so our suggestion applies again: {choice['proposed']}")


def test_choice_that_changes_after_the_approval_makes_the_text_outdated_and_never_different(desk: Desk) -> None:
    scope = desk.document("scope")
    choice = next(one for one in scope["choices"] if "moved or cancelled" in one["ask"])
    desk.decide("scope", decision="approve")

    desk.ask("PATCH", CHOICE, {"answer": "two days"}, choice_id=choice["id"])

    after = desk.document("scope")
    assert after["content"] == scope["content"]
    assert after["outdated"] == [f"{choice['id']} has another answer, or is gone."]
    brief = "/projects/{project_id}/brief"
    documents = desk.ask("GET", "/projects/{project_id}").data["deliverables"]
    left = [one["id"] for one in documents if one["revision"] and desk.document(one["kind"])["outdated"]]
    assert scope["id"] in left
    assert desk.ask("GET", brief).data["outdated"] == left
    again = desk.ask("POST", f"{DOCUMENT}/rewrite", deliverable_id=scope["id"]).data
    assert (again["state"], again["revision"]) == ("in_review", 2)
    assert "two days" in again["content"]
    assert scope["id"] not in desk.ask("GET", brief).data["outdated"]


def test_too_many_lines_are_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    scope = desk.document("scope")
    monkeypatch.setattr(editing, "MOST_LINES", len(lines_of(scope)))

    refused = desk.ask("POST", LINES, {"section": "notes", "text": "One more"}, deliverable_id=scope["id"])

    assert (refused.status, refused.error["code"]) == (409, "LIMIT_REACHED")
    assert desk.document("scope") == scope


def test_text_beyond_its_limits_takes_every_edit_that_lets_it_grow_no_further(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope = desk.document("scope")
    monkeypatch.setattr(editing, "MOST_LINES", 1)
    monkeypatch.setattr(editing, "MOST_BYTES", 1)

    longer = desk.edit(scope, {"id": "R1.1", "text": "x" * 500})
    answered = desk.ask("PATCH", CHOICE, {"answer": "two whole long days"}, choice_id=scope["choices"][0]["id"])
    smaller = ({"state": "struck"}, {"state": "kept"}, {"text": "Short."})
    edits = [desk.edit(desk.document("scope"), {"id": "R1.1", **change}) for change in smaller]

    assert (longer.status, longer.error["code"]) == (409, "LIMIT_REACHED")
    assert [one.status for one in (answered, *edits)] == [200] * 4
    monkeypatch.setattr(editing, "_MOST_IN_ROW", 1)
    assert desk.ask("PATCH", CHOICE, {"answer": "a day"}, choice_id=scope["choices"][0]["id"]).status == 200
    assert desk.document("scope")["outdated"]


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.nightly) for n in range(4, 200))])
def test_what_was_approved_is_what_was_shown_whoever_is_faster(desk: Desk, seed: int) -> None:
    """Twelve deeds at once: edits and approvals of the text that was read, and decisions from mails sent before."""
    documents, projects, owner, project_id = document_service(), project_service(), desk.caller, desk.project_id
    found, approval = desk.document("scope")["id"], desk.approval("scope")
    shown: dict[str, str] = {}

    def read() -> DocumentView:
        document = documents.get(owner.account_id, project_id, found)
        shown[document.content_hash or ""] = document.content
        return document

    def edit(line_id: str) -> None:
        body = {"content_hash": read().content_hash, "edits": [{"id": line_id, "state": "struck"}]}
        documents.change_lines(owner.account_id, project_id, found, ChangeLines.model_validate(body))

    def approve(_: str) -> None:
        body = {"decision": "approve", "content_hash": read().content_hash}
        projects.decide(owner, project_id, approval["id"], DecideApproval.model_validate(body), NOWHERE)

    def approve_by_mail(mailed: str) -> None:
        """As the link of a mail does: only if the text is the one that it was sent for."""
        owned = OwnedProject(owner.account_id, project_id)
        body = DecideApproval.model_validate({"decision": "approve", "content_hash": mailed})
        by = by_actor(Actor(kind="approver", name="anna@example.org"), NOWHERE)
        projects.decide_as("anna@example.org", owned, approval["id"], body, [], by=by)

    def tried(deed: tuple[Callable[[str], None], str]) -> None:
        with suppress(Conflict):
            deed[0](deed[1])

    first = read().content_hash or ""
    deeds = [*((edit, f"R1.{number}") for number in range(1, 6)), *[(approve, "")] * 5, *[(approve_by_mail, first)] * 2]
    random.Random(seed).shuffle(deeds)  # noqa: S311 - an order, not a secret
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(tried, deeds))
    tried((approve, ""))  # all of them may have lost to edits

    after = desk.document("scope")
    assert after["state"] == "approved"
    assert desk.approval("scope", "approved")["content_hash"] == after["content_hash"] == hash_of(after["content"])
    assert shown[after["content_hash"]] == after["content"]


def test_document_is_not_written_anew_for_nothing(desk: Desk) -> None:
    scope = desk.document("scope")

    for deed in ("rewrite", "present"):
        refused = desk.ask("POST", f"{DOCUMENT}/{deed}", deliverable_id=scope["id"])
        assert (refused.status, refused.error["code"]) == (409, "CONFLICT")
    unwritten = desk.ask("GET", "/projects/{project_id}").data["deliverables"][-1]["id"]
    assert desk.ask("POST", f"{DOCUMENT}/rewrite", deliverable_id=unwritten).status == 409
