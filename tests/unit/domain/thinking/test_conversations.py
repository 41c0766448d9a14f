"""Every recorded conversation with a model, held once more and graded (`make conversations` prints the same)."""

from __future__ import annotations

import pytest

from atrium_verify import receipts as verifier
from domain.agents.receipts import receipt_of
from receipted import as_exported, texts_of
from tests.conversations.grade import flaws
from tests.conversations.replay import held, recordings


@pytest.mark.parametrize("recording", recordings(), ids=lambda recording: recording.stem)
def test_recorded_conversation_goes_as_its_author_expects(recording):
    found = {turn.turn["customer"]: list(flaws(turn)) for turn in held(recording)}

    assert {text: wrong for text, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("recording", recordings(), ids=lambda recording: recording.stem)
def test_its_answers_have_receipts_that_a_stranger_can_recompute(recording):
    for turn in held(recording):
        question = turn.before.recent[-1]
        said = question.model_copy(
            update={
                "sender_type": "agent",
                "content": turn.reply.content,
                "contributions": turn.reply.contributions,
                "about": None,
            }
        )
        receipt = receipt_of(said, turn.reply, turn.before, question)
        assert list(verifier.problems(as_exported(receipt), texts_of(said))) == []
        supposes = "what_if" in turn.turn.get("understand", {})  # what another brief would cost is in no record
        assert supposes or [one.shown for one in receipt.open] == [], turn.turn["customer"]
