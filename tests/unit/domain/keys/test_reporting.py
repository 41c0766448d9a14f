"""POST /api/keys/leaked: whoever holds a whole key can end it, and learns nothing else."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta

import pytest

from common.dynamo import dynamodb
from common.errors import InvalidRequest, TooManyRequests
from domain.keys.models import CreateApiKey, KeyStatus
from domain.keys.reporting import LeakService
from domain.keys.secret import TAG, _checksum, generate
from domain.keys.store import key_store
from domain.limits.limiter import Limiter
from domain.limits.store import limit_store
from doors import session_caller
from origins import HERE

FINDER = replace(HERE, address="203.0.113.9", device="a scanner")


@pytest.fixture
def leaks(aws, clock):
    return LeakService(key_store(), Limiter(limit_store(), clock), 10, clock)


def create(service, **fields):
    return service.create(session_caller(), CreateApiKey(name="CI", preset="pa_only", **fields), HERE)


def status(service):
    (view,) = service.list("acc_1", limit=10, cursor=None).api_keys
    return view.status


def rows(aws, begins):
    found = aws("dynamodb").scan(TableName="test-EventsTable")["Items"]
    return [row for row in found if row["sk"]["S"].startswith(begins)]


def test_reported_key_is_revoked_and_its_owner_is_told(service, leaks, aws):
    created = create(service)

    leaks.report(f" {created.key}\n", FINDER)

    assert status(service) is KeyStatus.REVOKED
    (told,) = [row for row in rows(aws, "EVENT#") if row["type"]["S"] == "key.revoked"]
    assert told["summary"]["S"] == "CI: API key revoked: somebody reported it as leaked"
    (noted,) = [row for row in rows(aws, "ENTRY#") if row["type"]["S"] == "key_revoked"]
    assert (noted["actor"]["M"]["kind"]["S"], noted["address"]["S"]) == ("nobody", "203.0.113.9")
    assert noted["subject"]["S"] == f"CI ({created.id}), reported as leaked"
    assert created.key not in str(rows(aws, ""))


def test_report_of_a_forged_key_or_of_one_that_has_ended_changes_nothing(service, leaks, aws, clock):
    created = create(service, expiresAt=(clock() + timedelta(days=1)).isoformat())
    body = TAG + created.prefix[4:] + "0" * 34
    leaks.report(body + _checksum(body), FINDER)
    assert status(service) is KeyStatus.ACTIVE
    leaks.report(created.key, FINDER)
    before = rows(aws, "")
    clock.advance(days=2)

    leaks.report(created.key, FINDER)

    assert rows(aws, "") == before


@pytest.mark.parametrize("text", ["atr_x", "key_01J00000000000000000000000", "a" * 200, "atr_" + "0" * 48])
def test_wrong_checksum_is_refused_without_any_call(leaks, text):
    calls = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: calls.append(model.name))

    with pytest.raises(InvalidRequest) as caught:
        leaks.report(text, FINDER)

    assert calls == []
    assert text not in caught.value.message


def test_eleventh_report_of_a_minute_from_one_address_waits(service, leaks, clock):
    created = create(service)
    for _ in range(10):
        leaks.report(generate(secrets.choice).secret, FINDER)

    with pytest.raises(TooManyRequests):
        leaks.report(created.key, FINDER)
    assert status(service) is KeyStatus.ACTIVE
    leaks.report(generate(secrets.choice).secret, HERE)
    clock.advance(minutes=1)
    leaks.report(created.key, FINDER)

    assert status(service) is KeyStatus.REVOKED
