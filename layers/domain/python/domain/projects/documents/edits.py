"""What can be done to a document: typed edits, whoever read them out of a comment.

`apply` is the seam: an edit is data, it says what became of it, and it is refused where the brief or the document does
not allow it. Figures, dates and ids are never an edit's to write; code works them out of the brief.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal, Protocol

from common.services import frozen
from domain.projects.documents.brief import LISTS, Item
from domain.projects.documents.draft import ENTRY_ID, CannotApplyError, Draft, list_of, only, says_the_same_figures
from domain.projects.documents.markdown import Words, listed
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import money
from domain.projects.estimate import estimate
from domain.projects.questionnaire import question_of
from domain.projects.records import Money

type Done = tuple[Draft, str]


class Edit(Protocol):
    """One change of a document or of the brief it is written from."""

    def on(self, draft: Draft) -> Done:
        """The draft after it, and what was done. Raises CannotApplyError."""


def apply(draft: Draft, edit: Edit) -> Done:
    """The draft after `edit`, and what was done, in words; with what the published rule says that is worth.

    Raises CannotApplyError, also when the draft is as wished already.
    """
    after, done = edit.on(draft)
    if after == draft:
        raise CannotApplyError("It was so already.", is_open=False)
    totals = (estimate(one.brief.amended_answers, today=one.brief.submitted_on).total for one in (after, draft))
    if not (difference := next(totals) - next(totals)):
        return after, done
    moves = f"{'rise' if difference > 0 else 'fall'} by {money(abs(difference), draft.brief.estimate.currency)}"
    rule = (
        f"By the published rule the documents' estimate would {moves}; the accepted one stands until it is agreed anew."
    )
    return after, f"{done} {rule}"


@frozen
class Shorten:
    """Keep the essential sections only."""

    def on(self, draft: Draft) -> Done:
        after = replace(draft, is_short=True)
        if not after.left_out():
            raise CannotApplyError("each section holds answers of the brief; name the one to leave out.")
        return after, f"Left out: {listed(after.left_out())}."


@frozen
class Mention:
    """State `text`, a sentence of the customer, in the document."""

    text: str

    def on(self, draft: Draft) -> Done:
        sentence = f"{self.text[:1].upper()}{self.text[1:]}".rstrip(".") + "."
        return replace(draft, mentions=_also(draft.mentions, sentence)), f"Now said: {Words(sentence)}"


@frozen
class Reword:
    """Say a section's sentences as `text`, which must keep their ids and figures."""

    section: str
    text: str

    def on(self, draft: Draft) -> Done:
        found = draft.section_named(self.section)
        if found is None:
            raise CannotApplyError(f"this document has no section “{Words(self.section)}”.")
        if not says_the_same_figures(found, self.text):
            raise CannotApplyError(f"the figures and ids of “{found.heading}” come from the brief, and must stay.")
        others = tuple(pair for pair in draft.reworded if pair[0] != found.heading)
        return replace(draft, reworded=(*others, (found.heading, self.text))), f"“{found.heading}” now reads so."


@frozen
class Add:
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
        added = Item(f"{prefix}{len(items) + 1}", Words(self.text[:1].upper() + self.text[1:]), added_in=draft.source)
        return draft.rebriefed(**{self.to: (*items, added)}), f"Added as {added.id}: {added.words}."


@frozen
class Drop:
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
class Replace:
    """Put `new` where `old` is named; only in the entry `item_id` when it is given."""

    old: str
    new: str
    item_id: str | None = None

    def on(self, draft: Draft) -> Done:
        found = draft.entries_named(self.item_id or self.old)
        if not found:
            raise CannotApplyError(f"nothing in the brief is called “{Words(self.item_id or self.old)}”.")
        # “Replace card” means the card of “Pay by card”; “Gift cards” only where no entry says “card” itself.
        found = tuple(item for item in found if _word(self.old).search(item.words.raw)) or found
        for item in found:
            if not ENTRY_ID.fullmatch(self.old.strip()) and not _is_named(self.old, item.words.raw):
                raise CannotApplyError(f"{item.id} does not say “{Words(self.old)}”: {item.words}.")
        after = draft
        for item in found:
            after = after.with_entry(replace(item, words=Words(_with_new(item.words.raw, self.old, self.new))))
        ids = ", ".join(item.id for item in found)
        if ENTRY_ID.fullmatch(self.old):
            return after, f"{ids} now reads: {Words(self.new)}."
        return after, f"{Words(self.new)} takes the place of {Words(self.old)} in {ids}."


@frozen
class Refine:
    """`text` now belongs to the entry with this id."""

    item_id: str
    text: str

    def on(self, draft: Draft) -> Done:
        item = draft.entry(self.item_id)
        refined = replace(item, notes=_also(item.notes, Words(self.text)))
        return draft.with_entry(refined), f"{item.id} now says so: {Words(self.text)}."


@frozen
class Move:
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
class MoveDeadline:
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
class SetCeiling:
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
class SetTerm:
    """The brief's `tone`, which is one of the questionnaire's, or its `approver`."""

    term: Literal["tone", "approver"]
    value: str

    def on(self, draft: Draft) -> Done:
        value = Words(self.value) if self.term == "approver" else self.value
        return draft.rebriefed(**{self.term: value}), f"The {self.term} is now {Words(self.value)}."


def _also[Entry](entries: tuple[Entry, ...], another: Entry) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys((*entries, another)))


def _word(text: str, ending: str = "") -> re.Pattern[str]:
    """`text` where it stands by itself, not as a part of another word."""
    return re.compile(rf"(?<!\w){re.escape(text)}{ending}(?!\w)", re.IGNORECASE)


def _said(words: str, text: str) -> re.Pattern[str] | None:
    """What finds `words`, or their plural, in `text`; None when they are not in it."""
    return next((one for one in (_word(words), _word(words, "s")) if one.search(text)), None)


def _is_named(words: str, text: str) -> bool:
    """Whether `text` has these very words, or consists of them in another order."""
    return _said(words, text) is not None or tokens(words) == tokens(text)


def _with_new(text: str, old: str, new: str) -> str:
    """`text` with `new` for `old`, and for the word before it that `new` repeats: “Gift vouchers” to “Gift cards”."""
    repeated = rf"(?:\b{re.escape(new.split(' ', maxsplit=1)[0])}\s+)?"
    found = _said(old, text)
    if found is None:
        return new
    changed = re.sub(repeated + found.pattern, lambda _: new, text, flags=re.IGNORECASE)
    start = changed[:1].upper() if text[:1].isupper() else changed[:1]
    return start + changed[1:]
