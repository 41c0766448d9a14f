"""What misled who knew the list of tools alone: figures that leave something out, deeds told twice, names left out."""

from __future__ import annotations

import pytest

from domain.events.filing import filing_service
from domain.identity.zones import zone_service
from domain.projects.requests import CreateProject
from domain.projects.service import project_service
from domain.search.indexing import IndexingService
from domain.search.library import library
from domain.search.objects import index_files
from domain.search.store import change_store
from doors import key_caller
from interface import SCOPES
from protocol import told
from vaults import stored_request

ACCOUNT = "acc_1"


@pytest.fixture
def caller(aws, monkeypatch):
    monkeypatch.setattr(type(zone_service()), "timezone_of", lambda _self, _account_id: "UTC")
    return key_caller(*SCOPES, account_id=ACCOUNT)


def test_money_and_dates_are_the_same_wherever_they_are_asked_for(caller, project_id):
    of_project = told("get_status", {"project_id": project_id}, caller)
    (listed,) = told("list_projects", {}, caller)["projects"]
    estimate = told("get_project_estimate", {"project_id": project_id}, caller)
    read = told("get_project", {"project_id": project_id, "fields": ["said"]}, caller)

    assert of_project["budget"]["likely"] == listed["budget"]["likely"] == estimate["likely"]
    assert of_project["eta"] == listed["eta"] == estimate["eta"]
    assert of_project["said"] == read["said"]
    assert of_project["said"]["cost"] == estimate["said"]["cost"]


@pytest.mark.parametrize("question", ["What will it cost?", "How much money is spent so far?"])
def test_answer_about_money_is_the_projects_own_sentence(caller, project_id, question):
    said = told("get_status", {"project_id": project_id}, caller)["said"]

    answer = told("ask_pa", {"message": question}, caller)["response"]

    assert any(sentence in answer for sentence in (said["cost"], said["forecast"], said["spent"]))


def test_draft_is_not_on_track(caller, house, project_id):
    draft = project_service().create(ACCOUNT, CreateProject(name="Library")).id

    status = told("get_status", {}, caller)

    assert draft not in {one["id"] for one in status["on_track"]}
    assert status["drafts"] == [{"id": draft, "name": "Library"}]


def test_work_item_is_added_by_a_tool_with_its_criteria(caller, project_id):
    asked = {"title": "Newsletter", "what": "Readers sign up.", "criteria": ["One arrives"], "effort_days": 3}

    made = told("create_work", {"project_id": project_id, **asked}, caller)

    (listed,) = told("list_work", {"project_id": project_id}, caller)["items"]
    assert (listed["id"], listed["title"], listed["state"]) == (made["id"], "Newsletter", "ready")
    assert "One arrives" in told("get_work", {"work_id": made["id"]}, caller)["brief"]


def test_declined_access_is_said_to_be_declined(caller, house, project_id):
    request = stored_request(project_service().get(ACCOUNT, project_id))
    told("decline_credential_request", {"request_id": request.id, "reason": "We rewrite it"}, caller)

    for question in ("Is any access missing?", "Which credentials are there?"):
        answer = told("ask_pa", {"message": question}, caller)["response"]

        assert "Access to Hosting was declined by you on " in answer
        assert "“We rewrite it”" in answer


def test_tasks_have_the_names_of_their_projects_and_a_deleted_one_its_own(caller, project_id):
    task = "every Monday at 9am report what needs me"
    told("assign_pa_task", {"task": task, "project_id": project_id}, caller)
    (listed,) = told("list_pa_tasks", {}, caller)["tasks"]

    deleted = told("delete_pa_task", {"task_id": listed["id"]}, caller)

    assert listed["project"] == "Bakery"
    assert deleted["task"] == listed["task"]


def test_approval_is_told_once(caller, house, project_id):
    (waiting, *_) = told("list_approvals", {"project_id": project_id}, caller)["approvals"]
    deed = {"project_id": project_id, "approval_id": waiting["id"], "decision": "approve"}
    told("decide_approval", deed, caller)
    filing_service().file_all(ACCOUNT)

    events = told("list_events", {"project_id": project_id, "limit": 100}, caller)["events"]
    feed = told("list_events", {"project_id": project_id, "limit": 100, "after": 0}, caller)["events"]

    assert [one["type"] for one in events if "approved" in one["summary"]] == ["approval.decided"]
    assert {"approval.decided", "deliverable.approved"} <= {one["type"] for one in feed}


def test_word_is_found_by_its_stem_where_nothing_has_it(caller, house, project_id):
    IndexingService(change_store(), index_files(), library()).make_anew(ACCOUNT)

    exact = told("search", {"query": "allergens"}, caller)
    close = told("search", {"query": "allergy"}, caller)

    assert "loosened" not in exact
    assert close["loosened"] is True
    assert {one["id"] for one in close["results"]} == {one["id"] for one in exact["results"]}
    assert told("search", {"query": "zebras"}, caller)["results"] == []
