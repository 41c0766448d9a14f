"""What a customer tells the CEO to do, and how sure that is (ADR 54).

An order is sure where the weights are sure of it and of no other act, where its words say nothing of something else,
and where nothing in the message leaves it open. A reason behind a comma, praise before it and a question beside it
leave nothing open. What is only likely is asked back, and "yes" does it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from common.services import frozen
from domain.agents.brain.comments import text_behind, tidied, without_introduction
from domain.agents.brain.doubts import UNSETTLING, is_doubtful, is_open, takes_back, unheard
from domain.agents.brain.hearing import Heard, heard_in
from domain.agents.brain.naming import Kinds, mentions_in
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import Sentence
from domain.agents.brain.targets import Target, target_of
from domain.agents.brain.telling import LIKELY, ORDERS, SURE, odds_of

# By how much it must be likelier than another act, and than that it is withheld.
_CLEARLY, _TOLD = 3.5, 2.0
_RIVALS = (*ORDERS, Act.WISH, Act.UNDO, Act.DECISION)
_COURTEOUS = 3  # words: "thank you Ada"
_ASKS = re.compile(r"(?:and |so |but )?(?:what|which|who|whom|when|how|where|why)\b")
_SHALL = re.compile(r"(?:should|shall)\b")
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

    `near` are documents that the message names beside it; `comment` is what should change, in the customer's own
    words; `unheard` are words of no other order.
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


def offered_in(text: str) -> Order | None:
    """The order that a sentence offered by the CEO stands for."""
    for act, pattern in _OFFERED.items():
        if match := pattern.fullmatch(text):
            said = match.groupdict()
            return Order(act, target_of((said.get("name") or "").lower()), said.get("comment"))
    return None


def told_in(sentences: Sequence[Sentence]) -> Told:
    """The orders in `sentences`. A sentence that takes them back makes them things only weighed."""
    heard: list[tuple[Heard, str | None]] = []
    rest: list[Sentence] = []
    position = 0
    while position < len(sentences):
        found = heard_in(sentences[position])
        position += 1
        if found is None:
            rest.append(sentences[position - 1])
            continue
        comment = None
        if found.act is Act.REQUEST_CHANGES:
            end = _end_of_comment(sentences, position)
            comment = _comment(found, sentences[position:end])
            position = end
        heard.append((found, comment))
    weighed = [act for sentence in rest for act in _weighed(sentence)]
    told = [one for one, _ in heard]
    if any(map(takes_back, rest)):
        return Told((), tuple(dict.fromkeys([*(one.act for one in told), *weighed])), tuple(rest))
    return Told(_judged(heard, rest), tuple(dict.fromkeys(weighed)), tuple(rest))


def _judged(heard: Sequence[tuple[Heard, str | None]], rest: Sequence[Sentence]) -> tuple[Order, ...]:
    """The orders, each act once, with whether they are beyond doubt."""
    told = [one for one, _ in heard]
    whole = _odds_of_all(told, rest)
    is_left_open = any(is_open(one, rest) or one.has_rival for one in told)
    near = tuple(
        kinds for one in rest if not one.is_question for kinds in mentions_in(re.findall(r"\w+", one.plain)).mentions
    )
    orders = [
        Order(one.act, one.target, comment, not is_left_open and _is_clear(one, whole), near, unheard(one))
        for one, comment in heard
    ]
    return tuple(_merged([replace(one, is_sure=one.is_sure and not one.unheard) for one in orders]))


def _is_clear(heard: Heard, whole: Mapping[str, float]) -> bool:
    """Whether the weights are sure of it, in its sentence and in all that is said, and of no other act."""
    rivals = max(whole[act] for act in _RIVALS if act is not heard.act)
    return (
        min(heard.odds[heard.act], whole[heard.act]) > SURE
        and whole[heard.act] - rivals > _CLEARLY
        and whole[heard.act] - whole[Act.WITHHELD] > _TOLD
    )


def _odds_of_all(heard: Sequence[Heard], rest: Sequence[Sentence]) -> Mapping[str, float]:
    """The odds of all that is said; what is asked beside an order says nothing of it."""
    if len(heard) == 1 and not rest:
        return heard[0].odds
    said = [(one.words, one.sentence.read.sentence.question) for one in heard]
    return odds_of([*said, *((one.words, False) for one in rest if not one.is_question)])


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


def _comment(heard: Heard, following: Sequence[Sentence]) -> str | None:
    """The comment as it was written, with the sentences after it."""
    sentence = heard.sentence
    own = text_behind(sentence, heard.comment_at) if heard.comment_at else ""
    more = sentence.message[sentence.end : following[-1].end] if following else ""
    return tidied(own + more if own else without_introduction(more.lstrip(" ,.:;")))


def _weighed(sentence: Sentence) -> list[Act]:
    """The act a sentence speaks of without telling: "should I approve it?", "don't pause yet"."""
    asks = sentence.is_question and _ASKS.match(sentence.plain)
    if asks or (sentence.act not in {*ORDERS, Act.WITHHELD} and not _SHALL.match(sentence.plain)):
        return []
    act = sentence.act if sentence.act in ORDERS else max(ORDERS, key=lambda act: sentence.told[act])
    return [act] if sentence.act in {act, Act.WITHHELD} or sentence.told[act] > LIKELY else []


def _end_of_comment(sentences: Sequence[Sentence], start: int) -> int:
    """A comment goes on until a sentence asks, thanks, tells something else or takes it back."""
    for position in range(start, len(sentences)):
        sentence = sentences[position]
        is_courtesy = sentence.act in {Act.THANKS, Act.BYE} and len(sentence.plain.split()) <= _COURTEOUS
        ends = is_courtesy or sentence.is_question or sentence.act in UNSETTLING or is_doubtful(sentence)
        found = None if ends else heard_in(sentence)
        if ends or (found and found.odds[found.act] > SURE and found.act is not Act.REQUEST_CHANGES):
            return position
    return len(sentences)
