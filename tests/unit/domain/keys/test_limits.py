from __future__ import annotations

from datetime import timedelta

import pytest
from pydantic import ValidationError

from common.caller import FRESH
from common.errors import InvalidRequest, StepUpRequired
from domain.keys.addresses import is_within, normal_range
from domain.keys.limits import widens
from domain.keys.models import ApiKey, CreateApiKey, RotateApiKey, UpdateApiKey, UpdateKeyPolicy
from doors import session_caller
from origins import HERE
from unit_fixtures import START

ME = session_caller()
MINE = ["prj_a", "prj_b"]
OFFICE = ["203.0.113.0/24"]
SOONER, LATER = START + timedelta(days=1), START + timedelta(days=2)


def create(service, **fields):
    return service.create(ME, CreateApiKey(**({"name": "k", "preset": "pa_only"} | fields)), HERE)


def change(service, key_id, **fields):
    return service.update(ME, key_id, UpdateApiKey(**fields), HERE)


def set_policy(service, days):
    service.update_policy(ME, UpdateKeyPolicy(max_lifetime_days=days), HERE)


def only(service):
    (view,) = service.list("acc_1", limit=10, cursor=None).api_keys
    return view


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("203.0.113.9", "203.0.113.9/32"),
        ("203.0.113.0/24", "203.0.113.0/24"),
        ("2001:db8::1", "2001:db8::1/128"),
        ("2001:0DB8:0::/32", "2001:db8::/32"),
        ("0.0.0.0/0", "0.0.0.0/0"),
        ("::/0", "::/0"),
    ],
)
def test_address_or_range_is_kept_in_its_shortest_form(written, stored):
    assert normal_range(written) == stored


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("203.0.113.9/24", "Write the range, 203.0.113.0/24"),
        ("2001:db8::1/32", "Write the range, 2001:db8::/32"),
        ("::ffff:203.0.113.9", "as IPv4: 203.0.113.9/32"),
        ("fe80::1%eth0", "scope id"),
        ("10.0.0.0/255.0.0.0", "Write the length in place of the mask: 10.0.0.0/8"),
        ("10.0.0.0/٨", "Give an IP address or range"),
        ("010.0.0.1", "Give an IP address or range"),
        ("10.0.0.0/33", "Give an IP address or range"),
        ("example.com", "Give an IP address or range"),
        ("", "Give an IP address or range"),
        ("10.0.0.1/8/8", "Give an IP address or range"),
    ],
)
def test_what_is_no_range_is_refused_with_what_to_write(written, told):
    with pytest.raises(ValidationError, match="allowed_ips") as caught:
        CreateApiKey(name="k", preset="pa_only", allowed_ips=[written])

    assert told in str(caught.value)


@pytest.mark.parametrize(
    "limits",
    [
        *({"allowed_ips": given} for given in ([], ["10.0.0.1"] * 21, "10.0.0.1", [10], [None])),
        *({"project_ids": given} for given in ([], [f"prj_{n}" for n in range(51)], "prj_a", [""])),
    ],
    ids=repr,
)
def test_list_has_one_to_twenty_ranges_or_one_to_fifty_projects(limits):
    with pytest.raises(ValidationError):
        CreateApiKey(name="k", preset="pa_only", **limits)


@pytest.mark.parametrize(
    ("address", "ranges", "inside"),
    [
        ("203.0.114.9", OFFICE, False),
        ("::ffff:cb00:7109", OFFICE, True),
        ("::ffff:203.0.114.9", OFFICE, False),
        ("2001:db8::9", [*OFFICE, "2001:db8::/32"], True),
        ("203.0.113.9", ["::/0"], False),
        ("::ffff:203.0.113.9", ["::/0"], False),
        ("fe80::1%eth0", ["fe80::/10"], False),
        ("", ["0.0.0.0/0", "::/0"], False),
        ("203.0.113.9, 198.51.100.1", OFFICE, False),
    ],
)
def test_address_is_within_a_range_of_its_family(address, ranges, inside):
    assert is_within(address, ranges) is inside


