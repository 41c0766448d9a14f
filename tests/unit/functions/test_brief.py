"""The brief through its door: entries, their readings, limits and what-ifs, and what is refused of them."""

from __future__ import annotations

from typing import Any

import pytest

from common.caller import Caller
from domain.projects.requests import SubmitProject
from domain.projects.service import project_service
from doors import HttpAnswer, call, key_caller
from plans import ANSWERS

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


def test_brief_shows_entries_with_readings_days_and_the_estimate(project_id: str) -> None:
    brief = ask("GET", BRIEF, project_id).data

    first = brief["entries"][0]
    assert (first["id"], first["type"], first["state"], first["origin"]) == ("R1", "must_have", "active", "customer")
    assert first["kinds"] == [{"id": "booking", "title": "Booking"}]
    assert first["effort_days"]["low"] < first["effort_days"]["likely"] < first["effort_days"]["high"]
    assert brief["estimate"] == estimate(project_id)
    assert {"id": "stripe", "title": "Stripe"} in brief["systems"]


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


def test_what_if_says_what_the_deeds_then_give_and_does_nothing(project_id: str) -> None:
    changes = [
        {"op": "drop_entry", "id": "R3"},
        {"op": "change_entry", "id": "R1", "size": "large"},
        {"op": "change_brief", "platforms": ["web", "ios"]},
        {"op": "change_project", "team_size": 3, "deadline": "2031-01-07"},
    ]
    before = estimate(project_id)

    foreseen = ask("POST", WHAT_IF, project_id, {"changes": changes}).data

    assert foreseen["before"] == before == estimate(project_id)
    ask("DELETE", ENTRY, project_id, entry_id="R3")
    ask("PATCH", ENTRY, project_id, {"size": "large"}, entry_id="R1")
    ask("PATCH", BRIEF, project_id, {"platforms": ["web", "ios"]})
    ask("PATCH", "/projects/{project_id}", project_id, {"team_size": 3, "deadline": "2031-01-07"})
    assert foreseen["after"] == estimate(project_id)


def test_reading_a_what_if_is_enough_and_changing_is_not(project_id: str) -> None:
    reader = key_caller("projects:read")

    assert ask("POST", WHAT_IF, project_id, {"changes": [{"op": "drop_entry", "id": "R1"}]}, reader).status == 200
    assert ask("DELETE", ENTRY, project_id, caller=reader, entry_id="R1").error["code"] == "FORBIDDEN"


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", ENTRIES, {"type": "wish", "text": "x"}, "type"),
        ("POST", ENTRIES, {"type": "must_have", "text": " "}, "text"),
        ("POST", ENTRIES, {"type": "must_have", "text": "x" * 301}, "text"),
        ("POST", ENTRIES, {"type": "audience", "text": "x" * 201}, "text"),
        ("POST", ENTRIES, {"type": "must_have", "text": "a", "kinds": ["booking", "chat", "forms"]}, "kinds"),
        ("POST", ENTRIES, {"type": "must_have", "text": "a", "audiences": ["A99"]}, "audiences"),
        ("PATCH", ENTRY, {"position": 0}, "position"),
        ("PATCH", ENTRY, {"position": 21}, "position"),
        ("PATCH", ENTRY, {"size": "tiny"}, "size"),
        ("PATCH", BRIEF, {"platforms": ["toaster"]}, "platforms.0"),
        ("PATCH", "/projects/{project_id}", {"day_rates": {"CPO": 0, "CDO": 1, "CTO": 1, "CMO": 1}}, "day_rates.CPO"),
        ("PATCH", "/projects/{project_id}", {"team_size": True}, "team_size"),
        ("PATCH", "/projects/{project_id}", {"deadline": "2020-01-01"}, "deadline"),
        ("PATCH", "/projects/{project_id}", {"name": None}, "name"),
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


def test_what_if_whose_second_change_is_wrong_is_refused_as_a_whole(project_id: str) -> None:
    changes = [{"op": "drop_entry", "id": "R1"}, {"op": "change_entry", "id": "R1", "size": "small"}]

    refused = ask("POST", WHAT_IF, project_id, {"changes": changes})

    assert (refused.status, refused.error["code"]) == (409, "CONFLICT")


def test_twenty_first_must_have_is_refused(project_id: str) -> None:
    for number in range(17):
        made = ask("POST", ENTRIES, project_id, {"type": "must_have", "text": f"thing {number}"})
        assert made.status == 201

    refused = ask("POST", ENTRIES, project_id, {"type": "must_have", "text": "one more"})

    assert (refused.status, refused.error["code"]) == (409, "LIMIT_REACHED")


def test_entries_of_another_account_are_not_there(project_id: str) -> None:
    stranger = key_caller(account_id="acc_2")

    for method, path, body in (
        ("GET", BRIEF, None),
        ("PATCH", BRIEF, {"tone": "warm"}),
        ("POST", ENTRIES, {"type": "must_have", "text": "x"}),
        ("POST", WHAT_IF, {"changes": [{"op": "drop_entry", "id": "R1"}]}),
    ):
        assert ask(method, path, project_id, body, stranger).status == 404
    assert ask("DELETE", ENTRY, project_id, caller=stranger, entry_id="R1").status == 404


def test_secret_in_an_entry_is_refused_and_not_repeated(project_id: str) -> None:
    secret = "gh" + "p_" + "a1B2" * 9

    refused = ask("POST", ENTRIES, project_id, {"type": "must_have", "text": f"use {secret}"})

    assert refused.status == 400
    assert secret not in str(refused.body)


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
