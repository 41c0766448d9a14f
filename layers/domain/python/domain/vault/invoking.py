"""Invoking the egress function: once, and with the id of a use that was recorded."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from botocore.config import Config
from botocore.exceptions import ClientError

from common.aws import client_with, unavailable_on_outage
from common.errors import TargetTimedOut, Unavailable
from common.settings import settings
from common.telemetry import logger
from domain.vault.outcomes import Outcome
from domain.vault.records import CredentialUse
from domain.vault.store import vault_store

PATIENCE_SECONDS = 16  # the egress function gives a host 10 s; API Gateway gives up after 29 s


def carried_out(use: CredentialUse) -> Outcome:
    """Invoke the egress function once. If no answer comes, end the use as `lost` and raise `TargetTimedOut`."""
    payload = json.dumps({"credential_id": use.credential_id, "use_id": use.id}).encode()
    try:
        with unavailable_on_outage():
            answer = _functions().invoke(FunctionName=settings.egress_function, Payload=payload)
            if "FunctionError" not in answer:
                return Outcome.model_validate_json(answer["Payload"].read())
    except (ClientError, Unavailable):
        logger.warning("egress_not_reached", use_id=use.id)
    vault_store().end_use(use, None, "lost")
    raise TargetTimedOut("The call broke off. Perhaps the host got it; see the credential's uses.")


@cache
def _functions() -> Any:
    return client_with("lambda", Config(read_timeout=PATIENCE_SECONDS, retries={"total_max_attempts": 1}))
