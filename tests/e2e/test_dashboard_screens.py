"""Every screen and dialog in each look of the dashboard: no barrier, no broken policy, nothing too wide.

By day the main screens in one look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, expect

from atrium import PASSWORD, Customer, wait_for
from briefs import ANSWERS
from browser import LOOKS, Look, Person, signed_in
from domain.keys.scopes import PRESETS
from letterbox import mails_to, token_in, wait_for_mails, with_verified_address
from local.cloud import Cloud
from programs import Program

MAIN = (
    *("inbox", "projects", "projects/{project}", "projects/{project}/brief", "projects/{project}/documents"),
    *("projects/{project}/work", "projects/{project}/timeline", "projects/{project}/chat", "projects/{project}/access"),
    *("projects/{project}/deliverables/{document}", "ask", "reports", "settings/vault"),
    *("developers/usage", "developers/keys", "developers/logs", "developers/webhooks", "settings/security"),
    *("settings/notifications", "no/such/place"),
)


def test_main_screens_have_no_barrier_and_fit_the_window(person: Person, customer: Customer) -> None:
    project = customer.submit_project()
    document = wait_for(lambda: customer.pending_approvals(project))[0]["deliverable_id"]
    paths = {path: (path.format(project=project, document=document),) for path in MAIN}

    assert (looked_at(person, paths, "main"), person.complaints) == ({}, [])


SECTIONS = ("profile", "notifications", "security", "vault", "data", "log")

# Where a dialog is, the button that opens it, and the item of the button's menu, if it has one.
Opener = tuple[tuple[str, ...], Callable[[], Locator]] | tuple[tuple[str, ...], Callable[[], Locator], str]


@dataclass(frozen=True)
class Account:
    """Somebody with something on every screen."""

    customer: Customer
    draft: str
    active: str
    over: str
    document: str
    report: str
    task: str
    submitted: str
    claimed: str
    key: str


@pytest.fixture(scope="module")
def account(cloud: Cloud) -> Iterator[Account]:
    customer = Customer(cloud.base_url)
    customer.create_key(name="GitHub Actions — deploy", preset="vault_only")
    draft = customer.create_project("Harbour festival")
    limits = {"allowed_ips": ["203.0.113.0/24", "2001:db8::/32"], "project_ids": [draft]}
    agency = customer.create_key(name="Agency", preset="read_only", **limits)
    assert customer.call("GET", "/projects", key=agency["key"]).error["code"] == "ADDRESS_NOT_ALLOWED"
    assert customer.call("GET", "/projects/prj_nowhere").status == 404
    customer.by_session("PATCH", "/api/account/key-policy", {"max_lifetime_days": 90})
    dropped = customer.create_project(
        "Night train café with a very long name that nobody would want to type a second time"
    )
    assert customer.by_session("DELETE", f"/projects/{dropped}").status == 200
    Program.connect(customer, "projects:read")
    Program.connect(
        customer, *PRESETS["full_access"], name="A program with a name that is as long as one may be at all, sixty"
    )
    export = customer.by_session("POST", "/api/account/export").data["id"]
    over = over_ceiling_and_late(customer)
    active = customer.submit_project()
    document = wait_for(lambda: customer.pending_approvals(active))[0]["deliverable_id"]
    deposit = {"name": "Shop login", "type": "password", "value": "a value", "username": "mira"}
    customer.call("POST", f"/vault/credentials/{active}", deposit)
    question = customer.ask(active, "Where do we stand?")
    customer.reply_to(active, question)
    task = customer.call("POST", "/pa/task", {"task": "Every Monday at 9am, report progress"}).data["task_id"]
    customer.call("POST", "/pa/task", {"task": "Draft a summary of the bakery"})
    report = wait_for(lambda: customer.call("GET", "/pa/reports").data["reports"])[0]["id"]
    (item, *_) = [one for one in customer.call("GET", "/inbox").data["items"] if one["project_id"] == active]
    customer.call("POST", f"/inbox/{item['id']}/snooze", {"until": "tomorrow at 9am"})
    wait_for(lambda: customer.by_session("GET", f"/api/account/exports/{export}").data["url"])
    submitted, claimed = work(customer, active)
    yield Account(customer, draft, active, over, document, report, task, submitted, claimed, agency["id"])
    customer.close()


def work(customer: Customer, project_id: str) -> tuple[str, str]:
    """Work items in several states; one that waits for a review, and one that somebody has."""
    path = f"/projects/{project_id}/work-items"
    wanted = {"what": "Guests **book** a table.", "criteria": ["A guest can book", "A full day is said to be full"]}
    titles = ("Book a table", "שולחן " * 12 + "📬", "Print the menu", "Fax orders", "Opening hours")
    submitted, claimed, free, dropped, closed = (
        customer.call("POST", path, {"title": title, "effort_days": 2} | wanted).data["id"] for title in titles
    )
    customer.call("POST", path, {"title": "Pay", "depends_on": [free]} | wanted)
    customer.call("POST", f"/work-items/{dropped}/cancel", {"reason": "Nobody has a fax."})
    customer.by_session("POST", f"/work-items/{closed}/close", {"note": "The old page shows them."})
    soon = (datetime.now(UTC) + timedelta(days=30)).isoformat()  # the account limits how long a key lives
    key = customer.create_key(preset="worker", project_ids=[project_id], expiresAt=soon)["key"]
    worker = {"worker": "claude-code on the laptop in the kitchen", "lease_minutes": 60}
    first, second = (
        customer.call("POST", f"/work-items/{one}/claim", worker, key=key).data for one in (submitted, claimed)
    )
    held = {"claim_id": second["claim_id"]}
    customer.call("POST", f"/work-items/{claimed}/progress", held | {"note": "Half of it", "percent": 50}, key=key)
    evidence = [{"criterion": one, "text": "It is not", "met": False} for one in ("1", "2")]
    held = {"claim_id": first["claim_id"]}
    sent = held | {"summary": "It works.", "links": ["https://git.example.org/7"], "evidence": evidence}
    assert customer.call("POST", f"/work-items/{submitted}/submit", sent, key=key).status == 200
    return submitted, claimed


@dataclass(frozen=True)
class Confirmed:
    """Somebody with a confirmed address, and so with webhooks, an approver and mails to decide by."""

    customer: Customer
    failing: str
    approver: str
    decide: str


@pytest.fixture(scope="module")
def confirmed(cloud: Cloud) -> Iterator[Confirmed]:
    customer = with_verified_address(cloud, Customer(cloud.base_url))
    customer.by_session("PATCH", "/api/account/notifications", {"decide_by_mail": True})
    approver = f"anna-{customer.email}"
    customer.by_session("POST", "/api/account/approvers", {"email": approver})
    failing = webhooks(customer)
    customer.submit_project()
    invitation = token_in(wait_for_mails(cloud, approver, 1)[0], "approver")
    letters = wait_for(
        lambda: [mail for mail in mails_to(cloud, customer.email) if "/#/decide/" in mail.text], seconds=120
    )
    yield Confirmed(customer, failing, invitation, token_in(letters[0], "decide"))
    customer.close()


def webhooks(customer: Customer) -> str:
    """Three endpoints where nobody listens: one that fails, whose id is returned, one that is off, one that was."""
    path, everything = "/api/account/webhooks", ["approval.requested", "report.ready", "task.failed", "key.created"]
    urls = [f"http://127.0.0.1:9/{name}/{'a-long-name/' * 6}" for name in ("failing", "off", "again")]
    made = [customer.by_session("POST", path, {"url": url, "types": everything, "description": "Chat"}) for url in urls]
    failing, off, again = (one.data["id"] for one in made)
    for endpoint, enabled in ((off, False), (again, False), (again, True)):
        customer.by_session("PATCH", f"{path}/{endpoint}", {"enabled": enabled})
    customer.by_session("POST", f"{path}/{failing}/rotate-secret", {"grace_seconds": 86400})
    customer.by_session("POST", f"{path}/{failing}/test")
    wait_for(lambda: customer.by_session("GET", f"{path}/{failing}").data["failing_since"])
    return failing


def over_ceiling_and_late(customer: Customer) -> str:
    """A complete draft whose estimate keeps neither the ceiling nor the deadline."""
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    limits = {"deadline": tomorrow, "budget_ceiling": {"amount": 5000, "currency": "EUR"}}
    draft = customer.create_project("Night market", **limits)
    customer.call("POST", f"/projects/{draft}/intake", {"answers": ANSWERS})
    return draft


@pytest.fixture(params=LOOKS, ids=str)
def visitor(request: pytest.FixtureRequest, browser: Browser, account: Account) -> Iterator[Person]:
    with signed_in(browser, account.customer, request.param) as person:
        yield person


@pytest.fixture(params=LOOKS, ids=str)
def member(request: pytest.FixtureRequest, browser: Browser, confirmed: Confirmed) -> Iterator[Person]:
    with signed_in(browser, confirmed.customer, request.param) as person:
        yield person


def screens(account: Account) -> dict[str, tuple[str, ...]]:
    return {
        "inbox": ("inbox",),
        "snoozed": ("inbox", "snoozed"),
        "done": ("inbox", "done"),
        "projects": ("projects",),
        "project": ("projects", account.active),
        "board": ("projects", account.active, "work"),
        "no-work": ("projects", account.over, "work"),
        "item": ("projects", account.active, "work", account.submitted),
        "item-claimed": ("projects", account.active, "work", account.claimed),
        "timeline": ("projects", account.active, "timeline"),
        "activity": ("projects", account.active, "timeline?view=activity"),
        "documents": ("projects", account.active, "documents"),
        "access": ("projects", account.active, "access"),
        "over": ("projects", account.over, "intake"),
        "over-brief": ("projects", account.over, "brief"),
        "brief": ("projects", account.active, "brief"),
        "intake": ("projects", account.draft, "intake"),
        "must-haves": ("projects", account.draft, "intake?step=must_haves"),
        "optional": ("projects", account.draft, "intake?step=rest"),
        "document": ("projects", account.active, "deliverables", account.document),
        "chat": ("projects", account.active, "chat"),
        "ask": ("ask",),
        "ask-project": ("ask", account.active),
        "reports": ("reports",),
        "report": ("reports", account.report),
        "task": ("reports", "tasks", account.task),
        "keys": ("developers", "keys"),
        "key": ("developers", "keys", account.key),
        "connections": ("developers", "connections"),
        "logs": ("developers", "logs"),
        "logs-none": ("developers", "logs?id=none"),
        "usage": ("developers", "usage"),
        **{
            section: ("settings", section)
            for section in ("profile", "notifications", "security", "vault", "data", "log")
        },
        "verify": ("verify", "a-token"),
        "unsubscribe": ("unsubscribe", "a-token"),
        "reset": ("reset", "a-token"),
        "new-address": ("new-address", "a-token"),
        "undo-address": ("undo-address", "a-token"),
        "nowhere": ("no", "such", "place"),
    }


def look(request: pytest.FixtureRequest) -> str:
    return request.node.callspec.id


@pytest.mark.nightly
def test_screens_have_no_barrier_and_fit_the_window(
    visitor: Person, account: Account, request: pytest.FixtureRequest
) -> None:
    found = looked_at(visitor, screens(account), look(request))

    assert (found, visitor.complaints) == ({}, [])


@pytest.mark.nightly
def test_screens_of_a_confirmed_address_have_no_barrier_and_fit_the_window(
    member: Person, confirmed: Confirmed, request: pytest.FixtureRequest
) -> None:
    paths = {
        "webhooks": ("developers", "webhooks"),
        "deliveries": ("developers", "webhooks", confirmed.failing),
        "approvers": ("settings", "approvers"),
        "decide": ("decide", confirmed.decide),
        "decide-over": ("decide", "a-token"),
        "approver": ("approver", confirmed.approver),
    }

    found = looked_at(member, paths, look(request))

    assert (found, member.complaints) == ({}, [])


@pytest.mark.nightly
def test_list_of_the_keys_has_no_barrier(visitor: Person, request: pytest.FixtureRequest) -> None:
    visitor.go("inbox")
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    visitor.picture(f"dialog-keys-{look(request)}")

    assert (visitor.barriers(), visitor.complaints) == ([], [])


@pytest.mark.nightly
def test_deleted_projects_have_no_barrier_and_fit_the_window(visitor: Person, request: pytest.FixtureRequest) -> None:
    visitor.go("projects")
    visitor.button("Deleted").click()
    visitor.see("gone for good on")
    visitor.picture(f"deleted-{look(request)}")

    assert ([*visitor.barriers(), *visitor.widths_exceeded()], visitor.complaints) == ([], [])


def looked_at(visitor: Person, paths: dict[str, tuple[str, ...]], kind: str) -> dict[str, list]:
    """What is wrong with each screen, everything on it unfolded: barriers, and widths it doesn't fit."""
    wrong = {}
    for name, path in paths.items():
        visitor.go(*path)
        visitor.page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        visitor.picture(f"{name.replace('/', '-')}-{kind}")
        if found := [*visitor.barriers(), *visitor.widths_exceeded()]:
            wrong[name] = found
    return wrong


