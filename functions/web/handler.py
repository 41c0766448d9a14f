"""Serves the dashboard's pages, the documents and the OpenAPI document: files built into this folder."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from common.clock import to_iso, utc_now
from common.envelope import STANDING_HEADERS, failure
from common.services import frozen
from common.settings import settings
from common.telemetry import logger

ROOT = Path(__file__).parent
ASSETS = ROOT / "assets"
OPENAPI = ROOT / "openapi.json"
FOREVER = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"  # a browser asks with its ETag, so an unchanged file is not sent again
SCREEN = re.compile(r"/app/(?!assets/)[a-z-]+(?:/[\w-]+)*")  # what a mail or a webhook links to
SECURITY = "/.well-known/security.txt"
SECURITY_GOOD_FOR = timedelta(days=180)  # RFC 9116 asks for less than a year
PAGES = ("app", "docs")  # folders with an index.html, whose relative links need the address to end in a slash
# Addresses that lead to a page of the dashboard: its place there, and the query parameter to pass on.
BY_QUERY = {"/unsubscribe": ("unsubscribe", "token"), "/device": ("device", "code")}
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/markdown", ".md")

COMMON_POLICY = (
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
APP_POLICY = "; ".join((*COMMON_POLICY, "require-trusted-types-for 'script'", "trusted-types 'none'"))
# Swagger UI draws its icons from data: URLs, and sets sanitised Markdown as HTML, which Trusted Types would block.
DOCS_POLICY = "; ".join((*COMMON_POLICY, "img-src 'self' data:"))


@frozen
class File:
    """A file as it is served; `gzipped` says that `content` is compressed, `policy` is its Content-Security-Policy."""

    content: bytes
    media_type: str
    gzipped: bool
    etag: str
    cache_control: str
    policy: str


def lambda_handler(event: Mapping[str, Any], _context: Any) -> dict[str, Any]:
    path = str(event["path"])
    headers = {name.lower(): value for name, value in (event.get("headers") or {}).items()}
    given = BY_QUERY.get(path)
    answer = _redirect(_page(event, *given)) if given else respond(path, headers)
    if event["httpMethod"] == "HEAD":
        answer = {**answer, "body": "", "isBase64Encoded": False}
    logger.info("page", route=f"{event['httpMethod']} {event['resource']}", status=answer["statusCode"])
    return answer


def _page(event: Mapping[str, Any], place: str, parameter: str) -> str:
    """The address of a page that asks to confirm: mail scanners follow links, so a GET must change nothing."""
    value = (event.get("queryStringParameters") or {}).get(parameter, "")
    return f"app/#/{place}/{quote(value, safe='')}"


def respond(path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """The answer to a GET of `path`: a built file, a redirect to it, 304 or 404. `headers` have lower-case names."""
    if path in {"", "/"}:
        return _redirect("app/")
    if path == SECURITY and settings.security_contact:
        return _security(settings.security_contact)
    name = path.strip("/")
    if name in PAGES:
        if not path.endswith("/"):
            return _redirect(f"{name}/")  # relative, because the API's stage may precede the path
        name = f"{name}/index.html"
    file = find_file(name)
    if file is None:
        return _redirect(_screen(path)) if SCREEN.fullmatch(path) else _not_found()
    sent = _headers(file)
    # API Gateway decodes base64 only for requests with an Accept header; answer the others in plain text.
    as_text = _is_text(file.media_type) and "accept" not in headers
    if headers.get("if-none-match") == file.etag:
        return {"statusCode": 304, "headers": sent, "body": "", "isBase64Encoded": False}
    content = file.content
    if file.gzipped and "gzip" in headers.get("accept-encoding", "") and not as_text:
        sent["Content-Encoding"] = "gzip"
    elif file.gzipped:
        content = gzip.decompress(content)
    return {
        "statusCode": 200,
        "headers": sent | {"Content-Type": file.media_type},
        "body": content.decode() if as_text else base64.b64encode(content).decode(),
        "isBase64Encoded": not as_text,
    }


def _screen(path: str) -> str:
    """The address of a dashboard screen, relative to `path`: the pages' router reads what stands behind the hash."""
    return "./" + "../" * path.count("/", len("/app/")) + "#" + path.removeprefix("/app")


def _is_text(media_type: str) -> bool:
    return media_type.startswith(("text/", "application/json", "image/svg+xml"))


@cache
def find_file(name: str) -> File | None:
    """The built file served under `name`, or None. Only names in the build's list are found, so no path escapes it."""
    source = OPENAPI if name == "openapi.json" else _built().get(name)
    if source is None or not source.exists():
        return None
    gzipped = source.suffix == ".gz"
    content = source.read_bytes()
    if not gzipped and name.endswith(".json"):
        content, gzipped = gzip.compress(content, mtime=0), True
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return File(
        content=content,
        media_type=f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type,
        gzipped=gzipped,
        etag=f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        cache_control=FOREVER if "/assets/" in name else ASK_EACH_TIME,
        policy=DOCS_POLICY if name.startswith("docs/") else APP_POLICY,
    )


@cache
def _built() -> Mapping[str, Path]:
    """Every built file by the name it is served under; compressed files are served without their `.gz`."""
    files = (file for file in ASSETS.rglob("*") if file.is_file())
    return {file.relative_to(ASSETS).as_posix().removesuffix(".gz"): file for file in files}


def _headers(file: File) -> dict[str, str]:
    return {
        **STANDING_HEADERS,
        "Cache-Control": file.cache_control,
        "ETag": file.etag,
        "Vary": "Accept-Encoding",
        "Content-Security-Policy": file.policy,
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }


def _security(contact: str) -> dict[str, Any]:
    """The answer with `security.txt` (RFC 9116), which says whom to tell of a vulnerability."""
    expires = to_iso(utc_now() + SECURITY_GOOD_FOR)
    lines = [f"Contact: {contact}", f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.public_url:
        lines.append(f"Canonical: {settings.public_url}{SECURITY}")
    headers = {**STANDING_HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": ASK_EACH_TIME}
    return {"statusCode": 200, "headers": headers, "body": "\n".join(lines) + "\n", "isBase64Encoded": False}


def _redirect(location: str) -> dict[str, Any]:
    headers = {**STANDING_HEADERS, "Location": location, "Cache-Control": ASK_EACH_TIME}
    return {"statusCode": 302, "headers": headers, "body": "", "isBase64Encoded": False}


def _not_found() -> dict[str, Any]:
    body = json.dumps(failure("NOT_FOUND", "No such page."))
    headers = {**STANDING_HEADERS, "Content-Type": "application/json; charset=utf-8"}
    return {"statusCode": 404, "headers": headers, "body": body, "isBase64Encoded": False}
