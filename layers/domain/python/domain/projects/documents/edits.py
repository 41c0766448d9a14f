"""What can be done to a document: typed edits, whoever read them out of a comment.

An edit is data, it says what became of it, and it is refused where the brief or the document does not allow it.
Figures, dates and ids are never an edit's to write; code works them out of the brief.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

from common.services import frozen
from domain.projects.documents.brief import LISTS, Item
from domain.projects.documents.draft import ENTRY_ID, CannotApplyError, Draft, list_of, only
from domain.projects.documents.markdown import Words, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import money
from domain.projects.documents.written import merged
from domain.projects.questionnaire import question_of
from domain.projects.records import Money, WrittenBlock, WrittenSection

type Done = tuple[Draft, str]


class Edit(ABC):
    """One change of a document or of the brief it is written from."""

    @abstractmethod
    def on(self, draft: Draft) -> Done:
        """The draft after it, and what was done. Raises CannotApplyError."""


@frozen
class Shorten(Edit):
    """Keep the essential sections only."""

    def on(self, draft: Draft) -> Done:
        after = replace(draft, is_short=True)
        if not after.left_out():
            raise CannotApplyError("each section holds answers of the brief; name the one to leave out.")
        return after, f"Left out: {listed(after.left_out())}."


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
        items: tuple[Item, ...] = getattr(brief, self.to)
        added = Item(f"{prefix}{len(items) + 1}", Words(capital(self.text)), added_in=draft.source)
        return draft.rebriefed(**{self.to: (*items, added)}), f"Added as {added.id}: {added.words}."


@frozen
class Drop(Edit):
    """Take out whatever `target` names: an entry of the brief, a platform or a section."""

    target: str

    def on(self, draft: Draft) -> Done:
        platform = self.target.lower().split(" ")[0]
        named = draft.entries_named(self.target)
        # “No delivery” asks to leave delivery out: only its id can take an exclusion back.
        is_id = ENTRY_ID.fullmatch(self.target.strip())
        found = [item for item in named if is_id or not item.id.startswith("X")]
        if named and not found:
            raise CannotApplyError(f"It is left out already, as {named[0].id}.", is_open=False)
        if found:
            item = only(found)
            withdrawn = replace(item, withdrawn_in=draft.source)
            return draft.with_entry(withdrawn), f"{item.id} is withdrawn: {item.words}."
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
        found = draft.entries_named(self.item_id or self.old)
        if not found:
            raise CannotApplyError(f"nothing in the brief is called “{Words(self.item_id or self.old)}”.")
        if ENTRY_ID.fullmatch(self.old.strip()):
            item = only(found)
            return draft.with_entry(replace(item, words=Words(self.new))), f"{item.id} now reads: {Words(self.new)}."
        # “Replace card” means the card of “Pay by card”, not that of “Gift cards”; “vouchers” by “gift cards” in “Gift
        # vouchers” makes no “Gift gift cards”.
        repeated = rf"(?:\b{re.escape(self.new.split(' ')[0])} )?"
        exact, plural = (
            re.compile(rf"{repeated}(?<!\w){re.escape(self.old)}{ending}(?!\w)", re.IGNORECASE) for ending in ("", "s")
        )
        word = exact if any(exact.search(item.words.raw) for item in found) else plural
        after, ids = draft, []
        for item in found:
            own = item.words.raw
            if not word.search(own) and tokens(own) != tokens(self.old):
                continue
            changed = word.sub(lambda _: self.new, own) if word.search(own) else self.new
            after = after.with_entry(replace(item, words=Words(capital(changed) if own[:1].isupper() else changed)))
            ids.append(item.id)
        if not ids:
            raise CannotApplyError(f"{found[0].id} does not say “{Words(self.old)}”: {found[0].words}.")
        return after, f"{Words(self.new)} takes the place of {Words(self.old)} in {', '.join(ids)}."


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
        name = list_of(item)
        others = [other for other in getattr(draft.brief, name) if other != item]
        following = draft.entry(self.before) if self.before else next(iter(others), item)
        if following not in others:
            raise CannotApplyError(f"{following.id} is not in the same list as {item.id}.", is_open=following != item)
        place = others.index(following)
        after = draft.rebriefed(**{name: (*others[:place], item, *others[place:])})
        return after, f"{item.id} now comes {f'before {following.id}' if self.before else 'first'}."


@frozen
class MoveDeadline(Edit):
    """To a day, or by some days or weeks from the present deadline; both None clears it."""

    day: date | None = None
    shift_days: int | None = None

    def on(self, draft: Draft) -> Done:
        day = self.day
        if self.shift_days is not None:
            if draft.brief.deadline is None:
                raise CannotApplyError("there is no deadline to move; name a day with its year.")
            day = draft.brief.deadline + timedelta(days=self.shift_days)
        if day is None:
            return draft.rebriefed(deadline=None), "There is no deadline any more."
        if day <= draft.brief.phase_started_on:
            raise CannotApplyError(f"{day.isoformat()} is not after the start of this phase.")
        return draft.rebriefed(deadline=day), f"The deadline is now {day.isoformat()}."


@frozen
class SetCeiling(Edit):
    """The most it may cost; `currency` None means the estimate's."""

    amount: int
    currency: str | None

    def on(self, draft: Draft) -> Done:
        own = draft.brief.estimate.currency
        if (self.currency or own) != own or self.amount < 1:
            raise CannotApplyError(f"the estimate is in {own}; name the ceiling in it.")
        ceiling = Money(amount=self.amount, currency=own)
        return draft.rebriefed(ceiling=ceiling), f"The budget ceiling is now {money(self.amount, own)}."


@frozen
class SetTerm(Edit):
    """The brief's `tone`, which is one of the questionnaire's, or its `approver`."""

    term: Literal["tone", "approver"]
    value: str

    def on(self, draft: Draft) -> Done:
        value = Words(self.value) if self.term == "approver" else self.value
        return draft.rebriefed(**{self.term: value}), f"The {self.term} is now {Words(self.value)}."


@frozen
class Rewrite(Edit):
    """Write these blocks into a section, in place of those that a model wrote there, or behind its tables.

    Only a model reads this and the following edits out of a comment. Whoever makes this one has checked the blocks.
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
class Offer(Edit):
    """A wish that belongs in the brief: it is no revision of this document, and can be a change request."""

    wish: str

    def on(self, _draft: Draft) -> Done:
        raise CannotApplyError(
            f"it is a change of the brief. Tell the CEO “I want {Words(self.wish)}”, and it becomes a change request "
            "with its price."
        )


@frozen
class Decline(Edit):
    """Nothing can be done about it here, for this reason; `is_open`: somebody has to settle it."""

    reason: str
    is_open: bool = True

    def on(self, _draft: Draft) -> Done:
        raise CannotApplyError(str(Words(self.reason)), is_open=self.is_open)


QUESTION = Decline("A question, not a change: ask it in the conversation.", is_open=False)


def capital(text: str) -> str:
    """`text` with a capital at its beginning, and else as it is."""
    return text[:1].upper() + text[1:]


def _also[Entry](entries: tuple[Entry, ...], another: Entry) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys((*entries, another)))
