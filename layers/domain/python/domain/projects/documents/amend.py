"""What a comment's wishes do to the brief and to one document's layout, and what could not be done."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import timedelta

from domain.projects.documents import wishes
from domain.projects.documents.brief import LISTS, Brief, with_items
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Words
from domain.projects.documents.matching import tokens
from domain.projects.documents.remarks import Clause
from domain.projects.estimate import estimate
from domain.projects.questionnaire import question_of
from domain.projects.rates import CURRENCIES
from domain.projects.records import Money

_ID = re.compile(r"[RAMICX]\d{1,2}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Layout:
    """How one document differs from its usual form."""

    is_short: bool = False
    topics: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a clause: `done` or `open_point`; `touches_brief` when all documents are concerned.

    Neither is said yet where it depends on the sections a document has: when it is to be shorter, or when
    `section_target`, which no entry of the brief has for a name, may name a section.
    """

    clause: Clause
    done: str | None = None
    open_point: str | None = None
    touches_brief: bool = False
    section_target: str | None = None


@dataclass(frozen=True, slots=True)
class Amended:
    """The brief and layout after a wish."""

    brief: Brief
    layout: Layout = field(default_factory=Layout)


def amend(state: Amended, clause: Clause, *, source: str) -> tuple[Amended, Outcome]:
    """`state` after the clause's wish, and what became of it. `source` names the revision that answers it."""
    match clause.wish:
        case wishes.Shorten() | wishes.Detail() | wishes.Mention() as wish:
            return _amend_layout(state, clause, wish)
        case wishes.Add() | wishes.Drop() | wishes.Replace() | wishes.Refine() as wish:
            return _amend_entries(state, clause, wish, source)
        case wishes.MoveDeadline() | wishes.SetCeiling() | wishes.SetTone() | wishes.SetApprover() as wish:
            return _amend_terms(state, clause, wish)
        case wishes.AnswerInConversation():
            return state, Outcome(clause, open_point="A question, not a change: ask it in the conversation.")
        case wishes.Unclear():
            return state, Outcome(clause, open_point="Not applied: say what to add, drop, replace, move or shorten.")


def _amend_layout(state: Amended, clause: Clause, wish: wishes.LayoutWish) -> tuple[Amended, Outcome]:
    layout = state.layout
    match wish:
        case wishes.Shorten():
            return replace(state, layout=replace(layout, is_short=True)), Outcome(clause)
        case wishes.Mention(text):
            sentence = f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."
            layout = replace(layout, mentions=tuple(dict.fromkeys((*layout.mentions, sentence))))
            return replace(state, layout=layout), Outcome(clause, done=f"Now said: {Words(sentence)}")
        case wishes.Detail(topic):
            found = entries_about(state.brief, topic)
            if not found:
                why = f"the brief says nothing with the words “{Words(topic)}”; what should hold, and for whom?"
                return _refused(state, clause, why)
            layout = replace(layout, topics=tuple(dict.fromkeys((*layout.topics, topic))))
            done = (
                f"See “{heading_for(topic)}”: all that the brief says. For more, write “{found[0].id} should also …”."
            )
            return replace(state, layout=layout), Outcome(clause, done=done)


def _amend_entries(state: Amended, clause: Clause, wish: wishes.EntryWish, source: str) -> tuple[Amended, Outcome]:
    match wish:
        case wishes.Add("platforms", platform):
            return _with_platform(state, clause, platform)
        case wishes.Add(name, text):
            return _with_item(state, clause, name, text, source)
        case wishes.Drop(target):
            return _without(state, clause, target, source)
        case wishes.Replace():
            return _replaced(state, clause, wish)
        case wishes.Refine(item_id, text):
            return _refined(state, clause, item_id, text)


def _amend_terms(state: Amended, clause: Clause, wish: wishes.TermWish) -> tuple[Amended, Outcome]:
    match wish:
        case wishes.MoveDeadline():
            return _with_deadline(state, clause, wish)
        case wishes.SetCeiling():
            return _with_ceiling(state, clause, wish)
        case wishes.SetTone(tone):
            return _rebriefed(state, clause, f"The tone is now {tone}.", replace(state.brief, tone=tone))
        case wishes.SetApprover(name):
            changed = replace(state.brief, approver=Words(name))
            return _rebriefed(state, clause, f"{Words(name)} approves from now on.", changed)


