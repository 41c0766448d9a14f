"""What sounds like time and no rule has read: shapes notice it, weights tell whether it says when to run (ADR 50).

A vague time, a condition, an hour that the grammar doesn't know: said of when to run it is asked back; in the words of
the task ("the invoices for October", "before they close") it is left alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from domain.pa.schedule.leftover import leftovers
from domain.pa.schedule.phrases import conditions, vague
from domain.pa.schedule.placing import CLAUSE_END, OUTSIDE, READER, TASK, Run, features_among
from domain.pa.schedule.plan import Said
from domain.pa.schedule.said_parts import Filler, Immediately, Placed, Times, Unread
from domain.pa.schedule.shapes import shapes
from domain.pa.schedule.spoken_zones import Zone
from domain.pa.schedule.unclear import ScheduleUnclearError

ZONE = "zone"
_LONGEST_INITIALS = 5
SURE = 3.0  # by how much the log-odds of being the task's must exceed those of the others


def unread_of(
    said: Said, runs: Sequence[Run], visible: str, kept: Sequence[Placed]
) -> Iterator[tuple[Placed, ScheduleUnclearError]]:
    """What was not read, each with its refusal; in `visible` things are hidden, `kept` says when to run."""
    scheduled = any(not isinstance(item.part, Immediately | Filler) for item in kept)
    for kind, found in (("vague", vague(visible)), ("event", conditions(visible, scheduled=scheduled))):
        for start, end, error in found:
            places = [place for place, token in enumerate(said.tokens) if token.start < end and start < token.end]
            if places:
                yield Placed(Unread(kind), places[0], places[-1] + 1), error
    for run, following in itertools.zip_longest(runs, runs[1:]):
        if run.items[0] in kept:
            yield from _beside(run)
            if _has_a_zone_behind(run, following):
                error = run.said.unclear("is that a time zone? Name it in full", *run.items)
                yield Placed(Unread(ZONE), run.last, run.last + 1), error
    own = frozenset(kept)
    things = frozenset(at for item in said.placed if item not in own for at in range(item.first, item.last))
    yield from leftovers(said, kept, things, scheduled=scheduled)


def _beside(run: Run) -> Iterator[tuple[Placed, ScheduleUnclearError]]:
    """Words beside a schedule that may make another thing of it: "about Monday", "Friday at the latest"."""
    left, right = run.words(-1), run.words(1)
    for _, pattern in shapes("places", "another"):
        for found in pattern.finditer(" ".join([*left, "‹›", *right])):
            place = run.first - 1 if found[0].endswith("‹") else run.last
            if 0 <= place < len(run.said.tokens):
                error = run.said.unclear("the words beside it make it another thing than a time to run", *run.items)
                yield Placed(Unread("beside"), place, place + 1), error


def _has_a_zone_behind(run: Run, following: Run | None) -> bool:
    """Whether unknown initials stand alone behind a time ("at 9 LT"), or it is somebody's ("client local time")."""
    if not isinstance(run.items[-1].part, Times) or run.last >= len(run.said.tokens):
        return False
    alone = run.shown(run.last + 1) in CLAUSE_END | {OUTSIDE}
    word = run.said.words_at(run.last)
    initials = alone and word.isupper() and 1 < len(word) <= _LONGEST_INITIALS
    named = following and following.first - run.last in {1, 2} and isinstance(following.items[0].part, Zone)
    return initials or bool(named)


def is_of_the_task(said: Said, runs: Sequence[Run], unread: Placed) -> bool:
    """Whether it surely says nothing of when to run. A zone always does."""
    if unread.part == Unread(ZONE):
        return False
    odds = dict(READER.likelihoods([[unread_features(said, runs, unread)]]))
    return odds.pop(TASK) > max(odds.values()) + SURE


def unread_features(said: Said, runs: Sequence[Run], unread: Placed) -> set[int]:
    """What the weights count of it, beside the stretches that were read."""
    own = Run(said, (unread,))
    return features_among(own, sorted([*runs, own], key=lambda run: run.first))
