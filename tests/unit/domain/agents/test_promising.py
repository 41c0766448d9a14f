"""A promise in the conversation is kept with the request, in the transaction of the answer."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from briefs import submitted_project
from common.dynamo import dynamodb
from domain.agents.brain.protocol import PromiseAccess, Reply
from domain.audit.log import NOWHERE
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.vault.cipher import vault_cipher
from domain.vault.deposits import DepositService
from domain.vault.requests import DeclineRequest
from domain.vault.service import vault_service
from domain.vault.store import vault_store
from domain.work.queue import work_queue
from house import ME

DAY = date(2026, 3, 16)


class Killed(BaseException):
    """The worker's process is gone: nothing catches it."""


@pytest.fixture
def request_(house):
    """A request for access that waits for the customer."""
    submitted_project(house.projects, ME.account_id)
    house.run_all()
    while not (found := vault_store().list_open_requests(ME.account_id)):
        for approval in house.projects.list_open_approvals(ME.account_id):
            decision = DecideApproval(decision=ApprovalDecision.APPROVE)
            house.projects.decide(ME, approval.project_id, approval.id, decision, NOWHERE)
        house.run_all()
    return found[0]


def promise(house, request, day=DAY):
    house.brain.reply = Reply("Noted.", actions=(PromiseAccess(request.id, day),))
    house.ask(request.project_id, "You'll get it.")


def shown(request):
    page = vault_service().list_requests(ME.account_id, project_id=None, status=None, limit=20, cursor=None)
    return next(one for one in page.requests if one.id == request.id)


def test_promised_day_is_shown_with_the_request_and_a_later_promise_replaces_it(house, request_):
    before = shown(request_)
    promise(house, request_)
    house.run_all()
    first = shown(request_)
    promise(house, request_, DAY + timedelta(days=2))
    house.run_all()

    assert before.promised_for is None
    assert first == before.model_copy(update={"promised_for": DAY})
    assert shown(request_).promised_for == DAY + timedelta(days=2)
    assert house.brain.asked[-1][1].credential_requests[-1].promised_for == DAY


def test_promise_is_kept_with_its_answer_or_not_at_all(house, request_, monkeypatch):
    promise(house, request_)
    (nudge,) = house.nudges()
    real = dynamodb().transact_write_items

    def killing(**written):
        if "promised_for" in str(written["TransactItems"]):
            raise Killed
        return real(**written)

    with monkeypatch.context() as patch:
        patch.setattr(dynamodb(), "transact_write_items", killing)
        with pytest.raises(Killed):
            house.run(nudge)
    unanswered = (shown(request_).promised_for, house.conversation(request_.project_id)[-1].content)
    house.run(nudge)
    house.run(nudge)

    assert unanswered == (None, "You'll get it.")
    assert shown(request_).promised_for == DAY
    assert [one.content for one in house.conversation(request_.project_id)].count("Noted.") == 1


def test_request_that_ended_meanwhile_stays_as_it_ended(house, request_, monkeypatch):
    promise(house, request_)
    (nudge,) = house.nudges()
    deposits = DepositService(vault_store(), vault_cipher(), house.projects, work_queue(), house.clock)
    answer = house.brain.answer

    def declined_first(question, facts):
        reply = answer(question, facts)
        if len(house.brain.asked) == 1:
            deposits.decline(ME.account_id, request_.id, DeclineRequest(reason="Not yet"))
        else:  # asked again, from the records as they are now
            reply = Reply("It is declined.")
        return reply

    monkeypatch.setattr(house.brain, "answer", declined_first)
    house.run(nudge)

    assert (shown(request_).status, shown(request_).promised_for) == ("declined", None)
    said = [one.content for one in house.conversation(request_.project_id)]
    assert "Noted." not in said
    assert "It is declined." in said
