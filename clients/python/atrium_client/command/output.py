"""Prints tables for people, lines for pipes, JSON for programs; and no character that controls a terminal."""

from __future__ import annotations

import json
import re
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

# C0 but for tab and the ends of lines, DEL, C1, marks that turn the direction of text, separators of lines, surrogates.
_CONTROLS = re.compile(
    r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_LONG = {"brief", "content", "response"}  # texts that stand for themselves


def clean(value: object) -> str:
    """The value as text, in which characters that control a terminal are replaced."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", str(value))


def tell(text: str) -> None:
    """Print a line for people to standard error, apart from the result."""
    print(clean(text), file=sys.stderr, flush=True)


def write_json(data: Any, indent: int | None = None, *, stderr: bool = False) -> None:
    """Print JSON in which characters that control a terminal are escaped."""
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    text = _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    print(text, file=sys.stderr if stderr else sys.stdout, flush=True)


def waiting(text: str) -> AbstractContextManager[object]:
    """Show `text` and a sign of life within the block; nothing when standard error is no terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console  # noqa: PLC0415 - a pipe needs no rich, which takes long to import

    return Console(stderr=True).status(text)


def table(rows: list[dict[str, Any]], columns: list[str]) -> None:
    """Print each row on a line: aligned below a head on a terminal, else with tabs. Column `a.b` is field b of a."""
    lines = [[re.sub(r"[\t\r\n]+", " ", _cell(row, column)) for column in columns] for row in rows]
    gap, widths = "\t", [0] * len(columns)
    if lines and sys.stdout.isatty():
        lines.insert(0, [_title(column).upper() for column in columns])
        gap, widths = "  ", [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print(gap.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip(" "))
    sys.stdout.flush()


def record(of: dict[str, Any], names: list[str]) -> None:
    """Print the name and value of each field that has one, a line each; long texts without their names."""
    for name in names:
        if cell := _cell(of, name):
            print(cell.removesuffix("\n") if name in _LONG else f"{_title(name)}: {cell}")


def _title(path: str) -> str:
    return path.rpartition(".")[2].replace("_", " ")


def _cell(row: Any, path: str) -> str:
    for name in path.split("."):
        row = row.get(name) if isinstance(row, dict) else None
    if isinstance(row, bool):
        return "yes" if row else "no"
    return "" if row is None else clean(", ".join(map(str, row)) if isinstance(row, list) else row)