def heading_for(topic: str) -> str:
    """The heading of the section about `topic`, escaped."""
    text = topic[:1].upper() + topic[1:]
    return f"In detail: {Words(text)}"


def matching_items(brief: Brief, text: str) -> tuple[Item, ...]:
    """The entries `text` names: by id, or else those that hold all of its words; the closest only."""
    everything = [item for name in LISTS for item in brief.active(name)]
    if _ID.fullmatch(text.strip()):
        return tuple(item for item in everything if item.id == text.strip().upper())
    wanted = tokens(text)
    if not wanted:
        return ()
    found = [item for item in everything if wanted <= tokens(item.words.raw)]
    exact = [item for item in found if wanted == tokens(item.words.raw)]
    return tuple(exact or found)


def entries_about(brief: Brief, topic: str) -> tuple[Item, ...]:
    """The entries that have a word of `topic`."""
    words = tokens(topic)
    everything = (item for name in LISTS for item in brief.active(name))
    return tuple(item for item in everything if words & tokens(" ".join(t.raw for t in (item.words, *item.notes))))


def _rebriefed(state: Amended, clause: Clause, done: str, brief: Brief) -> tuple[Amended, Outcome]:
    return replace(state, brief=brief), Outcome(clause, done=done, touches_brief=True)


def _refused(state: Amended, clause: Clause, why: str) -> tuple[Amended, Outcome]:
    return state, Outcome(clause, open_point=f"Not applied: {why}")


def _with_platform(state: Amended, clause: Clause, platform: str) -> tuple[Amended, Outcome]:
    if platform in state.brief.platforms:
        return state, Outcome(clause, done=f"`{platform}` was among the platforms already.")
    changed = replace(state.brief, platforms=(*state.brief.platforms, platform))
    done = f"`{platform}` is now a platform. {_effect(state.brief, changed)}"
    return _rebriefed(state, clause, done, changed)


def _with_item(state: Amended, clause: Clause, name: str, text: str, source: str) -> tuple[Amended, Outcome]:
    items: tuple[Item, ...] = getattr(state.brief, name)
    same = next((item for item in items if item.is_active and tokens(item.words.raw) == tokens(text)), None)
    if same is not None:
        return state, Outcome(clause, done=f"It is there already, as {same.id}.")
    if len(state.brief.active(name)) >= question_of(LISTS[name][1]).most_entries:
        return _refused(state, clause, "the brief holds as many of these as it can; drop one first.")
    added = Item(f"{LISTS[name][0]}{len(items) + 1}", Words(text[:1].upper() + text[1:]), added_in=source)
    changed = with_items(state.brief, name, (*items, added))
    done = f"Added as {added.id}: {added.words}. {_effect(state.brief, changed)}"
    return _rebriefed(state, clause, done.strip(), changed)


def _without(state: Amended, clause: Clause, target: str, source: str) -> tuple[Amended, Outcome]:
    found = matching_items(state.brief, target)
    # “No delivery” asks to leave delivery out: only its id can take an exclusion back.
    excluded = [item for item in found if item.id.startswith("X") and not _ID.fullmatch(target.strip())]
    found = tuple(item for item in found if item not in excluded)
    if excluded and not found:
        return _refused(state, clause, f"it is left out already, as {excluded[0].id}.")
    if len(found) > 1:
        ids = ", ".join(item.id for item in found)
        return _refused(state, clause, f"it fits several entries ({ids}); name one by its id.")
    if found:
        changed = _swap(state.brief, found[0], replace(found[0], withdrawn_in=source))
        done = f"{found[0].id} is withdrawn: {found[0].words}. {_effect(state.brief, changed)}"
        return _rebriefed(state, clause, done.strip(), changed)
    platform = target.lower().split(" ")[0]
    if platform in state.brief.platforms:
        changed = replace(state.brief, platforms=tuple(other for other in state.brief.platforms if other != platform))
        return _rebriefed(
            state, clause, f"`{platform}` is no longer a platform. {_effect(state.brief, changed)}", changed
        )
    layout = replace(state.layout, dropped=(*state.layout.dropped, target))
    return replace(state, layout=layout), Outcome(clause, section_target=target)


