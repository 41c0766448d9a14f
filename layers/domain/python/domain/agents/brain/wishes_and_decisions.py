"""Wishes and decisions a customer states: recognised by how they are said, kept in the customer's own words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from domain.agents.brain.cues import alternatives
from domain.agents.brain.forms import spoken_of, without_lead_in
from domain.agents.brain.plain_sentences import Sentence
from domain.projects.states import Role

MAX_TEXT_LENGTH = 1_000

_ADDING = r"(?:add|include|integrate|support|introduce|implement|offer|build in|put in)"
_CHANGING = alternatives(
    """
    add | include | integrate | support | introduce | implement | offer | build in | put in | drop | remove
    leave out | take out | cut | replace | swap | rename | switch | change | use | make | move | postpone | push
    extend | shift | raise | increase | lower | reduce | set
    """
)
# What is asked of the CEO now, not of the product later.
_INFORMATION = alternatives(
    """
    status | updates? | summary | summaries | report | overview | list | table | answer | reply | call | meeting | copy
    help | advice | information | info | details? | explanation | breakdown | recap | look | link | sense | sure | clear
    numbers | figures | invoice | quote | estimate | decision | access | progress | plan b | opinion | know | see
    understand | hear | talk | ask | check | learn | speak | discuss | read | find out | approve | approval
    """
)
_ARTICLE = r"(?:(?:a|an|the|some|any|your|more|me|us|to|short|quick|brief|full) )*"
_NO_INFORMATION = rf"(?!{_ARTICLE}{_INFORMATION}\b)"
_WISHES = (
    (
        r"(?:can|could|may|might|shall) (?:we|you|i) (?:please |also |maybe |perhaps |still |"
        rf"then )*{_CHANGING} {_NO_INFORMATION}.+"
    ),
    rf"(?:can|could) (?:we|i|it) (?:please )?(?:also |maybe )?(?:have|get) {_NO_INFORMATION}.+",
    rf"(?:would it be|is it) (?:still )?possible to (?:also )?{_CHANGING} {_NO_INFORMATION}.+",
    rf"{_CHANGING} {_NO_INFORMATION}.+",
    (
        r"(?:we|i)(?: would| really| also| still| all)* (?:like|want|need|wish for)(?: to)? (?:also )?(?:have |add |"
        rf"get |offer |be able to )?{_NO_INFORMATION}.+"
    ),
    r"(?:it|they|customers|users|people|guests|clients|visitors) (?:should|must|need to|has to|have to|ought to) .+",
    (
        r"(?:it )?would be (?:great|nice|good|cool|helpful|lovely|useful|perfect) (?:to (?:also )?(?:have|add|get)|"
        r"if (?:we|it|there)) .+"
    ),
    rf"(?:what|how) about (?:adding|including|having|also) {_NO_INFORMATION}.+",
    r"(?:new |another )?(?:requirement|feature(?: request)?|change request|wish|idea|suggestion)(?:[:,]| -) .+",
    rf"let us (?:also )?{_CHANGING} {_NO_INFORMATION}.+",
    r"(?:we|i) (?:do not|no longer) (?:need|want) .+",
)
_WEIGHED_WISHES = (
    rf"(?:should|shall) (?:we|i) (?:also )?{_CHANGING} .+",
    (
        rf"(?:what|how much)(?: more)? (?:would|will|does|do|is|it)\b.* (?:cost|to|if we|for) .*(?:{_ADDING}|adding|"
        r"added|including)\b.+"
    ),
    r"(?:and )?(?:what|how much) (?:would|will) an? .{1,200} (?:cost|be)",
    (
        r"(?:is it worth|does it make sense to|what if we|what happens if we|"
        rf"what about the (?:cost|price) of) (?:{_ADDING}|adding|added)\b.+"
    ),
)
_DECISIONS = (
    (
        r"(?:we|i)(?: have| had| all| both| now| just| finally| also| already| internally)* (?:decided|agreed|chose|"
        r"chosen|settled|opted|picked|concluded) .+"
    ),
    r"(?:we|i)(?: have| just| now)* (?:made (?:a|the|our) decision|come to (?:a|the) (?:decision|conclusion)).*",
    r"(?:we|i) (?:are going|will go|go|went) with .+",
    r"(?:we|i) (?:will|are going to) (?:use|take|work with|rely on|build on) .+",
    r"let us go with .+",
    r"(?:our |my |final |new )*decision(?:[:,]| -| is| is to) .+",
    r"(?:for the record|it is (?:now )?decided)(?:[:,]| -| that| to) .+",
    r"(?:please )?(?:note|record)(?: down)?(?: that)?(?:[:,])? (?:we|i) (?:have |will |are )?.+",
)
_OWNERS: Mapping[Role, str] = MappingProxyType(
    {
        Role.CMO: r"""
            newsletter\w* | market\w* | campaign\w* | seo | social | press | adverti\w+ | ads? | launch event
            promot\w+ | slogan | tagline | landing page | referral\w* | influencer\w* | positioning | messaging
            brochure | flyer
        """,
        Role.CDO: r"""
            design\w* | colou?rs? | fonts? | logo | style | dark mode | look | layout | ui | ux | icons? | animation\w*
            brand\w* | tone | theme | illustration\w* | accessib\w+ | wireframe\w* | mock ?ups? | screens?
        """,
        Role.CTO: r"""
            api | integrat\w+ | host\w* | server\w* | database | ios | android | desktop | stripe | paypal | sso
            login | oauth | encrypt\w* | performance | faster | backup\w* | security | secure | deploy\w* | repository
            cloud | aws | azure | offline | framework | two factor | 2fa | tests? | migrat\w+ | import | export
            webhooks? | sap | crm | github | gitlab
        """,
    }
)


@dataclass(frozen=True, slots=True)
class Wish:
    """Something the customer would like, on one line, with the role it falls to."""

    text: str
    owner: Role


def wish_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence states."""
    return _wish(sentence) if _fits(sentence, _compiled(_WISHES)) and not wish_weighed_in(sentence) else None


def wish_weighed_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence only thinks about: "what would it cost to add …?"."""
    return _wish(sentence) if _fits(sentence, _compiled(_WEIGHED_WISHES)) else None


def decision_in(sentence: Sentence) -> str | None:
    """The decision a sentence states, in the customer's words; none about approving or stopping, which are told."""
    if sentence.is_question or any(pattern.search(sentence.plain) for pattern in spoken_of().values()):
        return None
    return sentence.text if _fits(sentence, _compiled(_DECISIONS)) else None


def _wish(sentence: Sentence) -> Wish:
    return Wish(sentence.text, _owner(sentence.plain))


def _owner(plain: str) -> Role:
    """The remit most of its words belong to; a wish for the product itself is the CPO's."""
    hits = {role: len(re.findall(rf"\b{alternatives(words)}\b", plain)) for role, words in _OWNERS.items()}
    best = max(hits, key=lambda role: hits[role])
    return best if hits[best] else Role.CPO


def _fits(sentence: Sentence, pattern: re.Pattern[str]) -> bool:
    """Whether all of the sentence fits; one too long to be kept in the customer's words is neither."""
    if len(sentence.text) > MAX_TEXT_LENGTH:
        return False
    return pattern.fullmatch(without_lead_in(sentence.plain)) is not None


@cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
