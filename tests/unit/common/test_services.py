"""Values and services: what they share instead of generated methods."""

from __future__ import annotations

from dataclasses import field

from common.services import frozen


@frozen
class Deposit:
    name: str
    content: str = field(repr=False)
    seen: list[str] = field(init=False, default_factory=list)


@frozen
class Sealed(Deposit):
    pass


@frozen
class Nameless:
    name: str

    def __repr__(self) -> str:
        return "nameless"


def test_values_are_equal_and_hash_alike_when_their_fields_are():
    one, same, other = Deposit("key", "a"), Deposit("key", "a"), Deposit("key", "b")

    assert one == same
    assert hash(one) == hash(same)
    assert one != other


def test_value_differs_from_one_of_another_class_with_the_same_fields():
    assert Deposit("key", "a") != Sealed("key", "a")


def test_value_does_not_show_a_field_that_is_not_to_be_shown():
    shown = repr(Deposit("key", "hidden"))

    assert "key" in shown
    assert "hidden" not in shown


def test_value_keeps_a_method_of_its_own():
    assert repr(Nameless("a")) == "nameless"
