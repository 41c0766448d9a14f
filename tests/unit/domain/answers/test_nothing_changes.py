"""Two hundred messages of four voices, each to a world of its own: no record changes but what was said.

No message does anything by itself; whoever wants a deed sends the request of its card.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.conversations.play import played
from tables import by_day

FILE = Path(__file__).parents[4] / "data" / "asked.jsonl"
MESSAGES = by_day(map(json.loads, FILE.read_text().splitlines()), every=12)


@pytest.mark.usefixtures("aws")
def test_no_message_changes_a_record():
    found = list(played(MESSAGES))

    assert len(found) == len(MESSAGES)
    assert [(one["text"], one["changed"]) for one in found if one["changed"]] == []
    assert [one["text"] for one in found if not one["answer"]] == []
