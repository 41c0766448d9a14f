"""What an answer is made of, and how several become one reply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from domain.agents.brain.protocol import Action, Reply
from domain.agents.records import Contribution
from domain.projects.states import Role


@dataclass(frozen=True, slots=True)
class Part:
    """An answer to one thing: the `headline` says it, `details` are blocks of Markdown that show it.

    `label` stands before the details where a reply has several parts.
    """

    headline: str
    details: tuple[str, ...] = ()
    contributions: tuple[Contribution, ...] = ()
    actions: tuple[Action, ...] = ()
    label: str = ""


def reply_of(parts: Iterable[Part]) -> Reply:
    """All headlines first, then what they rest on; nothing is said twice, and each role speaks once."""
    everything = tuple(parts)
    blocks = dict.fromkeys(part.headline for part in everything)
    for part in everything:
        details = [block for block in part.details if block]
        if details and part.label and len(everything) > 1:
            blocks[f"**{part.label}**"] = None
        blocks.update(dict.fromkeys(details))
    return Reply(
        content="\n\n".join(block for block in blocks if block),
        contributions=_merged(entry for part in everything for entry in part.contributions),
        actions=tuple(action for part in everything for action in part.actions),
    )


def _merged(contributions: Iterable[Contribution]) -> tuple[Contribution, ...]:
    by_role: dict[Role, list[Contribution]] = {}
    for entry in contributions:
        by_role.setdefault(entry.role, []).append(entry)
    return tuple(
        Contribution(
            role=role,
            summary=" ".join(dict.fromkeys(entry.summary for entry in entries)),
            evidence=tuple(dict.fromkeys(record for entry in entries for record in entry.evidence)),
        )
        for role, entries in by_role.items()
    )
