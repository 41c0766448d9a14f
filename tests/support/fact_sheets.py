"""Sheets of facts and their claims, read from the JSON of examples (docs/thinking.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from domain.thinking.check import Check
from domain.thinking.facts import Duration, Fact, FactKind, Noun, Sheet, Source, Term, Value, Words
from domain.thinking.flaws import Failure
from domain.thinking.render import Claim


def sheet_from(example: Mapping[str, Any]) -> Sheet:
    """The sheet of an example: its facts, and after them its deeds as `d1`, `d2`, …"""
    facts = {entry["id"]: _fact(entry) for entry in example["facts"]}
    deeds = (_deed(number, deed, facts) for number, deed in enumerate(example.get("deeds", ()), start=1))
    return Sheet((*facts.values(), *deeds))


def _fact(entry: Mapping[str, Any]) -> Fact:
    kind = FactKind.SENTENCE if entry["kind"] in _IN_A_SENTENCE else FactKind(entry["kind"])
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
        case FactKind.COUNT, int():
            return value
        case FactKind.DATE, str():
            return date.fromisoformat(value)
        case FactKind.MOMENT, str():
            return datetime.fromisoformat(value)
        case FactKind.DURATION, {"amount": int() as amount, "unit": str() as unit}:
            return Duration(amount, unit, value.get("high") if isinstance(value, dict) else None)
        case FactKind.STATE, str() if f"document.{value}" in _DOCUMENT_STATES:
            return Term(f"document.{value}")
    return Words(entry.get("text") or str(value))


_IN_A_SENTENCE = frozenset({"money", "percent"})
"""Kinds of the examples that stand in sentences on record. The check judges every statement alike."""
_DOCUMENT_STATES = frozenset(
    f"document.{name}" for name in ("waiting", "blocked", "writing", "in_review", "changes_requested", "approved")
)


def failed_claims(example: Mapping[str, Any]) -> dict[int, tuple[Failure, ...]]:
    """Which claims of an example the check drops, by their number from 0, and why."""
    check = Check(sheet_from(example), example["language"], example.get("question", ""))
    failures = (check.failures(Claim(claim["text"], claim.get("opinion", False))) for claim in example["claims"])
    return {number: found for number, found in enumerate(failures) if found}


def is_judged_rightly(example: Mapping[str, Any]) -> bool:
    """Whether the harmless example is kept whole, or the mutant's claim is dropped."""
    failed = failed_claims(example)
    return not failed if example["verdict"] == "harmless" else example["claim"] in failed


def tuning_examples() -> Iterator[dict[str, Any]]:
    """The examples of `data/thinking/tuning.txt`: a claim each, over SAMPLE."""
    for line in TUNING.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield _example(line, SAMPLE)


