from __future__ import annotations

import pytest

from common.dynamo import ConditionFailed, Table
from common.settings import settings

ROW = {"pk": "P", "sk": "S", "name": "Bakery", "count": 3, "parts": ["a"], "note": None}


@pytest.fixture
def table(aws) -> Table:
    aws("dynamodb")
    return Table(settings.projects_table)


def test_row_stored_by_an_attempt_whose_answer_was_lost_is_no_obstacle(table):
    table.put_new(ROW)

    table.put_new(ROW)

    assert table.get({"pk": "P", "sk": "S"})["name"] == "Bakery"


def test_another_row_in_the_way_is_refused_and_stays(table):
    table.put_new(ROW)

    with pytest.raises(ConditionFailed):
        table.put_new(ROW | {"name": "Garage"})

    assert table.get({"pk": "P", "sk": "S"})["name"] == "Bakery"


def test_row_put_overwriting_takes_the_place_of_another(table):
    table.put_new(ROW)

    table.put_overwriting({"pk": "P", "sk": "S", "name": "Garage"})

    assert table.get({"pk": "P", "sk": "S"}) == {"pk": "P", "sk": "S", "name": "Garage"}
