"""Builds the Python client: the code that the OpenAPI document generates, a wheel, the command in `.venvs/cli`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from local.console import NETWORK, run
from local.pages import OPENAPI, describe, once
from local.paths import REPOSITORY, REQUIREMENTS, SAM_OUTPUT, VENVS, interpreter

CLIENT = REPOSITORY / "clients" / "python"
PACKAGE = CLIENT / "atrium_client"
GENERATED = PACKAGE / "generated"
GENERATOR = CLIENT / "generator"
LOCK = CLIENT / "requirements.txt"
WHEELS = CLIENT / "dist"
COMMAND = VENVS / "cli" / "bin" / "atrium"
GENERATED_STAMP = SAM_OUTPUT / "client.fingerprint"
WHEELS_STAMP = SAM_OUTPUT / "wheels.fingerprint"
COMMAND_STAMP = SAM_OUTPUT / "command.fingerprint"
PIP = ("-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check")


def build_client() -> None:
    """Generate the client's calls and models, unless what they are made of is unchanged. Raises `Problem`."""
    describe()
    made_of = [OPENAPI, GENERATOR, REQUIREMENTS / "dev.txt"]
    once(GENERATED_STAMP, GENERATED, made_of, "Generating the Python client", lambda: generate(OPENAPI, GENERATED))


def install_command() -> None:
    """Put the client's wheel and all that it needs into a folder, and install the command from it. Raises `Problem`."""
    build_client()
    once(WHEELS_STAMP, WHEELS, [LOCK], "Fetching the client's packages", _fetch_wheels)
    made_of = [PACKAGE, LOCK, CLIENT / "pyproject.toml", CLIENT / "README.md"]
    once(COMMAND_STAMP, COMMAND, made_of, "Installing .venvs/cli", _install)


def generate(document: Path, folder: Path) -> None:
    """Generate a Python package into `folder` from an OpenAPI document, in place of what is there. Raises `Problem`."""
    shutil.rmtree(folder, ignore_errors=True)
    run(
        REPOSITORY,
        *(str(interpreter("dev").parent / "openapi-python-client"), "generate", "--fail-on-warning", "--meta", "none"),
        *("--path", str(document), "--output-path", str(folder)),
        *("--config", str(GENERATOR / "config.yaml"), "--custom-template-path", str(GENERATOR / "templates")),
    )


def _fetch_wheels() -> None:
    shutil.rmtree(WHEELS, ignore_errors=True)
    options = ("--no-deps", "--require-hashes", "--only-binary", ":all:")
    run(
        REPOSITORY,
        str(interpreter("dev")),
        *PIP,
        "download",
        *options,
        "--requirement",
        str(LOCK),
        "--dest",
        str(WHEELS),
        fix=NETWORK,
    )


def _install() -> None:
    """Build the client's wheel, and install the command from the folder of wheels alone, without a network."""
    for old in WHEELS.glob("atrium_client-*.whl"):
        old.unlink()
    dev, own = str(interpreter("dev")), str(interpreter("cli"))
    run(REPOSITORY, dev, *PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(WHEELS), str(CLIENT))
    run(REPOSITORY, sys.executable, "-m", "venv", "--clear", str(VENVS / "cli"))
    run(REPOSITORY, own, *PIP, "install", "--no-compile", "--no-index", "--find-links", str(WHEELS), "atrium-client")
