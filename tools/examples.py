"""Writes the ten documents of three unlike projects into docs/examples, as customers see them before the first edit."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from domain.projects import lifecycle
from domain.projects.brief.changing import Plan
from domain.projects.documents.composing import compose
from domain.projects.documents.records import DocumentText
from domain.projects.documents.trade import Trade
from domain.projects.requests import CreateProject
from domain.projects.states import DeliverableKind

ROOT = Path(__file__).resolve().parents[1]
BRIEFS = ROOT / "data" / "briefs" / "unlike.json"
FOLDER = ROOT / "docs" / "examples"
NAMES = ("Practice online", "Kruste und Krume", "Tree Register")
BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)
_SECTIONS = ("criteria", "steps", "failures", "risks", "parts", "packages", "tests", "sentences", "launch", "notes")
_INTRO = """# Three projects' documents

The ten documents of three unlike briefs, as they are presented first: no line was edited, no choice answered, no
reading corrected.
`make docs` writes them anew from `data/briefs/unlike.json`, with {day} as today.
"""


def drafted(name: str, answers: Mapping[str, Any]) -> tuple[Trade, list[tuple[DeliverableKind, DocumentText]]]:
    """The ten documents of a project with these answers, in order, each with its kind; and what they are made of."""
    draft = lifecycle.create(CreateProject(name=name), project_id="prj_1", account_id="acc_1", now=BEGAN)
    plan = lifecycle.answer(draft, answers, now=BEGAN)
    submission = lifecycle.submit(plan, accept_over_ceiling=True, now=BEGAN)
    trade = Trade(Plan(submission.project, plan.brief), BEGAN.date())
    return trade, [(one.kind, compose(one, trade)) for one in submission.deliverables]


def pages() -> dict[Path, str]:
    """Every file to write below `FOLDER`, with its text."""
    briefs = json.loads(BRIEFS.read_text(encoding="utf-8"))
    found: dict[Path, str] = {}
    intro = [_INTRO.format(day=BEGAN.date())]
    for name in NAMES:
        slug = re.sub(r"[^a-z]+", "-", name.lower())
        _, written = drafted(name, briefs[name])
        intro += [f"\n## {name}\n", f"> {briefs[name]['goal']}\n", *_table(slug, written)]
        for number, (kind, text) in enumerate(written, start=1):
            found[FOLDER / slug / _file(number, kind)] = text.content
    return {FOLDER / "README.md": "\n".join(intro) + "\n", **found}


def _file(number: int, kind: DeliverableKind) -> str:
    return f"{number:02}-{kind.value.replace('_', '-')}.md"


def _table(slug: str, written: list[tuple[DeliverableKind, DocumentText]]) -> Iterator[str]:
    """The lines of a table: how many lines each document has, by section; then how many have which origin."""
    yield f"| document | {' | '.join(_SECTIONS)} | lines |"
    yield f"|---|{'---|' * (len(_SECTIONS) + 1)}"
    for number, (kind, text) in enumerate(written, start=1):
        counts = Counter(line.section.value for line in text.lines)
        cells = " | ".join(str(counts[section] or "") for section in _SECTIONS)
        yield f"| [{text.title}]({slug}/{_file(number, kind)}) | {cells} | {counts.total()} |"
    origins = Counter((line.source or "").split("/")[0] for _, text in written for line in text.lines)
    said = ", ".join(f"{count} of {origin}" for origin, count in origins.most_common())
    yield f"\n{sum(origins.values())} lines: {said}.\n"


def main() -> None:
    """Write the files below `FOLDER`, and delete every other `.md` file there."""
    wanted = pages()
    for file in {*FOLDER.rglob("*.md")} - wanted.keys():
        file.unlink()
    for file, text in wanted.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
