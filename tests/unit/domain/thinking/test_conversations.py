"""Every recorded conversation with a model, held once more and graded (`make conversations` prints the same)."""

from __future__ import annotations

import pytest

from tests.conversations.grade import flaws
from tests.conversations.replay import held, recordings


@pytest.mark.parametrize("recording", recordings(), ids=lambda recording: recording.stem)
def test_recorded_conversation_goes_as_its_author_expects(recording):
    found = {turn.turn["customer"]: list(flaws(turn)) for turn in held(recording)}

    assert {text: wrong for text, wrong in found.items() if wrong} == {}
