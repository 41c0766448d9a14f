"""A document on its way: the brief it is written from, and how its layout differs from the usual one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from common.services import frozen
from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.markdown import Section, Words, bullets
from domain.projects.documents.matching import tokens
from domain.projects.documents.writers import WRITERS
from domain.projects.documents.written import holding, placed
from domain.projects.records import WrittenSection
from domain.projects.states import DeliverableKind

ENTRY_ID = re.compile(r"[RAMICX]\d{1,2}", re.IGNORECASE)


class CannotApplyError(Exception):
    """An edit that the brief or the document does not allow, with the reason; `is_open`: somebody has to settle it."""

    def __init__(self, reason: str, *, is_open: bool = True) -> None:
        """Take the reason as a sentence for the customer."""
        super().__init__(reason)
        self.is_open = is_open


@frozen
class Draft:
    """A revision of a document of this kind. `dropped` are headings; `written` are sections that a model wrote."""

    kind: DeliverableKind
    revision: int
    brief: Brief
    dropped: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    written: tuple[WrittenSection, ...] = ()

    @property
    def holding(self) -> tuple[WrittenSection, ...]:
        """What of the written sections holds for the brief as it is now."""
        return holding(self.written, self.brief)

    @property
    def told(self) -> Brief:
        """The brief, with what this document says itself of what the skeleton would leave open."""
        own = (name for one in self.holding for name in (one.heading, *(block.about for block in one.blocks)) if name)
        return replace(self.brief, described=frozenset(own))

    def sections(self) -> tuple[Section, ...]:
        """The sections as they are laid out now."""
        skeleton = [written(self.told) for written in WRITERS[self.kind]]
        whole = placed(self.kind, skeleton, self.holding, self.brief)
        mentioned = Section("Mentioned at your request", (bullets(map(Words, self.mentions)),))
        return tuple(
            section for section in (*whole, mentioned) if section.heading not in self.dropped and any(section.blocks)
        )

    def section_named(self, text: str) -> Section | None:
        """The section whose heading has all words of `text`."""
        wanted = tokens(text)
        return next((item for item in self.sections() if wanted and wanted <= tokens(item.heading)), None)

    def entries_named(self, text: str) -> tuple[Item, ...]:
        """The entries `text` names: by id, or else those that hold all of its words; the closest only."""
        everything = [item for item in self.brief.items if item.is_active]
        if ENTRY_ID.fullmatch(text.strip()):
            return tuple(item for item in everything if item.id == text.strip().upper())
        wanted = tokens(text)
        found = [item for item in everything if wanted and wanted <= tokens(item.words.raw)]
        return tuple([item for item in found if wanted == tokens(item.words.raw)] or found)

    def entry(self, text: str) -> Item:
        """The one entry that `text` names. Raises CannotApplyError when it names none or several."""
        found = self.entries_named(text)
        if not found:
            raise CannotApplyError(f"nothing in the brief is called “{Words(text)}”.")
        return only(found)

    def with_entry(self, changed: Item) -> Draft:
        """The draft with the entry of the same id replaced."""
        return self.rebriefed(items=tuple(changed if item.id == changed.id else item for item in self.brief.items))

    def rebriefed(self, **changes: Any) -> Draft:
        """The draft on a brief with these fields changed."""
        return replace(self, brief=replace(self.brief, **changes))


def only(found: Sequence[Item]) -> Item:
    """The one entry found. Raises CannotApplyError when there are several."""
    if len(found) > 1:
        raise CannotApplyError(f"it fits several entries ({', '.join(i.id for i in found)}); name one by its id.")
    return found[0]
