from __future__ import annotations

import pytest

from common.errors import Unavailable
from doors import CONTEXT, load


def test_part_that_fails_stops_no_other_and_is_told(monkeypatch):
    sweep = load("sweep")
    done = []

    def fails(_now):
        raise Unavailable

    def works(name):
        def part(_now):
            done.append(name)
            return 0

        return part

    parts = {name: works(name) for name in sweep.PARTS}
    monkeypatch.setattr(sweep, "PARTS", parts | {"nudged": fails, "mails": fails})

    with pytest.raises(sweep.SweepFailed, match="mails, nudged"):
        sweep.lambda_handler({}, CONTEXT)

    assert done == [name for name in parts if name not in {"nudged", "mails"}]


def test_every_part_runs_on_an_empty_account(aws):
    sweep = load("sweep")

    assert sweep.lambda_handler({}, CONTEXT) == dict.fromkeys(sweep.PARTS, 0)
