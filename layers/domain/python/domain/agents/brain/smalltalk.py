"""Small talk that is no question about the project."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache


class Courtesy(StrEnum):
    """Small talk that wants a human answer."""

    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"


def courtesy_in(plain: str) -> Courtesy | None:
    """The courtesy that is all a plain sentence says."""
    return next((kind for kind, pattern in _courtesies().items() if pattern.fullmatch(plain)), None)


@cache
def _courtesies() -> dict[Courtesy, re.Pattern[str]]:
    name = r"(?: (?:ada|ceo|there|team|all|everyone|everybody|you|again|mate|folks|guys))*"
    more = (
        r"(?:,? (?:that is|this is|very|much|a lot|so|great|good|helpful|perfect|work|job|mate|buddy|man|a bunch|"
        r"for (?:the|your|that|this)(?: \w+)?(?: \w+)?|again|ada|all|team|now|well done|thanks|thank you|nice|you|"
        r"i appreciate it|it|really|everyone|to know))*"
    )
    return {
        Courtesy.GREETING: re.compile(
            r"(?:hi|hello|hey|hiya|heya|(?:good )?(?:morning|afternoon|evening)|good day|dear|greetings|yo|howdy)"
            rf"{name},?(?: (?:how are you(?: doing)?(?: today)?|nice to meet you|i am back|(?:i )?hope .+|quick one|"
            r"quick question))?(?: -)?|how are you(?: doing)?(?: today)?|nice to meet you|(?:i )?hope you .+|"
            r"happy (?:monday|tuesday|wednesday|thursday|friday|new year)"
        ),
        Courtesy.THANKS: re.compile(
            r"(?:many )?(?:thanks|thank you|thx|ty|cheers|much appreciated|appreciated|great|perfect|awesome|"
            r"nice|super|"
            r"ok|okay|cool|good (?:work|job)|great (?:work|job)|well done|excellent|wonderful|got it|understood|"
            rf"good to know|makes sense|fair enough|alright|all right|brilliant|sounds good|i appreciate it){more}"
        ),
        Courtesy.FAREWELL: re.compile(
            r"(?:bye|bye bye|goodbye|see you|cu|talk (?:to you )?(?:soon|later)|have a (?:good|nice|great) .+|"
            rf"good night){name}"
        ),
    }
