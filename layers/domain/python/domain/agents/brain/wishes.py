"""Wishes and decisions a customer states, kept in the customer's own words.

Only what is told outright is recorded: the weights and the form of the sentence must agree. What is only thought about
("can we add …?", "what if …") is priced, and recorded by a "yes".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from common.services import frozen
from domain.agents.brain.doubts import is_doubtful, without_lead_in
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import Sentence
from domain.agents.brain.telling import SURE
from domain.projects.documents.matching import tokens
from domain.projects.states import Role

MAX_TEXT_LENGTH = 1_000
_LEAST_WORDS = 3
# Words that leave a sentence open, or make it somebody else's.
_OPEN = re.compile(
    r"\b(?:if|whether|maybe|perhaps|might|would .* cost|wonder\w*|thinking|considering|suppose|imagine|what|how|"
    r"possib\w+|probabl\w+|consider\w*|some (?:day|point)|one day|later|let us not|curious|hypothetical\w*|"
    r"quotation|said|says|asked|wrote)\b|\byet$"
)
# A verb of change opens the sentence.
_ORDERED = re.compile(
    r"^(?:and |oh |then |ok |so )*(?:please|pls|add|include|drop|remove|replace|use|make|let|put|leave|take|move|"
    r"change|give|allow|show|hide|send|offer|support|build|bring|get rid|keep|connect|integrate|rename|switch|swap|"
    r"reduce|limit|extend|postpone|push|shift|cut|skip|note|record|have|set|translate|increase|provide|enable|accept)\b"
)
_IT = r"(?:it|that|this|them|those)"
# What tells to put on record what else the message says …
_RECORD_IT = re.compile(
    rf"(?:(?:please|do|just|so|and|then|can you please|could you please|kindly)[, ]+)*"
    rf"(?:(?:add|record|note|log|include) {_IT}|"
    rf"(?:put|write|take|note|get) {_IT} (?:down|in|on (?:record|the list)|into the brief)|"
    rf"(?:we|i) (?:do |really )?(?:want|need|would like) {_IT})"
    r"(?: (?:too|as well|in|please|then|now|for me|for us|as a (?:wish|change request)|down|to the list))*"
)
# What changes, points or puts off, and names nothing: "leave the other two", "let the others wait", "add that too".
_NAMING_NOTHING = tokens(
    "add include put record note list brief wish drop skip park remove delete leave take keep let move change set get "
    "aside rest first second last other others wait now later open back idea thing one two three too also there here "
    "i we you it that this them those these well ok yes yeah please need want like love would could should must can "
    "may do be have if so then really just great nice good wonder think hope as still all both"
)
_COURTESY = frozenset({Act.GREETING, Act.THANKS, Act.BYE, Act.PRAISE})
_POLITE = re.compile(r"(?:can|could|would|will) (?:you|u) (?:please|kindly)\b")
_SETTLED = re.compile(
    r"\b(?:decid|decision|agree|chose|choos|pick|settl|opt|conclu|go(?:ing)? with|went|record|use|take)"
)
_THING = re.compile(
    r"\b(?P<verb>add(?:ing|ed)?|includ(?:e|ing)|support(?:ing)?|hav(?:e|ing)|had|get|offer(?:ing|ed)?|"
    r"integrat(?:e|ing)|drop(?:ping|ped)?|remov(?:e|ing)|leave out|replac(?:e|ing)|chang(?:e|ing)|mov(?:e|ing)|about|"
    r"would|also|without|for|is) (?P<thing>(?!you\b|it\b|we\b).+?)(?:,.*| cost| be| too| also| possible| as well)?$"
)
_DROPPING = {"drop": "drop", "remo": "remove", "leav": "leave out", "repl": "replace", "chan": "change", "move": "move"}
_DROPPING |= {"with": "drop", "movi": "move"}
# Stems that name a remit; a wish for the product itself is the CPO's.
_OWNERS: Mapping[Role, re.Pattern[str]] = MappingProxyType(
    {
        Role.CMO: re.compile(r"\b(?:newsletter|market|campaign|seo\b|social media|advert|slogan|landing page)"),
        Role.CDO: re.compile(r"\b(?:design|colou?r|font|logo|dark (?:mode|theme)|layout|icon|animation|brand)"),
        Role.CTO: re.compile(
            r"\b(?:api|integrat|host|database|ios\b|android|login|two factor|export|import\b|webhook)"
        ),
    }
)


@frozen
class Wish:
    """Something the customer would like, on one line, with the role it falls to; `verb` is what becomes of `thing`."""

    text: str
    owner: Role
    thing: str = ""
    verb: str = "add"


def wish_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence states outright."""
    is_told = sentence.act is Act.WISH and _is_outright(sentence) and not only_points(sentence)
    is_sure = sentence.told[Act.WISH] > SURE
    has_form = is_sure or is_ordered(sentence)
    return wish_of(sentence.text) if is_told and has_form else None


