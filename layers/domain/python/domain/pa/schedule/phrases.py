"""Phrases that hold time words and are no schedule: things ("the Monday call", "last week") and vague times ("soon").

A thing is blotted out before the grammar reads. A vague time is refused with its reason. Each pattern asks for a shape:
quotation marks, a possessive, an article before and a noun behind.
"""

from __future__ import annotations

import re
from functools import cache

from domain.pa.schedule.tokens import HIDDEN
from domain.pa.schedule.unclear import ScheduleUnclearError
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, MONTHS, REQUESTS, WEEKDAYS, either


def _not_after(listed: str) -> str:
    return "".join(rf"(?<!\b{word} )" for word in listed.split())


_UNIT = either("second minute hour day week weekend month quarter year sprint night")
_WEEKDAY = either(" ".join([*WEEKDAYS, *(name[:3] for name in WEEKDAYS)]))
_MONTH = either(" ".join([*MONTHS, *(name[:3] for name in MONTHS)]))
_COUNT = either("[0-9]+ an? one two three four five six seven eight nine ten twelve thirty sixty ninety few several")
_LAST = either("last past previous preceding prior")
_HABIT = either("daily bi-?weekly weekly fortnightly monthly quarterly yearly annual hourly nightly")
_OWNER = either("""
    the our my your their his her its this that these those
    (?!(?:let|it|that|what|here|there|who|he|she|how|where|when)'s)[a-z]+'s
""")
_NOUN = rf"(?!(?:{'|'.join(sorted(FUNCTION_WORDS))})\b)[^\W\d_][\w-]*"
_PART = either("morning afternoon evening night")
_CLOCK = r"(?:\d{1,2}(?:[:.]\d{2})? ?[ap]m|\d{1,2}:\d{2})"
_HOUR_IN_WORDS = either("one two three four five six seven eight nine ten eleven twelve")
_DAY_NAME = rf"(?:{_WEEKDAY}|noon|midnight|lunchtime|{_CLOCK}|{_PART}|weekend)"
_DATE = rf"(?:(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH})|(?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?))"
_PLACING = "on in at by over from until till every each before after through"
_OFTEN = either(
    "often frequently rarely seldom regularly sometimes constantly soon repeatedly recently continually always"
    " intermittently sporadically perpetually habitually presently"
)
_CRON_NAMES = either("hourly daily weekly monthly yearly annually midnight")
_REQUEST = either(" ".join(sorted(REQUESTS)))
_SPELL = either("day week weekend morning afternoon evening night holidays? vacation break")
OUR_HABIT = (
    rf"\b{_OWNER} (?:(?:20\d\d|q[1-4]|(?!{_UNIT}\b){_NOUN}) ){{0,2}}{_HABIT}(?:(?:,? and| or|,| &|/) ?{_HABIT})*"
    rf"(?= {_NOUN})"
)
_THINGS = (
    # quotations, addresses, file names, numbers that are names
    r'"[^"]*"',
    r"(?<![\w'])'(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)",
    (rf"https?://\S+|\S+@\S+\.\w+|[#@](?!{_CRON_NAMES}\b)[a-z][\w-]*|"
    r"\b(?:[a-z][\w-]*\.)+[a-z]{2,5}\b(?<![ap]\.m)|(?<![\d:])(?<!at"
    r" )\d{1,2}:\d(?!\d)"),
    rf"(?<=[a-z] )(?:24/7|24x7)(?= (?!{'|'.join(sorted(REQUESTS))}\b){_NOUN})",
    rf"\b(?:project|operation|codename) (?:{_WEEKDAY}|{_MONTH}|noon|midnight|today|tomorrow|sunrise|sunset|{_PART})\b",
    # what a mail says of itself, what it quotes, and when somebody wrote
    r"(?:^|(?<=\n))> ?[^\n]+|\bon [^.!?\n]{3,30}? \d{1,2}[:.]\d\d(?: ?[ap]m)?,? [^.!?\n:]{2,60} wrote:",
    r"\b(?:sent|date|received): [^\n]*?\d{1,2}:\d\d(?: ?[ap]m)?",
    # idioms
    r"\b(?:9-to-5|nine-to-five|real[- ]time|day[- ]to[- ]day|these days|in the meantime|on time|in time(?! for))\b",
    rf"\b{_UNIT}[- ](?:over|on|to)[- ](?:{_UNIT}|date)\b",
    # the weekly and monthly reports; the Daily Bread shop
    OUR_HABIT,
    # the Monday meeting, our Friday morning call, the 10:30 interview
    rf"{_not_after(_PLACING)}\b{_OWNER}(?<!this)(?<!that) {_DAY_NAME}(?: {_PART}| {_CLOCK})?(?= {_NOUN})(?! time\b)",
    # how far is the 15 January deadline; notes from the 8:30 client call
    rf"(?<=[a-z] ){_not_after(_PLACING + ' during this next over since')}\bthe {_DATE}(?= (?!{_REQUEST}\b){_NOUN})",
    rf"(?<=[a-z] )(?:from|of|about|for) the (?:{_CLOCK}|\d{{1,2}} o'clock)(?= (?:{_NOUN}|with\b))",
    rf"(?<=[a-z] ){_not_after(_PLACING)}\bthe {_CLOCK} ?(?:to|-) ?{_CLOCK}(?= (?!{_REQUEST}\b){_NOUN})",
    rf"\b(?:subject|betreff|re|fwd?): (?:{_NOUN} )?{_HABIT}(?= {_NOUN})",
    rf"\b{either('overview summary plan agenda list priorities numbers report update goals')} for the {_UNIT}\b",
    rf"(?<=[a-z] )(?:from|of|about) the {_WEEKDAY}(?: {_PART}| {_CLOCK})?(?= (?!{_REQUEST}\b){_NOUN})(?! time\b)",
    rf"(?<=[a-z] )(?!{_REQUEST}\b|days?\b|quarter|half|third|rest|end|course|space)[a-z]+ of {_COUNT} {_UNIT}s?\b",
    # the first thing to do, my first task of the day; the nine thirty call; the path /daily; says 14 days
    rf"\b(?:the|my|our|your) {either('first last next only')} thing (?=to\b|(?:that )?(?:i|we|you) )",
    (rf"\b(?:the|my|our|your) {either('first last next only')} (?!{_DAY_NAME}s?\b|{_UNIT}s?\b|{_MONTH}\b|one\b|work|week"
    rf"|business){_NOUN} of the {_UNIT}\b"),
    rf"(?<=[a-z] )the {_HOUR_IN_WORDS}(?: {either('ten fifteen twenty thirty forty fifty')})?(?= (?:call|meeting|slot))",
    rf"(?<![\w/])/[a-z][\w/-]*|\b\d+-?h(?= (?!{'|'.join(sorted(FUNCTION_WORDS | REQUESTS))}\b){_NOUN})",
    rf"\b{either('says? said is are allows? mentions? promises? states? offers?')} {_COUNT} {_UNIT}s(?= ?(?:[.!?,;]|$))",
    # the week ahead; since the day before; takes 3 to 5 days or a week; why it so often fails
    rf"\b{_OWNER} {_UNIT} (?:ahead|behind us|to come|gone by|that was)\b",
    rf"\bsince (?:the )?(?:(?:previous|last) )?{_UNIT}(?: before)?\b",
    (rf"\b{either('takes? took taking taken lasts? lasted')} (?:about |up to |only )?{_COUNT}(?: (?:to|or|-) {_COUNT})?"
    rf" {_UNIT}s?(?: (?:to|or) {_COUNT} {_UNIT}s?)?\b"),
    (rf"\b(?:why|how|whether|that|what|which|who)(?: [^\W\d_]+){{1,5}} (?:so |too |very |most |more |less )?"
    rf"{_OFTEN}(?= (?!{'|'.join(sorted(FUNCTION_WORDS | REQUESTS))}\b)[^\W\d_]{{3,}})"
    r"|\bhow often\b"),
    # the Christmas campaign, the Black Friday page
    (rf"{_not_after(_PLACING + ' during this next over since')}\b"
    rf"(?:{either('christmas easter thanksgiving halloween')}(?= (?!day|eve){_NOUN})"
    rf"|{either('black good easter cyber ash giving')} {_WEEKDAY}(?:'s)?\b"
    rf"(?! {either('eve morning afternoon evening night at')}))"),
    # the Q3 numbers, the invoice for December 2025
    _not_after(_PLACING + " during starting this next end early late")
    + rf"\b(?:(?:(?:for|of) )|(?<=[a-z] )|(?=\S+(?: 20\d\d)? {_NOUN}))(?:q[1-4]|h[12]|fy ?\d\d(?:\d\d)?)(?: 20\d\d)?\b",
    rf"(?<=[a-z] )for {_MONTH} 20\d\d\b|\b(?:with|against|than|vs|about) {_MONTH}(?: 20\d\d)?(?= and\b|[.!?\n]|$)",
    # Monday's call, last month's figures
    (rf"\b(?:{either('this last next previous coming past the')} )?"
    rf"(?:{_WEEKDAY}|{_MONTH}|{_PART}|today|tomorrow|yesterday|tonight|{_UNIT})'s"
    rf"(?= (?!{either('time end start beginning close notice eve day rest')}\b){_NOUN}| (?:and|or) \S+'s )"),
    rf"{_not_after(_PLACING)}\b{_OWNER} {_MONTH}(?: 20\d\d)?(?= {_NOUN})",
    rf"(?<=s' ){_SPELL}\b",
    # a two-day workshop; a 10 minute summary; the year-end closing
    rf"(?<!every )(?<!each )(?<!in )\b{_COUNT}-{_UNIT}(?:-(?:long|old))?\b(?= (?!interval|basis|rhythm){_NOUN})",
    (rf"{_not_after('in for every each')}\b{either('a the our this my')} {_COUNT}[ -]{_UNIT}(?= (?!interval"
    rf"|basis){_NOUN})"),
    rf"\b{_OWNER} (?:{_UNIT}[- ]end|end-of-{_UNIT})(?= {_NOUN})|(?<=[:,] )(?:year|quarter|month)-end(?= {_NOUN})",
    # in the last 24 hours; what changed last week; since Monday; 3 days ago; older than 14 days; four days a week
    (rf"{_not_after('until till by on every each')}(?<!\buntil the )(?<!\bon the )\b"
    rf"(?:(?:in|over|during|of|from|for|within|since|than|with|against|about|to) )?(?:the )?"
    rf"{_LAST} (?:{_COUNT} (?:working |business |calendar )?{_UNIT}s?|week|weekend|month|quarter|year|night)\b"
    rf"(?! of\b| (?:at|on) (?:the |a )?(?:\d|noon|midnight|{_WEEKDAY}))"),
    r"(?<=[a-z] )(?<!tomorrow )yesterday(?= ?[.!?,;]|$| (?:and|to|with|by|for|at|about|on|in)\b)",
    (rf"\bsince (?:then|yesterday|this morning|last \w+|(?:last )?{_WEEKDAY}|{_MONTH}(?: \d{{1,2}})?(?:,? 20\d\d)?"
    rf"|(?:\d{{1,2}} )?{_MONTH}(?: 20\d\d)?|20\d\d-\d\d-\d\d|20\d\d"
    rf"|the (?:start|beginning) of (?:the|this) {_UNIT})\b"),
    rf"\b(?:from|of|since|than|about) {_COUNT} {_UNIT}s? ago\b|(?<=[a-z] )for the day(?= (?:every|each)\b)",
    (rf"\b{either('due planned expected expiring ending happening scheduled about')} (?:(?:in|within|over|for)"
    r" )?the next"
    rf" (?:{_COUNT} )?{_UNIT}s?\b"),
    rf"\b(?:[a-z]+er|more|less) than {_COUNT} {_UNIT}s?(?: old| ago)?\b",
    rf"\b{_COUNT} {_UNIT}s? (?:overdue|late|old|behind|worth of)\b|(?<=[a-z]ing ){_COUNT} {_UNIT}s an? {_UNIT}\b",
    (rf"\b(?:how many|number of|amount of) {_UNIT}s?\b(?: (?:are|is) (?:left|there))?(?: (?:until|till|to|before)"
    rf" the (?={_NOUN}))?"),
    rf"\b{_UNIT}s (?:left|remaining|overdue|spent|worked|booked|logged|to go|(?:until|to) the {_NOUN})\b",
    rf"\b(?:about|of) the (?:coming|following) {_UNIT}\b",
    rf"\b(?:happened|\w+ed|spent|sold|made|was|were) (?:\w+ )?in {_MONTH}(?: 20\d\d)?\b",
    # a post about Sunday mornings; the difference between daily and weekly backups
    rf"\babout (?:{_WEEKDAY}s|{_WEEKDAY} {_PART}s)\b|\bbetween {_HABIT} and {_HABIT}(?= {_NOUN})",
    r"(?:^|(?<=[.!?\n] ))(?:good )?(?:morning|afternoon|evening|night)(?= ?!)",
    # greetings, and what was talked about
    (rf"(?<!every ){_not_after('on by before until till after from this next')}\b"
    rf"(?:{either('nice good great lovely wonderful pleasant happy')}|enjoy (?:your|the))"
    rf" (?:{_SPELL}|{_WEEKDAY})\b"
    r"(?= ?[,:!.\n)]| to | every | each | everyone| all| team| off| so far|$| [a-z]+,)"),
    (r"\b(?:rest of|hope) (?:your|the|you're|you are|you"
    rf" had)[^.!?,\n]{{0,30}}\b{_SPELL}\b[^.!?,\n]{{0,20}}(?=[.!?,\n]|$)"),
    r"\bas (?:we )?(?:have )?(?:discussed|agreed|mentioned|promised|said)(?: [^.!?,\n]{0,40})?(?=,)",
    (r"\bthanks?(?: you)?(?: again| so much| very much| a lot)? for [^.!?,\n]{0,50}"
    r"\b(?:yesterday|today|last week|this morning)\b"),
)  # fmt: skip

