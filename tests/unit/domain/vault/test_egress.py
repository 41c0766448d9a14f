from __future__ import annotations

import base64
import html
import json
import threading
from datetime import timedelta
from urllib.parse import quote, quote_plus

import pytest

from common.sealing import SealBroken
from common.transactions import transact
from domain.audit.records import THE_TEAM, Actor
from domain.projects.known import known_project
from domain.vault.cipher import vault_cipher
from domain.vault.egress import MOST_BYTES, EgressService
from domain.vault.opening import opener
from domain.vault.permissions import permissions
from domain.vault.records import CallRequest, Credential, CredentialUse, Injection, UseStatus
from domain.vault.requests import DepositCredential
from domain.vault.store import VaultStore, vault_store
from echo import HOST, echoing, text
from vaults import everything_queued, everything_stored, stored_project

SECRET = 'sk_Live/51H8+"zürich"&7f3a'
OWNER = Actor(kind="user", id="usr_1")
PLAIN = "sk_live_51H8qZ0xYbW3"
pytestmark = pytest.mark.usefixtures("loopback")


def deposited(deposits, secret=PLAIN, **terms) -> Credential:
    """A credential that may be called with, whatever was said of it when it was deposited."""
    project = stored_project()
    body = DepositCredential.model_validate({"name": "Stripe", "type": "token", "value": secret})
    made = deposits.deposit("acc_1", project.id, body, by=THE_TEAM)
    credential = vault_store().get_credential("acc_1", made.id)
    given = {"allowed_hosts": (HOST,), "inject": Injection(type="bearer")} | terms
    changed = credential.model_copy(update=given)
    key = {"pk": "ACCOUNT#acc_1", "sk": f"CREDENTIAL#{credential.id}"}
    row = {**key, "project_sk": f"{project.id}#CREDENTIAL#{credential.id}", **changed.model_dump(mode="json")}
    transact([vault_store().table.putting(row)])
    return changed


def recorded(credential, clock, *, url=f"https://{HOST}/v1/me", **changes) -> CredentialUse:
    """A use that waits to be carried out."""
    whose = credential.model_dump(include={"account_id", "project_id", "version"})
    asked = {"id": f"use_{clock.moment.timestamp():.0f}", "credential_id": credential.id, "at": clock.moment}
    by = {"purpose": "Look at the account", "by": OWNER, "allowed_by": "owner", "status": UseStatus.PENDING}
    what = {"method": "GET", "host": HOST, "path": "/v1/me", "request": CallRequest(url=url)}
    use = CredentialUse(**(whose | asked | by | what | changes))
    transact(vault_store().using(use, credential))
    return use


def egress(echo, clock, **wire) -> EgressService:
    return EgressService(vault_store(), known_project, permissions(), opener(), echo.wire(**wire), clock)


def carried_out(credential, use, echo, clock, **wire):
    return egress(echo, clock, **wire).carry_out(credential.id, use.id)


@pytest.mark.parametrize(
    ("inject", "found"),
    [
        (Injection(type="header", name="X-Api-Key"), ("x-api-key", PLAIN)),
        (Injection(type="basic"), ("authorization", "Basic " + base64.b64encode(f"ada:{PLAIN}".encode()).decode())),
        (Injection(type="query", name="key"), ("path", f"/v1/me?all=1&key={PLAIN}")),
    ],
)
def test_secret_is_carried_as_the_credential_says(deposits, clock, inject, found):
    credential = deposited(deposits, inject=inject, username="ada")

    with echoing(lambda call: text(call.path)) as echo:
        outcome = carried_out(credential, recorded(credential, clock, url=f"https://{HOST}/v1/me?all=1"), echo, clock)

    (call,) = echo.calls
    assert ({"path": call.path} | dict(call.headers))[found[0]] == found[1]
    assert PLAIN not in outcome.body


def test_use_is_carried_out_once_also_by_two_that_saw_it_waiting(deposits, clock, monkeypatch):
    credential = deposited(deposits)
    use, store, outcomes = recorded(credential, clock), type(vault_store()), []
    take = store.take_use

    def overtaken(self, seen):
        monkeypatch.setattr(store, "take_use", take)
        outcomes.append(carried_out(credential, use, echo, clock))
        return take(self, seen)

    monkeypatch.setattr(store, "take_use", overtaken)
    with echoing() as echo:
        outcomes += [carried_out(credential, use, echo, clock) for _ in range(2)]

    assert [one.problem for one in outcomes] == [None, "already_used", "already_used"]
    assert len(echo.calls) == 1


