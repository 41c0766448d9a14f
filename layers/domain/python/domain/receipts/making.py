"""Makes a receipt of what an answer said and of the records that it was said from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel

from common.chain import canonical
from common.clock import to_iso
from common.services import frozen
from domain.receipts.marks import Said, Span
from domain.receipts.records import Figure, Place, Quotation, Receipt, UsedRecord
from domain.receipts.steps import Op

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LONGEST_QUOTED = 1_000
MOST_BYTES = 150_000  # a row of the table holds 400,000
NUMBER = re.compile(r"(?<![\w.])(?<![A-Za-z]-)\d+(?:[.,:-]\d+)*")
"""A number or a day in a text. A digit within a name, such as `R3`, `build-outlook-2` or `h264`, is none."""


@frozen
class Source:
    """A record that may be rested on. `version` says which of its states it is."""

    type: str
    version: str
    record: BaseModel | DataclassInstance | dict[str, Any]

    def fields(self) -> dict[str, Any]:
        """The record as JSON, without nulls."""
        if isinstance(self.record, BaseModel):
            return self.record.model_dump(mode="json", exclude_none=True)
        return self.record if isinstance(self.record, dict) else asdict(self.record)


_STATE = (
    *("version", "uses", "updated_at", "decided_at", "reminded_at", "promised_for"),
    *("fulfilled_at", "declined_at", "cancelled_at", "withdrawn_at", "run_status", "at", "created_at"),
)
"""What changes whenever a record does, or never: docs/receipts.md. The verifier reads the same fields."""


def state_of(record: object) -> str:
    """Which of its states a record is in."""
    found = (getattr(record, name, None) for name in _STATE)
    return " ".join(to_iso(one) if isinstance(one, datetime) else str(one) for one in found if one is not None)


def leaves(value: object) -> int:
    """How many values there are in a JSON value, at any depth."""
    if isinstance(value, Mapping):
        return sum(map(leaves, value.values()))
    return sum(map(leaves, value)) if isinstance(value, list | tuple) else 1


def sha256(text: str) -> str:
    """In hex, of the UTF-8 bytes."""
    return hashlib.sha256(text.encode()).hexdigest()


def hash_of(receipt: Receipt) -> str:
    """The hash of a receipt: of everything in it but `sha256` and what is null."""
    return sha256(canonical(receipt.model_dump(mode="json", exclude_none=True, exclude={"sha256"})))


def clock(now: datetime) -> Source:
    """The moment at which an answer was given, as a record."""
    return Source("clock", to_iso(now), {"now": to_iso(now)})


def completed(
    blank: Receipt,
    texts: Mapping[str, str],
    evidence: Iterable[Said],
    sources: Mapping[str, Source],
    *,
    spoken: Callable[[str], str] | None = None,
) -> Receipt:
    """`blank` with what `texts` rest on.

    Args:
        blank: which answer it is about.
        texts: what the customer reads, by name.
        evidence: parts of these texts, with what is known of their figures.
        sources: the records that may be rested on, by id.
        spoken: how a record's words read in the texts. With it, words of a record that stand in a text as a whole,
            such as a name with a number in it, are quotations although no mark says so.
    """
    said = tuple(evidence)
    spans = [(name, span) for name, text in texts.items() for span in _spans_in(text, said)]
    used = _Used(sources)
    figures, quotations = [], []
    for name, span in spans:
        place = {"text": name, "start": span.start, "end": span.end, "shown": texts[name][span.start : span.end]}
        if span.step.op is Op.QUOTE:
            record, field = used.find(str(span.step.text))
            quotations.append(Quotation(**place, record=record, field=field))
        elif used.take(span):
            figures.append(Figure(**place, value=span.value, derivation=span.step.as_json()))
    if spoken is not None:
        quotations += used.quoted_in(texts, spoken)
    receipt = blank.model_copy(
        update={
            "texts": {name: sha256(text) for name, text in texts.items()},
            "figures": tuple(figures),
            "quotations": tuple(quotations),
            "records": used.records(),
        }
    )
    return _bounded(receipt, texts)


def _bounded(receipt: Receipt, texts: Mapping[str, str]) -> Receipt:
    """The receipt with what is left open, and its hash. What does not fit into its row is left open, too."""
    while True:
        known = (*receipt.figures, *receipt.quotations)
        whole = receipt.model_copy(update={"open": tuple(_open(texts, known))})
        whole = whole.model_copy(update={"sha256": hash_of(whole)})
        if not known or len(whole.model_dump_json().encode()) <= MOST_BYTES:
            return whole
        fewer = {
            "figures": receipt.figures[: len(receipt.figures) // 2],
            "quotations": receipt.quotations[: len(receipt.quotations) // 2],
        }
        receipt = receipt.model_copy(update=fewer)


def _open(texts: Mapping[str, str], known: Iterable[Place]) -> Iterator[Place]:
    explained = [(one.text, one.start, one.end) for one in known]
    for name, text in texts.items():
        for match in NUMBER.finditer(text):
            start, end = match.span()
            if not any(name == text_ and low <= start and end <= high for text_, low, high in explained):
                yield Place(text=name, start=start, end=end, shown=match[0])


def _spans_in(text: str, evidence: Iterable[Said]) -> Iterator[Span]:
    """The spans of the evidence at the places where it stands in `text`, each once."""
    found: dict[tuple[int, int], Span] = {}
    for said in evidence:
        start = text.find(said.text)
        if start >= 0:
            for span in said.spans:
                found.setdefault((span.start + start, span.end + start), span.moved(start))
    yield from (found[place] for place in sorted(found))


class _Used:
    """The records that were used so far, with the values."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self._dumped: dict[str, dict[str, Any]] = {}
        self._values: dict[str, dict[str, int | str]] = {}

    def take(self, span: Span) -> bool:
        """Whether every value that a figure rests on is there; then they are kept."""
        found = [(record, field, self._value(record, field)) for record, field in span.step.values()]
        if any(value is None for _, _, value in found):
            return False
        for record, field, value in found:
            self._values.setdefault(record, {})[field] = cast("int | str", value)
        for record in (one for one in span.step.counted() if one in self._sources):
            self._values.setdefault(record, {})
        return True

    def find(self, words: str) -> tuple[str | None, str | None]:
        """The record and field that have these words."""
        wanted = _plain(words.removesuffix("…"))
        for record in self._sources:
            for field, text in _texts(self._fields(record)):
                if wanted in _plain(text):
                    self._values.setdefault(record, {})
                    return record, field
        return None, None

    def quoted_in(self, texts: Mapping[str, str], spoken: Callable[[str], str]) -> Iterator[Quotation]:
        """Every place where words of a record stand as a whole, with a number in them."""
        for record in self._sources:
            for field, raw in _texts(self._fields(record)):
                if NUMBER.search(raw) and any(one.isalpha() for one in raw) and len(raw) <= LONGEST_QUOTED:
                    for name, text in texts.items():
                        for match in re.finditer(re.escape(spoken(raw)), text):
                            self._values.setdefault(record, {})
                            place = {"text": name, "start": match.start(), "end": match.end(), "shown": match[0]}
                            yield Quotation(**place, record=record, field=field)

    def records(self) -> tuple[UsedRecord, ...]:
        """The used ones, each with its hash."""
        return tuple(
            UsedRecord(
                id=record,
                type=self._sources[record].type,
                version=self._sources[record].version,
                sha256=sha256(canonical(self._fields(record))),
                leaves=leaves(self._fields(record)),
                values=dict(sorted(values.items())),
            )
            for record, values in sorted(self._values.items())
        )

    def _fields(self, record: str) -> dict[str, Any]:
        if record not in self._dumped:
            self._dumped[record] = self._sources[record].fields()
        return self._dumped[record]

    def _value(self, record: str, path: str) -> int | str | None:
        value: Any = self._fields(record) if record in self._sources else None
        for name in path.split("."):
            if isinstance(value, Mapping):
                value = value.get(name)
            elif isinstance(value, list | tuple) and name.isdigit() and int(name) < len(value):
                value = value[int(name)]
            else:
                return None
        return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def _texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping | list | tuple):
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        for name, one in pairs:
            yield from _texts(one, f"{path}.{name}" if path else str(name))


def _plain(text: str) -> str:
    """Text without its white space, Markdown's marks and escapes, to compare what was quoted with where it stands."""
    unescaped = text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    return re.sub(r"[\s\\|*·`–-]+", "", unescaped)
