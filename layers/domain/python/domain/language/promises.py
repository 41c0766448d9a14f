"""Questions of what was promised: what is written down answers them, not how far the work on it is."""

from __future__ import annotations

import re

_PROMISED = re.compile(r"\b(?:promis\w+|committed to|commit to)\b", re.IGNORECASE)
_WHETHER = re.compile(
    r"(?:and |so |but )?(?:did|do|have|has) (?:we|you|they|i|the team|any(?:body|one)|some(?:body|one)) "
    r"(?:ever |once )?(?:promis\w+|commit(?:ted)? to)\b|(?:and |so |but )?(?:was|were) .+ promised\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    r"\b(?:in|part of|out of|inside|within) (?:(?:the|our|my|its) )?(?:brief|scope|intake)\b", re.IGNORECASE
)
_ASKING = re.compile(
    r"\b(?:promis\w+|commit(?:ted)? to|anywhere|somewhere|at all)\b"
    r"|\b(?:in|part of|inside|within) (?:(?:the|our|my|its) )?(?:brief|scope|intake)\b",
    re.IGNORECASE,
)


def asks_what_was_promised(text: str) -> bool:
    """Whether a text speaks of a promise."""
    return _PROMISED.search(text) is not None


def asks_whether_promised(text: str) -> bool:
    """Whether a text begins by asking whether something was promised: "did we ever promise …"."""
    return _WHETHER.match(text) is not None


def asks_what_is_written(text: str) -> bool:
    """Whether a text speaks of a promise, or of being in the brief."""
    return asks_what_was_promised(text) or _WRITTEN.search(text) is not None


def without_asking(plain: str) -> str:
    """The thing alone: `did we direct debit` for `did we promise direct debit anywhere`."""
    return " ".join(_ASKING.sub(" ", plain).split())
