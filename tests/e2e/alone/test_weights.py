"""A small real model behind the deployed worker: nothing is expected but what code can promise of any answer."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

from local.cloud import Cloud
from local.model import LocalModel, trial
from local.paths import REPOSITORY, interpreter
from local.ports import any_free
from roles import environment_of

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def server() -> Iterator[LocalModel]:
    """`make model`, on a port of its own."""
    subprocess.run([sys.executable, "-m", "local.install", "model"], cwd=REPOSITORY, check=True)
    port = any_free()
    command = [str(interpreter("model")), "-m", "local.weights", "--port", str(port)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL) as process:
        model = LocalModel("openai:smollm2", f"http://127.0.0.1:{port}/v1")
        deadline = time.monotonic() + 30
        while not _listens(model):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield model
        process.terminate()
        assert process.wait(10) == 0


def _listens(model: LocalModel) -> bool:
    try:
        return httpx.get(f"{model.base_url}/models").is_success
    except httpx.TransportError:
        return False


def test_real_weights_answer_the_deployed_worker(server: LocalModel, own_cloud: Cloud) -> None:
    named = {"MODEL": server.written, "MODEL_BASE_URL": server.base_url}
    with environment_of(own_cloud, "ThinkerFunction", lambda before: {**before, **named}):
        complaint = trial(own_cloud.access, own_cloud.resources, server)

    assert complaint is None or "not in the shape" in complaint
