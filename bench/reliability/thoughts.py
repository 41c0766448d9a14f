"""Asks a team whose model fails in every way 200 questions: each is answered once, in order, in time, paid once."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure, exactly
from bench.product import found_by
from bench.reliability.ground import Ground

QUESTIONS = 200
PROJECTS = 20
DEADLINE_SECONDS = 8  # of 45, so that hanging costs less


def measure(ground: Ground) -> Iterator[Figure]:
    """Run `failing_models` in a process that has the scripted model on its path, and make figures of its counts."""
    sizes = (str(number) for number in (QUESTIONS, PROJECTS, DEADLINE_SECONDS))
    found = found_by("bench.reliability.failing_models", str(ground.stand.home.root), *sizes)
    took = f"{found['seconds']:.0f} s for all; median {found['late']['median']:.1f} s"
    yield Figure("failing models: questions accepted", found["accepted"], "", exactly(QUESTIONS), took)
    yield Figure(
        "failing models: replies", found["replies"], "", exactly(QUESTIONS), f"{found['by_model']} by the model"
    )
    for name in ("lost", "duplicated", "out_of_order", "failed", "unaccepted"):
        yield Figure(f"failing models: {name.replace('_', ' ')}", found[name], "", exactly(0))
    longest = f"the longest took {found['late']['longest']:.1f} s of {DEADLINE_SECONDS}"
    yield Figure("failing models: later than the deadline", found["late"]["count"], "", exactly(0), longest)
    yield Figure(
        "failing models: by the wrong one or without the reason",
        len(found["wrong"]),
        "",
        exactly(0),
        *found["wrong"][:1],
    )
    yield Figure("failing models: replies with an invented figure without its mark", found["invented"], "", exactly(0))
    yield from _books(found)


def _books(found: dict[str, int]) -> Iterator[Figure]:
    paid = found["calls"] - found["unpaid"]
    note = f"{found['calls']} calls at the model's server, {found['unpaid']} of them refused by it"
    yield Figure("failing models: steps asked for twice", found["asked_twice"], "", exactly(0), note)
    yield Figure("failing models: calls in the usage", found["booked_calls"], "", exactly(paid))
    yield Figure("failing models: tokens in the usage", found["booked_tokens"], "", exactly(found["spent"]))
    yield Figure("failing models: tokens promised and not settled", found["promised"] - found["spent"], "", exactly(0))
