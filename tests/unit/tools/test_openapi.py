"""The OpenAPI document against the doors it describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

import sam_template
from interface import ANY, PUBLIC, ROUTES, SESSION, Route
from tables import for_each
from tools.openapi.__main__ import write
from tools.openapi.document import document

JSON = "application/json"


@cache
def described() -> dict[str, Any]:
    return document()


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def operation(route: Route) -> dict[str, Any]:
    return described()["paths"][route.path][route.method.lower()]


def assert_valid(value: Any, schema: dict[str, Any]) -> None:
    whole = schema | {"components": described()["components"]}
    problems = [problem.message for problem in jsonschema_rs.validator_for(whole).iter_errors(value)]
    assert problems == []


def test_document_describes_every_route_of_the_interface_and_nothing_else():
    assert {(method, path) for method, path, _ in operations()} == {(route.method, route.path) for route in ROUTES}


def test_document_carries_the_version_of_the_project():
    version = described()["info"]["version"]

    assert f'version = "{version}"' in (sam_template.ROOT / "pyproject.toml").read_text()


def test_operation_ids_are_unique_verbs_and_nouns():
    names = [operation["operationId"] for _, _, operation in operations()]

    assert len(set(names)) == len(names)
    assert [name for name in names if not name.isidentifier() or "_" not in name] == []


@for_each("route", ROUTES, ids=lambda route: route.id)
def test_operation_says_who_may_call_it(route: Route):
    security = operation(route)["security"]

    if route.needs == PUBLIC:
        assert security == []
    elif route.needs == SESSION:
        assert security == [{"session": []}]
    else:
        assert security == [{"api_key": []}, {"session": []}]
        said = operation(route)["description"]
        assert "Any API key" in said if route.needs == ANY else all(f"`{scope}`" in said for scope in route.needs)


@for_each("route", ROUTES, ids=lambda route: route.id)
def test_operation_refuses_in_the_envelope_alone(route: Route):
    responses = operation(route)["responses"]
    shared = described()["components"]["responses"]
    refusals = {status: shared.get(status, answer) for status, answer in responses.items() if status >= "400"}

    assert {"429", "500", "503"} <= set(refusals)
    assert ("401" in refusals) == (
        route.needs != PUBLIC or route.path.endswith(("login", "login/totp", "auth/passkey"))
    )
    assert ("404" in refusals) or "{" not in route.path
    for refusal in refusals.values():
        assert refusal["content"][JSON]["schema"] == {"$ref": "#/components/schemas/Failure"}


def test_resolvers_own_error_shapes_are_gone():
    assert "ValidationError" not in "".join(described()["components"]["schemas"])
    assert "HTTPValidationError" not in json.dumps(described())


@for_each("route", [route for route in ROUTES if route.body is not None], ids=lambda route: route.id)
def test_example_of_a_body_is_valid(route: Route):
    content = operation(route)["requestBody"]["content"][JSON]

    assert content["example"] == route.body
    assert_valid(content["example"], content["schema"])


@for_each("route", ROUTES, ids=lambda route: route.id)
def test_example_of_an_answer_is_valid(route: Route):
    content = operation(route)["responses"][str(route.declared.status)]["content"][JSON]

    assert_valid(content["example"], content["schema"])


def test_examples_of_refusals_are_valid():
    for refusal in described()["components"]["responses"].values():
        for example in refusal["content"][JSON]["examples"].values():
            assert_valid(example["value"], refusal["content"][JSON]["schema"])


@pytest.mark.parametrize(
    ("schema", "body"),
    [
        ("CreateProject", {"name": " \t"}),
        ("CreateProject", {"name": "two\nlines"}),
        ("CreateProject", {"name": "Bakery", "budget_ceiling": {"amount": 1, "currency": "XXX"}}),
        ("CreateApiKey", {"name": "k"}),
        ("CreateApiKey", {"name": "k", "preset": "pa_only", "scopes": ["pa:access"]}),
        ("UpdateApiKey", {}),
        ("DecideApproval", {"decision": "request_changes"}),
        ("DepositCredential", {"name": "n", "type": "token"}),
        ("DepositCredential", {"name": "n", "type": "token", "value": "v", "fields": {"a": "b"}}),
        ("IntakeAnswers", {"answers": {"no such question": "x"}}),
        ("IntakeAnswers", {"answers": {"platforms": ["fax"]}}),
        ("SignUp", {"email": "nobody", "name": "N", "password": "quiet harbour lantern"}),
    ],
)
def test_schema_refuses_what_the_model_refuses(schema: str, body: dict[str, Any]):
    whole = {"$ref": f"#/components/schemas/{schema}", "components": described()["components"]}

    assert not jsonschema_rs.validator_for(whole).is_valid(body)


def test_unchanged_document_keeps_its_file(tmp_path):
    file = tmp_path / "openapi.json"
    write(file)
    first = file.stat().st_mtime_ns

    write(file)

    assert file.stat().st_mtime_ns == first
    assert json.loads(file.read_text())["openapi"] == "3.1.0"
