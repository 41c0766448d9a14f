"""What must not be passed over: vague phrases, and time words that no grammar rule has read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from domain.pa.schedule.cursor import Cursor
from domain.pa.schedule.lexer import Token
from domain.pa.schedule.said_parts import Placed
from domain.pa.schedule.spoken_zones import ZONE_INITIALS
from domain.pa.schedule.thing_words import EVENT, FEAST, either
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import (
    ADVERBS,
    DAY_PARTS,
    MONTHS,
    NUMBERS,
    ORDINALS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    words,
)

_NO_DAY = "it names no day"
_NO_TIME = "it names no time"
_VAGUE = (
    (
        (
            r"(?:every|each) (?:now and (?:then|again)|once in a while|so often|few [a-z]+|couple(?: of)? [a-z]+)"
            r"|once in a while|from time to time|now and (?:then|again)|at some point|one of these days|first thing"
        ),
        _NO_DAY,
    ),
    (
        (
            r"(?:every|each) time|whenever|as soon as|the (?:moment|minute|second) (?:it|the|we|you|they|a)"
            rf"|(?:the )?next time|any time|(?:after|upon|following) (?:the|our|my|this) (?:next )?{EVENT}"
        ),
        _NO_TIME,
    ),
    (r"at (?:your|the) earliest \w+|as (?:early|late) as possible", _NO_TIME),
    (r"(?:close|end) of (?:business|play|work)|end of (?:the )?(?:business|working|work) day", "say the hour"),
    (rf"(?:a few|a couple of|several|some|many) {either('minutes hours days weeks months years times')}", "how many?"),
    (r"no later than|not later than|at the latest", "it is a deadline, not a time to run"),
    (
        (
            rf"{either('on every each until till by before after from starting this next through during at over')}"
            rf" (?:the )?{FEAST}"
        ),
        "I know no holidays",
    ),
    (
        (
            r"(?:public|bank|school|national|federal) holidays?"
            r"|(?:on|except|for|skip|skipping|no|not|without|excluding|during|over|until|after|before) (?:the )?"
            r"holidays?"
        ),
        "I know no holidays",
    ),
    (
        rf"{either('in through during until till by every each this next over all before after')} (?:the )?"
        + either("summer winter spring autumn fall"),
        "a season has no fixed days",
    ),
    (
        rf"{either('after before at around during over every')} (?:the )?"
        + either("lunch(?:time)? breakfast dinner(?:time)? sunrise sunset dawn dusk bedtime teatime work school")
        + "|(?:during|in|within|outside|after) (?:business|office|working|opening) hours",
        "it is not a time of day",
    ),
    (
        r"(?:after|before|upon|following|during) (?:every|each)|(?:every|each) "
        + either(r"sprint release deploy\w* payday commit holiday full_moon season semester term shift iteration"),
        _NO_DAY,
    ),
    (r"(?:beginning|start|middle|end) of (?:the |each |every |this |next )?week(?:end)?", _NO_DAY),
    (
        r"(?:early|late|later|mid|sometime|some time)(?: in|-)? ?(?:the |this |next )?(?:week|month|year|quarter)",
        _NO_DAY,
    ),
    (r"(?:alert|notify|ping|tell|remind|inform) (?:me|us) (?:when|once|if)", "it waits for an event, not for a time"),
)
_ADVERBS = words("""
    soon later sometime sometimes someday eventually shortly asap often frequently occasionally rarely seldom
    regularly periodically continuously constantly repeatedly routinely recurrently biweekly bimonthly biannually
    semiannually semi-annually biennially nightly
""")
# These say no more than that something recurs, which is fine once it is said how.
HARMLESS_WITH_A_SCHEDULE = words("""
    regularly regular recurring periodic periodically repeatedly repeat often routinely
""")
_TIME_WORDS = (
    frozenset(WEEKDAYS) | frozenset(WEEKDAY_PLURALS) | frozenset(MONTHS) | frozenset(UNITS) | frozenset(ADVERBS)
    | frozenset(DAY_PARTS) | _ADVERBS | HARMLESS_WITH_A_SCHEDULE | ZONE_INITIALS
    | words("""
        today tomorrow yesterday fortnight fortnightly weekday weekdays weekend weekends workday workdays noon
        midday midnight o'clock clock until till til once twice unless thrice half-hour hourly decade decades
        seconds daytime morrow moro nite mez mesz ea eob overnight anytime christmas xmas easter thanksgiving
        halloween eve birthday anniversary payday holiday holidays lunchtime eom eow eoy cob mid-month midweek
        midmonth ago overmorrow
    """)
) - {"may", "march", "h", "annual", "hours", "minutes"}  # fmt: skip
_APPROXIMATE = words("""
    around about approximately roughly circa ca by before after until till from between
""")
_RANKS = words("""
    top first last best worst biggest the all only these those our my
""")
_BEFORE_SPAN = words("""
    in for after all some within every each over next coming
