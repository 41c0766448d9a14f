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

COURTESIES: dict[str, str] = {
    "greeting": "Hello. Ask me how things stand, or what needs you first; “help” shows everything I answer.",
    "thanks": "You are welcome.",
    "farewell": "Goodbye. Talk to you soon.",
    "wellbeing": "All is well with me, thank you: I am an AI.",
    "praise": "Thank you, I am glad to hear that.",
}
"""What the CEO and the assistant alike say back to small talk."""

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_BEFORE = r"(?:(?:hm+|oh|ok|okay|actually|sorry|wait|well|then|please|pls|and|hey|ah|can you|could you),? ){0,9}"
_PLEASE = r"(?:,? (?:please|pls|then|thanks|thank you|ada))*"
_YES = (
    r"(?:yes|yep|yeah|yup|sure|absolutely|of course|definitely|correct|confirmed?)(?:,? (?:do(?: it)?|go ahead))?"
    r"|do it|please do|go ahead|go for it"
    r"|(?:yes,? |sure,? )?(?:add|record|note|put) (?:it|that)(?: down| in| on (?:the|my|our) list)?"
)
_NO = r"no|nope|nah|rather not|better not|do not(?: do (?:it|that))?|not now|leave it"
_ASIDE = (
    r"forget (?:about )?(?:it|that|this|what i said)|never ?mind|nvm|scratch that|drop it"
    r"|ignore (?:that|my last message|what i said)"
)
_UNDO = (
    r"take (?:it|that|this) back|(?:undo|revert|take back|withdraw|scrap|cancel|delete|remove|drop|retract|discard"
    r"|strike|forget|scratch)(?: (?:it|that|this)(?: (?:again|back))?| the last"
    r"| (?:the|my|our|that|this)(?: (?:last|latest|recorded|new))*"
    r" (?:one|wish|change request|request|thing|change|idea|entry|approval|decision))?"
)
_SAID = re.compile(
    rf"{_BEFORE}(?:(?P<yes>{_YES})|(?P<no>{_NO})|(?:no,? )?(?P<aside>{_ASIDE})"
    rf"|(?:(?:no|wait|leave it|{_ASIDE}),? ){{0,9}}(?P<undo>{_UNDO})){_PLEASE}"
)
_CHOICE = re.compile(
    rf"\bthe (?P<ordinal>{'|'.join(ORDINALS)}|last|latter|former|other)(?: one| of (?:them|those|these))?(?=$|[ ,:-])"
    r"|^(?:number |no |nr )?(?P<number>\d)$"
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
    said = _SAID.fullmatch(plain)
    kind = said.lastgroup if said else ""
    if kind == "yes":
        return Reference(Kind.YES, before.if_yes, is_confirmed=True)
    if kind == "no":
        return Reference(Kind.NO)
    return Reference(Kind.UNDO, before.if_undone, is_firm=kind == "undo") if kind else _chosen(plain, before)


def follow_up(plain: str) -> str | None:
    """What "and design?" or "what about the roadmap?" asks for; None where the message is no such question."""
    match = _ELLIPSIS.fullmatch(plain)
    return match["rest"] or match["also"] if match else None


def points(plain: str) -> bool:
    """Whether a message points at an entry of a list: "the second one", "the other"."""
    return _CHOICE.search(plain) is not None


def entry_at(plain: str, before: About) -> str | None:
    """The entry of the list shown that a message points at; None where there is no such entry."""
    match, shown = _CHOICE.search(plain), before.shown
    if match is None:
        return None
    if match["ordinal"] == "other":
        others = [name for name in shown if name not in before.names]
        return others[0] if before.names and len(others) == 1 else None
    places = {**ORDINALS, "former": 1, "last": len(shown), "latter": len(shown)}
    number = int(match["number"] or places[match["ordinal"]])
    return shown[number - 1] if 0 < number <= len(shown) else None


def _chosen(plain: str, before: About) -> Reference | None:
    """The entry that a message points at, put into its place in the sentence."""
    match = _CHOICE.search(plain)
    if match is None or (match["number"] and not before.shown):
        return None
    entry, around = entry_at(plain, before), (plain[: match.start()], plain[match.end() :])
    if _NO_MORE.fullmatch(" ".join(around)):
        sentence = (before.if_named or "what about {}").format(entry) if entry else ""
        return Reference(Kind.CHOICE, sentence, is_confirmed=bool(entry))
    return Reference(Kind.CHOICE, entry.join(around)) if entry else None
