from __future__ import annotations

import math

import pytest

from bench.figures import Figure, Section, at_least, at_most, exactly


@pytest.mark.parametrize(
    ("gate", "value", "met"),
    [
        (at_most(2.2), 2.2, True),
        (at_most(2.2), 2.21, False),
        (at_least(0.7), 0.7, True),
        (at_least(0.7), 0.69, False),
        (exactly(0), 0, True),
        (exactly(0), 1, False),
        (at_most(1), math.nan, False),
        (at_least(1), math.nan, False),
        (None, 1, None),
    ],
)
def test_figure_is_met_when_its_gate_holds(gate, value, met):
    assert Figure("f", value, "×", gate).met is met


def test_section_names_what_was_missed():
    held, missed = Figure("held", 1, "×", at_most(2)), Figure("missed", 3, "×", at_most(2))

    assert Section("cold", [held, missed, Figure("told", 9, "ms")]).missed == [missed]
