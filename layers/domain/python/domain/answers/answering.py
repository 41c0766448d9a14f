"""Answers without a model: facts that are on record, the one asked for first, and nothing that nobody computed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from common.services import frozen
from domain.answers.facts import Fact, Sheet, Topic
from domain.answers.naming import stems_of
from domain.answers.reader import Asked, Read
from domain.projects.documents.markdown import bullets, escaped

MOST_FACTS = 6
_LIKELY = 0.3  # of a topic that is less likely nothing is shown: one who asked something else reads it for nothing
_FEW = 3
NOTHING = "I have nothing on record about that."
ADVICE = "That is a judgement. I answer from records alone; with a model, the team says what it thinks."
GREETING = "Hello. Ask me what is on record: how it stands, what waits for you, what it costs, when it is done."
THANKS = "You are welcome."
_OF_CEILING = ("money.forecast_ceiling", "money.forecast", "money.ceiling", "money.to_fit", "money.no_ceiling")
# The facts that each topic shows, the most telling first, and how many of them. A star stands for all of a kind.
_SHOWN: Mapping[Asked, tuple[tuple[str, ...], int]] = {
    Asked.STATUS: (("progress.state", "progress.done", "dates.expected", "needs.*"), 4),
    Asked.NEEDS: (("needs.*",), MOST_FACTS),
    Asked.NEXT: (("progress.next", "needs.*"), _FEW),
    Asked.COST: (("money.forecast", "money.likely"), 2),
    Asked.SPENT: (("money.spent", "money.accepted"), 2),
    Asked.CEILING: (
        ("money.forecast_ceiling", "money.forecast", "money.ceiling", "money.to_fit", "money.no_ceiling"),
        2,
    ),
    Asked.DONE_BY: (("dates.expected", "dates.estimate", "dates.fits"), 2),
    Asked.DEADLINE: (("dates.deadline", "dates.fits"), 2),
    Asked.BRIEF: (("brief.must_haves", "brief.rules", "brief.systems", "brief.out_of_scope", "brief.platforms"), 5),
    Asked.ENTRY_COST: (("brief.R*",), MOST_FACTS),
    Asked.DOCUMENTS: (("documents.all", "document.*"), MOST_FACTS),
    Asked.CONTENT: (("document.*",), 1),
    Asked.DECISIONS: (("decision.*",), 4),
    Asked.CHOICES: (("needs.intake", "choice.*"), MOST_FACTS),
    Asked.ACCESS: (("access.*",), MOST_FACTS),
    Asked.WORK: (("work.*",), MOST_FACTS),
    Asked.TEAM: (("team.*",), MOST_FACTS),
    Asked.CHANGES: (("decision.*",), 5),
    Asked.DELIVERY: (("delivery.*",), MOST_FACTS),
    Asked.TASKS: (("task.*",), MOST_FACTS),
    Asked.MESSAGES: (("message.*",), MOST_FACTS),
    Asked.PROJECTS: (("project.*",), MOST_FACTS),
}
_QUESTIONS: Mapping[Asked, str] = {
    Asked.STATUS: "How does it stand?",
    Asked.NEEDS: "What waits for me?",
    Asked.COST: "What will it cost?",
    Asked.DONE_BY: "When is it done?",
    Asked.DOCUMENTS: "Which documents are there?",
    Asked.BRIEF: "What is in the brief?",
    Asked.ACCESS: "Which access is asked for?",
    Asked.WORK: "Who works on what?",
    Asked.DECISIONS: "What was decided last?",
    Asked.TASKS: "Which tasks are scheduled?",
}
_USUAL = (Asked.STATUS, Asked.NEEDS, Asked.COST, Asked.DONE_BY)
_GENERAL: tuple[list[Asked], ...] = ([], [Asked.STATUS], [Asked.NEXT])
_WHY = re.compile(r"(?:and |but )?(?:why|since when|how so)\W*", re.IGNORECASE)


@frozen
class Before:
    """The question before, and the facts of its answer."""

    question: str = ""
    facts: tuple[Fact, ...] = ()


@frozen
class Answer:
    """Facts in the order in which they are told, words before them, and questions that would be answered."""

    facts: tuple[Fact, ...] = ()
    opening: str = ""
    could_ask: tuple[str, ...] = ()
    is_courtesy: bool = False

    @property
    def content(self) -> str:
        """The answer as Markdown: the first fact in a sentence, the others as a list."""
        texts = [escaped(fact.text) for fact in self.facts]
        asks = f"You can ask: {' · '.join(self.could_ask)}" if self.could_ask else ""
        listed = bullets(texts[1:]) if texts[1:] else ""
        return "\n\n".join(block for block in (self.opening, *texts[:1], listed, asks) if block)


def answer(read: Read, sheet: Sheet, find: Callable[[], Sequence[Fact]] = tuple) -> Answer:
    """The facts that a message asks for.

    Args:
        read: what the message is about, and what it names.
        sheet: what is on record.
        find: searches lines and messages for its words, the closest first; called where nothing else is known.
    """
    topics = _topics(read)
    courtesy = {Asked.GREETING: GREETING, Asked.THANKS: THANKS}.get(topics[0]) if topics else None
    if courtesy is not None and len(topics) == 1:
        return Answer(opening=courtesy, is_courtesy=True)
    if not read.is_question and Asked.NOTE in topics[:1]:
        return Answer()  # it tells and asks nothing
    if Asked.HELP in topics[:1]:
        return Answer(opening="I answer from what is on record.", could_ask=_suggested((), sheet))
    named = {one.id for one in read.named}
    told = _chosen([topic for topic in topics if topic in _SHOWN], named, sheet, read.words)
    own = tuple(fact for fact in sheet if named & {fact.subject, fact.record})
    if own and topics[:1] in _GENERAL:  # a question that names a thing gets that thing
        told = own[:_FEW]
    elif own:
        of_it = tuple(fact for fact in told if fact in own) or own[:2]
        told = (*of_it, *(fact for fact in told if fact not in own))[: len(of_it) + 2]
    if told:
        lines = tuple(find()[:_FEW]) if Asked.CONTENT in topics[:1] else ()
        return Answer((*told[: MOST_FACTS - len(lines)], *lines))
    if read.is_question and (holding := _holding(read.rare, sheet)):
        return Answer(tuple(holding[:_FEW]))
    if found := find():
        return Answer(tuple(found[:_FEW]), opening="This is what I find on record:")
    opening = ADVICE if Asked.ADVICE in topics[:1] else NOTHING
    return Answer(opening=opening, could_ask=_suggested(topics, sheet))


def _topics(read: Read) -> list[Asked]:
    """The likely topics. What one thing costs is only asked where an entry of the brief is named."""
    names_entry = any(one.kind == "entry" for one in read.named)
    found = (one.topic for one in read.topics if one.likelihood >= _LIKELY)
    return list(dict.fromkeys(Asked.COST if one is Asked.ENTRY_COST and not names_entry else one for one in found))


def follows(message: str, read: Read, before: Before) -> str | Answer | None:
    """What a message stands for that leans on the one before: a name alone keeps its question, "why" asks for a record.

    The whole question to read instead, an answer, or None for a message that stands alone.
    """
    if _WHY.fullmatch(message.strip()) and len(before.facts) == 1:
        fact = before.facts[0]
        rests = f"It rests on `{fact.path}` of {fact.record}, read on {fact.as_of:%d %B %Y at %H:%M} UTC."
        return Answer((fact,), opening=rests)
    known = [one.topic for one in read.topics if one.topic in _SHOWN]
    if read.named and not known and before.question and len(message.split()) <= 2 * _FEW:
        return f"{before.question} {message}"
    return None


def _chosen(topics: Sequence[Asked], named: set[str], sheet: Sheet, words: frozenset[str]) -> tuple[Fact, ...]:
    """The facts of the topics, narrowed to what is named or told by a word of the message where they tell of it."""
    chosen: dict[tuple[str, str], Fact] = {}
    for topic in topics:
        patterns, most = _SHOWN[topic]
        found = [fact for pattern in patterns for fact in _matching(pattern, sheet)]
        own = [fact for fact in found if fact.subject in named or fact.record in named]
        chosen.update(((fact.id, fact.subject), fact) for fact in (own or _told_by(words, found))[:most])
    return tuple(chosen.values())


def _holding(words: frozenset[str], sheet: Sheet) -> list[Fact]:
    """The facts that hold a rare word of the message, which hardly any fact holds; open choices hold too many."""
    held = [(fact, words & stems_of(fact.text)) for fact in sheet if fact.topic is not Topic.CHOICES] if words else []
    often = Counter(word for _, own in held for word in own)
    rare = {word for word, count in often.items() if count < _FEW}
    scored = sorted(((len(own & rare), fact) for fact, own in held), key=lambda pair: -pair[0])
    return [fact for score, fact in scored if score and score == scored[0][0]]


def _told_by(words: frozenset[str], found: Sequence[Fact]) -> Sequence[Fact]:
    """Of several facts of one topic, those that hold the words that only some of them have; all where there is none."""
    if len(found) <= 1:
        return found
    held = [words & stems_of(fact.text) for fact in found]
    often = Counter(word for own in held for word in own)
    telling = {word for word, count in often.items() if count * _FEW <= len(found) or count == 1}
    scores = [len(own & telling) for own in held]
    return [fact for fact, score in zip(found, scores, strict=True) if score == max(scores)]


def _matching(pattern: str, sheet: Sheet) -> Iterable[Fact]:
    if not pattern.endswith("*"):
        return [fact for fact in sheet if fact.id == pattern]
    stem = pattern[:-1]
    return [fact for fact in sheet if fact.id.startswith(stem)]


def _suggested(topics: Sequence[Asked], sheet: Sheet) -> tuple[str, ...]:
    """Three questions that this sheet answers, those near what was asked first."""
    near = [topic for topic in (*topics, *_USUAL, *_QUESTIONS) if topic in _QUESTIONS]
    answered = [topic for topic in dict.fromkeys(near) if any(_matching(one, sheet) for one in _SHOWN[topic][0])]
    return tuple(_QUESTIONS[topic] for topic in answered[:_FEW])
