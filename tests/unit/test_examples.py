"""The documents in docs/examples are what the product writes."""

from __future__ import annotations

from tools.examples import FOLDER, pages


def test_examples_are_what_the_product_writes() -> None:
    kept = {file: file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.md")}

    assert kept == pages(), "make docs"
