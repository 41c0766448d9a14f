from __future__ import annotations

import secrets
from typing import Any

import pytest

from domain.keys.service import KeyService
from domain.keys.store import key_store
from unit_fixtures import Clock


@pytest.fixture
def service(aws: Any, clock: Clock) -> KeyService:
    """The service of keys; account acc_1 has the projects prj_a and prj_b."""
    projects = {"acc_1": ["prj_a", "prj_b"]}
    return KeyService(key_store(), clock, secrets.choice, lambda account_id: projects.get(account_id, []))
