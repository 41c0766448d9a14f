"""What the assistant says when it declines: plain sentences that give no hint how to get around the refusal."""

from __future__ import annotations

from collections.abc import Sequence

_REASONS = {
    "secret": "I can't show secrets. What is in the vault can't be read back by anyone, me included.",
    "other_customer": "I speak only for your own account; I can't see or act for anybody else's.",
    "override": "I keep to my rules whatever a message says; nothing was done.",
    "unrelated": "That is outside what I do: I look after your projects.",
}


def refusal(reasons: Sequence[str]) -> str:
    """A sentence or two for each reason in `Classification.refusals`; the general sentence when there is no reason."""
    return " ".join(_REASONS[reason] for reason in reasons if reason in _REASONS) or _REASONS["unrelated"]
