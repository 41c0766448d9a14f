"""Answers a botocore client's calls in this process, in place of the network.

The client stays what it is, with its hooks, its stubber and its errors; only the exchange over the wire is replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from botocore.exceptions import ClientError

Answering = Callable[[str, Mapping[str, Any]], dict[str, Any]]
_FIRST_ERROR = 300


def serve(client: Any, answer: Answering) -> None:
    """Have `answer` called in place of the service, with an operation's name and its parameters."""
    emitter, service = client.meta.events, client.meta.service_model.service_name

    def make_api_call(operation: str, params: dict[str, Any]) -> Any:
        model = client.meta.service_model.operation_model(operation)
        shared = {"model": model, "context": {"client_region": client.meta.region_name}}
        for event in ("provide-client-params", "before-parameter-build"):
            emitter.emit(f"{event}.{service}.{operation}", params=params, **shared)
        wire = {"headers": {}, "body": params, "url": "", "url_path": "/", "context": {}}
        _, stubbed = emitter.emit_until_response(
            f"before-call.{service}.{operation}", params=wire, request_signer=None, **shared
        )
        if stubbed is None:
            parsed = answer(operation, params)
            emitter.emit(f"after-call.{service}.{operation}", http_response=None, parsed=parsed, **shared)
            return parsed
        http, parsed = stubbed
        if http.status_code >= _FIRST_ERROR:
            raise client.exceptions.from_code(parsed["Error"]["Code"])(parsed, operation)
        return parsed

    client._make_api_call = make_api_call


def client_error(operation: str, code: str, message: str, **more: Any) -> ClientError:
    """The `ClientError` of a refusal with this code and message, and status 400."""
    told = {"Error": {"Code": code, "Message": message}, "ResponseMetadata": {"HTTPStatusCode": 400}, **more}
    return ClientError(told, operation)
