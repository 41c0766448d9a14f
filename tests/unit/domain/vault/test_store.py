from __future__ import annotations

from datetime import timedelta

import pytest

from common.dynamo import dynamodb
from common.transactions import TransactionFailed, transact
from domain.vault import lifecycle
from domain.vault.records import Credential, CredentialUse, OwnedCredential, RequestStatus, SealedValue
from domain.vault.store import Slice, vault_store
from vaults import STARTED, counted_calls, request_for, stored_project, stored_request

CREDENTIAL = OwnedCredential("acc_1", "crd_001")


@pytest.fixture
def store(aws):
    return vault_store()


def credential(number, *, account_id="acc_1", project_id="prj_1", version=1):
    at = STARTED + timedelta(minutes=number)
    return Credential(
        id=f"crd_{number:03}",
        account_id=account_id,
        project_id=project_id,
        name=f"Access {number}",
        type="token",
        version=version,
        created_at=at,
        updated_at=at,
    )


def sealed(record):
    return SealedValue(credential_id=record.id, version=record.version, shape="value", ciphertext="AAAA")


def stored(store, *records):
    for record in records:
        transact(store.depositing(record, sealed(record)))


def test_credentials_are_listed_newest_first_page_by_page(store):
    stored(store, *(credential(number) for number in range(5)))

    first, more = store.list_credentials("acc_1", Slice(2))
    second, more_still = store.list_credentials("acc_1", Slice(2, after=first[-1].id))
    third, at_last = store.list_credentials("acc_1", Slice(2, after=second[-1].id))

    assert [item.id for item in (*first, *second, *third)] == ["crd_004", "crd_003", "crd_002", "crd_001", "crd_000"]
    assert (more, more_still, at_last) == (True, True, False)


def test_last_full_page_says_that_there_is_no_more(store):
    stored(store, credential(1), credential(2))

    assert store.list_credentials("acc_1", Slice(2))[1] is False


def test_credentials_of_one_project_are_listed_alone_page_by_page(store):
    mine = [credential(number, project_id="prj_1") for number in range(4)]
    stored(store, *mine, credential(7, project_id="prj_10"), credential(8, project_id="prj_2"))

    first, more = store.list_credentials("acc_1", Slice(3, project_id="prj_1"))
    second, at_last = store.list_credentials("acc_1", Slice(3, after=first[-1].id, project_id="prj_1"))

    assert [item.id for item in (*first, *second)] == ["crd_003", "crd_002", "crd_001", "crd_000"]
    assert (more, at_last) == (True, False)


def test_cursor_of_another_accounts_credential_begins_there_and_shows_none_of_theirs(store):
    stored(store, credential(1), credential(2, account_id="acc_2"), credential(3))

    assert [item.id for item in store.list_credentials("acc_1", Slice(5, after="crd_002"))[0]] == ["crd_001"]


def test_requests_are_listed_by_status_page_by_page(store):
    project = stored_project()
    requests = [
        stored_request(project, f"Access {number}", created_at=STARTED, id=f"crq_{number}") for number in range(5)
    ]
    transact([store.closing(lifecycle.cancelled(requests[3], STARTED))])

    first, more = store.list_requests("acc_1", Slice(2), status=RequestStatus.PENDING)
    second, at_last = store.list_requests("acc_1", Slice(2, after=first[-1].id), status=RequestStatus.PENDING)

    assert [item.id for item in (*first, *second)] == ["crq_4", "crq_2", "crq_1", "crq_0"]
    assert (more, at_last) == (True, False)
    assert [item.id for item in store.list_requests("acc_1", Slice(9), status=RequestStatus.CANCELLED)[0]] == ["crq_3"]
    assert [item.id for item in store.list_open_requests("acc_1")] == ["crq_4", "crq_2", "crq_1", "crq_0"]


