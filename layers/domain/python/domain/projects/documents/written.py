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
from pathlib import Path
from typing import Literal

from common.services import frozen
from domain.projects.documents.brief import LISTS, Brief, Item
from domain.projects.documents.markdown import Section, bullets, escaped
from domain.projects.documents.parts import label
from domain.projects.records import WrittenBlock, WrittenSection
from domain.projects.states import DeliverableKind

REFERENCE = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
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
    return {item.id: item for name in LISTS for item in brief.active(name)}


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
            found += [
                Piece(plan, tuple(bare[start : start + ENTRIES_AT_ONCE]))
                for start in range(0, len(bare), ENTRIES_AT_ONCE)
            ]
    return tuple(found)


def merged(written: Sequence[WrittenSection], section: WrittenSection) -> WrittenSection:
    """The section with the blocks about other entries that stand in it already."""
    new = {block.about: block for block in section.blocks if block.about is not None}
    old = next((item.blocks for item in written if item.heading == section.heading), ())
    kept = [new.pop(block.about, block) for block in old if block.about is not None]
    others = [block for block in section.blocks if block.about is None or block.about in new]
    return WrittenSection(heading=section.heading, blocks=(*kept, *others))


def described(kind: DeliverableKind, written: Sequence[WrittenSection]) -> frozenset[str]:
    """The entries and headings of which a document of this kind says itself what the skeleton would leave open."""
    per_entry = {plan.heading for plan in plans_of(kind) if plan.per}
    entries = (block.about for section in written if section.heading in per_entry for block in section.blocks)
    return frozenset([*filter(None, entries), *(section.heading for section in written)])


def placed(
    kind: DeliverableKind, skeleton: Sequence[Section], written: Sequence[WrittenSection], brief: Brief
) -> tuple[Section, ...]:
    """The sections of the skeleton with the written ones set into or behind them."""
    blocks = {section.heading: section.blocks for section in written}
    sections = list(skeleton)
    for plan in plans_of(kind):
        if plan.heading not in blocks:
            continue
        headings = [section.heading for section in sections]
        if plan.heading not in headings:
            place = headings.index(plan.after) + 1 if plan.after in headings else len(sections)
            sections.insert(place, Section(plan.heading, ()))
            headings.insert(place, plan.heading)
        place = headings.index(plan.heading)
        sections[place] = _with(sections[place], plan, blocks[plan.heading], brief)
    return tuple(sections)


def _holding(block: WrittenBlock, entries: Mapping[str, Item]) -> WrittenBlock | None:
    if block.about is not None and (block.about not in entries or entries[block.about].text != block.of):
        return None
    text = block.text if _names_only(block.text, entries) else ""
    items = tuple(item for item in block.items if _names_only(item, entries))
    return block.model_copy(update={"text": text, "items": items}) if text or items else None


def _names_only(text: str, entries: Mapping[str, Item]) -> bool:
    return all(match[1] in entries for match in REFERENCE.finditer(text))


def _with(section: Section, plan: Plan, written: Sequence[WrittenBlock], brief: Brief) -> Section:
    """The section with what was written behind its tables: about entries in the brief's order, then the rest."""
    entries = entries_of(brief)
    of_entry = {block.about: block for block in written if block.about}
    blocks = list(section.blocks)
    for item in brief.active(plan.per) if plan.per else ():
        if block := of_entry.get(item.id):
            blocks += [label(item), *_set(block, plan, brief, {item.id})]
    named = {key for key, item in entries.items() if any(f"| {key} | {item.said}" in text for text in section.blocks)}
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
    items = [REFERENCE.sub(name, escaped(item)) for item in block.items]
    if plan.form == "steps" and items:
        yield "\n".join(f"{number}. {item}" for number, item in enumerate(items, start=1))
    elif plan.form == "criteria" and block.about and items:
        first = len(entries[block.about].notes) + 1
        yield bullets(f"**{block.about}.{number}** {item}" for number, item in enumerate(items, start=first))
    elif items:
        yield bullets(items)
