"""The forms of words in which a customer tells the CEO something, as patterns over plain sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class Verb(StrEnum):
    """What can be told."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request changes"
    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Form:
    """A sentence that fits `pattern` as a whole tells `verb`.

    Group `target` is what it applies to, `comment` what should change, `wish` the same with the target behind it.
    Words that are common otherwise count only where `target` is nothing but a document's name. `comment` is what a
    form without such a group means.
    """

    verb: Verb
    pattern: re.Pattern[str]
    needs_document: bool = False
    comment: str | None = None


_I = r"(?:i|we)"
# Possessive, so that a run of such words is read once and not in every division of it.
_PERFORM = (
    rf"(?:(?:{_I} (?:hereby |herewith |now |gladly |both )*+|you (?:can|may) (?:now )?|"
    rf"{_I} (?:would like|want|wish)(?: you)? to |let us |(?:can|could|would|will) you )?(?:please |kindly |now |"
    r"then )*+)"
)
_CONSENT = r"(?:approval|sign off|go ahead|consent|okay|ok|green light|blessing)"
_PROJECT = r"(?:(?:(?:the|this|my|our|all|whole|entire) )*(?:project|work|everything|it|this))"
_CLOSING = (
    r"(?:,? (?:please|now|for now|immediately|right away|at once|until further notice|for the moment|today|thanks|"
    r"thank you|again))*"
)
_DOCUMENT = r"(?P<target>[^,:]{1,120}?)"
_SAYING = r"(?:[:,]| -| because) (?P<comment>.+)"
_MAYBE_SAYING = rf"(?:{_SAYING}|[:,]| -)?"
_CHANGES = r"(?:(?:some|a few|the following|these|a) )?(?:small |minor |more )?(?:changes?|revisions?)"

_APPROVALS = (
    rf"{_PERFORM}(?:approve|sign off(?: on)?|green light)(?: (?P<target>.*))?",
    rf"(?:you have|{_I} give(?: you)?|here is) (?:my|our) {_CONSENT} (?:for|on|to) (?P<target>.*)",
    r"approved",
)
_APPROVALS_OF_DOCUMENTS = (
    rf"{_PERFORM}accept (?P<target>.*)",
    r"approved(?:[:,]| -)? (?P<target>.*)",
    rf"{_DOCUMENT}(?:[:,]| -)? approved(?: by (?:me|us))?",
    rf"{_DOCUMENT} (?:is|are) (?:hereby|herewith|now) approved(?: by (?:me|us))?",
)
_CHANGE_REQUESTS = (
    rf"{_PERFORM}(?:request|ask for|want|need|have) {_CHANGES} (?:on|to|in|for|of|with) {_DOCUMENT}{_MAYBE_SAYING}",
    rf"changes? (?:requested )?(?:to|on|for|in) {_DOCUMENT}{_SAYING}",
    rf"{_PERFORM}(?:reject|send back|revise|rework|redo) {_DOCUMENT}{_MAYBE_SAYING}",
    rf"{_PERFORM}send {_DOCUMENT} back{_MAYBE_SAYING}",
    rf"{_PERFORM}(?:change|update|amend|edit) {_DOCUMENT}(?:(?:[:]| -| because) (?P<comment>.+))?",
    rf"{_DOCUMENT} needs? {_CHANGES}{_SAYING}",
    (
        rf"{_PERFORM}(?P<wish>(?:add|include|mention|put|insert|drop|remove|delete|describe|explain|"
        rf"cover) [^,:]{{1,300}}) (?:to|in|into|from|of|on) (?:the |our )?{_DOCUMENT}(?: please)?"
    ),
)
_SHORTER = (
    rf"{_PERFORM}make {_DOCUMENT} (?:much |a bit |a little )?(?:shorter|more concise)",
    rf"{_PERFORM}(?:shorten|condense) {_DOCUMENT}(?: please)?",
)
_PAUSES = (
    (
        rf"{_PERFORM}(?:(?:pause|halt|suspend|freeze)(?: {_PROJECT})?|put {_PROJECT} (?:on hold|on ice)|"
        rf"hold {_PROJECT}){_CLOSING}"
    ),
)
_RESUMPTIONS = (
    (
        rf"{_PERFORM}(?:(?:resume|unpause|reactivate|restart)(?: {_PROJECT})?|"
        rf"continue(?: (?:with )?(?:the |this )?(?:project|work))?|take {_PROJECT} off hold){_CLOSING}"
    ),
)
_CANCELLATIONS = (
    (
        rf"{_PERFORM}(?:cancel|abort|terminate|kill|scrap|end|delete|close|stop|quit) (?:(?:the|this|my|our|whole|"
        rf"entire) )*(?:project|"
        rf"it){_CLOSING}"
    ),
)
_RETRACTION = (
    r"^(?:wait|never mind|nevermind|scratch|forget (?:it|that|this)|on second thought|hold on|"
    r"just (?:kidding|joking|testing)|kidding|joking|actually no|no wait|no do not)\b|"
    r"\b(?:just kidding|only joking|changed my mind|second thoughts?|(?:do|did) not mean|hypothetical\w*|"
    r"(?:just|only) a test|for the sake of argument|not serious)\b"
)
_DOUBT = (
    rf"{_RETRACTION}|^(?:if|unless|provided|assuming|only|but|except|no|nope|not|imagine|suppose|supposing|pretend|"
    r"maybe|perhaps|theoretically|(?:for|as an) example|for instance|quotation)\b|"
    r"\b(?:not (?:yet|really)|do not (?:do|act|approve|pause))\b"
)


