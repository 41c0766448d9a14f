"""What must not be passed over: conditions and vague phrases, and time words that no grammar rule has read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from domain.pa.schedule.cursor import Cursor
from domain.pa.schedule.lexer import Token
from domain.pa.schedule.said_parts import Placed
from domain.pa.schedule.spelling import looks_misspelt
from domain.pa.schedule.spoken_zones import ZONE_INITIALS
from domain.pa.schedule.things import either
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import (
    ADVERBS,
    DAY_PARTS,
    FUNCTION_WORDS,
    MONTHS,
    NUMBERS,
    ORDINALS,
    REQUESTS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    words,
)

_NO_DAY = "it names no day"
_NO_TIME = "it names no time"
_EVENT = "it waits for an event, not for a time"
_POLITE = r"(?:(?:hi|hello|hey|please|pls|kindly|can|could|would|will|you|and|then|so|,) ?)*"
_WHOSE = either("the our my your his her their its this these those each every i we you he she they it")
_FEAST = "(?:(?:christmas|new year(?:'s)?)(?: (?:eve|day))?|easter|thanksgiving|halloween|(?:black|good) friday)"
# Behind these a condition belongs to what is asked for: "list what must be done before the launch".
_INNER = r"\b(?:what|who|whom|whose|which|where|how|whether|that|about|titled|called|named|if|why)\b"
_VAGUE = {
    _NO_DAY: (
        r"(?:every|each) (?:now (?:and|&) (?:then|again)|once in a while|so often|few [a-z]+|couple(?: of)? [a-z]+)",
        r"once in a while|from time to time|now (?:and|&) (?:then|again)|(?:at )?some (?:point|time)|first thing",
        r"one of these days|in a (?:bit|while|moment|sec|jiffy)|when possible|a (?:bit|little) later",
        r"at (?:my|your|our) (?:convenience|leisure)|24/7|24x7|(?:a?round) the clock|non-?stop|all the time|day in",
        r"(?:after|before|upon|following|during) (?:every|each)",
        r"(?:beginning|start|middle|end) of (?:\w+ )?week(?:end)?",
        r"(?:every|each) (?:sprint|release|deploy\w*|payday|commit|holiday|full|semester|term|shift|iteration|fiscal)",
        (
            r"(?:early|late|later|mid|sometime|towards?)(?: in| the)?(?: end of)?(?:-| )?(?:the |this |next )?"
            r"(?:week|month|year|quarter|tomorrow)"
        ),
    ),
    _NO_TIME: (
        r"(?:every|each) time|whenever|(?:the )?next time|any ?time",
        r"at (?:your|the) (?:earliest|latest)(?: \w+)?|as (?:early|late|soon) as\b|no later than|not later than",
    ),
    "name the time": (
        r"(?:close|end) of (?:business|play|work)|end of (?:the )?(?:business|working|work) day",
        r"\w+ing time(?= \w+ |$)|(?:the )?same (?:time|day|hour) as|the time (?:i|we|you)\b",
        r"(?:the|my|our|your|their|her|his) (?:usual|normal|regular|agreed|same) (?:times?|hours?|days?|slots?)",
    ),
    "how many?": (
        rf"(?:a few|a couple of|several|some|many) {either('minutes hours days weeks months years times')}",
        r"(?:a|the next) couple (?:of )?[a-z]+",
    ),
    "how often?": (
        r"(?:occasional|frequent|sporadic) (?:updates?|reminders?|reports?|checks?|news|summar\w+|nudges?)",
    ),
    "I know no holidays": (
        (
            rf"{either('on every each until till by before after from starting this next through during at over')}"
            rf" (?:the )?{_FEAST}\b(?! (?!at\b|send\b|please\b)[a-z])"
        ),
        r"(?:public|bank|school|national|federal) holidays?",
        r"(?:on|except|for|skip|skipping|no|not|without|excluding|during|over|until|after|before) (?:the )?holidays?",
    ),
    "a season has no fixed days": (
        rf"{either('in through during until till by every each this next over all before after')} (?:the )?"
        + either("summer winter spring autumn fall"),
    ),
    "it is not a time of day": (
        rf"{either('after before at around during over every')} (?:the )?"
        + either("lunch(?:time)? breakfast dinner(?:time)? sunrise sunset dawn dusk bedtime teatime work school"),
        r"(?:during|in|within|outside|after) (?:business|office|working|opening) hours",
    ),
    _EVENT: (rf"{either('minutes? hours? days? weeks?')} (?:before|after|prior to) {_WHOSE}",),
    "it is taken back": (r"never ?mind|forget (?:it|that|about it)|(?:cancel|scratch) that",),
}
_CONDITION = re.compile(
    r"\b(?:when|once|as soon as|unless|before|after|until|till|while|upon|by the time"
    r"|(?<!check )(?<!see )(?<!know )(?<!ask )(?<!verify )if(?! you (?:could|can|would|want|like|wish)))"
    r" (?!that\b|\d|noon|midnight|then\b|further|every|each|possible|an?\b|(?:the )?(?:end|last|first|next|this)\b)"
    rf"(?=(?:{_WHOSE}|some\w+|any\w+|every\w+|there|[a-z]+ (?:is|are|has|have|was|were|[a-z]+s))\b)"
)
_ADVERBS_OF_TIME = words("""
    soon later sometime sometimes someday eventually shortly asap often frequently occasionally rarely seldom
    regularly periodically continuously constantly repeatedly routinely recurrently biweekly bimonthly biannually
    semiannually semi-annually biennially nightly
