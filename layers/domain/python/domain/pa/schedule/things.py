"""Time words that name a thing or look back: they are blotted out before the grammar reads.

Each pattern asks for a shape, not for certain nouns: quotation marks, an apostrophe, an article before, a word behind.
"""

from __future__ import annotations

import re
from functools import cache

from domain.pa.schedule.lexer import HIDDEN
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, MONTHS, REQUESTS, WEEKDAY_PLURALS, WEEKDAYS


def either(listed: str) -> str:
    """Any one of the listed words, as a regular expression."""
    return f"(?:{'|'.join(listed.split())})"


def _not_after(listed: str) -> str:
    return "".join(rf"(?<!\b{word} )" for word in listed.split())


_UNIT = either("second minute hour day week weekend month quarter year sprint night")
_WEEKDAY = either(" ".join(WEEKDAYS))
_MONTH = either(" ".join(MONTHS))
_COUNT = either("[0-9]+ an? one two three four five six seven eight nine ten twelve thirty sixty ninety few several")
_LAST = either("last past previous preceding prior")
_HABIT = either("daily bi-?weekly weekly fortnightly monthly quarterly yearly annual hourly nightly")
_OWNER = either(r"""
    the our my your their his her its this that these those
    (?!(?:let|it|that|what|here|there|who|he|she|how|where|when)'s)[a-z]+'s
""")
_NOUN = rf"(?!(?:{'|'.join(sorted(FUNCTION_WORDS))})\b)[^\W\d_][\w-]*"
_CLOCK = r"(?:\d{1,2}(?:[:.]\d{2})? ?[ap]m|\d{1,2}:\d{2})"
_PLACING = "on in at by from until till every each before after through"
_MORE_HABITS = rf"(?:(?:,? and| or|,| &|/) ?{_HABIT})*"
_OUR_HABIT = rf"\b{_OWNER} (?:(?:20\d\d|q[1-4]|(?!{_UNIT}\b){_NOUN}) ){{0,2}}{_HABIT}{_MORE_HABITS}(?= {_NOUN})"
_NICE = either("nice good great lovely wonderful pleasant fantastic productive relaxing restful sunny happy amazing")
_SPELL = either("day week weekend morning afternoon evening night holidays? vacation break")
_FEAST = either("christmas easter thanksgiving halloween")
_PART = r"(?:morning|afternoon|evening|night)"

_ASKED = "what|who|which|how|where|why|did|was|were"
_ENDED = rf"{_LAST} (?:week|month|quarter|year|night)"
_DAY_NAME = rf"(?:{_WEEKDAY}|{_CLOCK}|{_PART}|weekend)"
_LENGTH = rf"(?= (?!interval|basis|rhythm){_NOUN})"

