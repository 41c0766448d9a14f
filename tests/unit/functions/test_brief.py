"""The brief through its door: entries, their readings, limits and what-ifs, and what is refused of them."""

from __future__ import annotations

from typing import Any

import pytest

from common.caller import Caller
from domain.projects.requests import SubmitProject
from domain.projects.service import project_service
from doors import HttpAnswer, call, key_caller
from plans import ANSWERS
from tables import for_each

BRIEF = "/projects/{project_id}/brief"
ENTRIES = f"{BRIEF}/entries"
ENTRY = f"{ENTRIES}/{{entry_id}}"
WHAT_IF = "/projects/{project_id}/what-if"


@pytest.fixture
def project_id(aws: None) -> str:
    made = call("projects", "POST", "/projects", caller=key_caller(), body={"name": "Practice"}).data["id"]
    answered = ask("POST", "/projects/{project_id}/intake", made, {"answers": ANSWERS})
    assert answered.status == 200, answered.body
    return str(made)


def ask(
    method: str, path: str, project_id: str, body: Any = None, caller: Caller | None = None, **parameters: str
) -> HttpAnswer:
    return call("projects", method, path, caller=caller or key_caller(), body=body, project_id=project_id, **parameters)


def estimate(project_id: str) -> dict[str, Any]:
    return ask("GET", "/projects/{project_id}/estimate", project_id).data


def test_entry_is_added_corrected_reworded_and_dropped(project_id: str) -> None:
    added = ask("POST", ENTRIES, project_id, {"type": "must_have", "text": "see their bills", "size": "small"})
    assert (added.status, added.data["id"], added.data["size"]) == (201, "R4", "small")

    corrected = ask("PATCH", ENTRY, project_id, {"kinds": ["invoicing"], "audiences": ["A1"]}, entry_id="R4")
    assert [kind["id"] for kind in corrected.data["kinds"]] == ["invoicing"]
    assert corrected.data["audiences"] == ["A1"]

    assert ask("PATCH", ENTRY, project_id, {"text": "pay bills"}, entry_id="R4").data["text"] == "pay bills"
    assert ask("DELETE", ENTRY, project_id, entry_id="R4").data["state"] == "dropped"
    again = ask("PATCH", ENTRY, project_id, {"size": "large"}, entry_id="R4")
    assert (again.status, again.error["code"]) == (409, "CONFLICT")


@for_each(
    ("body", "said"),
    [
        ({"position": 1}, "R2 was moved to place 1"),
        ({"size": "large"}, "The reading of R2 was corrected"),
        ({"text": "text them", "size": "large"}, "The reading of R2 was corrected. R2 was reworded: text them"),
    ],
)
def test_decision_says_all_that_was_changed_of_an_entry(project_id: str, body: dict[str, Any], said: str) -> None:
    ask("POST", "/projects/{project_id}/submit", project_id)

    ask("PATCH", ENTRY, project_id, body, entry_id="R2")

    _, owned = project_service().load(key_caller().account_id, project_id)
    assert said in [one.text for one in owned.decisions]


def test_reading_a_what_if_is_enough_and_changing_is_not(project_id: str) -> None:
    reader = key_caller("projects:read")

    assert ask("POST", WHAT_IF, project_id, {"changes": [{"op": "drop_entry", "id": "R1"}]}, reader).status == 200
    assert ask("DELETE", ENTRY, project_id, caller=reader, entry_id="R1").error["code"] == "FORBIDDEN"


@for_each(
    ("method", "path", "body", "field"),
    [
        ("POST", ENTRIES, {"type": "wish", "text": "x"}, "type"),
        ("POST", ENTRIES, {"type": "must_have", "text": "x" * 301}, "text"),
        ("POST", ENTRIES, {"type": "must_have", "text": "a", "kinds": ["booking", "chat", "forms"]}, "kinds"),
        ("POST", ENTRIES, {"type": "must_have", "text": "a", "audiences": ["A99"]}, "audiences"),
        ("PATCH", ENTRY, {"position": 0}, "position"),
        ("PATCH", ENTRY, {"size": "tiny"}, "size"),
        ("PATCH", BRIEF, {"platforms": ["toaster"]}, "platforms.0"),
        ("PATCH", "/projects/{project_id}", {"day_rates": {"CPO": 0, "CDO": 1, "CTO": 1, "CMO": 1}}, "day_rates.CPO"),
        ("PATCH", "/projects/{project_id}", {"team_size": True}, "team_size"),
        ("PATCH", "/projects/{project_id}", {"deadline": "2020-01-01"}, "deadline"),
        ("POST", WHAT_IF, {"changes": [{"op": "drop_entry", "id": "R1"}] * 60}, "changes"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    project_id: str, method: str, path: str, body: dict[str, Any], field: str
) -> None:
    before = ask("GET", BRIEF, project_id).data

    refused = ask(method, path, project_id, body, **({"entry_id": "R1"} if path == ENTRY else {}))

    assert (refused.status, refused.error["code"]) == (400, "VALIDATION_ERROR"), refused.body
    assert field in [one["field"] for one in refused.error["details"]]
    assert ask("GET", BRIEF, project_id).data == before


def test_secret_in_an_entry_is_refused_and_not_repeated(project_id: str) -> None:
    secret = "gh" + "p_" + "a1B2" * 9

    refused = ask("POST", ENTRIES, project_id, {"type": "must_have", "text": f"use {secret}"})

    assert refused.status == 400
    assert secret not in str(refused.body)


def test_two_changes_at_once_are_both_there(project_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = project_service().store
    saved = type(store).save
    raced: list[bool] = []

    def saving(self: Any, before: Any, *rest: Any, **more: Any) -> None:
        if not raced:
            raced.append(True)
            ask("POST", ENTRIES, project_id, {"type": "must_have", "text": "the other one"})
        saved(self, before, *rest, **more)

    monkeypatch.setattr(type(store), "save", saving)
    mine = ask("POST", ENTRIES, project_id, {"type": "must_have", "text": "this one"})

    texts = {one["id"]: one["text"] for one in ask("GET", BRIEF, project_id).data["entries"]}
    assert (mine.data["id"], texts["R4"], texts["R5"]) == ("R5", "the other one", "this one")


def test_submitted_brief_goes_on_changing_and_the_accepted_estimate_stays(project_id: str) -> None:
    project_service().submit("acc_1", project_id, SubmitProject(accept_over_ceiling=True))
    accepted = estimate(project_id)["accepted"]

    dropped = ask("DELETE", ENTRY, project_id, entry_id="R3")

    after = estimate(project_id)
    assert dropped.status == 200
    assert after["accepted"] == accepted
    assert after["likely"] < accepted["likely"]
    told = project_service().load("acc_1", project_id)[1].decisions
    assert any(one.text.startswith("R3 was dropped") for one in told)


def test_estimate_over_the_ceiling_names_what_to_leave_out(project_id: str) -> None:
    likely = estimate(project_id)["likely"]
    low = ask(
        "PATCH", "/projects/{project_id}", project_id, {"budget_ceiling": {"amount": likely - 1, "currency": "EUR"}}
    )
    assert low.status == 200

    refused = ask("POST", "/projects/{project_id}/submit", project_id)

    assert (refused.status, refused.error["code"]) == (409, "OVER_CEILING")
    assert refused.error["details"] == {"to_fit": estimate(project_id)["to_fit"]}
    assert estimate(project_id)["to_fit"]
