"""Ranks facts by what a message asks for: its likely topics, the things that it names, the words that it shares.

A fact's score adds up the likelihood of a topic that shows it, half the weight of the words that it shares with the
message, and 1 if it is about a thing that the message names. Facts below 70 % of the best score are left out, as
nobody asked for them. Where no fact fits, `find` looks for lines and messages that hold the message's words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from common.wording import day_of
from domain.answers.facts import Fact, Sheet, Topic, Written
from domain.answers.naming import stems_of
from domain.answers.project_facts import ProjectFacts, documents_of
from domain.answers.reader import SURE, Asked, Read
from domain.projects.documents.records import LineState

LEAST = 0.3  # a fact that scores less is not told: it was not asked for
GUESSED = 0.18  # a fact that scores as much is told as a guess
_NEAR = 0.7  # of the best score; what scores less was not asked for
_OF_AREA = 0.6  # of the likelihood of a topic, for the other facts of its area
_OF_WORDS = 0.5
_MOST_WEIGHT = 2.0
_TELLING = 0.3  # of the weight of the words that a fact shares
_FEWEST, _MOST, _MOST_NEEDS = 3, 6, 20
MOST_FOUND = 3
_MOST_WORDS = 30
_SHARE = 0.6  # of the words of a question that a found text must hold
_LONGEST = 300
_ASKING: Mapping[Asked, frozenset[str]] = {Asked.NEEDS: frozenset({"wait", "waiting", "need", "thing", "item"})}
"""Words that ask for a topic. They do not tell its facts apart, so they have no weight within it."""
SUM = "inbox.all"
"""The id of the fact that says how many items need the customer in all; it is told only as the first of a list."""
TO_FIT = "money.to_fit"
"""The id of the fact that names what to leave out; its topic tells it, not the names in it."""
# The facts that each topic shows, the most telling first. A star stands for all of a kind, a figure behind it for so
# many of them.
SHOWN: Mapping[Asked, tuple[str, ...]] = {
    Asked.STATUS: ("progress.state", "progress.done", "needs.*2", "dates.expected"),
    Asked.NEEDS: (SUM, "needs.*"),
    Asked.NEXT: ("progress.next", "needs.*2"),
    Asked.COST: ("money.total.*", "money.forecast", "money.likely"),
    Asked.SPENT: ("money.total.*", "money.spent", "money.accepted"),
    Asked.CEILING: (
        "money.over",
        "money.forecast_ceiling",
        "money.ceiling",
        "money.no_ceiling",
        "money.forecast",
        TO_FIT,
    ),
    Asked.DONE_BY: ("dates.next", "dates.expected", "dates.estimate", "dates.fits"),
    Asked.DEADLINE: ("dates.due", "dates.deadline", "dates.fits", "dates.expected"),
    Asked.BRIEF: (
        *("brief.must_haves", "brief.rules", "brief.systems", "brief.out_of_scope", "brief.platforms"),
        *("brief.goal", "brief.audiences", "brief.measures"),
    ),
    Asked.ENTRY_COST: ("brief.R*",),
    Asked.DOCUMENTS: ("documents.all", "document.*"),
    Asked.CONTENT: ("document.*1",),
    Asked.DECISIONS: ("decision.*4",),
    Asked.CHOICES: ("needs.intake", "choices.all", "choice.*"),
    Asked.ACCESS: ("access.*",),
    Asked.WORK: ("work.*",),
    Asked.TEAM: ("team.*",),
    Asked.CHANGES: ("decision.*4",),
    Asked.DELIVERY: ("delivery.*",),
    Asked.TASKS: ("task.*",),
    Asked.MESSAGES: ("message.*",),
    Asked.PROJECTS: ("project.*",),
}
_LISTS = frozenset(
    {
        *(Asked.NEEDS, Asked.DOCUMENTS, Asked.CHOICES, Asked.ACCESS, Asked.WORK, Asked.TEAM, Asked.TASKS),
        *(Asked.MESSAGES, Asked.PROJECTS, Asked.BRIEF, Asked.ENTRY_COST, Asked.DELIVERY),
    }
)
_AREAS: Mapping[Asked, frozenset[Topic]] = {
    Asked.STATUS: frozenset({Topic.PROGRESS, Topic.NEEDS}),
    Asked.COST: frozenset({Topic.MONEY}),
    Asked.SPENT: frozenset({Topic.MONEY}),
    Asked.CEILING: frozenset({Topic.MONEY}),
    Asked.DONE_BY: frozenset({Topic.DATES}),
    Asked.DEADLINE: frozenset({Topic.DATES}),
    Asked.BRIEF: frozenset({Topic.BRIEF}),
    Asked.DECISIONS: frozenset({Topic.DECISIONS, Topic.DOCUMENTS, Topic.NOTES, Topic.ACCESS}),
    Asked.CHANGES: frozenset({Topic.DECISIONS, Topic.NOTES}),
    Asked.DOCUMENTS: frozenset({Topic.DOCUMENTS, Topic.NEEDS}),
    Asked.ACCESS: frozenset({Topic.ACCESS, Topic.NEEDS}),
    Asked.MESSAGES: frozenset({Topic.MESSAGES, Topic.NOTES}),
}


def ranked(read: Read, sheet: Sheet, *, least: float = LEAST) -> tuple[Fact, ...]:
    """The facts that a message asks for, likeliest first, at most 3, 6 or 20 by topic; none scores below `least`.

    Of several questions, the facts for each in turn.
    """
    several = [one for one in read.topics if one.likelihood >= SURE]
    if len(several) > 1:
        every = (fact for one in several for fact in ranked(replace(read, topics=(one,)), sheet, least=least))
        return tuple({(fact.id, fact.subject): fact for fact in every}.values())
    likely = _likely(read)
    shown = {(fact.id, fact.subject): (chance, -place) for chance, place, fact in reversed([*_shown(likely, sheet)])}
    weights = _weights(read, sheet)
    named = {one.id for one in read.named}
    scored: list[tuple[float, int, Fact]] = []
    shared: set[tuple[str, str]] = set()
    for fact in sheet:
        chance, place = shown.get((fact.id, fact.subject), (0.0, -len(sheet.facts)))
        area = max((own for topic, own in likely.items() if fact.topic in _AREAS.get(topic, ())), default=0.0)
        shares = sum(weights.get(word, 0.0) for word in stems_of(fact.text))
        if (fact.topic is Topic.CHOICES and not chance) or fact.id in {SUM, TO_FIT}:
            shares = 0.0  # open choices hold most words there are, and these two leave the words to what they name
        is_named = bool(named & {fact.subject, fact.record})
        if chance or shares or is_named:
            score = max(chance, _OF_AREA * area) + _OF_WORDS * min(shares, _MOST_WEIGHT) + is_named
            scored.append((score, place, fact))
            if shares >= _TELLING or is_named:
                shared.add((fact.id, fact.subject))
    best = max((score for score, _, _ in scored), default=0.0)
    told = sorted((one for one in scored if one[0] >= max(least, _NEAR * best)), key=lambda one: (-one[0], -one[1]))
    if told and (told[0][2].id, told[0][2].subject) in shared:  # then what shares nothing was not asked for
        told = [one for one in told if (one[2].id, one[2].subject) in shared]
    first = next(iter(likely), None)
    most = _MOST_NEEDS if first is Asked.NEEDS else _MOST if first in _LISTS else _FEWEST
    return tuple(fact for at, (_, _, fact) in enumerate(told[:most]) if at == 0 or fact.id != SUM)


def _likely(read: Read) -> dict[Asked, float]:
    """The likelihood of each topic that shows facts. A question about one entry's cost counts only if it names one."""
    names_entry = any(one.kind == "entry" for one in read.named)
    found: dict[Asked, float] = {}
    for one in read.topics:
        topic = Asked.COST if one.topic is Asked.ENTRY_COST and not names_entry else one.topic
        if topic in SHOWN:
            found[topic] = max(one.likelihood, found.get(topic, 0.0))
    return found


