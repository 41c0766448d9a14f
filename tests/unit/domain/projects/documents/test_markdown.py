"""A customer's text is text: it cannot become a heading, a cell, a link or HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.projects.documents.markdown import escaped, table
from tables import for_each

HOSTILE = (
    " | <script>alert(1)</script> # one **two** `three` [four](javascript:alert(1)) ![five](x) ~~six~~ _seven_ "
    "&lt;img src=x onerror=y&gt; <!-- eight --> \\| nine ``` ten"
)


# The same words without the markup, so that both are understood alike.
HARMLESS = re.sub(r"[^\w\s]|_", " ", HOSTILE)
CELL_BORDER = re.compile(r"(?<!\\)\|")


def skeleton(text: str) -> list[str]:
    """The structure of a document: its blocks by kind, its table cells counted."""
    lines = []
    for line in text.splitlines():
        if line.startswith("|"):
            lines.append(f"row of {len(CELL_BORDER.findall(line.replace(chr(92) * 2, '')))}")
        else:
            found = re.match(r"#{1,6} |> |- |\d+\. ", line)
            lines.append(found[0] if found else "text" if line else "")
    return lines


def test_customers_text_cannot_change_the_structure_of_any_document(tell: Callable[..., Any]) -> None:
    def answers(markup: str) -> dict[str, Any]:
        return {
            "goal": f"Sell tickets{markup}\n# {markup}",
            "audience": [f"Visitors{markup}", f"- Staff{markup}"],
            "success_measure": [f"1. 500 tickets{markup}"],
            "must_haves": [f"Pay by card{markup}", f"> Frobnicate{markup}", f"# Search{markup}"],
            "out_of_scope": [f"=== Refunds{markup}"],
            "platforms": ["web", "ios"],
            "integrations": [f"+ Stripe{markup}", f"Frobnicator{markup}"],
            "constraints": [f"GDPR{markup}"],
            "approver": f"Ana{markup}",
        }

    hostile = tell(f"Fair{HOSTILE[:90]}", answers(HOSTILE))
    harmless = tell("Fair", answers(HARMLESS))

    for key, written in hostile.texts.items():
        text = written.content
        assert skeleton(text) == skeleton(harmless.texts[key].content), key
        assert not re.search(r"<[a-zA-Z!/]", text), key
        assert not re.search(r"(?<!\\)(?:`{3}|\*\*two|\[four|~~six|_seven)", text), key
        assert not re.search(r"&(?:lt|gt);img", text), key


@for_each(
    ("text", "safe"),
    [
        ("# Heading", "\\# Heading"),
        ("- item", "\\- item"),
        ("> quote", "&gt; quote"),
        ("1. one", "1\\. one"),
        ("a | b", "a \\| b"),
        ("a \\| b", "a \\\\\\| b"),
        ("<b>", "&lt;b&gt;"),
        ("R&D", "R&D"),
        ("two\nlines\t here", "two lines here"),
    ],
)
def test_escaped_turns_markup_into_plain_words(text: str, safe: str) -> None:
    assert escaped(text) == safe


@given(st.text())
def test_escaped_leaves_no_markup_alive(text: str) -> None:
    safe = escaped(text)

    assert "\n" not in safe
    assert not re.search(r"[<>]", safe)
    assert not re.search(r"[`*_\[\]|~]", re.sub(r"\\.", "", safe))
    assert not re.match(r"#{1,6}(\s|$)|[-+=>]|\d{1,9}[.)]", safe)


@given(st.lists(st.text(), min_size=2, max_size=2))
def test_a_table_keeps_its_columns_whatever_its_cells_say(cells: list[str]) -> None:
    row = table(("One", "Two"), [[escaped(cell) for cell in cells]]).splitlines()[-1]

    assert len(CELL_BORDER.findall(re.sub(r"\\\\", "", row))) == 3
