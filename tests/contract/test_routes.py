"""Interface 4 and 5: the routes there are, and who may call each."""

from __future__ import annotations

import inspect
import json
import re
from operator import attrgetter
from typing import Any

import pytest

import sam_template
from common.envelope import STANDING_HEADERS
from common.http import query_names
from common.model import Model
from domain.keys.scopes import SCOPES as OUR_SCOPES
from doors import call, key_caller, session_caller
from interface import AGREED, PUBLIC, ROUTES, SCOPES, SESSION, STANDARD, parameters
from tables import for_each
from tools.openapi.samples import body_model
from tools.openapi.tables import TEMPLATE, missing_events

pytestmark = pytest.mark.usefixtures("uncounted")
route_id = attrgetter("id")
MESSAGE = "API key missing required scope: {}"


def test_template_has_an_event_for_each_route_and_no_other():
    served = sam_template.routes().items()
    in_template = {key: name for key, name in served if name not in {"McpFunction", "WebFunction"}}
    declared = {(route.method, route.path): f"{route.door.title()}Function" for route in ROUTES}

    assert missing_events(TEMPLATE.read_text()) == []
    assert in_template == declared | dict.fromkeys(STANDARD, "OauthFunction")


def test_handlers_declare_what_the_agreed_interface_fixes():
    declared = {route.id: route.needs for route in ROUTES}

    assert {name: declared.get(name) for name in AGREED} == AGREED
    assert tuple(OUR_SCOPES) == SCOPES


@pytest.mark.parametrize("scope", SCOPES)
@for_each("route", [route for route in ROUTES if isinstance(route.needs, tuple)], ids=route_id)
def test_single_scope_key_gets_the_answer_of_the_table(aws, route, scope):
    path = route.path + route.query
    answer = call(route.door, route.method, path, caller=key_caller(scope), body=route.body, **parameters(route))

    if scope in route.needs:
        assert answer.status in {200, 201, 202, 404}
    else:
        assert answer.status == 403
        assert answer.body == {
            "success": False,
            "error": {
                "code": "FORBIDDEN",
                "message": MESSAGE.format(route.needs[0]),
                "details": {"missing_scopes": [route.needs[0]]},
            },
        }


@for_each("route", [route for route in ROUTES if route.needs == SESSION], ids=route_id)
def test_session_route_refuses_a_key_with_every_scope(aws, route):
    answer = call(route.door, route.method, route.path, caller=key_caller(), body=route.body, **parameters(route))

    assert answer.status == 403
    assert answer.error == {"code": "FORBIDDEN", "message": "Sign in to the dashboard to do this: an API key cannot"}


@for_each("route", [route for route in ROUTES if route.needs != PUBLIC], ids=route_id)
def test_route_without_a_caller_is_refused_although_no_authorizer_was_asked(aws, route):
    answer = call(route.door, route.method, route.path, caller=None, body=route.body, **parameters(route))

    assert (answer.status, answer.error["code"]) == (401, "UNAUTHORIZED")
    assert {name: answer.headers.get(name.lower()) for name in STANDING_HEADERS} == STANDING_HEADERS


@for_each("route", [route for route in ROUTES if "id}" in route.path], ids=route_id)
def test_id_that_nobody_has_or_of_another_shape_is_not_found_in_the_envelope(aws, route):
    caller = session_caller() if route.needs == SESSION else key_caller()
    known = parameters(route)

    odd = [known | {name: shape} for name in known if name.endswith("id") for shape in ("nobody", "R1.1.1", "é ")]
    answers = [
        call(route.door, route.method, route.path, caller=caller, body=route.body, **ids) for ids in (known, *odd)
    ]

    assert {(answer.status, answer.error["code"]) for answer in answers} == {(404, "NOT_FOUND")}


