"""Gets a typed answer from a model in one or more requests, within a time, and its cost. See `domain.thinking.task`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pydantic import BaseModel
from pydantic_ai import (
    Agent,
    AgentRunResult,
    ModelRetry,
    ModelSettings,
    RunContext,
    UsageLimits,
    capture_run_messages,
)
from pydantic_ai import exceptions as raised
from pydantic_ai.messages import ModelMessage, ModelResponse

from common.services import frozen
from common.telemetry import logger
from domain.thinking.task import (
    MAX_REPAIRS,
    MAX_ROUNDS,
    MAX_TOOL_CALLS,
    Failure,
    ModelFailed,
    Task,
    Thought,
    Tokens,
    most_of,
    prompt_of,
    tokens_in,
)
from model_wire.providers import ModelChoice, Opened, load, opened
from model_wire.tools import bounded

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


@frozen
class WireModel:
    """Asks the model that `choice` names. Implements `domain.thinking.task.Model`."""

    choice: ModelChoice

    def __post_init__(self) -> None:
        """Import the provider's libraries now, so that they take nothing of a call's time."""
        load(self.choice.provider)

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        """The model's answer to the task, and its cost. Raises only `ModelFailed`, after `seconds` at the latest."""
        return asyncio.run(self._think(task, seconds))

    async def _think[Output: BaseModel](self, task: Task[Output], seconds: float) -> Thought[Output]:
        exceeded = False
        with capture_run_messages() as messages:
            try:
                async with asyncio.timeout(seconds), opened(self.choice, seconds=seconds) as model:
                    try:
                        result = await _ask(model, task)
                    finally:
                        exceeded = model.transport.exceeded
            except Exception as problem:  # noqa: BLE001 - three SDKs and a server of anyone's: it may be anything
                failure = Failure.UNUSABLE if exceeded else _failure_of(problem, messages)
                logger.warning("model_failed", step=task.name, failure=failure.value, kind=type(problem).__name__)
                # Without the cause: its message may hold what the model wrote, or what it was asked.
                raise ModelFailed(failure) from None
        return _thought(task, result, None if self.choice.base_url else _price(result.all_messages()))


async def _ask[Output: BaseModel](model: Opened, task: Task[Output]) -> AgentRunResult[Output]:
    repairs = MAX_REPAIRS if task.check else 0
    agent: Agent[None, Output] = Agent(
        model.model,
        output_type=model.output(task.output),
        instructions=task.instructions,
        tools=bounded(task.tools),
        retries={"tools": repairs, "output": repairs},
        # Without `max_tokens` the library streams from Claude by itself.
        model_settings=ModelSettings(max_tokens=task.max_tokens),
    )

    @agent.output_validator
    def mended(context: RunContext[None], output: Output) -> Output:
        """Send a wrong output back while a repair is left; after that, take it as it is."""
        if context.retry < repairs and task.check and (wrong := task.check(output)):
            raise ModelRetry(wrong)
        return output

    limits = UsageLimits(
        request_limit=(MAX_ROUNDS if task.tools else 1) + repairs, tool_calls_limit=MAX_TOOL_CALLS if task.tools else 0
    )
    return await agent.run(prompt_of(task), usage_limits=limits)


def _thought[Output: BaseModel](
    task: Task[Output], result: AgentRunResult[Output], price: int | None
) -> Thought[Output]:
    """The answer and its cost: the provider's count of tokens, as far as it can be true, else our estimate."""
    read = result.usage.input_tokens or tokens_in(task.instructions, prompt_of(task)) * result.usage.requests
    written = result.usage.output_tokens or tokens_in(result.output.model_dump_json())
    cost = Tokens(read, written).within(most_of(task))
    return Thought(result.output, cost.read, cost.written, price)


def _price(messages: Sequence[ModelMessage]) -> int | None:
    """What the answers cost, in millionths of a US dollar by the library's price list; None where it has no price."""
    try:
        prices = [one.cost().total_price for one in messages if isinstance(one, ModelResponse)]
    except (AssertionError, LookupError, ValueError):
        return None
    return round(sum(prices) * 1_000_000)


def _failure_of(problem: Exception, messages: Sequence[ModelMessage]) -> Failure:
    """The failure behind an exception of the model's libraries; what none of them names is `UNUSABLE`."""
    # Of a refusal only OpenAI's library makes an error of its own.
    if messages and isinstance(messages[-1], ModelResponse) and messages[-1].finish_reason == "content_filter":
        return Failure.REFUSED
    for kind, failure in _FAILURES:
        if isinstance(problem, kind):
            return failure
    return Failure.UNUSABLE
