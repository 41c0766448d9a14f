"""A door is the HTTP side of one function: Powertools' resolver behind our gate.

Every answer of a door is in the envelope, and every request gets one line in the log.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, TypedDict, Unpack, get_type_hints

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver, Response
from aws_lambda_powertools.event_handler.depends import Depends
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from aws_lambda_powertools.event_handler.request import Request

from common.caller import Caller, Origin
from common.envelope import STANDING_HEADERS, error_code, failure
from common.errors import DomainError, NotFound
from common.gate import JSON_MEDIA_TYPE, Access, HttpRequest, admit, require_known_query
from common.paging import require_sendable
from common.problems import Problem, invalid_request, to_problem
from common.services import frozen
from common.telemetry import logger

__all__ = ["JSON_TYPE", "Body", "CurrentCaller", "CurrentOrigin", "CurrentRequest", "Door", "Path", "Query", "Response"]

JSON_TYPE = "application/json; charset=utf-8"
Answer = dict[str, Any]
_FIRST_ERROR = 400
AfterRequest = Callable[[HttpRequest, int, str, int], None]
"""Called with the request, its answer's status, the code of its error (empty for a success), and milliseconds taken."""


def _http_request(request: Request) -> HttpRequest:
    found: HttpRequest = request.context["http_request"]
    return found


def _caller(request: Request) -> Caller:
    caller = _http_request(request).caller
    assert caller is not None  # noqa: S101 - admit() refuses requests without a caller
    return caller


def _origin(request: Request) -> Origin:
    return _http_request(request).origin


CurrentRequest = Annotated[HttpRequest, Depends(_http_request)]
CurrentCaller = Annotated[Caller, Depends(_caller)]
CurrentOrigin = Annotated[Origin, Depends(_origin)]


@frozen
class Route:
    """What a handler declares about its route. OpenAPI and `docs/interface.md` are made of this and the handler.

    The handler's docstring describes the route there, and its annotations give the request and the answer.

    Attributes:
        handler: its parameters are what the route takes, its return annotation is what the route answers.
        access: who may use the route.
        status: the HTTP status of a success.
        creates: whether the route honours `Idempotency-Key`.
        replayable: whether a repeated `Idempotency-Key` gets the first answer again. False for an answer with a secret.
        confidential: whether the body holds a secret; what we store of the request must not help to guess it.
        errors: the codes of the errors that this route can answer besides those of every route like it.
        example: a request body for the documents, where one made from the model alone would not do.
    """

    handler: Callable[..., Any]
    access: Access
    status: int = 200
    creates: bool = False
    replayable: bool = True
    confidential: bool = False
    errors: tuple[str, ...] = ()
    example: Mapping[str, Any] | None = None


class RouteOptions(TypedDict, total=False):
    """The optional fields of a `Route`."""

    status: int
    creates: bool
    replayable: bool
    confidential: bool
    errors: tuple[str, ...]
    example: Mapping[str, Any]


