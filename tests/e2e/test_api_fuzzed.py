"""Every operation of the served OpenAPI document, with whatever schemathesis can think of.

It takes longer than all others, so its name makes it begin first.
"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from atrium import Customer
from fuzzing import fuzz

EVERYTHING = {"phases": "examples,coverage,fuzzing,stateful", "examples": 30, "timeout_seconds": 2_700}


@pytest.mark.nightly
def test_every_check_of_schemathesis_passes_with_a_full_access_key(customer: Customer, tmp_path: Path) -> None:
    """By day `tests/contract/test_bad_input.py` has a sample, at the same doors in one process."""
    document = tmp_path / "openapi.json"
    document.write_text(httpx.get(f"{customer.base_url}/openapi.json").text)
    done = fuzz(document, customer.base_url, customer.key, **EVERYTHING)

    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    assert customer.call("GET", "/agents").status == 200
