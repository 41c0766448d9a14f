"""The served OpenAPI document is true, and good enough to make a client of."""

from __future__ import annotations

import json

import httpx

from local.cloud import Cloud
from local.pages import OPENAPI


def test_served_document_is_the_one_that_the_client_is_made_of(cloud: Cloud) -> None:
    assert httpx.get(f"{cloud.base_url}/openapi.json").json() == json.loads(OPENAPI.read_text())
