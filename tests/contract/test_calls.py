"""What each request may ask of AWS: the same requests and budgets as `make bench` measures."""

from __future__ import annotations

import pytest

import emulated
from bench.calls.inside import summary
from bench.calls.requests import AUTHORIZER, REQUESTS, measure_request
from bench.calls.world import make_world

PAGEFUL = 60
MANY = 100


@pytest.fixture(scope="module")
def first_world(emulated_account):
    """The world and its rows, made once."""
    emulated.empty()
    made = make_world()
    made.fill_conversation(0, PAGEFUL)
    return made, emulated.saved_rows()


@pytest.fixture
def world(aws, first_world):
    made, rows = first_world
    emulated.put_back(rows)
    return made


@pytest.fixture(scope="module")
def grown_rows(first_world):
    """The rows of the same world with many more messages."""
    made, rows = first_world
    emulated.put_back(rows)
    made.fill_conversation(PAGEFUL, PAGEFUL + MANY)
    return emulated.saved_rows()


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.name)
def test_request_keeps_its_budget_of_calls(world, request_):
    used = summary(measure_request(request_, world))

    if request_.budget is not None:
        most = {"dynamodb": request_.budget.dynamodb, "sqs": request_.budget.sqs, "kms": request_.budget.kms}
        assert all(count <= most.get(service, 0) for service, count in used["calls"].items()), used
    if request_.one_page_per_table:
        assert used["pages_of_one_table"] == 1


def test_authorizer_in_steady_state_makes_one_write_of_one_unit(world):
    used = summary(measure_request(AUTHORIZER, world))

    assert used["operations"] == ["UpdateItem"]
    assert (used["read_units"], used["write_units"]) == (0, 1)


@pytest.mark.parametrize(
    "request_", [request for request in REQUESTS if request.one_page_per_table], ids=lambda request: request.name
)
def test_request_costs_the_same_however_many_messages_there_are(world, grown_rows, request_):
    before = summary(measure_request(request_, world))
    emulated.put_back(grown_rows)

    after = summary(measure_request(request_, world))

    assert [after[part] for part in ("calls", "read_units", "bytes")] == [
        before[part] for part in ("calls", "read_units", "bytes")
    ]
