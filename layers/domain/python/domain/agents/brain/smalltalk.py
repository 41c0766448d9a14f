"""What is no question about the project: courtesy, and messages in other languages than English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cache

from domain.agents.brain.plain_sentences import Sentence

_FOREIGN = (
    "der die das und ist wie was wann kostet nicht ich wir projekt bitte haben wird mit fur ein eine welche wo warum "
    "steht le les est que quand combien nous vous je quel quelle avec pour des une sur projet bonjour merci pas cout "
    "ca "
    "coute el los las cuando cuanto como esta nosotros por para con una hola gracias proyecto cuesta estado il gli "
    "quando quanto come che per sono grazie progetto os voce obrigado projeto het een hoe wat wanneer hoeveel kost "
    "niet "
    "wij dank jest jak kiedy ile nie dziekuje"
)
_ENGLISH = (
    "the is are what when how who why where which we you i it my our your do does did can could should will would have "
    "has to of for and or in on at with about not please tell me us show give need want project this that be been so "
    "far any approve pause resume request changes status budget deadline hello thanks"
)


class Courtesy(StrEnum):
    """Small talk that wants a human answer."""

    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"


def courtesy_in(plain: str) -> Courtesy | None:
    """The courtesy that is all a plain sentence says."""
    return next((kind for kind, pattern in _courtesies().items() if pattern.fullmatch(plain)), None)


def is_foreign(sentences: Iterable[Sentence]) -> bool:
    """Whether most of the words we know to be of some language are not of English."""
    words = [word for sentence in sentences for word in sentence.words]
    foreign_words, english_words = frozenset(_FOREIGN.split()), frozenset(_ENGLISH.split())
    foreign = sum(word in foreign_words or not word.isascii() for word in words)
    english = sum(word in english_words for word in words)
    return foreign > english


@cache
def _courtesies() -> dict[Courtesy, re.Pattern[str]]:
    name = r"(?: (?:ada|ceo|there|team|all|everyone|everybody|you|again))*"
    more = (
        r"(?:,? (?:that is|this is|very|much|a lot|so|great|good|helpful|perfect|work|job|"
        r"for (?:the|your) \w+(?: \w+)?|again|ada|all|team|now|well done|thanks|thank you|i appreciate it|nice|you|"
        r"it|really|everyone))*"
    )
    return {
        Courtesy.GREETING: re.compile(
            r"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|dear|greetings|"
            rf"yo){name},?(?: (?:how are you(?: doing)?(?: today)?|nice to meet you|i am back))?|"
            r"how are you(?: doing)?(?: today)?|nice to meet you"
        ),
        Courtesy.THANKS: re.compile(
            r"(?:many )?(?:thanks|thank you|cheers|much appreciated|appreciated|great|perfect|awesome|nice|super|ok|"
            r"okay|cool|good (?:work|job)|great (?:work|job)|well done|excellent|wonderful|got it|understood|"
            rf"sounds good|i appreciate it){more}"
        ),
        Courtesy.FAREWELL: re.compile(
            r"(?:bye|goodbye|see you|talk (?:to you )?(?:soon|later)|have a (?:good|nice|great) .+)"
        ),
    }
