"""What no rule has read, and yet is about time: where such a word is left over, nothing is armed on a guess.

The text is written as one line in which "‹›" stands for all that was read, and held against a table of shapes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.pa.schedule.plan import Said
from domain.pa.schedule.said_parts import Placed
from domain.pa.schedule.shapes import ASKED_BACK_THEN, TOLD_CLAUSE
from domain.pa.schedule.spoken_zones import ZONE_INITIALS
from domain.pa.schedule.tokens import looks_misspelt
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import (
    FUNCTION_WORDS,
    MONTH,
    NUMBER,
    POLITE,
    RANK,
    REQUESTS,
    UNIT,
    either,
    family,
    words,
)

_N = r"(?:\d[\d.,]*_?)"
_END = r"(?= [^\w\s‹¤]| ‹|$)"  # a mark, a part that was read, or the end
_WORD_END = r"(?= |$)"
_FUNCTION = either(" ".join(sorted(FUNCTION_WORDS)))
_REQUEST = either(" ".join(sorted(REQUESTS)))
_OPENING = either("""
    at after before by during until upon over around toward towards within once when every following ahead prior
""")
_DATING = either("on by until from before after since in of through starting every during this next the")
_NEAR = either("around about approximately roughly circa ca by before after until from between")
_COUNTING = either("in for after all some within every over next coming")
_COUNTING_ONE = either("half one 1_ any other that same most this a per until by of last on during at once twice")
_TURNING = either("wait sorry actually rather make not better hang hold")
_TIME_WORD = either(family("time"))
_MOMENT = either(family("moments"))
_TELLING = either("remind ping alert notify wake text call message email nudge poke tell")
_DETERMINER = either("the a an our my your some all any every each this")
_EDGE = rf"(?= [^\w\s‹¤]| ‹|$| {_REQUEST}(?: |$))"  # where a clause ends or what should be done begins
_OWN = (
    rf"(?<!\blook )(?<!\blooking )(?:{either('at on by over during around before after until every this next come')})"
)
_SHAPES = (
    # "at sundown", "during a quiet moment"; "on an ongoing basis"; "until launch"; "always send …"; "every."
    rf"\b{_OWN} (?:{_DETERMINER} )?(?:(?!{_REQUEST} )[^\W\d_]\S* )?{_MOMENT}{_EDGE}|\b(?:small|wee|early) hours\b",
    rf"\bon an? (?!also )\S+ basis\b|^(?:{either(family('polite'))} )*always {_REQUEST}\b|\balways{_END}",
    rf"\S (?<!\bof )every(?: other)?{_END}|\bam and pm\b",
    rf"\b(?:during|throughout|until|come) (?:the |our |my )?[^\W\d_]\S*{_EDGE}",
    # rates, ranks and numbers that only a time can be
    rf"{NUMBER} x(?: /| per| an?|{_END})|{NUMBER} / {either('day week month hour year')}\b|\bquarter of {_N}",
    rf"(?:^|[,;:(-] )\d{{3,8}}(?:\.\d\d)?(?= [,;!?:)-]|$)|\b(?:0|zero|oh|o) {_N}|\bhundred (?:hours|h)\b",
    r"(?:^|[,;(-] )\d{1,2}\.\d\d(?= [,;!?:)-]|$)",
    rf"{RANK} (?:inst|prox|ult)\b|{NUMBER} (?:and|or|/|-|to) ‹|[~<>] ‹|\bon \d+ - \d+",
    rf"^(?:{_NEAR} )?{_N}(?: ish)? {_REQUEST}\b|^in {_N} {_REQUEST}\b",
    rf"(?:^|\b(?:on|the) ){NUMBER} , ‹",
    rf"\b(?:every|next|this) [^\W\d_]+ (?:day|week|month|quarter|year){_EDGE}|\bthe following (?:day|week|month)\b",
    rf"\b(?:in|by|before|until|from|during) (?:h|fy) {_N}|\bin the (?:am|pm|a\.m\.?|p\.m\.?){_WORD_END}",
    rf"[ap]\.m\.?{_WORD_END}|\bcalendar (?:day|week) {_N}",
    rf"\bat : \d|\bon the {RANK} {_REQUEST}{_WORD_END}",
    rf"§\S+|› (?:{'|'.join(sorted(ZONE_INITIALS))}){_WORD_END}",
    rf"(?:^|[.!?\n] |please )(?:{_OPENING}) (?!the way)\S+ (?:\S+ ){{0,3}}?(?:,|{_REQUEST}){_WORD_END}",
    (rf"{_TELLING} (?:me|us) (?!every){_OPENING} (?!the way)\S+"),
    rf"\b(?:on|until|by|before|after|from|every) (?:the )?[^\W\d_]\S*(?: [^\W\d_]+)? day{_WORD_END}",
    rf"\bevery [^\W\d_]+ (?:week|month|quarter|year|moon){_WORD_END}",
    rf"(?:^|\b(?:in|from|by|until|on) )(?:week|kw|cw) {_N}|\b(?:in|on|by|from) the {RANK} (?:day|week|month|quarter)\b",
    r"^(?!¤)[^\W\d_]\S*(?: [^\W\d_]+)? day [:,]",
    # ranks that could be a day of the month
    (
        rf"(?:\b{_DATING}|›) {RANK}(?! \w){_WORD_END}|(?<!\bthe )(?:\b(?:on|by|until|from|before|after"
        r"|since|in|of|through"
        rf"|starting|every|during|this|next)|›) {RANK}{_WORD_END}|\bthe {RANK} {_FUNCTION}{_WORD_END}"
    ),
    # numbers that stand like an hour, a date or a year
    (
        rf"(?<!› )\bat {_N}(?! \S*s{_WORD_END})(?! (?:%|percent)){_WORD_END}|› at {_N}{_WORD_END}|^{_N}"
        rf" {_REQUEST}{_WORD_END}"
    ),
    rf"\b(?:half|q) {_N}|{_N} (?:o'clock|clock|ish|a|p){_END}|\bin {_N}{_END}",
    rf"› (?:[/'-]|to) {_N}{_WORD_END}|› : {_N}{_END}|^\d{{1,2}}\.[01]\d [^\W\d_]",
    rf"(?:›|\b{_NEAR}) {_N}{_END}|\b{either('move change set shift switch make push')}\b.* to {_N}{_END}",
    (
        r"(?<!\btop )(?<!\bfirst )(?<!\blast )(?<!\bbest )(?<!\bthe )(?<!\bonly )(?<!\bthese )(?<!\bour )(?<!\bmy"
        rf" ){_N}(?= ‹)"
    ),
    r"\b(?:on|by|until|from|before|after|in|through|starting|every|during|next) (?:19|20)\d\d(?= |$)",
    r"[0-3]?\d\.[01]?\d\.\d\d(?= |$)|\b(?:on|until|from) [0-3]?\d\.[01]?\d(?= |$)|[0-3]?\d\.[01]?\d \.(?= [a-z])",
    rf"\b{_DATING} 20\d{{6}}",
    rf"› (?!1_ )(?:[1-9]|1\d|2[0-3])_? (?!\S+s{_WORD_END})[^\W\d_]|{RANK} (?:and|or|,|/) ‹",
    # units of time, where something counts them
    rf"(?:\b{_COUNTING}|{NUMBER}) (?:hours|minutes|clock){_WORD_END}|{NUMBER} (?:times|secs?|seconds?){_WORD_END}",
    rf"(?:\b{_COUNTING}|\b{_COUNTING_ONE}|{NUMBER}) (?:day|week|month|quarter|year){_WORD_END}",
    rf"(?:^|(?<!\S)(?!(?:of|{_REQUEST}) )\S+ )the (?:day|week|month|quarter|year){_WORD_END}",
    rf"\b(?:end|start|beginning|middle|rest|course|half) of the (?:day|week|month|quarter|year){_WORD_END}",
    rf"(?:^|(?<!\S)(?!(?:{_REQUEST}|to|with|and) )\S+ )(?!may|march){MONTH}{_WORD_END}",
    rf"(?:›|{NUMBER}) (?:am|pm){_WORD_END}|\b(?:half|quarter) (?:past|to){_WORD_END}",
    rf"\b(?:{_DATING}(?<!the)(?<!this)) (?:may|march)\b|\b(?:may|march) {NUMBER}",
    (
        rf"\b(?:{_DATING}(?<!of)(?<!the)(?<!in)|at) (?:the |my |your )?(?:christmas|xmas|easter|thanksgiving"
        r"|halloween|eve|birthday"
        r"|anniversary|holidays?)\b|^(?:christmas|xmas|easter|thanksgiving|halloween|birthday|anniversary|holidays?)\b"
    ),
    (
        rf"\b(?:every|starting|beginning) (?:¤|{NUMBER}|{RANK})|\bevery \S+ (?=‹)|(?<=[,.;:] )every (?=.*‹)|‹.*[,.;:]"
        r" every "
    ),
    rf"(?<![\w'-]){_TIME_WORD}(?:'s|-\S+)?{_WORD_END}|-{_TIME_WORD}{_WORD_END}",
)
# The same, where no schedule was read: "remind me on the trip".
_SHAPES_WITHOUT_A_SCHEDULE = (
    rf"{_TELLING} (?:me|us) (?!in (?:{NUMBER}|an?) (?!{UNIT})[^\W\d_]+)(?:on|in) (?!the way)\S+",
)
# The same, where a schedule was read: exceptions and corrections of it, and words that could be a misspelt part.
_SHAPES_BESIDE_A_SCHEDULE = (
    r"› (?:early|late)\b|\b(?:early|late) ‹",
    rf"\d_? (?:[/'-]|to) {_N}{_WORD_END}",
    (
        rf"(?:^|[^\w\s] )(?:no(?! [^\W\d_]+ [^\W\d_]*[.!]?$| (?!{_TURNING})[^\W\d_]+(?: [.,!;-]|$))|nope|sorry|actually"
        r"|rather|wait|correction)(?= |$)|\bi mean(?:t)?\b"
    ),
    r"\b(?:no|nope|sorry|actually|rather|wait|correction)(?= [^\w\s‹¤]|$)",
    r"\b(?:except|excluding|excl|skip|skipping|unless|minus|barring|omitting|sans)(?= |$)|› bar\b|\bw / o\b",
    # taken back, or said to be not so exact, in words of their own behind it
    rf"\b(?:make|change|move|set|switch|push) (?:that|it|this)\b(?: \S+){{0,2}}? (?:{_N}|{RANK}{_END}|‹¤)",
    rf"\b(?:or|better|rather|actually|no|well|hmm|eh|(?:earlier|later|sooner) than)(?: ,)? {_N}{_END}|{_N} instead\b",
    rf"[,.(-] (?:or so|(?:or )?thereabouts|roughly|more or less|give or take|approx(?:imately)?|ish|am|pm){_END}",
    rf"[,.(-] (?:at the )?(?:latest|earliest){_END}|[,.(-] (?:their|his|her|your|\S+'s) time{_END}",
    r"‹› (?:my |our |the )?(?:their|his|her|your|\S+'s) time\b",
    rf"\b(?:{'|'.join(sorted(ZONE_INITIALS))})(?= [^\w\s‹¤]|$)|\b(?:by|before) then\b|\bof the {RANK} week\b",
    rf"\b(?:last|first|{RANK}|other) (?:\S+ )?(?:of|in) the (?:day|week|month|quarter|year){_WORD_END}",
    r"\bonly (?:in|on|during|at|for|when|while)\b|\bfor (?:a while|a bit|some time|the time being)\b|\balternating\b",
    (
        r"\b(?:during|outside|in|within) (?:of )?(?:the )?(?:\S+ )?(?:holidays?|season|term|semester|vacations?)"
        rf"(?: time)?{_WORD_END}"
    ),
    r", (?:um|uh|uhm|erm|er) , (?:‹|\d|on |at )",
    r"\bbut (?:not|no|never|without|only) (?:on|in|if|when|while|during|for|every|until|after|before|at)\b",
)
_LIMIT = re.compile(r"\b(?:until|every|except|excluding|unless|skip|skipping|minus|starting|beginning|no|not|but)\b")
# These say no more than that something recurs, which is fine once it is said how.
_HARMLESS = words("regularly regular recurring periodic periodically repeatedly repeat often routinely always")
_PARTS = words("morning afternoon evening night noon midnight sunrise sunset")
_BEFORE_A_PART = r"\w+days?|this|that|every|tomorrow|today|at|in|by|on|the|same"
_LETTERS = frozenset(["M", "T", "W", "F", "S", "MO", "TU", "WE", "TH", "FR", "SA", "SU"])


def refuse_leftover(said: Said, placed: Sequence[Placed], things: frozenset[int], *, scheduled: bool) -> None:
    """Refuses a text in which a time word was not read by any rule. `things` are the places read as parts of a thing.

    Raises:
        ScheduleUnclearError: naming the first such word, with its neighbours.
    """
    read = {place for part in placed for place in range(part.first, part.last)} | things
    shown: list[str] = []
    for place, token in enumerate(said.tokens):
        if place not in read:
            harmless = (scheduled and token.text in _HARMLESS) or _is_of_a_name(said, place)
            shown.append("also" if harmless else said.shown_at(place, token.text))
        elif shown[-1:] != [mark := "‹¤›" if place in things else "‹›"]:
            shown.append(mark)
        beside = scheduled and {place - 1, place + 1} & read
        if place not in read and (_may_be_part(said, place, read) if beside else _is_slip_at_an_edge(said, place)):
            raise ScheduleUnclearError(token.text)
    line = " ".join(shown)
    for shape in (*_SHAPES, *(_SHAPES_BESIDE_A_SCHEDULE if scheduled else _SHAPES_WITHOUT_A_SCHEDULE)):
        for found in re.finditer(shape, line):
            sentence = re.split(r"[.!?\n] ", line[: found.start()])[-1] + line[found.start() :]
            if "‹›" not in line and re.match(ASKED_BACK_THEN, sentence):
                continue  # asked about the past
            if said.head_end and re.search(TOLD_CLAUSE, line[: found.start()].strip()) and not _LIMIT.search(found[0]):
                continue  # inside what should be done then
            raise ScheduleUnclearError(re.sub("[‹›§¤_\n]", "", line[max(found.start() - 1, 0) : found.end()]))


def _may_be_part(said: Said, place: int, read: set[int]) -> bool:
    """Whether a word beside the schedule looks like a misspelt part of one, a weekday's letter, or minutes."""
    token = said.tokens[place]
    closes = place + 1 == len(said.tokens) or said.tokens[place + 1].kind == "mark"
    letter = token.capital and token.text.upper() in _LETTERS and (place + 1 in read or closes)
    minutes = place - 1 in read and re.fullmatch(r"\d{1,2} [0-5]\d", f"{said.tokens[place - 1].text} {token.text}")
    return letter or bool(minutes) or (token.kind == "word" and looks_misspelt(token.text))


def _is_slip_at_an_edge(said: Said, place: int) -> bool:
    """Whether a word that opens or closes its clause, where adverbs stand, is a slip of a schedule word: "montly"."""
    token, tokens = said.tokens[place], said.tokens
    opens = all(other.kind == "mark" or other.text in POLITE for other in tokens[max(place - 1, 0) : place])
    closes = place + 1 == len(tokens) or tokens[place + 1].kind == "mark"
    named = token.capital and place > 0
    return token.kind == "word" and (opens or closes) and not named and looks_misspelt(token.text)


def _is_of_a_name(said: Said, place: int) -> bool:
    """Whether it is the first word of a name: the Night of "Night Bus", but neither "Monday Night" nor a greeting."""
    before, after = said.tokens[max(place - 1, 0)], said.tokens[min(place + 1, len(said.tokens) - 1)]
    token = said.tokens[place]
    titled = token.capital and after.capital and after.text not in FUNCTION_WORDS | REQUESTS
    return titled and (place > 0) and re.fullmatch(_BEFORE_A_PART, before.text) is None and token.text in _PARTS
