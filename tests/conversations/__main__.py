"""`python -m tests.conversations`: replay every conversation and grade it; with MODEL set, hold it with that model."""

from __future__ import annotations

import os
import sys

from domain.thinking.task import Model
from tests.conversations.grade import flaws
from tests.conversations.replay import held, recordings


def main() -> int:
    """Write each turn that is not right, and how many are; returns 1 when a recorded one is not."""
    model = _configured()
    right = turns = 0
    for recording in recordings():
        for number, turn in enumerate(held(recording, model), start=1):
            found = list(flaws(turn))
            turns += 1
            right += not found
            if found:
                sys.stdout.write(
                    f"{recording.stem} {number}: {turn.turn['customer']}\n{turn.reply.content}\n!! {found}\n"
                )
    sys.stdout.write(f"{right} of {turns} turns right, in {len(recordings())} conversations\n")
    return int(model is None and right < turns)


def _configured() -> Model | None:
    if not os.environ.get("MODEL"):
        return None
    # A replay needs no model's library.
    from model_wire.choice import ModelChoice  # noqa: PLC0415
    from model_wire.model import WireModel  # noqa: PLC0415

    base_url, key = (os.environ.get(name) or None for name in ("MODEL_BASE_URL", "MODEL_KEY"))
    return WireModel(ModelChoice.parse(os.environ["MODEL"], base_url=base_url, key=key))


if __name__ == "__main__":
    sys.exit(main())
