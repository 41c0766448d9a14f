"""The conversations in which a person played the model, played once more: what a good model says is shown as it is."""

from __future__ import annotations

import pytest

from bench.conversations.recorded import played, standings

LEAST_UNMARKED = 0.95


@pytest.mark.nightly
def test_nearly_every_sentence_of_a_good_model_is_shown_unmarked():
    messages = played()

    found = standings(messages)

    assert {message["by"] for message in messages} == {"model"}
    assert found["on_record"] > 100
    assert found["not_on_record"] <= (1 - LEAST_UNMARKED) * found.total()
