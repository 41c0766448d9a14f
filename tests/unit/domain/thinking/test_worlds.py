"""Questions of conversations that were written for the rules, answered by a person who played the model."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from atrium import NIGHTLY
from tests.conversations.worlds import held, recorded_turns


@pytest.mark.skipif(not NIGHTLY, reason="it builds five worlds, which takes a minute")
def test_turn_with_recorded_replies_is_right_by_the_graders_of_its_conversation():
    recorded = recorded_turns()
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:  # worlds have an emulated account of their own
        played = apart.submit(held).result()
    turns = [turn for turn in played if turn.id.split(".")[1] in recorded[turn.id.split(".")[0]]]

    assert len(turns) == sum(map(len, recorded.values()))
    assert {turn.id: turn.answer for turn in turns if turn.is_false} == {}
    assert {turn.id: (turn.answer, turn.complaints) for turn in turns if turn.complaints or turn.by != "model"} == {}