def admitted(route, *, path=None, body=None, headers=None):
    """The answer to a caller who may use the route."""
    caller = {SESSION: session_caller(), PUBLIC: None}.get(route.needs, key_caller())
    path = path or route.path + route.query
    return call(route.door, route.method, path, caller=caller, body=body, headers=headers, **parameters(route))


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ("{", {}, 400),
        ("[]", {}, 400),
        ('{"surprise": 1}', {}, 400),
        ("{}", {"Content-Type": "text/plain"}, 415),
        ('{"a": "' + "x" * 300 * 1024 + '"}', {}, 413),
    ],
    ids=["not-json", "array", "unknown-field", "media-type", "too-large"],
)
@for_each("route", [route for route in ROUTES if route.body is not None], ids=route_id)
def test_bad_body_gets_its_code(aws, route, body, headers, status):
    answer = admitted(route, body=body, headers=headers)

    assert answer.status == status
    assert answer.body["success"] is False


@for_each("route", [route for route in ROUTES if route.body is not None], ids=route_id)
def test_null_is_a_body_only_where_it_may_be_left_out(aws, route):
    optional = inspect.signature(route.declared.handler).parameters["body"].default is None

    answer = admitted(route, body="null")

    assert answer.status == (404 if optional else 400)


@pytest.mark.parametrize("media_type", ["Application/JSON", "APPLICATION/JSON; charset=UTF-8", "application/json;x=y"])
@for_each("route", [route for route in ROUTES if route.body is not None], ids=route_id)
def test_media_type_has_no_case(aws, route, media_type):
    answer = admitted(route, body=route.body, headers={"Content-Type": media_type})

    assert answer.status != 415
    assert answer.body.keys() & {"data", "error"}


@for_each("route", ROUTES, ids=route_id)
def test_query_parameter_that_the_route_does_not_read_is_refused(aws, route):
    mark = "&" if route.query else "?"

    answer = admitted(route, path=f"{route.path}{route.query}{mark}surprise=hunter2", body=route.body)

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")
    assert answer.error["details"] == [{"field": "surprise", "message": "There is no such parameter."}]


@for_each("route", [route for route in ROUTES if route.method == "GET"], ids=route_id)
def test_query_parameter_that_stands_there_twice_is_refused(aws, route):
    names = sorted(query_names(route.declared.handler))

    answers = [admitted(route, path=f"{route.path}?{name}=1&{name}=2") for name in names]

    assert [answer.status for answer in answers] == [400] * len(names)
    assert [answer.error["details"] for answer in answers] == [
        [{"field": name, "message": "Give this only once."}] for name in names
    ]


MARK = "hunter2-Zq9"
WRONG: tuple[Any, ...] = (MARK, [MARK], {MARK: MARK}, {"amount": MARK, "type": MARK}, [{"text": MARK, MARK: 1}])


def body_fields(route):
    """The names of the fields that the route's body may have."""
    return [field.alias or name for name, field in body_model(route.declared).model_fields.items()]


def class_names(kind=Model):
    return {one.__name__ for one in kind.__subclasses__()}.union(*map(class_names, kind.__subclasses__()))


@for_each("route", [route for route in ROUTES if route.body is not None], ids=route_id)
def test_refusal_repeats_nothing_of_what_was_sent_and_names_no_class(aws, route):
    ours = re.compile(rf"\b({'|'.join(sorted(class_names()))})\b|instance of|Status\.")
    bodies = [route.body | {field: wrong} for field in body_fields(route) for wrong in WRONG]

    answers = [admitted(route, body=body) for body in [*bodies, {MARK: MARK}, route.body | {"surprise": MARK}]]

    # A schedule that is unclear is told in the customer's own words, so that they see which were not understood.
    quoting = [answer for answer in answers if (answer.body.get("error") or {}).get("code") == "SCHEDULE_UNCLEAR"]
    refusals = [json.dumps(answer.body) for answer in answers if answer.status >= 400 and answer not in quoting]
    assert refusals
    assert [text for text in refusals if MARK in text or ours.search(text)] == []
