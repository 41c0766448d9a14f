"""What a customer tells the CEO to do, and how sure that is (ADR 54).

Each sentence is heard by the weights. What it tells is sure where they are sure of it and of no other act, where it has
no word of something else, and where nothing in the message leaves it open (`doubts.py`). A reason behind a comma,
praise before it and a question beside it leave nothing open. What is only likely is asked back, and "yes" does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from common.services import frozen
from domain.agents.brain.doubts import denies, is_doubtful, is_left_open, is_somebody_elses, without_lead_in
from domain.agents.brain.naming import Target, mentions_in, spans_in, target_of
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import Sentence, plain_of
from domain.agents.brain.telling import LIKELY, ORDERS, SURE, odds_of, unheard_in
from domain.language.text import QUOTE, Word
from domain.language.words import word_set

MAX_COMMENT_LENGTH = 4_000
# By how much it must be likelier than another act, and than that it is withheld.
_CLEARLY, _TOLD = 3.5, 2.0
_RIVALS = (*ORDERS, Act.WISH, Act.UNDO, Act.DECISION)
# Acts of another sentence that take an order back, or leave it in doubt.
_UNSETTLING = frozenset({Act.WITHHELD, Act.UNDO})
_ASKS = re.compile(r"(?:and |so |but )?(?:what|which|who|whom|when|how|where|why)\b")
_SHALL = re.compile(r"(?:should|shall)\b")
# A question that puts the order beside it in doubt.
_ASKED_OF_IT = re.compile(r"\b(?:should|shall|or|wait|better|sure|think|right|correct|already)\b")
_POLITE = re.compile(r"(?:can|could|would|will) you (?:please|kindly|pause|resume)\b|do (?!you|i|we|they)")
_SPEAKER = re.compile(r"\s*(?:[\w.]+ ){0,3}\w+:")
# "The roadmap is approved" may be a report.
_REPORT = re.compile(
    r"\b(?:is|are|was|were|been) (?!hereby|herewith|now)(?:\w+ )?approved\b(?! (?:by (?:me|us)|from (?:my|our)))|"
    r"\b(?:needs?|requires?|awaits?|waits?|waiting) (?:for )?(?:my |our |your )?(?:approval|sign)"
)
_JOINING = frozenset({"and", "because", "since", "so", "then", "but"})
# What an act applies to besides documents; behind it, these words say of what or for whom.
_WHOLE = word_set("it this that one am em them both all everything project work works things team thing lot")
_OF = word_set("for of with without from to in at about on")
# What a clause says of why or how long, behind what it tells.
_BEHIND = word_set("until till til while because since as so")
# What a comment on a document begins behind, and what only introduces it.
_MARK = re.compile("[:\n\"\u201c\u201e\u00ab]|\\s['-]|[-\u2013\u2014]\\s|\u2013|\u2014")
_INTRODUCED = re.compile(
    r"\A\s*(?:(?:my |the |a )?(?:comment|note|remark|reason|because|namely)s?\b[\s,:-]*)+", re.IGNORECASE
)
_QUOTES = "\"\u201c\u201d\u201e\u00ab\u00bb' "
# The sentences that a "yes" stands for.
_OFFERED = {
    Act.APPROVE: re.compile(r"approve the (?P<name>[^:]+)"),
    Act.REQUEST_CHANGES: re.compile(r"request changes on the (?P<name>[^:]+?): (?P<comment>.+)", re.DOTALL),
    Act.PAUSE: re.compile(r"pause the project"),
    Act.RESUME: re.compile(r"resume the project"),
}


@frozen
class Order:
    """Something to do, only where `is_sure`; else it is asked back.

    `comment` is what should change, in the customer's own words; `unheard` are words of no other order.
    """

    act: Act
    target: Target
    comment: str | None = None
    is_sure: bool = True
    unheard: tuple[str, ...] = ()


@frozen
class Told:
    """The orders of a message; `weighed` are those it only speaks of; `rest` are the sentences left to answer."""

    orders: tuple[Order, ...]
    weighed: tuple[Order, ...]
    rest: tuple[Sentence, ...]


@dataclass(frozen=True)
class _Heard:
    """An order as one sentence tells it: the `words` before its comment, and the place where that begins."""

    act: Act
    sentence: Sentence
    words: tuple[Word, ...]
    odds: Mapping[str, float]
    comment_at: int | None = None

    @cached_property
    def plain(self) -> str:
        """Its words as plain words."""
        return plain_of(self.words)

    @cached_property
    def clauses(self) -> list[tuple[Sequence[Word], Mapping[str, float]]]:
        """Its clauses, each with its odds."""
        return [(one, odds_of([(one, False)])) for one in _clauses(self.words)]

    @cached_property
    def telling(self) -> list[Sequence[Word]]:
        """The clauses that tell it: those with a document, or alike an order; all where none is."""
        telling = [one for one, odds in self.clauses if spans_in(_texts(one)) or odds[self.act] > LIKELY]
        return telling or [one for one, _ in self.clauses]

    @property
    def has_rival(self) -> bool:
        """Whether a clause of it tells another act: "approve the roadmap and cancel the contract"."""
        return any(_likeliest(odds) not in {None, self.act} for _, odds in self.clauses)


def offered_in(text: str) -> Order | None:
    """The order that a sentence offered by the CEO stands for."""
    for act, pattern in _OFFERED.items():
        if match := pattern.fullmatch(text):
            said = match.groupdict()
            return Order(act, target_of((said.get("name") or "").lower()), said.get("comment"))
    return None


def told_in(sentences: Sequence[Sentence]) -> Told:
    """The orders in `sentences`. A sentence that takes them back makes them things only weighed."""
    heard: list[tuple[_Heard, str | None]] = []
    rest: list[Sentence] = []
    position = 0
    while position < len(sentences):
        sentence, end = sentences[position], position + 1
        if found := _heard_in(sentence):
            if found.act is Act.REQUEST_CHANGES:
                end = _end_of_comment(sentences, end)
            comment = _comment(found, sentences[position + 1 : end]) if found.act is Act.REQUEST_CHANGES else None
            heard.append((found, comment))
        else:
            rest.append(sentence)
        position = end
    weighed = [(act, sentence.plain) for sentence in rest for act in _weighed(sentence)]
    is_taken_back = any(one.act in _UNSETTLING or is_doubtful(one.plain) for one in rest)
    if is_taken_back:
        weighed = [*((one.act, one.plain) for one, _ in heard), *weighed]
    unsure = {act: Order(act, target_of(plain), is_sure=False) for act, plain in reversed(weighed)}
    return Told(() if is_taken_back else _judged(heard, rest), tuple(unsure.values())[:1], tuple(rest))


def _heard_in(sentence: Sentence) -> _Heard | None:
    """The likeliest order of a sentence; what asks for changes is read without its comment."""
    words, whole = sentence.words, sentence.told
    if sentence.read.sentence.question and max(whole[act] for act in ORDERS) < SURE:
        return None  # what asks is an order only where that is sure
    place = _comment_place(sentence)
    if place is not None:
        head = odds_of([(words[:place], False)])
        odds = max(head, whole, key=lambda odds: odds[Act.REQUEST_CHANGES])
        if _likeliest(odds) is Act.REQUEST_CHANGES:
            return _Heard(Act.REQUEST_CHANGES, sentence, words[:place], odds, place)
    act = _likeliest(whole)
    return _Heard(act, sentence, words, whole) if act else None


def _likeliest(odds: Mapping[str, float]) -> Act | None:
    act = max(ORDERS, key=lambda act: odds[act])
    return act if odds[act] > LIKELY else None


def _judged(heard: Sequence[tuple[_Heard, str | None]], rest: Sequence[Sentence]) -> tuple[Order, ...]:
    """The orders, each act once where one of its sentences names the document: "Roadmap is in order. Approve."."""
    whole = _odds_of_all([one for one, _ in heard], rest)
    is_open = any(_is_open(one, rest) or one.has_rival for one, _ in heard)
    beside = [word for one in rest if not one.is_question for word in re.findall(r"\w+", one.plain)]
    orders: list[Order] = []
    for one, comment in heard:
        unheard = _unheard(one)
        is_sure = not is_open and not unheard and _is_clear(one, whole)
        target = target_of(one.plain)
        target = target if target.mentions else replace(target, mentions=mentions_in(beside))
        order = Order(one.act, target, comment, is_sure, unheard)
        before = orders[-1] if orders and orders[-1].act is one.act else None
        if before and not (before.target.mentions and order.target.mentions):
            orders.pop()
            named = before if before.target.mentions else order
            is_sure = (before.is_sure or order.is_sure) and not named.unheard
            order = replace(named, is_sure=is_sure, comment=order.comment or before.comment)
        orders.append(order)
    return tuple(orders)


def _is_clear(heard: _Heard, whole: Mapping[str, float]) -> bool:
    """Whether the weights are sure of it, in its sentence and in all that is said, and of no other act."""
    own = whole[heard.act]
    return (
        min(heard.odds[heard.act], own) > SURE
        and own - max(whole[act] for act in _RIVALS if act is not heard.act) > _CLEARLY
        and own - whole[Act.WITHHELD] > _TOLD
    )


def _odds_of_all(heard: Sequence[_Heard], rest: Sequence[Sentence]) -> Mapping[str, float]:
    """The odds of all that is said; what is asked beside an order says nothing of it."""
    if len(heard) == 1 and not rest:
        return heard[0].odds
    said = [(one.words, one.sentence.read.sentence.question) for one in heard]
    return odds_of([*said, *((one.words, False) for one in rest if not one.is_question)])


def _is_open(heard: _Heard, beside: Sequence[Sentence]) -> bool:
    """Whether words of an order, or of the sentences beside it, leave it open or to somebody else."""
    asks = heard.sentence.is_question and not _POLITE.match(without_lead_in(heard.plain))
    return (
        asks
        or any(map(is_left_open, (heard.plain, *(one.plain for one in beside if not one.is_question))))
        or is_somebody_elses(heard.plain)
        or _is_said_by_another(heard, beside)
        or (heard.act not in {Act.REQUEST_CHANGES, Act.RESUME} and denies(heard.plain))
        or (heard.act is Act.APPROVE and _REPORT.search(heard.plain) is not None)
        or any(one.is_question and _ASKED_OF_IT.search(one.plain) for one in beside)
    )


def _is_said_by_another(heard: _Heard, beside: Sequence[Sentence]) -> bool:
    """Whether the message opens with a name and a colon: "Carl: approve the roadmap"."""
    opening = _SPEAKER.match(heard.sentence.message)
    if opening is None or opening.end() > heard.telling[0][0].start:
        return False
    first = min((heard.sentence, *beside), key=lambda one: one.start)
    return bool(unheard_in([word for word in first.words if word.end <= opening.end()]))


def _unheard(heard: _Heard) -> tuple[str, ...]:
    """The words of no order that may say what else it applies to: "approve the invoice", "the roadmap for Acme"."""
    if heard.act is Act.REQUEST_CHANGES:
        return ()  # it needs the name of a document
    found: list[str] = []
    for clause in heard.telling:
        texts = _texts(clause)
        anchors = [end for _, end in spans_in(texts)] + [place + 1 for place, one in enumerate(texts) if one in _WHOLE]
        start = max(anchors, default=0)
        if anchors and texts[start : start + 1] and texts[start] not in _OF:
            continue
        ends = [place for place in range(start, len(texts)) if texts[place] in _BEHIND]
        found += unheard_in(clause[start : min(ends, default=len(clause))])
    return tuple(found)


def _texts(words: Iterable[Word]) -> list[str]:
    return [word.text for word in words]


def _clauses(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The words between marks and joining words; the name of a document may have such a word in it."""
    inside = {place for start, end in spans_in(_texts(words)) for place in range(start + 1, end)}
    opening = [
        place
        for place, word in enumerate(words)
        if place and place not in inside and (word.opens_segment or word.text in _JOINING)
    ]
    for start, end in pairwise([0, *opening, len(words)]):
        yield words[start:end]