@pytest.mark.nightly
def test_dialogs_have_no_barrier_and_give_the_focus_back(
    visitor: Person, account: Account, request: pytest.FixtureRequest
) -> None:
    assert (barriers_in(visitor, dialogs(visitor, account), look(request)), visitor.complaints) == ({}, [])


@pytest.mark.nightly
def test_dialogs_of_webhooks_have_no_barrier_and_give_the_focus_back(
    member: Person, confirmed: Confirmed, request: pytest.FixtureRequest
) -> None:
    place = ("developers", "webhooks")

    def menu() -> Locator:
        again = member.page.locator("li.endpoint").filter(has_text="It may have missed events")
        return again.get_by_role("button", name="Actions for http")

    openers: dict[str, Opener] = {
        "create-endpoint": (place, lambda: member.button("Add webhook")),
        "change-endpoint": (place, menu, "Edit"),
        "rotate-secret": (place, menu, "Rotate secret"),
        "delete-endpoint": (place, menu, "Delete"),
        "recover": (place, menu, "Resend missed events"),
    }
    found = barriers_in(member, openers, look(request))

    assert (found, member.complaints) == ({}, [])


def barriers_in(visitor: Person, openers: dict[str, Opener], kind: str) -> dict[str, list]:
    """The barriers of each dialog, everything in it unfolded; each is closed by Escape and gives the focus back."""
    barriers = {}
    for name, (path, opener, *items) in openers.items():
        visitor.go(*path)
        opener().press("Enter")  # a click right after an item is shown counts for what was there before it
        for item in items:
            visitor.page.get_by_role("menuitem", name=item).click()
        expect(visitor.page.get_by_role("dialog")).to_be_visible()
        visitor.picture(f"dialog-{name}-{kind}")
        visitor.page.evaluate("() => document.querySelectorAll('dialog details').forEach(one => one.open = true)")
        if found := visitor.barriers():
            barriers[name] = found
        visitor.page.keyboard.press("Escape")
        expect(visitor.page.get_by_role("dialog")).to_have_count(0)
        expect(opener()).to_be_focused()
    return barriers


