from __future__ import annotations

import secrets
from typing import Any

import pytest

from common.dynamo import dynamodb
from domain.keys.service import KeyService
from domain.keys.store import key_store
from unit_fixtures import Clock


@pytest.fixture
def keys(aws: Any, clock: Clock) -> KeyService:
    return KeyService(key_store(), clock, secrets.choice)


@pytest.fixture
def calls(aws: Any) -> list[str]:
    """Names of the DynamoDB operations made, in order."""
    made: list[str] = []
    dynamodb().meta.events.register("before-call.dynamodb.*", lambda model, **_: made.append(model.name))
    return made
