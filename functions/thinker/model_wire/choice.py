"""Which model is asked: `bedrock:<id>`, `anthropic:<id>` or `openai:<id>`, where it answers, and with which key."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, Self, get_args

from common.services import frozen

Provider = Literal["anthropic", "bedrock", "openai"]


@frozen
class ModelChoice:
    """A model.

    Attributes:
        provider: whose protocol it speaks; `openai` is spoken by most servers that one runs oneself.
        name: its name there.
        base_url: a server that speaks the protocol; None means the provider's own.
        key: None where the server wants none, and for Bedrock, which the function's role opens.
    """

    provider: Provider
    name: str
    base_url: str | None = None
    key: str | None = field(default=None, repr=False)

    @classmethod
    def parse(cls, model: str, *, base_url: str | None = None, key: str | None = None) -> Self:
        """Read the template's parameter `Model`. Raises `ValueError` for an unknown provider or a missing name."""
        provider, _, name = model.partition(":")
        for known in get_args(Provider):
            if provider == known and name:
                return cls(known, name, base_url, key)
        raise ValueError(f"{model!r} is not of the form provider:name with one of {', '.join(get_args(Provider))}")
