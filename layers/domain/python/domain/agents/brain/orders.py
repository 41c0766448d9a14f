"""What a customer tells the CEO to do, and how sure that is (ADR 54).

An order is sure where the weights are sure of it, every word of the clause that tells it is a word of orders, and
nothing in the message leaves it open: no condition, negation, doubt, other's words or second order. A reason behind a
comma, praise before it and a question beside it leave nothing open. What is only likely is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from common.services import frozen
from domain.agents.brain.comments import openings, own_comment, text_behind, tidied, without_introduction
from domain.agents.brain.naming import Kinds, mentions_in, spans_in
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import Sentence, plain_of, respelled
from domain.agents.brain.targets import Target, target_of
from domain.agents.brain.telling import LIKELY, ORDERS, SURE, odds_of, unheard_in
from domain.language.text import QUOTE, Word

# By how much it must be likelier than another act, and than that it is withheld.
_CLEARLY, _TOLD = 3.5, 2.0
_RIVALS = (*ORDERS, Act.WISH, Act.UNDO, Act.DECISION)
# A clause of so few words, as likely as this, may tell an order once more.
_SHORT, _NEARLY = 7, -2.0
_COURTEOUS = 3  # words: "thank you Ada"
# Acts of another sentence that take an order back, or leave it in doubt.
_UNSETTLING = frozenset({Act.WITHHELD, Act.UNDO})
_JOINING = frozenset({"and", "because", "since", "so", "then", "but"})
# What asks, behind an order in the same sentence: "approve it, then tell me what comes next".
_ASIDE = re.compile(
    r"(?:,| and| then)+ (?=(?:(?:please )?(?:tell|show|give) (?:me|us)|let me know|what|how much|how long|how many|when|who)\b)"
)
_DOUBT = (
    r"^(?:if|unless|provided|assuming|only|but|except|no|nope|not|imagine|suppose|supposing|pretend|maybe|perhaps|"
    r"theoretically|(?:for|as an) example|for instance|quotation|wait|never mind|on second thought|hold on)\b|"
    r"\b(?:not (?:yet|really)|do not|kidding|joking|changed my mind|hypothetical\w*|a test|not serious)\b"
)
# What leaves an act open wherever it stands: a condition, an exception, another time, a change of mind.
_OPEN = re.compile(
    r"\b(?:if|unless|once|provided|providing|assuming|subject to|whether|only|except|but|otherwise|hardly|almost|nearly|maybe|"
    r"perhaps|probably|possibly|do not|did not|not (?:yet|now|really|until)|rather not|never ?mind|wait|hang on|hold on|"
    r"on second thoughts?|changed my mind|kidding|joking|teasing|haha|instead|half|chapters?|pages?|sections?|paragraphs?)\b"
)
_OPEN_IN_TIME = re.compile(
    r"\b(?:when|as soon as|by the time|later|tomorrow|tonight|this evening|next (?:week|month|year)|"
    r"(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
# A change of mind before an act that can be taken back at once: "never mind, back on ice".
_REVERSIBLE = frozenset({Act.PAUSE, Act.RESUME})
_BEFORE_IT = re.compile(
    r"^(?:(?:ugh|oh|no|ok|actually|hm+|sorry|never ?mind|wait|hold on|hang on|on second thoughts?),? )+"
)
# What leaves it to somebody else or open, in the clause that tells it …
_NOT_SAID = re.compile(
    r"\b(?:should|could|would|can|might|may|will|shall|ought|said|says|say|wrote|writes|told|tells|asked|asks|wants?|"
    r"wanted|wishes|thinks?|reckons?|claims?|apparently|after|before|(?:other|another) (?:project|customer|account))\b"
)
# … or tells the contrary; what asks for changes may well say no to a document.
_NEGATED = re.compile(
    r"\b(?:not|no|never|nothing|nobody|none|neither|nor|un|revok\w+|withdraw\w*|undo|back off|"
    r"(?:approval|consent|signature|ok|yes) back|"
    r"(?:un|dis)(?:approv|accept|sign)\w*)\b"
)
_HARMLESS = re.compile(
    r"\b(?:(?:can|could|would|will) you|you (?:can|may|could|might)|may (?:be|go|take)|can (?:be|go)|if i may|"
    r"(?:i|we) (?:would like|want|wish)|(?:i|we) (?:say|can (?:now )?(?:say|start))|would like|"
    r"should be (?:put|stopped|paused|changed|reworked|revised|sent back)|"
    r"(?:no|not any|nothing|not|no further|without) (?:objections?|remarks?|complaints?|questions?|doubts?|to add|changes?|"
    r"more to add|corrections?|reservations?|issues?|problems?|comments?)|until further notice|only (?:now|just))\b"
)
# A question that puts the order beside it in doubt.
_ASKED_OF_IT = re.compile(r"\b(?:should|shall|or|wait|better|sure|think|right|correct|already)\b")
# "The roadmap is approved" may be a report, and "can you approve it?" a question.
_REPORT = re.compile(
    r"\b(?:is|are|was|were|has been|have been|been) (?!hereby|herewith|now)(?:\w+ )?approved\b(?! (?:by (?:me|us)|from "
    r"(?:my|our)))|\b(?:needs?|requires?|awaits?|waits?|waiting) (?:for )?(?:my |our |your )?(?:approval|sign)"
)
_POLITE = re.compile(
    r"(?:can|could|would|will) you (?:please|kindly)\b|(?:can|could|would|will) you (?:pause|resume)\b|do (?!you|i|we|they)"
)
_CAN_YOU = re.compile(r"(?:can|could|would|will) (?:you|we)\b")
# What an act applies to besides documents; behind it, these words say of what or for whom.
_WHOLE = frozenset(
    [
        "it",
        "this",
        "that",
        "one",
        "am",
        "em",
        "them",
        "both",
        "all",
        "everything",
        "project",
        "work",
        "works",
        "things",
        "team",
        "thing",
        "lot",
    ]
)
_OF = frozenset(["for", "of", "with", "without", "from", "to", "in", "at", "about", "on"])
# What a clause says of why or how long, behind what it tells.
_BEHIND = frozenset(["until", "till", "til", "while", "because", "since", "as", "so"])
# The sentences that a "yes" stands for.
_OFFERED = {
    Act.APPROVE: re.compile(r"approve the (?P<name>[^:]+)"),
    Act.REQUEST_CHANGES: re.compile(r"request changes on the (?P<name>[^:]+?): (?P<comment>.+)", re.DOTALL),
    Act.PAUSE: re.compile(r"pause the project"),
    Act.RESUME: re.compile(r"resume the project"),
}
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
    """`target` is what it applies to; `near` are documents that the message names beside it; `comment` is the
    customer's own words; `unheard` are words of no order. It is done only where `is_sure`.
    """

    act: Act
    target: Target
    comment: str | None = None
    is_sure: bool = True
    near: tuple[Kinds, ...] = ()
    unheard: tuple[str, ...] = ()


@frozen
class Told:
    """The orders of a message; `weighed` are acts it only speaks of; `rest` are the sentences left to answer."""

    orders: tuple[Order, ...]
    weighed: tuple[Act, ...]
    rest: tuple[Sentence, ...]


@frozen
class _Heard:
    """An order as one sentence tells it: its `words`, and the place of the first word of its comment."""

    act: Act
    sentence: Sentence
    words: tuple[Word, ...]
    odds: Mapping[str, float]
    comment_at: int | None = None


def offered_in(text: str) -> Order | None:
    """The order that a sentence offered by the CEO stands for."""
    for act, pattern in _OFFERED.items():
        if match := pattern.fullmatch(text):
            said = match.groupdict()
            return Order(act, target_of((said.get("name") or "").lower()), said.get("comment"))
    return None


def told_in(sentences: Sequence[Sentence]) -> Told:
    """The orders in `sentences`. One that takes them back makes them things only weighed."""
    heard, orders, rest = [], [], []
    position = 0
    while position < len(sentences):
        sentence, aside = _parted(sentences[position])
        position += 1
        found = _heard_in(sentence)
        if found is None:
            rest.append(sentences[position - 1])
            continue
        comment = None
        if found.act is Act.REQUEST_CHANGES:
            end = position if aside else _end_of_comment(sentences, position)
            comment = _comment(found, sentences[position:end])
            position = end
        heard.append(found)
        orders.append(Order(found.act, target_of(_plain(found.words)), comment))
        rest += [aside] if aside else []
    weighed = [act for sentence in rest for act in _weighed(sentence)]
    if any(map(_takes_back, rest, [heard] * len(rest))):
        return Told((), tuple(dict.fromkeys([*(one.act for one in orders), *weighed])), tuple(rest))
    whole = _odds_of_all(heard, rest) if len(heard) + len(rest) > 1 else heard[0].odds if heard else {}
    judged = [_judged(order, one, rest, whole) for order, one in zip(orders, heard, strict=True)]
    return Told(tuple(_merged(judged)), tuple(dict.fromkeys(weighed)), tuple(rest))


def _takes_back(sentence: Sentence, heard: Sequence[_Heard]) -> bool:
    """Whether a sentence takes the orders back; what was said before "pause it" changes its writer's mind to it."""
    is_before = all(one.act in _REVERSIBLE and sentence.end < one.sentence.start for one in heard)
    if heard and is_before and _BEFORE_IT.match(f"{sentence.plain} "):
        return False
    return sentence.act in _UNSETTLING or is_doubtful(sentence)


