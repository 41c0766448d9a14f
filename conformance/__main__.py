"""`python -m conformance`: deploy Atrium and run the judges; exits with 1 when a judge finds a fault.

With `ATRIUM_TEST_CLOUD=.local` it uses a cloud that is running already, as the end-to-end tests do.
"""

from __future__ import annotations

import io
import os
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx

from conformance.consent import Person, register, signed_in
from conformance.judges import REVISIONS, Bench, Verdict
from conformance.node import OLDEST, find_node, install
from local.cloud import Cloud, attach, running
from local.console import Problem, guarded, say
from local.front import Front, Upstream, serving
from local.paths import DEVELOPMENT, Home
from local.ports import LOOPBACK, any_free
from local.seed import seed

INSIDE = Path(__file__).parent / "inside"
LAYER = "conformance-suite-tools"
ENTRY = "judged.lambda_handler"


def main() -> None:
    """Run all judges. Raises `Problem` when one finds a fault, and in CI when Node is missing."""
    node = find_node()
    if node is None:
        if "CI" in os.environ:
            raise Problem(f"Node {OLDEST} is missing, and CI skips nothing.", fix="make install")
        say(f"SKIPPED: the conformance suite needs Node {OLDEST} or newer, and none was found.")
        return
    bench = Bench(node, install(node))
    with _home() as home:
        verdicts = [_shown(verdict) for verdict in _judge(bench, home)]
    if not all(verdict.passed for verdict in verdicts):
        raise Problem("A judge is not content.", fix="mend the server, or strike from the baseline what now passes")


def _judge(bench: Bench, home: Home) -> Iterator[Verdict]:
    cloud = attach(home)
    customer = seed(cloud, home.env_file)
    key = customer.api_key
    with ThreadPoolExecutor(len(REVISIONS)) as eras:  # both at once: no judge keeps two cores busy
        yield from eras.map(lambda revision: bench.inspection(f"{cloud.base_url}/mcp", key, revision), REVISIONS)
        with _suite_tools(cloud), _adding_key(cloud.base_url, key) as base_url:
            yield from eras.map(lambda revision: bench.conformance(f"{base_url}/mcp", revision), REVISIONS)
    with closing(signed_in(cloud.base_url, customer.email, customer.password)) as session:
        for revision in REVISIONS:
            yield _authorization(bench, session, revision)


@contextmanager
def _suite_tools(cloud: Cloud) -> Iterator[None]:
    """Give the function the tools that the suite calls by name, within the block."""
    functions, name = cloud.client("lambda"), cloud.resources["McpFunction"]
    own = functions.get_function_configuration(FunctionName=name)
    layers = [layer["Arn"] for layer in own["Layers"]]
    layer = functions.publish_layer_version(LayerName=LAYER, Content={"ZipFile": _layer_content()})
    functions.update_function_configuration(
        FunctionName=name, Handler=ENTRY, Layers=[*layers, layer["LayerVersionArn"]]
    )
    try:
        yield
    finally:
        functions.update_function_configuration(FunctionName=name, Handler=own["Handler"], Layers=layers)
        functions.delete_layer_version(LayerName=LAYER, VersionNumber=layer["Version"])


def _layer_content() -> bytes:
    """The layer as a ZIP archive: what is in `inside`, in the folder where Python functions look for modules."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(INSIDE.glob("*.*")):
            packed.write(file, f"python/{file.name}")
    return archive.getvalue()


@contextmanager
def _adding_key(base_url: str, key: str) -> Iterator[str]:
    """Run a proxy that adds the key to every request, because the conformance suite can't send one; yields its URL."""
    upstream = Upstream(int(base_url.rpartition(":")[2]), added=(("Authorization", f"Bearer {key}"),))
    with serving(Front(upstream, lambda _line: None)) as port:
        yield f"http://localhost:{port}"


def _authorization(bench: Bench, session: httpx.Client, revision: str) -> Verdict:
    issuer, port, person = str(session.base_url).rstrip("/"), any_free(), Person(session)
    client_id = register(issuer, f"http://{LOOPBACK}:{port}/callback")
    return bench.authorization(issuer, client_id, port, revision, person.allow_and_return)


@contextmanager
def _home() -> Iterator[Home]:
    """The home of a cloud that runs within the block: the one of `ATRIUM_TEST_CLOUD`, else a new one."""
    if borrowed := os.environ.get("ATRIUM_TEST_CLOUD"):
        yield Home(Path(borrowed).resolve())
        return
    folder = DEVELOPMENT.root / f"conformance-{os.getpid()}"
    with running(folder):
        yield Home(folder)


def _shown(verdict: Verdict) -> Verdict:
    say(f"\n{verdict.judge}: {'content' if verdict.passed else 'NOT CONTENT'}\n{verdict.words}")
    return verdict


if __name__ == "__main__":
    sys.exit(guarded(main))
