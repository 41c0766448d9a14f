"""Sections that a model wrote: which are wanted, which are missing, and how code sets them into a document.

A model's text names an entry of the brief by a reference such as `{{R2}}`; code puts the id and the customer's words
there. What it wrote about an entry holds as long as the entry and its words do.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import batched
from pathlib import Path
from typing import Literal

from common.services import frozen
from domain.projects.documents.brief import Brief, Item
from domain.projects.documents.markdown import Section, escaped
from domain.projects.documents.parts import label
from domain.projects.records import SectionWork, WrittenBlock, WrittenSection
from domain.projects.states import DeliverableKind

REFERENCE = re.compile(r"\{\{\s*+([^{}]*?(?<!\s))\s*+\}\}")
ENTRIES_AT_ONCE = 4
"""More than these are not asked for in one piece: a model writes about a hundred words for each."""


@frozen
class Plan:
    """A section that a model is asked for; `sections.toml` says what each field means."""

    heading: str
    asks: str
    per: str | None = None
    form: Literal["text", "criteria", "steps"] = "text"
    after: str | None = None


@frozen
class Piece:
    """As much of a section as is asked for at once: all of it, or its blocks about some entries."""

    plan: Plan
    entries: tuple[Item, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its entries."""
        return tuple(item.id for item in self.entries)


@cache
def plans_of(kind: DeliverableKind) -> tuple[Plan, ...]:
    """The sections of this kind of document that a model writes, in their order."""
    tables = tomllib.loads(Path(__file__).with_name("sections.toml").read_text(encoding="utf-8"))
    return tuple(Plan(**fields) for fields in tables[kind.value])


def entries_of(brief: Brief) -> Mapping[str, Item]:
    """Every entry of the brief that holds, by its id."""
    return {item.id: item for item in brief.items if item.is_active}


def holding(written: Sequence[WrittenSection], brief: Brief) -> tuple[WrittenSection, ...]:
    """What of the written sections still holds: nothing that is about an entry, or names one, that has gone."""
    entries = entries_of(brief)
    return tuple(
        WrittenSection(heading=section.heading, blocks=blocks)
        for section in written
        if (blocks := tuple(block for old in section.blocks if (block := _holding(old, entries))))
    )


def pieces(kind: DeliverableKind, brief: Brief, written: Sequence[WrittenSection], *, first: bool) -> tuple[Piece, ...]:
    """The pieces that are missing. In a later revision those are only blocks about entries, in sections that exist."""
    there = {section.heading: {block.about for block in section.blocks} for section in written}
    found: list[Piece] = []
    for plan in plans_of(kind):
        if plan.per is None:
            found += [Piece(plan)] if first and plan.heading not in there else []
        elif first or plan.heading in there:
            bare = [item for item in brief.active(plan.per) if item.id not in there.get(plan.heading, set())]
            found += [Piece(plan, entries) for entries in batched(bare, ENTRIES_AT_ONCE, strict=False)]
    return tuple(found)


def piece_of(work: SectionWork, kind: DeliverableKind, brief: Brief) -> Piece:
    """The piece that was handed over, as far as its entries still hold."""
    plan = next(plan for plan in plans_of(kind) if plan.heading == work.heading)
    items = brief.active(plan.per) if plan.per else ()
    return Piece(plan, tuple(item for item in items if item.id in work.entries))


def merged(written: Sequence[WrittenSection], section: WrittenSection) -> WrittenSection:
    """The section with the blocks about other entries that stand in it already."""
    new = {block.about: block for block in section.blocks if block.about is not None}
    old = next((item.blocks for item in written if item.heading == section.heading), ())
    kept = [new.pop(block.about, block) for block in old if block.about is not None]
    others = [block for block in section.blocks if block.about is None or block.about in new]
    return WrittenSection(heading=section.heading, blocks=(*kept, *others))


def placed(
    kind: DeliverableKind, skeleton: Sequence[Section], written: Sequence[WrittenSection], brief: Brief
) -> tuple[Section, ...]:
    """The sections of the skeleton with the written ones set into or behind them."""
    sections = {section.heading: section for section in skeleton}
    order, blocks = list(sections), {section.heading: section.blocks for section in written}
    for plan in (plan for plan in plans_of(kind) if plan.heading in blocks):
        if plan.heading not in order:
            order.insert(order.index(plan.after) + 1 if plan.after in order else len(order), plan.heading)
        section = sections.get(plan.heading, Section(plan.heading, ()))
        sections[plan.heading] = _with(section, plan, blocks[plan.heading], brief)
    return tuple(sections[heading] for heading in order)


def _holding(block: WrittenBlock, entries: Mapping[str, Item]) -> WrittenBlock | None:
    if block.about is not None and (block.about not in entries or entries[block.about].text != block.of):
        return None
    text, *items = (one if set(REFERENCE.findall(one)) <= set(entries) else "" for one in (block.text, *block.items))
    held = tuple(filter(None, items))
    return block.model_copy(update={"text": text, "items": held}) if text or held else None


def _with(section: Section, plan: Plan, written: Sequence[WrittenBlock], brief: Brief) -> Section:
    """The section with what was written behind its tables: about entries in the brief's order, then the rest."""
    entries = entries_of(brief)
    of_entry = {block.about: block for block in written if block.about}
    blocks = list(section.blocks)
    for item in brief.active(plan.per) if plan.per else ():
        if block := of_entry.get(item.id):
            blocks += [label(item), *_set(block, plan, brief, {item.id})]
    shown = "".join(section.blocks)
    named = {key for key, item in entries.items() if f"| {key} | {escaped(item.text)}" in shown}
    for block in (block for block in written if block.about is None):
        blocks += _set(block, plan, brief, named)
    return replace(section, blocks=tuple(blocks))


def _set(block: WrittenBlock, plan: Plan, brief: Brief, named: set[str]) -> Iterator[str]:
    """The block in Markdown. An entry that `named` does not have yet is named with the customer's words."""
    entries = entries_of(brief)

    def name(match: re.Match[str]) -> str:
        item = entries[match[1]]
        if item.id in named:
            return item.id
        named.add(item.id)
        return f"{item.id} (“{item.words}”)"

    if block.text:
        yield REFERENCE.sub(name, escaped(block.text))
    is_numbered = plan.form == "criteria" and block.about
    mark = "{}." if plan.form == "steps" else f"- **{block.about}.{{}}**" if is_numbered else "-"
    items = (REFERENCE.sub(name, escaped(item)) for item in block.items)
    yield "\n".join(f"{mark.format(number)} {item}" for number, item in enumerate(items, start=1))