def only_points(sentence: Sentence) -> bool:
    """Whether a sentence wants something and doesn't say itself what: "we need that too", "leave the other two"."""
    own = tokens(without_lead_in(sentence.plain)) - _NAMING_NOTHING
    return sentence.act in {Act.WEIGH, Act.WISH} and not own


def recorded_in(sentences: Sequence[Sentence]) -> Wish | None:
    """The wish that a message says and then tells to record: "We need 26 kennels. Put that down please."."""
    orders = [one for one in sentences if _RECORD_IT.fullmatch(without_lead_in(one.plain))]
    said = [one for one in sentences if one not in orders and one.act not in _COURTESY]
    if not orders or not said or any(one.is_question or is_doubtful(one.plain) or one.act is Act.UNDO for one in said):
        return None
    text = ". ".join(one.text.rstrip(".") for one in said)
    return wish_of(text) if len(text.split()) >= _LEAST_WORDS and len(text) <= MAX_TEXT_LENGTH else None


def is_ordered(sentence: Sentence) -> bool:
    """Whether a sentence opens like an order to change something: beside a question, nothing else is a wish told."""
    return _ORDERED.match(without_lead_in(sentence.plain)) is not None or _ORDERED.match(sentence.plain) is not None


def wish_weighed_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence only asks or thinks about: "can we add …?", "what would it cost to add …?"."""
    is_wish = sentence.act in {Act.WEIGH, Act.WISH} and not only_points(sentence)
    if not is_wish or len(sentence.text) > MAX_TEXT_LENGTH:
        return None
    match = _THING.search(sentence.plain)
    thing = match["thing"] if match else without_lead_in(sentence.plain)
    own = re.search(re.escape(thing).replace("\\ ", r"\W+"), sentence.text, re.IGNORECASE)
    verb = _DROPPING.get(match["verb"][:4], "add") if match else "note"
    return Wish(sentence.text, _owner(sentence.plain), own[0] if own else thing, verb)


def wish_of(text: str) -> Wish:
    """`text` as a wish."""
    return Wish(text, _owner(text.lower()))


def decision_in(sentence: Sentence) -> str | None:
    """The decision a sentence states, in the customer's words."""
    is_settled = sentence.act is Act.DECISION and _SETTLED.search(sentence.plain) and _is_outright(sentence)
    return sentence.text if is_settled else None


def _is_outright(sentence: Sentence) -> bool:
    """Whether the form of a sentence leaves nothing open: no question, no condition, nobody else's words."""
    asks = sentence.is_question and not _POLITE.match(without_lead_in(sentence.plain))
    is_open = (
        asks
        or len(sentence.plain.split()) < _LEAST_WORDS
        or _OPEN.search(sentence.plain)
        or len(sentence.text) > MAX_TEXT_LENGTH
    )
    return not is_open and not (
        is_doubtful(sentence.plain) and "no longer" not in sentence.plain and "not need" not in sentence.plain
    )


def _owner(plain: str) -> Role:
    return next((role for role, stems in _OWNERS.items() if stems.search(plain)), Role.CPO)
