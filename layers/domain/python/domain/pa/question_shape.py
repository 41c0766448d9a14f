"""The shape of a question: what kind of answer its words ask for, whatever they are about. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Shape(StrEnum):
    """What a good answer begins with; PLAIN begins with whatever the subject's own answer does."""

    YES_NO = "yes or no"
    HOW_MANY = "a number"
    OLDEST = "the one that has waited longest"
    NEXT = "the one that comes first"
    LEAST = "the cheapest"
    MOST = "the dearest"
    SINCE = "a day"
    PHASES = "a line for each phase"
    PLAIN = "plain"


_SHAPES = {
    Shape.HOW_MANY: r"\bhow many\b|\bnumber of\b|\bcount\b",
    Shape.PHASES: r"\b(?:per|by|each|every|which) (?:phase|stage)\b|\bphase by phase\b|\bfor (?:each|every) phase\b",
    Shape.OLDEST: r"\b(?:oldest|longest|earliest)\b",
    Shape.SINCE: r"\bsince when\b|\bhow long (?:has|have|is|are|do|does|did)\b"
    r"|\bwhen did .*\b(?:ask|request|stop|write)\b",
    Shape.LEAST: r"\b(?:cheapest|least expensive|costs? (?:me |us )?(?:the )?least|lowest)\b",
    Shape.MOST: r"\b(?:most expensive|dearest|priciest|costliest|costs? (?:me |us )?(?:the )?most|highest"
    r"|most (?:of (?:my|our|the) )?money)\b",
    Shape.NEXT: r"\b(?:which|what|who)\b.*\b(?:first|next|soonest)\b|\bnext (?:deadline|launch|date|report|task)\b",
    Shape.YES_NO: r"^(?:and |so |ok |hi |hello |please )*(?:is|are|was|were|do|does|did|have|has|had|will|can|could|am"
    r"|should|any|anything|anybody|anyone|isn't|aren't|hasn't|haven't)\b|\byes or no\b",
}
# "Can you list …" is no question of yes or no.
_POLITE = re.compile(r"^(?:and |so |hi |hello )*(?:can|could|will|would) (?:you|i|we) (?:please )?(?:\w+)\b")
_BUILD = re.compile(
    r"\b(?:launch\w*|go(?:es|ing)? live|live|online|customers? (?:can )?(?:order|buy)|open(?:s|ing)? the doors"
    r"|(?:the )?build(?:ing)?|built|develop(?:ed|ment|ing)|coding)\b"
)
_WHY = re.compile(r"(?:but |and |so )?(?:why|how come|why is that|why so|what for)")


@dataclass(frozen=True, slots=True)
class QuestionShape:
    """A question's plain words, and what they ask for besides their subject."""

    plain: str
    shape: Shape
    of_build: bool
    """Launch or build, which the estimate of planning and documents says nothing about."""


def read_question(text: str) -> QuestionShape:
    """The shape of `text`, of its last question where there are several."""
    plain = plain_words(text)
    return QuestionShape(plain, _shape(plain), _BUILD.search(plain) is not None)


def plain_words(text: str) -> str:
    """Lower case, single blanks, no closing punctuation."""
    return " ".join(text.lower().replace("\u2019", "'").split()).strip(" .!?,;:")


def asks_why(plain: str) -> bool:
    """Whether the whole message is "why?"."""
    return _WHY.fullmatch(plain) is not None


def _shape(plain: str) -> Shape:
    for shape, pattern in _SHAPES.items():
        if re.search(pattern, plain) and not (shape is Shape.YES_NO and _POLITE.match(plain)):
            return shape
    return Shape.PLAIN
