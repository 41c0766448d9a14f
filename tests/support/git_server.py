"""A real Git server on this machine: `git http-backend` behind TLS, with the authority of `echo.py`."""

from __future__ import annotations

import base64
import os
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from echo import GIT_HOST, authority

USERNAME, SECRET = "bakery", "tok-3f9a1c7e5b2d8840"
BRANCH = "atrium/documents"
_CLEAN = {
    "PATH": os.environ["PATH"],
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}


@dataclass
class GitServer:
    """One bare repository, its server, and a way to push to it as somebody else.

    Attributes:
        folder: the folder of the repository, its copies and the certificate.
        url: the repository's URL, as a customer gives it.
        port: the server's port on the loopback interface.
        trusting: the TLS context of a client that trusts the authority.
        requests: method and path of every request.
        before: called with each request's path before it is answered.
        answer: gives the status to answer a path with; None serves the repository.
    """

    folder: Path
    url: str
    port: int = 0
    trusting: ssl.SSLContext | None = None
    requests: list[str] = field(default_factory=list)
    before: Callable[[str], None] = lambda _path: None
    answer: Callable[[str], int | None] = lambda _path: None

    @property
    def local_url(self) -> str:
        """The repository's URL for clients that may connect to this machine."""
        return f"https://localhost:{self.port}/shop.git"

    @property
    def authority(self) -> Path:
        """The file with the authority's certificate."""
        return self.folder / "certificate.pem"

    @property
    def bare(self) -> Path:
        return self.folder / "shop.git"

    def git(self, *words: str, at: Path | None = None) -> str:
        """Run a command of Git in the bare repository or in the folder `at`; returns its output."""
        command = ["git", "-C", str(at or self.bare), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=_CLEAN)
        return done.stdout.strip()

    def commit(self, path: str, content: str | None, *, branch: str = "main") -> str:
        """Push a commit as somebody else that writes (or, without content, deletes) one file; returns its id."""
        copy = self.folder / f"copy-{len(list(self.folder.iterdir()))}"
        self.git("clone", "--quiet", str(self.bare), str(copy), at=self.folder)
        known = bool(self.git("branch", "--all", "--list", f"*{branch}", at=copy))
        self.git("checkout", "--quiet", *(() if known else ("-B",)), branch, at=copy)
        file = copy / path
        if content is None:
            file.unlink()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        self.git("add", "--all", at=copy)
        self.git("commit", "--quiet", "--message", f"Change {path}", at=copy)
        self.git("push", "--quiet", "origin", branch, at=copy)
        return self.git("rev-parse", "HEAD", at=copy)

    def hook(self, name: str, script: str) -> None:
        """Install a hook of the bare repository, such as `pre-receive`."""
        file = self.bare / "hooks" / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def log(self, branch: str = BRANCH) -> list[str]:
        """The subjects of a branch's commits, newest first; none when there is no such branch."""
        if not self.git("branch", "--list", branch):
            return []
        return self.git("log", "--format=%s", branch).splitlines()

    def read(self, path: str, branch: str = BRANCH) -> str:
        """The text of a file in a branch's last commit."""
        return self.git("show", f"{branch}:{path}")


@contextmanager
def serving(folder: Path) -> Iterator[GitServer]:
    """An empty repository and its server, for as long as the block lasts. Only USERNAME and SECRET are let in."""
    server = GitServer(folder, f"https://{GIT_HOST}/shop.git")
    server.bare.mkdir(parents=True)
    server.git("init", "--quiet", "--bare", "--initial-branch=main")
    for setting in ("http.receivepack", "uploadpack.allowFilter"):
        server.git("config", setting, "true")
    server.authority.write_bytes(authority().pem)
    server.trusting = authority().client

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            _answer(self, server)

        def do_POST(self) -> None:
            _answer(self, server)

        def log_message(self, *_written: Any) -> None:
            """Log nothing."""

    http_server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http_server.daemon_threads = True
    http_server.socket = authority().server.wrap_socket(http_server.socket, server_side=True)
    server.port = http_server.server_port
    threading.Thread(target=http_server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server
    finally:
        http_server.shutdown()
        http_server.server_close()


def _answer(handler: BaseHTTPRequestHandler, server: GitServer) -> None:
    server.requests.append(f"{handler.command} {handler.path}")
    server.before(handler.path)
    body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
    expected = "Basic " + base64.b64encode(f"{USERNAME}:{SECRET}".encode()).decode()
    status = server.answer(handler.path)
    if status is None and handler.headers.get("Authorization") != expected:
        status = 401
    if status is not None:
        handler.send_response(status)
        handler.send_header("Location", f"https://{GIT_HOST}/elsewhere.git")
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return
    head, _, content = _backend(handler, server, body).partition(b"\r\n\r\n")
    told = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
    handler.send_response(int(told.pop("Status", "200").split()[0]))
    for name, value in {**told, "Content-Length": str(len(content))}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)


def _backend(handler: BaseHTTPRequestHandler, server: GitServer, body: bytes) -> bytes:
    parts = urlsplit(handler.path)
    environment = {
        **_CLEAN,
        "GIT_PROJECT_ROOT": str(server.folder),
        "GIT_HTTP_EXPORT_ALL": "1",
        "GIT_PROTOCOL": handler.headers.get("Git-Protocol", ""),
        "PATH_INFO": parts.path,
        "QUERY_STRING": parts.query,
        "REQUEST_METHOD": handler.command,
        "CONTENT_TYPE": handler.headers.get("Content-Type", ""),
        "CONTENT_LENGTH": str(len(body)),
        "REMOTE_USER": USERNAME,
        "REMOTE_ADDR": "127.0.0.1",
    }
    done = subprocess.run(["git", "http-backend"], input=body, capture_output=True, check=False, env=environment)
    return done.stdout
