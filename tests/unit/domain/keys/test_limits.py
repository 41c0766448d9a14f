"""Where a key works and what it sees: its limits, and what widens it."""

from __future__ import annotations

import secrets
from datetime import timedelta
from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from common.caller import FRESH
from common.errors import InvalidRequest, StepUpRequired
from domain.keys.addresses import covers, is_within, normal_range
from domain.keys.limits import widens
from domain.keys.models import ApiKey, CreateApiKey, RotateApiKey, UpdateApiKey, UpdateKeyPolicy
from domain.keys.service import KeyService
from domain.keys.store import key_store
from doors import session_caller
from origins import HERE
from unit_fixtures import START

ME = session_caller()
MINE = ["prj_a", "prj_b"]
OFFICE = ["203.0.113.0/24"]
SOONER, LATER = START + timedelta(days=1), START + timedelta(days=2)


@pytest.fixture
def service(aws, clock):
    return KeyService(key_store(), clock, secrets.choice, lambda account_id: MINE if account_id == "acc_1" else [])


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
        ("203.0.113.9/0", "Write the range, 0.0.0.0/0"),
        ("2001:db8::1/32", "Write the range, 2001:db8::/32"),
        ("::ffff:203.0.113.9", "as IPv4: 203.0.113.9/32"),
        ("::ffff:203.0.113.0/120", "as IPv4: 203.0.113.0/24"),
        ("fe80::1%eth0", "scope id"),
        ("fe80::%25eth0/64", "scope id"),
        ("10.0.0.0/255.0.0.0", "Write the length in place of the mask: 10.0.0.0/8"),
        ("10.0.0.0/0.255.255.255", "Write the length in place of the mask: 10.0.0.0/8"),
        ("10.0.0.0/٨", "Give an IP address or range"),
        ("010.0.0.1", "Give an IP address or range"),
        ("10.1", "Give an IP address or range"),
        ("10.0.0.0/33", "Give an IP address or range"),
        ("10.0.0.0/-1", "Give an IP address or range"),
        ("10.0.0.0/", "Give an IP address or range"),
        ("example.com", "Give an IP address or range"),
        ("", "Give an IP address or range"),
        ("10.0.0.1/8/8", "Give an IP address or range"),
    ],
)
def test_what_is_no_range_is_refused_with_what_to_write(written, told):
    with pytest.raises(ValidationError, match="allowed_ips") as caught:
        CreateApiKey(name="k", preset="pa_only", allowed_ips=[written])

    assert told in str(caught.value)


@pytest.mark.parametrize("given", [[], ["10.0.0.1"] * 21, "10.0.0.1", [10], [None]])
def test_list_of_ranges_has_one_to_twenty_texts(given):
    with pytest.raises(ValidationError):
        CreateApiKey(name="k", preset="pa_only", allowed_ips=given)


@pytest.mark.parametrize("given", [[], [f"prj_{n}" for n in range(51)], "prj_a", [""]])
def test_list_of_projects_has_one_to_fifty_texts(given):
    with pytest.raises(ValidationError):
        CreateApiKey(name="k", preset="pa_only", project_ids=given)


@pytest.mark.parametrize(
    ("address", "ranges", "inside"),
    [
        ("203.0.113.9", OFFICE, True),
        ("203.0.114.9", OFFICE, False),
        ("::ffff:203.0.113.9", OFFICE, True),
        ("::ffff:cb00:7109", OFFICE, True),
        ("::ffff:203.0.114.9", OFFICE, False),
        ("2001:db8::9", [*OFFICE, "2001:db8::/32"], True),
        ("2001:db9::9", [*OFFICE, "2001:db8::/32"], False),
        ("203.0.113.9", ["::/0"], False),
        ("::ffff:203.0.113.9", ["::/0"], False),
        ("fe80::1%eth0", ["fe80::/10"], False),
        ("", ["0.0.0.0/0", "::/0"], False),
        ("203.0.113.9, 198.51.100.1", OFFICE, False),
        ("unknown", ["0.0.0.0/0", "::/0"], False),
    ],
)
def test_address_is_within_a_range_of_its_family(address, ranges, inside):
    assert is_within(address, ranges) is inside


@given(st.ip_addresses(v=4) | st.ip_addresses(v=6), st.integers(0, 32))
def test_address_is_within_every_range_around_it(address, length):
    plain = getattr(address, "ipv4_mapped", None) or address
    normal = normal_range(str(ip_network(f"{plain}/{length}", strict=False)))

    assert is_within(str(address), [normal])
    assert covers([normal], [normal])