def is_doubtful(sentence: Sentence) -> bool:
    """Whether a sentence takes back, makes conditional or unreal what the others of a message say."""
    return _compiled(_DOUBT).search(sentence.plain) is not None


def without_lead_in(plain: str) -> str:
    """`plain` without the greetings, thanks and praise before what it says."""
    return _lead_in().sub("", plain, count=1)


def _heard_in(sentence: Sentence) -> _Heard | None:
    """The likeliest order of a sentence; what asks for changes is read without its comment."""
    words = sentence.words
    whole = sentence.told
    if sentence.read.sentence.question and max(whole[act] for act in ORDERS) < SURE:
        return None  # what asks is an order only where that is sure
    place = _comment_place(sentence)
    if place is not None:
        head = odds_of([(words[:place], False)])
        odds = max(head, whole, key=lambda odds: odds[Act.REQUEST_CHANGES])
        if _likeliest(odds) is Act.REQUEST_CHANGES:
            return _Heard(Act.REQUEST_CHANGES, sentence, words[:place], odds, place)
    act = _likeliest(whole)
    if whole and act in {None, Act.REQUEST_CHANGES} and own_comment(sentence) is not None:
        told = max(whole[Act.WISH], whole[Act.REQUEST_CHANGES])  # a wish with the document that it is for
        return _Heard(Act.REQUEST_CHANGES, sentence, words, {**whole, Act.REQUEST_CHANGES: told})
    return _Heard(act, sentence, words, whole) if act else None