_NO_DAY, _NO_TIME = "it names no day", "it names no time"
EVENT = "it waits for an event, not for a time"
_WHOSE = either("the our my your his her their its this that these those each every i we you he she they it")
_FEAST = "(?:(?:christmas|new year(?:'s)?)(?: (?:eve|day))?|easter|thanksgiving|halloween|(?:black|good) friday)"
_AT_ALL = either("on every each until till by before after from starting this next through during at over in around")
_VAGUE = (
    (
        "I read schedules in English words only",
        r"(?=[^a-z\n]*\*)(?:[\d*][\d*/,-]* ){4}[\d*a-z][\w*/,-]*|\d{4}-?w\d\d(?:-\d)?|freq=\w+",
        r"\d{1,2}(?::\d\d)? uhr|(?<!at )um \d+",
        r"(?:r\d*/)?p(?=t?\d)(?:\d+[ymwd])*(?:t(?:\d+[hms])+)?",
    ),
    (
        _NO_DAY,
        r"in (?:the )?(?:near(?:er)? |not too distant |foreseeable )?future|down the (?:line|road|track)|before long",
        r"(?:for|over|in) the next while|in no time|o(?:n|ff) and o(?:n|ff)|on the reg(?:ular)?|in a (?:tick|mo|minute or \w+)",
        r"one of these (?!days)\w+",
        (
            r"(?:every|each) (?:now and|so often|once in a while|few|couple|time|full"
            r"|sprint|release|deploy\w*|payday|commit|holiday|semester|term|shift|iteration|fiscal)\b"
        ),
        r"once in a while|from time to time|now (?:and|&) (?:then|again)|(?:at )?some (?:point|time)|first thing",
        r"one of these days|in a (?:bit|while|moment|sec|jiffy)|when possible|a (?:bit|little) later|24/7|24x7",
        r"(?:a?round) the clock|non-?stop|all the time|day in (?:and )?day out|(?:the )?next time|any ?time|whenever",
        (
            r"(?:beginning|start|middle|end) of (?:\w+ )?week(?:end)?|(?:after|before|upon|following|during)"
            r" (?:every|each)"
        ),
        (
            r"(?:early|late|later|mid|sometime|towards?)(?: in| the)?(?: end of)?[ -]?(?:the |this |next )?"
            r"(?:week|month|year|quarter|tomorrow)"
        ),
    ),
    (
        _NO_TIME,
        (
            r"at (?:my|your|our|the) (?:convenience|leisure|earliest|latest)|as (?:early|late|soon) as|(?:no|not)"
            r" later than"
        ),
        r"\d{1,2};\d\d|(?<=at )\d{1,2}:\d",
        r"(?:close|end) of (?:the )?(?:business|play|working day|work day|work)|\w+ing time(?= \w+ |$)",
        r"(?:the )?same (?:time|day|hour) as|the time (?:i|we|you)",
        r"(?:the|my|our|your|their|her|his) (?:usual|normal|regular|agreed|same) (?:times?|hours?|days?|slots?)",
        (
            rf"{either('after before at around during over every')} (?:the )?"
            rf"{either('lunch(?:time)? breakfast dinner(?:time)? sunrise sunset dawn dusk bedtime work school')}"
        ),
        r"(?:during|in|within|outside|after) (?:business|office|working|opening) hours",
    ),
    (
        "how many, or how often?",
        rf"(?:a few|a couple of|several|some|many) {either('minutes hours days weeks months years times')}",
        r"(?:a|the next) couple (?:of )?[a-z]+|(?:occasional|frequent|sporadic) [a-z]+",
    ),
    (
        "I know no holidays and no seasons",
        (
            rf"{_AT_ALL} (?:the )?{_FEAST}(?! (?!at\b|send\b|please\b)[a-z])|(?:public|bank|school|national|federal)"
            r" holidays?"
        ),
        rf"(?:except|for|skip|skipping|no|not|without|excluding|{_AT_ALL}) (?:the )?holidays?",
        rf"(?:all|{_AT_ALL}) (?:the )?(?:summer|winter|spring|autumn|fall)",
    ),
    (
        EVENT,
        (
            r"(?:in|at) (?:due course|good time|time for the|the right time)|a while (?:after|before)"
            r"|(?:half|mid|part)way through"
        ),
        rf"mid-{_MONTH}|another (?:day|time)",
    ),
    (EVENT, r"only (?:if|when|once|unless)|\w+ permitting|every (?:other|second|third) time|one time only"),
    (EVENT, rf"{either('minutes? hours? days? weeks?')} (?:before|after|prior to) {_WHOSE}"),
    ("it is taken back", r"never ?mind|forget (?:it|that|about it)|(?:cancel|scratch) that"),
)
# A condition says when to run, unless it belongs to what is asked for: "list what must be done before the launch".
_CONDITION = re.compile(
    r"\b(?:when|once|as soon as|unless|before|after|until|till|while|upon|following|ahead of|prior to|in case|provided"
    r"|as long as|by the time|the (?:moment|minute|second|instant|day)(?: that)?"
    r"|(?<!check )(?<!see )(?<!know )(?<!ask )(?<!verify )(?<!great )(?<!nice )(?<!lovely )(?<!good )"
    r"if(?! you (?:could|can|would|want|like|wish)))"
    r" (?!that\b|anything else|\d|noon|midnight|then\b|further|every|each|possible|an?\b"
    r"|(?:the )?(?:end|last|first|next|this|\d+(?:st|nd|rd|th)?)\b)"
    rf"(?=(?:{_WHOSE}|some\w+|any\w+|every\w+|there|(?:[a-z]+ ){{1,2}}(?:is|are|has|have|was|were|(?!this)[a-z]+s))\b)"
)
_INNER = re.compile(r"\b(?:what|who|whom|whose|which|where|how|whether|if|why)\b")
# These open a clause too, but not where somebody is to be told: "remind me about the tender when I am back".
_NAMING = re.compile(r"\b(?:that|about|titled|called|named)\b")
_TOLD_TO = re.compile(r"\b[a-z]+ (?:me|us)\b(?! to\b)|\bkeep\b|\blet (?:me|us) know\b")
# Without a time, what a reminder or a request hangs on is an event: "remind me of it after the standup".
_REMINDED_AT = re.compile(
    rf"\b(?:remind|ping|nudge|alert|notify|poke|wake) (?:me|us)\b[^.!?\n]*? (?P<event>(?:upon|between|during"
    rf"|(?:as|come|towards?|nearer|closer to|throughout) (?:{_WHOSE})"
    rf"|on {_WHOSE}(?= (?:return|arrival|way))|(?:after|before|following) {_WHOSE}"
    r"|(?:at|in) (?:the|our|my) next) [a-z]+)"
    rf"|^(?:please )?(?P<opening>on [a-z]+(?:al|ion|ery|ipt|ure|ess|rn)|in case\b[^,]*),? {_REQUEST}\b"
    r"|^(?:please )?(?P<at>(?:at|in|on|during) (?:the|our|my|your) next [a-z]+"
    r"|should (?!i |we |you |they )[^,?]*(?=, )|(?:at|until|over) (?!to |least|most|\d|all)[a-z]+"
    r"|(?:christmas|new year's) (?:eve|day)\b)"
)
_CALENDAR = re.compile(r"\b(?:holidays?|weekdays?|weekends?|day|week|month|off|then)\b")
_CHECKED = re.compile(r"\b(?:check|see|know|ask|verify|find out)\b[^,.]*$")
_STATED = re.compile(
    r"\W*(?:(?:hi|hello|hey|please|pls|kindly|can|could|would|will|you|and|then|so|,) ?)*"
    r"(?:is|are|do|does|did|was|were|has|have|had)\b"
)


