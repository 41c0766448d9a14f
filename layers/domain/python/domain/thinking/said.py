"""What a customer said in their own language: yes or no, numbers, weekdays, months (`[said]` in `languages/`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.thinking.languages import LANGUAGES, words_of

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_DIGITS = re.compile(r"\d+")


def yes_or_no(plain: str, language: str) -> str | None:
    """Whether a whole message says just "yes" or "no" in `language`. It comes in lower case, without closing marks."""
    if language not in LANGUAGES:
        return None
    rows, said = words_of(language)["said"], plain.replace("’", "'").replace(",", "").strip(" ¡¿«»")
    return next((answer for answer in ("yes", "no") if said in str(rows[answer]).split("|")), None)


def told_in(message: str, language: str) -> set[str]:
    """The numbers (`9`), weekdays (`day 0` is Monday) and months (`month 1`) that a message has in a language."""
    found = {str(int(digits)) for digits in _DIGITS.findall(message)}
    if language in LANGUAGES:
        for word in _WORD.findall(message.casefold()):
            found.update(_meant(word, language))
    return found


def _meant(word: str, language: str) -> Iterator[str]:
    tables = words_of(language)
    for number in str(tables["said"]["numbers"]).split():
        value, _, forms = number.partition("=")
        if re.fullmatch(forms, word):
            yield value
    for day, forms in enumerate(str(tables["said"]["weekdays"]).split()):
        if re.fullmatch(forms, word):
            yield f"day {day}"
    for month, name in enumerate(str(tables["format"]["months"]).casefold().split(), 1):
        if word == name:
            yield f"month {month}"
