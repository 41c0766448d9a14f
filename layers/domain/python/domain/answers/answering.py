"""Answers without a model: tells facts that are on record, the one asked for first, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from common.services import frozen
from common.wording import moment_of
from domain.answers.facts import Fact, Sheet
from domain.answers.ranking import GUESSED, LEAST, SHOWN, matching, ranked
from domain.answers.reader import Asked, Read
from domain.projects.documents.markdown import bullets, escaped

MOST_FACTS = 6
_FEW = 3
NOTHING = "I found no answer to that in your records."
UNSURE = "I am not sure what you mean. Perhaps this:"
ADVICE = "That is a matter of opinion. I answer from your records alone; with a model, the team says what it thinks."
GREETING = "Hello. Ask me how it is going, what needs you, what it costs or when it will be done."
THANKS = "You are welcome."
_QUESTIONS: Mapping[Asked, str] = {
    Asked.STATUS: "How is it going?",
    Asked.NEEDS: "What needs me?",
    Asked.COST: "What will it cost?",
    Asked.DONE_BY: "When will it be done?",
    Asked.DOCUMENTS: "Which documents are there?",
    Asked.BRIEF: "What is in the brief?",
    Asked.ACCESS: "Which access does the team need?",
    Asked.WORK: "Who is working on what?",
    Asked.DECISIONS: "What was decided last?",
    Asked.TASKS: "Which tasks are scheduled?",
}
_USUAL = (Asked.STATUS, Asked.NEEDS, Asked.COST, Asked.DONE_BY)
_WHY = re.compile(r"(?:and |but )?(?:why|since when|how so)\W*", re.IGNORECASE)


@frozen
class Before:
    """The previous question, and the facts that answered it."""

    question: str = ""
    facts: tuple[Fact, ...] = ()


@frozen
class Answer:
    """Facts in the order in which they are told, an `opening` before them, and questions that we could answer.

    `is_courtesy`: it answers a greeting or thanks. `is_unsure`: none of the sheet's facts is likely the one asked for.
    """

    facts: tuple[Fact, ...] = ()
    opening: str = ""
    could_ask: tuple[str, ...] = ()
    is_courtesy: bool = False
    is_unsure: bool = False

    @property
    def content(self) -> str:
        """The whole answer as Markdown: opening, first fact as a sentence, other facts as a list, and what to ask."""
        texts = [escaped(fact.text) for fact in self.facts]
        asks = f"You can ask: {' · '.join(self.could_ask)}" if self.could_ask else ""
        listed = bullets(texts[1:]) if texts[1:] else ""
        return "\n\n".join(block for block in (self.opening, *texts[:1], listed, asks) if block)


def answer(read: Read, sheet: Sheet, find: Callable[[], Sequence[Fact]] = tuple) -> Answer:
    """The answer to a message, as `read` by the reader, from the facts of `sheet`.

    `find` searches document lines and messages; called for questions about content, or where no fact fits.
    """
    topics = [one.topic for one in read.topics if one.likelihood >= LEAST]
    courtesy = {Asked.GREETING: GREETING, Asked.THANKS: THANKS}.get(topics[0]) if topics else None
    if courtesy is not None and len(topics) == 1:
        return Answer(opening=courtesy, is_courtesy=True)
    if not read.is_question and Asked.NOTE in topics[:1]:
        return Answer()  # it tells and asks nothing
    if Asked.HELP in topics[:1]:
        return Answer(opening="I answer from your records.", could_ask=_suggested((), sheet))
    told = ranked(read, sheet)
    if told:
        lines = tuple(find()[:_FEW]) if Asked.CONTENT in topics[:1] else ()
        return Answer((*told[: MOST_FACTS - len(lines)], *lines) if lines else told)
    if found := find():
        return Answer(tuple(found[:_FEW]), opening="This is what your records say:", is_unsure=True)
    if read.is_question and (near := ranked(read, sheet, least=GUESSED)):
        return Answer(near[:2], opening=UNSURE, is_unsure=True)
    opening = ADVICE if Asked.ADVICE in topics[:1] else NOTHING
    return Answer(opening=opening, could_ask=_suggested(topics, sheet), is_unsure=True)


def follows(message: str, read: Read, before: Before) -> str | Answer | None:
    """Resolve a message that leans on the one before: a name alone repeats the question, "why" asks for the source.

    Returns the whole question to read instead, an answer, or None for a message that stands alone.
    """
    if _WHY.fullmatch(message.strip()) and len(before.facts) == 1:
        fact = before.facts[0]
        rests = f"The source is `{fact.path}` of {fact.record}, read on {moment_of(fact.as_of)}."
        return Answer((fact,), opening=rests)
    known = [one.topic for one in read.topics if one.topic in SHOWN]
    if read.named and not known and before.question and len(message.split()) <= 2 * _FEW:
        return f"{before.question} {message}"
    return None


def _suggested(topics: Sequence[Asked], sheet: Sheet) -> tuple[str, ...]:
    """Up to three questions that this sheet answers, those about `topics` first."""
    near = [topic for topic in (*topics, *_USUAL, *_QUESTIONS) if topic in _QUESTIONS]
    answered = [topic for topic in dict.fromkeys(near) if any(matching(one, sheet) for one in SHOWN[topic])]
    return tuple(_QUESTIONS[topic] for topic in answered[:_FEW])
