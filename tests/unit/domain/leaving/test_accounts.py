from __future__ import annotations

import secrets

import pytest

import credentials
import emulated
from accounts import ELSEWHERE, HOME, Accounts, client
from common.dynamo import Table
from common.errors import InvalidRequest, NotFound, Unauthenticated
from common.transactions import transact
from domain.decisions.records import Approver
from domain.decisions.store import decision_store
from domain.identity.models import ChangeEmail, ResetPassword
from domain.identity.service import InvalidCredentials
from domain.identity.store import identity_store
from domain.keys.models import CreateApiKey
from domain.keys.reporting import LeakService
from domain.keys.service import KeyService
from domain.keys.store import key_store
from domain.leaving.accounts import NotClosing, TooLate
from domain.leaving.erasing import OutOfTime
from domain.leaving.models import CloseAccount
from domain.leaving.records import ACCOUNT_KEPT, State
from domain.leaving.store import leaving_store
from domain.limits.limiter import Limiter
from domain.limits.store import limit_store
from domain.mail.outgoing import Outgoing
from domain.mail.queue import mail_queue
from domain.mail.records import Kind
from domain.mail.records import State as MailState
from domain.mail.store import mail_store
from domain.projects.requests import CreateProject
from domain.webhooks.records import Endpoint, SealedSecret
from domain.webhooks.retries import SERIES
from domain.webhooks.store import webhook_store
from origins import HERE
from vaults import everything_stored

EMAIL = "ada@example.org"
BY_ADDRESS = CloseAccount(confirm="ADA@example.org ")


@pytest.fixture
def keys(desk):
    return KeyService(key_store(), desk.clock, secrets.choice)


def close(desk, caller):
    closing, token = desk.accounts.close(caller, BY_ADDRESS, HERE)
    return closing, desk.caller(caller.account_id, caller.principal_id, token)


def end(desk, caller):
    """Close an account and let its days pass, up to its worker."""
    close(desk, caller)
    desk.clock.advance(days=7)


def opens(desk, key):
    service = credentials.authentication(desk.clock)
    try:
        return service.authenticate({"authorization": f"Bearer {key.key}"}, credentials.HERE).caller.account_id
    except Unauthenticated as refused:
        return refused.code


def left_of(desk, caller):
    """Rows that name the account or its address, but for those whose time is over: DynamoDB removes them."""
    return [row for row in standing(desk) if caller.account_id in str(row) or EMAIL in str(row)]


def standing(desk):
    now = desk.clock().timestamp()
    return [row for row in everything_stored() if float(row.get("expires_at_epoch", {"N": "inf"})["N"]) > now]


def mailed(account_id):
    rows = mail_store().table.query_all(
        "pk = :pk AND begins_with(sk, :m)", {"pk": f"ACCOUNT#{account_id}", "m": "MAIL#"}
    )
    return [row["kind"] for row in rows]


def test_closing_ends_every_session_but_one_that_can_only_undo_it(desk, ada):
    other = desk.sign_in()

    closing, left = close(desk, ada)

    assert closing.gone_at == desk.clock() + ACCOUNT_KEPT
    assert left.closing
    for ended in (ada, other):
        with pytest.raises(NotFound):
            identity_store().get_session(ended.session_hash)
    assert desk.sign_in().closing


@pytest.mark.parametrize("confirm", ["no", "ada@example.com", "Adam"])
def test_closing_needs_the_name_or_address_typed(desk, ada, confirm):
    with pytest.raises(InvalidRequest):
        desk.accounts.close(ada, CloseAccount(confirm=confirm), HERE)

    assert not desk.sign_in().closing


def test_keys_projects_and_approvers_are_gone_at_once_and_come_back_as_they_were(desk, ada, keys):
    live, revoked = (keys.create(ada, CreateApiKey(name=name, preset="pa_only"), HERE) for name in ("live", "revoked"))
    keys.revoke(ada, revoked.id, HERE)
    kept, deleted = (desk.projects.create(ada.account_id, CreateProject(name=name)) for name in ("Kept", "Deleted"))
    desk.leaving_projects.delete(ada.account_id, deleted.id)
    now = desk.clock()
    approver = Approver(id="apv_1", account_id=ada.account_id, email="anna@example.org", invited_at=now)
    transact([decision_store().adding_approver(approver)])

    _, left = close(desk, ada)
    assert (opens(desk, live), opens(desk, revoked)) == ("API_KEY_REVOKED", "API_KEY_REVOKED")
    assert desk.projects.list_all(ada.account_id) == []
    assert decision_store().list_approvers(ada.account_id) == []
    _, token = desk.accounts.restore(left, HERE)

    assert (opens(desk, live), opens(desk, revoked)) == (ada.account_id, "API_KEY_REVOKED")
    assert not desk.caller(ada.account_id, ada.principal_id, token).closing
    assert [one.id for one in desk.projects.list_all(ada.account_id)] == [kept.id]
    assert [one.email for one in decision_store().list_approvers(ada.account_id)] == ["anna@example.org"]
    assert desk.leaving_projects.restore(ada.account_id, deleted.id).name == "Deleted"


