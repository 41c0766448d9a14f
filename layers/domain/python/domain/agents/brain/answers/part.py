"""What an answer is made of, and how several become one reply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from common.services import frozen
from domain.agents.brain.protocol import Action, Reply
from domain.agents.brain.questions import Query
from domain.agents.records import Contribution
from domain.language.dialogue import About
from domain.projects.documents.markdown import bullets

_MOST_LISTED = 5


@frozen
class Part:
    """An answer to one thing: the `headline` says it, `details` are blocks of Markdown that show it.

    `label` stands before the details where a reply has several parts; `about` is what a follow-up may refer to.
    """

    headline: str
    details: tuple[str, ...] = ()
    contributions: tuple[Contribution, ...] = ()
    actions: tuple[Action, ...] = ()
    label: str = ""
    about: About = field(default_factory=About)


def folded(lines: Iterable[str], most: int = _MOST_LISTED) -> str:
    """A list of at most so many of `lines`, and how many more there are."""
    everything = list(lines)
    rest = len(everything) - most
    return bullets([*everything[:most], f"… and {rest} more"] if len(everything) > most else everything)


def verdict(query: Query, *, holds: bool) -> str:
    """`Yes: ` or `No: ` before the answer to a question of yes or no; `Right: ` confirms that something is not so.

    Nothing where the question is not read for sure: then the answer shows the record alone.
    """
    if not (query.is_polar and query.is_sure):
        return ""
    if query.is_negated:
        return "No: " if holds else "Right: "
    return "Yes: " if holds else "No: "


def reply_of(parts: Iterable[Part]) -> Reply:
    """All headlines first, then what they rest on; nothing is said twice."""
    everything = tuple(parts)
    blocks = dict.fromkeys(part.headline[:1].upper() + part.headline[1:] for part in everything)
    for part in everything:
        details = [block for block in part.details if block]
        if details and part.label and len(everything) > 1:
            blocks[f"**{part.label}**"] = None
        blocks.update(dict.fromkeys(details))
    said = (entry for part in everything for entry in part.contributions)
    open_ones = [part.about for part in everything if part.about.if_yes or part.about.if_undone]
    others = [part.about for part in reversed(everything) if part.about != About()]
    return Reply(
        content="\n\n".join(block for block in blocks if block),
        contributions=tuple({(entry.role, entry.summary): entry for entry in said}.values()),
        actions=tuple(action for part in everything for action in part.actions),
        # What was asked back or can be undone, else what the last part was about.
        about=next(iter([*open_ones, *others]), None),
    )
