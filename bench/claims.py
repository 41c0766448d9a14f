"""How well code tells a model's true claims from false ones, on claims that nobody tuned the check on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from bench.figures import Figure, Gate, Section, at_least
from bench.product import found_by, hand_over
from bench.words import HELD_OUT

CAUGHT_AT_LEAST_PERCENT = 99
KEPT_AT_LEAST_PERCENT = 95
Found = Mapping[str, Any]


def measure() -> Section:
    """Check every example: a mutant's bad claim must fail, and every claim of a harmless one must be kept."""
    mutants = [example for example in checked_examples() if example["verdict"] == "mutant"]
    harmless = [example for example in checked_examples() if example["verdict"] == "harmless"]
    return Section(
        "claims",
        (
            _share("mutants caught", mutants, at_least(CAUGHT_AT_LEAST_PERCENT)),
            _share("harmless claims kept", harmless, at_least(KEPT_AT_LEAST_PERCENT)),
            *_by("language", "mutants caught:", mutants),
            *_by("mutation", "mutants caught:", mutants),
            *_by("language", "harmless claims kept:", harmless),
            *_by("shape", "harmless claims kept: it", harmless),
        ),
        ("The check alone, without a model. An example of several claims is kept when each of them is.",),
    )


def failures() -> Iterator[str]:
    """Every example that was judged wrongly: its words, and for a harmless one why it was dropped."""
    for example in checked_examples():
        if not example["right"]:
            kind = example["mutation"] or "harmless"
            yield f"{example['id']} {example['language']} {kind}: {' | '.join(example['texts'])}"
            yield from (f"  ! {flaw}" for flaw in example["flaws"])


@cache
def checked_examples() -> Sequence[Found]:
    """How each example was judged. Checked once, in a process that can import the product."""
    found: list[Found] = found_by("bench.claims")
    return found


def _by(key: str, name: str, examples: Sequence[Found]) -> Iterator[Figure]:
    for value in sorted({example[key] for example in examples}):
        yield _share(f"{name} {value}", [example for example in examples if example[key] == value])


def _share(name: str, examples: Sequence[Found], gate: Gate | None = None) -> Figure:
    right = sum(example["right"] for example in examples)
    return Figure(name, 100 * right / len(examples), "%", gate, f"{right} of {len(examples)}")


def judged(example: Mapping[str, Any]) -> Found:
    """How the check judges one example, whose format is in docs/thinking.md."""
    from domain.thinking.check import Check  # noqa: PLC0415 - in the process that can import the product
    from domain.thinking.render import Claim  # noqa: PLC0415 - as above
    from fact_sheets import sheet_from  # noqa: PLC0415 - as above

    check = Check(sheet_from(example), example["language"], example["question"])
    claims = [Claim(claim["text"], claim["opinion"]) for claim in example["claims"]]
    if example["verdict"] == "mutant":
        right = bool(check.failures(claims[example["claim"]]))
        flaws: list[str] = []
    else:
        checked = check.answer(claims)
        right = not checked.dropped
        flaws = [f"{one.flaw}: {one.words}" for _claim, failures in checked.dropped for one in failures]
    kept = {key: example[key] for key in ("id", "verdict", "language", "mutation", "shape")}
    return {**kept, "texts": [claim.text for claim in claims], "right": right, "flaws": flaws}


if __name__ == "__main__":
    lines = (HELD_OUT / "claims.jsonl").read_text(encoding="utf-8").splitlines()
    hand_over([judged(json.loads(line)) for line in lines])
