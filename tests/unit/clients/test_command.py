"""The command, against a service made of the OpenAPI document: it accepts nothing that is not described there."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import keyring
import pytest
import typer.main
import typer.testing
from keyring.backends import fail
from standardwebhooks import Webhook
from typer.testing import CliRunner, Result

import atrium_client.client
from atrium_client.command import account, feed, output
from atrium_client.command.every import app
from atrium_client.command.running import COMMANDS, GROUPS, HINTS, TEXTS
from atrium_client.profiles import Profiles
from local.client import CLIENT
from openapi_service import URL, Service
from tables import for_each

KEY = "atr_Y2N0TiZuqESB2AW2SKCCiHGrwImgDxOKjsh8SWs6id3dvAH0"
ULID = "01K4Z8Q2M3N4P5R6S7T8V9W0XY"
P, W, A, T, C, Q = (f"{kind}_{ULID}" for kind in ("prj", "wrk", "apr", "tsk", "card", "crq"))
FORM = {"summary": "It works.", "links": [], "evidence": [{"criterion": "1", "text": "Its test passes."}]}
EVENT = {"id": "evt_1", "type": "project.created", "timestamp": "t", "sequence": 9, "data": {"summary": "ü"}}
EVENTS = {"events": [EVENT], "has_more": False, "last_sequence": 9, "next_before": None}
BARE: dict[str, str | None] = {"ATRIUM_URL": None, "ATRIUM_API_KEY": None}
Atrium = Callable[..., Result]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    """Whatever is sent over the network goes here, and no wait takes time."""
    service = Service()
    monkeypatch.setattr(httpx.HTTPTransport, "__init__", lambda *_args, **_options: None)  # it reads all certificates
    for name in ("close", "__enter__", "__exit__"):
        monkeypatch.setattr(httpx.HTTPTransport, name, lambda *_args: None)
    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda _self, request: service.handle_request(request))
    monkeypatch.setattr(atrium_client.client.random, "uniform", lambda *_bounds: 0.0)
    monkeypatch.setattr(typer.testing, "_get_command", cache(typer.main.get_command))
    return service


@pytest.fixture
def atrium(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Atrium]:
    """The command with a key, without a terminal, in a home of its own without a keyring."""
    monkeypatch.chdir(tmp_path)
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    home = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "HOME": str(tmp_path), "ATRIUM_PROFILE": None}
    runner = CliRunner(env=home | {"ATRIUM_URL": URL, "ATRIUM_API_KEY": KEY})

    def run(*words: str, stdin: str | bytes = "", **env: str | None) -> Result:
        return runner.invoke(app, list(words), input=stdin, env=env, catch_exceptions=False)

    yield run
    keyring.set_keyring(before)


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """The item that this machine has claimed."""
    file = tmp_path / "config" / "atrium" / "claims" / W
    file.parent.mkdir(parents=True)
    file.write_text("clm_1")
    return file


LINES: dict[str, tuple[str, list[str]]] = {
    "whoami": ("", ["list_events"]),
    "projects": ("", ["list_projects"]),
    "projects list": ("", ["list_projects"]),
    f"projects show {P}": ("", ["get_project"]),
    "projects new Bakery --description Bread": ("", ["create_project"]),
    f"projects intake {P}": ("", ["get_intake"]),
    f"projects intake {P} --answers -": ('{"goal": "Bread"}', ["get_intake", "answer_intake"]),
    f"projects estimate {P}": ("", ["get_estimate"]),
    f"projects submit {P}": ("", ["submit_project"]),
    f"projects submit {P} --accept-over-ceiling": ("", ["submit_project"]),
    f"projects pause {P}": ("", ["change_project_status"]),
    f"projects resume {P}": ("", ["change_project_status"]),
    f"projects complete {P}": ("", ["change_project_status"]),
    f"brief {P}": ("", ["get_brief"]),
    f"approve {P}": ("", ["list_approvals"]),
    f"approve {P} product_brief": ("", ["list_approvals", "decide_approval"]),
    f"approve {P} --all --no-hand-out": ("", ["list_approvals", "decide_approval"]),
    f"approve {P} {A} --changes Shorter": ("", ["list_approvals", "decide_approval"]),
    f"docs list {P}": ("", ["get_project"]),
    f"docs show {P} product_brief": ("", ["get_project", "get_deliverable"]),
    f"docs present {P} dlv_{ULID}": ("", ["present_deliverable"]),
    f"docs rewrite {P} dlv_{ULID}": ("", ["rewrite_deliverable"]),
    f"messages {P}": ("", ["list_messages"]),
    "ask Hello": ("", ["ask_pa"]),
    f"ask Hello --project {P}": ("", ["ask_ceo", "list_messages"]),
    "inbox": ("", ["list_inbox"]),
    "inbox list": ("", ["list_inbox"]),
    f"inbox done att_{ULID}": ("", ["finish_inbox_item"]),
    f"inbox snooze att_{ULID} tomorrow": ("", ["snooze_inbox_item"]),
    "cards": ("", ["list_pa_cards"]),
    f"cards list --project {P}": ("", ["list_cards"]),
    f"cards dismiss {C}": ("", ["dismiss_pa_card"]),
    f"cards dismiss {C} --project {P}": ("", ["dismiss_card"]),
    "tasks": ("", ["list_pa_tasks"]),
    "tasks list": ("", ["list_pa_tasks"]),
    "tasks add Report --when tomorrow": ("", ["assign_pa_task"]),
    f"tasks add Report --project {P}": ("", ["assign_pa_task"]),
    f"tasks pause {T}": ("", ["update_pa_task"]),
    f"tasks resume {T}": ("", ["update_pa_task"]),
    f"tasks cancel {T}": ("", ["delete_pa_task"]),
    f"work list {P} --state in_review": ("", ["list_work_items"]),
    f"work show {W}": ("", ["get_work_item"]),
    f"work next {P} --worker me --lease 30": ("", ["list_work_items", "claim_work_item"]),
    f"work form {W}": ("", ["get_work_item"]),
    f"work progress {W} Halfway": ("", ["report_progress"]),
    f"work submit {W}": (json.dumps(FORM), ["submit_work"]),
    f"work release {W} Lunch": ("", ["release_work_item"]),
    f"work submissions {W}": ("", ["get_work_item"]),
    f"work accept {W}": ("", ["get_work_item", "review_work"]),
    f"work return {W} Untested": ("", ["get_work_item", "review_work"]),
    "vault": ("", ["list_credentials"]),
    f"vault list --project {P}": ("", ["list_credentials"]),
    "vault requests": ("", ["list_credential_requests"]),
    f"vault put Mail --project {P} --type password --username me": ("secret\n", ["deposit_credential"]),
    f"vault put --request {Q}": ("secret\n", ["fulfill_credential_request"]),
    f"vault decline {Q} Never": ("", ["decline_credential_request"]),
    "events": ("", ["list_events"]),
    f"events --after 3 --limit 5 --types project.created --project {P}": ("", ["list_events"]),
    "export usage --format json --from 2026-11-01 --to 2026-11-30": ("", ["export_report"]),
}


@for_each("line", LINES)
def test_command_calls_what_it_says_and_prints_it(service, atrium, claims, line: str) -> None:
    stdin, operations = LINES[line]
    service.answers = {"get_work_item": [submitted(service)], "list_approvals": [approvals(service)]}
    service.calls.clear()

    plain = atrium(*line.split(), stdin=stdin)
    as_json = atrium(*line.split(), "--json", stdin=stdin)

    assert (plain.exit_code, as_json.exit_code) == (0, 0), plain.stderr + as_json.stderr
    assert service.called == operations * 2
    json.loads(as_json.stdout)
    assert as_json.stderr == ""
    assert plain.stdout.strip(), "something is shown"
    assert "\x1b" not in plain.output


def example(service: Service, method: str, path: str) -> Any:
    return service.handle_request(httpx.Request(method, f"{URL}{path}")).json()["data"]


def approvals(service: Service) -> Any:
    found = example(service, "GET", f"/projects/{P}/approvals")
    found["approvals"][0]["content_hash"] = "b" * 64
    return found


def submitted(service: Service) -> Any:
    found = example(service, "GET", f"/work-items/{W}")
    found["item"]["submission_hash"] = "a" * 64
    return found


def test_every_command_is_tried_but_those_with_tests_of_their_own() -> None:
    names = [name for name in COMMANDS if name not in GROUPS]
    names += [f"{group} {name}" for group in GROUPS for name in COMMANDS[group]]
    untried = [name for name in names if not any(line.split()[: len(name.split())] == name.split() for line in LINES)]

    assert untried == ["login", "logout", "keys", "listen", "docs pull", "cards confirm"]


def test_every_argument_and_option_is_explained() -> None:
    of = [one for name, one in COMMANDS.items() if name not in GROUPS]
    of += [one for group in GROUPS for one in COMMANDS[group].values()]
    sources = {source for one in of for source in (one.get("takes", {}) | one.get("body", {})).values()}
    given = {source.partition(":")[0].removesuffix("?") for source in sources if re.match(r"--|\[|[A-Z_]+$", source)}

    assert given - set(TEXTS) == {"--value"}
    assert set(TEXTS) - given == {"--json", "--profile", "--url", "--key", "--version"}


def test_hints_and_the_readme_name_commands_that_there_are(atrium: Atrium) -> None:
    hints = [*HINTS["next"].values(), *HINTS["not_found"].values(), *HINTS["ends"].values()]
    hints += re.findall(r"^atrium .*", (CLIENT / "README.md").read_text(), re.MULTILINE)
    for words in {tuple(re.findall(r"^atrium ((?:[a-z]+ ?)+)", hint)[0].split()) for hint in hints}:
        assert atrium(*words, "--help").exit_code == 0, words


def test_option_stands_before_or_behind(atrium: Atrium) -> None:
    before, between = atrium("--json", "projects", "show", P), atrium("projects", "--json", "show", P)
    behind = atrium("projects", "show", P, "--json")

    assert json.loads(before.stdout) == json.loads(between.stdout) == json.loads(behind.stdout)


def test_answer_cannot_give_orders_to_a_terminal(service: Service, atrium: Atrium) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egpj.exe\r\x00\ud800[bold]:smile:"
    page = example(service, "GET", "/projects") | {"has_more": False}
    page["projects"][0]["name"] = evil
    service.answers = {"list_projects": [page], "ask_pa": [example(service, "GET", f"/projects/{P}") | {"cards": []}]}
    service.answers["ask_pa"][0]["response"] = f"One\r\ntwo {evil}"

    for words in (("projects",), ("projects", "--json"), ("ask", "Hello")):
        found = atrium(*words).stdout
        assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\ud800]|\r(?!\n)", found), words
        assert "[bold]:smile:" in found
    assert json.loads(atrium("projects", "--json").stdout)[0]["name"].startswith("\x1b]0;owned")
    assert atrium("ask", "Hello").stdout_bytes.startswith(b"One\r\ntwo ")


def test_refusal_cannot_give_orders_to_a_terminal_either(service: Service, atrium: Atrium) -> None:
    service.answers = {
        "list_projects": [(409, "CONFLICT", "\x1b[2JNo.", [{"field": "\x1b[1mname", "message": "m\x07"}])]
    }

    for words in (("projects",), ("projects", "--json")):
        assert not re.search(r"[\x00-\x09\x0b-\x1f]", atrium(*words).stderr)


@pytest.mark.parametrize(
    ("answer", "exit_code", "says"),
    [
        ((409, "INTAKE_INCOMPLETE", "Answer these first."), 1, "Next: atrium projects intake PROJECT"),
        ((404, "NOT_FOUND", "No such project."), 1, "Next: atrium projects"),
        ((403, "FORBIDDEN", "Missing.", {"missing_scopes": ["work:write"]}), 1, "atrium login --scopes 'work:write'"),
        ((400, "VALIDATION_ERROR", "Wrong.", [{"field": "name", "message": "Too long."}]), 1, "  name: Too long."),
        ((401, "API_KEY_REVOKED", "This API key was revoked."), 3, "Next: atrium login"),
        ((503, "UNAVAILABLE", "Nothing was done."), 4, "Nothing was done."),
        (httpx.ConnectError("refused"), 4, "Next: atrium whoami --url URL"),
    ],
)
def test_refusal_has_an_exit_code_and_names_what_to_do(service, atrium, answer, exit_code: int, says: str) -> None:
    service.answers = {"get_project": [answer]}

    plain, as_json = atrium("projects", "show", P), atrium("projects", "show", P, "--json")

    assert (plain.exit_code, as_json.exit_code) == (exit_code, exit_code)
    assert (plain.stdout, as_json.stdout) == ("", "")
    assert says in plain.stderr
    told = json.loads(as_json.stderr)["error"]
    assert (set(told), told["message"] in plain.stderr) == ({"code", "message", "details", "next"}, True)


@for_each(
    "words",
    [
        ("tasks", "cancel"),
        ("projects", "show", P, "--colour"),
        ("frobnicate",),
        ("projects", "intake", P, "--set", "planet=Mars"),
        ("projects", "intake", P, "--answers", "-"),
        ("events", "--after", "yesterday"),
        ("export", "usage", "--from", "yesterday"),
        ("vault", "put", "Mail"),
        ("vault", "put", "--project", P),
        ("vault", "put", "Mail", "--project", P, "--request", Q),
        ("listen",),
        ("listen", "--forward-to", "localhost:3000"),
        ("work", "show", "..", "--url", "http://atrium.example.com"),
        ("work", "release", "../../x", "Lunch"),
        ("whoami", "--key", "two words"),
        ("whoami", "--url", "https://atrium.example.com/#x"),
    ],
)
def test_wrong_usage_is_2_and_sends_nothing_that_changes(service, atrium, words: tuple[str, ...]) -> None:
    done = atrium(*words)

    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr
    assert all(request.method == "GET" for _, request in service.calls)


@pytest.mark.parametrize(
    "words", [("Mail", "hunter2secret"), ("Mail", "--value", "hunter2secret"), ("Mail", "--value=hunter2secret")]
)
def test_value_on_the_command_line_is_refused_and_not_repeated(service, atrium, words: tuple[str, ...]) -> None:
    done = atrium("vault", "put", *words, "--project", P)

    assert (done.exit_code, service.called) == (2, [])
    assert "hunter2secret" not in done.output
    assert "Nothing was sent" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"), [(("projects",), "Next: atrium projects new NAME\n"), (("tasks",), "Nothing.\n")]
)
def test_empty_list_says_so_beside_the_result(
    service: Service, atrium: Atrium, words: tuple[str, ...], says: str
) -> None:
    empty = {"projects": [], "tasks": [], "has_more": False, "next_cursor": None}
    service.answers = {"list_projects": [empty], "list_pa_tasks": [empty]}

    plain, as_json = atrium(*words), atrium(*words, "--json")

    assert (plain.stdout, as_json.stdout, as_json.stderr) == ("", "[]\n", "")
    assert plain.stderr.endswith(says)


def test_value_comes_from_standard_input_but_for_its_last_line_end(service: Service, atrium: Atrium) -> None:
    atrium("vault", "put", "Mail", "--project", P, stdin="-----BEGIN KEY-----\nabc \n")

    sent = service.body("deposit_credential")
    assert sent == {"name": "Mail", "type": "token", "value": "-----BEGIN KEY-----\nabc "}
    assert atrium("vault", "put", "Mail", "--project", P, stdin="\n").exit_code == 2
    assert atrium("vault", "put", "Mail", "--project", P, stdin=b"\xff\xfe").exit_code == 2
    assert service.called.count("deposit_credential") == 1


def test_value_is_asked_for_without_an_echo_where_there_is_a_terminal(service, atrium, monkeypatch) -> None:
    monkeypatch.setattr(account.sys, "stdin", type("Terminal", (), {"isatty": lambda _self: True})())
    monkeypatch.setattr(account, "getpass", lambda prompt: f"typed at {prompt}")

    assert account._hidden("Value: ") == "typed at Value: "


def test_project_is_found_by_its_name(service: Service, atrium: Atrium) -> None:
    page = example(service, "GET", "/projects") | {"has_more": False}
    other = page["projects"][0] | {"id": "prj_OTHER", "name": "Twice"}
    page["projects"] = [page["projects"][0] | {"name": "Bakery"}, other, other]
    service.answers = {"list_projects": [page]}

    found, unknown, twice = (atrium("projects", "show", name) for name in ("bakery", "Cafe", "Twice"))

    assert (found.exit_code, unknown.exit_code, twice.exit_code) == (0, 1, 1)
    assert "prj_OTHER, prj_OTHER" in twice.stderr


def test_intake_takes_each_answer_in_its_questions_form(service: Service, atrium: Atrium) -> None:
    kinds = {"goal": "long_text", "must_haves": "list", "personal_data": "boolean", "budget_ceiling": "money"}
    asked = example(service, "GET", f"/projects/{P}/intake")
    asked["questions"] = [asked["questions"][0] | {"id": name, "type": kind} for name, kind in kinds.items()]
    service.answers = {"get_intake": [asked]}
    money = '{"amount": 40000, "currency": "EUR"}'
    said = ["goal=Bread = life", "must_haves=Order", "must_haves=Pay", "personal_data=true", f"budget_ceiling={money}"]

    atrium("projects", "intake", P, *(word for one in said for word in ("--set", one)))

    answers = {"goal": "Bread = life", "must_haves": ["Order", "Pay"], "personal_data": True}
    assert service.body("answer_intake") == {"answers": answers | {"budget_ceiling": json.loads(money)}}


def test_approval_is_of_the_text_that_was_listed(service: Service, atrium: Atrium) -> None:
    service.answers = {"list_approvals": [approvals(service)]}
    atrium("approve", P, "Title", "--no-hand-out")
    assert service.body("decide_approval") == {
        "decision": "approve",
        "content_hash": "b" * 64,
        "hand_out_work": False,
    }

    unknown = atrium("approve", P, "launch_plan")

    assert (unknown.exit_code, service.called.count("decide_approval")) == (1, 1)
    assert "product_brief" in unknown.stderr


def test_next_item_is_one_that_nobody_was_faster_to_claim(service, atrium, tmp_path: Path) -> None:
    page = example(service, "GET", f"/projects/{P}/work-items") | {"has_more": False}
    page["items"] = [page["items"][0] | {"id": "wrk_1"}, page["items"][0] | {"id": "wrk_2"}]
    taken = (409, "ALREADY_CLAIMED", "Somebody has it.")
    service.answers = {"list_work_items": [page], "claim_work_item": [taken, None, taken]}
    service.calls.clear()

    first, none = atrium("work", "next", P), atrium("work", "next", P)

    assert (first.exit_code, none.exit_code) == (0, 1)
    assert "No item is ready" in none.stderr
    assert (tmp_path / "config" / "atrium" / "claims" / "wrk_2").read_text() == "claim id"
    assert not (tmp_path / "config" / "atrium" / "claims" / "wrk_1").exists()


def test_item_that_this_machine_has_not_claimed_is_not_submitted(service: Service, atrium: Atrium) -> None:
    done = atrium("work", "submit", W, stdin=json.dumps(FORM))

    assert (done.exit_code, service.called) == (1, [])
    assert "Next: atrium work next PROJECT" in done.stderr


def test_nothing_in_review_is_told(service: Service, atrium: Atrium) -> None:
    found = submitted(service)
    found["item"]["submission_hash"] = None
    service.answers = {"get_work_item": [found]}

    assert atrium("work", "accept", W).exit_code == 1
    assert "review_work" not in service.called


def test_card_is_confirmed_by_its_id_alone(service: Service, atrium: Atrium) -> None:
    card = example(service, "GET", "/pa/cards")["cards"][0]
    card["request"] = {"method": "DELETE", "path": f"/pa/tasks/{T}", "body": None, "idempotency_key": "k"}
    service.answers = {"list_pa_cards": [{"cards": [card], "has_more": False}]}
    service.calls.clear()

    done, unknown = atrium("cards", "confirm", card["id"]), atrium("cards", "confirm", "card_2")

    assert (done.exit_code, unknown.exit_code) == (0, 1)
    assert service.called == ["list_pa_cards", "delete_pa_task", "list_pa_cards"]


def test_item_that_no_command_ends_names_its_page(service: Service, atrium: Atrium) -> None:
    item = example(service, "GET", "/inbox")["items"][0]
    service.answers = {
        "list_inbox": [{"items": [item | {"kind": "blocked", "path": "/app/projects/prj_1"}], "has_more": False}]
    }

    assert "/app/#/projects/prj_1" in atrium("inbox").stdout


def archive(files: dict[str, str]) -> dict[str, Any]:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    content = base64.b64encode(packed.getvalue()).decode()
    return {"filename": "a.zip", "content_type": "application/zip", "content": content, "documents": len(files)}


@for_each("name", ["../evil.md", "/etc/evil.md", "sub/evil.md", ".evil.md", "evil.sh", "..", "a\\b.md"])
def test_archive_writes_documents_alone_and_only_into_its_folder(service, atrium, tmp_path: Path, name: str) -> None:
    service.answers = {"get_archive": [archive({"01-brief.md": "# Brief", name: "evil"})]}

    done = atrium("docs", "pull", P, "--to", "out")

    assert done.exit_code == 0
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["01-brief.md"]
    assert list(tmp_path.rglob("*evil*")) == []
    assert "Left out" in done.stderr


def test_folder_that_cannot_be_written_is_told(atrium: Atrium, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")

    done = atrium("docs", "pull", P, "--to", "out")

    assert (done.exit_code, done.stdout) == (1, "")
    assert "out" in done.stderr


def sign_in(atrium: Atrium, *words: str, stdin: str = KEY) -> Result:
    return atrium("login", *words, "--with-key", stdin=stdin, **BARE)


def test_key_is_kept_for_its_own_address_only(service: Service, atrium: Atrium, tmp_path: Path) -> None:
    assert sign_in(atrium, URL).exit_code == 0
    service.calls.clear()

    here = atrium("whoami", "--json", **BARE)
    elsewhere = atrium("whoami", "--url", "https://other.example.com", **BARE)

    assert json.loads(here.stdout) == {
        "profile": "default",
        "url": URL,
        "key": KEY[:12],
        "key_from": "profile default",
        "scopes": None,
        "expires_at": None,
    }
    assert (elsewhere.exit_code, len(service.calls)) == (3, 1)
    assert Profiles(tmp_path / "config" / "atrium" / "profiles.json").all()["default"].key == KEY
    assert KEY not in atrium("keys", "--json", **BARE).stdout


def test_key_of_the_environment_goes_before_the_profiles(service: Service, atrium: Atrium) -> None:
    sign_in(atrium, URL)
    other = KEY.replace("Y2N0", "ABCD")

    told = json.loads(atrium("whoami", "--json", ATRIUM_API_KEY=other).stdout)

    assert (told["key"], told["expires_at"]) == (other[:12], None)
    assert service.calls[-1][1].headers["Authorization"] == f"Bearer {other}"


def test_key_that_does_not_work_is_not_kept(service: Service, atrium: Atrium, tmp_path: Path) -> None:
    service.answers = {"list_events": [(401, "UNAUTHORIZED", "Sign in, or send a valid API key.")]}

    assert sign_in(atrium, URL).exit_code == 3
    assert not (tmp_path / "config").exists()


def test_sign_out_forgets_and_says_where_the_key_is_revoked(service: Service, atrium: Atrium) -> None:
    sign_in(atrium, URL, "--profile", "work")

    done, again = (atrium("logout", "--profile", "work", **BARE) for _ in range(2))

    assert (done.exit_code, again.exit_code) == (0, 3)
    assert f"{URL}/app/#/developers/keys" in done.stderr


def test_code_is_told_and_the_key_kept_with_what_is_known_of_it(service, atrium, monkeypatch) -> None:
    token = {"access_token": KEY, "scope": "projects:read", "expires_in": 3600}
    asked: list[tuple[str, str]] = []

    def sign_in(device: Any, name: str, scopes: str, show: Callable[..., None]) -> dict[str, Any]:
        asked.append((device.url, scopes))
        show("BCDF-\x1b[2JGHJK", f"{URL}/device", f"{URL}/device?code=BCDF-GHJK", 600)
        return token

    monkeypatch.setattr(account.Device, "sign_in", sign_in)
    monkeypatch.setattr(account.webbrowser, "open", lambda _page: pytest.fail("there is no terminal"))

    done = atrium("login", URL, "--json", ATRIUM_API_KEY=None)

    assert done.stderr == f"Open {URL}/device and enter BCDF-\ufffd[2JGHJK within 10 minutes.\n"
    told = json.loads(done.stdout)
    assert (told["scopes"], told["key"]) == ("projects:read", KEY[:12])
    assert asked[0][0] == URL
    assert "projects:write" in asked[0][1].split()
    assert "work:write" not in asked[0][1].split()


def test_listen_waits_for_its_receiver_and_signs_like_our_webhooks(service, atrium, monkeypatch) -> None:
    service.answers = {"list_events": [EVENTS, KeyboardInterrupt()]}
    answers: list[Any] = [httpx.ConnectError("down"), httpx.Response(500), httpx.Response(204)]
    arrived: list[httpx.Request] = []
    paused: list[float] = []

    def receive(_self: Any, request: httpx.Request) -> httpx.Response:
        if request.url.host != "localhost":
            return service.handle_request(request)
        arrived.append(request)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", receive)
    monkeypatch.setattr(feed.time, "sleep", paused.append)

    done = atrium("listen", "--forward-to", "http://localhost:3000/hook", "--after", "8", "--json")

    secret = re.search(r"Signing secret: (whsec_\S+)", done.stderr)
    assert secret is not None
    assert Webhook(secret[1]).verify(arrived[-1].content, dict(arrived[-1].headers)) == EVENT
    assert arrived[-1].content == json.dumps(EVENT, ensure_ascii=False, separators=(",", ":")).encode()
    assert (json.loads(done.stdout), paused) == (EVENT | {"answered": 204}, [1, 2])
    assert done.exit_code == 0
    assert done.stderr.endswith("Stopped. To go on without a gap: --after 9\n")


@pytest.mark.parametrize(("answer", "tries"), [(httpx.Response(410), 1), (httpx.Response(400), 5)])
def test_listen_goes_on_after_a_receiver_that_refuses(service, atrium, monkeypatch, answer, tries: int) -> None:
    arrived: list[httpx.Request] = []
    monkeypatch.setattr(feed.time, "sleep", lambda _seconds: None)

    def receive(request: httpx.Request) -> httpx.Response:
        arrived.append(request)
        return answer

    client = httpx.Client(transport=httpx.MockTransport(receive))
    event = feed.EventView.from_dict({"id": "e", "type": "t", "timestamp": "t", "sequence": 1, "data": {}})
    run = type("Run", (), {"say": lambda *_said: None})()

    assert (
        feed._deliver(run, client, "http://localhost/", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", event)
        == answer.status_code
    )
    assert len(arrived) == tries


def test_follow_ends_with_its_stop_and_prints_a_line_at_once(service: Service, atrium: Atrium) -> None:
    service.answers = {"list_events": [EVENTS, EVENTS, KeyboardInterrupt()]}

    done = atrium("events", "--follow")

    assert (done.exit_code, done.stdout) == (0, "9\tt\tproject.created\tü\n")


def test_table_on_a_terminal_is_aligned_below_a_head_and_whole(capsys, monkeypatch) -> None:
    monkeypatch.setattr(output.sys.stdout, "isatty", lambda: True, raising=False)

    output.table([{"id": "prj_1" * 20, "a": {"b": "x\ny"}}, {"id": "p"}], ["id", "a.b"])

    head, first, second = capsys.readouterr().out.splitlines()
    assert (head.split(), first, second) == (["ID", "B"], f"{'prj_1' * 20}  x y", "p")
