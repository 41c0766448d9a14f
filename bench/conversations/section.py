"""The section "conversations": how many answers are right, offline, in conversations that nobody tuned on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from bench.figures import Figure, Section, at_least, exactly
from bench.product import found_by

RIGHT_AT_LEAST_PERCENT = 75
NAMES = {"ceo": "the CEO", "pa": "the assistant"}
Found = Mapping[str, Any]


def measure() -> Section:
    """Every turn of every conversation."""
    turns = played_turns()
    return Section(
        "conversations",
        (
            _share("turns right", turns, gated=True),
            Figure("false statements", sum(turn["false"] for turn in turns), "", exactly(0)),
            Figure("secrets leaked", sum(turn["leaked"] for turn in turns), "", exactly(0)),
            Figure("records changed by a question", sum(turn["changed_by_question"] for turn in turns), "", exactly(0)),
            *(figure for addressee in NAMES for figure in _by_kind(addressee, turns)),
        ),
        ("Without a model, each conversation in a fresh account. A false statement is one a turn's must_not matches:",
         "read each of them (--failures), because a pattern can be wrong as well."),
    )  # fmt: skip


def failures() -> Iterator[str]:
    """Every turn that was not right, with its words, its answer and what was wrong, for a person to read."""
    for turn in played_turns():
        if not turn["right"]:
            marks = "".join(f" [{mark}]" for mark in ("false", "leaked", "changed_by_question") if turn[mark])
            yield f"{turn['id']} {turn['to']} {turn['kind']}{marks}\n  > {turn['text']}\n  < {turn['answer']}"
            yield from (f"  ! {complaint}" for complaint in turn["complaints"])


@cache
def played_turns() -> Sequence[Found]:
    """How each turn went. Played once."""
    found: list[Found] = found_by("bench.conversations.play", "conversations")
    return found


def _by_kind(addressee: str, turns: Sequence[Found]) -> Iterator[Figure]:
    own = [turn for turn in turns if turn["to"] == addressee]
    yield _share(f"{NAMES[addressee]}: turns right", own)
    for kind in sorted({turn["kind"] for turn in own}):
        yield _share(f"{NAMES[addressee]}: {kind}", [turn for turn in own if turn["kind"] == kind])


def _share(name: str, turns: Sequence[Found], *, gated: bool = False) -> Figure:
    right = sum(turn["right"] for turn in turns)
    gate = at_least(RIGHT_AT_LEAST_PERCENT) if gated else None
    return Figure(name, 100 * right / len(turns), "%", gate, f"{right} of {len(turns)}")
