"""One entry of a list in the brief."""

from __future__ import annotations

from dataclasses import dataclass

from domain.projects.documents.markdown import Words


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
        """Whether it says how much, in digits."""
        return any(character.isdigit() for character in self.words.raw)

    @property
    def is_active(self) -> bool:
        """Whether it still holds."""
        return self.withdrawn_in is None