def _comment_place(sentence: Sentence) -> int | None:
    """Where a comment would begin: behind what names a document, at the first clause that isn't itself an order."""
    words = sentence.words
    places = list(openings(sentence))
    for place, end in pairwise([*places, len(words)]):
        if _aims(words[:place]) and not _tells_to_return(words[place:end]):
            return place
    return None


def _tells_to_return(words: Sequence[Word]) -> bool:
    """Whether a clause tells once more that a document goes back: "not right, please redo it: …"."""
    return len(words) <= _SHORT and odds_of([(words, False)])[Act.REQUEST_CHANGES] > _NEARLY


def _likeliest(odds: Mapping[str, float]) -> Act | None:
    act = max(ORDERS, key=lambda act: odds.get(act, float("-inf")))
    return act if odds and odds[act] > LIKELY else None


def _aims(words: Sequence[Word]) -> bool:
    target = target_of(_plain(words))
    return bool(target.mentions) or target.is_it


def _judged(order: Order, heard: _Heard, rest: Sequence[Sentence], whole: Mapping[str, float]) -> Order:
    """The order with whether it is beyond doubt."""
    unheard = () if order.act is Act.REQUEST_CHANGES else _unheard(heard)
    aside = [one for one in rest if not one.is_question]
    plain = _plain(heard.words)
    told_as = Act.WISH if order.comment and heard.comment_at is None else None  # a wish with its document
    is_sure = (
        min(heard.odds[order.act], whole[order.act]) > SURE
        and whole[order.act] - max(whole[act] for act in _RIVALS if act not in {order.act, told_as}) > _CLEARLY
        and whole[order.act] - whole[Act.WITHHELD] > _TOLD
        and not any(_likeliest(odds_of([(clause, False)])) not in {None, order.act} for clause in _clauses(heard.words))
        and not unheard
        and not _leaves_open(heard, aside)
        and not _asks(heard.sentence, plain)
        and not any(one.is_question and _ASKED_OF_IT.search(one.plain) for one in rest)
        and not (order.act is Act.APPROVE and _REPORT.search(plain))
        and (order.act is Act.REQUEST_CHANGES or all(word.text != QUOTE for word in heard.words))
    )
    near = tuple(kinds for one in aside for kinds in mentions_in(one.plain.replace(",", "").split()).mentions)
    return replace(order, is_sure=is_sure, near=near, unheard=unheard)


