"""Wishes and decisions a customer states: recognised by how they are said, kept in the customer's own words.

Only what is told outright is recorded. A question about a wish ("can we add …?") is weighed, and recorded by a "yes".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from domain.agents.brain.forms import spoken_of, without_lead_in
from domain.agents.brain.plain_sentences import Sentence
from domain.agents.brain.questions import alternatives
from domain.projects.states import Role

MAX_TEXT_LENGTH = 1_000

_ADDING = "(?:add|include|integrate|support|introduce|implement|offer|build in|put in|have|get|adding|including|having)"
_CHANGING = alternatives(
    """
    add | include | integrate | support | introduce | implement | offer | build in | put in | drop | remove
    leave out | take out | cut | replace | swap | rename | switch | change | use | make | move | postpone | push
    extend | shift | reduce
    """
)
# What is asked of the CEO now, not of the product later; and what the customer sets without the CEO.
_INFORMATION = alternatives(
    r"""
    status | updates? | summary | summaries | report | overview | list | table | answer | reply | call | meeting | copy
    help | advice | information | info | details? | explanation | breakdown | recap | look | link | sense | sure | clear
    numbers | figures | invoice | quote | estimate | decision | access | progress | plan b | opinion | know | see
    understand | hear | talk | ask | check | learn | speak | discuss | read | find out | approve | approval | you
    budget | ceiling | money | refund | this done | it done | it by | this by | it sooner | it earlier | not | sense
    the deadline | it (?:by|before|until|in|on) | that (?:by|before|date)
    \d{1,4}(?:st|nd|rd|th)? \w{3}\w* ?(?:\d{4})?$
    another one | one$ | it$ | that$ | this$ | them$ | easter | christmas | before | by | on time | lawyer
    accountant | boss | coffee | appointment | phone
    password | account | to go | to leave | to stop
    """
)
_ARTICLE = r"(?:(?:a|an|the|some|any|your|my|our|more|me|us|to|short|quick|brief|full) )*"
_NO_INFORMATION = rf"(?!{_ARTICLE}{_INFORMATION}\b)"
_WISHES = (
    rf"(?:can|could|would|will) you (?:please|kindly) (?:also )?{_CHANGING} {_NO_INFORMATION}.+",
    rf"(?:also )?{_CHANGING} {_NO_INFORMATION}.+",
    (
        r"(?:we|i)(?: would| really| also| still| all)* (?:like|love|want|need|wish for)(?: to)? (?:also "
        r")?(?:have |add |"
        rf"get |offer |be able to )?{_NO_INFORMATION}.+"
    ),
    r"(?:it|they|customers|users|people|guests|clients|visitors) (?:should|must|need to|has to|have to|ought to) .+",
    (
        r"(?:it )?would be (?:great|nice|good|cool|helpful|lovely|useful|perfect) (?:to (?:also )?(?:have|add|get)|"
        r"if (?:we|it|there)) .+"
    ),
    r"(?:new |another )?(?:requirement|feature(?: request)?|change request|wish|idea|suggestion)(?:[:,]| -) .+",
    rf"let us (?:also )?{_CHANGING} {_NO_INFORMATION}.+",
    r"(?:we|i) (?:do not|no longer) (?:need|want) .+",
)
# What is only thought about. The last group is the thing itself.
_WEIGHED_WISHES = (
    (
        r"(?:(?:can|could|may|might) (?:we|you|i|it)|(?:shall|should) (?:we|i)(?= (?:also )?(?:add|include|have)\b)) "
        rf"(?:please |also |maybe |perhaps |still |then |not )*(?P<verb>{_CHANGING}|have|get) "
        rf"{_NO_INFORMATION}(?P<a>.+)"
    ),
    rf"(?:would it be|is it) (?:still )?possible to (?:also )?(?P<doing>{_CHANGING}|have) {_NO_INFORMATION}(?P<b>.+)",
    rf"(?:what|how) about (?:adding|including|having|also) {_NO_INFORMATION}(?P<c>.+)",
    rf"(?:what|how much)(?: more)? (?:would|will|does|do|is|it)\b.* (?:cost|to|if we|for) (?:.* )?{_ADDING} (?P<d>.+)",
    r"(?:and )?(?:what|how much) (?:would|will) (?P<e>an? .{1,200}) (?:cost|be)",
    (
        r"(?:is it worth|does it make sense to|what if we|what happens if we|"
        rf"what about the (?:cost|price) of) (?:to )?(?:{_ADDING}|added) (?P<f>.+)"
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
_NUMBER = re.compile(r"\d+")
_CORRECTION = re.compile(
    r"(?:(?:ok|no|actually|sorry|wait|and|please),? )*(?:make|let us make|change) (?:that|it|this)(?: to| into)? "
    r"(?P<number>\d+|two|three|four|five|six|seven|eight|nine|ten)(?: please| instead)*"
)


@dataclass(frozen=True, slots=True)
class Wish:
    """Something the customer would like, on one line, with the role it falls to; `verb` is what becomes of `thing`."""

    text: str
    owner: Role
    thing: str = ""
    verb: str = "add"


def wish_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence states."""
    if wish_weighed_in(sentence) or (sentence.is_question and not re.match(r"(?:\w+ )*please", sentence.plain)):
        return None
    return wish_of(sentence.text) if _match(sentence, _WISHES) else None


def wish_weighed_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence only asks or thinks about: "can we add …?", "what would it cost to add …?"."""
    match = None if _match(sentence, _WISHES[:1]) else _match(sentence, _WEIGHED_WISHES)
    if match is None:
        return None
    groups = match.groupdict()
    verb = groups.pop("verb") or groups.pop("doing") or "add"
    thing = next(group for name, group in groups.items() if group and len(name) == 1)
    own = re.search(rf"(?:{re.escape(thing)})\W*$", sentence.text, re.IGNORECASE)
    return Wish(
        sentence.text,
        _owner(sentence.plain),
        own[0].strip(" .?!") if own else thing,
        "add" if verb in {"have", "get"} else verb,
    )


def wish_of(text: str) -> Wish:
    """`text` as a wish."""
    return Wish(text, _owner(text.lower()))


def corrected(plain: str, text: str) -> str | None:
    """The wish `text` with the number of "make that 9"; None unless the wish has one number to change."""
    match = _CORRECTION.fullmatch(plain)
    return (
        _NUMBER.sub(match["number"], text)
        if match and match["number"].isdigit() and len(_NUMBER.findall(text)) == 1
        else None
    )


def is_correction(plain: str) -> bool:
    """Whether a sentence changes the number of what was said before."""
    return _CORRECTION.fullmatch(plain) is not None


def decision_in(sentence: Sentence) -> str | None:
    """The decision a sentence states, in the customer's words; none about approving or stopping, which are told."""
    if sentence.is_question or any(pattern.search(sentence.plain) for pattern in spoken_of().values()):
        return None
    return sentence.text if _match(sentence, _DECISIONS) else None


def _owner(plain: str) -> Role:
    """The remit most of its words belong to; a wish for the product itself is the CPO's."""
    hits = {role: len(re.findall(rf"\b{alternatives(words)}\b", plain)) for role, words in _OWNERS.items()}
    best = max(hits, key=lambda role: hits[role])
    return best if hits[best] else Role.CPO


def _match(sentence: Sentence, patterns: tuple[str, ...]) -> re.Match[str] | None:
    """The whole sentence's fit; one too long to be kept in the customer's words has none."""
    if len(sentence.text) > MAX_TEXT_LENGTH:
        return None
    return _compiled(patterns).fullmatch(without_lead_in(sentence.plain))


@cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
