"""A document on its way, and what can be done to it: typed edits, whoever read them out of a comment.

An edit is data, it says what became of it, and it is refused where the brief or the document does not allow it.
Figures, dates and ids are never an edit's to write; code works them out of the brief.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Literal

from common.services import frozen
from domain.projects.documents.brief import LISTS, Brief, Item
from domain.projects.documents.markdown import Section, Words, bullets, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.writers import SIDE, WRITERS
from domain.projects.documents.written import holding, merged, placed
from domain.projects.phases import spec_of
from domain.projects.questionnaire import question_of
from domain.projects.records import WrittenBlock, WrittenSection
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


type Done = tuple[Draft, str]


class Edit(ABC):
    """One change of a document or of the brief it is written from."""

    @abstractmethod
    def on(self, draft: Draft) -> Done:
        """The draft after it, and what was done. Raises CannotApplyError."""


@frozen
class Shorten(Edit):
    """Leave out what the document says beside its subject."""

    def on(self, draft: Draft) -> Done:
        gone = [section.heading for section in draft.sections() if section.heading in SIDE]
        if not gone:
            raise CannotApplyError("each section holds answers of the brief; name the one to leave out.")
        return replace(draft, dropped=(*draft.dropped, *gone)), f"Left out: {listed(gone)}."


@frozen
class Mention(Edit):
    """State `text`, a sentence of the customer, in the document."""

    text: str

    def on(self, draft: Draft) -> Done:
        sentence = capital(self.text).rstrip(".") + "."
        return replace(draft, mentions=_also(draft.mentions, sentence)), f"Now said: {Words(sentence)}"


@frozen
class Add(Edit):
    """Add `text` to one of the brief's lists, or to the platforms."""

    to: str
    text: str

    def on(self, draft: Draft) -> Done:
        brief = draft.brief
        if self.to == "platforms":
            return draft.rebriefed(platforms=_also(brief.platforms, self.text)), f"`{self.text}` is now a platform."
        same = next((item for item in brief.active(self.to) if tokens(item.words.raw) == tokens(self.text)), None)
        if same is not None:
            raise CannotApplyError(f"It is there already, as {same.id}.", is_open=False)
        prefix, question = LISTS[self.to]
        if len(brief.active(self.to)) >= question_of(question).most_entries:
            raise CannotApplyError("the brief holds as many of these as it can; drop one first.")
        added = Item(f"{prefix}{len(brief.entries(self.to)) + 1}", Words(capital(self.text)))
        return draft.rebriefed(items=(*brief.items, added)), f"Added as {added.id}: {added.words}."


@frozen
class Drop(Edit):
    """Take out whatever `target` names: an entry of the brief, a platform or a section."""

    target: str

    def on(self, draft: Draft) -> Done:
        named, is_id = draft.entries_named(self.target), ENTRY_ID.fullmatch(self.target)
        # “No delivery” asks to leave delivery out: only its id can take an exclusion back.
        found = [item for item in named if is_id or not item.id.startswith("X")]
        if named and not found:
            raise CannotApplyError(f"It is left out already, as {named[0].id}.", is_open=False)
        if found:
            item = only(found)
            revision = f"{spec_of(draft.kind).title}, revision {draft.revision}"
            return draft.with_entry(replace(item, withdrawn_in=revision)), f"{item.id} is withdrawn: {item.words}."
        platform = self.target.lower().split(" ")[0]
        if platform in draft.brief.platforms:
            left = tuple(other for other in draft.brief.platforms if other != platform)
            return draft.rebriefed(platforms=left), f"`{platform}` is no longer a platform."
        section = draft.section_named(self.target)
        if section is None:
            raise CannotApplyError("neither the brief nor this document has such an entry.")
        dropped = (*draft.dropped, section.heading)
        return replace(draft, dropped=dropped), f"The section “{section.heading}” is left out."


