"""A whole local cloud: emulator, deployed stack and front, in a home folder and on two ports of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local import aws, deploy, emulator, front, mail, processes
from local.aws import Access
from local.build import build, host_architecture
from local.limits import parameters as limit_parameters
from local.model import NO_MODEL, LocalModel
from local.paths import SAM_OUTPUT, Home, locked
from local.ports import any_free, require_free_port

SECURITY_CONTACT = "mailto:security@atrium.example"


@dataclass(frozen=True, slots=True)
class Cloud:
    """Where a running cloud is reached, and what is deployed on it; `rest_api` is the id of its REST API."""

    base_url: str
    access: Access
    rest_api: str
    resources: Mapping[str, str]
    """Logical id in the template → physical id."""

    @property
    def endpoint_url(self) -> str:
        """The emulator's address."""
        return self.access.endpoint

    def client(self, service: str) -> Any:
        """A boto3 client of the cloud's root user."""
        return self.access.client(service)


def start(home: Home, *, port: int, cloud_port: int, model: LocalModel = NO_MODEL, limits: str = "") -> Cloud:
    """Bring a cloud up to date and to life, doing only what is not done yet. Raises `Problem`.

    Args:
        home: where its state, logs and pid files are.
        port: the front's port on the loopback interface.
        cloud_port: the emulator's port on the loopback interface.
        model: the language model that answers beside the rules.
        limits: "production" for the limits of the template; empty for a thousand times these.
    """
    architecture = host_architecture()
    with locked(home.root / ".lock"):
        _require_ports(home, port, cloud_port)
        access = Access.of(home, aws.endpoint_url(cloud_port))
        with locked(SAM_OUTPUT / ".lock"):
            fingerprint = build(architecture)
            emulator.ensure(home, access)
            mail.verify_sender(access)
            own = {
                "Architecture": architecture,
                "PublicUrl": f"http://localhost:{port}",
                "MailFrom": mail.SENDER,
                "PrivateWebhookTargets": "true",
                "ExportsOverPlainHttp": "true",
                "SecurityContact": SECURITY_CONTACT,
            }
            parameters = {**own, **limit_parameters(limits), **model.parameters(access)}
            stack = deploy.ensure(access, parameters=parameters, build=fingerprint)
        front.ensure(home, front.service(port, cloud_port, stack.rest_api, access.front_token), port)
        cloud = Cloud(f"http://localhost:{port}", access, stack.rest_api, stack.resources)
        described = {"base_url": cloud.base_url, "endpoint_url": access.endpoint, "rest_api": cloud.rest_api}
        home.description.write_text(json.dumps({**described, "resources": dict(cloud.resources)}, indent=2))
    return cloud


def _require_ports(home: Home, port: int, cloud_port: int) -> None:
    """Check before minutes of building that both ports are free, unless this very cloud holds them."""
    for name, wanted, variable in ((front.NAME, port, "PORT"), (emulator.NAME, cloud_port, "CLOUD_PORT")):
        if processes.find(home, name) is None:
            require_free_port(wanted, variable=variable)


def stop(home: Home) -> bool:
    """End the front and the emulator, whose state is kept; False when neither was running."""
    with locked(home.root / ".lock"):
        stopped = [front.stop(home), emulator.stop(home)]
        home.description.unlink(missing_ok=True)
    return any(stopped)


def attach(home: Home) -> Cloud:
    """The cloud that was started in `home` and runs there.

    Raises:
        FileNotFoundError: no cloud runs there.
    """
    told = json.loads(home.description.read_text())
    return Cloud(told["base_url"], Access.of(home, told["endpoint_url"]), told["rest_api"], told["resources"])


@contextmanager
def running(
    folder: Path, *, port: int | None = None, cloud_port: int | None = None, limits: str = ""
) -> Iterator[Cloud]:
    """Run a cloud within the block, on free ports unless told otherwise; delete its folder afterwards."""
    home = Home(folder)
    try:
        yield start(home, port=port or any_free(), cloud_port=cloud_port or any_free(), limits=limits)
    finally:
        stop(home)
        shutil.rmtree(folder, ignore_errors=True)
