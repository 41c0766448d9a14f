"""What the local cloud adds around the template: the front, the gateway responses, seeding, and a memory."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from importlib.util import cache_from_source
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from local.build import artifacts
from local.cloud import Cloud
from local.seed import PublicApi


@pytest.fixture
def api(cloud: Cloud) -> PublicApi:
    return PublicApi(cloud.base_url)


def test_unknown_route_is_404_in_the_envelope(api: PublicApi) -> None:
    reply = api.call("GET", "/no/such/route")

    assert reply.status == 404
    assert reply.content["success"] is False
    assert reply.content["error"]["code"] == "NOT_FOUND"


def test_caller_without_credential_is_challenged_in_the_envelope(cloud: Cloud) -> None:
    connection = HTTPConnection(urlsplit(cloud.base_url).netloc, timeout=60)
    connection.request("GET", "/agents")
    response = connection.getresponse()
    content = json.loads(response.read())
    connection.close()

    assert response.status == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert content["error"]["code"] == "UNAUTHORIZED"
    assert "$context" not in content["error"]["message"]


@pytest.mark.usefixtures("cloud")
def test_every_built_source_has_its_bytecode() -> None:
    sources = [source for artifact in artifacts() for source in artifact.rglob("*.py")]

    uncompiled = [source for source in sources if not Path(cache_from_source(source)).exists()]

    assert sources
    assert uncompiled == []


def test_layers_stay_small(cloud: Cloud) -> None:
    client = cloud.client("lambda")

    sizes = {
        name: client.get_layer_version_by_arn(Arn=arn)["Content"]["CodeSize"]
        for name, arn in cloud.resources.items()
        if ":layer:" in arn
    }

    assert len(sizes) == 2
    assert max(sizes.values()) < 10 * 1024 * 1024
