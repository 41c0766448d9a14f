"""One entry of a list in the brief."""

from __future__ import annotations

import re
from dataclasses import dataclass

from domain.projects.documents.markdown import Words

_NUMBER = re.compile(
    r"\d|\b(?:no|none|never|zero|every|all|half|third|quarter|one|two|three|four|five|six|seven|eight|nine|ten|twelve|"
    r"twenty|fifty|hundred|thousand|once|twice|double|triple|kein\w*|null|ein\w*|zwei|drei|vier|fünf|hälfte|doppelt)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list in the brief. Its id stays the same through all documents and revisions."""

    id: str
    words: Words
    added_in: str | None = None
    withdrawn_in: str | None = None
    notes: tuple[Words, ...] = ()

    @property
    def has_number(self) -> bool:
        """Whether it says how much, in digits or in words."""
        return _NUMBER.search(self.words.raw) is not None

    @property
    def said(self) -> str:
        """The customer's words with what was added to them in comments, escaped."""
        return "; ".join(str(words) for words in (self.words, *self.notes))

    @property
    def is_active(self) -> bool:
        """Whether it still holds."""
        return self.withdrawn_in is None
