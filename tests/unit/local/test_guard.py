"""The guard before the emulator, with the emulator's own judgement of signatures: in a process of its interpreter."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from local.aws import SETTINGS, Access
from local.clock import INSIDE
from local.paths import interpreter

ACCESS = Access("http://127.0.0.1:4566", "AKIAABCDEFGHIJKLMNOP", "a-secret-of-this-test")
ROOT = Credentials(ACCESS.access_key, ACCESS.secret_key)
ROLE = Credentials("ASIAABCDEFGHIJKLMNOP", "a-secret-of-a-role", "token-of-a-role")
TABLES = {"X-Amz-Target": "DynamoDB_20120810.ListTables", "Content-Type": "application/x-amz-json-1.0"}
PUBLIC = "/_aws/execute-api/abc123/live/agents"

SERVE = """
import asyncio, json, sys
from types import SimpleNamespace
import guard
from ministack.services import sts

sts.register_session("ASIAABCDEFGHIJKLMNOP", json.loads(sys.argv[1]))

async def app(scope, receive, send):
    body = (await receive())["body"].decode()
    headers = [(b"access-control-allow-origin", b"*"), (b"x-kept", b"1")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    seen = {"body": body, "headers": [name.decode() for name, _ in scope["headers"]]}
    await send({"type": "http.response.body", "body": json.dumps(seen).encode()})

emulator = SimpleNamespace(app=app)
guard.stand_guard(emulator)

async def answer(asked):
    body, sent = asked.pop("body").encode(), []
    scope = asked | {"path": asked["raw_path"], "raw_path": asked["raw_path"].encode()}
    scope["query_string"] = asked["query_string"].encode()
    scope["headers"] = [(name.lower().encode(), value.encode()) for name, value in asked["headers"]]
    parts = [{"type": "http.request", "body": body[:3], "more_body": True}, {"type": "http.request", "body": body[3:]}]
    async def receive():
        return parts.pop(0)
    async def send(message):
        sent.append(message)
    await emulator.app(scope, receive, send)
    if len(sent) == 1:
        return {"status": sent[0]["type"], "headers": {}, "body": ""}
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return {"status": sent[0]["status"], "headers": headers, "body": sent[1]["body"].decode()}

for line in sys.stdin:
    print(json.dumps(asyncio.run(answer(json.loads(line)))), flush=True)
"""


@dataclass(frozen=True)
class Answer:
    status: int | str
    headers: Mapping[str, str]
    body: str


@dataclass(frozen=True)
class Guarded:
    """The emulator behind its guard, as a process."""

    process: subprocess.Popen[str]

    def ask(
        self, request: AWSRequest, *more: tuple[str, str], kind: str = "http", body: str | None = None, **changed: str
    ) -> Answer:
        """Send a request as it was prepared, with more headers or another part."""
        address = urlsplit(str(request.prepare().url))
        host = [] if "Host" in request.headers else [("Host", address.netloc)]
        asked = {
            "type": kind,
            "method": request.method,
            "raw_path": address.path,
            "query_string": address.query,
            "headers": [*host, *request.headers.items(), *more],
            "body": (request.data or b"").decode() if body is None else body,
        }
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(asked | changed), file=self.process.stdin, flush=True)
        return Answer(**json.loads(self.process.stdout.readline()))


@pytest.fixture(scope="module")
def guarded() -> Iterator[Guarded]:
    session = {
        "Arn": "arn:aws:sts::000000000000:assumed-role/role/function",
        "UserId": "role:function",
        "SecretAccessKey": ROLE.secret_key,
        "SessionToken": ROLE.token,
    }
    process = subprocess.Popen(
        [interpreter("cloud"), "-c", SERVE, json.dumps(session)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**ACCESS.credentials, "PYTHONPATH": str(INSIDE), "AUTH": "true"},
    )
    with process:
        yield Guarded(process)
        assert process.stdin
        process.stdin.close()


def asked(method: str = "POST", path: str = "/", data: str = "{}", **headers: str) -> AWSRequest:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return AWSRequest(method, ACCESS.endpoint + path, headers=named, data=data.encode())


def signed(who: Any = ROOT, request: AWSRequest | None = None) -> AWSRequest:
    request = request or AWSRequest("POST", ACCESS.endpoint + "/", headers=TABLES, data=b"{}")
    SigV4Auth(who, "dynamodb", "us-east-1").add_auth(request)
    return request


def object_address(seconds: int = 60, who: Any = ROOT) -> AWSRequest:
    request = AWSRequest("GET", f"{ACCESS.endpoint}/bucket/acc/an%20export.zip")
    S3SigV4QueryAuth(who, "s3", "us-east-1", expires=seconds).add_auth(request)
    return request


@pytest.mark.parametrize("who", [ROOT, ROLE])
def test_program_with_the_clouds_credentials_is_let_in_with_its_body(guarded: Guarded, who: Any) -> None:
    request = signed(who, AWSRequest("POST", f"{ACCESS.endpoint}/a%20b?x=1&y=%2F", headers=TABLES, data=b'{"a": 1}'))

    answer = guarded.ask(request)

    assert answer.status == 200
    assert json.loads(answer.body)["body"] == '{"a": 1}'


def test_object_is_stored_when_the_signature_leaves_its_content_out(guarded: Guarded) -> None:
    request = asked("PUT", "/bucket/key", "content", X_Amz_Content_Sha256="UNSIGNED-PAYLOAD")
    S3SigV4Auth(ROOT, "s3", "us-east-1").add_auth(request)

    assert guarded.ask(request).status == 200


@pytest.mark.parametrize(
    "who",
    [
        Credentials("test", "test"),
        Credentials("000000000000", "test"),
        Credentials("AKIAINVENTEDINVENTED", "invented"),
        Credentials(ACCESS.access_key, "invented"),
        Credentials("test", ACCESS.secret_key),
        Credentials(ROLE.access_key, ROLE.secret_key),
        Credentials(ROLE.access_key, ROLE.secret_key, "another token"),
        Credentials(ROLE.access_key, "invented", ROLE.token),
    ],
)
def test_other_credentials_are_refused(guarded: Guarded, who: Any) -> None:
    answer = guarded.ask(signed(who))

    assert answer.status == 403
    assert json.loads(answer.body)["__type"] in {"InvalidClientTokenId", "SignatureDoesNotMatch"}


@pytest.mark.parametrize("path", ["/", "/_ministack/health", "/_ministack/reset", "/_ministack/ses/messages", PUBLIC])
def test_nobody_is_let_in_unsigned(guarded: Guarded, path: str) -> None:
    assert guarded.ask(asked(path=path)).status == 403
    assert guarded.ask(asked(path=path, Authorization="Bearer atr_key")).status == 403


@pytest.mark.parametrize(
    "changed",
    [{"body": '{"Limit": 1}'}, {"raw_path": "/other"}, {"query_string": "Action=DeleteRole"}, {"method": "PUT"}],
)
def test_what_was_not_signed_is_refused(guarded: Guarded, changed: dict[str, str]) -> None:
    assert guarded.ask(signed(), **changed).status == 403


def test_signature_is_good_for_minutes(guarded: Guarded, monkeypatch: pytest.MonkeyPatch) -> None:
    long_ago = datetime.now(UTC) - timedelta(hours=1)
    monkeypatch.setattr("botocore.auth.get_current_datetime", lambda: long_ago)

    assert guarded.ask(signed()).status == 403
    assert guarded.ask(object_address(seconds=60)).status == 403
    assert guarded.ask(object_address(seconds=7200)).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:4566", "localhost.evil.example", "127.0.0.1.evil.example"]
)
def test_foreign_name_is_refused_whoever_signs(guarded: Guarded, host: str) -> None:
    request = AWSRequest("POST", f"http://{host}/", headers=TABLES, data=b"{}")

    assert guarded.ask(signed(request=request)).status == 403
    assert guarded.ask(asked("GET", PUBLIC, Host=host, X_Atrium_Front=ACCESS.front_token)).status == 403


def test_second_host_does_not_hide_behind_the_first(guarded: Guarded) -> None:
    assert guarded.ask(signed(), ("Host", "evil.example")).status == 403


@pytest.mark.parametrize("said", [("Origin", "http://localhost:8000"), ("Origin", "null"), ("Sec-Fetch-Site", "none")])
def test_page_is_refused_even_with_the_right_signature(guarded: Guarded, said: tuple[str, str]) -> None:
    assert guarded.ask(signed(), said).status == 403


def test_preflight_is_refused_without_a_word_of_cors(guarded: Guarded) -> None:
    answer = guarded.ask(asked("OPTIONS", Origin="http://evil.example", Access_Control_Request_Method="POST"))

    assert answer.status == 403
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_no_answer_allows_a_page_to_read_it(guarded: Guarded) -> None:
    answer = guarded.ask(signed())

    assert answer.headers == {"x-kept": "1"}


@pytest.mark.parametrize("who", [ROOT, ROLE])
def test_click_on_a_signed_address_downloads(guarded: Guarded, who: Any) -> None:
    assert guarded.ask(object_address(who=who), ("Sec-Fetch-Site", "cross-site")).status == 200


@pytest.mark.parametrize(
    "more", [("Origin", "http://evil.example"), ("Authorization", "AWS4-HMAC-SHA256 Credential=test/")]
)
def test_signed_address_is_refused_to_a_script_and_with_a_second_signature(
    guarded: Guarded, more: tuple[str, str]
) -> None:
    assert guarded.ask(object_address(), more).status == 403


def test_public_api_is_asked_by_the_front_alone(guarded: Guarded) -> None:
    from_page = {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}

    through = guarded.ask(asked(path=PUBLIC, X_Atrium_Front=ACCESS.front_token), *from_page.items())
    beside = guarded.ask(asked(path=PUBLIC, X_Atrium_Front="0" * 64), *from_page.items())
    astray = guarded.ask(asked(path="/_ministack/reset", X_Atrium_Front=ACCESS.front_token))

    assert (through.status, beside.status, astray.status) == (200, 403, 403)
    assert "origin" in json.loads(through.body)["headers"]
    assert "x-atrium-front" not in json.loads(through.body)["headers"]


def test_functions_role_does_not_steer_the_emulator(guarded: Guarded) -> None:
    reset = AWSRequest("POST", f"{ACCESS.endpoint}/_ministack/reset")
    same = AWSRequest("POST", f"{ACCESS.endpoint}/_ministack/reset")

    assert guarded.ask(signed(ROLE, reset)).status == 403
    assert guarded.ask(signed(ROOT, same)).status == 200


def test_no_web_socket_is_opened(guarded: Guarded) -> None:
    assert guarded.ask(signed(), kind="websocket").status == "websocket.close"


LEND = """
from ministack.core import lambda_runtime
from ministack.services import sts
arn = "arn:aws:lambda:us-east-1:000000000000:function:ceo"
lent = lambda_runtime.execution_credentials({"FunctionArn": arn, "Role": "arn:aws:iam::000000000000:role/ceo"})
known = sts._sessions[lent["AWS_ACCESS_KEY_ID"]]
print(lent["AWS_SECRET_ACCESS_KEY"], lent["AWS_SESSION_TOKEN"], known["SecretAccessKey"], known["SessionToken"])
"""


def test_functions_credentials_follow_from_the_clouds_secret() -> None:
    def lent(secret: str) -> list[str]:
        variables = {
            "AWS_ACCESS_KEY_ID": "AKIA",
            "AWS_SECRET_ACCESS_KEY": secret,
            "PYTHONPATH": str(INSIDE),
            **SETTINGS,
        }
        command = [interpreter("cloud"), "-c", LEND]
        return subprocess.check_output(command, env=variables | {"AUTH": "true"}, text=True).split()

    one, other = lent("one"), lent("other")

    assert one[:2] == one[2:]
    assert not set(one) & set(other)
