from __future__ import annotations

import secrets
from datetime import timedelta

import pytest

from common.caller import FRESH
from common.dynamo import Table
from common.errors import InvalidRequest, StepUpRequired
from common.settings import settings
from domain.keys.models import CreateApiKey, KeyStatus, RotateApiKey, UpdateApiKey
from domain.keys.secret import parse
from domain.keys.service import MAX_ACTIVE_KEYS, AlreadyRotated, KeyNotActive, KeyService, TooManyKeys
from domain.keys.store import key_store
from doors import session_caller
from origins import HERE

ME, NEIGHBOUR = session_caller(), session_caller(account_id="acc_2")


def create(service, **fields):
    return service.create(ME, CreateApiKey(**({"name": "k", "preset": "pa_only"} | fields)), HERE)


def listed(service, caller=ME):
    return {view.id: view for view in service.list(caller.account_id, limit=100, cursor=None).api_keys}


def test_create_shows_the_secret_once_and_stores_its_hash(service, aws):
    created = create(service)

    rows = aws("dynamodb").scan(TableName="test-KeysTable")["Items"]
    assert created.key not in str(rows)
    assert parse(created.key).secret_hash in str(rows)
    assert "key" not in listed(service)[created.id].model_dump()


@pytest.mark.parametrize("scopes", [[], ["projects:read", "projects:read"], ["projects:fly"], ["PROJECTS:READ"]])
def test_create_refuses_wrong_scopes(scopes):
    with pytest.raises(ValueError, match="scopes"):
        CreateApiKey(name="k", scopes=scopes)


def test_key_expires_at_its_very_instant_which_is_not_past(service, clock):
    with pytest.raises(InvalidRequest):
        create(service, expiresAt=(clock() - timedelta(seconds=1)).isoformat())
    created = create(service, expiresAt=(clock() + timedelta(minutes=1)).isoformat())

    clock.advance(seconds=59)
    before = listed(service)[created.id].status
    clock.advance(seconds=1)

    assert (before, listed(service)[created.id].status) == (KeyStatus.ACTIVE, KeyStatus.EXPIRED)


def test_active_keys_are_limited_and_a_revoked_one_makes_room(service, clock):
    keys = [create(service) for _ in range(MAX_ACTIVE_KEYS)]
    with pytest.raises(TooManyKeys):
        create(service)

    first = service.revoke(ME, keys[0].id, HERE)
    clock.advance(hours=1)

    assert service.revoke(ME, keys[0].id, HERE) == first
    assert listed(service)[keys[0].id].status is KeyStatus.REVOKED
    assert create(service).status is KeyStatus.ACTIVE


def test_key_that_somebody_else_revokes_meanwhile_was_not_ended_for_misuse(service, clock, monkeypatch):
    created, store = create(service), type(service.store)
    found = store.get_key

    def revoked_after_it_was_read(self, account_id, key_id):
        key = found(self, account_id, key_id)
        monkeypatch.setattr(store, "get_key", found)
        service.revoke(ME, key_id, HERE)
        clock.advance(seconds=1)
        return key

    monkeypatch.setattr(store, "get_key", revoked_after_it_was_read)

    assert service.revoke_misused(ME.account_id, created.id, "its code was used twice", HERE, ()) is False
    assert service.revoke_misused(ME.account_id, create(service).id, "its code was used twice", HERE, ()) is True


def test_update_changes_name_scopes_and_expiration(service, clock):
    created = create(service)
    later = clock() + timedelta(days=1)

    updated = service.update(
        ME, created.id, UpdateApiKey(name="n", scopes=["vault:read"], expires_at=later.isoformat()), HERE
    )
    cleared = service.update(ME, created.id, UpdateApiKey(expiresAt=None), HERE)

    assert (updated.name, updated.scopes, updated.preset, updated.expires_at) == ("n", ["vault:read"], None, later)
    assert (cleared.expires_at, listed(service)[created.id]) == (None, cleared)


@pytest.mark.parametrize("wider", [{"scopes": ["pa:access", "vault:read"]}, {"expiresAt": None}])
def test_key_is_widened_after_a_fresh_proof_only(service, clock, wider):
    created = create(service, expiresAt=(clock() + timedelta(days=1)).isoformat())
    old = session_caller(proved_at=clock() - FRESH)
    sooner = UpdateApiKey(name="n", expiresAt=(clock() + timedelta(hours=1)).isoformat())

    with pytest.raises(StepUpRequired):
        service.update(old, created.id, UpdateApiKey(**wider), HERE)

    assert service.update(old, created.id, sooner, HERE).name == "n"
    assert service.update(session_caller(proved_at=clock()), created.id, UpdateApiKey(**wider), HERE).name == "n"


