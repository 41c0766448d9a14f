"""Which schedule words say when to run, and which belong to the task or to what is told besides (ADR 50).

A run is an unbroken stretch of schedule words. Weights that were learned from marked texts (`data/placed`) read each by
the words around it; where they are not sure of one, the customer is asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from domain.language.learned import Reader, places_of
from domain.pa.schedule import said_parts as parts
from domain.pa.schedule.said import CLAUSE_END, RUN, SENTENCE_END, Said
from domain.pa.schedule.said_parts import Days, Zone
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, POLITE, REQUESTS, family, shape, words

BUCKETS = 1 << 17
SCHEDULE, TASK, DOUBT = "schedule", "task", "doubt"
READER = Reader((SCHEDULE, TASK, DOUBT), Path(__file__).with_name("placing.bin"))
SURE = 3.0  # by how much the log-odds of schedule and task must differ
CERTAIN = 1.5  # by how much the likelier of them must exceed doubt
MOSTRUNS = 50  # each is read beside all others; no task that a person means has as many
_SORTS = {name: words(family(name)) for name in ("events", "authoring", "reviewing", "tasking", "past", "requests")}
_NEAR, _MOST = 4, 3  # up to how many words count as near, and up to how many sentences and runs are told apart
_COURTESIES = words("please kindly hi hello hey ok okay so and then also well oh , thanks")
_ASK_BEHIND = _COURTESIES | words("^ : ; - you i i'd can could would to • :")


def schedule_of(said: Said, runs: Sequence[Said], plain: str) -> Said:
    """The parts that say when to run; `runs` are the stretches of `said`.

    Raises:
        ScheduleUnclearError: a part could as well belong to the task, or the sentence does not ask for one.
    """
    if len(runs) > MOSTRUNS:
        raise runs[0].unclear("it may be several tasks; give me one at a time")
    kept = [run for run, features in zip(runs, features_of(runs), strict=True) if _is_schedule(run, features)]
    timed = [run for run in kept if not run.is_now]
    if timed and any(run.has(parts.Immediately) for run in kept):
        raise said.unclear("it says both now and another time")
    _check_one_task(kept)
    _check_wish([item.part for run in timed for item in run.placed], said, plain)
    return said.only_these(*(item for run in kept for item in run.placed))


def runs_of(said: Said) -> list[Said]:
    """The stretches of schedule words, in order; a colon or the end of a sentence parts two."""
    runs: list[list[parts.Placed]] = []
    for item in said.placed:
        period = isinstance(item.part, Days) and item.part.form == "period"
        gap = {said.tokens[place].text for place in range(runs[-1][-1].last, item.first)} if runs else set()
        if (
            runs
            and not _parted(said, runs[-1], item, gap)
            and (said.chained(runs[-1][-1], item) or (gap == {"of"} and period))
        ):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [said.only_these(*items) for items in runs]


def _parted(said: Said, run: Sequence[parts.Placed], item: parts.Placed, gap: set[str]) -> bool:
    """Whether a part begins a run of its own: a sentence ends, "… for today, every Monday", "…: quarterly numbers"."""
    owned = said.token_at(run[0].first - 1).text in {"for", "of", "in"} and parts.repeats(item.part)
    apart = owned and all(isinstance(other.part, Days) and other.part.form in {"ahead", "span"} for other in run)
    named = ":" in gap and isinstance(item.part, Days) and item.part.adjective
    return apart or named or bool(gap & SENTENCE_END)


def features_of(runs: Sequence[Said]) -> list[set[int]]:
    """What the weights count of each run."""
    return [features_among(run, runs) for run in runs]


def features_among(run: Said, runs: Sequence[Said]) -> set[int]:
    """What the weights count of a run: what holds of it, the closest alone and together with what it says."""
    kind = f"{run.recurs} {run.single} {run.has(parts.Times)}"
    near = [*_of_neighbours(run), *_marks(run, runs)]
    own = [kind, "kinds " + "+".join(run.forms), *(f"kind {form}" for form in run.forms)]
    far = (_of_sentence(run), _of_place(run, runs))
    return places_of([*near, *(f"{one} & {kind}" for one in near), *own, *itertools.chain(*far)], BUCKETS)


def _is_schedule(run: Said, features: set[int]) -> bool:
    odds = READER.likelihoods([[features]])
    lead = odds[SCHEDULE] - odds[TASK]
    certain = max(odds[SCHEDULE], odds[TASK]) - odds[DOUBT]
    if not run.is_now and (abs(lead) < SURE or certain < CERTAIN):
        raise run.unclear("is it when to run, or a part of the task?")
    return lead > 0


def _of_neighbours(run: Said) -> Iterator[str]:
    """The words next to it, of what sort they and those of its sentence are, and how that begins."""
    before, after = run.shown(run.first - 1), run.shown(run.last)
    yield from (f"b {before}", f"a {after}", f"first {run.tokens[run.first].text}")
    sorts = _sort_of(before), _sort_of(run.shown(run.first - 2))
    yield from (f"bs {sorts[0]}", f"as {_sort_of(after)}")
    opening = " ".join(map(_sort_of, _telling(run)[:1]))
    yield from (f"opening {opening}", f"opening {opening} & b {before}", f"opening {opening} & bs {sorts}")
    for sort in {_sort_of(word) for word in run.beside(-1)}:
        yield from (f"ls {sort}", f"ls {sort} & {opening}")
    yield from (f"rs {_sort_of(word)}" for word in run.beside(1))
    whole = ["^", *run.beside(-1), RUN, *run.beside(1)]
    bare = [word for word in whole[1:] if word not in _COURTESIES]
    asks = any(word in REQUESTS and before in _ASK_BEHIND for before, word in itertools.pairwise(whole))
    yield from (f"asks {asks}", f"asks {asks} & begins {bare[:1]}", f"sorts {[_sort_of(word) for word in bare[:2]]}")


def _of_sentence(run: Said) -> Iterator[str]:
    """The words of its sentence, and how that begins."""
    before = [run.shown(run.first - step) for step in range(1, _NEAR)]
    after = [run.shown(run.last + step) for step in range(_NEAR - 1)]
    for length in (2, _NEAR - 1):
        yield from (f"b {before[:length]}", f"a {after[:length]}")
    yield from (f"b2 {before[1]}", f"a2 {after[1]}", f"around {before[0]} {after[0]}")
    left, right = run.beside(-1), run.beside(1)
    yield from (f"l {word}" for word in left)
    yield from (f"r {word}" for word in right)
    bare = [word for word in (*left, RUN, *right) if word not in _COURTESIES]
    yield from (f"begins {bare[:length]}" for length in range(1, _NEAR))
    yield from (f"opens {_telling(run)[:length]}" for length in (1, 2))


def _telling(run: Said) -> list[str]:
    """The words of its sentence that say more than politeness."""
    return [word for word in (*run.beside(-1), *run.beside(1)) if word.isalpha() and word not in POLITE]


def _of_place(run: Said, runs: Sequence[Said]) -> Iterator[str]:
    """Where it stands in the text and in its sentence, and what follows that."""
    sentences = sum(token.text in SENTENCE_END for token in run.tokens)
    yield f"sentence {min(run.sentence, _MOST)} of {min(sentences, _MOST)}"
    yield f"run {min(runs.index(run), _MOST)} of {min(len(runs), _NEAR)}"
    yield f"behind {min(len(run.beside(-1)) // 2, _NEAR)}"
    yield f"before {min(len(run.beside(1)) // 2, _NEAR)}"
    end = run.last + len(run.beside(1))
    yield from (f"later {run.shown(place)}" for place in range(end + 1, min(end + 1 + _NEAR, len(run.tokens))))
    yield f"ends {run.token_at(end).text}"


def _sort_of(word: str) -> str:
    """What sort of word it is: of the tables that list it, the first."""
    return next((name for name, listed in _SORTS.items() if word in listed), word if word in FUNCTION_WORDS else "")


def _marks(run: Said, runs: Sequence[Said]) -> Iterator[str]:
    others = [other for other in runs if other is not run]
    left, right = run.beside(-1), run.beside(1)
    before, behind = run.beside(-1, CLAUSE_END), run.beside(1, CLAUSE_END)
    marks = {
        "said before": bool(set(before) - POLITE) and not REQUESTS & {*left},
        "said beside": bool(set(behind) - POLITE) and len(behind) < len(right) and not REQUESTS & {*behind},
        "opens its clause": {*before} <= POLITE | {RUN},
        "closes its clause": {*behind} <= POLITE | {RUN},
        "alone": not others,
        "asked before": bool(REQUESTS & {*left}),
        "asked behind": bool(REQUESTS & {*right}),
        "asked next": bool(REQUESTS & {*right[:1]}),
        "a length": run.has(parts.During) and len(run.placed) == 1,
        "an adjective": all(isinstance(item.part, Days) and item.part.adjective for item in run.placed),
        "capital behind": run.token_at(run.last).capital,
        "others full": any(other.has(parts.Times) and (other.recurs or other.single) for other in others),
        "others recur": any(other.recurs for other in others),
    }
    yield from (mark for mark, holds in marks.items() if holds)


def _check_one_task(runs: Sequence[Said]) -> None:
    """Refuses schedules in two sentences that could be two tasks; "Could you make it 8am?" is only small talk."""
    homes: dict[int, tuple[Said, list[str]]] = {}
    for run in runs:
        homes.setdefault(run.sentence, (run, [*run.beside(-1), *run.beside(1)]))
    busy = [run for run, rest in homes.values() if any(word.isalpha() and word not in POLITE for word in rest)]
    if len(busy) > 1:
        raise busy[0].unclear("it may be several tasks; give me one at a time")


def _check_wish(kept: Sequence[parts.Part], said: Said, plain: str) -> None:
    """Refuses a zone without a time, and an hour of a day that the task names."""
    counted = any(isinstance(part, Days) and part.which == "bare" for part in kept)
    times = [part for part in kept if isinstance(part, parts.Times)]
    if len(kept) > len(times) + counted + sum(isinstance(part, Zone) for part in kept) or not kept:
        return
    if not times and not counted:
        raise said.unclear("it names a zone and no time")
    if not counted and shape("things", "on_a_day").search(plain):
        raise said.unclear("should it run on that day?")