def dialogs(visitor: Person, account: Account) -> dict[str, Opener]:
    button = visitor.button

    def deploy() -> Locator:
        return button("Actions for GitHub Actions — deploy")

    def login() -> Locator:
        return button("Actions for Shop login")

    def actions() -> Locator:
        return button("Actions for this item")

    project = (("projects", account.active), lambda: button("Project menu"))
    document = ("projects", account.active, "deliverables", account.document)
    item = ("projects", account.active, "work", account.submitted)
    waiting = account.customer.call("GET", "/inbox").data["items"][0]
    return {
        "search": (("inbox",), lambda: visitor.page.get_by_role("button", name="Search").filter(visible=True)),
        "add-item": (("projects", account.active, "work"), lambda: button("Add work item")),
        "return-item": (item, lambda: visitor.page.get_by_role("button", name="Return…")),
        "close-item": (item, actions, "Mark as done"),
        "cancel-item": (item, actions, "Cancel item"),
        "snooze": ((f"inbox?item={waiting['id']}",), lambda: button("Snooze")),
        "create-key": (("developers", "keys"), lambda: button("Create key")),
        "key-lifetime": (("developers", "keys"), lambda: button("Change the limit")),
        "rename-key": (("developers", "keys", account.key), lambda: button("Rename")),
        "rotate-key": (("developers", "keys"), deploy, "Rotate"),
        "revoke-key": (("developers", "keys"), deploy, "Revoke"),
        "new-project": (("projects",), lambda: button("New project")),
        "pause": (*project, "Pause…"),
        "cancel": (*project, "Cancel project…"),
        "set-ceiling": (("projects", account.active), lambda: button("Set a ceiling")),
        "submit-over": (("projects", account.over, "intake"), lambda: button("Submit brief")),
        "request-changes": (document, lambda: button("Request changes")),
        "deposit": (("settings", "vault"), lambda: button("Add credential")),
        "uses": (("settings", "vault"), login, "Show uses"),
        "delete-credential": (("settings", "vault"), login, "Delete"),
        "replace-credential": (("settings", "vault"), login, "Replace"),
        "delete-project": (("projects", account.draft), lambda: button("Project menu"), "Delete…"),
        "delete-account": (("settings", "data"), lambda: button("Delete account")),
        "new-task": (("reports",), lambda: button("New schedule")),
    }