@pytest.mark.parametrize("end", ["revoke", "expire"])
def test_ended_key_is_neither_updated_nor_rotated(service, clock, end):
    created = create(service, expiresAt=(clock() + timedelta(hours=1)).isoformat())
    if end == "revoke":
        service.revoke(ME, created.id, HERE)
    else:
        clock.advance(hours=1)
    before = listed(service)

    with pytest.raises(KeyNotActive):
        service.update(ME, created.id, UpdateApiKey(name="n"), HERE)
    with pytest.raises(KeyNotActive):
        service.rotate(ME, created.id, RotateApiKey(), HERE)
    if end == "expire":
        with pytest.raises(KeyNotActive):
            service.revoke(ME, created.id, HERE)

    assert listed(service) == before


@pytest.mark.parametrize(("grace", "ends_after"), [(0, 0), (60, 60), (3_600, 90)])
def test_rotate_ends_the_old_key_after_the_grace_and_never_prolongs_it(service, clock, grace, ends_after):
    old = create(service, preset="read_only", expiresAt=(clock() + timedelta(seconds=90)).isoformat())

    new = service.rotate(ME, old.id, RotateApiKey(grace_seconds=grace), HERE)

    assert (new.name, new.scopes, new.preset) == (old.name, old.scopes, old.preset)
    assert new.key != old.key
    assert listed(service)[old.id].expires_at == clock() + timedelta(seconds=ends_after)


def test_key_is_rotated_once_and_its_successor_in_its_turn(service):
    old = create(service)
    new = service.rotate(ME, old.id, RotateApiKey(grace_seconds=60), HERE)

    with pytest.raises(AlreadyRotated):
        service.rotate(ME, old.id, RotateApiKey(grace_seconds=60), HERE)
    newest = service.rotate(ME, new.id, RotateApiKey(grace_seconds=60), HERE)

    keys = listed(service)
    assert set(keys) == {old.id, new.id, newest.id}
    assert (keys[old.id].successor_id, keys[new.id].successor_id) == (new.id, newest.id)


def test_rotated_key_with_a_new_name_still_gives_no_warning_of_its_end(service, clock):
    old = create(service, expiresAt=(clock() + timedelta(days=30)).isoformat())
    service.rotate(ME, old.id, RotateApiKey(grace_seconds=3_600), HERE)

    service.update(ME, old.id, UpdateApiKey(name="old"), HERE)

    later = Table(settings.events_table).query_all("pk = :pk", {"pk": "LATER#acc_1"})
    assert [row for row in later if old.id in str(row)] == []


def test_of_rotations_at_the_same_time_one_wins(service, clock):
    old = create(service)
    won: list = []

    def choose(alphabet):
        """Another rotation is through between the reading of the key and the writing of its successor."""
        if not won:
            won.append(service.rotate(ME, old.id, RotateApiKey(grace_seconds=60), HERE))
        return secrets.choice(alphabet)

    with pytest.raises(AlreadyRotated):
        KeyService(key_store(), clock, choose).rotate(ME, old.id, RotateApiKey(grace_seconds=60), HERE)

    assert set(listed(service)) == {old.id, won[0].id}


def test_key_is_described_with_the_addresses_it_was_used_from(service):
    created = create(service)
    unused = service.describe(ME.account_id, created.id)
    row = {"pk": key_store().get_key(ME.account_id, created.id).public_part}
    Table(settings.keys_table).update(row, "SET used_from = :them", {"them": ["203.0.113.9", "2001:db8::1"]})

    used = service.describe(ME.account_id, created.id)

    assert unused.used_from == []
    assert used.used_from == ["203.0.113.9", "2001:db8::1"]
    assert dict(listed(service)[created.id]).items() <= dict(used).items()


def test_list_pages_newest_first_without_gaps_and_refuses_a_neighbours_cursor(service, clock):
    ids = []
    for _ in range(3):
        clock.advance(seconds=1)
        ids.append(create(service).id)

    first = service.list(ME.account_id, limit=2, cursor=None)
    second = service.list(ME.account_id, limit=2, cursor=first.next_cursor)

    assert [view.id for page in (first, second) for view in page.api_keys] == ids[::-1]
    assert (first.has_more, second.has_more) == (True, False)
    with pytest.raises(InvalidRequest):
        service.list(NEIGHBOUR.account_id, limit=1, cursor=first.next_cursor)