def test_neighbours_cover_the_range_that_both_make_up():
    assert covers(["10.0.0.0/25", "10.0.0.128/25", "2001:db8::/32"], ["10.0.0.0/24", "2001:db8:1::/48"])
    assert not covers(["10.0.0.0/25"], ["10.0.0.0/24"])
    assert not covers(["0.0.0.0/0"], ["2001:db8::/32"])


def test_limits_are_kept_shown_changed_removed_and_inherited(service):
    created = create(service, allowed_ips=["203.0.113.9", "203.0.113.9/32"], project_ids=["prj_a", "prj_a"])
    shown = only(service)
    rotated = service.rotate(ME, created.id, RotateApiKey(), HERE)

    changed = change(service, rotated.id, allowed_ips=OFFICE, project_ids=["prj_b"])
    cleared = change(service, rotated.id, allowed_ips=None, project_ids=None)

    assert (created.allowed_ips, created.project_ids) == (["203.0.113.9/32"], ["prj_a"])
    assert (shown.allowed_ips, shown.project_ids) == (created.allowed_ips, created.project_ids)
    assert (rotated.allowed_ips, rotated.project_ids) == (created.allowed_ips, created.project_ids)
    assert (changed.allowed_ips, changed.project_ids) == (OFFICE, ["prj_b"])
    assert (cleared.allowed_ips, cleared.project_ids) == (None, None)
    assert cleared in service.list("acc_1", limit=10, cursor=None).api_keys


def test_change_of_another_field_leaves_the_limits(service):
    created = create(service, allowed_ips=OFFICE, project_ids=["prj_a"])

    renamed = change(service, created.id, name="n")

    assert (renamed.allowed_ips, renamed.project_ids) == (OFFICE, ["prj_a"])


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


def test_project_of_a_neighbour_is_refused_like_one_of_nobody(service):
    created = create(service)
    told = set()

    for project_id in ("prj_of_a_neighbour", "prj_of_nobody"):
        for attempt in (
            lambda: create(service, project_ids=["prj_a", project_id]),  # noqa: B023
            lambda: change(service, created.id, project_ids=[project_id]),  # noqa: B023
        ):
            with pytest.raises(InvalidRequest) as caught:
                attempt()
            told.add(caught.value.message.replace(project_id, "…"))

    assert told == {"You have no such project."}
    assert only(service).project_ids is None


def key(**fields):
    about = {
        "id": "key_1",
        "account_id": "acc_1",
        "public_part": "p",
        "prefix": "atr_p",
        "secret_hash": "h",
        "name": "k",
    }
    limits = {"allowed_ips": OFFICE, "project_ids": ["prj_a", "prj_b"], "expires_at": START, "scopes": ["vault:read"]}
    return ApiKey(created_at=START, **(about | limits | fields))


@pytest.mark.parametrize(
    "change",
    [
        {"scopes": ["vault:read", "vault:write"]},
        {"scopes": ["vault:write"]},
        {"expires_at": START + timedelta(seconds=1)},
        {"expires_at": None},
        {"allowed_ips": None},
        {"allowed_ips": [*OFFICE, "198.51.100.1/32"]},
        {"allowed_ips": ["203.0.112.0/23"]},
        {"allowed_ips": [*OFFICE, "::/0"]},
        {"project_ids": None},
        {"project_ids": ["prj_a", "prj_c"]},
    ],
    ids=str,
)
def test_change_that_lets_a_key_do_more_widens_it(change):
    assert widens(key(), key(**change))


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"name": "n"},
        {"expires_at": START - timedelta(seconds=1)},
        {"allowed_ips": ["203.0.113.9/32"]},
        {"allowed_ips": ["203.0.113.0/25", "203.0.113.128/25"]},
        {"project_ids": ["prj_b"]},
    ],
    ids=str,
)
def test_change_that_lets_a_key_do_no_more_widens_nothing(change):
    assert not widens(key(), key(**change))


def test_key_without_limits_is_widened_by_scopes_alone():
    free = {"allowed_ips": None, "project_ids": None, "expires_at": None}

    assert not widens(key(**free), key(**free))
    assert not widens(key(**free), key())
    assert widens(key(**free), key(**free, scopes=["vault:read", "pa:access"]))


@pytest.mark.parametrize("days", [0, 3651, "90", 1.5, True])
def test_longest_lifetime_is_a_number_of_days(days):
    with pytest.raises(ValidationError):
        UpdateKeyPolicy(max_lifetime_days=days)


