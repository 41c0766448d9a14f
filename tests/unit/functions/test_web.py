from __future__ import annotations

import base64
import gzip
import json
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sam_template
from common.clock import from_iso, utc_now
from doors import CONTEXT, call, event, load, session_caller

PAGE = b"<!doctype html><title>Atrium</title>"
SCRIPT = b"console.log('hello')"
FONT = b"wOF2\x00\xff"


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The function with a small build of its own."""
    module = load("web")
    assets = tmp_path / "assets"
    for name, content in {
        "app/index.html.gz": gzip.compress(PAGE),
        "app/assets/index-1a2b.js.gz": gzip.compress(SCRIPT),
        "app/assets/geist-1a2b.woff2": FONT,
        "docs/index.html.gz": gzip.compress(PAGE),
    }.items():
        (assets / name).parent.mkdir(parents=True, exist_ok=True)
        (assets / name).write_bytes(content)
    (tmp_path / "openapi.json").write_text('{"openapi": "3.1.0"}')
    (tmp_path / "secret.txt").write_text("nobody's business")
    monkeypatch.setattr(module, "ASSETS", assets)
    monkeypatch.setattr(module, "OPENAPI", tmp_path / "openapi.json")
    module.find_file.cache_clear()
    module._built.cache_clear()
    return module


def get(web: ModuleType, path: str, **headers: str | None) -> dict[str, Any]:
    """The answer to a client that accepts everything, unless `Accept` says otherwise; None leaves the header out."""
    given = {"Accept": "*/*"} | headers
    sent = {name.replace("_", "-"): value for name, value in given.items() if value is not None}
    asked = event("GET", "/app", caller=None, headers=sent) | {"path": path}
    return web.lambda_handler(asked, CONTEXT)


def content(answer: dict[str, Any]) -> bytes:
    return base64.b64decode(answer["body"])


def test_page_is_sent_compressed_to_whoever_understands_it(web: ModuleType) -> None:
    answer = get(web, "/app/", Accept_Encoding="gzip, br")

    assert answer["statusCode"] == 200
    assert answer["headers"]["Content-Type"] == "text/html; charset=utf-8"
    assert answer["headers"]["Content-Encoding"] == "gzip"
    assert gzip.decompress(content(answer)) == PAGE


@pytest.mark.parametrize("path", ["/app/", "/docs/", "/openapi.json", "/app/assets/index-1a2b.js"])
def test_every_file_comes_with_its_policy(web: ModuleType, path: str) -> None:
    headers = get(web, path)["headers"]

    policy = headers["Content-Security-Policy"].split("; ")
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert ("require-trusted-types-for 'script'" in policy) is not path.startswith("/docs")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Strict-Transport-Security"].startswith("max-age=")


@pytest.mark.parametrize(
    "path",
    [
        "/app/nope.js",
        "/app/../secret.txt",
        "/app/..%2fsecret.txt",
        "/app//../../secret.txt",
        "/app/index.html.gz",
        "/app/assets/",
        "/docs/../openapi.json",
        "/handler.py",
    ],
)
def test_nothing_but_what_was_built_is_served(web: ModuleType, path: str) -> None:
    answer = get(web, path)

    assert answer["statusCode"] == 404
    assert json.loads(answer["body"]) == {"success": False, "error": {"code": "NOT_FOUND", "message": "No such page."}}


def test_function_has_no_right_to_anything_and_needs_no_caller() -> None:
    function = sam_template.resources("AWS::Serverless::Function")["WebFunction"]

    assert "Policies" not in function
    assert set(function["Environment"]["Variables"]) == {"SECURITY_CONTACT"}
    assert {one["Properties"]["Auth"]["Authorizer"] for one in function["Events"].values()} == {"NONE"}


def test_binary_files_pass_the_gateway_and_json_reaches_the_doors_in_base64(aws: Any) -> None:
    (api,) = sam_template.resources("AWS::Serverless::Api").values()
    asked = event("PATCH", "/api/account", caller=session_caller(), body={"name": ""})
    encoded = asked | {"body": base64.b64encode(asked["body"].encode()).decode(), "isBase64Encoded": True}

    answer = load("session").lambda_handler(encoded, CONTEXT)

    assert api["BinaryMediaTypes"] == ["*/*"]
    assert answer["statusCode"] == 400
    plain = call("session", "PATCH", "/api/account", caller=session_caller(), body={"name": ""})
    assert json.loads(answer["body"]) == plain.body


def test_security_txt_names_a_contact_and_a_day_within_a_year(web: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", "mailto:security@atrium.example")
    monkeypatch.setenv("PUBLIC_URL", "https://atrium.example")

    answer = web.respond("/.well-known/security.txt", {})

    told = dict(line.split(": ", 1) for line in answer["body"].splitlines())
    assert answer["headers"]["Content-Type"] == "text/plain; charset=utf-8"
    assert told["Contact"] == "mailto:security@atrium.example"
    assert told["Canonical"] == "https://atrium.example/.well-known/security.txt"
    assert timedelta(days=30) < from_iso(told["Expires"]) - utc_now() < timedelta(days=365)


def test_without_a_contact_there_is_no_security_txt(web: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECURITY_CONTACT", raising=False)

    assert web.respond("/.well-known/security.txt", {})["statusCode"] == 404
