"""The nearest text that would be read, offered where one was refused: spelling mended, or the missing piece put in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from domain.pa.schedule.reading import Reading
from domain.pa.schedule.tokens import nearest
from domain.pa.schedule.unclear import ScheduleUnclearError

_LONGEST = 300

# What is said, and what could be meant by it. Each is tried alone and with those before it.
_CLOCK = r"\d{1,2}(?::\d\d)?(?: ?[ap]m)?"
_PIECES = (
    (r"\b(every|each) (?:dat|da|dya|ady|dau)\b", r"\1 day"),
    (r"\b(every|each) moth\b", r"\1 month"),
    (r"\bbi-?weekly on\b|\b(?:every|each) (?:second|two|2) (?=\w+days?\b)", "every other "),
    (r"\b(at|until|till|from|past|to) ([1-5])(?:(?=[:.]\d)|(?![\d:.]|(?: ?[ap]\.?m)|(?: o'clock)))", r"\1 \2pm"),
    (r"\b(at|until|till) ([1-5]) o'clock", r"\1 \2pm"),
    (r"\b(?:at )?(?:around|about|approximately|roughly|by|before|after|circa) (?:at )?(?=\d|noon)", "at "),
    (r"^(\d{1,2}) tomorrow\b", r"tomorrow at \1"),
    (rf"\b(?:(?:between|from) )?({_CLOCK}) ?(?:and|to|-|or) ?(?:{_CLOCK}|so)\b", r"at \1"),
    (r"\b(\d{1,2}(?::\d\d)?(?: ?[ap]m)?)-?ish\b", r"\1"),
    (rf"\b({_CLOCK}) in ([A-Z]\w+(?: [A-Z]\w+)?)\b", r"\1 \2 time"),
    (r"\b(?:at )?(?:the )?(?:close|end) of (?:business|play|work)\b|\b(?:cob|eob)\b", "at 5pm"),
    (r"\bfirst thing\b|\b(?:before|after) work\b", "at 9am"),
    (r"\b(?:over|at|after|before|around|during) lunch(?:time)?\b", "at noon"),
    (r"\b(?:on )?new year's eve\b", "on 31 December"),
    (r"\b(?:on )?(?:christmas|xmas) eve\b|(?<=until )christmas\b", "24 December"),
    (r"\b(?:on )?(?:christmas|xmas)(?: day)?\b", "on 25 December"),
    (r"\b(this|next) weekend\b", r"\1 Saturday"),
    (r"\bnext week\b(?! on)", "next Monday"),
    (r"\bnext month\b", "on the 1st of next month"),
    (r"\b(?:every week|weekly)\b", "every Monday"),
    (r"\b(?:every month|monthly)\b", "on the 1st of every month"),
    (r"\b(?:every quarter|quarterly)\b", "on the first day of every quarter"),
    (r"\b(?:every year|yearly|annually)\b", "every year on January 1"),
    (r"\b(every|each) night\b", r"\1 night at 9"),
    (r"\bin the (morning|afternoon|evening)\b", r"tomorrow \1"),
    (r"\bat night\b", "tonight at 9"),
    (r"\bin (\d+)(?= to\b|$)", r"in \1 minutes"),
    (r"\b(?:with)?in the (?:next )?hour\b", "in an hour"),
    (r"\b(every|in) (?:a )?(?:few|couple of|several) (?=\w+s\b)", r"\1 3 "),
    (r"\b(?:several|a few|a couple of|many) times a week\b", "every Monday and Thursday"),
    (r"\bat half (\d{1,2})\b", r"at \1:30"),
    (r"\blater today\b", "today at 17:00"),
    (r"\b(?<!as )(?:soon|later|shortly|sometime|at some point|in a (?:bit|while))\b(?! as| next)", "tomorrow at 9am"),
    (
        (r"\b(?:every )?(?:now (?:and|&) (?:then|again)|once in a while|so often)\b|\bfrom time to time\b"
         r"|\b(?:regularly|often|frequently|periodically|occasionally)\b"),
        "every Monday at 9am",
    ),
    (r"\bon (\w+day) (and|&) (?=\w+day\b)", r"every \1 \2 "),
    (r"\b(?:on )?(\w+day) next\b", r"next \1"),
)  # fmt: skip


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
    for pattern, piece in _PIECES:
        patched = _tidy(re.sub(pattern, piece, patched, flags=re.IGNORECASE))
        yield _tidy(re.sub(pattern, piece, mended, flags=re.IGNORECASE))
        yield patched
    # In front, with a colon behind it, the schedule can belong to nothing else.
    if unclear.about_place and unclear.words in text:
        rest = _tidy(text.replace(unclear.words, " ", 1)).strip(" ,:;-.!?")
        if not re.search(r"\b(?:from|to|for|of|by|on|at|is|and|not|never)$|^(?:not?|never)\b", rest):
            yield f"{unclear.words}: {rest}"


def _tidy(text: str) -> str:
    return re.sub(r"\b(at|on|every) (?:(?:at|on|every) )+", r"\1 ", re.sub(r"[ \t]+", " ", text)).strip()
