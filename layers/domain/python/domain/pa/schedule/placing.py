"""Which schedule words say when to run, and which belong to the task or to what is told besides (ADR 50).

A run is an unbroken stretch of schedule words. Weights that were learned from marked texts (`data/placed`) read each by
the words around it; where they are not sure of one, the customer is asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from domain.language.learned import Reader, places_of
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.plan import Said, repeats
from domain.pa.schedule.said_parts import Zone
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, POLITE, REQUESTS, family, shape, words

BUCKETS = 1 << 17
SCHEDULE, TASK, DOUBT = "schedule", "task", "doubt"
READER = Reader((SCHEDULE, TASK, DOUBT), Path(__file__).with_name("placing.bin"))
SURE = 3.0  # by how much the log-odds of schedule and task must differ
CERTAIN = 1.5  # by how much the likelier of them must exceed doubt
MOST_RUNS = 50  # each is read beside all others; no task that a person means has as many
SENTENCE_END = frozenset({".", "!", "?", "\n"})
CLAUSE_END = SENTENCE_END | {",", ":", ";", "-", "(", ")"}
_SINGLE = (parts.DaysAhead, parts.TheWeekday, parts.Dates, parts.Nth, parts.Moment, parts.Scope)
_RUN, OUTSIDE = "•", "$"
_SORTS = {name: words(family(name)) for name in ("events", "authoring", "reviewing", "tasking", "past", "requests")}
_NEAR, _MOST = 4, 3  # up to how many words count as near, and up to how many sentences and runs are told apart
_COURTESIES = words("please kindly hi hello hey ok okay so and then also well oh , thanks")
_ASK_BEHIND = _COURTESIES | words("^ : ; - you i i'd can could would to • :")


@dataclass(frozen=True)
class Run:
    """An unbroken stretch of schedule words: tokens `first` up to, not including, `last`, and what else is said."""

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

    @property
    def is_now(self) -> bool:
        """Whether it says no more than "now", which is when an unscheduled task is done anyway."""
        return all(isinstance(item.part, parts.Immediately) for item in self.items)

    @cached_property
    def kind(self) -> str:
        """Whether it recurs, names a single day, and names an hour."""
        return f"{self.recurs} {self.has(*_SINGLE)} {self.has(parts.Times)}"

    def shown(self, place: int) -> str:
        """How a token is read: a number as "#", another run as one mark, and marks outside the text."""
        tokens = self.said.tokens
        if not 0 <= place < len(tokens):
            return "^" if place < 0 else OUTSIDE
        return "#" if tokens[place].text.isdigit() else self.said.shown_at(place, _RUN)

    def words(self, step: int, ends: frozenset[str] = SENTENCE_END) -> list[str]:
        """The words from the run to the start (step -1) or end (step 1) of its sentence or clause, in order."""
        found: list[str] = []
        place = self.first - 1 if step < 0 else self.last
        while 0 <= place < len(self.said.tokens) and self.said.tokens[place].text not in ends:
            found.append(self.shown(place))
            place += step
        return found[::step]

    @cached_property
    def sentence(self) -> int:
        """Which sentence of the text it stands in."""
        return sum(token.text in SENTENCE_END for token in self.said.tokens[: self.first])


def schedule_of(said: Said, runs: Sequence[Run], plain: str) -> Said:
    """The parts that say when to run; `runs` are the stretches of `said`.

    Raises:
        ScheduleUnclearError: a part could as well belong to the task, or the sentence does not ask for one.
    """
    if len(runs) > MOST_RUNS:
        raise said.unclear("it may be several tasks; give me one at a time", *runs[0].items)
    kept = [run for run, features in zip(runs, features_of(runs), strict=True) if _is_schedule(run, features)]
    timed = [run for run in kept if not run.is_now]
    if timed and any(run.has(parts.Immediately) for run in kept):
        raise said.unclear("it says both now and another time")
    _check_one_task(kept)
    _check_wish([item.part for run in timed for item in run.items], said, plain)
    return replace(said, placed=[item for run in kept for item in run.items])


def runs_of(said: Said) -> list[Run]:
    """The stretches of schedule words, in order; a colon or the end of a sentence parts two."""
    runs: list[list[parts.Placed]] = []
    for item in said.placed:
        gap = {said.tokens[place].text for place in range(runs[-1][-1].last, item.first)} if runs else set()
        if (
            runs
            and not _parted(said, runs[-1], item, gap)
            and (said.chained(runs[-1][-1], item) or (gap == {"of"} and isinstance(item.part, parts.Period)))
        ):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [Run(said, tuple(items)) for items in runs]


def _parted(said: Said, run: Sequence[parts.Placed], item: parts.Placed, gap: set[str]) -> bool:
    """Whether a part begins a run of its own: a sentence ends, "… for today, every Monday", "…: quarterly numbers"."""
    owned = said.token_at(run[0].first - 1).text in {"for", "of", "in"} and repeats(item.part)
    apart = owned and all(isinstance(other.part, parts.DaysAhead | parts.Scope) for other in run)
    named = ":" in gap and isinstance(item.part, parts.Period) and item.part.adjective
    return apart or named or bool(gap & SENTENCE_END)


def features_of(runs: Sequence[Run]) -> list[set[int]]:
    """What the weights count of each run."""
    return [features_among(run, runs) for run in runs]


def features_among(run: Run, runs: Sequence[Run]) -> set[int]:
    """What the weights count of a run: what it says, the words around it, where it stands, what the others say."""
    others = [other for other in runs if other is not run]
    told = (_of_itself(run, others), _of_neighbours(run), _of_sentence(run), _of_place(run, runs))
    return places_of(itertools.chain.from_iterable(told), BUCKETS)


def _is_schedule(run: Run, features: set[int]) -> bool:
    odds = READER.likelihoods([[features]])
    lead = odds[SCHEDULE] - odds[TASK]
    certain = max(odds[SCHEDULE], odds[TASK]) - odds[DOUBT]
    if not run.is_now and (abs(lead) < SURE or certain < CERTAIN):
        raise run.said.unclear("is it when to run, or a part of the task?", *run.items)
    return lead > 0


def _of_itself(run: Run, others: Sequence[Run]) -> Iterator[str]:
    """What it says, its nearest words and what holds of it; each once alone and once with its kind."""
    before, after = run.shown(run.first - 1), run.shown(run.last)
    near = [f"b {before}", f"a {after}", f"first {run.said.tokens[run.first].text}"]
    near += [f"bs {_sort_of(before)}", f"as {_sort_of(after)}"]
    near += _marks(run, others)
    full = (other.has(parts.Times) and (other.recurs or other.has(*_SINGLE)) for other in others)
    near.append(f"others full {any(full)}")
    near.append(f"others recur {any(other.recurs for other in others)}")
    yield from near
    yield from (f"{one} & {run.kind}" for one in near)
    yield run.kind
    yield "kinds " + "+".join(type(item.part).__name__ for item in run.items)
    yield from (f"kind {type(item.part).__name__}" for item in run.items)


def _of_neighbours(run: Run) -> Iterator[str]:
    before = [run.shown(run.first - step) for step in range(1, _NEAR)]
    after = [run.shown(run.last + step) for step in range(_NEAR - 1)]
    for length in (2, _NEAR - 1):
        yield "b " + " ".join(before[:length])
        yield "a " + " ".join(after[:length])
    yield f"b2 {before[1]}"
    yield f"a2 {after[1]}"
    yield f"around {before[0]} {after[0]}"
    opening = " ".join(map(_sort_of, _telling(run)[:1]))
    yield f"opening {opening} & {run.kind}"
    yield f"opening {opening} & b {before[0]} & {run.kind}"
    yield f"opening {opening} & bs {_sort_of(before[0])} & {_sort_of(before[1])} & {run.kind}"
    for sort in {_sort_of(word) for word in run.words(-1)}:
        yield f"ls {sort}"
        yield f"ls {sort} & {run.kind}"
        yield f"ls {sort} & {opening} & {run.kind}"


def _of_sentence(run: Run) -> Iterator[str]:
    left, right = run.words(-1), run.words(1)
    yield from (f"l {word}" for word in left)
    yield from (f"r {word}" for word in right)
    yield from (f"rs {_sort_of(word)} & {run.kind}" for word in right)
    whole = [*left, _RUN, *right]
    bare = [word for word in whole if word not in _COURTESIES]
    for length in (1, 2, 3):
        yield "begins " + " ".join(bare[:length])
    asks = any(word in REQUESTS and before in _ASK_BEHIND for before, word in itertools.pairwise(["^", *whole]))
    yield f"asks {asks} & {run.kind}"
    yield f"asks {asks} & begins {bare[:1]} & {run.kind}"
    yield f"sorts {' '.join(_sort_of(word) for word in bare[:2])} & {run.kind}"
    for length in (1, 2):
        yield "opens " + " ".join(_telling(run)[:length])


def _telling(run: Run) -> list[str]:
    """The words of its sentence that say more than politeness."""
    return [word for word in (*run.words(-1), *run.words(1)) if word.isalpha() and word not in POLITE]


def _of_place(run: Run, runs: Sequence[Run]) -> Iterator[str]:
    tokens = run.said.tokens
    sentences = sum(token.text in SENTENCE_END for token in tokens)
    yield f"sentence {min(run.sentence, _MOST)} of {min(sentences, _MOST)}"
    yield f"run {min(runs.index(run), _MOST)} of {min(len(runs), _NEAR)}"
    yield f"behind {min(len(run.words(-1)) // 2, _NEAR)}"
    yield f"before {min(len(run.words(1)) // 2, _NEAR)}"
    ends = (place for place in range(run.last, len(tokens)) if run.shown(place) in SENTENCE_END)
    end = next(ends, len(tokens))
    yield from (f"later {run.shown(place)}" for place in range(end + 1, min(end + 1 + _NEAR, len(tokens))))
    yield f"ends {run.said.token_at(end).text}"


def _sort_of(word: str) -> str:
    """What sort of word it is: of the tables that list it, the first."""
    return next((name for name, listed in _SORTS.items() if word in listed), word if word in FUNCTION_WORDS else "")


def _marks(run: Run, others: Sequence[Run]) -> Iterator[str]:
    left, right = run.words(-1), run.words(1)
    before, behind = run.words(-1, CLAUSE_END), run.words(1, CLAUSE_END)
    marks = {
        "said before": bool(set(before) - POLITE) and not REQUESTS & {*left},
        "said beside": bool(set(behind) - POLITE) and len(behind) < len(right) and not REQUESTS & {*behind},
        "opens its clause": {*before} <= POLITE | {_RUN},
        "closes its clause": {*behind} <= POLITE | {_RUN},
        "alone": not others,
        "asked before": bool(REQUESTS & {*left}),
        "asked behind": bool(REQUESTS & {*right}),
        "asked next": bool(REQUESTS & {*right[:1]}),
        "a length": run.has(parts.During) and len(run.items) == 1,
        "an adjective": all(isinstance(item.part, parts.Period) and item.part.adjective for item in run.items),
        "capital behind": run.said.token_at(run.last).capital,
    }
    yield from (mark for mark, holds in marks.items() if holds)


def _check_one_task(runs: Sequence[Run]) -> None:
    """Refuses schedules in two sentences that could be two tasks; "Could you make it 8am?" is only small talk."""
    homes: dict[int, tuple[Run, list[str]]] = {}
    for run in runs:
        homes.setdefault(run.sentence, (run, [*run.words(-1), *run.words(1)]))
    busy = [run for run, rest in homes.values() if any(word.isalpha() and word not in POLITE for word in rest)]
    if len(busy) > 1:
        raise busy[0].said.unclear("it may be several tasks; give me one at a time")


def _check_wish(kept: Sequence[parts.Part], said: Said, plain: str) -> None:
    """Refuses a zone without a time, and an hour of a day that the task names."""
    counted = any(isinstance(part, parts.Nth) and part.bare for part in kept)
    times = [part for part in kept if isinstance(part, parts.Times)]
    if len(kept) > len(times) + counted + sum(isinstance(part, Zone) for part in kept) or not kept:
        return
    if not times and not counted:
        raise said.unclear("it names a zone and no time")
    if not counted and shape("places", "on_a_day").search(plain):
        raise said.unclear("should it run on that day?")
