"""Texts in which what says when to run stands in [[…]] (`data/placed`): what the weights of schedules learn from.

A text without marks is a task to be done now. "?" before a text: one cannot tell, and the customer must be asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from domain.pa.schedule.placing import DOUBT, SCHEDULE, TASK, features_among, runs_of, unread_features, unread_of
from domain.pa.schedule.plan import Said
from domain.pa.schedule.reader import said_of
from domain.pa.schedule.reading import ScheduleUnclearError
from domain.pa.schedule.said_parts import Placed

PATHS = sorted((Path(__file__).parents[2] / "data" / "placed").glob("*.txt"))
_MARK = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)


def read(path: Path) -> Iterator[tuple[set[int], str]]:
    """What the weights count of each stretch of time words, and of all that sounds like time, with its label."""
    for line in path.read_text(encoding="utf-8").splitlines():
        marked = line.removeprefix("?").replace("\\n", "\n")
        spans = [
            (found.start() - 4 * number, found.end() - 4 * (number + 1))
            for number, found in enumerate(_MARK.finditer(marked))
        ]
        with suppress(ScheduleUnclearError):  # the grammar itself asks back
            yield from _labelled(marked.replace("[[", "").replace("]]", ""), spans, doubtful=line.startswith("?"))


def _labelled(text: str, spans: Sequence[tuple[int, int]], *, doubtful: bool) -> Iterator[tuple[set[int], str]]:
    said, _, visible = said_of(text)
    runs = runs_of(said)
    inside = [2 * _share(said, run.placed, spans) > 1 for run in runs]
    told = list(zip((features_among(run, runs) for run in runs), inside, strict=True))
    for features, marked in told[-1:] if doubtful else told:  # the doubt comes with the last time that is said
        yield features, DOUBT if doubtful else SCHEDULE if marked else TASK
    kept = [item for run, marked in zip(runs, inside, strict=True) if marked for item in run.placed]
    for unread in dict(unread_of(said, visible, kept)):
        label = DOUBT if doubtful else SCHEDULE if _share(said, [unread], spans) > 0 else TASK
        yield unread_features(said, runs, unread), label


def _share(said: Said, items: Iterable[Placed], spans: Sequence[tuple[int, int]]) -> float:
    """The share of the parts' tokens that stand in a mark."""
    places = [said.tokens[at].start for item in items for at in range(item.first, item.last)]
    return sum(start <= place < end for place in places for start, end in spans) / len(places)
