"""What a subject is: one kind of thing a product does, with what is known about doing it well."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Subject:
    """Knowledge about one kind of must-have, in our words; it holds no figure, so none can contradict the brief.

    `pattern` finds it in a customer's text. `criteria` are acceptance criteria, `steps` a user's way through it,
    `failure` what the user sees when it goes wrong, `data` what is stored. A subject without `screen` is a quality of
    the whole product, not a thing to do in it.
    """

    key: str
    name: str
    pattern: re.Pattern[str]
    component: str
    duty: str
    criteria: tuple[str, ...]
    risk: str
    answer: str
    test: str
    data: str
    screen: str = ""
    steps: tuple[str, ...] = ()
    failure: str = ""
    benefit: str = ""
    is_personal: bool = field(default=False, kw_only=True)


def words(*stems: str) -> re.Pattern[str]:
    """A pattern that finds any of the comma-separated stems at the beginning of a word, in any case."""
    alternatives = "|".join(stem for group in stems for stem in group.split(", "))
    return re.compile(rf"(?<!\w)(?:{alternatives})", re.IGNORECASE)
