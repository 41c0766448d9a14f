"""Hello-world, and an authorizer that lets everybody in. Each logs one line per request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def lambda_handler(event: Mapping[str, Any], _context: Any) -> dict[str, Any]:
    print(json.dumps({"message": "request", "path": event["path"]}))
    body = json.dumps({"message": "Hello, world"})
    return {"statusCode": 200, "headers": {"Content-Type": "application/json"}, "body": body}


def allow(event: Mapping[str, Any], _context: Any) -> dict[str, Any]:
    print(json.dumps({"message": "authorization"}))
    statement = {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": event["methodArn"]}
    return {"principalId": "anybody", "policyDocument": {"Version": "2012-10-17", "Statement": [statement]}}