""")
# These say no more than that something recurs, which is fine once it is said how.
_HARMLESS_WITH_A_SCHEDULE = words("regularly regular recurring periodic periodically repeatedly repeat often routinely")
_TIME_WORDS = (
    frozenset(WEEKDAYS) | frozenset(WEEKDAY_PLURALS) | frozenset(MONTHS) | frozenset(UNITS) | frozenset(ADVERBS)
    | frozenset(DAY_PARTS) | _ADVERBS_OF_TIME | _HARMLESS_WITH_A_SCHEDULE | ZONE_INITIALS
    | words("""
        today tomorrow yesterday fortnight fortnightly weekday weekdays weekend weekends workday workdays noon
        midday midnight o'clock clock until till til once twice unless thrice half-hour hourly decade decades
        daytime morrow moro nite mez mesz zulu z ea ev eob overnight anytime payday lunchtime eom eow eoy cob midweek
        midmonth mid-month ago overmorrow sunrise sunset
    """)
) - {"may", "march", "h", "annual", "hours", "minutes", "clock", "day", "week", "month", "quarter", "year"}  # fmt: skip
_OCCASIONS = words("christmas xmas easter thanksgiving halloween eve birthday anniversary holiday holidays")
_VERBS_TO_ME = words("remind ping alert notify wake text call message email nudge poke tell")
_MOVING = words("move change set shift switch make push")
_LETTERS = frozenset("M T W F S Mo Tu We Th Fr Sa Su".upper().split())
_BEFORE_SPAN = words("in for after all some within every each over next coming")
_BEFORE_UNIT = _BEFORE_SPAN | words(
    "half one any other that same most half this the a per until by of last on during at once twice"
)
# Words about time only where a number or one of these stands before them.
_DEPENDING = (
    dict.fromkeys(("day", "week", "month", "quarter", "year"), _BEFORE_UNIT)
    | dict.fromkeys(("hours", "minutes", "clock"), _BEFORE_SPAN)
    | dict.fromkeys(("sec", "secs", "second", "seconds", "times"), frozenset[str]())
)
_BEFORE_DATE = words("on by until till from before after since in of through starting every each during the this next")
_APPROXIMATE = words("around about approximately roughly circa ca by before after until till from between")
_RANKS = words("top first last best worst biggest the all only these those our my")
_EXCEPTIONS = words("except excluding skip skipping unless minus")
_OPENERS = words("at after before by during until till upon over around toward towards within once when")
_TURNS = words("no nope sorry actually rather wait correction")
_AFTER_TURN = words("on in if when while during for every each until after before at")


def refuse_vague(text: str) -> None:
    """Refuses a phrase about time that names no time ("every now and then"), and one that waits for an event.

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, has one.
    """
    for pattern, why in _vague():
        if found := pattern.search(text):
            raise ScheduleUnclearError(found[0], why)
    for sentence in re.split(r"[.!?\n]", text):
        found = _CONDITION.search(sentence)
        if found and not re.search(_INNER, sentence[: found.start()]) and _asks(sentence):
            raise ScheduleUnclearError(sentence[found.start() :].split(",")[0][:60], _EVENT)


def _asks(sentence: str) -> bool:
    """Whether it asks for something to be done, so that a condition in it says when."""
    bare = re.sub(rf"^\W*{_POLITE}", "", sentence.strip())
    return not re.match(r"(?:is|are|do|does|did|was|were|has|have|had)\b", bare)


def refuse_unread(tokens: Sequence[Token], placed: Sequence[Placed], known: frozenset[int], *, scheduled: bool) -> None:
    """Refuses a text in which a time word was not read by any rule. `known` are the places read as parts of a thing.

    Raises:
        ScheduleUnclearError: naming the first such word, with its neighbours.
    """
    read = {place for part in placed for place in range(part.first, part.last)} | known
    for place, token in enumerate(tokens):
        if place in read or (scheduled and token.text in _HARMLESS_WITH_A_SCHEDULE):
            continue
        here = Cursor(tokens, place)
        aside = scheduled and (_is_exception(here) or _is_a_letter(here, read) or _is_a_slip(here, read))
        if aside or _is_about_time(here, read):
            near = (near.text for near in tokens[max(place - 1, 0) : place + 2] if near.kind != "thing")
            raise ScheduleUnclearError(" ".join(near).replace("\n", ""))


@cache
def _vague() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(rf"(?<![\w'])(?:{pattern})(?![\w'])"), why)
        for why, patterns in _VAGUE.items()
        for pattern in patterns
    )


def _is_about_time(here: Cursor, read: set[int]) -> bool:
    token = here.peek()
    if token.kind in {"clock", "iso", "zone", "date"}:
        return True
    if _opens_a_phrase(here):
        return True
    if token.kind == "ordinal":
        named = here.peek(-1).text == "the" and here.peek(1).kind == "word" and here.peek(1).text not in FUNCTION_WORDS
        return (here.peek(-1).text in _BEFORE_DATE and not named) or here.at - 1 in read
    if token.kind == "number" or token.text in NUMBERS:
        return _is_an_hour_or_year(here, read)
    return token.kind == "word" and _is_time_word(here, read)


def _is_exception(here: Cursor) -> bool:
    """Whether an exception begins here that no rule has read: "skip the first one", "but never in the rain"."""
    word, after = here.peek().text, here.peek(1).text
    turned = word == "but" and after in {"not", "no", "never", "without", "only"}
    set_off = here.peek(-1).kind == "mark" or here.peek(1).kind in {"mark", "end"}
    if (word in _TURNS and set_off) or (word == "i" and after in {"mean", "meant"}):
        return True
    return word in _EXCEPTIONS or (turned and here.peek(2).text in _AFTER_TURN)


def _is_a_letter(here: Cursor, read: set[int]) -> bool:
    """Whether a single letter beside the schedule could be a weekday: "T 9am"."""
    token = here.peek()
    return (
        token.capital
        and token.text.upper() in _LETTERS
        and (here.at + 1 in read or (here.at - 1 in read and here.peek(1).kind in {"end", "mark"}))
    )


def _is_a_slip(here: Cursor, read: set[int]) -> bool:
    """Whether a word beside the schedule looks like a schedule word that was misspelt."""
    beside = here.at + 1 in read or here.at - 1 in read
    return here.peek().kind == "word" and beside and looks_misspelt(here.peek().text)


def _opens_a_phrase(here: Cursor) -> bool:
    """Whether a phrase begins that says when, in words no rule has read: "over the weekend send …", "ping me at …"."""
    if here.peek().text not in _OPENERS or (here.peek(1).text, here.peek(2).text) == ("the", "way"):
        return False
    if here.peek(-1).text in {"me", "us"} and here.peek(-2).text in _VERBS_TO_ME:
        return True
    opens = here.peek(-1).kind == "end" or here.peek(-1).text in {".", "!", "?", "\n", "please"}
    behind = [here.peek(ahead).text for ahead in range(2, 6)]
    return opens and any(word in REQUESTS or word == "," for word in behind)


def _is_an_hour_or_year(here: Cursor, read: set[int]) -> bool:
    """A number that stands like an hour or a year, or that leans on a part that was read: "9 tomorrow"."""
    text, before, after = here.peek().text, here.peek(-1).text, here.peek(1)
    ends = after.kind in {"end", "mark"}
    leans = here.at - 2 in read
    if before == "at":
        return leans or (not after.text.endswith("s") and after.text not in {"%", "percent"})
    if here.peek(-1).kind == "end" and after.text in REQUESTS:
        return True
    if before in {"half", "q", "@"} or after.text in {"o'clock", "clock"} or (before == "in" and ends):
        return True
    if _looks_like_a_date(here) or (after.start == here.peek().end and after.text in {"a", "p", "ish"}):
        return True
    ranged = before in {"'", "/", "-", "to"} and (leans or (bool(read) and here.peek(-2).kind == "number"))
    if ranged or (before == ":" and leans and ends):
        return True
    moved = before == "to" and any(token.text in _MOVING for token in here.tokens)
    if (ends or here.at + 1 in read) and (here.at - 1 in read or moved or before in _APPROXIMATE):
        return True
    if len(text) == 4 and text[:2] in {"19", "20"}:  # noqa: PLR2004 - digits of a year
        return before in _BEFORE_DATE - {"the", "of", "since", "this"}
    return here.at + 1 in read and before not in _RANKS


def _looks_like_a_date(here: Cursor) -> bool:
    """Reads "24.12.26", "20261224" after "on", and "24.12." in the middle of a sentence."""
    text, before, after = here.peek().text, here.peek(-1).text, here.peek(1)
    dotted = re.fullmatch(r"[0-3]?\d[.][01]?\d", text) is not None
    if re.fullmatch(r"[0-3]?\d[.][01]?\d[.]\d\d", text) or (dotted and before in {"on", "until", "till", "from"}):
        return True
    if re.fullmatch(r"20\d{6}", text):
        return before in _BEFORE_DATE
    mid_sentence = after.text == "." and here.peek(2).kind != "end" and not here.peek(2).capital
    return mid_sentence and dotted


def _is_time_word(here: Cursor, read: set[int]) -> bool:
    word, before, after = here.peek().text, here.peek(-1), here.peek(1)
    counted = before.kind == "number" or before.text in NUMBERS
    near = {before.text, here.peek(-2).text}
    if word in _DEPENDING:
        known = _DEPENDING[word]
        return counted or before.text in known - ({"the"} if here.peek(-2).text in REQUESTS else set())
    if word in {"am", "pm"}:
        return counted or here.at - 1 in read
    if word in _OCCASIONS:
        return not read or before.kind in {"end", "mark"} or bool(near & (_BEFORE_DATE - {"of", "the", "in"} | {"at"}))
    if word in {"may", "march"}:
        return before.text in _BEFORE_DATE - {"the", "this"} or after.kind in {"number", "ordinal"}
    if word in {"every", "each", "starting", "beginning"}:
        apart = here.at + 2 in read or (bool(read) and before.kind in {"end", "mark"})
        return after.kind in {"thing", "number", "ordinal"} or after.text in ORDINALS or (word[0] == "e" and apart)
    if word in ORDINALS:
        return before.text == "the" and here.peek(-2).text in _BEFORE_DATE and after.kind in {"end", "mark"}
    if (word in {"half", "quarter"} and after.text in {"past", "to"}) or (word == "often" and before.text == "how"):
        return word != "often"
    return any(piece in _TIME_WORDS for piece in (word, *word.split("-"), word.removesuffix("'s")))
