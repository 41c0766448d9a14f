from __future__ import annotations

import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from local import seed
from local.aws import Access
from local.cloud import Cloud
from local.console import Problem
from local.mail import SentMail
from local.seed import Customer, PublicApi, Reply, confirm_address, hold_api_key, read_env, write_env

CLOUD = Cloud("http://localhost:8000", Access("http://127.0.0.1:4566", "AKIAKEY", "secret"), "abc123", {})
CUSTOMER = Customer("demo@atrium.example", "a long pass phrase", "atr_known")
CREATED = Reply(201, {"success": True, "data": {"key": "atr_new"}}, "")
SIGNED_IN = Reply(200, {"success": True, "data": {}}, "session=s1")
MAILS = ((CUSTOMER.email, "first_1"), (CUSTOMER.email, "second-2"), ("other@example.org", "third"))
REFUSED = Reply(401, {"success": False, "error": {"code": "UNAUTHORIZED"}}, "")


def mail_to(address: str, text: str) -> SentMail:
    return SentMail(datetime(2026, 3, 2, tzinfo=UTC), "team@atrium.example", (address,), "Subject", text, "")


@dataclass(frozen=True)
class ScriptedApi(PublicApi):
    """Answers by route, and remembers what it was asked."""

    base_url: str = CLOUD.base_url
    replies: Mapping[str, Reply] = field(default_factory=dict)
    asked: list[tuple[str, Any, Mapping[str, str]]] = field(default_factory=list)

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None, **headers: str) -> Reply:
        self.asked.append((f"{method} {path}", body, headers))
        return self.replies[f"{method} {path}"]


def test_seeding_keeps_the_key_when_it_still_works() -> None:
    api = ScriptedApi(replies={"GET /agents": Reply(200, {"success": True, "data": {}}, "")})

    seeded = hold_api_key(api, CUSTOMER)

    assert seeded == CUSTOMER
    assert api.asked == [("GET /agents", None, {"Authorization": "Bearer atr_known"})]


def test_seeding_signs_in_and_makes_a_key_when_the_old_one_is_refused() -> None:
    api = ScriptedApi(
        replies={"GET /agents": REFUSED, "POST /api/auth/login": SIGNED_IN, "POST /api/account/api-keys": CREATED}
    )

    seeded = hold_api_key(api, CUSTOMER)

    assert seeded.api_key == "atr_new"
    assert api.asked[-1] == (
        "POST /api/account/api-keys",
        {"name": "Local development", "preset": "full_access"},
        {"Cookie": "session=s1"},
    )


def test_seeding_signs_up_when_the_customer_is_unknown() -> None:
    signed_up = Reply(201, {"success": True, "data": {}}, "session=s2")
    api = ScriptedApi(
        replies={
            "POST /api/auth/login": REFUSED,
            "POST /api/auth/signup": signed_up,
            "POST /api/account/api-keys": CREATED,
        }
    )

    seeded = hold_api_key(api, Customer("demo@atrium.example", "a long pass phrase"))

    assert seeded.api_key == "atr_new"
    assert api.asked[1][1] == {"email": "demo@atrium.example", "password": "a long pass phrase", "name": "Demo"}


def test_seeding_is_a_problem_with_a_fix_when_sign_up_is_refused() -> None:
    taken = Reply(409, {"success": False, "error": {"code": "CONFLICT"}}, "")
    api = ScriptedApi(replies={"POST /api/auth/login": REFUSED, "POST /api/auth/signup": taken})

    with pytest.raises(Problem, match="409") as problem:
        hold_api_key(api, Customer("demo@atrium.example", "a long pass phrase"))

    assert "make reset" in problem.value.fix


def test_address_is_confirmed_by_the_newest_link_in_the_customers_own_mails() -> None:
    api = ScriptedApi(replies={"POST /api/auth/verify": Reply(200, {"success": True, "data": {}}, "")})
    mails = [mail_to(to, f"http://localhost:8000/app/#/verify/{token}") for to, token in MAILS]

    confirm_address(api, CUSTOMER.email, lambda: mails)

    assert api.asked == [("POST /api/auth/verify", {"token": "second-2"}, {})]


def test_seeding_goes_on_without_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seed, "MAIL_WITHIN_SECONDS", 0.05)
    api = ScriptedApi()

    confirm_address(api, CUSTOMER.email, lambda: [mail_to("other@example.org", "nothing for us")])

    assert api.asked == []


def test_env_file_is_read_back_as_written(tmp_path: Path) -> None:
    env_file = tmp_path / "atrium.env"

    write_env(env_file, CLOUD, CUSTOMER)

    assert read_env(env_file) == {
        "ATRIUM_URL": "http://localhost:8000",
        "ATRIUM_EMAIL": "demo@atrium.example",
        "ATRIUM_PASSWORD": "a long pass phrase",
        "ATRIUM_API_KEY": "atr_known",
        "AWS_ENDPOINT_URL": "http://127.0.0.1:4566",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "AKIAKEY",
        "AWS_SECRET_ACCESS_KEY": "secret",
    }
    assert Customer.remembered(env_file) == CUSTOMER


def test_env_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    env_file = tmp_path / "atrium.env"

    write_env(env_file, CLOUD, CUSTOMER)

    assert stat.S_IMODE(env_file.stat().st_mode) == 0o600


def test_new_customer_gets_a_password_of_its_own(tmp_path: Path) -> None:
    first, second = (Customer.remembered(tmp_path / "none.env") for _ in range(2))

    assert first.password != second.password
    assert len(first.password) >= 15
    assert first.api_key == ""
