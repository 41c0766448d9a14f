"""The service's refusals as exceptions: a class for each kind of status, with the fields of interface 7."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(eq=False)
class AtriumError(Exception):
    """A refusal: `code` is for programs, `message` for people. `status` is the HTTP status, 0 without an answer.

    `details` is a list of `{field, message}` or an object, `suggestion` what to send instead (with `SCHEDULE_UNCLEAR`).
    `request_id` finds the request in the service's log.
    """

    code: str
    message: str
    status: int = 0
    details: Any = None
    suggestion: Any = None
    request_id: str | None = None
    retry_after_seconds: int | None = None

    def __str__(self) -> str:
        return self.message


class InvalidRequest(AtriumError):
    """400, 422 or another 4xx without a class: the request is wrong, as `details` says. Status 0: it was not sent."""


class NotSignedIn(AtriumError):
    """401: the key is missing or has ended. Status 0: this machine has no key that it can use, or got none."""


class Forbidden(AtriumError):
    """403: the key may not do this; `details` has `missing_scopes` where a scope is missing."""


class NotFound(AtriumError):
    """404: there is no such thing, or it belongs to another account."""


class Conflict(AtriumError):
    """409: the state of a thing forbids the request, or somebody changed the thing meanwhile."""


class RateLimited(AtriumError):
    """429: there were too many requests. Retries did not help, or the wait was too long for them."""


class Unavailable(AtriumError):
    """5xx (503 after retries), no answer, or an answer not by Atrium. A change may have been made, or not."""


def error_of(response: httpx.Response) -> AtriumError:
    """The refusal that an answer holds; its body must have been read. A proxy's page becomes `HTTP_<status>`."""
    status = response.status_code
    kinds = {401: NotSignedIn, 403: Forbidden, 404: NotFound, 409: Conflict, 429: RateLimited}
    kind = kinds.get(status, InvalidRequest if response.is_client_error else Unavailable)
    try:
        told = response.json()["error"]
        text = str(told["code"]), str(told["message"])
    except (ValueError, KeyError, TypeError):
        told, text = {}, (f"HTTP_{status}", f"The service answered with status {status}.")
    more = (told.get("details"), told.get("suggestion"), response.headers.get("X-Request-Id"))
    return kind(*text, status, *more, seconds_to_wait(response))


def seconds_to_wait(response: httpx.Response) -> int | None:
    """The seconds of `Retry-After`; None when it is missing or a date."""
    text = response.headers.get("Retry-After", "")
    return int(text[:9]) if text.isascii() and text.isdigit() else None
