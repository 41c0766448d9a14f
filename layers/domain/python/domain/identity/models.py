"""Accounts, users and sessions as stored, asked for and shown."""

from __future__ import annotations

import re
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, StringConstraints

from common.envelope import RequestModel, View
from common.fields import Instant, Line
from common.model import Model

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
DEFAULT_TIMEZONE = "UTC"


def _email(text: str) -> str:
    """One customer writes one address in several ways; we keep it in lower case, as everybody means it."""
    if not _EMAIL.fullmatch(text):
        raise ValueError("Not an e-mail address")
    return text.lower()


def _timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # OSError: "Europe" is a folder
        raise ValueError("Not an IANA time zone, such as Europe/Berlin") from error
    return name


Email = Annotated[Line, Field(min_length=3, max_length=254), AfterValidator(_email)]
Timezone = Annotated[Line, Field(min_length=1, max_length=64), AfterValidator(_timezone)]
PersonName = Annotated[Line, Field(min_length=1, max_length=100)]
# Bounded far above what is accepted, so that a weak or long one is explained rather than measured.
Password = Annotated[str, StringConstraints(strip_whitespace=False), Field(min_length=1, max_length=1024, repr=False)]


class Account(Model):
    """One customer; every record belongs to exactly one."""

    id: str
    name: str
    timezone: str
    created_at: Instant


class User(Model):
    """A person who signs in. `sessions` maps a session's hash to when it began, for ending the others."""

    id: str
    account_id: str
    email: str
    name: str
    password_hash: str = Field(repr=False)
    sessions: dict[str, Instant]
    created_at: Instant


class LoginFailures(Model):
    """Failed attempts in a row for an e-mail address, whether or not it has a user."""

    count: int = 0
    blocked_until: Instant | None = None


class Session(Model):
    """A signed-in browser, by the hash of its token."""

    session_hash: str
    account_id: str
    user_id: str
    email: str
    created_at: Instant
    expires_at: Instant
    idle_expires_at: Instant


class SignUp(RequestModel):
    """A new customer."""

    email: Email
    password: Password
    name: PersonName
    timezone: Timezone = DEFAULT_TIMEZONE


class LogIn(RequestModel):
    """Any text is a possible password; only the stored hash decides."""

    email: Email
    password: Password


class UpdateAccount(RequestModel):
    """Any of the fields."""

    name: PersonName | None = None
    timezone: Timezone | None = None


class ChangePassword(RequestModel):
    """The current password proves that it is not a borrowed browser."""

    current: Password
    new: Password


class UserView(View):
    """A user, never the hash."""

    id: str
    email: str
    name: str


class AccountView(View):
    """An account."""

    id: str
    name: str
    timezone: str
    created_at: Instant


class SignedIn(View):
    """Who signed in."""

    user: UserView
    account: AccountView


class SessionView(SignedIn):
    """The present session."""

    scopes: list[str]
    expires_at: Instant


class SignedOut(View):
    """The session is gone."""

    signed_out: bool = True


class PasswordChanged(View):
    """How many other sessions were ended."""

    ended_sessions: int
