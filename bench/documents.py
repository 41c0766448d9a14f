"""Measures how many lines two unlike projects' documents have in common, and how many each kind of must-have brings.

Projects as unlike as customers are (`data/briefs/unlike.json`) are written side by side. Lines are compared by their
templates, with blanked slots; lines that the customer typed do not count. Of each two projects, the lines of kinds and
guides that both have are left out: that two products have the same parts says nothing about the others.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

from bench.figures import Figure, Section, at_least, at_most
from local.paths import REPOSITORY

BRIEFS = REPOSITORY / "data" / "briefs" / "unlike.json"
LAYERS = tuple(REPOSITORY / "layers" / name / "python" for name in ("common", "domain"))
MOST_SHARED_PERCENT = 25
FEWEST = {"criteria": 4, "steps": 4, "failures": 3, "choices": 1}
BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)
_SLOT = re.compile(r"\{[^{}]*\}|“[^”]*”|\d+(?:[.,]\d+)*|\b[A-Z]\d+(?:\.\d+)?\b")


@dataclass(frozen=True, slots=True)
class Written:
    """A project's documents: `lines` as (topic, text with blanked slots); `kinds`: counts of what each kind brings."""

    name: str
    lines: Sequence[tuple[str, str]]
    kinds: Mapping[str, Mapping[str, int]]


def measure() -> Section:
    """Write every project's documents, in a process with the product's layers on its path, and compare each two."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*LAYERS, REPOSITORY)))}
    done = subprocess.run(
        [sys.executable, "-m", "bench.documents"], env=environment, capture_output=True, text=True, check=True
    )
    projects = [
        Written(one["name"], [(topic, line) for topic, line in one["lines"]], one["kinds"])
        for one in json.loads(done.stdout)
    ]
    shares = [100 * shared(one, other) for one, other in combinations(projects, 2)]
    least = {what: min(kind[what] for one in projects for kind in one.kinds.values()) for what in FEWEST}
    figures = [
        *(
            Figure(f"{one.name}: lines that the customer did not type", len(one.lines), "lines", None)
            for one in projects
        ),
        Figure("in both of two projects, on average", sum(shares) / len(shares), "%", at_most(MOST_SHARED_PERCENT)),
        Figure("in both of two projects, at most", max(shares), "%", None),
        *(Figure(f"{what} of a kind, at least", least[what], "lines", at_least(FEWEST[what])) for what in FEWEST),
    ]
    note = "Lines by their templates, less those of kinds and rules that both projects have."
    return Section("documents", figures, (note,))


def shared(one: Written, other: Written) -> float:
    """The share, 0 to 1, of lines that two projects have in common, kinds and guides of both left out.

    It is twice the number of common lines, divided by the lines of both: the mean of both directions, weighted by size.
    """
    both = {topic for topic, _ in one.lines} & {topic for topic, _ in other.lines}
    common = {topic for topic in both if topic.startswith(("kinds/", "guides/"))}
    mine, theirs = (Counter(line for topic, line in each.lines if topic not in common) for each in (one, other))
    return 2 * (mine & theirs).total() / max(1, mine.total() + theirs.total())


def written(name: str, answers: dict[str, Any]) -> Written:
    """The lines of the first revisions of a project's ten documents, from its `answers` to the intake."""
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
    lines = [line for document in submission.deliverables for line in compose(document, trade).lines]
    kinds = {
        known.name: {
            **{
                what: sum(one.section == what and (one.source or "").startswith(f"{known.name} ") for one in lines)
                for what in FEWEST
            },
            "choices": len(trade.choices_of(known)),
        }
        for known in trade.family("kinds")
    }
    made = [((one.source or "").split(" ")[0], _SLOT.sub("@", one.template or one.text)) for one in lines if one.key]
    return Written(name, made, kinds)


def _all() -> Iterator[dict[str, Any]]:
    for name, answers in json.loads(BRIEFS.read_text(encoding="utf-8")).items():
        one = written(name, answers)
        yield {"name": one.name, "lines": one.lines, "kinds": one.kinds}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(list(_all())))
