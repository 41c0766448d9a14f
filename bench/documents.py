"""How much of a project's ten documents would stand in any other project's.

Projects as unlike as customers are (`data/briefs/unlike.json`) are written side by side. Of every paragraph's sentences
and every table's cells of four words or more, the customer's words, ids, days and numbers are masked. What is identical
in two projects after that is ours alone, such as a playbook's line on a kind of must-have that both of them have.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

from bench.figures import Figure, Section, at_most
from local.paths import REPOSITORY

BRIEFS = REPOSITORY / "data" / "briefs" / "unlike.json"
LAYERS = tuple(REPOSITORY / "layers" / name / "python" for name in ("common", "domain"))
MOST_IDENTICAL_PERCENT = 40
FEWEST_WORDS = 4
BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_MASKS = (
    (re.compile(r"\d{4}-\d{2}-\d{2}"), " @ "),
    (re.compile(r"\b(?:EUR|GBP|USD|CHF)\b"), " "),
    (re.compile(r"\b[A-Z]\d+(?:\.\d+)?\b"), " @ "),
    (re.compile(r"\d+(?:[.,]\d+)*(?: days?\b)?"), " @ "),
    (re.compile(r"[*`“”>():;–]"), " "),
    # A list of ids or names counts as one of them, however long it is.
    (re.compile(r"@(?:\s*(?:,|and|to)?\s*@)+"), "@"),
)
# The options of a choice are our words, not the customer's.
_CHOICES = {"platforms", "existing", "tone"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or cell that is long enough, masked; `is_ours`: not all of it is the customer's words."""

    masked: str
    is_ours: bool


def measure() -> Section:
    """Write every project, in a process that has the product's layers on its path, and compare each with each."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*LAYERS, REPOSITORY)))}
    done = subprocess.run(
        [sys.executable, "-m", "bench.documents"], env=environment, capture_output=True, text=True, check=True
    )
    pairs: Sequence[Mapping[str, Any]] = json.loads(done.stdout)
    figures = [
        Figure(f"{pair['one']}, {pair['other']}", 100 * pair["ours"], "%", None, f"{100 * pair['all']:.0f} % of all")
        for pair in pairs
    ]
    worst = {way: 100 * max(pair[way] for pair in pairs) for way in ("ours", "all")}
    figures += [
        Figure("identical at most, without the customer's lines", worst["ours"], "%", at_most(MOST_IDENTICAL_PERCENT)),
        Figure("identical at most, of all lines", worst["all"], "%", at_most(MOST_IDENTICAL_PERCENT)),
        Figure(
            "identical on average, of all lines",
            100 * sum(pair["mean"] for pair in pairs) / len(pairs),
            "%",
            at_most(MOST_IDENTICAL_PERCENT),
        ),
    ]
    return Section(
        "documents",
        figures,
        ("Sentences and cells of four words or more that two projects share, the larger of both shares.",),
    )


def written(name: str, answers: dict[str, Any]) -> list[str]:
    """The first revisions of a project's ten documents, as Markdown."""
    # The layers are on the path in the process of `measure` alone.
    from domain.projects import lifecycle  # noqa: PLC0415
    from domain.projects.brief.changing import Plan  # noqa: PLC0415
    from domain.projects.documents.composing import compose  # noqa: PLC0415
    from domain.projects.documents.trade import Trade  # noqa: PLC0415
    from domain.projects.requests import CreateProject  # noqa: PLC0415

    draft = lifecycle.create(CreateProject(name=name), project_id="prj_1", account_id="acc_1", now=BEGAN)
    plan = lifecycle.answer(draft, answers, now=BEGAN)
    submission = lifecycle.submit(plan, accept_over_ceiling=True, now=BEGAN)
    trade = Trade(Plan(submission.project, plan.brief), BEGAN.date())
    return [compose(document, trade).content for document in submission.deliverables]


def units(text: str, name: str, answers: Mapping[str, Any]) -> Iterator[Unit]:
    """The sentences and cells of a document that are long enough."""
    own = sorted(_customers_words(name, answers), key=len, reverse=True)
    for part in (part for part in _parts(text) if len(re.findall(r"[^\W_]+", part)) >= FEWEST_WORDS):
        masked = part
        for words in own:
            masked = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " @ ", masked, flags=re.IGNORECASE)
        for pattern, mask in _MASKS:
            masked = pattern.sub(mask, masked)
        masked = " ".join(masked.split()).strip(" .,").casefold()
        yield Unit(masked, is_ours=re.search(r"[^\W\d_]{2}", masked) is not None)


def share(one: Sequence[Unit], other: Sequence[Unit], *, ours_only: bool) -> float:
    """Of the units of `one`, repeated ones counted as often as they stand there, those that `other` has as well.

    What is only the customer's words is different in every project; `ours_only` leaves it out.
    """
    theirs = {unit.masked for unit in other if unit.is_ours}
    counted = [unit for unit in one if unit.is_ours or not ours_only]
    return sum(unit.is_ours and unit.masked in theirs for unit in counted) / max(1, len(counted))


def shares() -> list[dict[str, Any]]:
    """For each pair of projects, the larger of the two directions by both ways of counting, and the mean of all."""
    briefs = json.loads(BRIEFS.read_text(encoding="utf-8"))
    return _compared({name: units_of(written(name, answers), name, answers) for name, answers in briefs.items()})


def units_of(texts: Iterable[str], name: str, answers: Mapping[str, Any]) -> list[Unit]:
    """The sentences and cells of all of a project's documents."""
    return [unit for text in texts for unit in units(text, name, answers)]


def _compared(found: Mapping[str, Sequence[Unit]]) -> list[dict[str, Any]]:
    return [{"one": one, "other": other} | _of_pair(found[one], found[other]) for one, other in combinations(found, 2)]


def _of_pair(one: Sequence[Unit], other: Sequence[Unit]) -> dict[str, float]:
    both = ((one, other), (other, one))
    ours, every = ([share(a, b, ours_only=only) for a, b in both] for only in (True, False))
    return {"ours": max(ours), "all": max(every), "mean": sum(every) / len(every)}


def _parts(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.startswith("|"):
            yield from _CELL_BORDER.split(line)[1:-1]
        else:
            yield from re.split(r"(?<=[.!?])\s+|\s+(?=- )", re.sub(r"^(?:#+|[-*>]|\d+\.)\s+", "", line))


def _customers_words(name: str, answers: Mapping[str, Any]) -> set[str]:
    from domain.projects.documents.markdown import escaped  # noqa: PLC0415 - in the process of `measure`

    found = {name}
    for value in (value for question, value in answers.items() if question not in _CHOICES):
        texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
        for text in texts:
            found |= {escaped(line) for line in text.splitlines() if line.strip()}
            found |= {escaped(sentence) for sentence in re.split(r"(?<=[.!?])\s+", text)}
            found.add(escaped(text.split(",")[0]))
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(shares()))
