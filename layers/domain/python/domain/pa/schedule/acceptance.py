"""Acceptance, turned round: a schedule counts only where a schedule can stand, and nothing about time may be left over.

A run is an unbroken stretch of schedule words. It stands at the start or at the end of its clause, or right behind whom
the task is for ("remind me <run> to …"). Anywhere else, or where the words around it make it a part of the task, the
customer is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from domain.pa.schedule import parts
from domain.pa.schedule.plan import Said
from domain.pa.schedule.recurring import repeats
from domain.pa.schedule.spelling import resembles
from domain.pa.schedule.things import names_a_habit
from domain.pa.schedule.words import FUNCTION_WORDS, POLITE, REQUESTS, WEEKDAYS, words
from domain.pa.schedule.zones import Zone, city

SENTENCE_END = frozenset({".", "!", "?", "\n"})
_CLAUSE_END = SENTENCE_END | {",", ":", ";", "-", "(", ")"}
_SINGLE = (parts.DaysAhead, parts.TheWeekday, parts.NextBusinessDay, parts.Dates, parts.Nth, parts.Moment, parts.Scope)
_PERIODS = (parts.DaysAhead, parts.Scope)

_ANOTHER_TIME = words("""
    by before after around about approximately roughly circa ca within since not never no until between than maybe
    perhaps probably possibly preferably almost nearly or instead unless except latest early late per during
    all from every each following half quarter preceding previous towards toward
    always usually normally generally mostly ideally typically say
""")
_OF_A_THING = words("of for to due any some")
_BEHIND = words("""
    or ish latest earliest unless instead ago after before around when whenever once within oh while no sorry actually
    rather wait
""")
_STATING = words("is are was were am been has had did went happened isn't aren't wasn't")
_TOLD = words("it's that's there's he's she's today's here's")
_HAPPENING = words("""
    starts begins opens closes ends expires leaves arrives departs lands moved runs open close closed opened takes lasts
    works away out valid off goes has gets comes meets plays visits set held
""")
_ARRANGING = words("""
    book reserve move postpone reschedule shift invite announce arrange organise organize rebook host attend join meet
    confirm advertise schedule plan create put block pencil find propose suggest offer
""")
_MOVING = words("move shift reschedule postpone change rebook")
_ASKING = words("what who whom whose which where when why how whether if that")
_ATTACHING = words("about for regarding concerning at from of before after during")
_OWNING = words("the our my your this that his her their its")
_EVENTS = words("""
    meeting call demo launch deadline appointment workshop webinar event flight interview release presentation party
    dinner lunch conference deployment standup stand-up sync session kickoff kick-off offsite trip concert
