"""Two hundred messages of four voices, each to a world of its own: no record changes but what was said.

No message does anything by itself; whoever wants a deed sends the request of its card.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bench.conversations.play import played

MESSAGES = [json.loads(line) for line in (Path(__file__).parents[4] / "data" / "asked.jsonl").read_text().splitlines()]
EVERY = 1 if "ATRIUM_TEST_NIGHTLY" in os.environ else 8


@pytest.mark.usefixtures("aws")
def test_no_message_changes_a_record():
    found = list(played(MESSAGES[::EVERY]))

    assert len(found) == len(MESSAGES[::EVERY])
    assert [(one["text"], one["changed"]) for one in found if one["changed"]] == []
    assert [one["text"] for one in found if not one["answer"]] == []
