"""What a receipt holds (docs/receipts.md)."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import ConfigDict, Field

from common.envelope import View
from common.fields import Instant

FORMAT = "atrium-receipt-1"


class UsedRecord(View):
    """A record that an answer rests on: its version, the hash of all of it, and the values that were used.

    `leaves`: how many values `sha256` is of; None in receipts from before they were counted.
    """

    id: str
    type: str
    version: str
    sha256: str
    leaves: int | None = None
    values: dict[str, int | str]


class Place(View):
    """Where a number stands: in which text, from which character up to which, and what is read there."""

    text: str
    start: int
    end: int
    shown: str


class Figure(Place):
    """A number or day of the answer, its value, and how it was derived."""

    value: int | str
    derivation: dict[str, Any]


class Quotation(Place):
    """Words with a number in them that were taken over, and where from; None where no record has them."""

    record: str | None
    field: str | None


class Receipt(View):
    """What one answer of the CEO (`message`), report or answer of the assistant rests on.

    `texts` has the SHA-256 of each text that the customer reads: `content`, and `contributions.0` and so on.
    `open` has the numbers that neither a derivation nor a quotation explains.
    `sha256` is the hash of the receipt itself, as canonical JSON without this field.
    """

    model_config = ConfigDict(extra="forbid")

    format: Literal["atrium-receipt-1"] = "atrium-receipt-1"
    kind: Literal["message", "report", "answer"]
    subject_id: str
    account_id: str
    project_id: str | None = None
    question_id: str | None = None
    at: Instant
    texts: Mapping[str, str]
    figures: tuple[Figure, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    open: tuple[Place, ...] = ()
    records: tuple[UsedRecord, ...] = Field(default=())
    sha256: str = ""
