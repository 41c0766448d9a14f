"""The tables in memory do what DynamoDB does."""

from __future__ import annotations

import pytest
from botocore.config import Config

from common.aws import client_with
from memory_tables import MemoryTables
from served import serve
from table_cases import CASES, DEFINITION, Tried


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_emulation_does_what_aws_does(emulated_account, case):
    client = client_with("dynamodb", Config())
    serve(client, MemoryTables().answer)
    client.create_table(TableName="cases", **DEFINITION)

    case(Tried(client, "cases"))