def _replaced(state: Amended, clause: Clause, wish: wishes.Replace) -> tuple[Amended, Outcome]:
    brief, old, new = state.brief, wish.old, wish.new
    found = matching_items(brief, wish.item_id or old)
    if not found:
        return _refused(state, clause, f"nothing in the brief is called “{Words(wish.item_id or old)}”.")
    if wish.item_id and old.casefold() not in found[0].words.raw.casefold():
        return _refused(state, clause, f"{found[0].id} does not say “{Words(old)}”: {found[0].words}.")
    for item in found:
        brief = _swap(brief, item, replace(item, words=Words(_with_new(item.words.raw, old, new))))
    ids = ", ".join(item.id for item in found)
    if _ID.fullmatch(old):
        return _rebriefed(state, clause, f"{ids} now reads: {Words(new)}.", brief)
    return _rebriefed(state, clause, f"{Words(new)} takes the place of {Words(old)} in {ids}.", brief)


def _with_new(text: str, old: str, new: str) -> str:
    """`text` with `new` for `old`, and for the word before it that `new` repeats: “Gift vouchers” to “Gift cards”."""
    repeated = re.escape(new.split(" ", maxsplit=1)[0])
    changed, count = re.subn(rf"(?:\b{repeated}\s+)?{re.escape(old)}", lambda _: new, text, flags=re.IGNORECASE)
    return changed[:1].upper() + changed[1:] if count and text[:1].isupper() else changed if count else new


def _refined(state: Amended, clause: Clause, item_id: str, text: str) -> tuple[Amended, Outcome]:
    found = matching_items(state.brief, item_id)
    if not found:
        return _refused(state, clause, f"no entry has the id {item_id}.")
    item = found[0]
    changed = _swap(state.brief, item, replace(item, notes=(*item.notes, Words(text))))
    return _rebriefed(state, clause, f"{item.id} now says so: {Words(text)}.", changed)


def _with_deadline(state: Amended, clause: Clause, wish: wishes.MoveDeadline) -> tuple[Amended, Outcome]:
    brief = state.brief
    if wish.shift_days is not None and brief.deadline is None:
        return _refused(state, clause, "there is no deadline to move; name a day with its year.")
    if wish.shift_days is not None and brief.deadline is not None:
        day = brief.deadline + timedelta(days=wish.shift_days)
    elif wish.day is not None:
        day = wish.day
    else:
        return _rebriefed(state, clause, "There is no deadline any more.", replace(brief, deadline=None))
    if day <= brief.phase_started_on:
        return _refused(state, clause, f"{day.isoformat()} is not after the start of this phase.")
    return _rebriefed(state, clause, f"The deadline is now {day.isoformat()}.", replace(brief, deadline=day))


def _with_ceiling(state: Amended, clause: Clause, wish: wishes.SetCeiling) -> tuple[Amended, Outcome]:
    currency = wish.currency or state.brief.estimate.currency
    if currency != state.brief.estimate.currency or currency not in CURRENCIES or wish.amount < 1:
        return _refused(state, clause, f"the estimate is in {state.brief.estimate.currency}; name the ceiling in it.")
    changed = replace(state.brief, ceiling=Money(amount=wish.amount, currency=currency))
    return _rebriefed(state, clause, f"The budget ceiling is now {currency} {wish.amount:,}.", changed)


def _swap(brief: Brief, old: Item, new: Item) -> Brief:
    name = next(name for name, (prefix, _) in LISTS.items() if old.id.startswith(prefix))
    items: tuple[Item, ...] = getattr(brief, name)
    return with_items(brief, name, tuple(new if item.id == old.id else item for item in items))


def _effect(before: Brief, after: Brief) -> str:
    """What the published rule says the change is worth; the accepted estimate stands."""
    difference = _rule_total(after) - _rule_total(before)
    if not difference:
        return "By the published rule the estimate stays the same."
    sign = "more" if difference > 0 else "less"
    money = f"{before.estimate.currency} {abs(difference):,}"
    return f"By the published rule that is {money} {sign}; the accepted estimate stands until it is agreed anew."


def _rule_total(brief: Brief) -> int:
    return estimate(brief.amended_answers, today=brief.submitted_on).total
