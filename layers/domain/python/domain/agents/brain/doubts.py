"""What leaves an order open, or to somebody else: closed lists of words, beside what the weights have learned.

A condition, an exception, another time or a change of mind leaves open whatever stands in the message. A negation, a
modal verb or other people's words do so in the clause that tells the order; elsewhere they may be its reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from domain.agents.brain.hearing import Heard
from domain.agents.brain.naming import spans_in
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import Sentence, plain_of
from domain.agents.brain.telling import unheard_in
from domain.language.words import word_set

_DOUBT = re.compile(
    r"^(?:if|unless|provided|assuming|only|but|except|no|nope|not|imagine|suppose|supposing|pretend|maybe|perhaps|"
    r"theoretically|(?:for|as an) example|for instance|quotation|wait|never mind|on second thought|hold on)\b|"
    r"\b(?:not (?:yet|really)|do not|kidding|joking|changed my mind|hypothetical\w*|a test|not serious)\b"
)
# What leaves an act open wherever it stands: a condition, an exception, another time, a change of mind.
_OPEN = re.compile(
    r"\b(?:if|unless|once|provided|providing|assuming|subject to|"
    r"whether|only|except|but|otherwise|hardly|almost|nearly|"
    r"maybe|perhaps|probably|possibly|do not|did not|not (?:yet|now|really|until)|rather not|never ?mind|wait|hang on|"
    r"hold on|on second thoughts?|changed my mind|kidding|joking|teasing|haha|instead|half|chapters?|pages?|sections?|"
    r"paragraphs?|when|as soon as|by the time|later|tomorrow|tonight|this evening|next (?:week|month|year)|"
    r"(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
# What leaves it to somebody else, in that clause or before it …
_HEARSAY = re.compile(
    r"\b(?:said|says|say|wrote|writes|told|tells|asked|asks|wants?|wanted|wishes|thinks?|reckons?|claims?|apparently|"
    r"according to|quotation)\b"
)
_SPEAKER = re.compile(r"\s*(?:[\w.]+ ){0,3}\w+:")
# … leaves it open in the clause that tells it …
_NOT_TOLD = re.compile(
    r"\b(?:should|could|would|can|might|may|will|shall|ought|after|before|"
    r"(?:other|another) (?:project|customer|account))\b"
)
# … or tells the contrary; what asks for changes may well say no to a document.
_NEGATED = re.compile(
    r"\b(?:not|no|never|nothing|nobody|none|neither|nor|un|revok\w+|withdraw\w*|undo|back off|"
    r"(?:approval|consent|signature|ok|yes) back|"
    r"(?:un|dis)(?:approv|accept|sign)\w*)\b"
)
_HARMLESS = re.compile(
    r"\b(?:(?:can|could|would|will) you|you (?:can|may|could)|may (?:be|go)|can (?:be|go)|if i may|would like|"
    r"(?:i|we) (?:would like|want|wish|say|can (?:now )?(?:say|start))|should be (?:put|paused|changed|revised)|"
    r"(?:no|nothing|not|no further|without) (?:objections?|remarks?|complaints?|questions?|doubts?|to add|changes?|"
    r"corrections?|issues?|problems?|comments?)|until further notice|only (?:now|just))\b"
)
# A question that puts the order beside it in doubt.
_ASKED_OF_IT = re.compile(r"\b(?:should|shall|or|wait|better|sure|think|right|correct|already)\b")
# "The roadmap is approved" may be a report, and "can you approve it?" a question.
_REPORT = re.compile(
    r"\b(?:is|are|was|were|has been|have been|been) (?!hereby|herewith|now)(?:\w+ )?approved\b(?! (?:by (?:me|us)|from "
    r"(?:my|our)))|\b(?:needs?|requires?|awaits?|waits?|waiting) (?:for )?(?:my |our |your )?(?:approval|sign)"
)
_POLITE = re.compile(
    r"(?:can|could|would|will) you (?:please|kindly)\b|(?:can|could|would|will) you (?:pause|resume)\b|"
    r"do (?!you|i|we|they)"
)
_CAN_YOU = re.compile(r"(?:can|could|would|will) (?:you|we)\b")
# What an act applies to besides documents; behind it, these words say of what or for whom.
_WHOLE = word_set("it this that one am em them both all everything project work works things team thing lot")
_OF = word_set("for of with without from to in at about on")
# What a clause says of why or how long, behind what it tells.
_BEHIND = word_set("until till til while because since as so")
# Acts of another sentence that take an order back, or leave it in doubt.
UNSETTLING = frozenset({Act.WITHHELD, Act.UNDO})


def is_doubtful(sentence: Sentence) -> bool:
    """Whether a sentence takes back, makes conditional or unreal what the others of a message say."""
    return _DOUBT.search(sentence.plain) is not None


def without_lead_in(plain: str) -> str:
    """`plain` without the greetings, thanks and praise before what it says."""
    return _lead_in().sub("", plain, count=1)


def takes_back(sentence: Sentence) -> bool:
    """Whether a sentence takes back the orders beside it."""
    return sentence.act in UNSETTLING or is_doubtful(sentence)


def is_open(heard: Heard, beside: Sequence[Sentence]) -> bool:
    """Whether words of an order, or of the sentences beside it, leave it open or to somebody else."""
    said = [_HARMLESS.sub(" ", plain) for plain in (heard.plain, *(one.plain for one in beside if not one.is_question))]
    telling = " ".join(_HARMLESS.sub(" ", plain_of(clause)) for clause in heard.telling)
    until_told = _HARMLESS.sub(" ", plain_of([word for word in heard.words if word.end <= heard.telling[-1][-1].end]))
    return (
        any(map(_OPEN.search, said))
        or _HEARSAY.search(until_told) is not None
        or _is_somebodys(heard, beside)
        or _NOT_TOLD.search(telling) is not None
        or (heard.act not in {Act.REQUEST_CHANGES, Act.RESUME} and _NEGATED.search(telling) is not None)
        or (heard.act is Act.APPROVE and _REPORT.search(heard.plain) is not None)
        or _asks(heard)
        or any(one.is_question and _ASKED_OF_IT.search(one.plain) for one in beside)
    )


def _is_somebodys(heard: Heard, beside: Sequence[Sentence]) -> bool:
    """Whether the message opens with a name and a colon: "Carl: approve the roadmap"."""
    opening = _SPEAKER.match(heard.sentence.message)
    first = min((heard.sentence, *beside), key=lambda one: one.start)
    if opening is None or opening.end() > heard.telling[0][0].start:
        return False
    return bool(unheard_in([word for word in first.words if word.end <= opening.end()]))


def _asks(heard: Heard) -> bool:
    """Whether it asks, and does not just tell politely."""
    bare = without_lead_in(heard.plain)
    if _POLITE.match(bare) or (_CAN_YOU.match(bare) and not heard.sentence.read.sentence.question):
        return False
    return heard.sentence.is_question


def unheard(heard: Heard) -> tuple[str, ...]:
    """The words of no order that may say what else it applies to: "approve the invoice", "the roadmap for Acme"."""
    if heard.act is Act.REQUEST_CHANGES:
        return ()  # it needs the name of a document
    found: list[str] = []
    for clause in heard.telling:
        texts = [word.text for word in clause]
        anchors = [end for _, end in spans_in(texts)] + [place + 1 for place, one in enumerate(texts) if one in _WHOLE]
        start = max(anchors, default=0)
        if anchors and texts[start : start + 1] and texts[start] not in _OF:
            continue
        ends = [place for place in range(start, len(texts)) if texts[place] in _BEHIND]
        found += unheard_in(clause[start : min(ends, default=len(clause))])
    return tuple(found)


@cache
def _lead_in() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:change of (?:plans?|heart|mind)|right|"
        r"hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|thanks(?: a lot)?|thank you(?: very much)?|"
        r"ok|okay|yes|yep|great(?: work| job)?|perfect|good(?: work| job)?|fine|super|nice(?: work)?|cool|alright|"
        r"all right|sure|so|and|then|now|also|well done|well|ada|ceo|team|there|everyone|"
        r"(?:(?:it|this|that|all) )?looks (?:good|great|fine)(?: to me)?|lgtm|excellent|agreed|please|kindly|"
        r"go ahead and|just|i am (?:very )?happy with it|i (?:have )?(?:read|reviewed) (?:it|"
        r"the [a-z ]{1,60}?))(?:,|(?= )|$) ?)*"
    )
