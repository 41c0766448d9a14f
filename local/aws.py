"""How these commands reach the local cloud, and nothing but it: no account, profile or credential of this machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

import boto3
import botocore.config
import botocore.session

REGION = "us-east-1"
ACCESS_KEY = SECRET_KEY = "test"  # noqa: S105 - the emulator's root user; it guards nothing outside this machine


def endpoint_url(port: int) -> str:
    """The emulator's address; loopback by number, because `localhost` may mean ::1 first."""
    return f"http://127.0.0.1:{port}"


def environment(endpoint: str) -> dict[str, str]:
    """This process's environment for a child that speaks to the cloud at `endpoint`, AWS settings replaced by ours."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    return {**ours, **credentials(), "AWS_ENDPOINT_URL": endpoint}


def credentials() -> Mapping[str, str]:
    """Variables that make any AWS SDK use the emulator's root user, and look into no file of this machine."""
    return {
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true",
    }


@cache
def client(service: str, endpoint: str) -> Any:
    """The process's boto3 client of a service, as the local cloud's root user."""
    nothing_configured = {
        "profile": (None, None, None, None),
        "config_file": (None, None, os.devnull, None),
        "credentials_file": (None, None, os.devnull, None),
    }
    session = boto3.session.Session(
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=SECRET_KEY,
        region_name=REGION,
        botocore_session=botocore.session.Session(session_vars=nothing_configured),
    )
    # The emulator answers 500 when something it lists is being made meanwhile; it has to be asked again.
    config = botocore.config.Config(retries={"mode": "standard", "max_attempts": 10})
    return session.client(service, endpoint_url=endpoint, config=config)
