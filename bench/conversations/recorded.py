"""`make conversations`: plays the recorded conversations, and prints how many of their sentences are shown unmarked.

With `MODEL=…` (and `MODEL_BASE_URL`, `MODEL_KEY`) the messages are put to that model instead, and the same is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bench.product import found_by
from local.console import say
from local.paths import REPOSITORY

RECORDINGS = REPOSITORY / "data" / "colleague.jsonl"


def played() -> Sequence[Mapping[str, Any]]:
    """Every recorded message with its outcome (`colleague.outcome`)."""
    return list(found_by("bench.conversations.colleague", str(RECORDINGS)))


def standings(messages: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """How many sentences have each standing, such as `not_on_record`."""
    return Counter(one["standing"] for message in messages for one in message["sentences"])


def table(messages: Sequence[Mapping[str, Any]]) -> list[str]:
    """One line of figures for each set of messages."""
    lines = []
    for name in dict.fromkeys(message["set"] for message in messages):
        own = [message for message in messages if message["set"] == name and message["by"] == "model"]
        found = standings(own)
        shown = 100 * (1 - found["not_on_record"] / (found.total() or 1))
        calls, read = (sum(message[what] for message in own) / (len(own) or 1) for what in ("model_calls", "read"))
        asked = sum(message["set"] == name for message in messages)
        told = ", ".join(f"{count} {standing.replace('_', ' ')}" for standing, count in found.items())
        lines.append(
            f"{name}: {len(own)} of {asked} messages answered by the model; {found.total()} sentences, {shown:.1f} % "
            f"unmarked ({told}); {calls:.1f} calls and {read:,.0f} tokens read a message; "
            f"{sum(bool(one['left']) for one in own)} with a mark"
        )
    return lines


if __name__ == "__main__":
    say("\n".join(table(played())))
