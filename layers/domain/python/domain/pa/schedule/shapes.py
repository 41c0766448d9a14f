"""The shapes of phrases and sentences: regular expressions in tables, one a line, in named sections.

Before the sections a table names what its shapes share: `name: words` is any one of these words, `name = …` a part of
an expression. "{name}" stands for it, or for a family of the table of schedule words. "? …" tells what is asked back
where one of the shapes behind it fits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from domain.language.tables import read_table
from domain.pa.schedule.spoken_zones import ZONE_INITIALS
from domain.pa.schedule.vocabulary import (
    DAY,
    FUNCTION_WORDS,
    MONTH,
    NUMBER,
    RANK,
    REQUESTS,
    UNIT,
    either,
    family,
)

_NAME = re.compile(r"\{([a-z][a-z_ ]*)\}")


@cache
def shapes(table: str, section: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The shapes of a section, compiled on first use, each with what is asked back where it fits."""
    return tuple((why, re.compile(shape)) for why, shape in _sections(table)[section])


def shape(table: str, section: str) -> re.Pattern[str]:
    """The only shape of a section."""
    ((_, pattern),) = shapes(table, section)
    return pattern


def pieces(table: str, section: str) -> list[tuple[str, str]]:
    """The lines of a section of `shape => replacement`."""
    return [(said, meant) for _, line in _sections(table)[section] for said, _, meant in [line.partition(" => ")]]


@cache
def _sections(table: str) -> Mapping[str, list[tuple[str, str]]]:
    shared = {
        "unit": UNIT, "month": MONTH, "number": NUMBER, "rank": RANK, "day": DAY,
        "function or request": either(" ".join(sorted(FUNCTION_WORDS | REQUESTS))),
        "zone initials": either(" ".join(sorted(ZONE_INITIALS))),
    }  # fmt: skip
    found: dict[str, list[tuple[str, str]]] = {}
    why, here = "", ""
    for line in read_table(f"schedule_{table}"):
        if line.startswith("== "):
            why, here = "", line[3:]
            found[here] = []
        elif line.startswith("? "):
            why = line[2:]
        elif here:
            found[here].append((why, _filled(line, shared)))
        elif named := re.match(r"([a-z_ ]+)(:| =) (.*)", line):
            name, sign, value = named.groups()
            shared[name] = either(value) if sign == ":" else _filled(value, shared)
    return found


def _filled(text: str, shared: Mapping[str, str]) -> str:
    return _NAME.sub(lambda name: shared.get(name[1]) or either(family(name[1])), text)
