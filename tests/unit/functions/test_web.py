from __future__ import annotations

import base64
import gzip
import json
import re
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
        "docs/mcp.md.gz": gzip.compress(b"# MCP"),
        "llms.txt.gz": gzip.compress(b"# Atrium"),
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
        "/docs/adr/0001-domain-layer.md",
        "/docs/..%2f..%2fREADME.md",
        "/docs/%2e%2e/%2e%2e/CONTRIBUTING.md",
        "/docs/MCP.md",
        "/docs/mcp.md.gz",
        "/handler.py",
    ],
)
def test_nothing_but_what_was_built_is_served(web: ModuleType, path: str) -> None:
    answer = get(web, path)

    assert answer["statusCode"] == 404
    assert json.loads(answer["body"]) == {"success": False, "error": {"code": "NOT_FOUND", "message": "No such page."}}


@pytest.mark.parametrize(
    ("path", "media_type", "said"),
    [
        ("/docs/mcp.md", "text/markdown; charset=utf-8", b"# MCP"),
        ("/llms.txt", "text/plain; charset=utf-8", b"# Atrium"),
    ],
)
def test_documents_are_served_as_text(web: ModuleType, path: str, media_type: str, said: bytes) -> None:
    answer = get(web, path)

    assert (answer["statusCode"], answer["headers"]["Content-Type"], content(answer)) == (200, media_type, said)


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ({"code": "BCDF-GHJK"}, "app/#/device/BCDF-GHJK"),
        (None, "app/#/device/"),
        ({"code": "//evil.example/#?&\r\nSet-Cookie: a=b"}, None),
    ],
)
def test_device_leads_to_a_page_that_nobody_can_frame(web: ModuleType, query: Any, place: str | None) -> None:
    asked = event("GET", "/device", caller=None, headers={"Accept": "*/*"}) | {"queryStringParameters": query}

    location = web.lambda_handler(asked, CONTEXT)["headers"]["Location"]

    assert location == place or re.fullmatch(r"app/#/device/[\w.%-]+", location)
    page = get(web, "/" + location.partition("#")[0])
    assert page["statusCode"] == 200
    assert "frame-ancestors 'none'" in page["headers"]["Content-Security-Policy"]


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
