"""Which brain thinks: rules, unless a model is configured."""

from __future__ import annotations

from domain.agents.brain.protocol import Brain
from domain.agents.brain.rules import RuleBrain


def brain_for(model_id: str | None) -> Brain:
    """The brain of this deployment: a Bedrock model's, backed by the rules, or the rules alone."""
    if model_id is None:
        return RuleBrain()
    # Imported here, so that a deployment without a model does not pay for one at every cold start.
    from domain.agents.brain.bedrock import BedrockBrain  # noqa: PLC0415

    return BedrockBrain(model_id, fallback=RuleBrain())