def test_limits_are_kept_shown_inherited_changed_and_removed(service):
    created = create(service, allowed_ips=["203.0.113.9", "203.0.113.9/32"], project_ids=["prj_a", "prj_a"])
    shown = only(service)
    rotated = service.rotate(ME, created.id, RotateApiKey(), HERE)
    changed = change(service, rotated.id, allowed_ips=OFFICE, project_ids=["prj_b"])
    cleared = change(service, rotated.id, allowed_ips=None, project_ids=None)

    found = [(one.allowed_ips, one.project_ids) for one in (created, shown, rotated, changed, cleared)]
    assert found == [(["203.0.113.9/32"], ["prj_a"])] * 3 + [(OFFICE, ["prj_b"]), (None, None)]
    assert cleared in service.list("acc_1", limit=10, cursor=None).api_keys


def meanwhile(service, monkeypatch, do):
    """Let something happen, once, between the reading of a key and the writing of its change."""
    get_key, left = service.store.get_key, [do]

    def get(*given):
        found = get_key(*given)
        if left:
            left.pop()()
        return found

    monkeypatch.setattr(type(service.store), "get_key", lambda _store, *given: get(*given))


def test_new_name_does_not_lift_a_limit_that_was_set_meanwhile(service, monkeypatch):
    created = create(service)
    meanwhile(service, monkeypatch, lambda: change(service, created.id, allowed_ips=OFFICE, project_ids=["prj_a"]))

    change(service, created.id, name="n")

    shown = only(service)
    assert (shown.name, shown.allowed_ips, shown.project_ids) == ("n", OFFICE, ["prj_a"])


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ({"scopes": ["pa:access", "vault:read"]}, {"scopes": ["pa:access"]}),
        ({"project_ids": MINE}, {"project_ids": ["prj_a"]}),
        ({"allowed_ips": OFFICE}, {"allowed_ips": ["203.0.113.9"]}),
        ({"expires_at": LATER.isoformat()}, {"expires_at": SOONER.isoformat()}),
    ],
)
def test_old_session_that_repeats_what_was_does_not_widen_what_was_narrowed_meanwhile(
    service, clock, monkeypatch, wide, narrow
):
    created = create(service)
    change(service, created.id, **wide)
    old = session_caller(proved_at=clock() - FRESH)
    meanwhile(service, monkeypatch, lambda: change(service, created.id, **narrow))

    with pytest.raises(StepUpRequired):
        service.update(old, created.id, UpdateApiKey(**wide), HERE)

    now, (name,) = only(service), narrow
    assert getattr(now, name) == getattr(UpdateApiKey(**narrow), name)


def key(**fields):
    about = {"id": "key_1", "account_id": "acc_1", "public_part": "p", "prefix": "atr_p", "secret_hash": "h"}
    limits = {"allowed_ips": OFFICE, "project_ids": ["prj_a", "prj_b"], "expires_at": START, "scopes": ["vault:read"]}
    return ApiKey(created_at=START, **(about | {"name": "k"} | limits | fields))


FREE = {"allowed_ips": None, "project_ids": None, "expires_at": None}


@pytest.mark.parametrize(
    ("before", "change", "wider"),
    [
        ({}, {"scopes": ["vault:read", "vault:write"]}, True),
        ({}, {"scopes": ["vault:write"]}, True),
        ({}, {"expires_at": START + timedelta(seconds=1)}, True),
        ({}, {"expires_at": None}, True),
        ({}, {"allowed_ips": None}, True),
        ({}, {"allowed_ips": [*OFFICE, "198.51.100.1/32"]}, True),
        ({}, {"allowed_ips": ["203.0.112.0/23"]}, True),
        ({}, {"allowed_ips": [*OFFICE, "::/0"]}, True),
        ({}, {"project_ids": None}, True),
        ({}, {"project_ids": ["prj_a", "prj_c"]}, True),
        ({"allowed_ips": ["0.0.0.0/0"]}, {"allowed_ips": ["2001:db8::/32"]}, True),
        (FREE, FREE | {"scopes": ["vault:read", "pa:access"]}, True),
        ({}, {"name": "n"}, False),
        ({}, {"expires_at": START - timedelta(seconds=1)}, False),
        ({}, {"allowed_ips": ["203.0.113.9/32"]}, False),
        ({}, {"allowed_ips": ["203.0.113.0/25", "203.0.113.128/25"]}, False),
        ({}, {"project_ids": ["prj_b"]}, False),
        (FREE, FREE, False),
        (FREE, {}, False),
    ],
    ids=str,
)
def test_change_that_lets_a_key_do_more_widens_it(before, change, wider):
    assert widens(key(**before), key(**change)) is wider


