"""Functions of a deployed cloud: with their role's rights, and with other variables in their environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import boto3

from local.cloud import Cloud


def client_of_role(cloud: Cloud, function: str, service: str) -> Any:
    """A client of `service` that may do what the function of this logical id may do, and nothing else."""
    with closing(cloud.client("lambda")) as functions, closing(cloud.client("sts")) as sts:
        role = functions.get_function_configuration(FunctionName=cloud.resources[function])["Role"]
        lent = sts.assume_role(RoleArn=role, RoleSessionName="test")["Credentials"]
    return boto3.client(
        service,
        endpoint_url=cloud.endpoint_url,
        region_name="us-east-1",
        aws_access_key_id=lent["AccessKeyId"],
        aws_secret_access_key=lent["SecretAccessKey"],
        aws_session_token=lent["SessionToken"],
    )


@contextmanager
def environment_of(
    cloud: Cloud, function: str, change: Callable[[Mapping[str, str]], Mapping[str, str]]
) -> Iterator[None]:
    """Within the block the function's environment variables are what `change` makes of them."""
    name = cloud.resources[function]
    with closing(cloud.client("lambda")) as functions:
        before = functions.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
        if (changed := change(before)) == before:
            yield
            return
        functions.update_function_configuration(FunctionName=name, Environment={"Variables": dict(changed)})
        try:
            yield
        finally:
            functions.update_function_configuration(FunctionName=name, Environment={"Variables": before})
