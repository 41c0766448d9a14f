"""Phrases that hold time words and are no schedule: things ("the Monday call", "last week") and vague times ("soon").

A thing is blotted out before the grammar reads. A vague time is refused with its reason. Each pattern asks for a shape:
quotation marks, a possessive, an article before and a noun behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.pa.schedule.shapes import shape, shapes
from domain.pa.schedule.tokens import DROPPED, HIDDEN
from domain.pa.schedule.unclear import ScheduleUnclearError

EVENT = "it waits for an event, not for a time"


def hide_things(text: str) -> str:
    """`text` (plain) with every thing blotted out, character for character."""
    if shape("things", "assent").fullmatch(re.sub(r"(?m)^>.*", " ", text)):
        text = re.sub(r"(?m)^>", " ", text)  # what is quoted is what is asked for
    if shape("things", "form").search(text):
        text = shape("things", "labels").sub(lambda found: "," + DROPPED * (len(found[0]) - 1), text)
    for _, pattern in shapes("things", "things"):
        text = pattern.sub(lambda found: HIDDEN * len(found[0]), text)
    if not shape("things", "rhythm").search(text):
        for _, pattern in shapes("things", "periods"):
            text = pattern.sub(lambda found: HIDDEN * len(found[0]), text)
    return text


def vague(text: str) -> Iterator[tuple[int, int, ScheduleUnclearError]]:
    """Where `text`, plain and with things hidden, has a phrase about time that names no time ("every now and then")."""
    for why, pattern in shapes("things", "vague"):
        for found in pattern.finditer(text):
            yield found.start(), found.end(), ScheduleUnclearError(found[0], why)


def refuse_reminder(text: str) -> None:
    """Refuses, where no time was read, to remind or to tell when something happens.

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, asks for it.
    """
    if found := shape("things", "reminded_at").search(text):
        raise ScheduleUnclearError(next(filter(None, found.groups())), EVENT)
    for _, pattern in shapes("things", "asked_to_be_told"):
        if found := pattern.search(text):
            raise ScheduleUnclearError(found[0].strip(" ,;:")[:60].replace(HIDDEN, "…"), "it does not say when")


def conditions(text: str, *, scheduled: bool) -> Iterator[tuple[int, int, ScheduleUnclearError]]:
    """Where `text`, plain and with things hidden, may say when to run by what happens."""
    for sentence in re.finditer(r"[^.!?\n]+", text):
        if shape("things", "stated").match(sentence[0]):
            continue
        for found in shape("things", "condition" if scheduled else "dependence").finditer(sentence[0]):
            if found[0].startswith("if") and shape("things", "checked").search(sentence[0][: found.start()]):
                continue
            at = sentence.start() + found.start()
            words = sentence[0][found.start() :].split(",")[0][:60]
            yield at, at + len(words), ScheduleUnclearError(words, EVENT)
