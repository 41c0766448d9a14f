from __future__ import annotations

from dataclasses import field

from common.services import frozen


@frozen
class Deposit:
    name: str
    content: str = field(repr=False)


def test_value_does_not_show_a_field_that_is_not_to_be_shown():
    shown = repr(Deposit("key", "hidden"))

    assert "key" in shown
    assert "hidden" not in shown
