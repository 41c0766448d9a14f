"""AWS clients. All share one botocore session: five sessions make a start 300 ms slower than one.

We use botocore and not boto3: low-level clients are all we need, and importing boto3 takes a quarter of a cold start.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from botocore.session import Session

from common.errors import Unavailable
from common.telemetry import logger

_CONFIG = Config(
    connect_timeout=1,
    read_timeout=3,
    retries={"mode": "standard", "total_max_attempts": 3},
    tcp_keepalive=True,
    # Each of these two lines saves about 10 % of a call's CPU time: botocore would compose the user agent's text for
    # every call, and check parameters whose types our stores guarantee.
    user_agent="atrium",
    parameter_validation=False,
)
_TRANSIENT = frozenset(
    {
        "InternalServerError",
        "InternalError",
        "InternalFailure",
        "KMSInternalException",
        "KeyUnavailableException",
        "DependencyTimeoutException",
        "LimitExceededException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestThrottled",
        "ServiceUnavailable",
        "ServiceUnavailableException",
        "Throttling",
        "ThrottlingException",
        "TransactionInProgressException",
    }
)


@cache
def _session() -> Session:
    return Session()


@cache
def client(service: str) -> Any:
    """The client of an AWS service, one per process. It waits 1 s to connect, 3 s for data, and tries three times."""
    return _session().create_client(service, config=_CONFIG)


def client_with(service: str, config: Config, *, endpoint_url: str | None = None) -> Any:
    """A new client of a service, at AWS or at `endpoint_url`; its `config` overrides our own settings."""
    return _session().create_client(service, config=_CONFIG.merge(config), endpoint_url=endpoint_url)


@contextmanager
def unavailable_on_outage() -> Iterator[None]:
    """Turn throttling, server faults and broken connections into `Unavailable`; let every other error through."""
    try:
        yield
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if code not in _TRANSIENT and error.response["ResponseMetadata"].get("HTTPStatusCode", 0) < 500:  # noqa: PLR2004 - the first server-fault status
            raise
        logger.warning("aws_unavailable", operation=error.operation_name, code=code)
        raise Unavailable from error
    except BotoCoreError as error:
        logger.warning("aws_unreachable", kind=type(error).__name__)
        raise Unavailable from error
