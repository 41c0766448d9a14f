from __future__ import annotations

from typing import Any

import pytest

from local import deploy
from local.aws import Access
from local.deploy import local_gateway_responses

GENERAL = {"application/json": '{"success":false,"error":{"code":"UNAUTHORIZED","message":"Sign in."}}'}
DENIED = {"application/json": '{"success":false,"error":{"code":"$context.authorizer.code","message":"."}}'}


def template(responses: dict[str, Any]) -> dict[str, Any]:
    body = {"openapi": "3.0.1", "x-amazon-apigateway-gateway-responses": responses}
    return {
        "Resources": {
            "Keys": {"Type": "AWS::DynamoDB::Table", "Properties": {}},
            "Api": {"Type": "AWS::ApiGateway::RestApi", "Properties": {"Body": body}},
        }
    }


def test_gateway_responses_are_the_templates_own() -> None:
    not_found = {"statusCode": "404", "responseTemplates": {"application/json": "{}"}, "responseParameters": {}}

    responses = local_gateway_responses(template({"MISSING_AUTHENTICATION_TOKEN": not_found}), {})

    assert responses == {"MISSING_AUTHENTICATION_TOKEN": not_found}


def test_denial_says_the_general_words_when_the_authorizers_cannot_be_rendered() -> None:
    declared = {
        "ACCESS_DENIED": {"statusCode": "401", "responseTemplates": DENIED},
        "UNAUTHORIZED": {"statusCode": "401", "responseTemplates": GENERAL},
    }

    responses = local_gateway_responses(template(declared), {})

    assert responses["ACCESS_DENIED"] == {"statusCode": "401", "responseTemplates": GENERAL}
    assert responses["UNAUTHORIZED"] == declared["UNAUTHORIZED"]


def test_gateway_responses_are_none_when_the_template_has_none() -> None:
    bare = template({})
    del bare["Resources"]["Api"]["Properties"]["Body"]["x-amazon-apigateway-gateway-responses"]

    assert local_gateway_responses(bare, {}) == {}


@pytest.mark.parametrize(
    ("public_url", "challenge"),
    [("", "Bearer"), ("http://localhost:8000", 'Bearer resource_metadata="http://localhost:8000/x"')],
)
def test_challenge_names_the_issuer_where_there_is_one(public_url: str, challenge: str) -> None:
    named = {"Fn::Sub": ['Bearer resource_metadata="${Issuer}/x"', {"Issuer": {"Ref": "PublicUrl"}}]}
    header = {"Fn::If": ["HasIssuer", named, "Bearer"]}
    declared = {
        "ACCESS_DENIED": {"responseTemplates": DENIED, "responseParameters": {"h": "context.authorizer.challenge"}},
        "UNAUTHORIZED": {"responseTemplates": GENERAL, "responseParameters": {"h": header}},
    }
    conditions = {"HasIssuer": {"Fn::Not": [{"Fn::Equals": [{"Ref": "PublicUrl"}, ""]}]}}

    responses = local_gateway_responses({**template(declared), "Conditions": conditions}, {"PublicUrl": public_url})

    assert [responses[kind]["responseParameters"]["h"] for kind in declared] == [challenge, challenge]


class Layers:
    """Lambda, as far as its layers go."""

    def __init__(self, **versions: list[int]) -> None:
        self.versions = versions

    def list_layer_versions(self, **layer: str) -> dict[str, Any]:
        return {"LayerVersions": [{"Version": version} for version in self.versions[layer["LayerName"]]]}

    def delete_layer_version(self, **layer: Any) -> None:
        self.versions[layer["LayerName"]].remove(layer["VersionNumber"])


def test_only_the_deployed_version_of_each_layer_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    layers = Layers(CommonLayer=[2, 1], DomainLayer=[3, 2, 1])
    monkeypatch.setattr(Access, "client", lambda _access, _service: layers)
    access = Access("http://127.0.0.1:1", "AKIAKEY", "secret")
    arn = "arn:aws:lambda:us-east-1:000000000000:layer:{}:{}"
    resources = {"CommonLayer1a": arn.format("CommonLayer", 2), "DomainLayer2b": arn.format("DomainLayer", 3)}

    deploy._forget_old_layers(access, deploy.Stack(resources | {"Api": "an-api"}, "an-api"))

    assert layers.versions == {"CommonLayer": [2], "DomainLayer": [3]}
