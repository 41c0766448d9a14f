"""The text that a customer may send us: NFC, trimmed, of one line or several, without control characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator

# These characters reorder what is displayed, so that a reader would see another text than the stored one.
_BIDI_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LINE_ENDINGS = re.compile("\r\n?|\u2028|\u2029")


def clean_line(value: str, *, max_length: int) -> str:
    """One trimmed line of 1 to `max_length` characters. Raises ValueError, which says in plain words what is wrong."""
    return _clean(value, max_length=max_length, allowed_controls="")


def clean_paragraphs(value: str, *, max_length: int) -> str:
    """Trimmed text of 1 to `max_length` characters; line breaks become line feeds, tabs stay. Raises ValueError."""
    return _clean(_LINE_ENDINGS.sub("\n", value), max_length=max_length, allowed_controls="\n\t")


def line(max_length: int) -> AfterValidator:
    """The validator of a field of one line; use it inside `Annotated`."""
    return AfterValidator(lambda value: clean_line(value, max_length=max_length))


def paragraphs(max_length: int) -> AfterValidator:
    """The validator of a field of several lines; use it inside `Annotated`."""
    return AfterValidator(lambda value: clean_paragraphs(value, max_length=max_length))


def _clean(value: str, *, max_length: int, allowed_controls: str) -> str:
    text = unicodedata.normalize("NFC", value).strip()
    if not any(unicodedata.category(character)[0] in "LNSP" for character in text):
        raise ValueError("must not be empty")
    if len(text) > max_length:
        raise ValueError(f"takes at most {max_length:,} characters")
    for character in text:
        if character in allowed_controls:
            continue
        if character in _BIDI_OVERRIDES or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}:
            raise ValueError(f"must not contain the control character U+{ord(character):04X}")
    return text


Name = Annotated[str, line(120)]
Description = Annotated[str, paragraphs(4_000)]
Comment = Annotated[str, paragraphs(4_000)]
