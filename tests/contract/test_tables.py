"""The tables in memory and moto's do what DynamoDB does. `tests/e2e/test_tables.py` says so of the local cloud."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.config import Config

from common.aws import client_with
from memory_tables import MemoryTables
from served import serve
from table_cases import CASES, DEFINITION, Tried

# Where moto differs from AWS. A case that passes after all fails here, so that the list stays true.
OF_MOTO = {
    "keys_of_another_shape_are_refused": "it takes some",
    "items_over_400_kilobytes_are_refused": "it takes some, and counts otherwise",
    "query_goes_on_where_a_page_ended": "it has no last key where the limit ends with the rows",
    "wrong_queries_are_refused": "it takes some",
    "starting_key_that_is_none_is_refused": "it takes some",
}
NOT_FOR_MOTO = "one_of_many_that_count_at_once_is_not_lost"  # it lets threads between a write's reading and its end


@pytest.fixture(params=["memory", "moto"])
def tried(request: pytest.FixtureRequest, emulated_account: Any) -> Tried:
    """A new client, which moto answers unless the tables in memory do."""
    client = client_with("dynamodb", Config())
    if request.param == "memory":
        serve(client, MemoryTables().answer)
    table = f"cases-{request.node.name}"[:120].replace("[", "-").replace("]", "")
    client.create_table(TableName=table, **DEFINITION)
    return Tried(client, table)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_emulation_does_what_aws_does(tried, case, request):
    reason = OF_MOTO.get(case.__name__) if "moto" in request.node.callspec.params.values() else None
    if reason:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))

    if case.__name__ == NOT_FOR_MOTO and "moto" in request.node.callspec.params.values():
        pytest.skip("moto is not made for threads")

    case(tried)
