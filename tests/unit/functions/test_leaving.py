"""Attacks on the doors of leaving: with an old session, with a closing account's session, twice at once."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest

from common.caller import FRESH
from common.clock import utc_now
from doors import call, session_caller
from interface import PUBLIC, ROUTES, parameters
from tables import for_each

pytestmark = pytest.mark.usefixtures("uncounted")
UNDOING = {
    ("GET", "/api/auth/session"),
    ("POST", "/api/auth/logout"),
    ("POST", "/api/auth/step-up/options"),
    ("POST", "/api/auth/step-up"),
    ("POST", "/api/account/restore"),
}
LEAVING = [route for route in ROUTES if route.door == "leaving"]
PROVED = [route for route in LEAVING if "export_id" not in route.path]
route_id = attrgetter("id")


def sent(route, caller, **known):
    return call(route.door, route.method, route.path, caller=caller, body=route.body, **parameters(route, known))


@for_each("route", PROVED, ids=route_id)
def test_session_whose_user_proved_nothing_lately_deletes_restores_and_exports_nothing(aws, route):
    closing = route.path == "/api/account/restore"
    stale = replace(session_caller(), proved_at=utc_now() - FRESH, closing=closing)

    answer = sent(route, stale)

    assert (answer.status, answer.error["code"]) == (403, "STEP_UP_REQUIRED")


CLOSED = [route for route in ROUTES if route.needs != PUBLIC and (route.method, route.path) not in UNDOING]


@for_each("route", CLOSED, ids=route_id)
def test_closing_accounts_session_may_do_nothing_but_undo_it(aws, route):
    answer = sent(route, replace(session_caller(), closing=True))

    assert (answer.status, answer.error["code"]) == (403, "ACCOUNT_CLOSING")


@pytest.mark.parametrize("name", ["../../acc_2/exp_1", "acc_2/exp_1.zip", "%2e%2e%2f", "LATEST", "latest "])
def test_export_id_that_is_a_path_is_an_unknown_one(aws, name):
    guessed = call("leaving", "GET", "/api/account/exports/{export_id}", caller=session_caller(), export_id=name)

    assert (guessed.status, guessed.error["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("body", [{}, {"confirm": ""}, {"confirm": " "}, {"confirm": None}, {"confirm": ["Ada"]}])
def test_account_is_not_closed_without_its_name(aws, body):
    answer = call("leaving", "DELETE", "/api/account", caller=session_caller(), body=body)

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")
