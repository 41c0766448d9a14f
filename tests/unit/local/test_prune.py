"""What the built functions' libraries lose is nothing that the functions call."""

from __future__ import annotations

import re

from botocore import xform_name

from local.paths import REPOSITORY
from local.prune import OPERATIONS


def test_every_operation_of_a_service_that_the_code_calls_is_kept() -> None:
    sources = [file.read_text() for folder in ("layers", "functions") for file in (REPOSITORY / folder).rglob("*.py")]
    called = {found for source in sources for found in re.findall(r"\b_?(dynamodb|kms|s3|sqs)\(\)\.(\w+)\(", source)}

    left_out = {(service, name) for service, name in called if name not in map(xform_name, OPERATIONS[service])}

    assert ("sqs", "send_message") in called
    assert {name for _, name in left_out} <= {"get_paginator", "generate_presigned_url"}
