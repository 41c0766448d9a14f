"""A document on its way: the brief it is written from, and how its layout differs from the usual one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from common.services import frozen
from domain.projects.documents.brief import LISTS, Brief, Item
from domain.projects.documents.markdown import Section, Words, bullets
from domain.projects.documents.matching import tokens
from domain.projects.documents.writers import WRITERS
from domain.projects.documents.written import described, holding, placed
from domain.projects.phases import spec_of
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
    is_short: bool = False
    dropped: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    written: tuple[WrittenSection, ...] = ()

    @property
    def source(self) -> str:
        """What the entries that this revision adds or withdraws refer to."""
        return f"{spec_of(self.kind).title}, revision {self.revision}"

    def sections(self) -> tuple[Section, ...]:
        """The sections as they are laid out now."""
        gone = {*self.dropped, *self.left_out()}
        kept = [section for section in self._whole() if section.heading not in gone]
        if self.mentions:
            kept.append(Section("Mentioned at your request", (bullets(map(Words, self.mentions)),)))
        return tuple(kept)

    def left_out(self) -> tuple[str, ...]:
        """The headings of what is left out to be shorter."""
        written = self._whole() if self.is_short else ()
        return tuple(section.heading for section in written if not section.is_essential and any(section.blocks))

    @property
    def holding(self) -> tuple[WrittenSection, ...]:
        """What of the written sections holds for the brief as it is now."""
        return holding(self.written, self.brief)

    @property
    def told(self) -> Brief:
        """The brief, with what this document says itself of what the skeleton would leave open."""
        return replace(self.brief, described=described(self.kind, self.holding))

    def _whole(self) -> tuple[Section, ...]:
        skeleton = [written(self.told) for written in WRITERS[self.kind]]
        return placed(self.kind, skeleton, self.holding, self.brief)

    def section_named(self, text: str) -> Section | None:
        """The section whose heading has all words of `text`."""
        wanted = tokens(text)
        return next((item for item in self.sections() if wanted and wanted <= tokens(item.heading)), None)

    def entries_named(self, text: str) -> tuple[Item, ...]:
        """The entries `text` names: by id, or else those that hold all of its words; the closest only."""
        everything = [item for name in LISTS for item in self.brief.active(name)]
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
        name = list_of(changed)
        items: tuple[Item, ...] = getattr(self.brief, name)
        swapped = tuple(changed if item.id == changed.id else item for item in items)
        return self.rebriefed(**{name: swapped})

    def rebriefed(self, **changes: Any) -> Draft:
        """The draft on a brief with these fields changed."""
        return replace(self, brief=replace(self.brief, **changes))


def only(found: Sequence[Item]) -> Item:
    """The one entry found. Raises CannotApplyError when there are several."""
    if len(found) > 1:
        raise CannotApplyError(f"it fits several entries ({', '.join(i.id for i in found)}); name one by its id.")
    return found[0]


def list_of(item: Item) -> str:
    """The name of the list that an entry belongs to."""
    return next(name for name, (prefix, _) in LISTS.items() if item.id.startswith(prefix))
