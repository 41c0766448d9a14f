"""Which words of a task are its schedule: those at its start, at its end, or right behind its opening words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from domain.schedules.days import Days, Elapsed, Every
from domain.schedules.limits import Idle, Start, Zone
from domain.schedules.phrase import Part, Phrases
from domain.schedules.reading import Reading, ScheduleUnclearError, refuse_if
from domain.schedules.times import Times
from domain.schedules.tokens import QUOTE, Cursor, Token, mended, tokens_of
from domain.schedules.whens import ending, of_parts, offer, reading_of
from domain.schedules.words import DAY, MONTH, NUMBER, PART, RANK, UNIT, listed, times_of_day_and_units

_LONGEST_END = 40
_FREQUENCY = "(?:daily|weekly|monthly|quarterly|yearly|hourly|nightly)"
_CLOCK = r"\d{1,2}(?::\d\d(?:am|pm)?|am|pm)"
_OWNED = r"(?:the|this|that|these|those|my|our|your|their|his|her|its|last|latest|next|\w+'s)"
# A name goes on with a noun, and no noun is one of these.
_NOUN = (
    r"(?= (?!(?:at|on|in|and|or|of|to|for|from|until|after|before|by|with|is|are|was|were|when|if|as|that|which|send|tell"
    r"|show|give|remind|please|i|we|he|she|they|you) )[^\W\d_])"
)
# What a task may say of time without saying when it runs: spans of the past, and things that are named for a time.
_ALLOWED = (
    rf"(?:the )?(?:last|past|previous) (?:{NUMBER} )?(?:{UNIT}s?|{DAY}|{MONTH}|weekend|{PART}|night)(?:'s)?",
    rf"(?:this|the current) (?:week|month|quarter|year)(?:'s)?",
    rf"since (?:last |the )?(?:{DAY}|{MONTH}|yesterday|{UNIT}|weekend)|since (?:the )?(?:{RANK}|{NUMBER})(?: of)? {MONTH}",
    rf"yesterday(?:'s)?|so far (?:this {UNIT})?|today's|(?:of|for) (?:the|this) {UNIT}|up to now|until now|to date",
    rf"(?:older|longer|more|less|newer|fewer) than (?:an?|{NUMBER}) {UNIT}s?|{NUMBER} {UNIT}s? (?:old|ago)",
    rf"{_OWNED} (?:new |first |last |next )?(?:{DAY}|{_FREQUENCY}|(?:{RANK} |{NUMBER} )?{MONTH}|{_CLOCK}){_NOUN}",
    rf"(?:{DAY}|{MONTH}|week|month|quarter|year|day)'s{_NOUN}|{_FREQUENCY}{_NOUN}|{NUMBER} - {UNIT}{_NOUN}",
)
_TIES = r"as (?:long|soon) as|in case|the (?:moment|day|minute) (?!of )\w+|any time|prior to|ahead of|only"
_AFTER_PART = frozenset({"last", "first", "1", "end", "start", "beginning", "turn", "rest"})
_QUESTION = "when (?:is|are|was|were|will|did|does|do|can)"


def read(text: str, now: datetime, timezone: str) -> Reading:
    """What `read_schedule` promises."""
    now, tokens = now.astimezone(UTC), tokens_of(text)
    task = _Task(text, tokens, Phrases(text, tokens, now.astimezone(ZoneInfo(timezone)).date()))
    try:
        parts = task.schedule()
        task.check(parts)
        if not parts:
            return Reading(kind="none", task=text.strip(), text="now", timezone=timezone, now=now)
        return reading_of(of_parts(task.phrases, parts, now, timezone), task.without(parts), now)
    except ScheduleUnclearError as unclear:
        if not task.bound:
            task = _Task(text, right := tokens_of(text, mend=True), Phrases(text, right, task.cursor.today))
            with suppress(ScheduleUnclearError):
                task.schedule()
            found = [task.offered] if _core(task.offered) else task.anywhere()
            when = " ".join(task.phrases.words(one[0].first, one[-1].last) for one in found)
            if when:
                offer(unclear, task.without([part for one in found for part in one]) or text, when, now, timezone)
        raise


class _Task:
    """A text, its words, and what of them may be its schedule. `bound`: a condition or a denial, so nothing is near."""

    def __init__(self, text: str, tokens: Sequence[Token], phrases: Phrases) -> None:
        self.text, self.tokens, self.phrases, self.bound = text, tokens, phrases, False
        self.cursor = Cursor(tokens, phrases.cursor.today)
        self.last = self._without_thanks()
        self.adjective: list[Part] = []
        self.task_begins, self.opened = 0, False
        self.offered: list[Part] = []

    def schedule(self) -> list[Part]:
        """The parts of the schedule, wherever they stand. Raises `ScheduleUnclearError`."""
        begin = self._behind("polite", 0)
        self._refuse_denial(begin)
        front = self.phrases.at(begin, self.last)
        front = [] if front and isinstance(front[0].said, Zone | Idle) else front
        at = self._behind("polite", front[-1].last) if front else begin
        opened = self._behind_opening(at)
        self.opened = opened > at
        behind = self._timed(self.phrases.at(opened, self.last)) if self.opened else []
        self.offered = front if _core(front) else behind
        for group in filter(None, (front, behind)):
            if self._names_a_thing(group):
                self.adjective, group[:] = [*group], []
            else:
                self._check_border(group)
        self.task_begins = self._behind("leads", behind[-1].last if behind else opened)
        end = self._at_the_end(max(self.task_begins, at))
        parts = [*front, *behind, *end]
        refuse_if(sum(map(_core, (front, behind, end))) > 1, self._words(parts), "it says more than once when")
        if end:
            self._check_end(end, begin, beside=bool(front or behind))
        early = not front and begin < self.last and self.tokens[begin].text in listed("whens")
        refuse_if(early and begin not in {part.first for part in parts}, self._clause(begin), "I do not know when that is")
        if self.adjective:
            words = self._words(self.adjective)
            refuse_if(not parts, words, "it is open on which days, or whether it is the name of a thing")
            parts = [*self.adjective, *parts]
        return parts

    def check(self, parts: Sequence[Part]) -> None:
        """Raises `ScheduleUnclearError` where the rest of the text says anything about time, or ties the task."""
        taken = {at for part in parts for at in range(part.first, part.last)}
        at, frequency = self._behind("polite", 0), False
        question = self.cursor_at(at).looks(_QUESTION) is not None
        while at < len(self.tokens):
            text, allowed = self.tokens[at].text, self._allowed(at)
            before = self.tokens[at - 1].text if at else ""
            if at in taken:
                at += 1
                continue
            tied = text in listed("anywhere") and allowed == at and not (question and text == "when")
            tied |= self.cursor_at(at).looks(_TIES) is not None and (text != "only" or before in {",", ".", ";"})
            tied |= allowed > at and before in {"by", "within", "until"}
            self.bound |= tied
            refuse_if(tied, self._clause(at), "I cannot wait for that, or keep to it")
            if allowed == at and self._is_time(at):
                why = "it is no part of the schedule that I read" if parts else "I cannot tell what it belongs to"
                raise ScheduleUnclearError(self._clause(at), why, read=self._words(parts))
            frequency |= allowed > at and self.cursor_at(at).looks(f"(?:the )?{_FREQUENCY}") is not None
            vague = not parts and before in {"a", "an"} and self.cursor_at(at).looks(_FREQUENCY)
            refuse_if(vague, self._clause(at), "it does not say on which day")
            at = max(allowed, at + 1)
        once = parts and not any(_strong(part) or getattr(part.said, "repeats", False) for part in parts)
        refuse_if(once and frequency, self._words(parts), "is it once, or every time?")
        remind = any(token.text == "remind" for token in self.tokens[:6])
        asked = any(token.text in {"what", "which", "who", "how", "where", "why"} for token in self.tokens[:9])
        refuse_if(remind and not parts and not asked, self.text[:60], "it does not say when")

    def anywhere(self) -> list[list[Part]]:
        """The phrases of time wherever they stand, if they can be one schedule: for a suggestion."""
        found: list[list[Part]] = []
        at = 0
        while at < len(self.tokens):
            parts = self.phrases.at(at)
            allowed = self._allowed(at)
            found += [parts] * bool(parts and allowed == at)
            at = max(parts[-1].last if parts else at + 1, allowed)
        return found if sum(map(_core, found)) <= 1 and len(found) <= 2 else []  # noqa: PLR2004 - the days and the hour

    def without(self, parts: Sequence[Part]) -> str:
        """The text without these parts, made a sentence again."""
        spans = sorted((self.tokens[part.first].start, self.tokens[part.last - 1].end) for part in parts if part not in self.adjective)
        rest, at = "", 0
        for start, end in spans:
            gap = self.text[at:start]
            rest += gap if not at or re.search(r"[^\W\d_]", gap.replace("and", "").replace("on", "").replace("at", "")) else " "
            at = end
        rest += f" {self.text[at:].lstrip(' ,;:)-–—')}" if spans else self.text
        rest = re.sub(r" {2,40}", " ", rest.replace("\n", " "))
        return rest.strip(" ,;:.(–—-&").strip()

    def cursor_at(self, at: int) -> Cursor:
        """The cursor, moved to a word."""
        self.cursor.at = at
        return self.cursor

    def _without_thanks(self) -> int:
        last = ending(self.tokens)
        while last > 1 and self.tokens[last - 1].text in {"please", "thanks", ")", "sharp"}:
            last = ending(self.tokens[: last - 1])
        return last

    def _behind(self, name: str, at: int) -> int:
        """The place behind the words of a list, and the commas between them."""
        if name == "polite" and self.cursor_at(at).eat("(?:hi |hello |hey )?(?:, )?good (?:morning|afternoon|evening)|(?:don't|do not) forget to"):
            at = self.cursor.at
        while at < self.last and (self.tokens[at].text in listed(name) or self.tokens[at].text in {",", ":", "-", ";", "!"}):
            at += 1
        return at

    def _behind_opening(self, at: int) -> int:
        """The place behind "send me", "remind me to", "please let us know"; the same place where none stands."""
        if at >= self.last or self.tokens[at].text not in listed("asks"):
            return at
        at += 1
        at += at < self.last and self.tokens[at].text in listed("whom")
        at += at < self.last and self.tokens[at].text == "know"
        return at + (at + 1 < self.last and self.tokens[at].text in {"a", "an"} and self.cursor_at(at + 1).looks(_FREQUENCY) is not None)

    def _names_a_thing(self, group: Sequence[Part]) -> bool:
        """Whether "weekly" is said of what follows it, as in "weekly numbers"."""
        alone = len(group) == 1 and isinstance(group[0].said, Every | Elapsed) and group[0].last == group[0].first + 1
        behind = self.tokens[group[0].last].text if alone and group[0].last < self.last else ""
        return bool(alone and behind and behind.isalpha() and behind not in listed("begins") | times_of_day_and_units() | {"and", "at", "on"})

    def _check_border(self, group: Sequence[Part]) -> None:
        """What follows a schedule must not go on with it, nor be a name that its last word begins."""
        at = group[-1].last
        marked = at < self.last and not self.tokens[at].text[0].isalnum() and self.tokens[at].text != QUOTE
        behind = self.tokens[at + marked].text if at + marked < self.last else ""
        tied = behind in listed("conditions")
        self.bound |= tied
        refuse_if(tied, self._clause(at + marked), "I cannot wait for that, or keep to it")
        colon = marked and self.tokens[at].text in {":", "-", "."}
        figure = at + marked < self.last and self.tokens[at + marked].kind == "number"
        goes_on = behind in listed("goes_on") or figure or (behind == "to" and at + 1 == self.last)
        refuse_if(goes_on and not colon, self._clause(at + marked), "it may belong to the schedule", "every Monday at 9am")
        last = self.tokens[at - 1]
        named = last.text.rstrip("stndrh").isdigit() or re.fullmatch(f"{DAY}|{MONTH}|weekend|quarter", last.text)
        named = named and not isinstance(group[-1].said, Times)
        open_end = named and behind and not marked and behind not in listed("begins") | {QUOTE}
        refuse_if(open_end, self._clause(at - 1), "is that the end of the schedule, or the name of a thing?")

    def _timed(self, group: list[Part]) -> list[Part]:
        """The phrase, if it says when, and not only until when or in which zone."""
        return group if any(isinstance(part.said, Days | Elapsed | Every | Times) for part in group) else []

    def _at_the_end(self, begin: int) -> list[Part]:
        begin = max(begin, self.last - _LONGEST_END)
        named = {place for at in range(begin, self.last) for place in range(at, self._allowed(at))}
        for at in sorted({*range(begin, self.last)} - named):
            parts = self.phrases.at(at, self.last)
            says = parts and not any(isinstance(part.said, Start) for part in parts) or self._timed(parts)
            if says and parts[-1].last == self.last and not isinstance(parts[0].said, Zone):
                return parts
        return []

    def _check_end(self, end: Sequence[Part], begin: int, *, beside: bool) -> None:
        """What stands before a schedule at the end may own it: "the party on Saturday", "what is due on Friday"."""
        at = end[0].first
        before, earlier = (self.tokens[at - back].text if at >= back else "" for back in (1, 2))
        between = {token.text for token in self.tokens[self.task_begins : at]}
        tied = before in listed("conditions")
        self.bound |= tied and before != "for"
        refuse_if(tied, self._clause(at - 1), "I cannot keep to that")
        apart = not before or (not before[0].isalnum() and before != ":")
        strong, recurs = any(map(_strong, end)), any(getattr(part.said, "repeats", False) for part in end)
        owned = before in listed("clauses") | {"the", "a", "an", "last", "past", "next", "this", "my", "our", "per", "thing"}
        owned |= before.endswith("ed") or (earlier in {"on", "at", "in", "the"} and not strong and self.tokens[at].text not in {"on", "at", "in"})
        states = self.tokens[begin].text in listed("states") or (not self.opened and between & listed("states")) or ":" in between
        if not strong and not beside:
            owned |= bool(between & listed("clauses")) or not (self.opened or recurs)
            past = any(self._allowed(place) > place for place in range(begin, at))
            owned |= past and not _core(end)
        elif not strong:
            owned |= bool(between & listed("clauses"))
        refuse_if((owned or states) and at > begin and not apart, self._clause(at), "it may be a part of the task")

    def _refuse_denial(self, begin: int) -> None:
        forget = self.cursor_at(0).looks("(?:don't|do not) forget to") is not None
        denied = bool(self.tokens) and self.tokens[0].text == "should"
        denied |= any(token.text in listed("denials") for token in self.tokens[begin * forget : begin + 2])
        self.bound |= denied
        refuse_if(denied, self.text[:60], "I only take on what is to be done")

    def _allowed(self, at: int) -> int:
        """The place behind a span of the past or a thing named for a time, the same place where there is none."""
        before = self.tokens[at - 1].text if at else ""
        if self.tokens[at].text in {"of", "for"} and (before in _AFTER_PART or re.fullmatch(RANK, before)):
            return at
        for pattern in _ALLOWED:
            cursor = self.cursor_at(at)
            if cursor.eat(pattern):
                return cursor.at
        return at

    def _is_time(self, at: int) -> bool:
        token, before = self.tokens[at], self.tokens[at - 1].text if at else ""
        behind = self.tokens[at + 1].text if at + 1 < len(self.tokens) else ""
        if token.kind in {"clock", "iso", "date"} or token.text in times_of_day_and_units() or mended(token.text) != token.text:
            return True
        if token.text == "may":
            return token.capital and at > 0
        if token.text.rstrip("s") in {"minute", "hour"}:
            return before.isdigit() or before in {"an", "a", "per", "next", "few", "half", "within", "of", "in"}
        if re.fullmatch(RANK, token.text):
            return before in {"on", "by"} or (token.kind == "rank" and not behind.isalpha())
        figures = token.kind == "number" or token.text.isdigit()
        return figures and before in {"at", "around", "by", "on", "in"} and not (behind.isalpha() and behind.endswith("s"))

    def _clause(self, at: int) -> str:
        """The words from a place to the end of their clause, eight at most."""
        stop = next((one for one in range(at + 1, len(self.tokens)) if self.tokens[one].text in {",", ".", ";"}), len(self.tokens))
        return self.phrases.words(max(at, 0), min(stop, at + 8))

    def _words(self, parts: Sequence[Part]) -> str:
        return self.phrases.words(parts[0].first, parts[-1].last) if parts else ""


def _core(parts: Sequence[Part]) -> bool:
    """Whether the parts say on which days or how often, and not only at what time or until when."""
    return any(isinstance(part.said, Days | Elapsed | Every) for part in parts)


def _strong(part: Part) -> bool:
    """Whether it says by itself, and not by a plural only, that it comes again and again."""
    return isinstance(part.said, Every) or (isinstance(part.said, Elapsed) and not part.said.once) or part.every
