"""Sheets of facts and their claims, read from the JSON of examples (docs/thinking.md)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from domain.projects.records import Money
from domain.thinking.facts import Duration, Fact, FactKind, MoneyRange, Noun, Sheet, Source, Term, Value, Words


def sheet_from(example: Mapping[str, Any]) -> Sheet:
    """The sheet of an example: its facts, and after them its deeds as `d1`, `d2`, …"""
    facts = {entry["id"]: _fact(entry) for entry in example["facts"]}
    deeds = (_deed(number, deed, facts) for number, deed in enumerate(example.get("deeds", ()), start=1))
    return Sheet((*facts.values(), *deeds))


def _fact(entry: Mapping[str, Any]) -> Fact:
    kind = FactKind(entry["kind"])
    subject = entry.get("subject") or entry["label"]
    noun = Noun("document", Words(subject)) if kind is FactKind.STATE else Noun(subject)
    return Fact(entry["id"], kind, entry["label"], noun, _value(kind, entry), Source(f"rec_{entry['id']}", "1"))


def _deed(number: int, deed: str, facts: Mapping[str, Fact]) -> Fact:
    done, _, about = deed.partition(":")
    fact = facts.get(about)
    name = fact.value if fact and isinstance(fact.value, Words) else Words(about)
    return Fact(
        f"d{number}", FactKind.DEED, "done in this turn", Noun("deed", name), Term(f"deed.{done}"), Source(deed, "1")
    )


def _value(kind: FactKind, entry: Mapping[str, Any]) -> Value:
    value = entry.get("value")
    match kind, value:
        case FactKind.MONEY, {"amount": int() as amount, "currency": str() as currency}:
            return Money(amount=amount, currency=currency)
        case FactKind.MONEY, {"low": int() as low, "high": int() as high, "currency": str() as currency}:
            return MoneyRange(low, high, currency)
        case ((FactKind.COUNT | FactKind.PERCENT), int()):
            return value
        case FactKind.DATE, str():
            return date.fromisoformat(value)
        case FactKind.MOMENT, str():
            return datetime.fromisoformat(value)
        case FactKind.DURATION, {"amount": int() as amount, "unit": str() as unit}:
            return Duration(amount, unit, value.get("high"))
        case FactKind.STATE, str() if f"document.{value}" in _DOCUMENT_STATES:
            return Term(f"document.{value}")
    return Words(entry["text"])


_DOCUMENT_STATES = frozenset(
    f"document.{name}" for name in ("waiting", "blocked", "writing", "in_review", "changes_requested", "approved")
)