@frozen
class Replace(Edit):
    """Put `new` where `old` is named; only in the entry `item_id` when it is given. An id as `old` is all its words."""

    old: str
    new: str
    item_id: str | None = None

    def on(self, draft: Draft) -> Done:
        found = [draft.entry(self.item_id)] if self.item_id else draft.entries_named(self.old)
        # “Vouchers” by “gift cards” in “Gift vouchers” makes no “Gift gift cards”.
        repeated = rf"(?:\b{re.escape(self.new.split(' ')[0])} )?"
        old = ".+" if ENTRY_ID.fullmatch(self.old) else rf"{repeated}(?<!\w){re.escape(self.old)}(?!\w)"
        named = re.compile(old, re.IGNORECASE | re.DOTALL)
        changed = []
        for item in (item for item in found if named.search(item.words.raw)):
            words = named.sub(lambda _: self.new, item.words.raw)
            changed.append(replace(item, words=Words(capital(words) if item.words.raw[:1].isupper() else words)))
            draft = draft.with_entry(changed[-1])
        if not changed:
            said = f"{found[0].id}, “{found[0].words}”, does not say" if found else "nothing in the brief is called"
            raise CannotApplyError(f"{said} “{Words(self.old)}”.")
        return draft, f"{'; '.join(f'{item.id} now reads: {item.words}' for item in changed)}."


@frozen
class Refine(Edit):
    """`text` now belongs to the entry with this id."""

    item_id: str
    text: str

    def on(self, draft: Draft) -> Done:
        item = draft.entry(self.item_id)
        refined = replace(item, notes=_also(item.notes, Words(self.text)))
        return draft.with_entry(refined), f"{item.id} now says so: {Words(self.text)}."


@frozen
class Move(Edit):
    """Put an entry before another of its list, or first when `before` is None. The ids stay."""

    target: str
    before: str | None = None

    def on(self, draft: Draft) -> Done:
        item = draft.entry(self.target)
        others = [other for other in draft.brief.items if other != item]
        own = [other for other in others if other.id[0] == item.id[0]]
        following = draft.entry(self.before) if self.before else next(iter(own), item)
        if following not in own:
            raise CannotApplyError(f"{following.id} is not in the same list as {item.id}.", is_open=following != item)
        others.insert(others.index(following), item)
        return draft.rebriefed(items=tuple(others)), f"{item.id} now comes before {following.id}."


@frozen
class SetTerm(Edit):
    """The brief's `tone`, one of the questionnaire's, its `approver`, or its `deadline`, a day as YYYY-MM-DD."""

    term: Literal["tone", "approver", "deadline"]
    value: str

    def on(self, draft: Draft) -> Done:
        value: object = Words(self.value) if self.term == "approver" else self.value
        if self.term == "deadline":
            value = date.fromisoformat(self.value)
            if value <= draft.brief.phase_started_on:
                raise CannotApplyError(f"{self.value} is not after the start of this phase.")
        return draft.rebriefed(**{self.term: value}), f"The {self.term} is now {Words(self.value)}."


@frozen
class Rewrite(Edit):
    """Write these blocks into a section, in place of those that a model wrote there, or behind its tables.

    Only a model reads this edit out of a comment. Whoever makes this one has checked the blocks.
    """

    section: str
    blocks: tuple[WrittenBlock, ...]

    def on(self, draft: Draft) -> Done:
        found = draft.section_named(self.section)
        if found is None:
            raise CannotApplyError(f"this document has no section “{Words(self.section)}”.")
        new = merged(draft.written, WrittenSection(heading=found.heading, blocks=self.blocks))
        if new in draft.written:
            return draft, ""
        others = tuple(item for item in draft.written if item.heading != found.heading)
        return replace(draft, written=(*others, new)), f"“{found.heading}” is written anew."


@frozen
class Decline(Edit):
    """Nothing can be done about it here, for this reason; `is_open`: somebody has to settle it."""

    reason: str
    is_open: bool = True

    def on(self, _draft: Draft) -> Done:
        raise CannotApplyError(str(Words(self.reason)), is_open=self.is_open)


QUESTION = Decline("A question, not a change: ask it in the conversation.", is_open=False)
CEILING = Decline("No comment changes the ceiling: set it on the page of the project, beside the money.", is_open=False)


def offered(wish: str) -> Decline:
    """What is said of a wish that belongs in the brief: it is no revision of this document."""
    request = "and it becomes a change request with its price."
    return Decline(f"it is a change of the brief. Tell the CEO “I want {wish}”, {request}")


def capital(text: str) -> str:
    """`text` with a capital at its beginning, and else as it is."""
    return text[:1].upper() + text[1:]


def _also[Entry](entries: tuple[Entry, ...], another: Entry) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys((*entries, another)))
