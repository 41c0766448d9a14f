"""Tables of words, kept as text so that they cost nothing until the first text is read."""

from functools import cache
from pathlib import Path


def read_table(name: str) -> list[str]:
    """The lines of a table, without its heading; a line that begins with a blank continues the one before."""
    text = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8").replace("\n  ", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def word_table(name: str) -> frozenset[str]:
    """A table of single words."""
    return frozenset(word for line in read_table(name) for word in line.split())


@cache
def pair_table(name: str) -> dict[str, str]:
    """A table of `typed=meant` pairs."""
    entries = (entry.strip().partition("=") for line in read_table(name) for entry in line.split(";"))
    return {typed: meant for typed, _, meant in entries if typed}


@cache
def keyed_table(name: str) -> dict[str, str]:
    """A table of `key: text` lines."""
    return dict(line.split(": ", 1) for line in read_table(name))


@cache
def families(name: str = "families") -> dict[str, tuple[str, ...]]:
    """Each word of a table of `family: words` lines with the families it belongs to."""
    found: dict[str, tuple[str, ...]] = {}
    for family, members in keyed_table(name).items():
        for word in dict.fromkeys(members.split()):
            found[word] = (*found.get(word, ()), family)
    return found
