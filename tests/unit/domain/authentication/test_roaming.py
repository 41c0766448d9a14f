"""The first use of a key from a new address is noted, once; a key that roams is not noted for ever."""

from __future__ import annotations

import pytest

from common.caller import Origin
from common.errors import Unavailable
from credentials import authentication
from domain.authentication import roaming
from domain.authentication.service import Use
from domain.keys.models import CreateApiKey
from doors import session_caller
from origins import HERE
from security_logs import noted

HOME, OFFICE = "203.0.113.9", "198.51.100.7"


@pytest.fixture
def use(keys, clock):
    service = authentication(clock)
    created = keys.create(session_caller(), CreateApiKey(name="Deploy", preset="pa_only"), HERE)

    def use_from(address):
        clock.advance(seconds=1)
        used = Use("/agents", Origin(address, "curl/8", "req_1"))
        return service.authenticate({"authorization": f"Bearer {created.key}"}, used).caller.principal_id

    return use_from


def addresses_noted():
    return [address for kind, _subject, _who, address, _device in noted() if kind == "key_new_address"]


def test_first_address_of_a_key_is_no_news_and_another_one_is_noted_once(use):
    for address in (HOME, HOME, OFFICE, HOME, OFFICE):
        key_id = use(address)

    assert [entry for entry in noted() if entry[0] == "key_new_address"] == [
        ("key_new_address", "", key_id, OFFICE, "curl/8")
    ]


def test_unknown_address_is_not_remembered(use):
    use("")
    use(HOME)

    assert addresses_noted() == []


def test_key_that_roams_is_noted_for_twenty_addresses_and_no_longer(use):
    for number in range(30):
        use(f"203.0.113.{number}")

    assert len(addresses_noted()) == roaming.MOST - 1


def test_request_is_let_in_although_its_address_cannot_be_noted(use, monkeypatch):
    use(HOME)

    def down(_writes):
        raise Unavailable

    monkeypatch.setattr(roaming, "commit", down)

    assert use(OFFICE)
    assert addresses_noted() == []
    monkeypatch.undo()
    use(OFFICE)
    assert addresses_noted() == [OFFICE]
