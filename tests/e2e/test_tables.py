"""The local cloud's DynamoDB does what AWS does, where the product relies on it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import closing

import pytest

from local.cloud import Cloud
from table_cases import CASES, DEFINITION, Tried

# Where MiniStack differs from AWS. A case that passes after all fails here, so that the list stays true.
DIFFERS = {
    "wrong_updates_are_refused": "it takes some",
    "wrong_queries_are_refused": "it fails with 500 for some, which botocore tries again for a quarter of a minute",
    "starting_key_that_is_none_is_refused": "it fails with 500, which botocore tries again for a quarter of a minute",
}


@pytest.fixture
def tried(cloud: Cloud) -> Iterator[Tried]:
    table = f"cases-{uuid.uuid4().hex}"
    with closing(cloud.client("dynamodb")) as client:
        client.create_table(TableName=table, **DEFINITION)
        yield Tried(client, table)
        client.delete_table(TableName=table)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_local_cloud_does_what_aws_does(tried, case, request):
    reason = DIFFERS.get(case.__name__)
    if reason and "500" in reason:
        pytest.skip(reason)
    if reason:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))

    case(tried)