def hide_things(text: str) -> str:
    """`text` (plain) with every thing blotted out, character for character."""
    for pattern in _compiled(_THINGS):
        text = pattern.sub(lambda found: HIDDEN * len(found[0]), text)
    return text


def refuse_vague(text: str) -> None:
    """Refuses a phrase about time that names no time ("every now and then").

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, has one.
    """
    for why, *vague in _VAGUE:
        for pattern in _compiled(tuple(rf"(?<![\w'])(?:{shape})(?![\w'])" for shape in vague)):
            found = pattern.search(text)
            if found and not (found[0].startswith("over ") and _INNER.search(text[: found.start()])):
                raise ScheduleUnclearError(found[0], why)


def refuse_event(text: str, scheduled: int, *, timed: bool) -> None:
    """Refuses to wait for an event.

    `scheduled`: where a complete schedule ends that opens the text, or 0. `timed`: whether any time was read.

    Raises:
        ScheduleUnclearError: `text`, plain and with things hidden, says when to run by what happens.
    """
    if not timed and (found := _REMINDED_AT.search(text)):
        raise ScheduleUnclearError(next(filter(None, found.groups())), EVENT)
    for sentence in re.finditer(r"[^.!?\n]+", text):
        found = _CONDITION.search(sentence[0])
        if not found or _STATED.match(sentence[0]):
            continue
        lead, at = sentence[0][: found.start()], sentence.start() + found.start()
        # What is done at each run may depend: "every day at 9 look at the import and shout if it stops".
        rest = text[sentence.start() + found.end() : sentence.end()]
        of_each_run = scheduled and not _CALENDAR.search(rest) and len(re.findall("[a-z]+", text[scheduled:at])) > 1
        looked_up = found[0].startswith("if") and (_CHECKED.search(lead) or of_each_run)
        inner = _INNER.search(lead) or (_NAMING.search(lead) and not _TOLD_TO.search(lead))
        if not looked_up and not inner:
            raise ScheduleUnclearError(sentence[0][found.start() :].split(",")[0][:60], EVENT)


@cache
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Compiled on first use: a cold start pays for them only when a task comes in."""
    return tuple(re.compile(pattern) for pattern in patterns)
