"""Time words that name a thing or look back, and so are no schedule: they are blotted out before the grammar reads.

Each pattern is held to be certain; whatever is not listed here stays visible, and an unread time word refuses the text.
"""

from __future__ import annotations

import re
from functools import cache

from domain.pa.schedule.lexer import HIDDEN
from domain.pa.schedule.thing_words import (
    COUNT,
    DONE,
    EVENT,
    FEAST,
    LAST,
    MONTH,
    NICE,
    NOUN,
    OFTEN,
    OWNER,
    PERIODICAL,
    PLAN,
    PLANNED,
    QUALITY,
    SAID,
    SPELL,
    SUFFIX,
    UNIT,
    WEEKDAY,
    either,
    not_after,
)

_PLACING = "on in by of from until till every each before after"
_RHYTHM = either("intervals? basis frequency cadence rhythm delay from later ago time")
_CLOSING = either("time end start beginning close notice eve day rest")
_OF_A_FEAST = either("eve day morning afternoon evening night week weekend monday sunday")
_OUR_HABIT = rf"\b{OWNER} (?:{QUALITY} )*{OFTEN}(?:(?:,? and| or|,| &|/) ?{OFTEN})*(?= {NOUN})"

_QUOTES = (
    r'"[^"]*"',
    r"(?<![\w'])'(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)",
    r"https?://\S+|\S+@\S+\.\w+|[#@][a-z][\w-]*",
    rf"\b[\w/-]+\.{SUFFIX}\b",
)
_NAMES = (
    # the weekly and monthly reports
    _OUR_HABIT,
    # the Monday meeting, our Friday morning call
    (
        rf"{not_after(_PLACING)}\b{either('the our my your their his her')}"
        rf" (?:{WEEKDAY}|morning|afternoon|evening|weekend)(?: (?:morning|afternoon|evening))? {EVENT}\b"
    ),
    # Monday's call, last month's figures
    (
        rf"\b(?:{either('this last next previous coming past the')} )?"
        rf"(?:{WEEKDAY}|{MONTH}|today|tomorrow|yesterday|tonight|{UNIT})'s(?= (?!{_CLOSING}\b){NOUN})"
    ),
    # a two-day workshop, the 30 day trial
    rf"(?<!every )(?<!each )\b{COUNT}-{UNIT}(?:-(?:long|old))?\b(?= (?!{_RHYTHM}\b){NOUN})",
    rf"\b{either('a the our this my')} {COUNT}[ -]{UNIT}(?= (?!{_RHYTHM}\b){NOUN})",
    # the year-end closing
    rf"\b{OWNER} (?:(?:year|month|quarter|week)[- ]end|end-of-(?:year|month|quarter|week))(?= {NOUN})",
    rf"\b{either('working office opening billable support rush happy peak tracked logged')}[ -]hours?\b",
    r"\b(?:meeting|call|board) minutes\b|\bminutes of (?:the|our|a)\b|\bday rates?\b|\bdays? off\b|\bsick days?\b",
    r"\bday[- ]to[- ]day\b|\b(?:year|month|week|quarter|day)[- ](?:over|on|to)[- ](?:year|month|week|quarter|date)\b",
    r"\b(?:24/7|24x7|365 days a year|9-to-5|nine-to-five|real[- ]time|in the meantime|at the moment|in time|on time)",
    rf"\b{either('lead response waiting delivery turnaround loading load build screen')} times?\b",
    rf"\b{PERIODICAL}\b",
    # Black Friday campaign
    rf"{not_after(_PLACING + ' during this next through at over since')}\b{FEAST}(?:'s)?(?= (?!{_OF_A_FEAST}\b){NOUN})",
    # Q3 numbers, the roadmap for Q3
    (
        rf"{not_after(_PLACING + ' during starting this next through end early late')}"
        r"\b(?:q[1-4]|h[12]|fy ?\d\d(?:\d\d)?)(?: 20\d\d)?\b"
    ),
    rf"{not_after('end start beginning middle day')}\b(?:for|of) q[1-4](?: 20\d\d)?\b",
)
_LOOKING_BACK = (
    # in the last 24 hours, over the past three months
    (
        rf"\b{either('in over during of from for within since than with against about to')} (?:the )?{LAST}"
        rf" (?:{COUNT} )?(?:working |business |calendar )?{UNIT}s?\b(?! of\b)"
    ),
    # what changed last week
    rf"\b{DONE} (?:[a-z]+ )?(?:(?:last|this past) (?:week|month|quarter|year|night)|yesterday)\b",
    rf"\b{LAST} (?:week|month|quarter|year)(?= {NOUN})",
    # since Monday
    (
        rf"\bsince (?:then|yesterday|this morning|last \w+|(?:last )?{WEEKDAY}|{MONTH}(?: \d{{1,2}})?(?:,? 20\d\d)?"
        rf"|20\d\d-\d\d-\d\d|20\d\d|the (?:start|beginning) of (?:the|this) {UNIT})\b"
    ),
    r"\b(?:from|of|about|than|vs) yesterday\b",
    rf"\b(?:from|of|since|than|about) {COUNT} {UNIT}s? ago\b",
    # older than 3 days, 3 days overdue, how many days
    (
        rf"\b{either('older more less longer fewer newer shorter greater over under')} than"
        rf" {COUNT} {UNIT}s?(?: old| ago)?\b"
    ),
    rf"\b{COUNT} {UNIT}s? (?:overdue|late|old|behind|worth of)\b",
    rf"\b(?:how many|number of|amount of) {UNIT}s?\b(?: (?:until|till|to|before) (?=(?:the )?(?:launch|deadline)))?",
    rf"\b{UNIT}s (?:left|remaining|overdue|spent|worked|booked|logged|to go|(?:until|to) (?:the )?launch)\b",
)
_COURTESIES = (
    (
        rf"\b(?:have|wish(?:ing)? you|hope you(?: all)? (?:had|have|are having|enjoyed)|enjoy) (?:an? |your |the )?"
        rf"(?:really |very )?(?:{NICE} (?:rest of (?:your|the) )?|rest of (?:your|the) ){SPELL}\b"
        r"(?: (?:so far|off|too))?"
    ),
    rf"\benjoy (?:your|the) {SPELL}\b",
    (
        rf"(?<!every )\b{NICE} (?:day|morning|afternoon|evening|week|weekend|{WEEKDAY})"
        r"(?= ?[,!.\n]| to | everyone| all| team| [a-z]+,)"
    ),
    rf"\bhope (?:your|the|you're|you are|you had) [^.!?,\n]{{0,30}}\b{SPELL}\b[^.!?,\n]{{0,20}}(?=[.!?,\n])",
    (
        rf"\bas (?:we )?(?:have )?{SAID}(?: (?:in|on|during) (?:our|the) (?:call|meeting|chat))?"
        rf"(?: (?:yesterday|earlier(?: today)?|today|last (?:week|month|{WEEKDAY})|this morning|on {WEEKDAY}"
        r"|before))?\b"
    ),
    (
        r"\bthanks?(?: you)?(?: again| so much| very much| a lot)? for [^.!?,\n]{0,50}"
        r"\b(?:yesterday|today|last week|this morning)\b"
    ),
)
_REPETITION = rf"\b(?:every|each|daily|weekly|monthly|quarterly|weekdays|weekends|{WEEKDAY}s)\b"
_OUTLOOK = (
    rf"\b{PLANNED} (?:for |in |on |so far )?(?:today|tomorrow|(?:this|next|the coming) (?:week|month|quarter))\b"
    rf"|\b{PLAN} (?:for|of|in) (?:today|tomorrow|(?:the|this|next|the coming|the next) (?:day|week|month|quarter))\b"
    r"(?! (?:at|on)\b)"
)


def hide_things(text: str) -> str:
    """`text` (plain) with every thing blotted out, character for character.

    "what is due next week" is hidden only where a repetition is said too: alone, it could be when to run.
    """
    for pattern in _patterns():
        text = pattern.sub(_blot, text)
    return re.sub(_OUTLOOK, _blot, text) if re.search(_REPETITION, text) else text


def names_a_habit(text: str) -> bool:
    """Whether it speaks of "the daily report" or the like, which may be meant as a wish for one."""
    return re.search(_OUR_HABIT, text) is not None


def names_a_coming_day(text: str) -> bool:
    """Whether it speaks of "tomorrow's demo" or "the Friday call", on which day an hour alone may be meant."""
    return re.search(rf"\b(?:tomorrow|{WEEKDAY})\b", text) is not None


def _blot(found: re.Match[str]) -> str:
    return HIDDEN * len(found[0])


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Compiled on first use: a cold start pays for them only when a task comes in."""
    return tuple(re.compile(pattern) for pattern in (*_QUOTES, *_NAMES, *_LOOKING_BACK, *_COURTESIES))
