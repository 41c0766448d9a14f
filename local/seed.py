"""Gives a fresh cloud a demo customer with an API key and a confirmed address, through the public API alone."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from local.aws import REGION
from local.cloud import Cloud
from local.console import Problem, step
from local.mail import SentMail, sent_mails

EMAIL = "demo@atrium.example"
NAME = "Demo"
KEY_NAME = "Local development"
ANSWERS_WITHIN_SECONDS = 60.0
MAIL_WITHIN_SECONDS = 10.0
LINK = re.compile(r"#/verify/([\w-]+)")


@dataclass(frozen=True, slots=True)
class Customer:
    """The demo customer; `password` and `api_key` are kept in the home's env file, which only its owner can read."""

    email: str
    password: str
    api_key: str = ""

    @classmethod
    def remembered(cls, env_file: Path) -> Customer:
        """The customer that the env file names; without one, a new customer with a random password and no key."""
        known = read_env(env_file)
        password = known.get("ATRIUM_PASSWORD") or secrets.token_urlsafe(18)
        return cls(known.get("ATRIUM_EMAIL", EMAIL), password, known.get("ATRIUM_API_KEY", ""))


@dataclass(frozen=True, slots=True)
class Reply:
    """A response of the API: its status, its JSON, and its cookies as a browser would send them back.

    `retry_after` is the header `Retry-After` as it came; empty without one.
    """

    status: int
    content: Mapping[str, Any]
    cookies: str
    retry_after: str = ""

    def require(self, *statuses: int, doing: str) -> Mapping[str, Any]:
        """The `data` of the response. Raises a `Problem` about `doing` unless the status is one of `statuses`."""
        if self.status not in statuses:
            raise Problem(
                f"{doing} was answered with {self.status}: {self.content.get('error')}",
                fix="begin anew with: make reset; make up",
            )
        data: Mapping[str, Any] = self.content["data"]
        return data


@dataclass(frozen=True, slots=True)
class PublicApi:
    """The API as any customer reaches it."""

    base_url: str

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None, **headers: str) -> Reply:
        """Send one request; header names are written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent["Content-Type"] = "application/json"
        with closing(HTTPConnection(urlsplit(self.base_url).netloc, timeout=ANSWERS_WITHIN_SECONDS)) as connection:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            return _reply(connection.getresponse())

    def sign_in(self, customer: Customer) -> str:
        """Sign in, or sign up an unknown customer; returns the session cookie. Raises `Problem`."""
        credentials = {"email": customer.email, "password": customer.password}
        reply = self.call("POST", "/api/auth/login", credentials)
        if reply.status == HTTPStatus.UNAUTHORIZED:
            reply = self.call("POST", "/api/auth/signup", {**credentials, "name": NAME})
        reply.require(HTTPStatus.OK, HTTPStatus.CREATED, doing=f"Signing in as {customer.email}")
        return reply.cookies


def hold_api_key(api: PublicApi, customer: Customer) -> Customer:
    """The customer with an API key that works: the one remembered, or a new one with full access. Raises `Problem`."""
    if customer.api_key:
        known = api.call("GET", "/agents", Authorization=f"Bearer {customer.api_key}")
        if known.status != HTTPStatus.UNAUTHORIZED:
            return customer
    wanted = {"name": KEY_NAME, "preset": "full_access"}
    reply = api.call("POST", "/api/account/api-keys", wanted, Cookie=api.sign_in(customer))
    return replace(customer, api_key=reply.require(HTTPStatus.CREATED, doing="Creating an API key")["key"])


def confirm_address(api: PublicApi, email: str, mails: Callable[[], Iterable[SentMail]]) -> None:
    """Follow the link of the newest verification mail: webhooks and mails need a confirmed address.

    Nothing happens when no such mail comes within ten seconds; the dashboard then says what is left to do.
    """
    deadline = time.monotonic() + MAIL_WITHIN_SECONDS
    while time.monotonic() < deadline:
        found = [LINK.search(mail.text) for mail in mails() if email in mail.to]
        tokens = [link[1] for link in found if link]
        if tokens:
            api.call("POST", "/api/auth/verify", {"token": tokens[-1]})
            return
        time.sleep(0.1)


def seed(cloud: Cloud, env_file: Path) -> Customer:
    """Save a customer with a key that works to `env_file`, and return it. Raises `Problem`: a request was refused."""
    api = PublicApi(cloud.base_url)
    remembered = Customer.remembered(env_file)
    with step("Seeding"):
        customer = hold_api_key(api, remembered)
        write_env(env_file, cloud, customer)
        if customer != remembered:
            confirm_address(api, customer.email, lambda: sent_mails(cloud.access))
    return customer


def read_env(env_file: Path) -> Mapping[str, str]:
    """Names and values of a file of `NAME=value` lines; nothing when there is no file."""
    lines = env_file.read_text().splitlines() if env_file.exists() else []
    return dict(line.split("=", 1) for line in lines if "=" in line)


def write_env(env_file: Path, cloud: Cloud, customer: Customer) -> None:
    """Write address and credentials for a shell to source; only its owner can read the file, from its first byte."""
    values = {
        "ATRIUM_URL": cloud.base_url,
        "ATRIUM_EMAIL": customer.email,
        "ATRIUM_PASSWORD": customer.password,
        "ATRIUM_API_KEY": customer.api_key,
        "AWS_ENDPOINT_URL": cloud.endpoint_url,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ACCESS_KEY_ID": cloud.access.access_key,
        "AWS_SECRET_ACCESS_KEY": cloud.access.secret_key,
    }
    env_file.touch(mode=0o600)
    env_file.write_text("".join(f"{name}={value}\n" for name, value in values.items()))


def _reply(response: HTTPResponse) -> Reply:
    text = response.read()
    try:
        content = json.loads(text)
    except ValueError:
        content = {"error": text.decode(errors="replace")}
    cookies = "; ".join(value.partition(";")[0] for value in response.headers.get_all("Set-Cookie", []))
    return Reply(response.status, content, cookies, response.headers.get("Retry-After", ""))
