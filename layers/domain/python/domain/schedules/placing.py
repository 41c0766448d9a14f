"""Finds the schedule in the words of a task: at its start, at its end, or right behind words such as "remind me to"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from domain.schedules.grammar import Part
from domain.schedules.reading import Reading, ScheduleUnclearError, refuse_if
from domain.schedules.rest import TIED, TaskWords, is_core, is_strong
from domain.schedules.tokens import QUOTE, tokens_of
from domain.schedules.whens import of_parts, offer, reading_of
from domain.schedules.words import ADVERBS, listed, shape, words_of_time

_LONGEST_MENDED = 1000
_LONGEST_END = 40
_OWN = "it may be a part of the task"


def read(text: str, now: datetime, timezone: str) -> Reading:
    """Read a task with its schedule, as `read_schedule` describes."""
    now = now.astimezone(UTC)
    today = now.astimezone(ZoneInfo(timezone)).date()
    task = _Task(text, tokens_of(text), today)
    try:
        parts = task.schedule()
        task.check(parts)
        if not parts:
            task.refuse_reminder()
            return Reading(task=text.strip(), text="now", timezone=timezone, now=now)
        return reading_of(of_parts(task.words, parts, now, timezone), task.without(parts), now)
    except ScheduleUnclearError as unclear:
        if not task.bound and len(text) <= _LONGEST_MENDED:
            _suggest(unclear, _Task(text, tokens_of(text, mend=True), today), now, timezone)
        raise


def _suggest(unclear: ScheduleUnclearError, task: _Task, now: datetime, timezone: str) -> None:
    """Offers with the refusal the schedule read at the beginning, or else the only one that stands anywhere."""
    with suppress(ScheduleUnclearError):
        task.schedule()
    with suppress(ScheduleUnclearError):
        found = [task.offered] if is_core(task.offered) else task.anywhere()
        when = " ".join(task.words.said(group[0].first, group[-1].last) for group in found)
        rest = task.without([part for group in found for part in group])
        try:
            TaskWords(rest, tokens_of(rest), task.phrases.today).check([])
            alone = True
        except ScheduleUnclearError:
            alone = False  # the rest says something about time, too, which a changed schedule would pass over
        if not (alone or task.offered):
            return
        if not task.bound and (task.opened or any(map(is_core, found))):
            offer(unclear, rest or task.words.text, when, now, timezone, near=alone)


class _Task(TaskWords):
    """The words of a task, with the search for its schedule. `bound` stops suggestions, as in `TaskWords`."""

    def schedule(self) -> list[Part]:
        """The parts of the schedule, wherever they stand; [] if there is none. Raises `ScheduleUnclearError`."""
        begin = self.politely(0)
        denied = any(self.at(at) in listed("denials") for at in range(self.greeting(0), begin + 2))
        self.refuse_tied(denied or self.at(0) == "should", 0, "I only take on what is to be done")
        front = self.timed(self.phrases.at(begin, self.last), "start", "until")
        at = self.politely(front[-1].last) if front else begin
        at = at if front else self._sentence_that_asks(at)
        opened = self._behind_opening(at)
        self.opened = opened > at
        behind = self.timed(self.phrases.at(opened, self.last)) if self.opened else []
        self.offered = [*(front if is_core(front) else behind)]
        for group in filter(None, (front, behind)):
            if self._names_a_thing(group):
                self.adjective, group[:] = [*group], []
            else:
                self._check_border(group)
        self.task_begins = behind[-1].last if behind else opened
        end = self._at_the_end(max(self.task_begins, at))
        parts = [*front, *behind, *end]
        refuse_if(sum(map(is_core, (front, behind, end))) > 1, self.said(parts), "it says when more than once")
        if end:
            self._check_end(end, begin, beside=bool(front or behind or self.adjective))
        early = not parts and begin < self.last and self.at(begin) in listed("whens")
        refuse_if(early, self.clause(begin), "I do not know when that is")
        open_days = self.adjective and not parts
        refuse_if(open_days, self.said(self.adjective), "I cannot tell whether this means days or a name")
        return [*self.adjective, *parts]

    def without(self, parts: Sequence[Part]) -> str:
        """The text without the words of these parts, trimmed to a sentence again."""
        text, tokens = self.words.text, self.words.tokens
        spans = sorted(
            (tokens[part.first].start, tokens[part.last - 1].end) for part in parts if part not in self.adjective
        )
        pieces, at = [], 0
        for start, end in spans:
            gap = text[at:start]
            pieces.append(gap if not at or re.sub(r"\b(?:and|on|at)\b|[\W\d_]", "", gap) else "")
            at = end
        pieces.append(text[at:].lstrip(" ,;:)-–—") if spans else text)
        return re.sub(r"\s{1,40}", " ", " ".join(pieces)).strip(" ,;:.(–—-&")

    def _sentence_that_asks(self, begin: int) -> int:
        """The place of the first "send me" and the like that begins a sentence; `begin` if there is none."""
        for at in range(begin, min(self.last - 1, begin + 60)):
            starts = at <= begin + 1 or self.at(at - 1) in listed("polite") | {".", "!", "?", ":", ",", "\n"}
            if starts and self.at(at) in listed("asks") and self.at(at + 1) in listed("whom"):
                return at
        return begin

    def _behind_opening(self, at: int) -> int:
        """The place after "send me", "remind me to" or "please let us know" at this place; `at` if there is none."""
        if at >= self.last or self.at(at) not in listed("asks"):
            return at
        at += 1
        at += self.at(at) in listed("whom")
        at += self.at(at) in {"know", "to"}
        adjective = self.at(at) in {"a", "an"} and self.at(at + 1) in ADVERBS
        return min(at + adjective, self.last)

    def _names_a_thing(self, group: Sequence[Part]) -> bool:
        """Whether an adverb such as "weekly" belongs to the noun after it, as in "weekly numbers"."""
        behind = self.at(group[0].last) if group[0].last < self.last else ""
        article = self.at(group[0].first - 1) in {"a", "an"}
        alone = len(group) == 1 and self.at(group[0].first) in ADVERBS and group[0].last == group[0].first + 1
        noun = behind in listed("asks") and self.at(group[0].last + 1) not in listed("begins")
        known = behind in listed("begins") | words_of_time() | {"and", "at", "on"}
        return alone and behind.isalpha() and (article or noun or not known)

    def _check_border(self, group: Sequence[Part]) -> None:
        """Refuse a schedule if the words after it may continue it, or if its last word may begin a name."""
        at = group[-1].last
        mark = self.at(at) if at < self.last and not self.at(at)[0].isalnum() and self.at(at) != QUOTE else ""
        next_at = at + bool(mark)
        behind = self.at(next_at) if next_at < self.last else ""
        self.refuse_tied(behind in listed("conditions"), next_at, TIED)
        figure = bool(behind) and self.words.tokens[next_at].kind == "number"
        open_to = behind == "to" and (at + 1 == self.last or self.at(next_at + 1).isdigit())
        goes_on = (behind in listed("goes_on") or figure or open_to) and mark not in {":", "-", "."}
        goes_on |= mark == "(" or (mark == "-" and figure)
        self.refuse_tied(goes_on, next_at, "it may belong to the schedule")
        last = self.at(at - 1)
        named = group[-1].kind != "times" and re.fullmatch(
            rf"\d+(?:st|nd|rd|th)?|{shape('day')}|{shape('month')}|weekend|quarter", last
        )
        open_end = named and behind and not mark and behind not in listed("begins") | {QUOTE}
        refuse_if(open_end, self.clause(at - 1), "is that the end of the schedule, or a name?")
        # What a comma parts from the task went on with the schedule: "every Monday at 9am at the latest, the costs".
        aside = any(self.at(place) in {",", ":", ";"} for place in range(next_at + 1, min(next_at + 6, self.last)))
        self.refuse_tied(
            aside and not mark and behind not in listed("begins"), next_at, "it may belong to the schedule"
        )

    def _at_the_end(self, begin: int) -> list[Part]:
        """The parts of the longest phrase that ends the text, unless it is the name of a thing; [] if there is none."""
        begin = max(begin, self.last - _LONGEST_END)
        named = {place for at in range(begin, self.last) for place in range(at, self.allowed(at))}
        for at in range(begin, self.last):
            parts = [] if at in named else self.timed(self.phrases.at(at, self.last), "until", "except")
            if parts and parts[-1].last == self.last and parts[0].kind != "zone":
                return parts
        return []

    def _check_end(self, end: Sequence[Part], begin: int, *, beside: bool) -> None:
        """Refuse a schedule at the end if it may belong to words before it: "the party on Saturday"."""
        at, alone = end[0].first, end[0].first == begin
        sentence = (
            max(
                (place for place in range(begin, at) if self.at(place) in {".", "!", "?", "\n"}),
                default=begin - 1,
            )
            + 1
        )
        if sentence > begin:
            begin = self.politely(sentence)
            self.opened = self.at(begin) in listed("asks")
        before, earlier = self.at(at - 1), self.at(at - 2)
        between = {*map(self.at, range(max(self.task_begins, begin), at))}
        tied = bool(before) and before in listed("conditions")
        self.refuse_tied(tied and before != "for", at - 1, TIED)
        strong = any(map(is_strong, end))
        owned = (
            tied
            or before in listed("clauses") | listed("owners")
            or before.endswith("ed")
            or bool(re.fullmatch(rf"\d+|{shape('rank')}", before) and not is_strong(end[0]))
        )
        owned |= earlier in {"on", "at", "in"} and not strong and self.at(at) not in {"on", "at", "in"}
        owned |= self.at(begin) in listed("states") or ":" in between
        owned |= not self.opened and bool(between & listed("states"))
        owned |= not strong and bool(between & listed("clauses"))
        if not strong and not beside:
            owned |= not self.opened and not any(part.days and part.days.repeats for part in end)
            owned |= not is_core(end) and any(self.allowed(place) > place for place in range(begin, at))
        apart = not before or (before in {",", ";", ".", "!", "(", "-", "\n"} and not earlier.isdigit())
        owned |= bool(before) and not before[0].isalnum() and before != QUOTE
        initials = bool(re.fullmatch("[MTWRFSUh]{1,7}", self.words.said(at - 1, at))) if at else False  # "MWF at 7am"
        owned |= (initials or earlier == "/") and not is_core(end)
        refuse_if(not alone and ((owned and not apart) or (":" in between and not strong)), self.clause(at), _OWN)
