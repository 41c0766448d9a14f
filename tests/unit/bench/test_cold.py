from __future__ import annotations

import subprocess
import sys

from bench.cold import ENVIRONMENT, GATES
from sam_template import ROOT, resources

SERVES_FILES = "WebFunction"  # it imports nothing of the domain, and makes no client


def test_every_function_of_the_template_has_a_gate_for_its_start():
    functions = set(resources("AWS::Serverless::Function"))

    assert {f"{name}Function" for name in GATES} == functions - {SERVES_FILES}


def test_authorizer_for_which_every_request_waits_starts_without_pydantic():
    folders = ("functions/authorizer", "layers/common/python", "layers/domain/python")
    code = f"import sys\nsys.path[:0] = {[str(ROOT / one) for one in folders]!r}\nimport handler\nprint(*sys.modules)\n"

    started = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)

    assert "domain.authentication.service" in started.stdout.split()
    assert "pydantic" not in started.stdout.split()
