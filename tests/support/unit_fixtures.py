"""The fixtures of tests without a network: an emulated account and a clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from argon2 import PasswordHasher
from pytest_socket import disable_socket

import emulated
from domain.identity import evening, passwords
from domain.usage.store import UsageStore

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def no_network() -> None:
    disable_socket(allow_unix_socket=True)


@dataclass
class Clock:
    """A clock that stands still until it is told to move."""

    moment: datetime = START

    def __call__(self) -> datetime:
        return self.moment

    def advance(self, **delta: float) -> datetime:
        self.moment += timedelta(**delta)
        return self.moment


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def emulated_account() -> Iterator[Any]:
    """One emulated account for all tests, so that the clients they share stay good; yields a client factory."""
    with emulated.account() as client:
        yield client


@pytest.fixture
def aws(emulated_account: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The emulated account with the template's tables and queues, all empty; it is a factory of clients.

    Passwords are hashed with the least work there is: full strength costs more than most tests that sign somebody in.
    A refused sign-in is answered without delay.
    """
    monkeypatch.setattr(passwords, "_hasher", _least_work)
    monkeypatch.setattr(evening, "REFUSED_AFTER_SECONDS", 0.0)
    emulated.empty()
    return emulated_account


@cache
def _least_work() -> PasswordHasher:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def uncounted(emulated_account: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch the counting of requests off: it takes longer in the emulation than a door takes to refuse one."""
    monkeypatch.setattr(UsageStore, "add_error", lambda *_counted: 0)
    monkeypatch.setattr(UsageStore, "put_logged", lambda *_kept: None)
