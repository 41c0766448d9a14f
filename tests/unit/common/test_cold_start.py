"""A start leaves out what no function needs; nothing breaks when it is needed after all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

KERNEL = Path(__file__).parents[3] / "layers" / "common" / "python"


def started(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env={"PYTHONPATH": str(KERNEL)}, capture_output=True, text=True, check=True).stdout


def test_door_and_worker_start_without_what_no_function_needs() -> None:
    left_out = {
        "asyncio.base_events",
        "aws_lambda_powertools.metrics",
        "aws_lambda_powertools.event_handler.appsync",
        "aws_lambda_powertools.tracing",
        "aws_lambda_powertools.utilities.data_classes.kafka_event",
        "aws_lambda_powertools.utilities.data_classes.sqs_event",
        "botocore.docs.service",
        "html.parser",
    }

    loaded = set(
        started(
            "import common.http, common.batches, common.aws, sys;"
            "common.aws._session().create_client('sqs', 'us-east-1'); print(*sys.modules)"
        ).split()
    )

    assert "aws_lambda_powertools.event_handler" in loaded
    assert loaded & left_out == set()


def test_asyncio_works_when_it_is_asked_for() -> None:
    assert started("import common, asyncio; print(asyncio.run(asyncio.sleep(0, 'done')))") == "done\n"


def test_boto3_works_without_the_descriptions_of_its_methods() -> None:
    script = (
        "import common, boto3;"
        "print(boto3.client('sqs', 'us-east-1').send_message.__doc__, boto3.resource('s3', 'us-east-1'))"
    )

    assert started(script) == " s3.ServiceResource()\n"


def test_package_has_the_names_that_are_looked_for_in_its_modules() -> None:
    script = "import common, aws_lambda_powertools.event_handler as package; print(package.Response.__module__)"

    assert started(script) == "aws_lambda_powertools.event_handler.api_gateway\n"


def test_package_runs_its_init_for_any_other_name() -> None:
    script = "import common; from aws_lambda_powertools.event_handler import AppSyncResolver as it; print(it.__name__)"

    assert started(script) == "AppSyncResolver\n"


def test_package_has_no_names_that_are_nowhere() -> None:
    script = "import common, aws_lambda_powertools.event_handler as package; print(hasattr(package, 'nobody'))"

    assert started(script) == "False\n"
