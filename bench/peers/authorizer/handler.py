"""A Lambda authorizer of the usual kind: boto3.resource, pydantic, Powertools Logger, Tracer and Metrics."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics, Tracer
from aws_lambda_powertools.metrics import MetricUnit
from pydantic import BaseModel

logger = Logger(service="peer")
tracer = Tracer(service="peer")
metrics = Metrics(namespace="peer", service="peer")
table = boto3.resource("dynamodb").Table(os.environ["TABLE"])


class ApiKey(BaseModel):
    id: str
    account_id: str
    scopes: list[str]
    expires_at: datetime | None = None
    revoked: bool = False

    @property
    def active(self) -> bool:
        """Whether the key is neither revoked nor expired."""
        return not self.revoked and (self.expires_at is None or self.expires_at > datetime.now(UTC))


@logger.inject_lambda_context
@tracer.capture_lambda_handler
@metrics.log_metrics
def lambda_handler(event: dict[str, Any], _context: Any) -> dict[str, Any]:
    headers = {name.lower(): value for name, value in (event.get("headers") or {}).items()}
    api_key = find_key(headers.get("authorization", "").removeprefix("Bearer "))
    allowed = api_key is not None and api_key.active
    metrics.add_metric(name="Authorized" if allowed else "Denied", unit=MetricUnit.Count, value=1)
    logger.info("authorization", extra={"allowed": allowed})
    statement = {
        "Action": "execute-api:Invoke",
        "Effect": "Allow" if allowed else "Deny",
        "Resource": event["methodArn"],
    }
    answer = {
        "principalId": api_key.id if api_key else "anonymous",
        "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
    }
    if api_key is not None:
        answer["context"] = {"account_id": api_key.account_id, "scopes": " ".join(api_key.scopes)}
    return answer


@tracer.capture_method(capture_response=False)
def find_key(secret: str) -> ApiKey | None:
    """The key with this secret; None if there is none."""
    digest = hashlib.sha256(secret.encode()).hexdigest()
    found = table.get_item(Key={"pk": f"KEY#{digest}", "sk": "KEY"}, ConsistentRead=True)
    return ApiKey.model_validate(found["Item"]) if "Item" in found else None
