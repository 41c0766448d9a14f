"""What a message says, as data: orders, wishes, decisions, questions, imperatives, small talk, and what is declined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from common.services import frozen
from domain.agents.brain.doubts import is_doubtful
from domain.agents.brain.orders import Order, Told, offered_in, told_in
from domain.agents.brain.questions import Query, queries_of
from domain.agents.brain.reader import Act, Topic
from domain.agents.brain.sentences import Sentence, sentences_of
from domain.agents.brain.wishes import (
    Wish,
    decision_in,
    is_ordered,
    only_points,
    recorded_in,
    wish_in,
    wish_of,
    wish_weighed_in,
)  # fmt: skip
from domain.language.declined import certain_refusals
from domain.language.words import is_known

_MOST_QUERIES = 6
_DECLINED = (Act.SECRET, Act.OTHER_CUSTOMER, Act.OVERRIDE)
TALK = frozenset(
    {Act.GREETING, Act.THANKS, Act.BYE, Act.WELLBEING, Act.PRESENCE, Act.PRAISE, Act.COMPLAINT, Act.CHAT, Act.UNRELATED}
)
_SAID = TALK | {Act.STATEMENT}
# A sentence of these says something of its own where a topic is this clear in it: "I'm worried about the deadline".
_TOPIC_TOLD = 0.0
_SURE = 0.5  # log-odds from which a request is declined
_POINTING = re.compile(r"\b(?:it|that|this|those|these|them)\b")


@frozen
class Understanding:
    """What is to be answered, recorded and done.

    `weighed` and `wishes_weighed` are spoken of without being told. `deeds` are imperatives nobody here can carry out.
    `unclear` are the plain sentences in which no topic was found; `is_question`: one of them is a question.
    `talk` is what the small talk of a message does, and `undoes` whether it takes something back. `wants_it`: something
    is wanted that the message doesn't name.
    """

    instructions: tuple[Order, ...] = ()
    weighed: tuple[Order, ...] = ()
    wishes: tuple[Wish, ...] = ()
    wishes_weighed: tuple[Wish, ...] = ()
    decisions: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    queries: tuple[Query, ...] = ()
    unclear: tuple[str, ...] = ()
    is_question: bool = False
    refusals: tuple[Act, ...] = ()
    talk: Act | None = None
    undoes: bool = False
    corrects: bool = False
    wants_it: bool = False

    @property
    def tells(self) -> bool:
        """Whether something is to be done, recorded or weighed."""
        told = self.instructions or self.weighed or self.wishes or self.wishes_weighed
        return bool(told or self.decisions or self.deeds)


def understand(message: str, project_name: str = "", *, is_confirmed: bool = False) -> Understanding:
    """What `message` says. Where it asks for something that is declined, nothing else in it counts.

    `is_confirmed`: it stands for a sentence that the CEO offered and the customer said yes to.
    """
    sentences = sentences_of(message, project_name)
    refusals = tuple(dict.fromkeys(reason for sentence in sentences for reason in _refusals(sentence)))
    if refusals:
        return Understanding(refusals=refusals)
    if is_confirmed and (offered := offered_in(message)):
        return Understanding(instructions=(offered,))
    told = told_in(sentences)
    if recorded_in(sentences) and not any(order.is_sure for order in told.orders):
        told = Told((), (), sentences)
    rest = told.rest
    wishes, weighed = _wishes(rest, is_confirmed=is_confirmed and not told.orders)
    deeds = [one for one in rest if one.act is Act.DEED and not one.asks_for_its_own and not wishes]
    told_ones = rest if recorded_in(rest) else [one for one in rest if one in deeds or _is_told(one)]
    asked = _asked([one for one in rest if one not in told_ones])
    queries, unclear = _queries([one for one in asked if one.act not in {Act.UNDO, Act.CORRECTION}])
    return Understanding(
        instructions=told.orders,
        weighed=() if deeds or wishes else told.weighed,
        wishes=wishes,
        wishes_weighed=weighed,
        decisions=_found(map(decision_in, rest)),
        deeds=tuple(sentence.plain for sentence in deeds),
        queries=queries,
        unclear=unclear,
        is_question=any(sentence.is_question for sentence in asked),
        talk=_talk(rest),
        corrects=any(sentence.act is Act.CORRECTION for sentence in rest),
        undoes=any(sentence.act is Act.UNDO for sentence in rest),
        wants_it=any(map(only_points, rest)) and not any(one.is_question for one in rest),
    )


def _wishes(sentences: Sequence[Sentence], *, is_confirmed: bool) -> tuple[tuple[Wish, ...], tuple[Wish, ...]]:
    """The wishes told outright, and else those only weighed; a statement beside a question is no wish."""
    if is_confirmed:
        return tuple(wish_of(one.text) for one in sentences if one.plain.startswith("please ")), ()
    if recorded := recorded_in(sentences):
        return (recorded,), ()
    wishes, weighed = _found(map(wish_in, sentences)), _found(map(_weighed_in, sentences))
    if any(one.act in {Act.WITHHELD, Act.UNDO} or (is_doubtful(one.plain) and not wish_in(one)) for one in sentences):
        return (), wishes or weighed
    asking = [one for one in sentences if not wish_in(one) and (one.is_question or one.asks_for_its_own)]
    if asking:
        is_meant = any(_POINTING.search(one.plain) for one in asking)
        weighed = (wishes if is_meant else ()) or _found(_weighed_in(one) for one in sentences if one.is_question)
        wishes = _found(wish_in(one) for one in sentences if is_ordered(one))
    return wishes, () if wishes else weighed


def _refusals(sentence: Sentence) -> list[Act]:
    """By the table of certain ones, or where the weights are sure."""
    certain = [Act(reason) for reason in certain_refusals(sentence.read.plain)]
    return certain or [act for act in _DECLINED if sentence.odds[act] > _SURE]


def _weighed_in(sentence: Sentence) -> Wish | None:
    """The wish that a sentence weighs; a question for a figure of the project weighs none."""
    return None if sentence.asked_for.is_figure else wish_weighed_in(sentence)


def _is_told(sentence: Sentence) -> bool:
    """Whether a sentence states, orders or weighs, so that it asks nothing besides."""
    stated = (read(sentence) is not None for read in (wish_in, _weighed_in, decision_in))
    return sentence.act is Act.WITHHELD or any(stated)


def _asked(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The questions; where there are none, what is said about something: it is answered from the records too."""
    asking = [one for one in sentences if one.act not in _SAID or one.asks_for_its_own]
    telling = [
        sentence for sentence in sentences if sentence.act in {Act.STATEMENT, Act.COMPLAINT} and _says_a_topic(sentence)
    ]
    return asking or telling


