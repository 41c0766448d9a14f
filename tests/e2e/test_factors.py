"""A person with a passkey and an app, in Chromium with a virtual authenticator: each way in, and proving it again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pyotp
import pytest
from playwright.sync_api import Browser, expect

from atrium import PASSWORD, Customer
from browser import PLAIN, Look, Person
from common.clock import to_iso
from domain.identity.sessions import token_hash
from local.cloud import Cloud
from tables import by_day


@pytest.fixture(params=by_day([PLAIN, Look("dark"), Look(window="phone")], every=3), ids=str)
def person(browser: Browser, newcomer: Customer, request: pytest.FixtureRequest) -> Iterator[Person]:
    person = Person.arrive(browser, newcomer.base_url, request.param)
    person.bring_authenticator()
    yield person
    person.leave()


def grow_old(cloud: Cloud, person: Person) -> None:
    """The session's last proof was eleven minutes ago."""
    (token,) = [one["value"] for one in person.page.context.cookies() if one["name"] == "session"]
    with closing(cloud.client("dynamodb")) as dynamodb:
        dynamodb.update_item(
            TableName=cloud.resources["IdentityTable"],
            Key={"pk": {"S": f"SESSION#{token_hash(token)}"}},
            UpdateExpression="SET proved_at = :at",
            ConditionExpression="attribute_exists(pk)",
            ExpressionAttributeValues={":at": {"S": to_iso(datetime.now(UTC) - timedelta(minutes=11))}},
        )


def next_code(secret: str, used: str = "") -> str:
    """The app's code, of the next step when this one's was used; both are good now."""
    app, now = pyotp.TOTP(secret), datetime.now(UTC)
    return next(code for steps in (0, 1) if (code := app.at(now, counter_offset=steps)) != used)


def add_passkey(cloud: Cloud, person: Person, look: str) -> None:
    """An old session proves itself by the password, for that is all there is; what was typed stays."""
    person.go("settings", "security")
    grow_old(cloud, person)
    person.press(person.button("Add a passkey"))
    person.type("Name of the passkey", "My laptop")
    person.press(person.button("Continue"))
    dialog = person.confirming()
    person.picture(f"step-up-password-{look}")
    assert person.barriers() == []
    dialog.get_by_label("Password").fill(PASSWORD)
    person.page.keyboard.press("Enter")
    person.see("My laptop")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def sign_in_by_passkey(person: Person, look: str) -> None:
    person.picture(f"sign-in-passkey-{look}")
    assert person.barriers() == []
    person.press(person.button("Sign in with a passkey"))
    person.is_in()


def set_up_app(cloud: Cloud, person: Person, look: str) -> tuple[str, str, str]:
    """The passkey proves it now, and the password does not; returns the secret, the first code and a recovery code."""
    person.go("settings", "security")
    grow_old(cloud, person)
    person.press(person.button("Set up app"))
    dialog = person.confirming()
    expect(dialog.get_by_label("Password")).to_have_count(0)
    dialog.get_by_role("button", name="Use a passkey").click()
    setting_up = person.page.get_by_role("dialog", name="Set up your authenticator app")
    secret = setting_up.locator("code").inner_text()
    person.picture(f"app-{look}")
    assert person.barriers() == []
    code = next_code(secret)
    setting_up.get_by_role("textbox", name="Code").fill(code)
    person.page.keyboard.press("Enter")
    shown = person.page.get_by_role("dialog", name="Your recovery codes")
    expect(shown.get_by_role("listitem")).to_have_count(10)
    recovery = shown.get_by_role("listitem").first.inner_text()
    person.picture(f"recovery-codes-{look}")
    assert person.barriers() == []
    person.button("I’ve saved them").click()
    person.see("You have 10 recovery codes left.")
    person.picture(f"security-{look}")
    return secret, code, recovery


def sign_in_by_password(person: Person, email: str) -> None:
    person.type("Email", email)
    person.type("Password", PASSWORD)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("heading", name="Enter your code")).to_be_visible()


def give_code(person: Person, code: str) -> None:
    person.type("Code", code)
    person.page.keyboard.press("Enter")


def test_person_adds_a_passkey_and_an_app_and_signs_in_by_each(
    cloud: Cloud, newcomer: Customer, person: Person, request: pytest.FixtureRequest
) -> None:
    look = request.node.callspec.id
    person.sign_in(newcomer.email, PASSWORD)
    add_passkey(cloud, person, look)
    person.sign_out()
    sign_in_by_passkey(person, look)
    secret, code, recovery = set_up_app(cloud, person, look)

    # The code that confirmed the app is no good any more.
    person.sign_out()
    sign_in_by_password(person, newcomer.email)
    person.picture(f"code-{look}")
    assert person.barriers() == []
    give_code(person, code)
    person.see("This code is wrong or already used.")
    give_code(person, next_code(secret, code))
    person.is_in()

    person.sign_out()
    sign_in_by_password(person, newcomer.email)
    give_code(person, recovery)
    person.is_in()

    person.go("settings", "security")
    person.see("You have 9 recovery codes left.")
    person.button("Remove app").click()
    expect(person.button("Set up app")).to_be_visible()
    person.button("Remove My laptop").click()
    expect(person.button("Remove My laptop")).to_have_count(0)
    assert person.complaints == []


def test_api_tells_what_it_wants_and_keeps_the_password_from_being_enough(cloud: Cloud, newcomer: Customer) -> None:
    begun = newcomer.by_session("POST", "/api/account/totp").data
    assert re.fullmatch(r"otpauth://totp/Atrium:.+", begun["url"])
    code = next_code(begun["secret"])
    assert newcomer.by_session("POST", "/api/account/totp/confirm", {"code": code}).status == 200

    refused = newcomer.by_session("POST", "/api/auth/step-up", {"password": PASSWORD})
    login = newcomer.by_session("POST", "/api/auth/login", {"email": newcomer.email, "password": PASSWORD})

    assert (refused.status, refused.error["code"]) == (403, "STRONGER_PROOF_REQUIRED")
    assert refused.error["details"] == {"accepted": ["code"]}
    assert "set-cookie" not in login.headers
    assert set(login.data) == {"mfa_required", "challenge", "expires_at"}
    done = {"challenge": login.data["challenge"], "code": next_code(begun["secret"], code)}
    signed_in = newcomer.by_session("POST", "/api/auth/login/totp", done)
    assert signed_in.data["user"]["email"] == newcomer.email
    assert "HttpOnly" in signed_in.headers["set-cookie"]
