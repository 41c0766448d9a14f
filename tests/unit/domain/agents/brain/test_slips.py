from __future__ import annotations

import pytest

from domain.agents.brain.slips import is_slip_of


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("scope", "scope"),
        ("a", "a"),
        ("raodmap", "roadmap"),
        ("roadmp", "roadmap"),
        ("roaddmap", "roadmap"),
        ("roadnap", "roadmap"),
        ("architekcture", "architecture"),
    ],
)
def test_word_is_a_slip_when_it_is_near_enough(typed, known):
    assert is_slip_of(typed, known)


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("plan", "plane"),
        ("test", "tests"),
        ("rodmop", "roadmap"),
        ("r0admap", "roadmap"),
        ("", "scope"),
        ("archtctre", "architecture"),
    ],
)
def test_word_is_no_slip_when_it_is_short_or_too_far(typed, known):
    assert not is_slip_of(typed, known)
