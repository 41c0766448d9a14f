"""An account in a browser: made, confirmed, guarded by a passkey, its password forgotten, deleted for good."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta

import httpx
import pytest
from playwright.sync_api import Browser, expect

from atrium import PASSWORD, wait_for
from browser import Person
from cloud_time import pass_time, sweep
from letterbox import mails_to, token_in, wait_for_mails
from local import clock
from local.cloud import Cloud
from local.paths import Home

pytestmark = pytest.mark.nightly

NEW_PASSWORD = "another four random words"


@pytest.fixture
def mira(browser: Browser, cloud: Cloud) -> Iterator[Person]:
    person = Person.arrive(browser, cloud.base_url)
    person.bring_authenticator()
    yield person
    person.leave()


def test_account_is_made_guarded_recovered_and_deleted_for_good(mira: Person, cloud: Cloud, home: Home) -> None:
    email = f"{uuid.uuid4().hex}@example.org"
    sign_up(mira, cloud, email)
    add_passkey(mira)
    clock.advance(home, timedelta(minutes=11))  # the proof of signing up is too old for what comes
    step_up_by_passkey(mira)
    mira.sign_out()
    forget_password(mira, cloud, email)
    ask_to_delete(mira, email)
    use_passkey(mira)  # the password signed in, and proves too little for this
    is_closing(mira)
    restore_account(mira, email)
    ask_to_delete(mira, email)
    is_closing(mira)
    wait_until_it_is_gone(cloud, home, email)
    come_back_too_late(mira)

    assert mira.complaints == []


def sign_up(mira: Person, cloud: Cloud, email: str) -> None:
    mira.press(mira.button("Create an account"))
    mira.type("Name", "Mira Kovac")
    enter(mira, email, PASSWORD)
    mira.is_in()
    banner = mira.page.get_by_role("region", name="Confirm your email address")
    expect(banner).to_contain_text(email)

    mira.go("verify", token_in(wait_for_mails(cloud, email, 1)[0], "verify"))
    mira.press(mira.button("Confirm address"))
    mira.see(f"{email} is confirmed.")
    mira.go("inbox")
    expect(banner).to_have_count(0)


def add_passkey(mira: Person) -> None:
    mira.go("settings", "security")
    mira.press(mira.button("Add a passkey"))
    mira.type("Name of the passkey", "My laptop")
    mira.press(mira.button("Continue"))
    expect(mira.button("Remove My laptop")).to_be_visible()


def step_up_by_passkey(mira: Person) -> None:
    """A new key needs a fresh proof; the password is none any more. The key is made, and nothing is typed twice."""
    mira.go("developers", "keys")
    mira.press(mira.button("Create key"))
    mira.type("Name", "Deploy")
    mira.press(mira.page.get_by_role("dialog").get_by_role("button", name="Create key"))
    use_passkey(mira)
    expect(mira.page.get_by_role("dialog", name="“Deploy” is ready")).to_be_visible()
    mira.button("I’ve saved it").click()


def forget_password(mira: Person, cloud: Cloud, email: str) -> None:
    mira.press(mira.button("Forgot your password?"))
    mira.type("Email", email)
    mira.press(mira.button("Send link"))
    mira.see("we sent it a link")
    (mail,) = wait_for(lambda: [one for one in mails_to(cloud, email) if one.subject == "Set a new password"])

    mira.go("reset", token_in(mail, "reset"))
    mira.type("New password", NEW_PASSWORD)
    mira.press(mira.button("Set password"))
    mira.see(f"{email} has a new password.")
    mira.link("Go to Atrium").click()
    enter(mira, email, PASSWORD)
    mira.see("Wrong email address or password.")
    mira.sign_in(email, NEW_PASSWORD)


def ask_to_delete(mira: Person, email: str) -> None:
    mira.go("settings", "data")
    mira.press(mira.button("Delete account"))
    mira.type(f"Type {email} to confirm", email)
    mira.page.keyboard.press("Enter")


def is_closing(mira: Person) -> None:
    expect(mira.page.get_by_role("heading", name="Your account will be deleted")).to_be_visible()


def restore_account(mira: Person, email: str) -> None:
    """Whoever has the password alone cannot undo it."""
    mira.button("Sign out").click()
    enter(mira, email, NEW_PASSWORD)
    mira.press(mira.button("Restore account"))
    use_passkey(mira)
    mira.is_in()
    mira.go("settings", "security")
    expect(mira.button("Remove My laptop")).to_be_visible()


def wait_until_it_is_gone(cloud: Cloud, home: Home, email: str) -> None:
    pass_time(cloud, home, timedelta(days=7, seconds=5))
    wait_for(lambda: [one for one in mails_to(cloud, email) if "is deleted" in one.subject])
    clock.advance(home, timedelta(minutes=2))
    login = {"email": email, "password": NEW_PASSWORD}

    def refused() -> bool:
        sweep(cloud)
        return httpx.post(f"{cloud.base_url}/api/auth/login", json=login, timeout=60).status_code == 401

    wait_for(refused, every=1)


def come_back_too_late(mira: Person) -> None:
    """The page of before is still open."""
    mira.press(mira.button("Restore account"))
    ended = mira.page.get_by_role("dialog", name="Your session has ended")
    ended.get_by_label("Password").fill(NEW_PASSWORD)
    mira.page.keyboard.press("Enter")
    expect(ended).to_contain_text("Wrong email address or password.")


def enter(mira: Person, email: str, password: str) -> None:
    mira.type("Email", email)
    mira.type("Password", password)
    mira.page.keyboard.press("Enter")


def use_passkey(mira: Person) -> None:
    dialog = mira.confirming()
    expect(dialog.get_by_label("Password")).to_have_count(0)
    mira.press(dialog.get_by_role("button", name="Use a passkey"))
