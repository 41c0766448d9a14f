"""The shapes of sentences in which a stretch of schedule words says something else than when to run.

A sentence is a line with its run as a mark, such as "remind me ‹dt› to call bob". The letters of the mark say what the
run is, see `Run.mark`; "•" is another run, "¤" a thing, and "§" stands before what can only be a time.
"""

from __future__ import annotations

from domain.pa.schedule.vocabulary import either, family

_FUNCTION, _POLITE, REQUEST = (f"(?:{either(family(name))}(?= |$))" for name in ("function", "polite", "requests"))
PLEASE = rf"(?:{_POLITE} |, )*"
ASKED = either("what who whom whose which where when why how whether if that")
_OWNING = either(r"the our my your this that his her its their \S+'s")
EVENTS = either(family("events"))
TASKING = either(family("tasking"))
_REPORT = either("summary report status update check overview list recap digest")
_ALERTS = either("reminders? alarm alert timer task")
_ARRANGING = either(family("arranging"))
_STATING = either(family("stating"))
HAPPENING = either(family("happening"))
_REPORTING = either("said says told thinks thought suggested proposed mentioned promised wrote hopes hoped")
_PAST = either(family("past"))
_ANOTHER = either(family("another"))
_BEHIND = either(family("behind"))
PREFACE = (
    r"^(?:is it possible (?:to|that)|is there (?:a|any) way to|if you (?:could|can|would|want|like)"
    r"|(?:it )?would (?:it )?be (?:\w+ )?(?:great|nice|lovely|good|awesome|possible|cool) (?:if (?:you|i|we) could|to)"
    r"|i was wondering if you could|do you mind|note to self|i want that"
    r"|make sure (?:that )?(?:i|we) (?:get|have|see)) "
)
_THING, TOLD = "is it when to run, or a part of the task?", "is it when to run, or is it told?"
_OTHER = "the words beside it make it another thing than a time to run"
_THAT = r"(?<!\beverything )(?<!\banything )(?<!\ball )(?<!\bme )(?<!\bus )\bthat"
_SINGLE_INSIDE = r"‹(?=\w*d)(?!\w*o)\w*›"
_TIMED_INSIDE = r"‹(?=\w*[dt])(?!\w*[or])\w*›"
_INSIDE = r"‹(?!\w*o)\w*›"
_NOT_ADDRESSED = "".join(rf"(?<!\b{word} )" for word in ("me", "us", "him", "her", "them"))

_AUTHORING = f"(?:{either(family('authoring'))}|{either(family('reviewing'))})"
_WISHING = r"(?:wants?|needs?|would|likes?|loves?|wish(?:es)?|prefers?|must|should|ha(?:ve|s) to)\b"
# What is told in front is when to run, where the request answers it: "Fridays at 4pm I do the books, so send me …".
_ANSWERED = (
    rf"‹(?=\w*o)\w*› (?:i|we) [^,]*, (?:so )?{PLEASE}(?:{REQUEST}|have ).* then$"
    rf"|‹(?=\w*o)(?=\w*r)\w*› (?:i|we) (?:(?!{EVENTS} |meet |see |talk |speak |,)\S+ )+, so {PLEASE}"
    rf"(?:{REQUEST}|have )"
)
# Times that are the words of what should be written, or told as the hours of something; "•" is a run.
CONTENT = (
    rf"^{PLEASE}{either(family('authoring'))} .*(?:[,:] (?!{REQUEST})(?:[^\W\d_]\S* ){{1,2}}• ?){{2,}}",
    rf"^{PLEASE}{_AUTHORING}(?: [^:•]*)? : (?!{REQUEST} )[^•:]*\b(?:{_STATING}|{HAPPENING}|will|meet)\b.*•",
    rf"^{either(family('authored'))} for [^•:]*: (?!(?:.* )?(?!open|close|back ){REQUEST}).*•",
    # told, and then asked or to be written without a time: "The shop is closed until Monday. Draft a note."
    (
        rf"^(?!{PLEASE}{REQUEST} |•)(?!.*\b(?:remind|please|needs?|wants?|like)\b)[^•]*\b(?:{_STATING}|{_PAST}|said|says"
        rf"|told|will|'d|runs?|opens?|closes?|closed)\b[^.!?]*•[^.!?]* [.!?] (?:(?!.*[.!?] {PLEASE}{REQUEST} )(?:.* )?"
        rf"(?:is|are|was|were|has|have|had|does|did|(?:what|how)(?! about)|which|who|why|whose) [^•.?!]* \?"
        rf"|{PLEASE}{either(family('authoring'))} [^•]*)$"
    ),
    (
        rf"(?:(?:is|are|'re) (?:open|closed)|opens?|closes?|meets?|starts?|ends?|{_STATING}) •[^•]*[,.;]"
        rf" {PLEASE}(?:{either(family('authoring'))}|put|add|update|say|word|phrase|make|turn) [^•]*"
        r"\b(?:that|this|it|these|them)\b[^•]*$"
    ),
)

