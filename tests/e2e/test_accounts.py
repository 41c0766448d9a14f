"""A life for accounts, by real mails: a forgotten password, another address and back, sessions, and who hears of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from atrium import PASSWORD, wait_for
from letterbox import mails_to, token_in, wait_for_mails
from local.cloud import Cloud
from local.mail import SentMail

NEW_PASSWORD = "another four random words"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@contextmanager
def browser(cloud: Cloud, email: str, password: str = PASSWORD, **headers: str) -> Iterator[httpx.Client]:
    """Another browser, signed in from another address of this machine."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=cloud.base_url, transport=transport, headers=headers, timeout=60) as client:
        signed_in = client.post("/api/auth/login", json={"email": email, "password": password})
        assert signed_in.status_code == 200, signed_in.text
        yield client


def mail_about(cloud: Cloud, address: str, subject: str) -> SentMail:
    found = wait_for(lambda: [mail for mail in mails_to(cloud, address) if mail.subject == subject], seconds=60)
    return found[-1]


def post(cloud: Cloud, path: str, **body: str) -> httpx.Response:
    """A request of somebody who is not signed in."""
    return httpx.post(f"{cloud.base_url}{path}", json=body, timeout=60)


def test_forgotten_password_is_set_by_the_mail_and_every_session_ends_while_keys_go_on(cloud, owner):
    asked = post(cloud, "/api/auth/password/forgot", email=owner.email)
    unknown = post(cloud, "/api/auth/password/forgot", email="nobody@example.org")
    token = token_in(mail_about(cloud, owner.email, "Set a new password"), "reset")

    reset = post(cloud, "/api/auth/password/reset", token=token, password=NEW_PASSWORD)

    assert (asked.status_code, unknown.status_code) == (202, 202)
    assert reset.json()["data"] == {"email": owner.email, "ended_sessions": 1}
    assert post(cloud, "/api/auth/password/reset", token=token, password=PASSWORD).status_code == 404
    assert owner.by_session("GET", "/api/auth/session").status == 401
    assert owner.call("GET", "/projects").status == 200
    told = mail_about(cloud, owner.email, "You have a new password")
    assert "a key (atr_" in told.text
    assert owner.key not in told.text
    assert post(cloud, "/api/auth/login", email=owner.email, password=PASSWORD).status_code == 401
    assert post(cloud, "/api/auth/login", email=owner.email, password=NEW_PASSWORD).status_code == 200


def test_sign_in_from_a_new_place_is_told_listed_and_ended_with_its_next_request(cloud, owner):
    with browser(cloud, owner.email, **{"User-Agent": FIREFOX, "X-Forwarded-For": "203.0.113.9"}) as other:
        told = mail_about(cloud, owner.email, "New sign-in to your account")
        listed = owner.by_session("GET", "/api/account/sessions").data["sessions"]
        assert other.get("/api/auth/session").status_code == 200

        ended = owner.by_session("DELETE", f"/api/account/sessions/{listed[0]['id']}")

        assert ended.data == {"ended_sessions": 1}
        assert other.get("/api/auth/session").status_code == 401
    assert [(one["device"], one["address"], one["current"]) for one in listed] == [
        ("Firefox on Linux", "127.0.0.2", False),
        ("a program", "127.0.0.1", True),
    ]
    assert "Firefox on Linux, address 127.0.0.2" in told.text
    assert owner.by_session("GET", "/api/auth/session").status == 200


def test_address_changes_by_the_mail_to_the_new_one_and_back_by_the_mail_to_the_old_one(cloud, owner):
    new = f"new-{owner.email}"
    asked = owner.by_session("PATCH", "/api/account/email", {"email": new})
    token = token_in(wait_for_mails(cloud, new, 1)[0], "new-address")
    before = owner.by_session("GET", "/api/auth/session").data["user"]["email"]

    confirmed = post(cloud, "/api/auth/email/confirm", token=token)

    after = owner.by_session("GET", "/api/auth/session").data["user"]
    assert (asked.status, before, confirmed.status_code) == (202, owner.email, 200)
    assert (after["email"], after["email_verified"]) == (new, True)
    assert post(cloud, "/api/auth/login", email=owner.email, password=PASSWORD).status_code == 401
    assert post(cloud, "/api/auth/login", email=new, password=PASSWORD).status_code == 200

    undone = post(
        cloud,
        "/api/auth/email/undo",
        token=token_in(mail_about(cloud, owner.email, "Your account has a new email address"), "undo-address"),
    )

    assert undone.json()["data"] == {"email": owner.email, "password_needed": True}
    assert owner.by_session("GET", "/api/auth/session").status == 401
    assert post(cloud, "/api/auth/login", email=owner.email, password=PASSWORD).status_code == 401
    reset = token_in(mail_about(cloud, owner.email, "Set a new password"), "reset")
    assert post(cloud, "/api/auth/password/reset", token=reset, password=NEW_PASSWORD).status_code == 200
    assert post(cloud, "/api/auth/login", email=owner.email, password=NEW_PASSWORD).status_code == 200