def test_new_key_expires_within_the_longest_lifetime(service, clock):
    set_policy(service, 90)
    latest = clock() + timedelta(days=90)

    for expires_at in (None, (latest + timedelta(seconds=1)).isoformat()):
        with pytest.raises(InvalidRequest, match=r"give 2026-05-31T09:00:00\.000Z or earlier"):
            create(service, expiresAt=expires_at)
    created = create(service, expiresAt=latest.isoformat())

    assert (created.expires_at, created.over_max_lifetime) == (latest, False)


def test_key_of_before_is_listed_as_over_the_limit_and_can_only_be_narrowed(service, clock):
    old = create(service, preset="read_only")
    clock.advance(days=200)
    set_policy(service, 90)

    assert only(service).over_max_lifetime
    for widening in ({"scopes": ["pa:access"]}, {"scopes": ["projects:read", "pa:access"]}):
        with pytest.raises(InvalidRequest, match="or earlier"):
            change(service, old.id, **widening)
    assert change(service, old.id, name="n", scopes=["projects:read"]).over_max_lifetime
    sooner = change(service, old.id, expiresAt=(clock() + timedelta(days=1)).isoformat())
    with pytest.raises(InvalidRequest):
        change(service, old.id, expiresAt=(clock() + timedelta(days=2)).isoformat())
    assert sooner.over_max_lifetime


def test_lifetime_counts_from_the_creation_so_that_no_change_prolongs_it(service, clock):
    set_policy(service, 90)
    created = create(service, expiresAt=(clock() + timedelta(days=30)).isoformat())
    clock.advance(days=20)

    with pytest.raises(InvalidRequest):
        change(service, created.id, expiresAt=(clock() + timedelta(days=71)).isoformat())

    assert change(service, created.id, expiresAt=(clock() + timedelta(days=70)).isoformat()).over_max_lifetime is False


def test_rotation_sets_the_expiration_to_the_longest_lifetime(service, clock):
    old = create(service)
    set_policy(service, 30)

    new = service.rotate(ME, old.id, RotateApiKey(grace_seconds=60), HERE)
    clock.advance(days=1)
    newer = service.rotate(ME, new.id, RotateApiKey(), HERE)

    assert (new.expires_at, new.over_max_lifetime) == (clock() + timedelta(days=29), False)
    assert newer.expires_at == new.expires_at


def test_policy_is_the_account_s_own_and_can_be_lifted(service):
    set_policy(service, 30)
    neighbours = service.get_policy("acc_2")
    set_policy(service, None)

    assert (neighbours.max_lifetime_days, service.get_policy("acc_1").max_lifetime_days) == (None, None)
    assert create(service).expires_at is None


def test_every_deed_is_noted_with_its_actor_and_origin(service, aws):
    created = create(service)
    change(service, created.id, name="n")
    rotated = service.rotate(ME, created.id, RotateApiKey(), HERE)
    service.revoke(ME, rotated.id, HERE)
    set_policy(service, 30)

    rows = aws("dynamodb").scan(TableName="test-EventsTable")["Items"]
    noted = [row for row in rows if row["sk"]["S"].startswith("ENTRY#")]
    about = sorted((row["type"]["S"], row["subject"]["S"]) for row in noted)
    assert about == sorted(
        [
            ("key_created", f"k ({created.id})"),
            ("key_changed", f"n ({created.id})"),
            ("key_rotated", f"n ({created.id})"),
            ("key_revoked", f"n ({rotated.id})"),
            ("key_changed", "longest lifetime of API keys: 30 days"),
        ]
    )
    assert {row["actor"]["M"]["id"]["S"] for row in noted} == {"usr_1"}
    assert {(row["address"]["S"], row["device"]["S"]) for row in noted} == {("127.0.0.1", "the tests")}


def test_limit_set_while_it_is_rotated_is_inherited_and_not_lost(service, monkeypatch):
    old = create(service, allowed_ips=["203.0.113.0/24"], project_ids=["prj_a", "prj_b"])
    draw = service.store.get_policy
    narrowed: list[str] = []

    def narrow_meanwhile(account_id):
        if not narrowed:
            narrowed.append(old.id)
            change(service, old.id, allowed_ips=["203.0.113.9/32"], project_ids=["prj_a"])
        return draw(account_id)

    monkeypatch.setattr(type(service.store), "get_policy", lambda _self, account_id: narrow_meanwhile(account_id))

    new = service.rotate(ME, old.id, RotateApiKey(), HERE)

    assert narrowed
    assert (new.allowed_ips, new.project_ids) == (["203.0.113.9/32"], ["prj_a"])
