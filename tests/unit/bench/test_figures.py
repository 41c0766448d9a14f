from __future__ import annotations

import json
import math

import pytest

from bench.figures import Figure, Section, at_least, at_most, exactly, table, write_json


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


def test_table_shows_value_gate_and_verdict():
    shown = table(Section("cold", [Figure("Keys starts", 2.5, "×", at_most(2.2), "n = 15")], ("How.",)))

    assert shown.splitlines()[1:] == [
        "cold",
        "  How.",
        "  figure               gate",
        "  Keys starts  2.50 ×  ≤ 2.20  MISSED  n = 15",
    ]


def test_json_has_every_figure_beside_its_gate(tmp_path):
    file = tmp_path / "new" / "bench.json"

    write_json([Section("sizes", [Figure("Layer", 7.5, "KiB", at_most(10))])], file)

    assert json.loads(file.read_text()) == {
        "sections": {"sizes": [{"name": "Layer", "value": 7.5, "unit": "KiB", "gate": "≤ 10", "met": True, "note": ""}]}
    }