@pytest.mark.parametrize(
    ("what", "seconds", "problem"),
    [("waits", 300, "already_used"), ("expires", 5, "not_allowed"), ("is deleted", 0, "not_allowed")],
)
def test_use_that_waited_too_long_or_lost_its_credential_is_not_carried_out(deposits, clock, what, seconds, problem):
    expires_at = clock.moment + timedelta(seconds=seconds) if what == "expires" else None
    credential = deposited(deposits, expires_at=expires_at)
    use = recorded(credential, clock)
    if what == "is deleted":
        deposits.delete("acc_1", credential.id, by=THE_TEAM)
    clock.advance(seconds=seconds)

    with echoing() as echo:
        assert carried_out(credential, use, echo, clock).problem == problem
    assert echo.calls == []


@pytest.mark.parametrize(
    "changes",
    [
        {"url": "https://evil.example.org/v1/me"},
        {"url": f"https://{HOST}.evil.example.org/v1/me"},
        {"url": f"http://{HOST}/v1/me"},
        {"url": f"https://{HOST}:8443/v1/me"},
        {"url": f"https://{HOST}/v2/me"},
        {"url": f"https://{HOST}/v1/../v2"},
        {"url": f"https://{HOST}/v1/%2e%2e/v2"},
        {"url": f"https://{HOST}/v1\\..\\v2"},
        {"url": f"https://{HOST}/v10"},
        {"method": "POST"},
        {"project_id": "prj_other"},
        {"row": {"version": 2}},
        {"request": CallRequest(url=f"https://{HOST}/v1/me", headers={"X-HTTP-Method-Override": "DELETE"})},
        {"allowed_by": None},
        {"by": Actor(kind="api_key", id="key_1")},
        {"request": CallRequest(url=f"https://{HOST}/v1/me", headers={"Authorization": "mine"})},
        {"request": CallRequest(url=f"https://{HOST}/v1/me", headers={"host": "evil.example.org"})},
    ],
    ids=str,
)
def test_what_the_door_should_have_refused_is_refused_here_and_nothing_is_opened(deposits, clock, changes, monkeypatch):
    credential = deposited(deposits, allowed_paths=("/v1",))
    use = recorded(credential, clock, **{name: one for name, one in changes.items() if name != "row"})
    for name, one in changes.get("row", {}).items():
        key = {"pk": f"CREDENTIAL#{credential.id}", "sk": f"USE#{use.id}"}
        vault_store().table.update(key, f"SET #{name} = :one", {"one": one})
    monkeypatch.setattr(type(vault_cipher()), "open", lambda *_: pytest.fail("opened"))

    with echoing() as echo:
        outcome = carried_out(credential, use, echo, clock)

    assert (outcome.problem, echo.calls) == ("not_allowed", [])
    assert vault_store().find_use(credential.id, use.id).status is UseStatus.FAILED


@pytest.mark.parametrize(
    ("told", "kind"),
    [(f"text/{PLAIN}", "text/plain"), (f"application/{PLAIN}+json; charset=utf-8", "application/json")],
)
def test_type_of_an_answer_is_one_of_ours_and_never_what_the_host_made_up(deposits, clock, told, kind):
    credential = deposited(deposits)

    with echoing(lambda _call: text("[]", told)) as echo:
        outcome = carried_out(credential, recorded(credential, clock), echo, clock)

    assert (outcome.content_type, outcome.body) == (kind, "[]")


def test_short_secret_is_not_sent(deposits, clock):
    credential = deposited(deposits, "elevenbytes")

    with echoing() as echo:
        assert carried_out(credential, recorded(credential, clock), echo, clock).problem == "not_sendable"
    assert echo.calls == []


def test_value_that_makes_the_address_too_long_is_not_sent_and_the_host_not_blamed(deposits, clock):
    credential = deposited(deposits, "s3" * 1_000, inject=Injection(type="query", name="key"))

    with echoing() as echo:
        assert carried_out(credential, recorded(credential, clock), echo, clock).problem == "not_sendable"


