"""The template as tests need it: plain data, and its tables made in an emulated account."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


class _Loader(yaml.CSafeLoader):
    """CloudFormation's short tags as one-entry dicts: `!Ref X` → {"Ref": "X"}, `!Sub s` → {"Fn::Sub": "s"}."""


def _tagged(loader: yaml.CSafeLoader, suffix: str, node: yaml.Node) -> dict[str, Any]:
    name = suffix if suffix in {"Ref", "Condition"} else f"Fn::{suffix}"
    if isinstance(node, yaml.ScalarNode):
        value: Any = loader.construct_scalar(node)
        return {name: value.split(".", 1) if suffix == "GetAtt" else value}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    return {name: loader.construct_mapping(node, deep=True)}


_Loader.add_multi_constructor("!", _tagged)


@cache
def template() -> dict[str, Any]:
    """The parsed `template.yaml`."""
    return yaml.load((ROOT / "template.yaml").read_text(), _Loader)  # noqa: S506 - a SafeLoader


def resources(kind: str) -> dict[str, dict[str, Any]]:
    """The properties of every resource of `kind`, by logical id."""
    found = template()["Resources"].items()
    return {name: resource.get("Properties", {}) for name, resource in found if resource["Type"] == kind}


def routes() -> dict[tuple[str, str], str]:
    """Every route of the template: (method, path) → logical id of its function."""
    table: dict[tuple[str, str], str] = {}
    for name, function in resources("AWS::Serverless::Function").items():
        for event in function.get("Events", {}).values():
            if event["Type"] == "Api":
                table[event["Properties"]["Method"], event["Properties"]["Path"]] = name
    return table


def statements(function: str) -> list[dict[str, Any]]:
    """Every statement of a function's policies, those behind a condition included."""
    found: list[dict[str, Any]] = []
    for policy in resources("AWS::Serverless::Function")[function].get("Policies", []):
        branches = policy["Fn::If"][1:] if "Fn::If" in policy else [policy]
        found += [one for branch in branches for one in branch.get("Statement", [])]
    return found


def listed(value: Any) -> list[Any]:
    """The value as a list: itself, or a list with it alone."""
    return value if isinstance(value, list) else [value]


def indexes(table: str, *, also_of_first_edition: bool = False) -> list[dict[str, Any]]:
    """The global indexes of a table; one that stands behind a condition only for the first step of an upgrade."""
    found = resources("AWS::DynamoDB::Table")[table].get("GlobalSecondaryIndexes", [])
    plain = [index for index in found if "Fn::If" not in index]
    return plain + [index["Fn::If"][1] for index in found if "Fn::If" in index and also_of_first_edition]


def limits() -> dict[str, str]:
    """The environment variables of all limits, as a local cloud sets them: a thousand times those of production."""
    parameters = template()["Parameters"].items()
    named = {name: told["Default"] for name, told in parameters if re.search("Per[A-Z]", name)}
    return {re.sub("(?<!^)([A-Z])", r"_\1", name).upper(): str(1_000 * most) for name, most in named.items()}


def create_tables(dynamodb: Any) -> dict[str, str]:
    """Create every table of the template; returns the environment variables that name them."""
    environment = {}
    for logical_id, properties in resources("AWS::DynamoDB::Table").items():
        name = f"test-{logical_id}"
        wanted = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "BillingMode")
        made = {key: properties[key] for key in wanted if key in properties}
        if "GlobalSecondaryIndexes" in made:
            made["GlobalSecondaryIndexes"] = indexes(logical_id)
        dynamodb.create_table(TableName=name, **made)
        environment[f"{logical_id.removesuffix('Table').upper()}_TABLE"] = name
    return environment