class Door:
    """The HTTP side of one function. Each route declares who may use it; its handler gets validated models."""

    def __init__(self, area: str, *, after_request: AfterRequest | None = None) -> None:
        self.area = area
        self.app = APIGatewayRestResolver(enable_validation=True)
        self.routes: dict[tuple[str, str], Route] = {}
        self._after_request = after_request
        self.app.exception_handler(DomainError)(_refuse)
        self.app.exception_handler(RequestValidationError)(lambda error: _refuse(invalid_request(error.errors())))
        self.app.exception_handler(NotFoundError)(lambda _error: _refuse(NotFound("No such route.")))

    def route[**P, R](
        self, method: str, path: str, access: Access, **options: Unpack[RouteOptions]
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Return a decorator that registers the handler of a route.

        Args:
            method: upper case.
            path: API Gateway's template, as in `template.yaml`.
            access: who may use the route.
            options: see `Route`.
        """

        def register(handler: Callable[P, R]) -> Callable[P, R]:
            self.routes[method, path] = route = Route(handler, access, **options)
            rule = path.replace("{", "<").replace("}", ">")
            self.app.route(rule, method, status_code=route.status)(handler)
            return handler

        return register

    def __call__(self, event: Mapping[str, Any], context: Any) -> Answer:
        """Answer an event in the envelope, even if our code fails; then call `after_request` and log one line."""
        started = time.perf_counter()
        request = HttpRequest.from_event(event)
        answer = self._answer(request, context)
        answer["multiValueHeaders"]["Content-Type"] = [JSON_TYPE]
        answer["headers"] = {
            "X-Request-Id": request.request_id,
            **STANDING_HEADERS,
            **request.rate_limit,
            **answer.get("headers", {}),
        }
        if self._after_request is not None:
            status, milliseconds = answer["statusCode"], round((time.perf_counter() - started) * 1000)
            code = error_code(answer["body"]) if status >= _FIRST_ERROR else ""
            self._after_request(request, status, code, milliseconds)
        logger.info("request", **_log_fields(request, answer["statusCode"], started))
        return answer

    def _answer(self, request: HttpRequest, context: Any) -> Answer:
        try:
            route = self.routes[request.method, request.resource]
            admit(request, route.access)
            evaluated(route.handler)
            if query := request.raw.get("multiValueQueryStringParameters"):
                require_known_query(query, query_names(route.handler))
            answer = self._resolve(request, route, context)
            require_sendable(answer["body"])
        except DomainError as error:
            return _to_answer(to_problem(error))
        except Exception:  # noqa: BLE001 - a defect: the caller gets an answer, the log gets the traceback
            logger.exception("request_failed", request_id=request.request_id)
            body = failure("INTERNAL_ERROR", "Something went wrong on our side. The request id helps us find it.")
            return _to_answer(Problem(500, body))
        return answer

    def _resolve(self, request: HttpRequest, route: Route, context: Any) -> Answer:
        # `admit` has read the body as JSON. The resolver wants a media type in lower case, even of an empty body.
        event = {**request.raw, "headers": {**request.headers, "content-type": JSON_MEDIA_TYPE}}

        def run() -> Answer:
            self.app.append_context(http_request=request)  # type: ignore[no-untyped-call]  # Powertools gives it no types
            answer: Answer = self.app.resolve(event, context)
            return answer

        key = request.headers.get("idempotency-key")
        if key is None or not route.creates or request.caller is None:
            return run()
        from common.idempotency import answer_once  # noqa: PLC0415 - few requests need it

        return answer_once(request, key, run, context, replayable=route.replayable, confidential=route.confidential)


@cache
def evaluated(handler: Callable[..., Any]) -> Mapping[str, Any]:
    """The annotations of a handler, which it has instead of their texts from then on, as all that it depends on has.

    Powertools would evaluate the texts in every request, which is a third of the time of a small one.
    """
    handler.__annotations__ = hints = get_type_hints(handler, include_extras=True)
    for hint in hints.values():
        for found in getattr(hint, "__metadata__", ()):
            if isinstance(found, Depends):
                evaluated(found.dependency)
    return hints


def query_names(handler: Callable[..., Any]) -> set[str]:
    """The names of the query parameters that a handler declares, as callers write them."""
    return {
        found.alias or name
        for name, hint in evaluated(handler).items()
        for found in getattr(hint, "__metadata__", ())
        if isinstance(found, Query)
    }


def _refuse(error: DomainError) -> Response[str]:
    problem = to_problem(error)
    return Response(problem.status, JSON_TYPE, json.dumps(problem.body), headers=dict(problem.headers))


def _to_answer(problem: Problem) -> Answer:
    return {
        "statusCode": problem.status,
        "headers": problem.headers,
        "multiValueHeaders": {"Content-Type": [JSON_TYPE]},
        "body": json.dumps(problem.body),
        "isBase64Encoded": False,
    }


def _log_fields(request: HttpRequest, status: int, started: float) -> dict[str, Any]:
    caller = request.caller
    return {
        "request_id": request.request_id,
        "route": f"{request.method} {request.resource}",
        "status": status,
        "milliseconds": round((time.perf_counter() - started) * 1000, 1),
        "caller": caller.kind if caller else None,
        "key_id": caller.principal_id if caller and caller.kind != "session" else None,
    }