def test_credential_that_is_replaced_once_the_call_was_checked_says_that_nothing_was_sent(deposits, clock, monkeypatch):
    credential = deposited(deposits)
    use = recorded(credential, clock)
    monkeypatch.setattr(VaultStore, "find_value", lambda *_given: None)

    with echoing() as echo:
        assert carried_out(credential, use, echo, clock).problem == "not_allowed"
    assert echo.calls == []


def test_ciphertext_of_another_credential_does_not_open(deposits, clock):
    credential = deposited(deposits)
    body = DepositCredential.model_validate({"name": "Other", "type": "token", "value": "another secret value"})
    other = deposits.deposit("acc_1", stored_project("Butcher").id, body, by=THE_TEAM)
    stolen = vault_store().find_value(vault_store().get_credential("acc_1", other.id).owned)
    row = {"pk": f"VALUE#{credential.id}", "sk": "VALUE", **stolen.model_dump(mode="json")}
    transact([vault_store().table.putting(row)])

    with echoing() as echo, pytest.raises(SealBroken):
        carried_out(credential, recorded(credential, clock), echo, clock)
    assert echo.calls == []


@pytest.mark.parametrize(
    ("addresses", "problem"),
    [(["93.184.215.14", "169.254.169.254"], "forbidden_target"), ([], "name_not_resolved")],
)
def test_host_that_resolves_to_a_private_address_gets_no_connection(deposits, clock, addresses, problem):
    credential = deposited(deposits)

    with echoing() as echo:
        outcome = carried_out(credential, recorded(credential, clock), echo, clock, resolve=lambda _name: addresses)

    assert (outcome.problem, echo.calls) == (problem, [])


def test_redirect_is_answered_and_not_followed(deposits, clock):
    credential = deposited(deposits)

    with echoing(lambda call: text("go", status=302, Location=f"https://{HOST}/{len(call.path)}")) as echo:
        assert carried_out(credential, recorded(credential, clock), echo, clock).status == 302
    assert len(echo.calls) == 1


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (text("x" * (MOST_BYTES + 1)), "too_long"),
        (text(b"\x1f\x8b\x08", "text/plain", Content_Encoding="gzip"), "not_text"),
        (text(b"\x89PNG", "image/png"), "not_text"),
        (text(b"no kind", ""), "not_text"),
        (text("text in UTF-16".encode("utf-16"), "text/plain"), "not_text"),
        (text(b"zero \x00", "text/plain"), "not_text"),
    ],
    ids=["long", "gzip", "image", "unnamed", "utf-16", "control"],
)
def test_answer_that_cannot_be_searched_is_not_given(deposits, clock, answer, problem):
    credential = deposited(deposits)
    use = recorded(credential, clock)

    with echoing(lambda _call: answer) as echo:
        outcome = carried_out(credential, use, echo, clock)

    assert (outcome.problem, outcome.body) == (problem, "")
    assert vault_store().find_use(credential.id, use.id).problem == problem


def test_host_that_never_answers_is_left_at_the_deadline(deposits, clock):
    credential, never = deposited(deposits), threading.Event()

    def hang(_call):
        never.wait(5)
        return text("late")

    with echoing(hang) as echo:
        outcome = carried_out(credential, recorded(credential, clock), echo, clock, seconds=0.4)
        never.set()

    assert outcome.problem == "timed_out"


def hexed(raw: bytes, mark: str) -> str:
    return mark.join(f"{byte:02x}" for byte in raw)


def percent(value: str) -> str:
    return "".join(f"%{byte:02x}" for byte in value.encode())


def wrapped(value: str, width: int) -> str:
    return "\r\n".join(value[start : start + width] for start in range(0, len(value), width))


def b64(value: str) -> str:
    return base64.b64encode(value.encode()).decode()


