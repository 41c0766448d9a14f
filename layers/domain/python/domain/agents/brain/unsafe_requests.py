"""What the CEO does not do, whoever asks: reveal a secret, speak of other customers, set its rules aside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from domain.agents.brain.questions import alternatives


class Refusal(StrEnum):
    """Why a message is declined."""

    OVERRIDE = "override"
    SECRET = "secret"  # noqa: S105 - the name of a reason, not a secret
    OTHER_CUSTOMER = "other_customer"


_RULES = r"(?:rules?|instructions?|prompts?|guidelines?|restrictions?|safety)"
_VALUE = (
    r"(?:passwords?|passphrases?|secrets?|tokens?|keys?|logins?|certificates?|credentials? values?)"
    r"(?= (?:for|to|of|value|please|again|here|now|and|in|from|that|out|aloud|i|we|you)\b|$|[,:])(?! (?:you|we) "
    r"(?:still )?need)"
)
_REVEAL = r"(?:show|give|tell|reveal|send|print|paste|read|export|dump|display|share|disclose|repeat|list|spell)"
_ASKED_FOR = (
    r"(?: (?:me|us|to|out|back|please|again|the|our|my|your|its|all|value|values|actual|exact|full|of|is|for))*+"
)
_OTHERS = r"(?:(?:an)?other|different|somebody else|someone else|all (?:of )?your|your other|each of your)"
_CUSTOMERS = r"(?:\w+ )?(?:customers?|clients?|tenants?|accounts?|companies|company)"
# As the tables of topics: alternatives, one to a line.
_REFUSED: Mapping[Refusal, str] = MappingProxyType(
    {
        Refusal.OVERRIDE: rf"""
            (?:ignore|disregard|forget|override|bypass)\b.{{0,40}}\b{_RULES}
            (?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|you were told|that was said)
            (?:drop|skip|break|suspend|change) (?:all |any )?(?:of )?your (?:own )?{_RULES}
            system prompt | developer mode | jailbreak | god mode | admin mode | debug mode | root access | sudo
            you are now (?!ready|done|finished|able|working|in)\w+ | from now on you
            (?:you|please|must|should) act as (?:an? |the )?\w+ | (?:pretend|imagine) (?:to be|(?:that )?you are)
            new (?:system )?instructions? ?:
        """,
        Refusal.SECRET: rf"""
            (?:what (?:is|are)|{_REVEAL}){_ASKED_FOR} (?:\w+ ){{0,3}}{_VALUE}
            decrypt | unmask | unseal | (?:value|content) of (?:the|our|my) (?:\w+ )?{_VALUE}
        """,
        Refusal.OTHER_CUSTOMER: rf"""
            (?:{_REVEAL}|see|open|compare|what|how|who|which|act|approve|pause)\b.{{0,40}}\b{_OTHERS} {_CUSTOMERS}
            (?:somebody|someone|anybody|anyone) else (?:project|projects|data|budget|vault|documents)
            what (?:do|does|did) other (?:customers|clients|people|companies)
        """,
    }
)


def refusals_in(plain: str) -> tuple[Refusal, ...]:
    """The reasons for which a plain sentence is declined."""
    return tuple(refusal for refusal, pattern in _compiled().items() if pattern.search(plain))


@cache
def _compiled() -> dict[Refusal, re.Pattern[str]]:
    return {refusal: re.compile(rf"\b{alternatives(table)}") for refusal, table in _REFUSED.items()}
