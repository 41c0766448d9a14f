"""The local cloud is stopped and started again."""

from __future__ import annotations

import uuid
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from atrium import Customer
from local.cloud import Cloud, start, stop
from local.paths import Home
from local.ports import any_free
from local.seed import PublicApi, seed


@pytest.fixture
def api(cloud: Cloud) -> PublicApi:
    return PublicApi(cloud.base_url)


def test_data_and_addresses_survive_a_restart_behind_another_cloud_port(
    own_cloud: Cloud, api: PublicApi, home: Home, tmp_path: Path
) -> None:
    env_file = tmp_path / "atrium.env"
    env_file.write_text(f"ATRIUM_EMAIL={uuid.uuid4().hex}@atrium.example\n")
    demo = seed(own_cloud, env_file)
    with closing(Customer(own_cloud.base_url)) as customer:
        project_id = customer.create_project("Bakery")

        stopped = stop(home)
        again = start(home, port=urlsplit(own_cloud.base_url).port or 0, cloud_port=any_free())
        reply = customer.reply_to(project_id, customer.ask(project_id, "Where do we stand?"))

    assert stopped
    assert (again.base_url, again.rest_api) == (own_cloud.base_url, own_cloud.rest_api)
    assert again.endpoint_url != own_cloud.endpoint_url
    assert "is a draft" in reply["content"].lower()
    assert api.call("GET", "/agents", Authorization=f"Bearer {demo.api_key}").status == 200
    assert "session=" in api.sign_in(demo)
