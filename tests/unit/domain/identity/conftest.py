from __future__ import annotations

from typing import Any

import pytest

from accounts import Accounts
from common.caller import Caller
from domain.identity.sessions import Cookies
from unit_fixtures import Clock


@pytest.fixture
def accounts(aws: Any, clock: Clock) -> Accounts:
    return Accounts(clock)


@pytest.fixture
def ada(accounts: Accounts) -> tuple[Caller, Cookies]:
    """A customer who signed up at home."""
    return accounts.sign_up()
