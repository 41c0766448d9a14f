"""Questions of what was promised: what is written down answers them, not how far the work on it is."""

from __future__ import annotations

import re

_PROMISE = r"(?:promis\w+|commit(?:ted)? to)"
_PLACE = r"(?:(?:the|our|my|its) )?(?:brief|scope|intake)"
_BRIEF = rf"(?:in|part of|inside|within) {_PLACE}"
_WHETHER = re.compile(rf"(?:and |so |but )?(?:did|do|have|has|was|were) .*\b{_PROMISE}\b")
_WRITTEN = re.compile(rf"\b(?:{_PROMISE}|{_BRIEF}|out of {_PLACE})\b")


def asks_whether_promised(plain: str) -> bool:
    """Whether they begin by asking whether something was promised: "did we ever promise …"."""
    return _WHETHER.match(plain) is not None


def asks_what_is_written(plain: str) -> bool:
    """Whether they speak of a promise, or of being in the brief."""
    return _WRITTEN.search(plain) is not None
