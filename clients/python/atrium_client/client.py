"""`Atrium`: the service as an object. It calls generated operations, retries safely, raises typed errors."""

from __future__ import annotations

import inspect
import random
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import Any, Protocol, Self
from urllib.request import getproxies, proxy_bypass

import httpx
from standardwebhooks import Webhook

from atrium_client.errors import AtriumError, InvalidRequest, Unavailable, error_of, seconds_to_wait
from atrium_client.generated.client import AuthenticatedClient
from atrium_client.generated.models.card_view import CardView
from atrium_client.generated.models.event_view import EventView
from atrium_client.generated.models.failure import Failure
from atrium_client.generated.models.message_view import MessageView

POLL_SECONDS = 20  # interface 4: the longest `wait`
NEWEST = 999_999_999_998  # interface 4.3: the highest `before`
IDEMPOTENCY_KEY = "Idempotency-Key"
# After these failures the request has not reached the service.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


@dataclass
class Retrying(httpx.BaseTransport):
    """Sends requests by `inner`, up to `attempts` times, with pauses of `longest_wait_seconds` at most.

    After 429, or when no connection was made, nothing was done: every request is repeated. After 503, or when the
    connection was lost, only reads and requests with an `Idempotency-Key` are: others may have been carried out.
    """

    inner: httpx.BaseTransport
    attempts: int = 4
    longest_wait_seconds: float = 30.0
    sleep: Callable[[float], None] = time.sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The first answer that is not to be retried, else the last one. Raises `Unavailable`: no answer came."""
        reads = request.method == "GET"
        statuses = {429, 503} if reads or IDEMPOTENCY_KEY in request.headers else {429}
        for attempt in count(1):
            wait = random.uniform(0.5, 1.0) * 2 ** (attempt - 1)  # noqa: S311 - spreads callers, is no secret
            try:
                response = self.inner.handle_request(request)
            except httpx.TransportError as error:
                sent = not isinstance(error, _NOT_SENT)
                if attempt == self.attempts or (sent and len(statuses) == 1):
                    text = f"{request.url.host} gave no answer ({type(error).__name__})."
                    text += " It may have done what you asked: look before you repeat it." if sent and not reads else ""
                    raise Unavailable("UNREACHABLE", text) from error
            else:
                wait = max(wait, seconds_to_wait(response) or 0)
                final = response.status_code not in statuses or wait > self.longest_wait_seconds
                if final or attempt == self.attempts:
                    return response
                response.close()
            self.sleep(wait)
        raise AssertionError

    def close(self) -> None:
        """Close the connections."""
        self.inner.close()


def network(url: str) -> httpx.HTTPTransport:
    """A transport to `url`, through the proxy that the environment names for it, if any."""
    parsed = httpx.URL(url)
    return httpx.HTTPTransport(proxy=None if proxy_bypass(parsed.host) else getproxies().get(parsed.scheme))


def checked_url(url: str) -> str:
    """The base URL `url` without a slash at its end.

    Raises `InvalidRequest`: no URL, one with a user, query or fragment, or one by http to another machine.
    """
    with suppress(httpx.InvalidURL):
        parsed = httpx.URL(url)
        here = parsed.scheme == "http" and parsed.host in {"localhost", "127.0.0.1", "::1"}
        if (here or (parsed.scheme == "https" and parsed.host)) and not (
            parsed.userinfo or parsed.query or parsed.fragment
        ):
            return str(parsed).rstrip("/")
    raise InvalidRequest("NO_ADDRESS", "Give an address such as https://atrium.example.com; http is for this machine.")


class _Enveloped[T](Protocol):
    data: T


class Operation[T](Protocol):
    """A generated module of one route, such as `generated.api.projects.create_project`."""

    @property
    def sync(self) -> Callable[..., Failure | _Enveloped[T] | None]:
        """A function that sends the request and returns the parsed answer; None for a status that OpenAPI lacks."""


class _Body(dict[str, Any]):
    # Where generated code expects a model. A member that is None is left out.
    def to_dict(self) -> dict[str, Any]:
        return {name: value for name, value in self.items() if value is not None}


class Atrium:
    """The service at `url`, called with an API key; without a key, in the session that `log_in` or `sign_up` begins.

    Each method that sends a request may raise an `AtriumError`, after retries; so may the generated functions.
    """

    def __init__(self, url: str, key: str | None = None, *, transport: httpx.BaseTransport | None = None) -> None:
        """Raises `InvalidRequest`: bad URL or key. `transport` replaces `Retrying(network(url))`, which retries."""
        self.url = checked_url(url)
        if key is not None and not (key.isascii() and key.isprintable() and key and " " not in key):
            raise InvalidRequest("NO_KEY", "This is no API key: one begins with atr_.")
        self._http = httpx.Client(
            base_url=self.url,
            headers={"User-Agent": "atrium-client"} | ({} if key is None else {"Authorization": f"Bearer {key}"}),
            timeout=httpx.Timeout(POLL_SECONDS + 25.0, connect=10.0),
            transport=transport or Retrying(network(self.url)),
            event_hooks={"response": [_require_answer]},
        )
        self.client = AuthenticatedClient(base_url=self.url, token="").set_httpx_client(self._http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._http.close()

    def call[T](self, operation: Operation[T], **arguments: Any) -> T:
        """The `data` of a generated operation's answer, as its model.

        Args:
            operation: a module of `generated.api`. One that creates gets an `idempotency_key`, unless you give it.
            arguments: those of the module's function `sync`, without `client`. `body` may be a model or a plain dict.
        """
        answer = operation.sync(client=self.client, **_completed(operation, arguments))
        if answer is None or isinstance(answer, Failure):
            raise Unavailable("NOT_UNDERSTOOD", "The service answered with a status that its OpenAPI does not name.")
        return answer.data

    def raw(self, name: str, **arguments: Any) -> Any:
        """Call an operation, such as `projects.create_project`; returns `data` as JSON. None arguments are left out."""
        operation: Any = import_module(f"atrium_client.generated.api.{name}")
        given = {name: value for name, value in arguments.items() if value is not None}
        request = operation._get_kwargs(**_completed(operation, given))  # noqa: SLF001 - what the generated functions send
        return self._http.request(**request).json()["data"]

    def rows(self, name: str, field: str, **arguments: Any) -> list[dict[str, Any]]:
        """The entries of all pages of a list, as JSON. `name` is as for `raw`; `field` names the list in `data`."""
        found: list[dict[str, Any]] = []
        while True:
            page = self.raw(name, limit=100, **arguments)
            found += page[field]
            if not page["has_more"]:
                return found
            arguments["cursor"] = page["next_cursor"]

    def ask(self, project_id: str, message: str, *, timeout_seconds: float = 120.0) -> MessageView:
        """Ask the CEO; returns the reply. Raises `AtriumError` REPLY_PENDING with the `message_id` after a time-out."""
        deadline = time.monotonic() + timeout_seconds
        asked = self.raw("agents.ask_ceo", project_id=project_id, body={"message": message})["message_id"]
        while (left := deadline - time.monotonic()) > 0:
            wait = min(POLL_SECONDS, int(left) + 1)
            page = self.raw("agents.list_messages", project_id=project_id, reply_to=asked, wait=wait)
            if page["messages"]:
                return MessageView.from_dict(page["messages"][-1])
        raise AtriumError("REPLY_PENDING", "The CEO has not replied yet.", details={"message_id": asked})

    def cards(self, project_id: str | None = None) -> list[CardView]:
        """The open cards of a project's conversation; without a project, of the assistant's."""
        name = "pa.list_pa_cards" if project_id is None else "agents.list_cards"
        return [CardView.from_dict(card) for card in self.raw(name, project_id=project_id)["cards"]]

    def confirm(self, card: CardView) -> Any:
        """Send a card's request, which is done once; returns `data`. Raises `InvalidRequest`: path to another host."""
        request = card.request
        if not request.path.startswith("/") or request.path.startswith("//"):
            raise InvalidRequest("NO_CARD", "A card's request goes to this service only.")
        body = None if request.body is None else request.body.to_dict()
        headers = {IDEMPOTENCY_KEY: request.idempotency_key}
        return self._http.request(request.method, request.path, json=body, headers=headers).json()["data"]

    def newest_sequence(self) -> int:
        """The sequence of the newest event; 0 when there is none."""
        return int(self.raw("events.list_events", before=NEWEST, limit=1)["last_sequence"])

    def events(
        self, after: int | None = None, *, types: Sequence[str] = (), project_id: str | None = None
    ) -> Iterator[EventView]:
        """Yield events in order, without end, and wait for new ones. `types` and `project_id` leave other events out.

        `after` is the sequence of the last event that you have seen; without it, only new events come.
        """
        last = self.newest_sequence() if after is None else after
        only = {"types": ",".join(types) or None, "project_id": project_id}
        while True:
            page = self.raw("events.list_events", after=last, limit=100, wait=POLL_SECONDS, **only)
            yield from map(EventView.from_dict, page["events"])
            last = page["last_sequence"]


def verify_webhook(secret: str, body: bytes | str, headers: Mapping[str, str]) -> EventView:
    """A webhook's event. Raises `standardwebhooks.WebhookVerificationError`: bad signature, or over 5 minutes off."""
    return EventView.from_dict(Webhook(secret).verify(body, dict(headers)))


def _completed(operation: Operation[Any], arguments: dict[str, Any]) -> dict[str, Any]:
    if isinstance(arguments.get("body"), dict):
        arguments["body"] = _Body(arguments["body"])
    if "idempotency_key" in inspect.signature(operation.sync).parameters:
        arguments.setdefault("idempotency_key", str(uuid.uuid4()))
    return arguments


def _require_answer(response: httpx.Response) -> None:
    """Raises the `AtriumError` of a refusal, and `Unavailable` for a success that is not JSON, so not Atrium's."""
    response.read()
    if not response.is_success:
        raise error_of(response)
    if not response.headers.get("Content-Type", "").startswith("application/json"):
        raise Unavailable("NOT_ATRIUM", f"{response.url.host} answers, but not as Atrium does.")
