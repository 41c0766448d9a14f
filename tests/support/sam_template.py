"""The template as tests need it: plain data, and its tables made in an emulated account."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


class _Loader(yaml.SafeLoader):
    """CloudFormation's short tags as one-entry dicts: `!Ref X` → {"Ref": "X"}, `!Sub s` → {"Fn::Sub": "s"}."""


def _tagged(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> dict[str, Any]:
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
    """The whole of `template.yaml`."""
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


def create_tables(dynamodb: Any) -> dict[str, str]:
    """Create every table of the template; returns the environment variables that name them."""
    environment = {}
    for logical_id, properties in resources("AWS::DynamoDB::Table").items():
        name = f"test-{logical_id}"
        wanted = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "BillingMode")
        dynamodb.create_table(TableName=name, **{key: properties[key] for key in wanted if key in properties})
        environment[f"{logical_id.removesuffix('Table').upper()}_TABLE"] = name
    return environment