""")
_BEFORE_DATE = words("""
    on by until till from before after since in of through starting every each during the this next
""")


def refuse_vague(text: str) -> None:
    """Refuses a phrase about time that names no time, such as "every now and then".

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, has one.
    """
    for pattern, why in _vague():
        if found := pattern.search(text):
            raise ScheduleUnclearError(found[0], why)


_EXCEPTIONS = words("except excluding skip skipping unless minus")
_TURNS = words("not no never without only")
_AFTER_TURN = words("on in if when while during for every each until after before at")


def refuse_unread(tokens: Sequence[Token], placed: Sequence[Placed], *, scheduled: bool) -> None:
    """Refuses a text in which a time word was not read by any rule.

    Raises:
        ScheduleUnclearError: naming the first such word, with its neighbours.
    """
    read = {place for part in placed for place in range(part.first, part.last)}
    for place, token in enumerate(tokens):
        if place in read or (scheduled and token.text in HARMLESS_WITH_A_SCHEDULE):
            continue
        if _is_about_time(Cursor(tokens, place), read) or (scheduled and _is_exception(Cursor(tokens, place))):
            around = [
                near.text
                for near in tokens[max(place - 1, 0) : place + 2]
                if near.kind != "thing" and near.text != "\n"
            ]
            raise ScheduleUnclearError(" ".join(around))


@cache
def _vague() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"\b(?:{pattern})\b"), why) for pattern, why in _VAGUE)


def _is_about_time(here: Cursor, read: set[int]) -> bool:
    token = here.peek()
    if token.kind in {"clock", "iso", "zone", "date"}:
        return True
    if token.kind == "ordinal":
        return here.peek(-1).text in _BEFORE_DATE or here.at - 1 in read
    if token.kind == "number" or token.text in NUMBERS:
        return _is_an_hour_or_year(here, read)
    return token.kind == "word" and _is_time_word(here)


def _is_exception(here: Cursor) -> bool:
    """Whether an exception begins here that no rule has read: "skip the first one", "but never in the rain"."""
    word, after = here.peek().text, here.peek(1).text
    return word in _EXCEPTIONS or (word == "but" and after in _TURNS and here.peek(2).text in _AFTER_TURN)


def _is_an_hour_or_year(here: Cursor, read: set[int]) -> bool:
    """A number that stands like an hour or a year, or that leans on a part that was read: "9 tomorrow"."""
    text, before, after = here.peek().text, here.peek(-1).text, here.peek(1)
    if before in {"half", "q", "@"} or after.text in {"o'clock", "clock"}:
        return True
    if before == "in" and after.kind in {"end", "mark"}:
        return True
    if before == "at":
        return here.at - 2 in read or (not after.text.endswith("s") and after.text not in {"%", "percent"})
    if _looks_like_a_date(here) or (after.start == here.peek().end and after.text in {"a", "p", "ish"}):
        return True
    if here.peek(-1).text in {"'", "/", "-"} and here.at - 2 in read:
        return True
    closed = after.kind in {"end", "mark"} or here.at + 1 in read
    if closed and (here.at - 1 in read or before in _APPROXIMATE):
        return True
    year = len(text) == 4 and text[:2] in {"19", "20"}  # noqa: PLR2004 - digits of a year
    if year:
        return before in _BEFORE_DATE - {"the", "of", "since", "this"}
    return here.at + 1 in read and before not in _RANKS


def _looks_like_a_date(here: Cursor) -> bool:
    """Reads "24.12.26", "20261224" after "on", and "24.12." in the middle of a sentence."""
    text, before, after = here.peek().text, here.peek(-1).text, here.peek(1)
    if re.fullmatch(r"[0-3]?\d[.][01]?\d[.]\d\d", text):
        return True
    if re.fullmatch(r"20\d{6}", text):
        return before in _BEFORE_DATE
    mid_sentence = after.text == "." and here.peek(2).kind != "end" and not here.peek(2).capital
    return mid_sentence and re.fullmatch(r"[0-3]?\d[.][01]?\d", text) is not None


def _is_time_word(here: Cursor) -> bool:
    word, before, after = here.peek().text, here.peek(-1), here.peek(1)
    if word in {"may", "march"}:
        return before.text in _BEFORE_DATE - {"the", "this"} or after.kind in {"number", "ordinal"}
    if word in {"every", "each", "starting", "beginning"}:
        return after.kind in {"thing", "number", "ordinal"} or after.text in ORDINALS
    if word in ORDINALS:
        return before.text == "the" and here.peek(-2).text in _BEFORE_DATE and after.kind in {"end", "mark"}
    if word in {"half", "quarter"} and after.text in {"past", "to"}:
        return True
    counted = before.kind == "number" or before.text in NUMBERS
    if word in {"times", "am", "pm"}:
        return counted
    if word in {"hours", "minutes"}:
        return counted or before.text in _BEFORE_SPAN
    return any(piece in _TIME_WORDS for piece in (word, *word.split("-"), word.removesuffix("'s")))
