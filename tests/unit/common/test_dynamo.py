from __future__ import annotations

import json

import pytest

from common.dynamo import ConditionFailed, Table
from common.paging import PAGE_BYTES
from common.settings import settings

ROW = {"pk": "P", "sk": "S", "name": "Bakery", "count": 3, "parts": ["a"], "note": None}


@pytest.fixture
def table(aws) -> Table:
    aws("dynamodb")
    return Table(settings.projects_table)


def test_row_is_stored_once_more_after_a_lost_answer_and_replaces_no_other(table):
    table.put_new(ROW)
    table.put_new(ROW)

    with pytest.raises(ConditionFailed):
        table.put_new(ROW | {"name": "Garage"})

    assert table.get({"pk": "P", "sk": "S"})["name"] == "Bakery"


def fill(table: Table, rows: int, text: str) -> list[str]:
    """Put rows of one partition; returns their sort keys in order."""
    sks = [f"ROW#{number:03}" for number in range(rows)]
    for sk in sks:
        table.put_overwriting({"pk": "P", "sk": sk, "text": text, "even": int(sk[-1]) % 2})
    return sks


def walk(table: Table, limit: int) -> tuple[list[str], int]:
    """The sort keys of all pages, and how many pages there are."""
    seen, pages, start = [], 0, None
    while True:
        page = table.query_page("pk = :pk", {"pk": "P"}, limit=limit, start=start)
        assert page.has_more == (page.last_key is not None)
        assert len(page.items) <= limit
        assert len(json.dumps(json.dumps(page.items))) < 2 * PAGE_BYTES
        seen += [row["sk"] for row in page.items]
        pages, start = pages + 1, page.last_key
        if start is None:
            return seen, pages


@pytest.mark.parametrize(
    "text", ["x" * 40_000, "ü" * 20_000, '"' * 40_000, "😀" * 10_000], ids=["plain", "ü", "quote", "😀"]
)
def test_pages_lead_to_every_row_of_more_than_a_megabyte_and_fit_into_an_answer(table, text):
    sks = fill(table, 60, text)

    seen, pages = walk(table, 50)

    assert seen == sks
    assert pages > 1


def test_page_that_holds_all_rows_says_that_there_are_no_more(table):
    fill(table, 4, "x")

    pages = [table.query_page("pk = :pk", {"pk": "P"}, limit=limit) for limit in (3, 4, 5)]

    assert [(len(page.items), page.has_more) for page in pages] == [(3, True), (4, False), (4, False)]


def test_filtered_page_says_that_there_are_more_also_when_it_is_empty(table):
    fill(table, 4, "x")

    page = table.query_page("pk = :pk", {"pk": "P", "none": 7}, limit=3, filter="even = :none")

    assert (page.items, page.last_key) == ([], {"pk": "P", "sk": "ROW#002"})


def test_rows_up_to_a_limit_are_read_over_the_end_of_a_megabyte(table):
    sks = fill(table, 60, "x" * 40_000)

    some, more = table.query_up_to("pk = :pk", {"pk": "P"}, limit=55)
    everything, none_left = table.query_up_to("pk = :pk", {"pk": "P"}, limit=60)

    assert ([row["sk"] for row in some], more) == (sks[:55], True)
    assert ([row["sk"] for row in everything], none_left) == (sks, False)
