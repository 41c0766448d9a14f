"""What a customer tells the CEO to do. Two witnesses must agree: the weights, and the grammar of an explicit order.

By its grammar a sentence is an order when all of it is one: a lead-in ("Hi Ada, please"), a verb, what it applies to,
courtesy. A condition, a negation, a doubt or another's words leave something over, and then nothing is done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from common.services import frozen
from domain.agents.brain.naming import mentions_in
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import Sentence, respelled
from domain.agents.brain.targets import target_of
from domain.projects.phases import spec_of

MAX_COMMENT_LENGTH = 4_000
ORDERS = (Act.APPROVE, Act.REQUEST_CHANGES, Act.PAUSE, Act.RESUME, Act.CANCEL)
# Acts of another sentence that take an order back, or leave it in doubt.
_UNSETTLING = frozenset({Act.WITHHELD, Act.UNDO})
_I = r"(?:i|we)"
# Possessive, so that a run of such words is read once and not in every division of it.
_PERFORM = (
    rf"(?:(?:{_I} (?:hereby |herewith |now |gladly |both )*+|you (?:can|may) (?:now )?|"
    rf"{_I} (?:would like|want|wish)(?: you)? to |let us |(?:can|could|would|will) you )?"
    r"(?:please |kindly |now |then )*+)"
)
_CONSENT = r"(?:approval|sign off|go ahead|consent|okay|ok|green light|blessing)"
_PROJECT = r"(?:(?:(?:the|this|my|our|all|whole|entire) )*(?:project|work|everything|thing|lot|it|this))"
_CLOSING = (
    r"(?:,? (?:please|now|for now|immediately|right away|at once|until further notice|for the moment|today|thanks|"
    r"thank you|again))*"
)
_DOCUMENT = r"(?P<target>[^,]{1,120}?)"
_SAYING = r"(?:,| because) (?P<comment>.+)"
_CHANGES = r"(?:(?:some|a few|the following|these|a) )?(?:small |minor |more )?(?:changes?|revisions?)"
# What tells each act, as the whole of a sentence. Group `target` is what it applies to, `comment` what should change,
# `wish` the same with the target behind it. Forms that begin with a document count for a document's name alone.
_FORMS = {
    Act.APPROVE: (
        rf"{_PERFORM}(?:approve|sign off(?: on)?|green light|accept)(?: (?P<target>.*))?",
        rf"(?:you have|{_I} give(?: you)?|here is) (?:my|our) {_CONSENT} (?:for|on|to) (?P<target>.*)",
        r"approved,? ?(?P<target>.*)",
        (
            rf"{_DOCUMENT},?(?: also| too)? approved(?: too| as well)?"
            r"(?: (?:by (?:me|us)|from (?:my|our) (?:side|end)))?"
        ),
        rf"{_DOCUMENT} (?:is|are) (?:hereby|herewith|now) approved(?: by (?:me|us))?",
    ),
    Act.REQUEST_CHANGES: (
        rf"{_PERFORM}(?:request|ask for|want|need|have) {_CHANGES} (?:on|to|in|for|of|with) {_DOCUMENT}(?:{_SAYING})?",
        rf"changes? (?:requested )?(?:to|on|for|in) {_DOCUMENT}{_SAYING}",
        rf"{_PERFORM}(?:reject|send back|revise|rework|redo|change|update|amend|edit) {_DOCUMENT}(?:{_SAYING})?",
        rf"{_PERFORM}send {_DOCUMENT} back(?:{_SAYING})?",
        rf"{_DOCUMENT} needs? {_CHANGES}{_SAYING}",
        (
            rf"{_PERFORM}(?P<wish>(?:add|include|mention|put|insert|drop|remove|delete|describe|explain|cover) [^,]"
            rf"{{1,300}}) (?:to|in|into|from|of|on) (?:the |our )?{_DOCUMENT}(?: please)?"
        ),
        rf"{_PERFORM}make {_DOCUMENT} (?:much |a bit |a little )?(?:shorter|more concise)",
        rf"{_PERFORM}(?:shorten|condense) {_DOCUMENT}(?: please)?",
    ),
    Act.PAUSE: (
        (
            rf"{_PERFORM}(?:(?:pause|halt|suspend|freeze)(?: {_PROJECT})?|"
            rf"(?:put {_PROJECT} )?(?:back )?on (?:hold|ice)|"
            rf"hold {_PROJECT}){_CLOSING}(?: (?:till|until|while) .{{1,80}})?"
        ),
    ),
    Act.RESUME: (
        (
            rf"{_PERFORM}(?:(?:resume|unpause|reactivate|restart)(?: {_PROJECT})?|"
            rf"(?:continue|carry on|go on)(?: (?:with )?(?:the |this )?(?:project|work))?|"
            rf"(?:start|begin)(?: {_PROJECT})? again|back to work|get {_PROJECT} (?:going|moving|rolling)|"
            rf"take {_PROJECT} off hold){_CLOSING}"
        ),
    ),
    Act.CANCEL: (rf"{_PERFORM}(?:cancel|abort|terminate|delete) {_PROJECT}{_CLOSING}",),
}
_DOUBT = (
    r"^(?:if|unless|provided|assuming|only|but|except|no|nope|not|imagine|suppose|supposing|pretend|maybe|perhaps|"
    r"theoretically|(?:for|as an) example|for instance|quotation|wait|never mind|on second thought|hold on)\b|"
    r"\b(?:not (?:yet|really)|do not|kidding|joking|changed my mind|hypothetical\w*|a test|not serious)\b"
)
# What leaves open, or to somebody else, what stands behind it.
_UNSETTLED = (
    r"\b(?:not|no|never|nothing|if|unless|when|once|after|before|until|till|whether|should|could|would|can|might|may|"
    r"said|says|wrote|writes|told|tells|asked|asks|wants?|thinks?|almost|nearly|but|except|only|hardly|un\w+|dis\w+)\b"
)
# An act that is spoken of and not told, by the stems that name it.
_SPOKEN_OF = {
    Act.APPROVE: r"approv|sign(?:ing)? (?:\w+ )?off|green light",
    Act.REQUEST_CHANGES: r"request\w* changes|reject|send back|send it back",
    Act.CANCEL: r"cancel|abort|terminat",
    Act.PAUSE: r"paus|suspend|on hold|break",
    Act.RESUME: r"resum|unpaus|reactivat|continu",
}


@frozen
class Order:
    """`target` is what it applies to, in plain words; `comment` what should change, in the customer's own."""

    act: Act
    target: str = ""
    comment: str | None = None


