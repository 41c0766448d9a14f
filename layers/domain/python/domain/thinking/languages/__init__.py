"""The languages an answer can be written in: each is one file of words, read when the first answer needs it.

A file says how figures and states read in that language (`render.py`), and which words prose may not have (`check.py`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da")


@cache
def words_of(language: str) -> Mapping[str, Any]:
    """The tables of a language, one of LANGUAGES."""
    if language not in LANGUAGES:
        raise ValueError(f"no answer is written in {language!r}")
    return tomllib.loads(Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8"))
