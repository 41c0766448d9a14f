"""Deploys the built template to the local cloud as it would be to AWS, and adds what the emulator leaves out."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError

from local import aws, fingerprint
from local.aws import Access
from local.console import Problem, step
from local.paths import BUILD, REPOSITORY, interpreter

STACK = "atrium"
STAGE = "live"
REST_API = "AWS::ApiGateway::RestApi"
GATEWAY_RESPONSES = "x-amazon-apigateway-gateway-responses"
BUILD_TAG = "atrium:build"
LAST_LINES = 25
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
        _put_gateway_responses(access, stack, parameters)
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


def local_gateway_responses(
    template: Mapping[str, Any], parameters: Mapping[str, str]
) -> Mapping[str, Mapping[str, Any]]:
    """The template's own gateway responses, as far as the emulator can render them.

    The emulator doesn't know `context.authorizer.*`, where AWS puts the authorizer's code, message and challenge. So a
    part with these is replaced by what the template answers to a caller without any credential.
    """
    apis = [resource for resource in template["Resources"].values() if resource["Type"] == REST_API]
    body = apis[0]["Properties"]["Body"].get(GATEWAY_RESPONSES, {})
    declared: Mapping[str, Mapping[str, Any]] = Intrinsics(template.get("Conditions", {}), parameters).resolved(body)
    return {
        kind: {**response, **{part: declared["UNAUTHORIZED"][part] for part in _rendered_by_authorizer(response)}}
        for kind, response in declared.items()
    }


@dataclass(frozen=True, slots=True)
class Intrinsics:
    """Evaluates CloudFormation's functions in gateway responses, where the emulator leaves them unevaluated."""

    conditions: Mapping[str, Any]
    parameters: Mapping[str, str]

    def resolved(self, value: Any) -> Any:
        """The value with each function replaced by what it returns. Raises ValueError for an unknown condition."""
        match value:
            case {"Ref": str(name)}:
                return self.parameters.get(name, "")
            case {"Fn::If": [str(condition), yes, no]}:
                return self.resolved(yes if self._holds({"Condition": condition}) else no)
            case {"Fn::Sub": str(text)}:
                return self._filled(text, self.parameters)
            case {"Fn::Sub": [str(text), dict(given)]}:
                return self._filled(text, {**self.parameters, **self.resolved(given)})
            case dict():
                return {name: self.resolved(one) for name, one in value.items()}
        return value

    def _holds(self, condition: Any) -> bool:
        match condition:
            case {"Condition": str(name)}:
                return self._holds(self.conditions[name])
            case {"Fn::Not": [one]}:
                return not self._holds(one)
            case {"Fn::Or": list(some)}:
                return any(self._holds(one) for one in some)
            case {"Fn::Equals": [one, other]}:
                return bool(self.resolved(one) == self.resolved(other))
        raise ValueError(f"a condition that this does not know: {condition}")

    def _filled(self, text: str, values: Mapping[str, str]) -> str:
        return re.sub(r"\$\{(\w+)\}", lambda found: values.get(found[1], ""), text)


def _rendered_by_authorizer(response: Mapping[str, Any]) -> list[str]:
    parts = ("responseTemplates", "responseParameters")
    return [part for part in parts if "context.authorizer." in str(response.get(part))]


def sam_environment(environment: Mapping[str, str]) -> Mapping[str, str]:
    """`environment` for SAM, with SAM's venv first on PATH: `sam build` looks there for `python3.13` and `pip`."""
    tools = str(interpreter("sam").parent)
    return {**environment, "PATH": f"{tools}{os.pathsep}{environment.get('PATH', '')}", "SAM_CLI_TELEMETRY": "0"}


def _sam_deploy(access: Access, parameters: Mapping[str, str]) -> None:
    # Name every parameter, empty ones too: one that is left out keeps the value of the deployment before.
    overrides = [f'ParameterKey={name},ParameterValue="{value}"' for name, value in parameters.items()]
    done = subprocess.run(
        [
            *(str(interpreter("sam").parent / "sam"), "deploy", "--config-env", "local"),
            *("--config-file", str(REPOSITORY / "samconfig.toml"), "--template-file", str(BUILD / "template.yaml")),
            *("--parameter-overrides", *overrides),
        ],
        cwd=REPOSITORY,
        env=sam_environment({**access.environment, "SAM_CLI_POLL_DELAY": POLL_SECONDS}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
        raise Problem(f"sam deploy failed:\n{last}", fix="mend the template, or begin anew with: make reset")


def _put_gateway_responses(access: Access, stack: Stack, parameters: Mapping[str, str]) -> None:
    """Put each gateway response in place, which the emulator leaves out of an imported API; deploy the stage again."""
    cloudformation = access.client("cloudformation")
    template = cloudformation.get_template(StackName=STACK, TemplateStage="Processed")["TemplateBody"]
    wanted = local_gateway_responses(template, parameters)
    gateway = access.client("apigateway")
    for kind, response in wanted.items():
        gateway.put_gateway_response(restApiId=stack.rest_api, responseType=kind, **response)
    gateway.create_deployment(restApiId=stack.rest_api, stageName=STAGE)
    held = gateway.get_gateway_responses(restApiId=stack.rest_api)["items"]
    missing = wanted.keys() - {response["responseType"] for response in held if not response["defaultResponse"]}
    if missing:
        raise Problem(
            f"The cloud did not keep these gateway responses: {', '.join(sorted(missing))}.", fix="make reset"
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
