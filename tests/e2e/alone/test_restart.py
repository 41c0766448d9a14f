"""The local cloud is stopped and started again; it runs last here, by its name."""

from __future__ import annotations

import uuid
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from local.cloud import Cloud, start, stop
from local.paths import Home
from local.seed import PublicApi, seed


@pytest.fixture
def api(cloud: Cloud) -> PublicApi:
    return PublicApi(cloud.base_url)


def test_data_and_addresses_survive_a_restart(own_cloud: Cloud, api: PublicApi, home: Home, tmp_path: Path) -> None:
    cloud = own_cloud
    env_file = tmp_path / "atrium.env"
    env_file.write_text(f"ATRIUM_EMAIL={uuid.uuid4().hex}@atrium.example\n")
    customer = seed(cloud, env_file)
    port, cloud_port = (urlsplit(url).port or 0 for url in (cloud.base_url, cloud.endpoint_url))

    stopped = stop(home)
    again = start(home, port=port, cloud_port=cloud_port)

    assert stopped
    assert (again.base_url, again.rest_api) == (cloud.base_url, cloud.rest_api)
    assert api.call("GET", "/agents", Authorization=f"Bearer {customer.api_key}").status == 200
    assert api.sign_in(customer).startswith("session=")