def test_closing_and_restoring_prove_nothing_anew_and_read_no_hash_of_a_password(desk, ada, monkeypatch):
    read, get_item = [], Table.get
    proved_at = desk.clock()

    def get(table, key, **options):
        read.append(get_item(table, key, **options))
        return read[-1]

    with monkeypatch.context() as patch:
        patch.setattr(Table, "get", get)
        desk.clock.advance(minutes=4)
        _, left = close(desk, ada)
        desk.clock.advance(minutes=4)
        _, token = desk.accounts.restore(left, HERE)

    assert left.proved_at == proved_at
    assert desk.caller(ada.account_id, ada.principal_id, token).proved_at == proved_at
    assert [row for row in read if row and "sessions" in row]
    assert not [row for row in read if row and "password_hash" in row]


def test_key_made_while_its_account_is_being_closed_is_found_by_the_worker(desk, ada, keys):
    close(desk, ada)
    straggler = keys.create(ada, CreateApiKey(name="late", preset="pa_only"), HERE)
    desk.clock.advance(minutes=3)

    desk.worker.work(ada.account_id)

    assert opens(desk, straggler) == "API_KEY_REVOKED"


@pytest.mark.parametrize("end", ["leaked", "misused"])
def test_key_that_others_have_while_its_account_closes_does_not_come_back_with_it(desk, ada, keys, end):
    made = keys.create(ada, CreateApiKey(name="CI", preset="pa_only"), HERE)
    _, left = close(desk, ada)

    if end == "leaked":
        LeakService(key_store(), Limiter(limit_store(), desk.clock), 10, desk.clock).report(made.key, HERE)
    else:
        assert keys.revoke_misused(ada.account_id, made.id, "its code was read twice", HERE, [])
    desk.accounts.restore(left, HERE)

    assert opens(desk, made) == "API_KEY_REVOKED"


def test_restored_webhook_offers_what_waited_for_it_when_its_account_closed(desk, ada):
    now, store = desk.clock(), webhook_store()
    times = {"created_at": now, "updated_at": now}
    endpoint = Endpoint(id="whk_1", account_id=ada.account_id, url="https://example.org/", types=(), **times)
    store.put_new_endpoint(endpoint, SealedSecret(version=1, ciphertext="sealed"))
    _, left = close(desk, ada)

    desk.accounts.restore(left, HERE)

    assert store.list_endpoints(ada.account_id) == [endpoint.model_copy(update={"recover_since": now - SERIES})]


def test_account_is_neither_restored_before_it_closes_nor_closed_twice(desk, ada):
    with pytest.raises(NotClosing):
        desk.accounts.restore(ada, HERE)
    close(desk, ada)

    with pytest.raises(Unauthenticated):
        desk.accounts.close(ada, BY_ADDRESS, HERE)
    desk.clock.advance(minutes=3)
    desk.worker.work(ada.account_id)
    row = leaving_store().table.get({"pk": f"ACCOUNT#{ada.account_id}", "sk": "CLOSING"})
    assert row["outbox_at"] == row["gone_at"]


def test_after_seven_days_nothing_is_restored_and_nothing_is_left(desk, ada, keys):
    other = desk.sign_up("ben@example.org", "Ben")
    desk.projects.create(ada.account_id, CreateProject(name="Bakery"))
    keys.create(ada, CreateApiKey(name="a key", preset="pa_only"), HERE)
    end(desk, ada)
    left = desk.sign_in()

    with pytest.raises(TooLate):
        desk.accounts.restore(left, HERE)
    desk.worker.work(ada.account_id)

    assert left_of(desk, ada) == []
    assert identity_store().get_account(other.account_id).name == "Ben"
    with pytest.raises(InvalidCredentials):
        desk.sign_in()
    assert desk.sign_up().account_id != ada.account_id


