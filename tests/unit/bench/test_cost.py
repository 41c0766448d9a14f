from __future__ import annotations

import pytest

from bench import cost

NOTHING = {"calls": {}, "read_units": 0, "write_units": 0, "log_bytes": 0}
AUTHORIZER = NOTHING | {"calls": {"dynamodb": 1}, "read_units": 1}


def test_bill_of_a_request_that_does_nothing_more_is_the_floor() -> None:
    assert cost.bill_of(AUTHORIZER, NOTHING).total == pytest.approx(cost.floor_of(AUTHORIZER, NOTHING).total)


@pytest.mark.parametrize(
    ("used", "dollars"),
    [
        ({"read_units": 2}, 2 * cost.READ_UNIT),
        ({"write_units": 3}, 3 * cost.WRITE_UNIT),
        ({"calls": {"sqs": 1}}, cost.FIFO_REQUEST + cost.CALL_SECONDS * cost.GIGABYTE_SECOND),
        ({"log_bytes": 1000}, cost.LOG_GIGABYTE),
    ],
)
def test_bill_has_a_term_for_everything_a_request_uses(used, dollars) -> None:
    before, after = cost.bill_of(AUTHORIZER, NOTHING), cost.bill_of(AUTHORIZER, NOTHING | used)

    assert after.total - before.total == pytest.approx(dollars)


def test_bill_names_its_terms() -> None:
    assert str(cost.floor_of(AUTHORIZER, NOTHING)).startswith("REST 3.500 + invocations 0.400 + time ")
