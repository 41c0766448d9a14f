from __future__ import annotations

from bench.cold import GATES
from sam_template import resources

SERVES_FILES = "WebFunction"  # it imports nothing of the domain, and makes no client


def test_every_function_of_the_template_has_a_gate_for_its_start():
    functions = set(resources("AWS::Serverless::Function"))

    assert {f"{name}Function" for name in GATES} == functions - {SERVES_FILES}
