"""Phrases that hold time words and are no schedule: things ("the Monday call", "last week") and vague times ("soon").

A thing is blotted out before the grammar reads. A vague time is refused with its reason. Each pattern asks for a shape:
quotation marks, a possessive, an article before and a noun behind.
"""

from __future__ import annotations

import re

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


def refuse_vague(text: str) -> None:
    """Refuses a phrase about time that names no time ("every now and then").

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, has one.
    """
    for why, pattern in shapes("things", "vague"):
        found = pattern.search(text)
        if found and not (found[0].startswith("over ") and shape("things", "inner").search(text[: found.start()])):
            raise ScheduleUnclearError(found[0], why)


def refuse_event(text: str, scheduled: int, *, timed: bool) -> None:
    """Refuses to wait for an event.

    `scheduled`: where a complete schedule ends that opens the text, or 0. `timed`: whether any time was read.

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, says when to run by what happens.
    """
    if not timed and (found := shape("things", "reminded_at").search(text)):
        raise ScheduleUnclearError(next(filter(None, found.groups())), EVENT)
    if not timed:
        for _, pattern in shapes("things", "asked_to_be_told"):
            if found := pattern.search(text):
                raise ScheduleUnclearError(found[0].strip(" ,;:")[:60].replace(HIDDEN, "…"), "it does not say when")
    for sentence in re.finditer(r"[^.!?\n]+", text):
        found = shape("things", "condition").search(sentence[0])
        if not found or shape("things", "stated").match(sentence[0]):
            continue
        lead, at = sentence[0][: found.start()], sentence.start() + found.start()
        # What is done at each run may depend: "every day at 9 look at the import and shout if it stops".
        rest = text[sentence.start() + found.end() : sentence.end()]
        of_each_run = (
            scheduled
            and not shape("things", "calendar").search(shape("things", "weekends_too").sub("", rest))
            and len(re.findall("[a-z]+", text[scheduled:at])) > 1
        )
        looked_up = found[0].startswith("if") and (shape("things", "checked").search(lead) or of_each_run)
        inner = shape("things", "inner").search(lead) or (
            shape("things", "naming").search(lead) and not shape("things", "told_to").search(lead)
        )
        if not looked_up and not inner:
            raise ScheduleUnclearError(sentence[0][found.start() :].split(",")[0][:60], EVENT)
