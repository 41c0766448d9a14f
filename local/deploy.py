"""Deploys the built template to the local cloud as it would be to AWS."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass

from botocore.exceptions import ClientError

from local import aws, fingerprint
from local.aws import Access
from local.console import Problem, run, step
from local.paths import BUILD, REPOSITORY, interpreter

STACK = "atrium"
REST_API = "AWS::ApiGateway::RestApi"
BUILD_TAG = "atrium:build"
POLL_SECONDS = "0.2"  # how often SAM checks whether a deployment is done; its default is 5 s


@dataclass(frozen=True, slots=True)
class Stack:
    """A deployed stack: physical ids by logical id, and the physical id of its REST API."""

    resources: Mapping[str, str]
    rest_api: str


def ensure(access: Access, *, parameters: Mapping[str, str], build: str) -> Stack:
    """Have the build with fingerprint `build` deployed with these template parameters. Raises `Problem`.

    The API carries a fingerprint of both as a tag, set last. The tag lives in the emulator's state, so a cloud that
    lost its state is deployed anew, whatever files say.
    """
    wanted = fingerprint.of_files([], also=[build, json.dumps(parameters, sort_keys=True)])
    stack = find(access)
    if stack is not None and _deployed_build(access, stack) == wanted:
        return stack
    with step("Deploying"):
        _sam_deploy(access, parameters)
        stack = find(access)
        if stack is None:
            raise Problem("The deployed stack has no REST API.", fix="look at template.yaml")
        _forget_old_layers(access, stack)
        access.client("apigateway").tag_resource(resourceArn=_arn(stack), tags={BUILD_TAG: wanted})
    return stack


def find(access: Access) -> Stack | None:
    """The deployed stack; None when there is none, or when it has not exactly one REST API."""
    pages = access.client("cloudformation").get_paginator("list_stack_resources")
    try:
        found = [resource for page in pages.paginate(StackName=STACK) for resource in page["StackResourceSummaries"]]
    except ClientError:
        return None
    rest_apis = [resource["PhysicalResourceId"] for resource in found if resource["ResourceType"] == REST_API]
    if len(rest_apis) != 1:
        return None
    return Stack({resource["LogicalResourceId"]: resource["PhysicalResourceId"] for resource in found}, rest_apis[0])


def sam_environment(environment: Mapping[str, str]) -> Mapping[str, str]:
    """`environment` for SAM, with SAM's venv first on PATH: `sam build` looks there for `python3.13` and `pip`."""
    tools = str(interpreter("sam").parent)
    return {**environment, "PATH": f"{tools}{os.pathsep}{environment.get('PATH', '')}", "SAM_CLI_TELEMETRY": "0"}


def _sam_deploy(access: Access, parameters: Mapping[str, str]) -> None:
    # Name every parameter, empty ones too: one that is left out keeps the value of the deployment before.
    overrides = [f'ParameterKey={name},ParameterValue="{value}"' for name, value in parameters.items()]
    run(
        REPOSITORY,
        *(str(interpreter("sam").parent / "sam"), "deploy", "--config-env", "local"),
        *("--config-file", str(REPOSITORY / "samconfig.toml"), "--template-file", str(BUILD / "template.yaml")),
        *("--parameter-overrides", *overrides),
        environment=sam_environment({**access.environment, "SAM_CLI_POLL_DELAY": POLL_SECONDS}),
        fix="mend the template, or begin anew with: make reset",
    )


def _forget_old_layers(access: Access, stack: Stack) -> None:
    """Delete replaced layer versions, which the template retains: each adds megabytes to the emulator's state."""
    client = access.client("lambda")
    for deployed in (arn for arn in stack.resources.values() if ":layer:" in arn):
        *_, name, version = deployed.split(":")
        for kept in client.list_layer_versions(LayerName=name)["LayerVersions"]:
            if kept["Version"] != int(version):
                client.delete_layer_version(LayerName=name, VersionNumber=kept["Version"])


def _deployed_build(access: Access, stack: Stack) -> str | None:
    tags: Mapping[str, str] = access.client("apigateway").get_tags(resourceArn=_arn(stack))["tags"]
    return tags.get(BUILD_TAG)


def _arn(stack: Stack) -> str:
    return f"arn:aws:apigateway:{aws.REGION}::/restapis/{stack.rest_api}"
