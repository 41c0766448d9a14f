"""Questions of conversations that were written for the rules, answered by a person who played the model."""

from __future__ import annotations

import pytest

from atrium import NIGHTLY
from tests.conversations.worlds import recorded_turns, told


@pytest.mark.skipif(not NIGHTLY, reason="it builds five worlds, which takes a minute")
def test_turn_with_recorded_replies_is_right_by_the_graders_of_its_conversation():
    recorded = recorded_turns()
    turns = [turn for turn in told(recorded) if turn.id.split(".")[1] in recorded[turn.id.split(".")[0]]]

    assert len(turns) == sum(map(len, recorded.values()))
    assert {turn.id: turn.answer for turn in turns if turn.is_false} == {}
    assert {turn.id: (turn.answer, turn.complaints) for turn in turns if turn.complaints or turn.by != "model"} == {}