def _shown(likely: Mapping[Asked, float], sheet: Sheet) -> Iterator[tuple[float, int, Fact]]:
    """The facts that the topics show, with the topic's likelihood and the fact's place, the likeliest topic first."""
    for topic, chance in sorted(likely.items(), key=lambda pair: -pair[1]):
        found = [fact for pattern in SHOWN[topic] for fact in matching(pattern, sheet)]
        yield from ((chance, place, fact) for place, fact in enumerate(found))


def _weights(read: Read, sheet: Sheet) -> dict[str, float]:
    """The weights of words that message and facts share: 1 if in one fact, less if in several; half if not `rare`."""
    words = read.words - _ASKING.get(next(iter(_likely(read)), Asked.OTHER), frozenset())
    held = Counter(word for fact in sheet for word in words & stems_of(fact.text))
    size = math.log(len(sheet.facts) + 1) or 1.0
    return {word: (1 - math.log(count) / size) * (1.0 if word in read.rare else 0.5) for word, count in held.items()}


def matching(pattern: str, sheet: Sheet) -> Sequence[Fact]:
    """The facts whose id a pattern names: an id, or a beginning and `*`, after which a number limits how many."""
    stem, star, most = pattern.partition("*")
    if not star:
        return [fact for fact in sheet if fact.id == pattern]
    return [fact for fact in sheet if fact.id.startswith(stem)][: int(most) if most else None]


def find(text: str, facts: ProjectFacts, messages: Sequence[Written], more: Iterable[Fact] = ()) -> tuple[Fact, ...]:
    """Up to three document lines, customer's messages or facts of `more` that hold 60 % of the words, best first."""
    wanted = stems_of(text, _MOST_WORDS)
    if not wanted:
        return ()
    every = [*_lines(facts), *_messages(facts, messages), *more]
    scored = [(len(wanted & stems_of(one.text)) / len(wanted), one) for one in every]
    best = sorted((pair for pair in scored if pair[0] >= _SHARE), key=lambda pair: -pair[0])
    return tuple(fact for _, fact in best[:MOST_FOUND])


def _lines(facts: ProjectFacts) -> Iterator[Fact]:
    for document in documents_of(facts):
        text = facts.text_of(document) if document.revision else None
        for line in text.lines if text else ():
            if line.state is not LineState.STRUCK:
                said = f"{line.id} in {document.title}: {line.text}"
                yield Fact(
                    f"line.{document.id}.{line.id}", Topic.DOCUMENTS, document.id, said, document.id,
                    f"lines.{line.id}", facts.now, owner=document.owner,
                )  # fmt: skip


def _messages(facts: ProjectFacts, messages: Iterable[Written]) -> Iterator[Fact]:
    for one in messages:
        if one.sender_type == "customer":
            said = " ".join(one.content.split())[:_LONGEST]
            text = f"You wrote on {day_of(one.created_at)}: “{said}”"
            yield Fact(f"message.{one.id}", Topic.MESSAGES, facts.project.id, text, one.id, "content", facts.now)
