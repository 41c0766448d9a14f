"""The envelope: the shape that every JSON answer has (interface 2.1)."""

import json
from datetime import datetime
from typing import Any, Literal, Self

from pydantic import ConfigDict, model_validator

from common.model import Model

STANDING_HEADERS = {
    "Cache-Control": "no-store",
    "Strict-Transport-Security": "max-age=31536000",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every JSON answer, errors included; the gateway's own errors get them from `template.yaml`."""


class View(Model):
    """What a caller is shown. A service makes a view, and nothing changes it afterwards."""

    model_config = ConfigDict(from_attributes=True)


class RequestModel(Model):
    """What a caller sends. Text is trimmed. Unknown fields are refused, so that nobody overlooks a misspelt field."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class Changes(RequestModel):
    """What a caller wants to change: at least one field. A field that is left out stays; null is refused."""

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not self.model_fields_set or any(getattr(self, name) is None for name in self.model_fields_set):
            raise ValueError(f"Give at least one of {', '.join(type(self).model_fields)}, none of them null")
        return self


class Envelope[T](Model):
    """A success. `data` is always an object; a list is one of its fields."""

    success: Literal[True] = True
    data: T


class FieldDetail(View):
    """One rejected field: its dotted path in the request, and what is wrong with it."""

    field: str
    message: str


class SuggestionView(View):
    """What could be sent instead: `task` and `when`. `schedule` is our reading, `next_runs` are in its time zone."""

    task: str
    when: str
    schedule: str
    next_runs: list[datetime]


class ErrorBody(View):
    """`code` is for programs, `message` for people; `details` names fields, missing scopes or an inbox item.

    `suggestion` comes with SCHEDULE_UNCLEAR where we would understand a similar text.
    """

    code: str
    message: str
    details: list[FieldDetail] | dict[str, list[str]] | dict[str, str] | None = None
    suggestion: SuggestionView | None = None


class Failure(Model):
    """The answer to a request that was refused or failed."""

    success: Literal[False] = False
    error: ErrorBody


def failure(code: str, message: str, details: Any = None, suggestion: Any = None) -> dict[str, Any]:
    """A failure as a JSON-ready dict; `details` and `suggestion` are left out when there are none."""
    error: dict[str, Any] = {"code": code, "message": message}
    if details:
        error["details"] = details
    if suggestion:
        error["suggestion"] = suggestion
    return {"success": False, "error": error}


def error_code(body: str) -> str:
    """The error code in the body of a failure, be it our envelope, OAuth's form or JSON-RPC's; "" if there is none."""
    try:
        error = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return ""
    return str(error.get("code", "")) if isinstance(error, dict) else str(error)