""")
_ALERTS = words("reminder reminders alarm alert timer task")
_AUTHORING = words("write draft design build develop propose invent describe document")
_GIVING = words("send give email e-mail mail message text ping deliver share post show get")
_LONGEST_INITIALS = 5
_LONGEST_TITLE = 2
_SHORTEST = 3
_QUOTED_MAIL = words("re fwd fw aw wg subject note fyi")


@dataclass(frozen=True)
class Run:
    """An unbroken stretch of schedule words: tokens `first` up to, not including, `last`."""

    said: Said
    items: tuple[parts.Placed, ...]

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
    def single(self) -> bool:
        """Whether it names one day, which could also be the day of a thing."""
        return self.has(*_SINGLE) and not self.recurs

    def text(self, place: int) -> str:
        """The word at a place, or nothing outside the text."""
        tokens = self.said.tokens
        return tokens[place].text if 0 <= place < len(tokens) else ""

    @property
    def before(self) -> str:
        """The word right before it."""
        return self.text(self.first - 1)

    @property
    def after(self) -> str:
        """The word right behind it."""
        return self.text(self.last)

    def lead(self, ends: frozenset[str] = SENTENCE_END) -> list[str]:
        """The words from the start of the sentence (or clause) to the run."""
        place = self.first
        while place > 0 and self.text(place - 1) not in ends:
            place -= 1
        return [self.text(at) for at in range(place, self.first) if at not in self.said.covered]

    def tail(self, ends: frozenset[str] = SENTENCE_END) -> list[str]:
        """The words from the run to the end of the sentence (or clause)."""
        place = self.last
        while place < len(self.said.tokens) and self.text(place) not in ends:
            place += 1
        return [self.text(at) for at in range(self.last, place) if at not in self.said.covered]

    @property
    def opens(self) -> bool:
        """Whether only politeness stands before it in its clause."""
        return all(word in POLITE for word in self.lead(_CLAUSE_END))

    @property
    def closes(self) -> bool:
        """Whether only politeness stands behind it in its clause."""
        return all(word in POLITE for word in self.tail(_CLAUSE_END))


def runs_of(said: Said) -> list[Run]:
    """The runs, in order."""
    runs: list[list[parts.Placed]] = []
    for item in said.placed:
        if runs and _joined(said, runs[-1][-1], item):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [Run(said, tuple(items)) for items in runs]


def _joined(said: Said, earlier: parts.Placed, later: parts.Placed) -> bool:
    gap = [said.tokens[place].text for place in range(earlier.last, later.first)]
    counted = gap == ["of"] and isinstance(later.part, parts.Period)
    return counted or (said.adjacent(earlier, later) and not set(gap) & SENTENCE_END)


def schedule_of(said: Said, plain: str, today: date) -> Said:
    """What of the parts is the schedule: all but those that belong to a thing.

    Raises:
        ScheduleUnclearError: a part could be either, or the sentence does not ask for a task.
    """
    runs = runs_of(said)
    things = [run for run in runs if _is_of_a_thing(run, runs) or _is_its_date(run, runs, today)]
    kept = [run for run in runs if run not in things]
    if said.has(parts.Immediately) and any(
        not isinstance(item.part, parts.Immediately) for run in kept for item in run.items
    ):
        raise said.unclear("it says both now and another time")
    for run in kept:
        if not run.has(parts.Immediately):
            _check_sentence(run, plain)
            _check_before(run)
            _check_after(run, plain)
            _check_single(run)
    _check_one_task(kept)
    chosen = said.copy()
    chosen.placed = [item for run in kept for item in run.items]
    return chosen


def _is_of_a_thing(run: Run, runs: Sequence[Run]) -> bool:
    """Whether it is "the agenda for today" or "what is due next week" beside another, certain schedule."""
    if not all(isinstance(item.part, _PERIODS) for item in run.items):
        return False
    others = [
        other for other in runs if other is not run and (other.recurs or other.has(parts.Times)) and _is_plain(other)
    ]
    if not others:
        return False
    opened = run.text(run.first) in {"for", "in", "of", "during"}
    participle = re.fullmatch(r"(?!need|send|feed)\w+(?:ed|ing|ne|nt|left|new)|due|left|new|open|happening", run.before)
    asked = any(word in _ASKING for word in run.lead())
    return bool(opened or run.before in {"for", "of", "in", "during"} or participle or asked)


def _is_its_date(run: Run, runs: Sequence[Run], today: date) -> bool:
    """Whether it is the date of a thing of the past: "the file from 3 March 2026", "the report of 20 November"."""
    part = run.items[0].part
    of_day = part.day if isinstance(part, parts.Start) else part
    governed = isinstance(part, parts.Start) or run.before in {"of", "from", "dated", "since", "for", "with"}
    if len(run.items) > 1 or not governed or run.opens or any(other.recurs for other in runs):
        return False
    if isinstance(of_day, parts.Dates) and len(of_day.dates) == 1:
        month, day = of_day.dates[0]
        year = of_day.year or today.year
        return (year, month, day) < (today.year, today.month, today.day)
    return False


def _is_plain(run: Run) -> bool:
    return not all(isinstance(item.part, parts.Period) and item.part.adjective for item in run.items)


_CALLING_OFF = re.compile(
    r"(?:(?:please|kindly|can|could|would|will|you|pls|ok|okay|so|and|,) ?)*"
    r"(?:no|stop|cancel|pause|postpone|reschedule|unsubscribe|(?:don't|do not|never)(?! (?:let me )?forget))\b"
)
_TELLING = re.compile(
    r"(?:it's|that's|(?:i|we|they|he|she|you|it|there)\b (?!(?:want|need|would|like|love|wish|prefer|must|should)\b)"
    r"(?!have to))"
)
_CHANGING = re.compile(
    r"(?:(?:please|can|could|you) )*(?:make|change|set|move|switch|shift) (?:it|that|this|them)(?: to| at)?"
)
_PARTING = re.compile(r"\b(?:see|meet|talk to|speak to|catch) (?:you|ya|u)\b")
_VERB_FIRST = re.compile(r"(?:is|are|am|does|did|was|were|has|had)\b")
_QUESTION = re.compile(
    r"(?:what|who|when|which|where|why|how|is|are|do|does|did|was|were|has|have|had|will|shall|should|may|might)\b"
    r"(?! you\b)|(?:can|could|would) (?!you\b|i\b|u\b|we (?:have|get)\b|somebody|someone)"
)


def _check_sentence(run: Run, plain: str) -> None:
    """Refuses a schedule in a question, a statement, a wish to stop or a farewell."""
    said, tokens = run.said, run.said.tokens
    first = run.first
    while first > 0 and tokens[first - 1].text not in SENTENCE_END:
        first -= 1
    if _CALLING_OFF.match(plain[tokens[first].start :].split("\n", maxsplit=1)[0]):
        raise said.unclear("I can only set up what should run", *run.items)
    end = next((at for at in range(run.last, len(tokens)) if tokens[at].text in SENTENCE_END), len(tokens))
    lead, tail = " ".join(run.lead()), " ".join(run.tail())
    question = run.text(end) == "?"
    asking = run.first > first and (_QUESTION if question else _VERB_FIRST).match(lead)
    if asking or (question and not lead + tail):
        raise said.unclear("is it a question about that time?", *run.items)
    if _TELLING.match(tail if run.opens and not lead else lead):
        raise said.unclear("is it when to run, or is it told?", *run.items)
    if _PARTING.search(lead) or (_CHANGING.fullmatch(lead) and len(runs_of(said)) == 1):
        raise said.unclear("is it when to run?", *run.items)


def _check_before(run: Run) -> None:
    said, lead, before = run.said, run.lead(), run.before
    if run.first - 1 not in said.covered and before in _ANOTHER_TIME:
        raise said.unclear(f"“{before}” makes it another thing than a time to run", *run.items)
    if all(isinstance(item.part, parts.Period) and item.part.adjective for item in run.items):
        return _check_adjective(run)
    cut = all(len(word) < _SHORTEST for word in lead)
    short = before.isalpha() and cut and before not in FUNCTION_WORDS | POLITE | REQUESTS
    if (
        (short and run.single)
        or resembles(before, "every")
        or (len(lead) == 1 and run.text(run.first) in WEEKDAYS and before not in REQUESTS | POLITE)
    ):
        raise said.unclear("do you mean “every”?", *run.items)
    if before in {"to", "like"} and run.has(parts.Times):
        raise said.unclear(f"“{before}” makes it another thing than a time to run", *run.items)
    thing = run.first and said.tokens[run.first - 1].kind == "thing"
    if (
        thing
        and run.has(parts.Times)
        and not run.has(*_SINGLE)
        and not run.recurs
        and said.words_at(run.first - 1)[0].isalpha()
    ):
        raise said.unclear("is it when to run, or a part of the task?", *run.items)
    if before in _OWNING or (before in _OF_A_THING and not set(lead) & _ALERTS):
        raise said.unclear("is it when to run, or a part of the task?", *run.items)
    if not run.opens:
        _check_inside(run, lead)
    return None


def _check_inside(run: Run, lead: list[str]) -> None:
    """A run behind other words of its sentence: these must ask for something, and not tell of something."""
    said = run.said
    asked = [word for word in lead if word.removesuffix("'s") in _ASKING]
    wished = re.search(r"\b(?:i'd|would|could|can|want|need|let me know|let us know)\b", " ".join(lead))
    if asked and not (
        run.recurs and (run.has(parts.Times, parts.Elapsed, parts.Period, parts.Nth) or wished) and "that" not in asked
    ):
        raise said.unclear("is it when to run, or a part of the task?", *run.items)
    told = any(word.endswith(("'m", "'re")) or word in _TOLD for word in lead) or run.before in _HAPPENING
    if told or (not asked and set(lead) & _STATING):
        raise said.unclear("is it when to run, or is it told?", *run.items)
    if not run.recurs and set(lead[2:]) & {"i", "we", "they", "he", "she", "i'll", "we'll"}:
        raise said.unclear("is it when to run, or is it told?", *run.items)
    limited = len(run.items) > 1 and isinstance(run.items[0].part, parts.Scope | parts.Start)
    scoped = limited and run.before not in {"me", "us"}
    moved = scoped or (run.recurs and set(lead) & _MOVING)
    alone = run.has(parts.During) and len(run.items) == 1
    bare = run.text(run.first) in WEEKDAYS and not run.closes and not run.has(parts.Times)
    if moved or alone or (bare and run.single and run.before not in {"me", "us"}):
        raise said.unclear("is it when to run, or a part of the task?", *run.items)


def _check_adjective(run: Run) -> None:
    """The words "send me a daily summary of …" asks for one a day; "design a daily planner app" does not."""
    lead = run.lead()
    plain = len([other for other in runs_of(run.said) if other.items != run.items]) > 0
    given = bool(set(lead) & _GIVING)
    closed = run.text(run.last + 1) in FUNCTION_WORDS | _CLAUSE_END | {""}
    yearly = any(item.part == parts.Period("year", adjective=True) for item in run.items)
    if yearly or set(lead[-3:]) & _AUTHORING or not (plain or (given and closed)):
        raise run.said.unclear("should it run every time, or is that what it is called?", *run.items)


def _check_after(run: Run, plain: str) -> None:
    said, after = run.said, run.after
    rest = said.tokens[run.last : run.last + 2]
    glued = len(rest) > 1 and rest[1].start == rest[0].end
    ranged = (
        (after in {"-", "to"} or (after == ":" and glued)) and len(rest) > 1 and rest[1].kind in {"number", "clock"}
    )
    turned = after in {"next", "last"} and (len(rest) == 1 or rest[1].kind == "mark")
    told = not run.opens and after in _STATING | {"works", "suits", "fits", "will", "would"}
    if told or after in _BEHIND or (after == "-" and run.text(run.last + 1) in _BEHIND) or ranged or turned:
        raise said.unclear(f"“{after}” makes it another thing than a time to run", *run.items)
    if rest and plain.startswith("since ", rest[0].start):
        raise said.unclear("it cannot start in the past", *run.items)
    if run.has(parts.Times):
        _check_zone(run)
    word = rest[0] if rest else None
    if word is None or word.kind != "word" or run.closes:
        return
    adjective = any(isinstance(item.part, parts.Period) and item.part.adjective for item in run.items)
    if adjective or after in FUNCTION_WORDS or run.before in {"me", "us", "him", "her", "them"}:
        return
    if not run.opens:
        raise said.unclear("is it when to run, or a part of the task?", *run.items)
    if not (after in REQUESTS or _announced(run)):
        raise said.unclear(f"is “{said.words_at(run.last)}” what should be done then?", *run.items)


def _announced(run: Run) -> bool:
    """Whether the run cannot be the name of what follows it, as in "Friday demo"."""
    last, first = run.items[-1].part, run.text(run.first)
    bare_day = isinstance(last, parts.TheWeekday | parts.Times) and first not in {"on", "at", "next", "this", "the"}
    said_parts = isinstance(last, parts.Times) and all(time.hour is None and not time.midnight for time in last.spoken)
    return run.recurs or not bare_day or (isinstance(last, parts.Times) and not said_parts)


def _check_zone(run: Run) -> None:
    """A place or unknown initials behind a time of day may be its zone: "9am London", "at 9 MEZ", "9 Mars time"."""
    tokens = run.said.tokens
    place = run.last + (run.after == "in")
    if not isinstance(run.items[-1].part, parts.Times):
        return
    rest = tokens[place : place + 3]
    names = [token.text for token in rest if token.kind == "word"]
    if not names or rest[0].kind != "word":
        return
    named = [city(" ".join(names[:length])) for length in (1, 2)] if rest[0].capital else []
    initials = len(names[0]) <= _LONGEST_INITIALS and run.said.words_at(place).isupper() and len(names[0]) > 1
    alone = len(rest) == 1 or rest[1].kind != "word"
    if any(named) or (initials and alone) or (len(names) > 1 and names[1] == "time"):
        raise run.said.unclear("is that a time zone? Name it in full", *run.items)


def _check_single(run: Run) -> None:
    """One day at the end may belong to a thing: "the call on Friday", "book the flight on 3 December"."""
    said, lead = run.said, run.lead()
    if not run.single:
        return
    unclear = said.unclear("is it when to run, or a part of the task?", *run.items)
    if ":" in lead and (lead.index(":") > _LONGEST_TITLE or lead[0] in _QUOTED_MAIL):
        raise unclear
    if run.opens:
        return
    if set(lead) & _ALERTS:
        return
    verbs = [word for word in lead if word not in POLITE]
    reminded = verbs[:1] == ["remind"]
    if verbs and (
        verbs[0] in _ARRANGING or (reminded and set(verbs[1:5]) & _ARRANGING and not run.has(parts.DaysAhead))
    ):
        raise unclear
    if verbs and verbs[0] not in REQUESTS and set(verbs) & _EVENTS:
        raise unclear
    near = lead[-5:]
    articles = frozenset() if reminded and "to" in lead else frozenset({"a", "an"})
    owned = [at for at, word in enumerate(near) if word in _OWNING | articles]
    if owned and near[-1] in _EVENTS:
        raise unclear
    attached = [at for at in owned if at and near[at - 1] in _ATTACHING - ({"of"} if run.has(parts.Times) else set())]
    if attached or (run.before.endswith("ed") and run.before not in _PASSIVE_WISHES):
        raise unclear


_PASSIVE_WISHES = words(
    "updated informed notified posted delivered emailed mailed reminded briefed alerted pinged called"
)


def _check_one_task(runs: Sequence[Run]) -> None:
    """Refuses schedules in two sentences that could be two tasks; "Could you make it 8am?" is only small talk."""
    homes: dict[int, tuple[Run, list[str]]] = {}
    for run in runs:
        sentence = sum(token.text in SENTENCE_END for token in run.said.tokens[: run.first])
        homes.setdefault(sentence, (run, [*run.lead(), *run.tail()]))
    busy = [run for run, rest in homes.values() if any(word.isalpha() and word not in POLITE for word in rest)]
    if len(busy) > 1:
        raise busy[0].said.unclear("it may be several tasks; give me one at a time")
    for run in runs:
        if run.has(parts.Elapsed, parts.Period) and run.before == "of":
            raise run.said.unclear("is that a part of it?", *run.items)


def check_wish(said: Said, plain: str) -> None:
    """Refuses a zone without a time, and "my daily report at 9": should it run once, or every day?

    Raises:
        ScheduleUnclearError: one of these.
    """
    said_parts = [item.part for item in said.placed]
    if all(isinstance(part, Zone) for part in said_parts):
        raise said.unclear("it names a zone and no time")
    if all(isinstance(part, parts.Times | Zone) for part in said_parts):
        if names_a_habit(plain):
            raise said.unclear("should it run once, or every day?")
        if re.search(rf"\b(?:tomorrow|{'|'.join(WEEKDAYS)})\b", plain):
            raise said.unclear("should it run on that day?")
