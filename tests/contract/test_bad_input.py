"""Whatever is sent, the doors answer as the OpenAPI document says: schemathesis against the doors in this process."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytest_socket import socket_allow_hosts

from atrium import Customer
from common import idempotency
from fuzzing import fuzz
from gateway import serving_doors
from interface import PUBLIC, ROUTES, parameters
from tools.openapi.document import document

MOST_SECONDS = 300


@pytest.fixture(autouse=True)
def no_network() -> None:
    """The gateway listens on the loopback interface, and nothing goes beyond it."""
    socket_allow_hosts(["127.0.0.1", "::1"], allow_unix_socket=True)


@pytest.fixture(autouse=True)
def _quick_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each repeatable request to the vault would take 0.1 s on purpose; here are hundreds of them."""
    monkeypatch.setattr(idempotency, "_SCRYPT_COST", 2)


@pytest.fixture
def customer(aws) -> Iterator[Customer]:
    with serving_doors() as base_url, closing(Customer(base_url)) as customer:
        yield customer


@pytest.mark.nightly
@pytest.mark.parametrize("phases", ["examples,fuzzing", "stateful", "coverage"])
def test_every_check_of_schemathesis_passes_with_a_full_access_key(
    customer: Customer, phases: str, tmp_path: Path
) -> None:
    file, described = tmp_path / "openapi.json", document()
    file.write_text(json.dumps(described))

    done = fuzz(
        file,
        customer.base_url,
        customer.key,
        phases=phases,
        examples=10,
        timeout_seconds=MOST_SECONDS,
    )

    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    assert customer.call("GET", "/agents").status == 200


def test_paths_and_methods_that_no_route_has_are_404_in_the_envelope(customer: Customer) -> None:
    routes = {(route.method, route.path.format(**parameters(route))) for route in ROUTES}
    paths = {path for _, path in routes} | {"/no/such/route", "/projects/one/two/three"}
    unknown = [(method, path) for method in ("GET", "POST", "PUT", "PATCH", "DELETE") for path in sorted(paths)]

    served = [(route.method, re.compile(re.sub(r"{\w+}", "[^/]+", route.path))) for route in ROUTES]
    for method, path in unknown:
        if any(method == known and pattern.fullmatch(path) for known, pattern in served):
            continue
        reply = customer.call(method, path)
        assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND"), (method, path)


def test_every_guarded_route_challenges_a_caller_without_a_good_credential(customer: Customer) -> None:
    for route in (route for route in ROUTES if route.needs != PUBLIC):
        reply = customer.call(route.method, route.path.format(**parameters(route)), route.body, key="atr_nonsense")

        assert (reply.status, reply.error["code"]) == (401, "UNAUTHORIZED"), route.id
        assert reply.headers["www-authenticate"] == 'Bearer realm="atrium", error="invalid_token"'
