from __future__ import annotations

from datetime import timedelta

import pytest

from common.dynamo import dynamodb
from common.transactions import TransactionFailed, transact
from domain.vault import request_rules
from domain.vault.records import Credential, CredentialUse, OwnedCredential, RequestStatus, SealedValue
from domain.vault.store import Slice, vault_store
from vaults import STARTED, stored_project, stored_request

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


@pytest.mark.parametrize("project_id", [None, "prj_1"])
def test_credentials_are_listed_newest_first_page_by_page(store, project_id):
    stored(store, *(credential(number) for number in range(4)), credential(7, account_id="acc_2"))
    if project_id:
        stored(store, credential(8, project_id="prj_10"), credential(9, project_id="prj_2"))

    first, more = store.list_credentials("acc_1", Slice(2, project_id=project_id))
    second, at_last = store.list_credentials("acc_1", Slice(2, after=first[-1].id, project_id=project_id))

    assert [item.id for item in (*first, *second)] == ["crd_003", "crd_002", "crd_001", "crd_000"]
    assert (more, at_last) == (True, False)


def test_cursor_of_another_accounts_credential_begins_there_and_shows_none_of_theirs(store):
    stored(store, credential(1), credential(2, account_id="acc_2"), credential(3))

    assert [item.id for item in store.list_credentials("acc_1", Slice(5, after="crd_002"))[0]] == ["crd_001"]


def test_requests_are_listed_by_status_and_project_page_by_page(store):
    project = stored_project()
    requests = [stored_request(project, f"Access {number}", id=f"crq_{number}") for number in range(4)]
    other = stored_request(stored_project("Florist"), id="crq_9")
    transact([store.closing(request_rules.cancelled(requests[3], STARTED))])
    mine = Slice(2, project_id=project.id)

    first, more = store.list_requests("acc_1", mine, status=RequestStatus.PENDING)
    rest = Slice(2, after=first[-1].id, project_id=project.id)
    second, at_last = store.list_requests("acc_1", rest, status=RequestStatus.PENDING)

    assert [item.id for item in (*first, *second)] == ["crq_2", "crq_1", "crq_0"]
    assert (more, at_last) == (True, False)
    assert [item.id for item in store.list_requests("acc_1", mine, status=RequestStatus.CANCELLED)[0]] == ["crq_3"]
    assert store.list_requests("acc_1", Slice(1), status=None) == ([other], True)
    assert [item.id for item in store.list_open_requests("acc_1")] == ["crq_9", "crq_2", "crq_1", "crq_0"]


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


def test_use_is_recorded_once_and_counted(store):
    stored(store, credential(1))
    use = CredentialUse(id="use_1", credential_id="crd_001", version=1, purpose="Test plan", at=STARTED)

    transact(store.using(use, credential(1)))
    of_nothing = use.model_copy(update={"id": "use_2", "credential_id": "crd_002"})
    for writes in (store.using(use, credential(1)), store.using(of_nothing, credential(2))):
        with pytest.raises(TransactionFailed):
            transact(writes)

    after = store.get_credential("acc_1", "crd_001")
    assert (after.uses, after.last_used_at) == (1, STARTED)
    assert store.list_uses(CREDENTIAL, Slice(5)) == ([use], False)
