"""Where a schedule may stand in its sentence.

A run is an unbroken stretch of schedule words. It stands at the start or at the end of its clause, or right behind whom
the task is for ("remind me <run> to …"). Anywhere else, or where the words around it make it a part of the task, the
customer is asked: each sentence is held against the table of shapes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import takewhile

from domain.edit_distance import within_edits
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import Said, repeats
from domain.pa.schedule.shapes import shape, shapes
from domain.pa.schedule.spoken_zones import Zone, city
from domain.pa.schedule.tokens import END
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, POLITE, REQUESTS, WEEKDAYS

SENTENCE_END = frozenset({".", "!", "?", "\n"})
_CLAUSE_END = SENTENCE_END | {",", ":", ";", "-", "(", ")"}
_LIMITS = (
    parts.WeekendsToo,
    parts.Until,
    parts.Start,
    parts.During,
    parts.Count,
    parts.Except,
    parts.Period,
    parts.Elapsed,
    parts.Rate,
)
_SINGLE = (parts.DaysAhead, parts.TheWeekday, parts.Dates, parts.Nth, parts.Moment, parts.Scope)
_HALF_A_YEAR = 6
_LONGEST_INITIALS = 5
_OTHER_RUN = "•"
_YEARLY = parts.Period("year", adjective=True)
_TOLD = "is it when to run, or is it told?"  # as the table asks it back


@dataclass(frozen=True)
class Run:
    """An unbroken stretch of schedule words: tokens `first` up to, not including, `last`, and what else is said."""

    said: Said
    items: tuple[parts.Placed, ...]
    is_only: bool = False

    @property
    def first(self) -> int:
        """The place of its first token."""
        return self.items[0].first

    @property
    def last(self) -> int:
        """The place behind its last token."""
        return self.items[-1].last

    def has(self, *kinds: type) -> bool:
        """Whether it has a part of one of these kinds."""
        return any(isinstance(item.part, kinds) for item in self.items)

    @cached_property
    def recurs(self) -> bool:
        """Whether it says by itself that it happens again and again."""
        return any(repeats(item.part) for item in self.items)

    @cached_property
    def adjective(self) -> bool:
        """Whether it is but the "daily" of "a daily report"."""
        return all(isinstance(item.part, parts.Period) and item.part.adjective for item in self.items)

    def text(self, place: int) -> str:
        """The word at a place, or nothing outside the text."""
        tokens = self.said.tokens
        return tokens[place].text if 0 <= place < len(tokens) else ""

    def words(self, step: int, ends: frozenset[str] = SENTENCE_END) -> list[str]:
        """The words from the run to the start (step -1) or end (step 1) of its sentence or clause, in order.

        Another run is one mark. A clause that begins with a request stands for itself: what is before it is told.
        """
        found: list[str] = []
        place = self.first - 1 if step < 0 else self.last
        while 0 <= place < len(self.said.tokens) and self.text(place) not in ends:
            shown = self.said.shown_at(place, _OTHER_RUN)
            if step < 0 and shown in {",", ";"} and shape("places", "tasked").match(" ".join([*found[::-1], ""])):
                break
            if step < 0 and self._concludes(place):
                break
            if shown != _OTHER_RUN or found[-1:] != [_OTHER_RUN]:
                found.append(shown)
            place += step
        return found[::step]

    def _concludes(self, place: int) -> bool:
        """Whether a place is the comma of ", so every Monday at 9 send …": what stands before it is told."""
        between = [self.text(at) for at in range(place + 1, min(self.first, place + 4))]
        if self.text(place) not in {",", ";"} or between not in (["so"], ["and", "so"]):
            return False
        rest = " ".join([*(self.text(at) for at in range(self.last, self.last + 3)), ""]).removeprefix(", ")
        return self.recurs and self.names_days_and_hour and shape("places", "tasked").match(rest) is not None

    def polite(self, step: int) -> bool:
        """Whether only politeness stands before it (step -1) or behind it (step 1) in its clause."""
        return all(word in POLITE | {_OTHER_RUN} for word in self.words(step, _CLAUSE_END))

    @property
    def is_complete(self) -> bool:
        """Whether it opens the text, or stands behind "remind me", and says both the days and the hour."""
        spoken = shape("places", "addressed").fullmatch(" ".join([*self.words(-1), ""]))
        return spoken is not None and (self.has(parts.Elapsed, parts.After) or self.names_days_and_hour)

    @property
    def names_days_and_hour(self) -> bool:
        """Whether it says both the days and the hour."""
        return (self.recurs or self.has(*_SINGLE)) and self.has(parts.Times)

    @cached_property
    def mark(self) -> str:
        """What it is, a letter each.

        o: opens its clause. c: closes it. k: is the only run. r: recurs. d: names one day. h: counted from today.
        t: has a time of day. v: begins with "every". g: says how often in full. s: begins with a limit.
        u: is a length of time.
        w: begins with a weekday. n: could be the name of what follows, as in "Friday demo". q: stands behind a slip of
        "every". y: is the adjective "yearly". z: stands before what could be a zone.
        """
        first, last, before = self.text(self.first), self.items[-1].part, self.text(self.first - 1)
        partly = isinstance(last, parts.Times) and all(time.hour is None and not time.midnight for time in last.spoken)
        named = first not in {"on", "at", "next", "this", "the"} and (partly or isinstance(last, parts.TheWeekday))
        limited = len(self.items) > 1 and isinstance(self.items[0].part, parts.Scope | parts.Start)
        letters = {
            "o": self.polite(-1), "c": self.polite(1), "k": self.is_only, "r": self.recurs,
            "d": self.has(*_SINGLE) and not self.recurs, "h": self.has(parts.DaysAhead), "t": self.has(parts.Times),
            "v": first == "every", "s": limited, "u": len(self.items) == 1 and self.has(parts.During),
            "g": self.has(parts.Times, parts.Elapsed, parts.Period, parts.Nth) or first == "every",
            "w": first in WEEKDAYS, "n": named and not self.recurs, "z": partly is False and self._has_a_zone_behind(),
            "q": before[:1] == "e" and before != "every" and within_edits(before, "every", 1),
            "y": self.adjective and any(item.part == _YEARLY for item in self.items),
        }  # fmt: skip
        return f"‹{''.join(letter for letter, holds in letters.items() if holds)}›"

    def _has_a_zone_behind(self) -> bool:
        """Whether a place or unknown initials stand behind a time of day: "9am London", "at 9 MEZ", "9 Mars time"."""
        place = self.last + (self.text(self.last) in {"in", ","})
        rest = self.said.tokens[place : place + 4]
        names = [token.text for token in takewhile(lambda token: token.kind == "word", rest)]
        if not names or not self.has(parts.Times):
            return False
        named = [city(" ".join(names[:length])) for length in (1, 2)] if rest[0].capital else []
        initials = 1 < len(names[0]) <= _LONGEST_INITIALS and self.said.words_at(place).isupper()
        alone = len(names) == 1
        if self.text(self.last) == "," or not isinstance(self.items[-1].part, parts.Times):
            return alone and any(named)
        titled = "time" in names[1:] and names[0] not in (FUNCTION_WORDS - {"our", "my", "in"}) | REQUESTS
        return any(named) or (initials and alone) or titled

    @cached_property
    def sentence(self) -> int:
        """Which sentence of the text it stands in."""
        return sum(token.text in SENTENCE_END for token in self.said.tokens[: self.first])

    @cached_property
    def doubt(self) -> str:
        """What is to be asked about it, because of the words around it; nothing where it is clear."""
        table = shapes("places", "adjectives" if self.adjective else "shapes")
        return next((why for why, pattern in table if pattern.search(self.line)), "")

    @cached_property
    def line(self) -> str:
        """The sentence with the run as a mark."""
        end = next(
            (self.text(at) for at in range(self.last, len(self.said.tokens)) if self.text(at) in SENTENCE_END), ""
        )
        lead = shape("places", "preface").sub("please ", " ".join([*self.words(-1), ""]))
        return lead + " ".join([self.mark, *self.words(1), *([end] if end == "?" else [])])


def schedule_of(said: Said, plain: str, today: date) -> Said:
    """What of the parts is the schedule: all but those that belong to a thing.

    Raises:
        ScheduleUnclearError: a part could be either, or the sentence does not ask for a task.
    """
    runs = [] if _are_content(said) else _runs_of(said)
    head_end = runs[0].last if runs and runs[0].is_complete else 0
    kept = [
        run
        for run in runs
        if not (_is_of_a_thing(run, runs) or _is_its_date(run, runs, today) or (head_end and _is_told(run, runs[0])))
        and not _is_history(run, runs)
        and not (head_end and runs[0].recurs and run.adjective and run.text(run.first - 1) == ":")
    ]
    timed = [run for run in kept if not all(isinstance(item.part, parts.Immediately) for item in run.items)]
    if timed and said.has(parts.Immediately):
        raise said.unclear("it says both now and another time")
    for run in timed:
        if run.doubt:
            raise said.unclear(run.doubt, *run.items)
    _check_one_task(kept)
    _check_wish([item.part for run in timed for item in run.items], said, plain)
    return replace(said, placed=[item for run in kept for item in run.items], head_end=head_end)


def _are_content(said: Said) -> bool:
    """Whether all times are words to be written: "write the invite: doors 7pm, speeches 8pm"."""
    line = " ".join(said.shown_at(place, _OTHER_RUN) for place in range(len(said.tokens)))
    line = re.sub(rf"{_OTHER_RUN}(?:(?: and)? {_OTHER_RUN})+", _OTHER_RUN, line)
    return any(pattern.search(line) for _, pattern in shapes("places", "content"))


def _is_told(run: Run, head: Run) -> bool:
    """Whether a complete schedule stands in front, and this run is inside what should be done then.

    So is what a clause holds ("… list what is due on Monday"), and hours of opening: "… between 9am and noon".
    """
    if run is head or (run.recurs and run.has(parts.Times)):
        return False
    around = (" ".join(run.words(step, SENTENCE_END | {paren})) for step, paren in ((-1, "("), (1, ")")))
    if "(" in run.words(-1) and ")" in run.words(1)[:-1] and shape("places", "happening").search(" ".join(around)):
        return True
    if run.has(parts.Window) and head.has(parts.Times) and not head.said.has(parts.Elapsed):
        return True
    between = " ".join(head.said.shown_at(place, _OTHER_RUN) for place in range(head.last, run.first))
    timed = all(isinstance(item.part, parts.Times) for item in run.items) and head.has(parts.Times)
    if timed and shape("places", "told_to").search(between):
        return True
    return not run.has(*_LIMITS) and shape("places", "told_clause").search(between) is not None


def _is_history(run: Run, runs: Sequence[Run]) -> bool:
    """Whether it is told before what is asked for: "We met on Tuesday. …", "My train is at 8:10. Tomorrow at 7 …"."""
    lead, rest = " ".join([*run.words(-1), ""]), " ".join([*run.words(1), ""])
    if shape("places", "asked_next").search(rest) or re.match("(?:it's|that's|let's) ", lead):
        return False
    if any(other.sentence > run.sentence and not other.doubt and other.names_days_and_hour for other in runs):
        return run.doubt == _TOLD or shape("places", "happened").search(lead) is not None
    if run.recurs or run.has(parts.DaysAhead, parts.Scope):
        return False
    days_only = all(isinstance(item.part, parts.Dates | parts.Nth | parts.TheWeekday) for item in run.items)
    if days_only and shape("places", "happened_then").search(lead + "‹"):
        return True
    beside = len({token.text in SENTENCE_END for token in run.said.tokens[:-1]}) > 1 or shape(
        "places", "asked_of_it"
    ).search(rest)
    return bool(
        (beside and shape("places", "happened").search(lead)) or shape("places", "asked_back_then").search(lead)
    )


def _runs_of(said: Said) -> list[Run]:
    runs: list[list[parts.Placed]] = []
    for item in said.placed:
        gap = {said.tokens[place].text for place in range(runs[-1][-1].last, item.first)} if runs else set()
        counted = gap == {"of"} and isinstance(item.part, parts.Period)
        owned = runs and re.fullmatch("for|of|in", said.tokens[runs[-1][0].first - 1].text) and repeats(item.part)
        apart = owned and all(isinstance(other.part, parts.DaysAhead | parts.Scope) for other in runs[-1])
        named = ":" in gap and isinstance(item.part, parts.Period) and item.part.adjective  # "…: quarterly numbers"
        if runs and not (apart or named) and (counted or (said.chained(runs[-1][-1], item) and not gap & SENTENCE_END)):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [Run(said, tuple(items), is_only=len(runs) == 1) for items in runs]


def _is_of_a_thing(run: Run, runs: Sequence[Run]) -> bool:
    """Whether it is "the agenda for today" or "what is due next week" beside another, certain schedule."""
    told = re.search(rf"{_OTHER_RUN} that .*‹(?=\w*[dt])", run.line) and any(
        other is not run and other.has(parts.Times) for other in runs
    )
    periods = told or all(isinstance(item.part, parts.DaysAhead | parts.Scope) for item in run.items)
    others = [other for other in runs if other is not run and not other.adjective]
    following = run.said.tokens[run.last] if run.last < len(run.said.tokens) else END
    titled = following.capital and following.text not in FUNCTION_WORDS | REQUESTS
    if titled and re.search(r"\b(?:for|of|about|with|the) ‹(?=\w*n)(?!\w*t)", run.line):
        return any(other.recurs or other.has(parts.Times) for other in others)
    if not periods or not any(other.recurs or other.has(parts.Times) for other in others):
        return False
    placed = run.text(run.first) in {"for", "in", "of", "during"} and not run.has(parts.DaysAhead)
    return bool(told or shape("places", "of_a_thing").search(run.line)) or placed


def _is_its_date(run: Run, runs: Sequence[Run], today: date) -> bool:
    """Whether it is the date of a thing: "the estimate of 9 December", or a past one: "the file from 3 March 2026"."""
    if all(isinstance(item.part, parts.Dates) for item in run.items) and shape("places", "of_a_noun").search(run.line):
        return True
    part = run.items[0].part
    day = part.day if isinstance(part, parts.Start) else part
    governed = isinstance(part, parts.Start) or re.search(r"\b(?:of|from|since|for|with|\w+ed|sent|made) ‹", run.line)
    if _is_begun_period(run, runs, today):
        return True
    dated = all(isinstance(item.part, parts.Times) for item in run.items[1:])
    if not dated or not governed or "o" in run.mark or any(other.recurs for other in runs):
        return False
    if isinstance(day, parts.Dates) and len(day.dates) == 1:
        return (day.year or today.year, *day.dates[0]) < (today.year, today.month, today.day)
    months = day.months if isinstance(day, parts.Scope) and day.year is None else ()
    return len(months) == 1 and 0 < (today.month - months[0]) % 12 < _HALF_A_YEAR


def _is_begun_period(run: Run, runs: Sequence[Run], today: date) -> bool:
    """Whether it is "between 15 January and 15 February" where that has begun and nothing says how often.

    Nothing can be armed from a day that is over: it is the period that something is asked about.
    """
    begun = run.items[0].part
    day = begun.day if isinstance(begun, parts.Start) else None
    ended = [item.part for item in run.items[1:]]
    if len(runs) > 1 or "o" in run.mark or not (len(ended) == 1 and isinstance(ended[0], parts.Until)):
        return False
    told = re.search(r"\b(?:ha[sd]|have|was|were) (?:\S+ )?[^\W\d_]+(?:ed|ne|nt) ‹", run.line)
    last = ended[0].day
    if told and isinstance(last, parts.Dates) and last.dates[0] < (today.month, today.day):
        return not last.year or last.year <= today.year
    to_be_told = shape("places", "to_be_told").search(run.line)
    return _is_over(day, today) and (not to_be_told or _is_over(ended[0].day, today))


def _is_over(day: parts.Day | None, today: date) -> bool:
    """Whether a date, or the first day of a month, said with its year, is over."""
    if isinstance(day, parts.Dates) and len(day.dates) == 1 and day.year:
        return (day.year, *day.dates[0]) < (today.year, today.month, today.day)
    if isinstance(day, parts.Scope) and len(day.months) == 1 and day.year:
        return (day.year, day.months[0]) < (today.year, today.month)
    return False


def _check_one_task(runs: Sequence[Run]) -> None:
    """Refuses schedules in two sentences that could be two tasks; "Could you make it 8am?" is only small talk."""
    homes: dict[int, tuple[Run, list[str]]] = {}
    for run in runs:
        homes.setdefault(run.sentence, (run, [*run.words(-1), *run.words(1)]))
    busy = [run for run, rest in homes.values() if any(word.isalpha() and word not in POLITE for word in rest)]
    if len(busy) > 1:
        raise busy[0].said.unclear("it may be several tasks; give me one at a time")
    for run in runs:
        if run.has(parts.Elapsed, parts.Period) and run.text(run.first - 1) == "of":
            raise run.said.unclear("is that a part of it?", *run.items)


def _check_wish(kept: Sequence[parts.Part], said: Said, plain: str) -> None:
    """Refuses a zone without a time, and "my daily report at 9": should it run once, or every day?"""
    counted = any(isinstance(part, parts.Nth) and part.bare for part in kept)
    times = [part for part in kept if isinstance(part, parts.Times)]
    if len(kept) > len(times) + counted + sum(isinstance(part, Zone) for part in kept) or not kept:
        return
    if not times and not counted:
        raise said.unclear("it names a zone and no time")
    if shape("things", "our_habit").search(plain):
        raise said.unclear("should it run once, or every time?")
    if not counted and shape("places", "on_a_day").search(plain):
        raise said.unclear("should it run on that day?")
