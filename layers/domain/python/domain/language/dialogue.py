"""Follow-ups: what a message such as "yes", "the second one" or "undo that" stands for after the reply before it.

A reply is stored with an `About`. The next message is resolved against it, into the full sentence it stands for. That
sentence is then read like any other, so a follow-up can do nothing that a full sentence cannot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from pydantic import ConfigDict

from common.model import Model

_PLEASE = r"(?:,? (?:please|pls|then|thanks|thank you|ada))*"
_YES = re.compile(
    rf"(?:yes|yep|yeah|yup|sure|ok yes|ok do it|do it|please do|go ahead|go for it|absolutely|of course|definitely|"
    rf"yes do|yes do it|yes go ahead|correct|confirmed?){_PLEASE}"
)
_ADD_IT = re.compile(
    r"(?:(?:yes|ok|sure),? )?(?:add|record|note|put) (?:it|that)(?: down| in| on (?:the|my|our) list)?(?: too| then)?"
    rf"{_PLEASE}"
)
_NO = re.compile(
    r"(?:no|nope|nah|no thanks|no thank you|rather not|better not|do not|do not do (?:it|that)|not now|leave it)"
    rf"{_PLEASE}"
)
_SOFT = (
    r"(?:forget (?:it|that|this|about (?:it|that)|what i said)|never ?mind|nvm|scratch that|drop it|leave it|ignore "
    r"(?:that|my last message|what i said))"
)
_HARD = (
    r"(?:undo|revert|take back|withdraw|scrap|cancel|delete|remove|drop|retract|discard|strike|forget|scratch)"
    r"(?: (?:it|that|this)(?: (?:again|back))?| (?:the|my|our|that|this)(?: (?:last|latest|recorded|new))*"
    r" (?:one|wish|change request|request|thing|change|idea|entry|approval|decision)(?: back)?| the last)?|take "
    r"(?:it|that|this) back"
)
_WORDS_BEFORE = r"(?:(?:hm+|oh|ok|okay|actually|no|sorry|wait|well|then|please|pls|and|hey|ah|can you|could you),? )*"
_UNDO = re.compile(rf"{_WORDS_BEFORE}(?:(?P<soft>{_SOFT})|(?:{_SOFT},? )?(?P<hard>{_HARD})){_PLEASE}")
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_ORDINAL = "|".join(ORDINALS)
_CHOICE = re.compile(
    rf"\bthe (?:(?P<ordinal>{_ORDINAL}|last|latter|former|other)(?: one| of (?:them|those|these))?|"
    r"one (?P<place>\d))(?=$|[ ,:-])"
    r"|^(?:number |no |nr )(?P<number>\d)$|^(?P<bare>\d)$"
)
_NO_MORE = re.compile(r"(?:[\s,:-]|and|now|then|too|also|ok|what about|how about|i mean|take|please|pls|yes|thanks)*")
_ELLIPSIS = re.compile(
    r"(?:(?:and|ok|so|but),? )*(?:and|what about|how about|same for|also)(?: for)? (?P<rest>.{1,80})"
    r"|(?P<also>.{1,40}?) (?:too|as well)"
)


class About(Model):
    """What a reply was about.

    Attributes:
        topic: what kind of question it answered, or what it did.
        question: the question it answered, in plain words.
        names: the things the question named.
        shown: the list the reply showed, in its order.
        if_named: the sentence that naming one entry of `shown` stands for; `{}` is the entry.
        if_yes: the sentence that "yes" stands for; empty when nothing was asked.
        if_undone: the sentence that "undo that" stands for.
    """

    model_config = ConfigDict(extra="forbid")

    topic: str = ""
    question: str = ""
    names: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    if_named: str = ""
    if_yes: str = ""
    if_undone: str = ""


class Kind(StrEnum):
    """How a message refers to what was said before."""

    YES = "yes"
    NO = "no"
    UNDO = "undo"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Reference:
    """A message that refers back; `sentence` is what it stands for, empty when there is nothing it can mean.

    `is_confirmed`: it answers what the reply before asked. `is_firm`: it tells to undo, and does not just wave aside.
    """

    kind: Kind
    sentence: str = ""
    is_confirmed: bool = False
    is_firm: bool = False


def resolve(plain: str, about: About | None) -> Reference | None:
    """What the plain words of a whole message stand for after a reply about `about`; None for an ordinary message."""
    before = about or About()
    if _YES.fullmatch(plain) or (before.if_yes and _ADD_IT.fullmatch(plain)):
        return Reference(Kind.YES, before.if_yes, is_confirmed=True)
    if _NO.fullmatch(plain):
        return Reference(Kind.NO)
    if match := _UNDO.fullmatch(plain):
        return Reference(Kind.UNDO, before.if_undone, is_firm=match["hard"] is not None)
    return _chosen(plain, before)


def follow_up(plain: str) -> str | None:
    """What "and design?" or "what about the roadmap?" asks for; None where the message is no such question."""
    match = _ELLIPSIS.fullmatch(plain)
    return match["rest"] or match["also"] if match else None


def points(plain: str) -> bool:
    """Whether a message points at an entry of a list: "the second one", "the other"."""
    return _CHOICE.search(plain) is not None


def entry_at(plain: str, before: About) -> str | None:
    """The entry of the list shown that a message points at; None where there is no such entry."""
    match = _CHOICE.search(plain)
    return _entry(match, before) if match else None


def _chosen(plain: str, before: About) -> Reference | None:
    """The entry that a message points at, put into its place in the sentence."""
    match = _CHOICE.search(plain)
    if match is None or (match["bare"] and not before.shown):
        return None
    entry = _entry(match, before)
    says_no_more = _NO_MORE.fullmatch(f"{plain[: match.start()]} {plain[match.end() :]}") is not None
    if entry is None:
        return Reference(Kind.CHOICE) if says_no_more else None
    if says_no_more:
        return Reference(Kind.CHOICE, (before.if_named or "what about {}").format(entry), is_confirmed=True)
    return Reference(Kind.CHOICE, f"{plain[: match.start()]}{entry}{plain[match.end() :]}")


def _entry(match: re.Match[str], before: About) -> str | None:
    told = match["ordinal"]
    if told == "other":
        others = [name for name in before.shown if name not in before.names]
        return others[0] if before.names and len(others) == 1 else None
    places = {**ORDINALS, "former": 1, "last": len(before.shown), "latter": len(before.shown)}
    number = places[told] if told else int(match["place"] or match["number"] or match["bare"])
    return before.shown[number - 1] if 0 < number <= len(before.shown) else None
