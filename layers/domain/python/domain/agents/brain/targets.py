"""What an instruction applies to: one document, several, all of them, or what nobody can tell for sure."""

from __future__ import annotations

import re

from common.services import frozen
from domain.agents.brain.naming import Kinds, mentions_in

_COURTESY = """
    the a of our your my please now today thanks thank you kindly document doc draft deliverable file new current latest
    last pending open and both with pleasure hereby revised updated on for me us cpo cdo cto cmo final then ok
"""
_EVERYTHING = frozenset(
    {"all", "everything", "them", "both", "documents", "docs", "deliverables", "approvals", "every", "each"}
)
_IT = frozenset({"it", "this", "that", "one"})
_ALL_IS_WELL = re.compile(r"\ball (?:is )?(?:good|fine|ok|okay|clear|right|well|in order|of it|set|done|the best)\b")
_TO_THEM = re.compile(r"\b(?:to|with|tell|ask|let|have|make|by|from|for) them\b")
_AS_IT_IS = re.compile(r"\bas (?:it )?is\b|\bas written\b")
_REVISION = re.compile(r"\b(?:revision|rev|version|v) ?(\d{1,3})\b")


@frozen
class Target:
    """`mentions`: for each mention the kinds it may mean. `is_it`: no name, but "it", "that one" or the like.

    `other_words` are those that name nothing; while there are any, it is not certain what is meant.
    """

    mentions: tuple[Kinds, ...]
    is_everything: bool
    is_it: bool
    revision: int | None
    other_words: tuple[str, ...]

    @property
    def is_name(self) -> bool:
        """Whether it is the name of a document, or of several, and nothing else."""
        return bool(self.mentions) and not self.other_words


def target_of(plain: str) -> Target:
    """What the plain words of an instruction's target name."""
    revision = _REVISION.search(plain)
    bare = plain
    for said_besides in (_REVISION, _ALL_IS_WELL, _TO_THEM, _AS_IT_IS):
        bare = said_besides.sub(" ", bare)
    words = [word for word in re.split(r"[\s,:-]+", bare) if word]
    named = mentions_in(words)
    left = [word for word in named.other_words if word not in _COURTESY.split()]
    return Target(
        mentions=named.mentions,
        is_everything=not _EVERYTHING.isdisjoint(named.other_words),
        is_it=not named.mentions and (not left or not _IT.isdisjoint(left)),
        revision=int(revision[1]) if revision else None,
        other_words=tuple(word for word in left if word not in _IT | _EVERYTHING),
    )
