"""Calls the worker that deletes, restores and exports. When it cannot be reached, the sweep finds what is due."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Protocol

from botocore.config import Config
from botocore.exceptions import ClientError

from common.aws import client_with, unavailable_on_outage
from common.errors import Unavailable
from common.services import frozen
from common.settings import settings
from common.telemetry import logger

_PATIENCE_SECONDS = 20  # API Gateway gives up after 29 s


class Caller(Protocol):
    """A way to call the worker for an account."""

    def at_once(self, account_id: str) -> None:
        """Have the worker do what is due, and wait until it is done."""

    def soon(self, account_id: str) -> None:
        """Have the worker begin with what is due; does not wait."""


@frozen
class LeaverFunction:
    """Calls the deployed worker, a Lambda function. If a call fails, the sweep repeats it later."""

    name: str

    def at_once(self, account_id: str) -> None:
        """Invoke the function, and wait for at most 20 s."""
        self._invoke(account_id, "RequestResponse")

    def soon(self, account_id: str) -> None:
        """Invoke the function as an event, without waiting for it."""
        self._invoke(account_id, "Event")

    def _invoke(self, account_id: str, kind: str) -> None:
        payload = json.dumps({"account_id": account_id}).encode()
        try:
            with unavailable_on_outage():
                answer = _functions().invoke(FunctionName=self.name, InvocationType=kind, Payload=payload)
        except (ClientError, Unavailable):
            logger.warning("leaving_left_to_sweep", account_id=account_id)
            return
        if "FunctionError" in answer:
            logger.warning("leaving_left_to_sweep", account_id=account_id)


@cache
def leaver() -> Caller:
    """The caller of the worker that deletes, restores and exports; built once for each process."""
    return LeaverFunction(settings.leaver_function)


@cache
def _functions() -> Any:
    return client_with("lambda", Config(read_timeout=_PATIENCE_SECONDS, retries={"total_max_attempts": 1}))