@frozen
class Told:
    """The orders of a message; `weighed` are acts it only speaks of; `rest` are the sentences left to answer."""

    orders: tuple[Order, ...]
    weighed: tuple[Act, ...]
    rest: tuple[Sentence, ...]


def told_in(sentences: Sequence[Sentence], *, is_confirmed: bool = False) -> Told:
    """The orders in `sentences`. A doubt elsewhere makes them things only weighed."""
    orders: list[Order] = []
    weighed: list[Act] = []
    rest: list[Sentence] = []
    position = 0
    while position < len(sentences):
        sentence = sentences[position]
        position += 1
        order = _order(sentence, is_confirmed=is_confirmed)
        if order is None:
            weighed += _weighed(sentence)
            rest.append(sentence)
            continue
        if order.act is Act.REQUEST_CHANGES:
            end = _end_of_comment(sentences, position)
            order = _with_more(order, sentence, sentences[position:end])
            position = end
        orders.append(order)
    if any(sentence.act in _UNSETTLING or is_doubtful(sentence) for sentence in rest):
        weighed = [*(order.act for order in orders), *weighed]
        orders = []
    return Told(tuple(orders), tuple(dict.fromkeys(weighed)), tuple(rest))


def is_doubtful(sentence: Sentence) -> bool:
    """Whether a sentence takes back, makes conditional or unreal what the others of a message say."""
    return _compiled(_DOUBT).search(sentence.plain) is not None


def without_lead_in(plain: str) -> str:
    """`plain` without the greetings, thanks and praise before what it says."""
    return _lead_in().sub("", plain, count=1)


