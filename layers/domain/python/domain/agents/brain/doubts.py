"""What leaves open whether something is told, in closed lists of words, beside what the weights have learned."""

from __future__ import annotations

import re

# What takes back, makes conditional or unreal what the other sentences of a message say.
_DOUBT = re.compile(
    r"^(?:if|unless|provided|assuming|only|but|except|no|nope|not|imagine|suppose|supposing|pretend|maybe|perhaps|"
    r"theoretically|(?:for|as an) example|for instance|quotation|wait|never mind|on second thought|hold on)\b|"
    r"\b(?:not (?:yet|really)|do not|kidding|joking|changed my mind|hypothetical\w*|a test|not serious)\b"
)
# What leaves an order open wherever it stands: a condition, an exception, another time, a change of mind.
_OPEN = re.compile(
    r"\b(?:if|unless|once|provided|providing|assuming|subject to|whether|only|except|but|otherwise|hardly|almost|"
    r"nearly|maybe|perhaps|probably|possibly|do not|did not|not (?:yet|now|really|until)|rather not|never ?mind|wait|"
    r"hang on|hold on|on second thoughts?|changed my mind|kidding|joking|teasing|haha|instead|half|chapters?|pages?|"
    r"sections?|paragraphs?|when|as soon as|by the time|later|tomorrow|tonight|this evening|next (?:week|month|year)|"
    r"(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
# What leaves it to somebody else, or to another time or project, in the sentence that tells it …
_NOT_TOLD = re.compile(
    r"\b(?:said|says|say|wrote|writes|told|tells|asked|asks|wants?|wanted|wishes|thinks?|reckons?|claims?|apparently|"
    r"according to|quotation|should|could|would|can|might|may|will|shall|ought|after|before|"
    r"(?:other|another) (?:project|customer|account))\b"
)
# … and what tells the contrary; what asks for changes may well say no to a document.
_NEGATED = re.compile(
    r"\b(?:not|no|never|nothing|nobody|none|neither|nor|un|revok\w+|withdraw\w*|undo|back off|"
    r"(?:approval|consent|signature|ok|yes) back|(?:un|dis)(?:approv|accept|sign)\w*)\b"
)
_HARMLESS = re.compile(
    r"\b(?:(?:can|could|would|will) you|you (?:can|may|could)|may (?:be|go)|can (?:be|go)|if i may|would like|"
    r"(?:i|we) (?:would like|want|wish|say|can (?:now )?(?:say|start))|should be (?:put|paused|changed|revised)|"
    r"(?:no|nothing|not|no further|without) (?:objections?|remarks?|complaints?|questions?|doubts?|to add|changes?|"
    r"corrections?|issues?|problems?|comments?)|until further notice|only (?:now|just))\b"
)
# The greetings, thanks and praise before what a sentence says.
_LEAD_IN = re.compile(
    r"(?:(?:change of (?:plans?|heart|mind)|right|"
    r"hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|thanks(?: a lot)?|thank you(?: very much)?|"
    r"ok|okay|yes|yep|great(?: work| job)?|perfect|good(?: work| job)?|fine|super|nice(?: work)?|cool|alright|"
    r"all right|sure|so|and|then|now|also|well done|well|ada|ceo|team|there|everyone|"
    r"(?:(?:it|this|that|all) )?looks (?:good|great|fine)(?: to me)?|lgtm|excellent|agreed|please|kindly|"
    r"go ahead and|just|i am (?:very )?happy with it|i (?:have )?(?:read|reviewed) (?:it|"
    r"the [a-z ]{1,60}?))(?:,|(?= )|$) ?)*"
)


def is_doubtful(plain: str) -> bool:
    """Whether a sentence takes back, makes conditional or unreal what the others of a message say."""
    return _DOUBT.search(plain) is not None


def is_left_open(plain: str) -> bool:
    """Whether a sentence leaves an order open, be it that order or said beside it."""
    return _OPEN.search(_HARMLESS.sub(" ", plain)) is not None


def is_somebody_elses(plain: str) -> bool:
    """Whether a sentence that sounds like an order leaves it to somebody else, or to another time."""
    return _NOT_TOLD.search(_HARMLESS.sub(" ", plain)) is not None


def denies(plain: str) -> bool:
    """Whether a sentence tells not to do something."""
    return _NEGATED.search(_HARMLESS.sub(" ", plain)) is not None


def without_lead_in(plain: str) -> str:
    """`plain` without the greetings, thanks and praise before what it says."""
    return _LEAD_IN.sub("", plain, count=1)
