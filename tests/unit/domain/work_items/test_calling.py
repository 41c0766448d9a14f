from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import doors
from common.clock import utc_now
from domain.audit.records import THE_TEAM
from domain.vault.deposits import deposit_service
from domain.vault.outcomes import Outcome
from domain.vault.requests import DepositCredential
from domain.work_items import calling
from domain.work_items.calling import call_service
from domain.work_items.models import ClaimWorkItem, ReleaseWorkItem
from domain.work_items.service import work_service
from domain.work_items.working import worker_service
from doors import key_caller, session_caller
from vaults import rows_of_vault
from work import OWNER, new_item, submission, worker, working_project

HOUR = ClaimWorkItem(worker="ada", lease_minutes=60)
KEY = key_caller("vault:use", "work:write")


@pytest.fixture
def called(aws, monkeypatch):
    """The work items of the calls that were carried out."""
    made = []

    def carry(use):
        made.append(use.work_id)
        return Outcome(status=200, content_type="text/plain", body="")

    service = replace(call_service(), carry=carry)
    monkeypatch.setattr(doors.load("vault"), "call_service", lambda: service)
    return made


def deposited(project, policy="workers", name="Stripe"):
    terms = {"allowed_hosts": ["api.example.org"], "use_policy": policy}
    body = DepositCredential.model_validate({"name": name, "type": "token", "value": "a long secret", **terms})
    return deposit_service().deposit("acc_1", project.id, body, by=THE_TEAM, caller=session_caller()).id


def call(credential_id, work_id, caller=KEY):
    body = {"method": "GET", "url": "https://api.example.org/", "purpose": "Look", "work_id": work_id}
    return doors.call("vault", "POST", "/vault/credentials/{id}/call", caller=caller, body=body, id=credential_id)


def claimed(project, caller=KEY):
    item = work_service().create(OWNER, project.id, new_item())
    return worker_service().claim(caller, item.id, HOUR)


@pytest.mark.parametrize("policy", ["workers", "ask_first"])
def test_key_that_does_not_hold_the_item_calls_nobody_and_asks_nobody(project, called, policy):
    credential_id = deposited(project, policy)
    theirs = claimed(project, worker("key_2")).item.id
    free = work_service().create(OWNER, project.id, new_item()).id
    released = claimed(project)
    worker_service().release(KEY, released.item.id, ReleaseWorkItem(claim_id=released.claim_id, reason="No time"))
    submitted = claimed(project)
    worker_service().submit(KEY, submitted.item.id, submission(submitted.claim_id))
    before = rows_of_vault()

    answers = [call(credential_id, one) for one in (theirs, free, released.item.id, submitted.item.id)]

    assert {(answer.status, answer.error["code"]) for answer in answers} == {(409, "NOT_CLAIMED")}
    assert (called, rows_of_vault()) == ([], before)


def test_claim_that_is_over_counts_for_nothing(project, called, monkeypatch):
    credential_id, item = deposited(project), claimed(project).item
    later = utc_now() + timedelta(minutes=61)
    monkeypatch.setattr(calling, "utc_now", lambda: later)

    assert (call(credential_id, item.id).error["code"], called) == ("NOT_CLAIMED", [])


def test_item_of_another_project_or_account_is_like_one_that_does_not_exist(project, called):
    credential_id = deposited(project)
    elsewhere = claimed(working_project("Florist")).item.id
    owner = replace(OWNER, account_id="acc_2")
    theirs = work_service().create(owner, working_project(account_id="acc_2").id, new_item()).id

    answers = [call(credential_id, one) for one in (elsewhere, theirs, "wrk_01J00000000000000000000000")]

    assert {(one.status, one.error["code"]) for one in answers} == {(400, "VALIDATION_ERROR")}
    assert answers[0].body == answers[1].body == answers[2].body
    assert called == []


def test_key_calls_for_the_item_that_it_holds_and_the_owner_for_any_item_of_the_project(project, called):
    credential_id, for_the_team = deposited(project), deposited(project, "team", "Other")
    item, held = work_service().create(OWNER, project.id, new_item()).id, claimed(project).item.id
    elsewhere = work_service().create(OWNER, working_project("Florist").id, new_item()).id

    assert call(credential_id, held).status == 200
    assert [call(for_the_team, one, OWNER).status for one in (item, elsewhere)] == [200, 400]
    assert called == [held, item]
