"""The words right before and behind a part that turn it into something else: a deadline, the past, a zone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from domain.pa.schedule.plan import Said
from domain.pa.schedule.said_parts import (
    Dates,
    DaysAhead,
    During,
    Elapsed,
    Immediately,
    Moment,
    NextBusinessDay,
    Nth,
    Period,
    Placed,
    Scope,
    TheWeekday,
    Times,
    Weekdays,
)
from domain.pa.schedule.sentences import SENTENCE_END
from domain.pa.schedule.spoken_zones import city
from domain.pa.schedule.vocabulary import one_slip, words

_SINGLE = (DaysAhead, TheWeekday, NextBusinessDay, Dates, Nth, Moment, Scope)
_FORBIDDEN_BEFORE = words("""
    by before after around about approximately roughly circa ca within since not never no until between than maybe
    perhaps probably possibly preferably almost nearly or instead unless except latest early late per during
    all from every each following half quarter preceding previous past
""")
_FORBIDDEN_BEFORE_SINGLE = words("""
    to of for due scheduled planned any some starting done sent held is are was were
""")
_FORBIDDEN_AFTER = words("or ish latest earliest unless instead ago after before around when whenever once within oh")
_WISHES = words("""
    updated informed notified posted delivered emailed e-mailed mailed reminded briefed alerted pinged called
""")
_PAST_TENSES = frozenset({"was", "were", "had", "did", "been", "went", "happened"})
_EVENTS = words("""
    meeting call demo launch deadline appointment workshop webinar event flight interview release presentation party
    dinner conference deployment standup stand-up sync session kickoff kick-off offsite trip
""")
_ARTICLES = frozenset(["the", "our", "my", "your", "a", "an", "this", "their"])
# Verbs whose object is the schedule itself: after them a day is when to run, whatever stands before it.
_PLANNING = words("schedule scheduled set book arrange organise organize plan reminder put add")
_LENGTHS = words("""
    plan plans forecast outlook budget agenda schedule roadmap projection estimate numbers figures data history
    totals results trend report summary trip work
""")
_LONGEST_INITIALS = 5


def check_neighbours(said: Said, plain: str) -> None:
    """Refuses parts whose neighbours put them in doubt.

    Raises:
        ScheduleUnclearError: "by Friday", "9 or 10", "the call on Monday", "at 9 Mars time" and their like.
    """
    if said.has(Immediately) and len(said.placed) > 1:
        raise said.unclear("it says both now and another time")
    for item in said.placed:
        before = "" if not item.first or item.first - 1 in said.covered else said.tokens[item.first - 1].text
        _check_before(said, item, before)
        _check_behind(said, item, plain)
        if isinstance(item.part, _SINGLE) and not said.has(Weekdays):
            _check_single(said, item, before)


def _check_before(said: Said, item: Placed, before: str) -> None:
    if before in _FORBIDDEN_BEFORE:
        raise said.unclear(f"“{before}” makes it another thing than a time to run", item)
    if (
        before == "of"
        and not said.follows_a_part(item.first - 1)
        and isinstance(item.part, Period | Elapsed | Weekdays)
    ):
        raise said.unclear("is that a part of it?", item)
    if isinstance(item.part, During) and before in _LENGTHS:
        raise said.unclear(f"is it the length of the {before}?", item)
    if before.startswith("e") and one_slip(before, "every"):
        raise said.unclear("do you mean “every”?", item)
    if before in {"to", "like"} and isinstance(item.part, Times):
        raise said.unclear(f"“{before}” makes it another thing than a time to run", item)


def _check_behind(said: Said, item: Placed, plain: str) -> None:
    rest = [said.tokens[place] for place in takewhile(_outside(said), range(item.last, len(said.tokens)))][:2]
    after = rest[0].text if rest else ""
    glued = len(rest) > 1 and rest[1].start == rest[0].end
    ranged = (after == "-" or (after == ":" and glued)) and len(rest) > 1 and rest[1].kind in {"number", "clock"}
    turned = after in {"next", "last"} and (len(rest) == 1 or rest[1].kind == "mark")
    if after in _FORBIDDEN_AFTER or ranged or turned:
        raise said.unclear(f"“{after}” makes it another thing than a time to run", item)
    if rest and plain.startswith("since ", rest[0].start):
        raise said.unclear("it cannot start in the past", item)
    if isinstance(item.part, Times):
        _check_zone(said, item)


def _check_zone(said: Said, item: Placed) -> None:
    """A place or unknown initials behind a time of day may be its zone: "9am London", "at 9 MEZ", "9 Mars time"."""
    place = item.last + (item.last < len(said.tokens) and said.tokens[item.last].text == "in")
    free = takewhile(_outside(said), range(place, min(place + 3, len(said.tokens))))
    rest = list(takewhile(lambda token: token.kind == "word", (said.tokens[number] for number in free)))
    if not rest:
        return
    names = [token.text for token in rest]
    named = [city(" ".join(names[:length])) for length in (1, 2)] if rest[0].capital else []
    initials = len(names) == 1 and len(names[0]) <= _LONGEST_INITIALS and said.words_at(place).isupper()
    if any(named) or initials or "time" in names[1:2]:
        raise said.unclear("is that a time zone? Name it in full", item)


def _check_single(said: Said, item: Placed, before: str) -> None:
    """A single day may belong to a thing ("the call on Friday", "what is due tomorrow") and not to the task."""
    if any(token.text in _PLANNING for token in said.tokens):
        return
    lead = {token.text for token in said.tokens[max(item.first - 4, 0) : max(item.first - 1, 0)]}
    of_an_event = before in _EVENTS and lead & _ARTICLES
    of_the_past = (before.endswith("ed") and before not in _WISHES) or _tells_of_the_past(said, item)
    if before in _FORBIDDEN_BEFORE_SINGLE or of_an_event or of_the_past:
        raise said.unclear("is it when to run, or a part of the task?", item)


def _tells_of_the_past(said: Said, item: Placed) -> bool:
    """Whether a past tense stands earlier in the sentence: "I was away on Thursday"."""
    for token in reversed(said.tokens[: item.first]):
        if token.kind == "mark" and token.text in SENTENCE_END:
            return False
        if token.text in _PAST_TENSES:
            return True
    return False


def _outside(said: Said) -> Callable[[int], bool]:
    return lambda place: place not in said.covered