def test_tries_at_an_account_just_before_its_end_name_neither_its_address_nor_their_place(desk, ada):
    end(desk, ada)
    for place in (HOME, ELSEWHERE):
        with pytest.raises(InvalidCredentials):
            desk.people.log_in(at=client(place), password="wrong", email=EMAIL)
    desk.worker.work(ada.account_id)

    assert left_of(desk, ada) == []
    assert [place for place in (HOME, ELSEWHERE) if place in str(standing(desk))] == []


def test_address_that_was_kept_after_a_change_goes_with_the_account(desk):
    people = Accounts(desk.clock)
    before, _ = people.sign_up("ada@old.example")
    people.addresses.ask_change(before, ChangeEmail(email=EMAIL), HERE)
    people.addresses.confirm_change(people.token_to(EMAIL, "new-address"), HERE)
    end(desk, before)

    desk.worker.work(before.account_id)

    assert "ada@old.example" not in str([row for row in everything_stored() if str(row["pk"]["S"]).startswith("USER#")])


def test_owner_whose_hijacked_account_closes_takes_it_back_by_mail_and_restores_it(desk):
    people, mine = Accounts(desk.clock), "ada@old.example"
    before, _ = people.sign_up(mine)
    people.addresses.ask_change(before, ChangeEmail(email=EMAIL), HERE)
    people.addresses.confirm_change(people.token_to(EMAIL, "new-address"), HERE)
    close(desk, before)

    people.addresses.undo_change(people.token_to(mine, "undo-address"), HERE)
    people.passwords.reset(
        ResetPassword(token=people.token_to(mine, "reset"), password="a new walnut staple"), client()
    )
    _, cookies = people.log_in(password="a new walnut staple", email=mine)
    desk.accounts.restore(desk.caller(before.account_id, before.principal_id, cookies.session), HERE)

    assert not identity_store().get_account(before.account_id).closed_at


def test_worker_killed_anywhere_is_made_up_for_by_the_next(desk, ada, keys):
    """It dies after every number of calls to DynamoDB, from one on, until it no longer does."""
    desk.projects.create(ada.account_id, CreateProject(name="Bakery"))
    keys.create(ada, CreateApiKey(name="a key", preset="pa_only"), HERE)
    end(desk, ada)
    rows = emulated.saved_rows()
    deaths = 0
    for calls in range(1, 200, 11):
        emulated.put_back(rows)
        died = die_after(desk, ada.account_id, calls)
        desk.worker.work(ada.account_id)
        assert left_of(desk, ada) == [], calls
        if not died:
            break
        deaths += 1
    else:
        pytest.fail("it never got to its end")
    assert deaths > 3


class Killed(BaseException):
    """The worker is gone."""


def die_after(desk, account_id, calls):
    from common.dynamo import dynamodb  # noqa: PLC0415 - its client exists only inside an emulated account

    left = [calls]

    def count(**_event):
        left[0] -= 1
        if left[0] < 0:
            raise Killed

    events = dynamodb().meta.events
    events.register("before-call.dynamodb", count, unique_id="killer")
    try:
        desk.worker.work(account_id)
    except Killed:
        return True
    finally:
        events.unregister("before-call.dynamodb", unique_id="killer")
    return False


def test_time_that_runs_out_leaves_the_rest_to_the_next_worker(desk, ada):
    end(desk, ada)
    desk.seconds_left = 1
    with pytest.raises(OutOfTime):
        desk.worker.work(ada.account_id)
    assert leaving_store().find_closing(ada.account_id).state is State.GOING
    desk.seconds_left = 900

    desk.worker.work(ada.account_id)

    assert leaving_store().find_closing(ada.account_id) is None


@pytest.mark.parametrize("sent", [True, False])
def test_owner_is_told_by_mail_and_the_account_waits_for_its_last_one_for_a_day_at_most(desk, ada, sent):
    desk.mails = Outgoing(mail_store(), mail_queue, None)

    close(desk, ada)
    assert mailed(ada.account_id) == [Kind.CLOSING]
    desk.clock.advance(days=7)
    desk.worker.work(ada.account_id)
    assert sorted(mailed(ada.account_id)) == [Kind.CLOSING, Kind.GONE]
    desk.clock.advance(minutes=2)
    desk.worker.work(ada.account_id)
    record = leaving_store().find_closing(ada.account_id)
    assert record.state is State.TOLD  # the mail waits for its worker

    if sent:
        mail = mail_store().find_mail(ada.account_id, record.mail_id)
        mail_store().finish(mail, {"state": MailState.SENT.value})
    else:
        desk.clock.advance(days=1)
    desk.worker.work(ada.account_id)

    assert left_of(desk, ada) == []
