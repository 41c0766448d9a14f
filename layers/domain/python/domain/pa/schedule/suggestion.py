"""The nearest text that would be read, offered where one was refused: spelling mended, or the missing piece put in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from domain.pa.schedule.reading import Reading
from domain.pa.schedule.tokens import nearest
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import pieces

_LONGEST = 300
# Without what follows, these words are left hanging.
_LEADS_ON = re.compile(
    r"\b(?:from|to|for|of|by|on|at|in|with|until|till|than|since|is|are|was|and|or|not|never|the|this|that)\W*$",
    re.IGNORECASE,
)
_DENIES = re.compile(r"(?:not?|never)\b", re.IGNORECASE)


def suggest(text: str, now: datetime, timezone: str, unclear: ScheduleUnclearError) -> Reading | None:
    """The first near text that is read as a schedule, and is then the task of the reading; None if nothing near is."""
    from domain.pa.schedule.reader import read  # noqa: PLC0415 - the reader offers suggestions, and tries them

    for candidate in dict.fromkeys(_near(text, unclear)) if len(text) <= _LONGEST else ():
        try:
            found = read(candidate, now, timezone)
        except ScheduleUnclearError:
            continue
        if found.kind != "none" and candidate != text:
            return replace(found, task=candidate)
    return None


def _near(text: str, unclear: ScheduleUnclearError) -> Iterator[str]:
    mended = re.sub(r"[^\W\d_]+", lambda found: nearest(found[0]), text.replace("’", "'"))
    yield mended
    patched = mended
    for pattern, piece in pieces("suggestions", "pieces"):
        patched = _tidy(re.sub(pattern, piece, patched, flags=re.IGNORECASE))
        yield _tidy(re.sub(pattern, piece, mended, flags=re.IGNORECASE))
        yield patched
    # In front, with a colon behind it, the schedule can belong to nothing else.
    if unclear.about_place and unclear.words in text:
        before, _, after = text.partition(unclear.words)
        rest = _tidy(f"{before} {after}").strip(" ,:;-.!?")
        if not _LEADS_ON.search(before) and not _DENIES.match(rest):
            yield f"{unclear.words}: {rest}"


def _tidy(text: str) -> str:
    return re.sub(r"\b(at|on|every) (?:(?:at|on|every) )+", r"\1 ", re.sub(r"[ \t]+", " ", text)).strip()
