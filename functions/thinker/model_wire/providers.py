"""Opens the configured model. Only the libraries of its provider are imported, because each costs a second of CPU.

Every client repeats a request once when a server is busy or broken (429, 500, 529), but never past the caller's
deadline: then the customer gets an answer from the records.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import field
from importlib import import_module
from typing import Any, Literal, Self, get_args

import httpx2
from botocore.config import Config
from pydantic_ai import NativeOutput, ToolOutput
from pydantic_ai.models import Model
from pydantic_ai.profiles.openai import OpenAIModelProfile

from common.aws import client_with
from common.services import frozen
from model_wire.transport import CONNECT_SECONDS, BoundedSender, BoundedTransport

OPENAI = "https://api.openai.com/v1"
ANTHROPIC = "https://api.anthropic.com"
RETRIES = 1
Provider = Literal["anthropic", "bedrock", "openai"]
NO_KEY = "none"  # sent where a server wants no key, because the libraries insist on one


@frozen
class ModelChoice:
    """A model as the template's parameter names it: `bedrock:<id>`, `anthropic:<id>` or `openai:<id>`.

    Attributes:
        provider: whose protocol the server speaks; most servers that one runs oneself speak `openai`.
        name: the id of the model at that server.
        base_url: a server that speaks the protocol; None means the provider's own.
        key: None where the server wants none, and for Bedrock, which the function's role opens.
    """

    provider: Provider
    name: str
    base_url: str | None = None
    key: str | None = field(default=None, repr=False)

    @classmethod
    def parse(cls, model: str, *, base_url: str | None = None, key: str | None = None) -> Self:
        """Read the parameter. Raises `ValueError` for an unknown provider or a missing name."""
        provider, _, name = model.partition(":")
        for known in get_args(Provider):
            if provider == known and name:
                return cls(known, name, base_url, key)
        raise ValueError(f"{model!r} is not of the form provider:name with one of {', '.join(get_args(Provider))}")


@frozen
class Opened:
    """A model ready to be asked once.

    Attributes:
        model: pydantic-ai's object for the model.
        output: the way to get a typed answer. Servers that one runs oneself enforce a JSON schema but ignore that a
            tool must be called; of the models on Bedrock and at Anthropic all know tools, and not all a schema.
        transport: knows whether an answer was longer than we read.
    """

    model: Model
    output: type[NativeOutput[Any] | ToolOutput[Any]]
    transport: BoundedTransport | BoundedSender


def load(provider: Provider) -> None:
    """Import the libraries of one provider now, before a deadline runs."""
    for part in ("models", "providers"):
        import_module(f"pydantic_ai.{part}.{provider}")


@asynccontextmanager
async def opened(choice: ModelChoice, *, seconds: float) -> AsyncIterator[Opened]:
    """Open the chosen model for the block; each answer may take `seconds` in all. Closes the connections at the end."""
    if choice.provider == "bedrock":
        yield _on_bedrock(choice, seconds)
        return
    transport = BoundedTransport()
    timeout = httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
    at = _at_openai if choice.provider == "openai" else _at_anthropic
    async with httpx2.AsyncClient(transport=transport, timeout=timeout) as http:
        yield at(choice, http, transport)


def _at_openai(choice: ModelChoice, http: httpx2.AsyncClient, transport: BoundedTransport) -> Opened:
    from openai import AsyncOpenAI  # noqa: PLC0415 - only where it is configured
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415 - likewise
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415 - likewise

    client = AsyncOpenAI(
        base_url=choice.base_url or OPENAI,
        api_key=choice.key or NO_KEY,
        http_client=http,
        max_retries=RETRIES,
    )
    profile = None
    if choice.base_url:  # `max_tokens` is what every such server knows; OpenAI has renamed it
        profile = OpenAIModelProfile(supports_json_schema_output=True, openai_chat_supports_max_completion_tokens=False)
    model = OpenAIChatModel(choice.name, provider=OpenAIProvider(openai_client=client), profile=profile)
    return Opened(model, NativeOutput, transport)


def _at_anthropic(choice: ModelChoice, http: httpx2.AsyncClient, transport: BoundedTransport) -> Opened:
    from anthropic import AsyncAnthropic  # noqa: PLC0415 - only where it is configured
    from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415 - likewise
    from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415 - likewise

    client = AsyncAnthropic(
        base_url=choice.base_url or ANTHROPIC,
        api_key=choice.key or NO_KEY,
        http_client=http,
        max_retries=RETRIES,
    )
    model = AnthropicModel(choice.name, provider=AnthropicProvider(anthropic_client=client))
    return Opened(model, ToolOutput, transport)


def _on_bedrock(choice: ModelChoice, seconds: float) -> Opened:
    from pydantic_ai.models.bedrock import BedrockConverseModel  # noqa: PLC0415 - only where it is configured
    from pydantic_ai.providers.bedrock import BedrockProvider  # noqa: PLC0415 - likewise

    once = Config(retries={"mode": "standard", "total_max_attempts": RETRIES + 1}, read_timeout=seconds)
    client = client_with("bedrock-runtime", once, endpoint_url=choice.base_url)
    sender = BoundedSender(seconds)
    client.meta.events.register("before-send.bedrock-runtime.Converse", sender)
    model = BedrockConverseModel(choice.name, provider=BedrockProvider(bedrock_client=client))
    return Opened(model, ToolOutput, sender)