def _weighed(sentence: Sentence) -> list[Act]:
    """The act a sentence speaks of without telling: "should I approve it?", "don't pause yet"."""
    asks = sentence.is_question and _ASKS.match(sentence.plain)
    if asks or (sentence.act not in {*ORDERS, Act.WITHHELD} and not _SHALL.match(sentence.plain)):
        return []
    act = sentence.act if sentence.act in ORDERS else max(ORDERS, key=lambda act: sentence.told[act])
    return [act] if sentence.act in {act, Act.WITHHELD} or sentence.told[act] > LIKELY else []


def _comment_place(sentence: Sentence) -> int | None:
    """The first word behind a mark or "because", where the words before it name a document or "it"."""
    words = sentence.words
    for place in range(1, len(words)):
        gap = sentence.message[words[place - 1].end : words[place].start]
        if _MARK.search(gap) or words[place].text == "because" or QUOTE in {words[place].text, words[place - 1].text}:
            target = target_of(plain_of(words[:place]))
            return place if target.mentions or target.is_it else None
    return None


def _comment(heard: _Heard, following: Sequence[Sentence]) -> str | None:
    """The comment as it was written, with the sentences after it; None where nothing is left of it."""
    sentence, place = heard.sentence, heard.comment_at
    start = heard.words[-1].end if place else sentence.end
    text = sentence.message[start : following[-1].end if following else sentence.end].lstrip(" ,.:;-\u2013\u2014")
    return _INTRODUCED.sub("", text).strip()[:MAX_COMMENT_LENGTH].strip().strip(_QUOTES) or None


def _end_of_comment(sentences: Sequence[Sentence], start: int) -> int:
    """A comment goes on until a sentence asks, thanks, tells something else or takes it back."""
    ending = (Act.THANKS, Act.BYE, *_UNSETTLING)
    for position, sentence in enumerate(sentences[start:], start):
        if sentence.is_question or sentence.act in ending or is_doubtful(sentence.plain):
            return position
        if max(sentence.told[act] for act in ORDERS if act is not Act.REQUEST_CHANGES) > SURE:
            return position
    return len(sentences)
