from __future__ import annotations

import subprocess
import sys

import pytest

from bench.cold import ENVIRONMENT, GATES
from sam_template import ROOT, resources

SELDOM = {
    "mcp",
    "jinja2",
    "standardwebhooks",
    "webauthn",
    "segno",
    "anthropic",
    "openai",
    "pydantic_ai",
}
DOORS = sorted(file.parent.name for file in ROOT.glob("functions/*/handler.py") if "Door(" in file.read_text())
SERVES_FILES = "WebFunction"  # it imports nothing of the domain, and makes no client


def test_every_function_of_the_template_has_a_gate_for_its_start():
    functions = set(resources("AWS::Serverless::Function"))

    assert {f"{name}Function" for name in GATES} == functions - {SERVES_FILES}


def modules_of(function: str) -> set[str]:
    folders = (f"functions/{function}", "layers/common/python", "layers/domain/python")
    code = f"import sys\nsys.path[:0] = {[str(ROOT / one) for one in folders]!r}\nimport handler\nprint(*sys.modules)\n"
    started = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    return set(started.stdout.split())


def test_authorizer_for_which_every_request_waits_starts_without_pydantic():
    modules = modules_of("authorizer")

    assert "domain.authentication.service" in modules
    assert "pydantic" not in modules


@pytest.mark.parametrize("function", DOORS)
def test_door_starts_without_what_only_a_few_requests_or_workers_need(function):
    assert modules_of(function) & SELDOM == set()
