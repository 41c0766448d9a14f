from __future__ import annotations

import re

import pytest

import tables
from tables import by_day, for_each


def test_every_failing_case_is_named_with_its_reason() -> None:
    @for_each("number", range(5))
    def even(number: int) -> None:
        assert number % 2 == 0

    with pytest.raises(AssertionError) as failure:
        even()

    told = "2 of 5 cases failed:\n1: line L: assert (1 % 2) == 0\n3: line L: assert (3 % 2) == 0"
    assert re.sub(r"line \d+", "line L", str(failure.value)) == told


def test_cases_are_called_by_their_ids_and_other_exceptions_by_their_kind() -> None:
    @for_each(("wanted", "text"), [(7, "7"), (7, "seven"), (0, "0")], ids=["fine", "word", "not raised"])
    def read(wanted: int, text: str) -> None:
        if wanted:
            assert int(text) == wanted
        else:
            with pytest.raises(ValueError, match="invalid"):
                int(text)

    with pytest.raises(AssertionError, match="2 of 3 cases failed") as failure:
        read()

    _, word, not_raised = str(failure.value).splitlines()
    assert re.fullmatch(r"word: line \d+: ValueError: invalid literal for int\(\) .*: 'seven'", word)
    assert re.fullmatch(r"not raised: line \d+: Failed: DID NOT RAISE ValueError", not_raised)


def test_table_without_cases_fails() -> None:
    @for_each("number", [])
    def nothing(number: int) -> None:
        assert number

    with pytest.raises(AssertionError, match="no cases"):
        nothing()


@pytest.mark.parametrize(("nightly", "tried"), [(False, [0, 3, 6]), (True, list(range(8)))])
def test_large_table_is_tried_in_part_by_day_and_whole_at_night(
    nightly: bool, tried: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "NIGHTLY", nightly)

    assert by_day(range(8), every=3) == tried


@pytest.fixture
def limit() -> int:
    return 3


@pytest.mark.parametrize("start", [0, 1])
@for_each("number", [1, 2], ids=str)
def test_fixtures_and_parameters_are_given_to_every_case(limit: int, start: int, number: int) -> None:
    assert start <= number < limit
