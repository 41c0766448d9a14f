"""The served OpenAPI document is true, and good enough to make a client of."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from atrium import Customer
from fuzzing import fuzz
from local.cloud import Cloud
from local.paths import interpreter

TOOLS = interpreter("dev").parent
EVERYTHING = {"phases": "examples,coverage,fuzzing,stateful", "examples": 50, "timeout_seconds": 1_800}


@pytest.fixture(scope="module")
def document(cloud: Cloud, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document as it is served."""
    file = tmp_path_factory.mktemp("openapi") / "openapi.json"
    file.write_text(httpx.get(f"{cloud.base_url}/openapi.json").text)
    return file


@pytest.mark.nightly
def test_every_check_of_schemathesis_passes_with_a_full_access_key(customer: Customer, document: Path) -> None:
    """By day `tests/contract/test_bad_input.py` has a sample, at the same doors in one process."""
    done = fuzz(document, customer.base_url, customer.key, **EVERYTHING)

    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    assert customer.call("GET", "/agents").status == 200


@pytest.fixture(scope="module")
def package(document: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A Python client, generated from nothing but the document."""
    folder = tmp_path_factory.mktemp("client")
    config = folder / "config.json"
    config.write_text(json.dumps({"package_name_override": "atrium_client", "post_hooks": []}))
    command = [
        *(str(TOOLS / "openapi-python-client"), "generate", "--path", str(document), "--meta", "none"),
        *("--output-path", str(folder / "atrium_client"), "--config", str(config), "--fail-on-warning"),
    ]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    yield importlib.import_module("atrium_client")
    sys.path.remove(str(folder))


@pytest.fixture
def atrium(package: ModuleType, customer: Customer) -> Iterator[Any]:
    """The generated client, with a key."""
    with package.AuthenticatedClient(base_url=customer.base_url, token=customer.key) as atrium:
        yield atrium


def test_generated_client_creates_answers_and_reads_a_project(atrium: Any) -> None:
    models = importlib.import_module("atrium_client.models")
    money = models.Money(amount=40_000, currency=models.MoneyCurrency.EUR)

    created = _call("projects.create_project", atrium, body=models.CreateProject(name="Bakery", budget_ceiling=money))
    answers = models.IntakeAnswers.from_dict({"answers": {"goal": "Bread before noon", "platforms": ["web"]}})
    intake = _call("projects.answer_intake", atrium, project_id=created.data.id, body=answers)
    listed = _call("projects.list_projects", atrium, limit=1)

    assert created.success is True
    assert created.data.budget.ceiling == 40_000
    assert created.data.status == models.ProjectStatus.DRAFT
    assert {question.id: question.answer for question in intake.data.questions}["platforms"] == ["web"]
    assert listed.data.projects[0].id == created.data.id
    assert listed.data.projects[0].created_at.tzinfo is not None


@pytest.mark.nightly
def test_generated_client_gives_a_refusal_as_a_typed_answer(atrium: Any) -> None:
    models = importlib.import_module("atrium_client.models")

    refused = _call("projects.get_project", atrium, project_id="prj_01J00000000000000000000000")

    assert isinstance(refused, models.Failure)
    assert refused.error.code == "NOT_FOUND"


def _call(operation: str, atrium: Any, **arguments: Any) -> Any:
    return importlib.import_module(f"atrium_client.api.{operation}").sync(client=atrium, **arguments)
