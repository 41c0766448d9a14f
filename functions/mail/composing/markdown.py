"""Turns a report's Markdown into HTML and plain text. Strangers may have chosen names in it, so links stay text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup

_UNDERLINES = {"h1": "=", "h2": "-"}
_WIDEST_UNDERLINE = 72


def as_html(text: str) -> Markup:
    """The Markdown `text` as HTML."""
    return Markup(_parser().render(text))  # noqa: S704 - the parser passes no HTML through, and escapes all text


def as_text(text: str) -> str:
    """The Markdown `text` as plain text: headings underlined, without stars and backslashes."""
    return "\n".join(_lines(SyntaxTreeNode(_parser().parse(text)))).strip()


def _lines(block: SyntaxTreeNode) -> Iterator[str]:
    """The lines of a block and of all that is in it; each block ends in an empty one."""
    match block.type:
        case "heading":
            line = _words(block)
            yield line
            if underline := _UNDERLINES.get(block.tag):
                yield underline * min(len(line), _WIDEST_UNDERLINE)
        case "paragraph":
            yield from _words(block).split("\n")
        case "bullet_list" | "ordered_list":
            for number, item in enumerate(block.children, start=1):
                yield from _item("- " if block.type == "bullet_list" else f"{number}. ", item)
        case "table":
            for row in (part for part in block.walk() if part.type == "tr"):
                yield " | ".join(_words(cell) for cell in row.children)
        case "fence" | "code_block":
            yield from block.content.splitlines()
        case _:
            for child in block.children:
                yield from _lines(child)
            return
    yield ""


def _item(bullet: str, item: SyntaxTreeNode) -> Iterator[str]:
    lines = [line for child in item.children for line in _lines(child) if line]
    for at, line in enumerate(lines):
        yield (bullet if at == 0 else " " * len(bullet)) + line


def _words(block: SyntaxTreeNode) -> str:
    """The text of a block without its markup."""
    return "".join(
        "\n" if part.type in {"softbreak", "hardbreak"} else part.content
        for child in block.children
        for part in child.walk()
        if not part.children
    )


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink", "reference"])
