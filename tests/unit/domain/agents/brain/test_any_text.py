"""Whatever customers write, they get a reply in bounded time, and nothing is decided that was not told."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain_stories import MAKERS, message, story
from domain.agents.brain.protocol import RecordDecision, RecordWish
from domain.agents.brain.rules import RuleBrain

_A_BLINK = 0.2
_WORDS = (
    "the roadmap scope status budget when what is it ? . , : ; \n \" ' > ` - no not if should he said and please key "
    "project on hold newsletter we decided EUR 9,000 2026-01-01 <b> ** | # é 漢字 \u202e quotation"
)


@settings(deadline=None)
@given(
    text=st.one_of(st.text(max_size=300), st.lists(st.sampled_from(_WORDS.split(" ")), max_size=40).map(" ".join)),
    name=st.sampled_from(list(MAKERS)),
)
def test_reply_is_given_and_decides_nothing_for_any_text_without_an_imperative(text, name):
    reply = RuleBrain().answer(message(text or "?"), story(name).facts)

    assert reply.content.strip()
    assert all(isinstance(action, RecordWish | RecordDecision) for action in reply.actions)


@pytest.mark.no_cover
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
def test_reply_takes_time_in_proportion_to_the_message(text):
    whole = text[:10_000]

    took_for_quarter, took_for_whole = _cpu_seconds(whole[:2_500]), _cpu_seconds(whole)

    # Four times the text takes four times as long where work is linear, and sixteen times where it is quadratic.
    assert took_for_whole <= 8 * took_for_quarter + _A_BLINK


def _cpu_seconds(text):
    started = time.process_time()
    assert RuleBrain().answer(message(text), story("planning").facts).content
    return time.process_time() - started