def _leaves_open(heard: _Heard, beside: Sequence[Sentence]) -> bool:
    """Whether words of the message leave the act open, or to somebody else."""
    said = [_HARMLESS.sub(" ", plain) for plain in (_plain(heard.words), *(one.plain for one in beside))]
    if heard.act in _REVERSIBLE:
        said = [_BEFORE_IT.sub("", plain) for plain in said]
    telling = " ".join(_HARMLESS.sub(" ", _plain(clause)) for clause in _telling(heard))
    return (
        any(map(_OPEN.search, said))
        or (heard.act is not Act.PAUSE and any(map(_OPEN_IN_TIME.search, said)))
        or _NOT_SAID.search(telling) is not None
        or (heard.act not in {Act.REQUEST_CHANGES, Act.RESUME} and _NEGATED.search(telling) is not None)
    )


def _asks(sentence: Sentence, plain: str) -> bool:
    """Whether it asks, and does not just tell politely."""
    bare = without_lead_in(plain)
    if _POLITE.match(bare) or (_CAN_YOU.match(bare) and not sentence.read.sentence.question):
        return False
    return sentence.is_question


def _telling(heard: _Heard) -> list[Sequence[Word]]:
    """The clauses that tell it: those with a document, or alike an order; all where none is."""
    clauses = _clauses(heard.words)
    telling = [
        clause
        for clause in clauses
        if spans_in([word.text for word in clause]) or odds_of([(clause, False)]).get(heard.act, -9.0) > LIKELY
    ]
    return telling or clauses


def _unheard(heard: _Heard) -> tuple[str, ...]:
    """The words of no order that may say what else it applies to: "approve the invoice", "the roadmap for Acme"."""
    found: list[str] = []
    for clause in _telling(heard):
        texts = [word.text for word in clause]
        anchors = [end for _, end in spans_in(texts)] + [place + 1 for place, one in enumerate(texts) if one in _WHOLE]
        start = max(anchors, default=0)
        if anchors and texts[start : start + 1] and texts[start] not in _OF:
            continue
        ends = [place for place in range(start, len(texts)) if texts[place] in _BEHIND]
        found += unheard_in(clause[start : min(ends, default=len(clause))])
    return tuple(found)


def _clauses(words: Sequence[Word]) -> list[Sequence[Word]]:
    inside = {place for start, end in spans_in([word.text for word in words]) for place in range(start + 1, end)}
    opens = lambda place: words[place].opens_segment or words[place].text in _JOINING
    starts = [0, *(place for place in range(1, len(words)) if place not in inside and opens(place)), len(words)]
    return [words[start:end] for start, end in pairwise(starts) if end > start]


def _odds_of_all(heard: Sequence[_Heard], rest: Sequence[Sentence]) -> Mapping[str, float]:
    """The odds of all that is said; what is asked beside an order says nothing of it."""
    said = [(one.words, one.sentence.read.sentence.question) for one in heard]
    said += [(one.words, False) for one in rest if not one.is_question]
    return odds_of(said)


def _merged(orders: Sequence[Order]) -> list[Order]:
    """Each act once where one of its sentences names the document: "Roadmap is in order. Approve."."""
    merged: list[Order] = []
    for order in orders:
        before = merged[-1] if merged else None
        if before and before.act is order.act and not (before.target.mentions and order.target.mentions):
            named = before if before.target.mentions else order
            is_sure = before.is_sure or order.is_sure
            comment = order.comment or before.comment
            merged[-1] = replace(named, is_sure=is_sure and not named.unheard, comment=comment)
        else:
            merged.append(order)
    return merged


def _parted(sentence: Sentence) -> tuple[Sentence, Sentence | None]:
    """A sentence without the question behind it, and that."""
    match = _ASIDE.search(sentence.plain)
    if match is None or sentence.read.sentence.question:
        return sentence, None
    return sentence.parted(match.end())


def _plain(words: Sequence[Word]) -> str:
    return plain_of(words)


def _comment(heard: _Heard, following: Sequence[Sentence]) -> str | None:
    """The comment as it was written, with the sentences after it."""
    sentence = heard.sentence
    own = text_behind(sentence, heard.comment_at) if heard.comment_at else own_comment(sentence)
    more = sentence.message[sentence.end : following[-1].end] if following else ""
    return tidied(own + more if own else without_introduction(more.lstrip(" ,.:;")))


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
    """A comment goes on until a sentence asks, thanks, tells something else or takes it back."""
    for position in range(start, len(sentences)):
        sentence = sentences[position]
        is_courtesy = sentence.act in {Act.THANKS, Act.BYE} and len(sentence.plain.split()) <= _COURTEOUS
        ends = is_courtesy or sentence.is_question or sentence.act in _UNSETTLING or is_doubtful(sentence)
        found = None if ends else _heard_in(sentence)
        if ends or (found and found.odds[found.act] > SURE and found.act is not Act.REQUEST_CHANGES):
            return position
    return len(sentences)


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