_PATTERNS = (
    r'"[^"]*"',
    r"(?<![\w'])'(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)",
    r"https?://\S+|\S+@\S+\.\w+|[#@][a-z][\w-]*|\b(?:[a-z][\w-]*\.)+[a-z]{2,5}\b(?<![ap]\.m)",
    rf"(?<=[a-z] )(?:24/7|24x7)(?= (?!{'|'.join(sorted(REQUESTS))}\b){_NOUN})",
    r"\b(?:9-to-5|nine-to-five|real[- ]time|day[- ]to[- ]day|in the meantime|on time|in time(?! for))\b",
    rf"\b{_UNIT}[- ](?:over|on|to)[- ](?:{_UNIT}|date)\b",
    # the weekly and monthly reports
    _OUR_HABIT,
    # the Monday meeting, our Friday morning call, the 10:30 interview
    rf"{_not_after(_PLACING)}\b{_OWNER}(?<!this)(?<!that) {_DAY_NAME}(?: {_PART}| {_CLOCK})?(?= {_NOUN})(?! time\b)",
    rf"{_not_after(_PLACING + ' during this next through over since')}\b{_FEAST}(?= (?!day|eve){_NOUN})",
    # the Q3 numbers, the roadmap for Q3
    _not_after(_PLACING.replace("of", "") + " during starting this next through end early late")
    + r"\b(?:(?:for|of) )?(?:q[1-4]|h[12]|fy ?\d\d(?:\d\d)?)(?: 20\d\d)?\b",
    # Monday's call, last month's figures
    (
        rf"\b(?:{either('this last next previous coming past the')} )?"
        rf"(?:{_WEEKDAY}|{_MONTH}|{_PART}|today|tomorrow|yesterday|tonight|{_UNIT})'s"
        rf"(?= (?!{either('time end start beginning close notice eve day rest')}\b){_NOUN})"
    ),
    # a two-day workshop; a 10 minute summary; the year-end closing
    rf"(?<!every )(?<!each )(?<!in )\b{_COUNT}-{_UNIT}(?:-(?:long|old))?\b{_LENGTH}",
    rf"{_not_after('in for every each')}\b{either('a the our this my')} {_COUNT}[ -]{_UNIT}{_LENGTH}",
    rf"\b{_OWNER} (?:{_UNIT}[- ]end|end-of-{_UNIT})(?= {_NOUN})",
    # in the last 24 hours; what changed last week; since Monday
    (
        rf"\b{either('in over during of from for within since than with against about to')} (?:the )?{_LAST}"
        rf" (?:{_COUNT} )?(?:working |business |calendar )?{_UNIT}s?\b(?! of\b)"
    ),
    rf"\b{_ENDED}(?= {_NOUN})",
    rf"\b(?:\w+(?:ed|ne|nt)|went|did|was|were|got|made|sold|built) (?:\w+ )?(?:{_ENDED}|yesterday)\b",
    (
        rf"\bsince (?:then|yesterday|this morning|last \w+|(?:last )?{_WEEKDAY}|{_MONTH}(?: \d{{1,2}})?(?:,? 20\d\d)?"
        rf"|(?:\d{{1,2}} )?{_MONTH}(?: 20\d\d)?|20\d\d-\d\d-\d\d|20\d\d"
        rf"|the (?:start|beginning) of (?:the|this) {_UNIT})\b"
    ),
    r"\b(?:from|of|about|than|vs|with) yesterday\b",
    # 3 days ago, older than 14 days, 30 days overdue
    rf"\b(?:from|of|since|than|about) {_COUNT} {_UNIT}s? ago\b",
    rf"\b[a-z]+er than {_COUNT} {_UNIT}s?(?: old| ago)?\b|\b(?:more|less) than {_COUNT} {_UNIT}s?\b",
    rf"\b{_COUNT} {_UNIT}s? (?:overdue|late|old|behind|worth of)\b",
    rf"\b(?:how many|number of|amount of) {_UNIT}s?\b(?: (?:until|till|to|before) the (?={_NOUN}))?",
    rf"\b{_UNIT}s (?:left|remaining|overdue|spent|worked|booked|logged|to go|(?:until|to) the {_NOUN})\b",
    # what did we do last week?; the invoice for December 2025
    rf"(?:^|[.!?\n] )(?:{_ASKED})\b[^.!?\n]*? (?P<past>{_ENDED}|yesterday)(?=[.!?\n]|$)",
    rf"(?<=[a-z] )for {_MONTH} 20\d\d\b",
    # the numbers of 2025; a post about Sunday mornings; the difference between daily and weekly backups
    rf"\b(?:with|against|than|vs|about) {_MONTH}(?: 20\d\d)?(?= and\b|[.!?\n]|$)",
    rf"\babout (?:{'|'.join(WEEKDAY_PLURALS)}|{_WEEKDAY} {_PART}s)\b|\bbetween {_HABIT} and {_HABIT}(?= {_NOUN})",
    # a feast that is called after a day
    _not_after(_PLACING + " during this next through over since")
    + rf"\b(?:black|good|easter|cyber|ash|giving|super bowl) {_WEEKDAY}(?:'s)?\b"
    + rf"(?! {either('eve morning afternoon evening night at')})",
    # Sentences that only wish the reader well, or say what was talked about
    (
        rf"(?<!every )\b(?:{_NICE}|enjoy (?:your|the)) (?:{_SPELL}|{_WEEKDAY}|start (?:in)?to (?:the|your) week)\b"
        r"(?= ?[,!.\n]| to | everyone| all| team| off| so far|$| [a-z]+,)"
    ),
    (
        r"\b(?:rest of|hope) (?:your|the|you're|you are|you had)"
        rf"[^.!?,\n]{{0,30}}\b{_SPELL}\b[^.!?,\n]{{0,20}}(?=[.!?,\n]|$)"
    ),
    r"\bas (?:we )?(?:have )?(?:discussed|agreed|mentioned|promised|said)(?: [^.!?,\n]{0,40})?(?=,)",
    (
        r"\bthanks?(?: you)?(?: again| so much| very much| a lot)? for [^.!?,\n]{0,50}"
        r"\b(?:yesterday|today|last week|this morning)\b"
    ),
)


def hide_things(text: str) -> str:
    """`text` (plain) with every thing blotted out, character for character."""
    for pattern in _compiled():
        name = "past" if "past" in pattern.groupindex else 0
        for found in pattern.finditer(text):
            text = text[: found.start(name)] + HIDDEN * len(found[name]) + text[found.end(name) :]
    return text


def names_a_habit(text: str) -> bool:
    """Whether it speaks of "the daily report" or the like, which may be meant as a wish for one."""
    return re.search(_OUR_HABIT, text) is not None


@cache
def _compiled() -> tuple[re.Pattern[str], ...]:
    """Compiled on first use: a cold start pays for them only when a task comes in."""
    return tuple(re.compile(pattern) for pattern in _PATTERNS)
