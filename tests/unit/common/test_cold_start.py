"""A start leaves out what no function needs; nothing breaks when it is needed after all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WORKS = """
import asyncio, boto3, common
from aws_lambda_powertools import event_handler
print(asyncio.run(asyncio.sleep(0, "done")))
print(boto3.client("sqs", "us-east-1").send_message.__doc__, boto3.resource("s3", "us-east-1"))
print(event_handler.Response.__module__, hasattr(event_handler, "nobody"))
print(event_handler.AppSyncResolver.__name__)
"""


def test_what_is_left_out_works_when_it_is_asked_for() -> None:
    kernel = Path(__file__).parents[3] / "layers" / "common" / "python"
    command = [sys.executable, "-c", "import common" + WORKS]

    done = subprocess.run(command, env={"PYTHONPATH": str(kernel)}, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines() == [
        "done",
        " s3.ServiceResource()",
        "aws_lambda_powertools.event_handler.api_gateway False",
        "AppSyncResolver",
    ]