def _says_a_topic(sentence: Sentence) -> bool:
    return any(sentence.odds[topic] > _TOPIC_TOLD for topic in Topic)


def _queries(sentences: Sequence[Sentence]) -> tuple[tuple[Query, ...], tuple[str, ...]]:
    """What is asked, each topic once, and the plain sentences without any topic."""
    found: dict[tuple[Topic, object], Query] = {}
    unclear: list[str] = []
    for sentence in sentences:
        queries = queries_of(sentence)
        for query in queries:
            found.setdefault((query.topic, query.documents), query)
        if not queries:
            unclear.append(sentence.plain)
    return tuple(found.values())[:_MOST_QUERIES], tuple(unclear)


def _talk(sentences: Sequence[Sentence]) -> Act | None:
    """What the small talk does; thanks come before all else, a greeting only where nothing else is said."""
    said = [one.act for one in sentences if one.act in TALK - {Act.UNRELATED} or _states(one)]
    told = [act for act in said if act is not Act.GREETING]
    return Act.THANKS if Act.THANKS in said else next(iter(told or said), None)


def _states(sentence: Sentence) -> bool:
    """Whether a sentence clearly states something; a row of letters states nothing."""
    is_clear = sentence.act is Act.UNRELATED or (sentence.act is Act.STATEMENT and sentence.odds[Act.STATEMENT] > 0)
    return is_clear and any(map(is_known, sentence.plain.split()))


def _found[Thing](things: Iterable[Thing | None]) -> tuple[Thing, ...]:
    return tuple(thing for thing in things if thing is not None)