WRITINGS = {
    "plain": lambda s: s,
    "twice": lambda s: s + s,
    "within": lambda s: f"aaa{s}bbb",
    "upper": str.upper,
    "lower": str.lower,
    "title": str.title,
    "swapped": str.swapcase,
    "reversed": lambda s: s[::-1],
    "reversed-upper": lambda s: s[::-1].upper(),
    "json": json.dumps,
    "json-utf8": lambda s: json.dumps(s, ensure_ascii=False),
    "json-twice": lambda s: json.dumps(json.dumps(s)),
    "json-thrice": lambda s: json.dumps({"a": json.dumps({"b": json.dumps(s)})}),
    "json-slashes": lambda s: json.dumps(s).replace("/", "\\/"),
    "json-unicode": lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
    "json-unicode-upper": lambda s: "".join(f"\\u{ord(c):04X}" for c in s),
    "json-mixed": lambda s: "".join(c if i % 2 else f"\\u{ord(c):04x}" for i, c in enumerate(s)),
    "python": repr,
    "x-escapes": lambda s: "".join(f"\\x{ord(c):02x}" for c in s),
    "url": lambda s: quote(s, safe=""),
    "url-path": quote,
    "url-plus": quote_plus,
    "url-lower": lambda s: quote(s, safe="").lower(),
    "url-all": percent,
    "url-all-upper": lambda s: percent(s).upper(),
    "url-twice": lambda s: quote(quote(s, safe=""), safe=""),
    "url-thrice": lambda s: quote(quote(percent(s), safe=""), safe=""),
    "url-mixed": lambda s: "".join(c if i % 3 else percent(c) for i, c in enumerate(s)),
    "html": html.escape,
    "html-decimal": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "html-hex": lambda s: "".join(f"&#x{ord(c):x};" for c in s),
    "html-padded": lambda s: "".join(f"&#x{ord(c):06X};" for c in s),
    "html-twice": lambda s: html.escape(html.escape(s)),
    "html-in-json": lambda s: json.dumps(html.escape(s)),
    "hex": lambda s: s.encode().hex(),
    "hex-upper": lambda s: s.encode().hex().upper(),
    "hex-colons": lambda s: hexed(s.encode(), ":"),
    "hex-spaces": lambda s: hexed(s.encode(), " "),
    "hex-0x": lambda s: hexed(s.encode(), ", 0x"),
    "hex-escapes": lambda s: "\\x" + hexed(s.encode(), "\\x"),
    "base64": b64,
    "base64-after-1": lambda s: b64(f"a{s}"),
    "base64-after-2": lambda s: b64(f"ab{s}"),
    "base64-before": lambda s: b64(f"{s}a"),
    "base64-within": lambda s: b64(f'{{"token":"{s}","more":1}}'),
    "base64-basic": lambda s: b64(f"user:{s}"),
    "base64-urlsafe": lambda s: base64.urlsafe_b64encode(s.encode()).decode(),
    "base64-urlsafe-after-1": lambda s: base64.urlsafe_b64encode(f"a{s}".encode()).decode(),
    "base64-urlsafe-after-2": lambda s: base64.urlsafe_b64encode(f"ab{s}".encode()).decode().rstrip("="),
    "base64-wrapped": lambda s: wrapped(b64(f"user:{s}"), 8),
    "base64-wrapped-in-json": lambda s: json.dumps(wrapped(b64(f"ab{s}"), 5)),
    "base64-in-url": lambda s: quote(b64(f"a{s}"), safe=""),
    "base64-in-json": lambda s: b64(s).replace("/", "\\/"),
    "base64-lower": lambda s: b64(s).lower(),
}


@pytest.mark.parametrize("secret", [PLAIN, SECRET], ids=["plain", "special"])
def test_no_answer_tells_the_secret_however_it_is_written(deposits, clock, secret):
    assert len(WRITINGS) >= 50
    credential = deposited(deposits, secret, inject=Injection(type="query", name="key"))
    now, told = [""], {}

    with echoing(lambda _call: text(f"<<{now[0]}>>")) as echo:
        for name, write in WRITINGS.items():
            now[0] = write(secret)
            clock.advance(seconds=1)
            told[name] = carried_out(credential, recorded(credential, clock), echo, clock).body

    kept = {name: body for name, body in told.items() if "[secret]" not in body or _longest_left(body) > 24}
    assert kept == {}
    written = json.dumps([told, everything_stored(), everything_queued()], default=str, ensure_ascii=False)
    assert [name for name, write in WRITINGS.items() if write(secret) in written] == []


def _longest_left(body: str) -> int:
    """How much stands beside what was struck out; the words around it in these answers are short."""
    return max(len(part) for part in body.removeprefix("<<").removesuffix(">>").split("[secret]"))
