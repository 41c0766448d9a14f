from __future__ import annotations

import re

import pytest

from common.errors import Unauthenticated
from common.transactions import transact
from connecting import BROWSER
from domain.connections.closing import closing_connections
from domain.connections.consent import TooManyConnections
from domain.connections.store import connection_store
from domain.leaving.layout import shown
from domain.leaving.store import leaving_store


def test_closing_account_ends_its_connections(house, clock):
    _, got = house.connect()

    transact(closing_connections().revoking("acc_1", clock()))

    with pytest.raises(Unauthenticated):
        house.call(got["access_token"])
    assert closing_connections().revoking("acc_1", clock()) == []


def test_export_has_connections_without_any_hash(house):
    house.connect("agents:read")

    (row,) = leaving_store().list_connection_rows("acc_1")
    told = shown(row)

    assert (told["client_name"], told["scopes"]) == ("Helper", ["agents:read"])
    assert re.search("[0-9a-f]{64}", str(row))
    assert not re.search("[0-9a-f]{64}", str(told))


def test_deletion_leaves_no_row_of_a_connection(house, aws):
    house.connect()
    store = leaving_store()

    store.delete_connections("acc_1", store.list_connection_rows("acc_1"))

    assert connection_store().list_ids("acc_1") == []
    assert aws("dynamodb").scan(TableName="test-KeysTable")["Items"] == []


def test_owner_gets_a_mail_about_a_new_connection(house):
    person, _ = house.accounts.sign_up()
    caller = house.owner(account_id=person.account_id)
    house.allow(house.request(house.register()["client_id"]), "agents:read", caller=caller)

    mail = house.accounts.mails_to("ada@example.org")[-1]

    assert mail["Subject"] == "A program is connected to your account"
    text = mail.get_body(("plain",)).get_content()
    assert "Helper (a name that nobody verified, at assistant.example)" in " ".join(text.split())


def test_twenty_connections_are_the_most_and_ended_ones_make_room(house, clock):
    client_id = house.register()["client_id"]
    for _ in range(20):
        house.exchange(client_id, house.code(client_id))
    with pytest.raises(TooManyConnections):
        house.code(client_id)

    house.connections.revoke_all(house.owner(), BROWSER)
    clock.advance(days=3)
    house.code(client_id)

    assert len(connection_store().list_ids("acc_1")) == 1