@cache
def forms() -> tuple[Form, ...]:
    """Every form, in the order in which they are tried."""
    plain = (
        *((Verb.APPROVE, pattern) for pattern in _APPROVALS),
        *((Verb.PAUSE, pattern) for pattern in _PAUSES),
        *((Verb.RESUME, pattern) for pattern in _RESUMPTIONS),
        *((Verb.CANCEL, pattern) for pattern in _CANCELLATIONS),
    )
    of_documents = (
        *((Verb.APPROVE, pattern) for pattern in _APPROVALS_OF_DOCUMENTS),
        *((Verb.REQUEST_CHANGES, pattern) for pattern in _CHANGE_REQUESTS),
    )
    return (
        *(Form(verb, re.compile(pattern)) for verb, pattern in plain),
        *(Form(verb, re.compile(pattern), needs_document=True) for verb, pattern in of_documents),
        *(
            Form(Verb.REQUEST_CHANGES, re.compile(pattern), needs_document=True, comment="Make it shorter.")
            for pattern in _SHORTER
        ),
    )


def without_lead_in(plain: str) -> str:
    """`plain` without the greetings, thanks and praise before what it says."""
    return _lead_in().sub("", plain, count=1)


@cache
def _lead_in() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|thanks(?: a lot)?|thank you(?: very much)?|"
        r"ok|okay|yes|yep|great(?: work| job)?|perfect|good(?: work| job)?|fine|super|nice(?: work)?|cool|alright|"
        r"all right|sure|so|and|then|now|also|well done|well|ada|ceo|team|there|everyone|"
        r"(?:(?:it|this|that|all) )?looks (?:good|great|fine)(?: to me)?|lgtm|excellent|agreed|please|kindly|"
        r"go ahead and|just|i am (?:very )?happy with it|i (?:have )?(?:read|reviewed) (?:it|"
        r"the [a-z ]{1,60}?))(?:[,:]| -|(?= )|$) ?)*"
    )


@cache
def request_in_courtesy() -> re.Pattern[str]:
    """Courtesy that tells: "could you please …?". "Can you …?" tells too where a word undoes it, as with a pause."""
    return re.compile(r"(?:can|could|would|will) you (?:(?:please|kindly) |pause\b|resume\b|put\b|unpause\b)")


@cache
def open_question() -> re.Pattern[str]:
    """A question such as "what must I approve?": it asks about a verb and does not weigh it."""
    return re.compile(r"(?:and |so |but )?(?:what|which|who|whom|when|how|where|why)\b")


@cache
def spoken_of() -> Mapping[Verb, re.Pattern[str]]:
    """The verbs themselves, however they are spoken of."""
    return {
        Verb.APPROVE: re.compile(
            r"\b(?:approve|approving|sign (?:\w+ )?off|signing off|green light|go ahead)\b|"
            r"^(?:yes|no|yep|sure|do it|please do|go for it)$"
        ),
        Verb.REQUEST_CHANGES: re.compile(r"\b(?:request(?:ing)? changes|reject(?:ing)?|send back)\b"),
        Verb.PAUSE: re.compile(r"\b(?:paus(?:e|ing)|suspend(?:ing)?|(?:put|putting|place) \w+(?: \w+)? on hold)\b"),
        Verb.RESUME: re.compile(r"\b(?:resume|resuming|unpause|reactivate)\b"),
        Verb.CANCEL: re.compile(r"\b(?:cancel|cancell?ing|abort|terminate)\b"),
    }


@cache
def retraction() -> re.Pattern[str]:
    """A sentence that takes back what was said before it."""
    return re.compile(_RETRACTION)


@cache
def doubt() -> re.Pattern[str]:
    """A sentence that takes back, makes conditional or unreal what the others of a message say."""
    return re.compile(_DOUBT)
