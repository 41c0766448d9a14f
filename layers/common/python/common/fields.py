"""Types of fields that the models of several domains share."""

from __future__ import annotations

import re
from datetime import UTC
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, PlainSerializer
from pydantic_core import PydanticKnownError

from common.clock import to_iso

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029\ufffe\uffff]")


def _one_line(text: str) -> str:
    if _CONTROL.search(text) or any(mark in text for mark in "\n\r\t"):
        raise ValueError("must be one line, without control characters")
    return text


def _many_lines(text: str) -> str:
    if _CONTROL.search(text):
        raise ValueError("must not contain control characters")
    return text


Line = Annotated[str, AfterValidator(_one_line)]
"""One line of text, without control characters. Bound its length with `Field`."""

Prose = Annotated[str, AfterValidator(_many_lines)]
"""Text of one or more lines, without control characters. Bound its length with `Field`."""


def _only_text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("Give a time with its offset, such as 2027-01-31T09:00:00Z")  # noqa: TRY004 - pydantic reports ValueError only
    return value


RequestInstant = Annotated[
    AwareDatetime, BeforeValidator(_only_text), AfterValidator(lambda moment: moment.astimezone(UTC))
]
"""An instant as a caller writes it: ISO 8601 text with an offset. A number is refused, not taken for an epoch."""


def _only_numbers(value: object) -> object:
    if isinstance(value, bool | str):
        raise PydanticKnownError("int_type")
    return value


ONLY_NUMBERS = BeforeValidator(_only_numbers)
"""Stands last in the annotation of an `int`, after its bounds: 3.0 is taken as 3; `true` and "3" are refused."""

Instant = Annotated[AwareDatetime, PlainSerializer(to_iso, return_type=str, when_used="json")]
"""An aware instant; it is stored and shown as `2026-03-01T09:00:00.000Z`."""
