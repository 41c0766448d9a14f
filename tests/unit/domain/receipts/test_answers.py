"""The figures of the CEO's answers follow from their receipts."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import cache

import pytest

from atrium_verify import receipts as verifier
from domain.receipts.making import MOST_BYTES
from receipted import all_answers, answered, as_exported, texts_of


@cache
def everything():
    return list(all_answers())


@pytest.mark.nightly
def test_every_money_date_and_count_of_the_common_kinds_of_answers_is_accounted_for():
    open_: Counter[str] = Counter()
    known: Counter[str] = Counter()
    for kind, _, _, receipt in everything():
        open_[kind] += len(receipt.open)
        known[kind] += len(receipt.figures) + len(receipt.quotations)

    assert sum(known.values()) > 5 * len(everything())
    assert {kind: number for kind, number in open_.items() if number} == {}


def test_every_quotation_has_its_place_in_a_record():
    lost = [(text, one.shown) for _, text, _, receipt in everything() for one in receipt.quotations if not one.record]

    assert lost == []


def test_stranger_recomputes_every_figure_of_every_answer():
    wrong = [
        problem
        for _, _, said, receipt in everything()
        for problem in verifier.problems(as_exported(receipt), texts_of(said))
    ]

    assert wrong == []


def test_receipt_fits_its_row():
    assert max(len(receipt.model_dump_json()) for _, _, _, receipt in everything()) < MOST_BYTES / 4


def test_no_mark_is_left_in_what_the_customer_reads():
    for _, text, said, _ in everything():
        assert all(ord(one) < 0xF0000 and not 0xFDD0 <= ord(one) <= 0xFDD2 for one in str(said.model_dump())), text


TWENTY = [
    (state, text)
    for state in ("planning", "stopped", "blocked", "launch", "completed")
    for text in ("What is the budget?", "Where do we stand?", "When is it done?", "What waits for me?")
]


@pytest.mark.parametrize(("state", "text"), TWENTY)
def test_altered_figure_value_or_answer_is_found(state, text):
    said, receipt = answered(state, text)
    exported, texts = as_exported(receipt), texts_of(said)

    assert exported["figures"]
    assert list(verifier.problems(exported, texts)) == []
    for number, figure in enumerate(exported["figures"]):
        forged = deepcopy(exported)
        value = figure["value"]
        forged["figures"][number]["value"] = value + 1 if isinstance(value, int) else "1999-01-01"
        assert list(verifier.problems(forged, texts))
    for number, record in enumerate(exported["records"]):
        for name, value in record["values"].items():
            forged = deepcopy(exported)
            forged["records"][number]["values"][name] = value + 1 if isinstance(value, int) else "1999-01-01T00:00:00Z"
            assert list(verifier.problems(forged, texts)), name
    assert list(verifier.problems(exported, {**texts, "content": texts["content"] + " "}))
