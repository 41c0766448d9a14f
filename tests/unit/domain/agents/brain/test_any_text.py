"""Whatever customers write, they get a reply in bounded time, and nothing is decided that was not told."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain_stories import MAKERS, message, story
from domain.agents.brain.protocol import RecordDecision, RecordWish
from domain.agents.brain.rules import RuleBrain

_WORDS = (
    "the roadmap scope status budget when what is it ? . , : ; \n \" ' > ` - no not if should he said and please key "
    "project on hold newsletter we decided EUR 9,000 2026-01-01 <b> ** | # é 漢字 \u202e quotation"
)


@settings(max_examples=150, deadline=None)
@given(
    text=st.one_of(st.text(max_size=300), st.lists(st.sampled_from(_WORDS.split(" ")), max_size=40).map(" ".join)),
    name=st.sampled_from(list(MAKERS)),
)
def test_reply_is_given_and_decides_nothing_for_any_text_without_an_imperative(text, name):
    reply = RuleBrain().answer(message(text or "?"), story(name).facts)

    assert reply.content.strip()
    assert all(isinstance(action, RecordWish | RecordDecision) for action in reply.actions)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10_000,
        "approve " * 1_250,
        "\"'“" * 3_333,
        "!" * 9_999 + "x",
        "said: \n" * 1_400,
        "please " * 1_400,
        "we " + "now " * 2_400,
        "what would " + "to " * 3_300,
        "please add " * 900,
        "the roadmap, " * 760,
        "what is the budget? " * 500,
        "show me the the " * 620,
        "? and what " * 900,
    ],
)
def test_reply_is_given_in_bounded_time_for_the_longest_messages(text):
    started = time.process_time()
    reply = RuleBrain().answer(message(text[:10_000]), story("planning").facts)

    assert reply.content
    assert time.process_time() - started < 2