@pytest.mark.nightly
@pytest.mark.parametrize("seen", LOOKS, ids=str)
def test_sign_in_and_up_have_no_barrier(browser: Browser, cloud: Cloud, seen: Look) -> None:
    person = Person.arrive(browser, cloud.base_url, seen)
    person.settle()
    at_sign_in = person.barriers()
    person.button("Create an account").click()
    person.button("Create account").click()
    expect(person.page.locator("[aria-invalid]")).to_have_count(3)
    at_sign_up = person.barriers()
    person.picture(f"sign-up-{seen}")

    assert (at_sign_in, at_sign_up, person.complaints) == ([], [], [])
    empty, no_address = "This must not be empty.", "Enter a valid email address."
    assert person.page.locator(".err").all_inner_texts() == [empty, no_address, empty]
    person.leave()


@pytest.mark.nightly
@pytest.mark.parametrize("seen", LOOKS, ids=str)
def test_forgotten_password_and_closing_account_have_no_barrier(browser: Browser, cloud: Cloud, seen: Look) -> None:
    with closing(Customer(cloud.base_url)) as customer:
        assert customer.by_session("DELETE", "/api/account", {"confirm": customer.email}).status == 200
    person = Person.arrive(browser, cloud.base_url, seen)

    person.button("Forgot your password?").click()
    expect(person.page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    person.picture(f"forgot-{seen}")
    wrong = [*person.barriers(), *person.widths_exceeded()]
    person.button("Back to sign-in").click()
    person.type("Email", customer.email)
    person.type("Password", PASSWORD)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("heading", name="Your account will be deleted")).to_be_visible()
    person.picture(f"closing-{seen}")
    wrong += [*person.barriers(), *person.widths_exceeded()]

    assert (wrong, person.complaints) == ([], [])
    person.leave()
