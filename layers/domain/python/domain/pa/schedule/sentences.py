"""What the sentence around a schedule says: a question, a wish to stop, several tasks, or small talk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from domain.pa.schedule.lexer import Token
from domain.pa.schedule.plan import Said
from domain.pa.schedule.said_parts import Dates, DaysAhead, Moment, NextBusinessDay, Nth, Scope, TheWeekday
from domain.pa.schedule.vocabulary import words

_ONCE = (DaysAhead, TheWeekday, NextBusinessDay, Dates, Nth, Moment, Scope)
_CALLING_OFF = re.compile(
    r"^(?:(?:hi|hello|hey|dear|please|kindly|can|could|would|will|you|pls|ok|okay|so|and|from now on|,) ?)*"
    r"(?:stop|cancel|pause|postpone|reschedule|unsubscribe|no longer|no more"
    r"|(?:don't|do not|never)(?! (?:let me )?forget))\b"
)
_ASKING = re.compile(r"^(?:what|who|when|which|where|why|how|is|are|do|does|did|was|were|has|have|had)\b")
_ASKING_ANYHOW = re.compile(r"^(?:what|who|when|which|where|why|how|was|were|did)\b")
_SMALL_TALK = words("""
    please thanks thank you would be is are fine good great perfect ideal ideally best works work for me it that
    this should run came come comes arrive arrives make could can if have want like prefer time the my our i think
    so much many kind regards best cheers very will do suit suits us team all a in
""")
SENTENCE_END = frozenset({".", "!", "?", "\n"})


def check_sentences(said: Said, plain: str) -> None:
    """Refuses a schedule in a question, in a wish to stop, or in two sentences that could be two tasks.

    Raises:
        ScheduleUnclearError: one of these.
    """
    homes = [(first, last) for first, last in _sentences(said.tokens) if _holds_a_part(said, first, last)]
    for first, last in homes:
        _check_sentence(said, plain, first, last)
    if sum(not _is_small_talk(said, first, last) for first, last in homes) > 1:
        raise said.unclear("it may be several tasks; give me one at a time", *said.placed)


def _check_sentence(said: Said, plain: str, first: int, last: int) -> None:
    text = plain[said.tokens[first].start : said.tokens[last - 1].end]
    if _CALLING_OFF.search(text):
        raise said.unclear("I can only set up what should run", *said.placed)
    is_question = last < len(said.tokens) and said.tokens[last].text == "?"
    repeated = first > 0 and all(place in said.covered for place in range(first, last))
    asks = _ASKING.search(text) if is_question else said.has(*_ONCE) and _ASKING_ANYHOW.search(text)
    if asks or (is_question and repeated):
        raise said.unclear("is it a question about that time?", *said.placed)


def _holds_a_part(said: Said, first: int, last: int) -> bool:
    return any(first <= item.first < last for item in said.placed)


def _sentences(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Token ranges between full stops and line ends."""
    first = 0
    for place, token in enumerate(tokens):
        if token.kind == "mark" and token.text in SENTENCE_END:
            if place > first:
                yield first, place
            first = place + 1
    if first < len(tokens):
        yield first, len(tokens)


def _is_small_talk(said: Said, first: int, last: int) -> bool:
    rest = (said.tokens[place] for place in range(first, last) if place not in said.covered)
    return all(token.kind == "mark" or token.text in _SMALL_TALK for token in rest)
