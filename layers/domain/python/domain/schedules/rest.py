"""A task in words, and what it says of time outside its schedule: past spans and names may stand, nothing else may."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from domain.schedules.grammar import Part
from domain.schedules.phrases import Phrases
from domain.schedules.reading import ScheduleUnclearError, refuse_if
from domain.schedules.tokens import Token, Words, mended
from domain.schedules.whens import ending
from domain.schedules.words import listed, shape, table, words_of_time

_ADVERB = f"(?:{shape('adverb')}|nightly)"
_AFTER_PART = re.compile(rf"last|first|1|end|start|beginning|turn|rest|{shape('rank')}")
_ASKING = frozenset({"what", "which", "who", "how", "where", "why"})
TIED = "I cannot wait for that"
_OWN = "it may be a part of the task"


class TaskWords:
    """The words of a task. `bound`: a condition or a denial limits the task, so we suggest no schedule."""

    def __init__(self, text: str, tokens: Sequence[Token], today: date) -> None:
        self.words, self.bound = Words(text, tokens), False
        self.at = self.words.at
        self.phrases = Phrases(self.words, today)
        self.last = ending(self.words)
        while self.last > 1 and self.at(self.last - 1) in {"please", "thanks", ")", "sharp", ".", "!", ","}:
            self.last -= 1
        self.adjective: list[Part] = []
        self.offered: list[Part] = []
        self.opened, self.task_begins = False, 0

    def check(self, parts: Sequence[Part]) -> None:
        """Raise `ScheduleUnclearError` where the text outside these parts says when, or sets a condition."""
        taken = {at for part in parts for at in range(part.first, part.last)}
        at, often = self.politely(0), False
        question = self.words.match(at, shape("question")) is not None if at < len(self.words.tokens) else False
        while at < len(self.words.tokens):
            allowed, before = self.allowed(at), self.at(at - 1)
            if at not in taken:
                tied = self.at(at) in listed("anywhere") and allowed == at and not (question and self.at(at) == "when")
                tied |= self.words.match(at, shape("ties")) is not None and (
                    self.at(at) != "only" or before in {",", ".", ";"}
                )
                tied |= bool(parts) and before in {",", ".", ";", "-"} and self.at(at) in listed("conditions")
                self.refuse_tied(tied or (allowed > at and before in {"by", "within", "until"}), at, TIED)
                aside = self.phrases.at(at, self.last) if parts and before in {",", ".", ";", "("} else []
                beside = any(part.kind != "idle" for part in aside)
                if allowed == at and (beside or (self._is_time(at) and (parts or self.at(at) != "now"))):
                    why = "it does not fit the schedule I read" if parts else "I cannot tell what it belongs to"
                    raise ScheduleUnclearError(self.clause(at), why, read=self.said(parts))
                often |= allowed > at and self.words.match(at, f"(?:the )?{_ADVERB}") is not None
                vague = not parts and before in {"a", "an"} and self.words.match(at, _ADVERB)
                refuse_if(vague, self.clause(at), "it does not say on which day")
            at = max(allowed, at + 1) if at not in taken else at + 1
        once = parts and not any(is_strong(part) or (part.days and part.days.repeats) for part in parts)
        refuse_if(once and often, self.said(parts), "is it once, or every time?")

    def refuse_reminder(self) -> None:
        """Raise `ScheduleUnclearError` for "remind me to …" without a time; "remind me what it costs" is a question."""
        asks = any(self.at(place) in _ASKING for place in range(9))
        remind = any(self.at(place) == "remind" for place in range(6))
        refuse_if(remind and not asks, self.words.text[:60], "it does not say when")

    def anywhere(self) -> list[list[Part]]:
        """The phrases of time wherever they stand, for a suggestion; [] if they cannot be one schedule."""
        found: list[list[Part]] = []
        at = 0
        while at < len(self.words.tokens):
            parts, allowed = self.timed(self.phrases.at(at, len(self.words.tokens))), self.allowed(at)
            found += [parts] * bool(parts and allowed == at)
            at = max(parts[-1].last if parts else at + 1, allowed)
        return found if sum(map(is_core, found)) <= 1 and len(found) <= 2 else []  # noqa: PLR2004 - the days and the hour

    def timed(self, group: list[Part], *limits: str) -> list[Part]:
        """The phrase, if it says when, or only sets limits of these kinds; else an empty list."""
        says = {part.kind for part in group}
        limited = says & {*limits} and says <= {*limits, "zone", "idle"}
        return group if limited or says & {"days", "elapsed", "every", "times", "ahead"} else []

    def greeting(self, at: int) -> int:
        """The place after a greeting; `at` if there is none."""
        found = self.words.match(at, shape("greeting")) if at < len(self.words.tokens) else None
        return found[1] if found else at

    def politely(self, at: int) -> int:
        """The place after greetings, polite words and the marks between them."""
        at = self.greeting(at)
        while at < self.last and (self.at(at) in listed("polite") or self.at(at) in {",", ":", "-", ";", "!"}):
            at += 1
        return at

    def refuse_tied(self, tied: bool, at: int, why: str) -> None:  # noqa: FBT001 - as `refuse_if`
        """If `tied`, refuse the clause at this place with this reason, and stop suggestions (`bound`)."""
        self.bound |= tied
        refuse_if(tied, self.clause(at), why)

    def allowed(self, at: int) -> int:
        """The place after words that only look like a time (a past span, a name such as "Friday report"); else `at`."""
        ranked = self.at(at) in {"of", "for"} and _AFTER_PART.fullmatch(self.at(at - 1))
        found = None if ranked else self.words.match(at, shape("allowed"))
        return found[1] if found else at

    def _is_time(self, at: int) -> bool:
        token, before, behind = self.words.tokens[at], self.at(at - 1), self.at(at + 1)
        text = token.text
        if token.kind in {"clock", "iso", "date"} or text in words_of_time() or mended(text) != text:
            return True
        written = self.words.text[token.start : token.end]
        initials = (
            text in {*table()["zones"]["shared"].split(), *table()["zones"]} and written.isupper() and len(text) > 1
        )
        if text == "pm" or (initials and len(text) > 2):  # noqa: PLR2004 - ET and PT may be anything
            return True
        if text == "may":
            return token.capital and at > 0
        if text.rstrip("s") in {"minute", "hour"}:
            return before.isdigit() or before in {"an", "a", "per", "next", "few", "half", "within", "of", "in"}
        if re.fullmatch(shape("rank"), text):
            return before in {"on", "by"} or (token.kind == "number" and not behind.isalpha())
        figures = token.kind == "number" or text.isdigit()
        if figures and at + 1 >= self.last and len(text) <= 2 and before not in {"", *listed("clauses")} - {"that"}:  # noqa: PLR2004
            return True
        return (
            figures
            and before in {"at", "around", "about", "by", "on", "in"}
            and not (behind.isalpha() and behind.endswith("s"))
        )

    def clause(self, at: int) -> str:
        """The customer's words from a place to the end of the clause, eight at most."""
        at = max(at, 0)
        last = min(at + 8, len(self.words.tokens))
        return self.words.said(at, next((one for one in range(at + 1, last) if self.at(one) in {",", ".", ";"}), last))

    def said(self, parts: Sequence[Part]) -> str:
        """The customer's words from the first part to the last; "" without parts."""
        return self.words.said(parts[0].first, parts[-1].last) if parts else ""


def is_core(parts: Sequence[Part]) -> bool:
    """Whether the parts say on which days, how often or in how long, and not only at what time or until when."""
    return any(part.kind in {"days", "elapsed", "every", "ahead"} for part in parts)


def is_strong(part: Part) -> bool:
    """Whether the part says by itself, and not only by a plural, that it comes again and again."""
    return part.kind in {"every", "elapsed"} or part.every