def replies(name: str) -> Iterator[dict[str, Any]]:
    """The examples of a file of `data/thinking` whose lines name a project: a claim each, over the sheet of that."""
    for line in (TUNING.parent / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            project, claim = line.split("|", 1)
            yield _example(claim, _sheet_of(project.strip()))


def talk(folder: str) -> Iterator[dict[str, Any]]:
    """The examples of a folder of `data/talk`: a sentence each, over LABELLED_TALK."""
    for path in sorted((TUNING.parents[1] / "talk" / folder).glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield _example(line, LABELLED_TALK)


def _example(line: str, sheet: Mapping[str, Any]) -> dict[str, Any]:
    language, verdict, text = (part.strip() for part in line.split("|", 2))
    return {
        **sheet,
        "language": language.rstrip("!"),
        "claims": [{"text": text, "opinion": language.endswith("!")}],
        "verdict": "harmless" if verdict == "harmless" else "mutant",
        "mutation": None if verdict == "harmless" else verdict,
        "claim": None if verdict == "harmless" else 0,
    }


@cache
def _sheet_of(project: str) -> dict[str, Any]:
    """The facts of a project of `projects.toml`, with the ids that stand there. Subjects are rows of the languages."""
    rows = tomllib.loads((TUNING.parent / "projects.toml").read_text(encoding="utf-8"))[project]
    money, documents = zip(("estimate", "ceiling", "spent"), rows["money"], strict=True), rows["titles"]
    facts = [
        _stated(id_, "money", subject, {"amount": amount, "currency": rows["currency"]})
        for id_, (subject, amount) in zip(("f1", "f2", "f19"), money, strict=True)
    ]
    for number, (title, state) in enumerate(zip(documents, rows["states"], strict=True)):
        facts.append(_stated(f"f{3 + number}", "state", title, state))
        facts.append(_named(f"f{7 + number}", "title", title))
    facts.append(_stated("f6", "date", "deadline", rows["deadline"]))
    facts.append(_stated("f15", "duration", "time_to_spare", {"amount": rows["days"], "unit": "working_days"}))
    facts.append(_stated("f13", "percent", "progress", rows["progress"]))
    facts.append(_stated("f14", "count", "documents_in_review", rows["waiting"]))
    facts.extend(
        _named(id_, "name", rows[key]) for id_, key in (("f10", "person"), ("f16", "service"), ("f17", "role"))
    )
    facts.append(_named("f18", "title", rows["phase"]))
    facts.extend(_named(id_, "text", wish) for id_, wish in zip(("f11", "f12"), rows["wishes"], strict=True))
    return {"facts": facts, "deeds": ["recorded_wish:f12"], "question": rows["question"]}


def _stated(id_: str, kind: str, subject: str, value: object) -> dict[str, Any]:
    return {"id": id_, "kind": kind, "label": subject, "subject": subject, "text": str(value), "value": value}


def _named(id_: str, kind: str, text: str) -> dict[str, Any]:
    return {"id": id_, "kind": kind, "label": kind, "text": text}


TUNING = Path(__file__).parents[2] / "data" / "thinking" / "tuning.txt"
SAMPLE: dict[str, Any] = {
    "facts": [
        {
            "id": "f1",
            "kind": "money",
            "label": "estimate",
            "subject": "estimate",
            "text": "EUR 12,400",
            "value": {"amount": 12400, "currency": "EUR"},
        },
        {
            "id": "f2",
            "kind": "date",
            "label": "deadline",
            "subject": "deadline",
            "text": "31 July 2026",
            "value": "2026-07-31",
        },
        {
            "id": "f3",
            "kind": "state",
            "label": "state of the Roadmap",
            "subject": "Roadmap",
            "text": "in review",
            "value": "in_review",
        },
        {
            "id": "f4",
            "kind": "state",
            "label": "state of the brief",
            "subject": "Product brief",
            "text": "approved",
            "value": "approved",
        },
        {"id": "f5", "kind": "count", "label": "documents in review", "subject": "documents_in_review", "value": 2},
        {
            "id": "f6",
            "kind": "duration",
            "label": "time to spare",
            "subject": "time_to_spare",
            "value": {"amount": 12, "unit": "working_days"},
        },
        {"id": "f7", "kind": "title", "label": "document", "text": "Roadmap"},
        {"id": "f8", "kind": "title", "label": "document", "text": "Scope and acceptance criteria"},
        {"id": "f9", "kind": "name", "label": "who approves", "text": "Eleni Papadopoulou"},
        {"id": "f10", "kind": "percent", "label": "progress", "subject": "progress", "value": 40},
        {"id": "f11", "kind": "title", "label": "access", "text": "Hosting"},
        {"id": "f12", "kind": "text", "label": "R3, must-have", "text": "Gift vouchers paid by card"},
    ],
    "deeds": ["recorded_wish:f12"],
    "question": "Where do we stand with our restaurant in Athens?",
}
LABELLED_TALK: dict[str, Any] = {
    "facts": [
        {"id": "f7", "kind": "title", "label": "document", "text": "Roadmap"},
        {"id": "f9", "kind": "title", "label": "access", "text": "Hosting"},
        {"id": "f12", "kind": "text", "label": "R3, must-have", "text": "Gift vouchers paid by card"},
    ],
    "question": "",
}