def test_key_expires_within_the_longest_lifetime_of_its_account_which_no_change_prolongs(service, clock):
    for days in (0, 3651, "90", 1.5, True):
        with pytest.raises(ValidationError):
            UpdateKeyPolicy(max_lifetime_days=days)
    set_policy(service, 90)
    latest = clock() + timedelta(days=90)

    for expires_at in (None, (latest + timedelta(seconds=1)).isoformat()):
        with pytest.raises(InvalidRequest, match=r"give 2026-05-31T09:00:00\.000Z or earlier"):
            create(service, expiresAt=expires_at)
    created = create(service, expiresAt=latest.isoformat())
    clock.advance(days=20)
    with pytest.raises(InvalidRequest):
        change(service, created.id, expiresAt=(latest + timedelta(days=1)).isoformat())

    assert (created.expires_at, created.over_max_lifetime) == (latest, False)
    assert service.get_policy("acc_2").max_lifetime_days is None
    set_policy(service, None)
    assert create(service).expires_at is None


def test_key_of_before_is_listed_as_over_the_limit_and_can_only_be_narrowed(service, clock):
    old = create(service, preset="read_only")
    clock.advance(days=200)
    set_policy(service, 90)

    assert only(service).over_max_lifetime
    with pytest.raises(InvalidRequest, match="or earlier"):
        change(service, old.id, scopes=["projects:read", "pa:access"])
    assert change(service, old.id, name="n", scopes=["projects:read"]).over_max_lifetime
    assert change(service, old.id, expiresAt=(clock() + timedelta(days=1)).isoformat()).over_max_lifetime
    with pytest.raises(InvalidRequest):
        change(service, old.id, expiresAt=(clock() + timedelta(days=2)).isoformat())


def test_rotation_sets_the_expiration_to_the_longest_lifetime(service, clock):
    old = create(service)
    set_policy(service, 30)

    new = service.rotate(ME, old.id, RotateApiKey(grace_seconds=60), HERE)
    clock.advance(days=1)
    newer = service.rotate(ME, new.id, RotateApiKey(), HERE)

    assert (new.expires_at, new.over_max_lifetime) == (clock() + timedelta(days=29), False)
    assert newer.expires_at == new.expires_at


def test_every_deed_is_noted_with_its_actor_and_origin(service, aws):
    created = create(service)
    change(service, created.id, name="n")
    rotated = service.rotate(ME, created.id, RotateApiKey(), HERE)
    service.revoke(ME, rotated.id, HERE)
    set_policy(service, 30)

    rows = aws("dynamodb").scan(TableName="test-EventsTable")["Items"]
    noted = [row for row in rows if row["sk"]["S"].startswith("ENTRY#")]
    assert {(row["type"]["S"], row["subject"]["S"]) for row in noted} == {
        ("key_created", f"k ({created.id})"),
        ("key_changed", f"n ({created.id})"),
        ("key_rotated", f"n ({created.id})"),
        ("key_revoked", f"n ({rotated.id})"),
        ("key_changed", "longest lifetime of API keys: 30 days"),
    }
    assert {row["actor"]["M"]["id"]["S"] for row in noted} == {"usr_1"}
    assert {(row["address"]["S"], row["device"]["S"]) for row in noted} == {("127.0.0.1", "the tests")}


def test_limit_set_while_it_is_rotated_is_inherited_and_not_lost(service, monkeypatch):
    old = create(service, allowed_ips=OFFICE, project_ids=MINE)
    narrower = {"allowed_ips": ["203.0.113.9/32"], "project_ids": ["prj_a"]}
    meanwhile(service, monkeypatch, lambda: change(service, old.id, **narrower))

    new = service.rotate(ME, old.id, RotateApiKey(), HERE)

    assert {"allowed_ips": new.allowed_ips, "project_ids": new.project_ids} == narrower