def test_requests_of_one_project_are_listed_by_status(store):
    project, other = stored_project("Bakery"), stored_project("Florist")
    request = stored_request(project)
    stored_request(other)

    part = Slice(5, project_id=project.id)

    assert store.list_requests("acc_1", part, status=RequestStatus.PENDING) == ([request], False)
    assert store.list_requests("acc_1", part, status=RequestStatus.DECLINED) == ([], False)
    assert store.list_requests("acc_1", part, status=None) == ([request], False)


def test_everything_of_a_project_is_one_consistent_read(store):
    project = stored_project(id="prj_1")
    request = stored_request(project)
    stored(store, credential(1), credential(2), credential(3, project_id="prj_10"), credential(4, account_id="acc_2"))
    asked = []
    dynamodb().meta.events.register(
        "provide-client-params.dynamodb.Query", lambda params, **_rest: asked.append(params), unique_id="asked"
    )

    access = store.list_for_project("acc_1", "prj_1")

    dynamodb().meta.events.unregister("provide-client-params.dynamodb.Query", unique_id="asked")
    assert ([item.id for item in access.credentials], access.requests) == (["crd_001", "crd_002"], (request,))
    assert [query["ConsistentRead"] for query in asked] == [True]


def test_reads_take_one_call_each(store):
    stored(store, *(credential(number) for number in range(30)))

    with counted_calls() as calls:
        store.list_credentials("acc_1", Slice(10))
        store.list_credentials("acc_1", Slice(10, project_id="prj_1"))
        store.list_requests("acc_1", Slice(10), status=RequestStatus.PENDING)

    assert calls == {"Query": 3}


def test_same_version_cannot_be_stored_twice(store):
    stored(store, credential(1))
    stored(store, credential(1, version=2))

    for version in (1, 2, 4):
        with pytest.raises(TransactionFailed):
            stored(store, credential(1, version=version))
    assert store.get_credential("acc_1", "crd_001").version == 2


def test_request_is_raised_once(store):
    request = stored_request(stored_project())

    with pytest.raises(TransactionFailed):
        transact([store.raising(request)])


def test_ended_request_is_neither_closed_nor_reminded(store):
    request = stored_request(stored_project())
    ended = lifecycle.declined(request, "no", STARTED)
    transact([store.closing(ended)])

    for write in (store.closing(lifecycle.fulfilled(request, "crd_1", STARTED)), store.reminding(request)):
        with pytest.raises(TransactionFailed):
            transact([write])
    assert store.get_request("acc_1", request.id) == ended


def test_closing_nothing_makes_no_request(store):
    with pytest.raises(TransactionFailed):
        transact([store.closing(lifecycle.cancelled(request_for(stored_project()), STARTED))])


def test_use_is_recorded_once_and_counted(store):
    stored(store, credential(1))
    use = CredentialUse(id="use_1", credential_id="crd_001", version=1, purpose="Test plan", at=STARTED)

    transact(store.using(use, credential(1)))
    with pytest.raises(TransactionFailed):
        transact(store.using(use, credential(1)))

    after = store.get_credential("acc_1", "crd_001")
    assert (after.uses, after.last_used_at) == (1, STARTED)
    assert store.list_uses(CREDENTIAL, Slice(5)) == ([use], False)


def test_use_of_a_deleted_credential_is_not_recorded(store):
    use = CredentialUse(id="use_1", credential_id="crd_001", version=1, purpose="Test plan", at=STARTED)

    with pytest.raises(TransactionFailed):
        transact(store.using(use, credential(1)))
    assert store.list_uses(CREDENTIAL, Slice(5)) == ([], False)


def test_uses_are_listed_newest_first_page_by_page(store):
    stored(store, credential(1))
    for number in range(3):
        use = CredentialUse(
            id=f"use_{number}", credential_id="crd_001", version=1, role="CTO", purpose=f"{number}", at=STARTED
        )
        transact(store.using(use, credential(1)))

    first, more = store.list_uses(CREDENTIAL, Slice(2))
    second, at_last = store.list_uses(CREDENTIAL, Slice(2, after=first[-1].id))

    assert [use.id for use in (*first, *second)] == ["use_2", "use_1", "use_0"]
    assert (more, at_last) == (True, False)
