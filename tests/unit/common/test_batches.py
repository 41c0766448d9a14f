from __future__ import annotations

import pytest

from common.batches import Delivery, take_each


def record(message_id: str, group: str = "") -> dict:
    attributes = {"ApproximateReceiveCount": "3", "SentTimestamp": "1772960400500"}
    attributes |= {"MessageGroupId": group} if group else {}
    return {"messageId": message_id, "body": f"body of {message_id}", "attributes": attributes}


def taken_and_failed(failing: set[str], *records: dict) -> tuple[list[str], list[str]]:
    """Which messages were taken up, and which are to be delivered again."""
    taken = []

    def take_up(delivery: Delivery) -> None:
        taken.append(delivery.message_id)
        if delivery.message_id in failing:
            raise ZeroDivisionError

    failures = take_each({"Records": list(records)}, take_up)["batchItemFailures"]
    return taken, [failure["itemIdentifier"] for failure in failures]


def test_messages_behind_a_failed_one_wait_in_its_group_and_in_no_other():
    records = [record("a1", "a"), record("b1", "b"), record("a2", "a"), record("b2", "b"), record("a3", "a")]

    assert taken_and_failed({"a1"}, *records) == (["a1", "b1", "b2"], ["a1", "a2", "a3"])
    assert taken_and_failed({"a2"}, *records) == (["a1", "b1", "a2", "b2"], ["a2", "a3"])
    assert taken_and_failed(set(), *records) == (["a1", "b1", "a2", "b2", "a3"], [])


def test_messages_of_a_queue_without_order_fail_alone():
    assert taken_and_failed({"m1"}, record("m1"), record("m2")) == (["m1", "m2"], ["m1"])


def test_worker_that_is_told_to_stop_stops():
    def take_up(_delivery: Delivery) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_each({"Records": [record("m1")]}, take_up)