# Before a run: what was asked about, or told, to have happened at that time; no wish is in it.
ASKED_BACK_THEN = (
    r"^(?:(?:hi|hey|so|and|ok|okay|well|,) )*(?:(?:why|how|when|where|what|who|which)\b(?: \S+){0,3}? )?"
    r"(?:did|was|were|had)\b(?!.*\b(?:that|hoping|wondering|thinking|wanting|could|can|would|able) )"
    rf"|^how (?:long|much time|many (?:\S+ )?(?:days|weeks|months))\b(?!.*\b{TASKING}\b)"
)
HAPPENED = (
    rf"^(?!{PLEASE}{TASKING} ){PLEASE}(?:i|we|they|he|she|it|you|there|{_OWNING} [^,]*?|\S+ and i)"
    rf"(?: (?!is |are |be )\S+){{0,2}}? {_PAST}\b(?!.*\b(?:{TASKING}|wants?|needs?|will|should|must|please|would|could"
    rf"|planned|supposed|due|meant|agreed|decided|to (?!you|us|him|her|them|the|my|our|\S+ing))\b)"
)

# In this order, each shape with what is asked back.
SHAPES = (
    (
        "I can only set up what should run",
        (
            rf"^(?:{either('please kindly can could would will you ok okay so and ,')} )*"
            r"(?:no|stop|cancel|pause|postpone"
            r"|reschedule|unsubscribe|(?:don't|do not|never)(?! (?:let me )?forget))\b"
        ),
    ),
    (
        "is it a question about that time?",
        r"^(?:• )?‹\w*› \?$|^(?:is|are|am|does|did|was|were|has|had) (?!(?:it|there) (?:possible|a way|any way)\b).*‹",
        r"^(?:do|did|does|have) you\b.*‹.*\?$",
        r"^(?:can|could|will|would|should) (?:we(?! (?:have|get)\b)|they|he|she|it(?! be\b)|the) .*‹(?!\w*o)",
        r"^(?:what|who|when|which|where|why|how|do|have|will|shall|should|may|might)\b(?! you\b).*‹.*\?$",
        r"^(?:can|could|would) (?!you\b|i\b|it be|we (?:have|get)\b|somebody|someone).*‹.*\?$",
    ),
    (
        TOLD,
        (
            rf"^(?!{_ANSWERED})(?:‹\w*› )?(?:it's|that's|let's|(?:i|we|they|he|she|you|it|there)"
            rf" (?!{_WISHING}))(?=.*‹|[^‹]*$)"
        ),
    ),
    (TOLD, r"^(?:‹\w*› )(?:works|suits|fits|sounds|looks)(?: |$)"),
    ("is it when to run?", r"\b(?:see|meet|talk to|speak to|catch) you\b.*‹"),
    (
        "is it when to run?",
        r"^(?:(?:please|can|could|you) )*(?:make|change|set|move|switch|shift) (?:it|that|this|them)(?: to| at)? ‹\w*k",
    ),
    (
        _OTHER,
        rf"(?:^| )(?:{_ANOTHER}|(?:instead|half) of|all but|(?:early|late|thing|lunch|dinner|not|never) on) ‹",
        r"(?:^| )(?:to|like) ‹\w*t|¤ ‹(?=\w*t)(?!\w*[dr])",
    ),
    (
        _THING,
        (
            rf"(?:^| )(?<!\bdo ){_OWNING}(?<!\bme that)(?<!\bus that) ‹"
            rf"|^(?!for ‹\w*o\w*› (?:i|we|please|,|{REQUEST}) )(?!.*\b(?:{_ALERTS}|set up|schedule) .*‹)"
            r"(?:.* )?(?:of|for|to|due|any|some) ‹(?!\w*v)"
        ),
    ),
    (
        _THING,
        rf"\b(?:(?!that\b){ASKED}|{_THAT})(?:'s)? .*‹(?!\w*o)(?!\w*[re]\w*g)",
        rf"{_THAT} .*{_INSIDE}",
    ),
    (
        TOLD,
        rf"(?:\w'(?:m|re)|\b(?:it's|that's|there's|he's|she's|today's|here's)) .*{_INSIDE}",
        rf"^(?!(?:i|we) (?:want|need|would like)\b).*\b(?:{HAPPENING}|takes? place|will be) {_INSIDE}",
        rf"^(?!{PLEASE}{REQUEST} )(?!.*\b{ASKED}\b.*‹)\S+(?: \S+)? {_REPORTING} .*{_INSIDE}",
        rf"^(?:{_OWNING} |an? )?(?!note :){either(family('authored'))}(?: (?:for|on|of|in) [^:‹]*)? : .*{_INSIDE}",
        rf"^{PLEASE}{either(family('reviewing'))}(?: \S+)* : .*‹",
        rf"^{PLEASE}{_AUTHORING}(?: \S+)* : (?!{REQUEST} ).*{_INSIDE}",
        rf"^(?!.*\b{ASKED}\b.*‹).*\b{_STATING} .*{_INSIDE}",
        r"^\S+ \S+ (?:.* )?(?:i|we|they|he|she|i'll|we'll) .*‹(?!\w*[or])",
    ),
    (
        _THING,
        (
            rf"(?<!\bme )(?<!\bus )‹(?!\w*o)\w*s|\b(?:move|shift|reschedule|postpone|change|rebook"
            r"|book|reserve|host|attend|join|invite|announce|arrange|organi[sz]e|block|pencil|(?:schedule|plan"
            r"|create|put|find|set up)"
            rf" (?:\S+ ){{1,3}}{EVENTS}) .*‹(?!\w*o)\w*r"
        ),
        r"‹(?!\w*o)\w*u|(?<!\bme )(?<!\bus )‹(?!\w*[oct])(?=\w*d)\w*w",
    ),
    (
        _OTHER,
        rf"‹\w*› (?:- )?{_BEHIND}(?: |$)|{_INSIDE} (?:{_STATING}|works|suits|fits|will|would)(?: |$)",
        r"‹\w*› (?:-|to) §?\d|‹\w*› (?:next|last)(?: \W|$)|‹\w*› ¤since",
    ),
    (
        "do you mean “every”?",
        rf"‹\w*q|^(?:\S{{1,2}} )*(?!{_FUNCTION}|{_POLITE}|{REQUEST})[^\W\d_]{{1,2}} ‹\w*d",
        rf"^(?!{_POLITE}|{REQUEST}|{_ALERTS} )[^\W\d_]+ ‹\w*w",
    ),
    ("is that a time zone? Name it in full", r"‹\w*z"),
    (_THING, rf"{_NOT_ADDRESSED}‹(?!\w*[co])\w*› (?!{_FUNCTION})[^\W\d_]"),
    (
        "is the word behind it what should be done then?",
        rf"{_NOT_ADDRESSED}‹(?=\w*n)(?!\w*c)\w*› (?!{_FUNCTION}|{REQUEST})[^\W\d_]",
    ),
    # One day at the end may belong to a thing: "the call on Friday", "book the flight on 3 December".
    (
        _THING,
        (
            rf"^(?!(?:for|on|about|re) (?:\S+ ){{1,4}}: (?:‹|{REQUEST})|[^:]* : ‹\w*t\w*› ,? ?{REQUEST})"
            rf"(?!(?:set|add|put|create|make|new) (?:me )?(?:an? )?{_ALERTS} : ‹)(?:(?:\S+ ){{3,}}: "
            r"|(?:re|fwd|fw|aw|wg|subject|note|fyi)\b.*: ).*‹\w*d"
        ),
    ),
    (
        _THING,
        (
            rf"^(?!.*\b{_ALERTS}\b.*‹)(?:"
            rf"{PLEASE}(?!schedule (?:\S+ ){{0,4}}{_REPORT} for ‹){_ARRANGING} .*{_TIMED_INSIDE}"
            rf"|{PLEASE}remind (?:\S+ ){{0,5}}?{_ARRANGING} .*‹(?=\w*d)(?!\w*[oh])"
            rf"|(?!{PLEASE}{REQUEST} ).*\b{EVENTS} .*{_SINGLE_INSIDE}"
            rf"|.*\b{_OWNING} (?:\S+ ){{0,3}}{EVENTS} (?:(?:with|for|at|in|of) (?:\S+ ){{1,3}})?{_TIMED_INSIDE}"
            rf"|(?!.*\bremind\b.*\bto\b).*\ban? (?:\S+ ){{0,3}}{EVENTS} {_TIMED_INSIDE}"
            rf"|.*\b(?:about|for|regarding|concerning|at|from|before|after|during) {_OWNING}"
            rf" (?:\S+ ){{1,3}}{_TIMED_INSIDE}"
            rf"|.*\b(?:tell|ask|remind|get|want|let) (?!me\b|us\b)(?:\S+ ){{1,3}}to \S+ .*{_TIMED_INSIDE}"
            rf"|{PLEASE}(?:list|count|collect|search|look|check for) .*‹(?=\w*d)(?!\w*[oth])"
            rf"|{PLEASE}(?:search|look(?! at | into | over )) .*{_TIMED_INSIDE}"
            rf"|{PLEASE}{either(family('authoring'))} .*‹(?=\w*r)(?!\w*[ovt])"
            rf"|{PLEASE}(?:add|insert|include|mention|remove) .*‹(?=\w*r)(?!\w*[ov])"
            rf"|.*\bof {_OWNING} (?:\S+ ){{1,3}}‹(?=\w*d)(?!\w*[ot])"
            rf"|(?!.*\bremind\b.*\bto\b).*\b(?:about|for|regarding|concerning|at|from|of|before|after|during) an? "
            rf"(?:\S+ ){{1,3}}{_SINGLE_INSIDE}"
            rf"|.*(?!updated|informed|notified|posted|delivered|emailed|mailed|reminded|briefed|alerted|pinged|called)"
            rf"\b\w+ed {_SINGLE_INSIDE})"
        ),
    ),
)
# "Send me a daily summary of …" asks for one a day; "design a daily planner app" does not.
ADJECTIVES = (
    (
        "should it run every time, or is that what it is called?",
        rf"‹\w*y|\b{either(family('authoring'))} (?:\S+ ){{0,2}}‹|^(?!.*\b{either(family('giving'))} .*‹).*‹\w*k",
        rf"‹\w*k\w*› \S+ (?!{_FUNCTION})[^.!?\n,:;()-]",
    ),
)
_BUSY = (
    r"(?:have|has|got) (?:the|an?|my|our|their|his|her|them|him)|meet|meets|see|sees|talk|talks|speak|speaks"
    r"|present|presents|fly|flies|land|lands|leave|leaves|close|closes|open|opens|on|in a"
)
# An inner clause or a told one that has not ended yet: no comma, no "and" before what follows.
TOLD_CLAUSE = (
    rf"(?:\b(?:{ASKED}|because)|[,;.-] (?:i|we|they|he|she)(?: am| are| is|'\w+)? (?:{_BUSY})"
    r"|[,;.-] (?:the )?[^\W\d_]+ (?:meets|sees|talks|speaks|presents|flies|lands|leaves|has (?:the|an?|our)))\b"
    r"(?:(?!(?:[,;:.!?\n]|\b(?:and|or|but|so|then|also))(?: |$)).)*$"
)
# Words before a period that is of a thing beside a schedule: "the agenda for today", "what is due next week".
OF_A_NOUN = (
    rf"\b(?!(?:me|us|end|start|beginning|close|day|morning|afternoon|evening|night|week) |{REQUEST} )[^\W\d_]\S* of ‹"
)
OF_A_THING = (
    rf"(?:^|.* ){ASKED}\b.*‹|\b(?:for|in|of|during|compare|with|than|due|left|new|open|happening"
    r"|to \w+|(?!need|send|feed)\w+(?:ed|ing|ne|nt)) ‹"
)
