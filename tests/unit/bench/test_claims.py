"""The measuring of the check of claims: it counts a caught mutant and a kept claim as right, and nothing else."""

from __future__ import annotations

import json

import pytest

from bench import claims
from bench.words import HELD_OUT

EXAMPLE = {
    "id": "c1",
    "facts": [
        {"id": "f1", "kind": "state", "label": "state", "subject": "Roadmap", "text": "in review", "value": "in_review"}
    ],
    "deeds": [],
    "language": "en",
    "shape": None,
    "question": "Where do we stand?",
}
TRUE, FALSE = {"text": "{{f1}}.", "opinion": False}, {"text": "You have 3 weeks left.", "opinion": False}


@pytest.mark.parametrize(
    ("verdict", "said", "claim", "right"),
    [
        ("harmless", [TRUE], None, True),
        ("harmless", [TRUE, FALSE], None, False),
        ("mutant", [TRUE, FALSE], 1, True),
        ("mutant", [TRUE, FALSE], 0, False),
    ],
)
def test_example_is_judged_by_its_verdict(verdict, said, claim, right):
    example = {**EXAMPLE, "claims": said, "verdict": verdict, "mutation": "digits" if claim else None, "claim": claim}

    found = claims.judged(example)

    assert found["right"] is right
    assert bool(found["flaws"]) is (verdict == "harmless" and not right)


def test_section_counts_caught_and_kept_apart(monkeypatch):
    examples = [_judged("mutant", "digits"), _judged("mutant", "deed", right=False), _judged("harmless", None)]
    monkeypatch.setattr(claims, "checked_examples", lambda: examples)

    section = claims.measure()

    notes = {figure.name: figure.note for figure in section.figures}
    assert notes["mutants caught"] == "1 of 2"
    assert notes["mutants caught: deed"] == "0 of 1"
    assert notes["harmless claims kept"] == notes["harmless claims kept: it states"] == "1 of 1"
    assert [figure.name for figure in section.missed] == ["mutants caught"]
    assert list(claims.failures()) == ["c1 en deed: A claim."]


@pytest.mark.parametrize("path", sorted(HELD_OUT.parent.glob("*/claims.jsonl")), ids=lambda path: path.parent.name)
def test_examples_are_well_formed(path):
    examples = [json.loads(line) for line in path.read_text().splitlines()]

    assert len({example["id"] for example in examples}) == len(examples)
    for example in examples:
        mutant = example["verdict"] == "mutant"
        assert mutant == (example["claim"] in range(len(example["claims"]))) == bool(example["mutation"]), example["id"]


def _judged(verdict, mutation, *, right=True):
    return {
        "id": "c1",
        "verdict": verdict,
        "language": "en",
        "mutation": mutation,
        "shape": None if mutation else "states",
        "texts": ["A claim."],
        "right": right,
        "flaws": [],
    }