def _order(sentence: Sentence, *, is_confirmed: bool) -> Order | None:
    """The order that the grammar finds and the weights agree to, or that the customer said yes to."""
    found = _spelled_out(sentence)
    if found is None or is_confirmed:
        return found
    agreed = {found.act, Act.WISH, Act.DEED} if found.act is Act.REQUEST_CHANGES else {found.act}
    return found if sentence.act in agreed else None


def _approved_of(bare: str) -> Order | None:
    """The approval behind praise of the one document that it means: "I like the roadmap, approve it"."""
    before, _, last = bare.rpartition(", ")
    match = _compiled(_FORMS[Act.APPROVE][0]).fullmatch(last) if before else None
    if match is None or not target_of(match["target"] or "").is_it or _compiled(_UNSETTLED).search(before):
        return None
    named = mentions_in(re.split(r"[\s,:-]+", before)).mentions
    return Order(Act.APPROVE, spec_of(named[0][0]).title.lower()) if len(named) == 1 and len(named[0]) == 1 else None


def _spelled_out(sentence: Sentence) -> Order | None:
    plain = respelled(sentence.plain) if "pr" in sentence.plain else sentence.plain
    bare = without_lead_in(plain)
    if sentence.read.sentence.question and not re.match(r"(?:can|could|would|will) you ", bare):
        return None
    if re.match(r"(?:can|could|would|will) you (?!please|kindly)(?:approve|accept|sign|cancel)", bare):
        return None
    for act, patterns in _FORMS.items():
        for pattern in patterns:
            match = _compiled(pattern).fullmatch(bare)
            target = (match.groupdict().get("target") or "").strip(" ,") if match else ""
            is_bare = pattern.startswith(_PERFORM) and act is Act.APPROVE and "accept" not in bare
            if match and (is_bare or bare == "approved" or act in ORDERS[2:] or target_of(target).is_name):
                return Order(act, target, _comment(sentence, match, len(plain) - len(bare)))
    return _approved_of(bare)


def _comment(sentence: Sentence, match: re.Match[str], shift: int) -> str | None:
    """The comment as it stands in the message."""
    if re.search(r"shorte[nr]|concise|condense", match.string) and "comment" not in match.groupdict():
        return "Make it shorter." if "wish" not in match.groupdict() else None
    if match.groupdict().get("wish"):
        # Without the document it is for ("add a section on GDPR to the roadmap"): a comment is about its own.
        own, rest = (sentence.text_from(shift + match.start(name)) for name in ("wish", "target"))
        return re.sub(r"(?i)\s+(?:to|in|into|from|of|on)\s+(?:the\s+|our\s+)?$", "", own.removesuffix(rest))
    if not match.groupdict().get("comment"):
        return None
    return sentence.text_from(shift + match.start("comment")).strip('"\u201c\u201d\u201e ')


def _weighed(sentence: Sentence) -> list[Act]:
    """The acts a sentence speaks of without telling: "should I approve it?", "don't pause yet"."""
    asks = sentence.is_question and re.match(
        r"(?:and |so |but )?(?:what|which|who|whom|when|how|where|why)\b", sentence.plain
    )
    if asks or (sentence.act not in {*ORDERS, Act.WITHHELD} and not re.match(r"(?:should|shall)\b", sentence.plain)):
        return []
    named = [act for act, stems in _SPOKEN_OF.items() if re.search(rf"\b(?:{stems})", respelled(sentence.plain))]
    return named or [sentence.act for _ in range(sentence.act in ORDERS)]


def _end_of_comment(sentences: Sequence[Sentence], start: int) -> int:
    """A comment goes on until a sentence asks, tells something else or takes it back."""
    for position in range(start, len(sentences)):
        sentence = sentences[position]
        if sentence.is_question or sentence.act in _UNSETTLING or is_doubtful(sentence) or _spelled_out(sentence):
            return position
    return len(sentences)


def _with_more(order: Order, sentence: Sentence, following: Sequence[Sentence]) -> Order:
    """The order with the sentences after it added to its comment, as they were written."""
    more = sentence.message[sentence.end : following[-1].end] if following else ""
    own = order.comment or ""
    said = (own + more if own else more.lstrip(" ,.:;")).strip()[:MAX_COMMENT_LENGTH].strip()
    return replace(order, comment=said.strip('"\u201c\u201d\u201e ') or None)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


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
