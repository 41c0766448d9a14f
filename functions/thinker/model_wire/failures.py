"""Says in one word why a model gave nothing that can be used, whatever the libraries raised."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic_ai import exceptions as raised
from pydantic_ai.messages import ModelMessage, ModelResponse

from domain.thinking.task import Failure


class Oversize(Exception):
    """An answer was longer than we read."""


# The first class that fits counts, so the more special one comes first.
_FAILURES: tuple[tuple[type[Exception], Failure], ...] = (
    (TimeoutError, Failure.TIMED_OUT),
    (raised.ModelTimeoutError, Failure.TIMED_OUT),
    (raised.ModelRequestTimeout, Failure.TIMED_OUT),
    (raised.ModelAuthenticationError, Failure.DENIED),
    (raised.ModelNotFoundError, Failure.DENIED),
    (raised.ModelQuotaExceededError, Failure.DENIED),
    (raised.ModelRateLimitError, Failure.THROTTLED),
    (raised.ModelOverloadedError, Failure.THROTTLED),
    (raised.ModelConnectionError, Failure.UNREACHABLE),
    (raised.ModelUnavailableError, Failure.UNREACHABLE),
    (raised.ModelServerError, Failure.UNREACHABLE),
    (raised.ContentFilterError, Failure.REFUSED),
)


def failure_of(problem: Exception, messages: Sequence[ModelMessage]) -> Failure:
    """The failure behind an exception of the model's libraries; what none of them names is `UNUSABLE`.

    Args:
        problem: what they raised.
        messages: the exchange so far. Of a refusal only OpenAI's library makes an error of its own.
    """
    if messages and isinstance(messages[-1], ModelResponse) and messages[-1].finish_reason == "content_filter":
        return Failure.REFUSED
    for kind, failure in _FAILURES:
        if isinstance(problem, kind):
            return failure
    return Failure.UNUSABLE
