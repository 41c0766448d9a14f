"""Why a claim is not shown."""

from __future__ import annotations

from enum import StrEnum

from common.services import frozen


class Flaw(StrEnum):
    """Why a claim is not shown."""

    LENGTH = "length"
    CONTROL = "control"
    MARKUP = "markup"
    REFERENCE = "reference"
    LANGUAGE = "language"
    STATEMENT = "statement"
    NUMBER = "number"
    DATE = "date"
    STATE = "state"
    COMMITMENT = "commitment"
    DEED = "deed"
    POLARITY = "polarity"
    NAME = "name"
    QUOTE = "quote"
    LINK = "link"
    SECRET = "secret"  # noqa: S105 - the name of a flaw, not a secret


@frozen
class Failure:
    """One flaw of a claim, and the words that show it."""

    flaw: Flaw
    words: str
