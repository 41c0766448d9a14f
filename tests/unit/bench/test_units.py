from __future__ import annotations

import pytest

from bench.calls.units import index_write_units, item_bytes, read_units, write_units


@pytest.mark.parametrize(
    ("item", "size"),
    [
        ({}, 0),
        ({"pk": {"S": "abc"}}, 5),
        ({"é": {"S": "é"}}, 4),
        ({"n": {"N": "5"}}, 3),
        ({"n": {"N": "-12345"}}, 6),
        ({"n": {"N": "1000000"}}, 3),
        ({"b": {"B": b"1234"}}, 5),
        ({"t": {"BOOL": True}, "z": {"NULL": True}}, 4),
        ({"l": {"L": [{"S": "ab"}, {"S": "c"}]}}, 9),
        ({"m": {"M": {"k": {"S": "v"}}}}, 7),
    ],
)
def test_item_bytes_are_names_and_values(item, size):
    assert item_bytes(item) == size


@pytest.mark.parametrize(
    ("size", "consistent", "units"),
    [(0, True, 1), (0, False, 0.5), (4096, True, 1), (4097, True, 2), (4097, False, 1), (40_000, True, 10)],
)
def test_read_units_go_by_four_kibibytes_and_halve_when_eventual(size, consistent, units):
    assert read_units(size, consistent=consistent) == units


def test_write_units_go_by_the_larger_image():
    small, large = {"a": {"S": "x"}}, {"a": {"S": "x" * 1500}}

    assert [write_units(None, small), write_units(small, large), write_units(large, None)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("before", "after", "units"),
    [
        (None, {"shard": {"S": "1"}}, 1),
        ({"shard": {"S": "1"}}, None, 1),
        (None, {"name": {"S": "n"}}, 0),
        ({"shard": {"S": "1"}}, {"shard": {"S": "1"}}, 0),
        ({"shard": {"S": "1"}}, {"shard": {"S": "1"}, "name": {"S": "n"}}, 1),
        ({"shard": {"S": "1"}}, {"shard": {"S": "2"}}, 2),
    ],
    ids=["enters", "leaves", "not in it", "unchanged", "changed", "moves"],
)
def test_index_write_units_count_only_what_the_index_holds(before, after, units):
    assert index_write_units(before, after, ("shard",)) == units


def test_write_of_what_an_index_does_not_project_costs_nothing_in_it():
    before, after = {"shard": {"S": "1"}, "n": {"N": "1"}}, {"shard": {"S": "1"}, "n": {"N": "2"}}

    assert index_write_units(before, after, ("shard",), ("name",)) == 0
    assert index_write_units(before, after, ("shard",), ("n",)) == 1
