"""Questions that point at what the reply before showed: "since when?", "who put that in?", "which is older?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part
from domain.agents.brain.answers.things import Facet, Thing, things_of
from domain.agents.brain.naming import mentions_in
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import REFERS, Act, Topic
from domain.agents.brain.sentences import Sentence, sentences_of
from domain.language.dialogue import About, entry_at, follow_up, points
from domain.projects.documents.matching import tokens

_MOST_TOLD = 5
_SHORT = 3  # words: "since when then"
_FACETS = (
    (Facet.KEPT, r"on (?:the|your|my|our) list|on record|recorded|noted"),
    (Facet.IN, r"in (?:the brief|it|there|already|now)|part of|built|included"),
    (Facet.COMMENT, r"my comments?|(?:did|have) (?:i|we) (?:say|write|written)"),
    (Facet.WITHOUT, r"without|required|optional|(?:if|when|once) (?:i|we) (?:do not|decline|refuse|approved?|sign)"),
    (Facet.WHERE, r"where|how (?:do|can|would) (?:i|we) (?:get|find|create|make)"),
    (Facet.WHY, r"why|how come|what .*\bfor|reason|blocks?|blocking|(?:waits?|holds?|stops?) (?:for|it|up)"),
    (Facet.COST, r"how much|costs?|price\w*|adds?|extra|free|charged?|pay"),
    (Facet.WHEN, r"when|since|how long|how old|(?:what|which) (?:day|date)"),
    (Facet.WHO, r"who|whom|whose|somebody|someone|anybody"),
)
# What a list can be put in order by: when each record came up.
_OLDEST = re.compile(r"\b(?:oldest|older|earliest|earlier|first|(?:lying|waiting|been) .*longest)\b")
_SO_MANY = {"two": 2, "three": 3, "four": 4}  # "which of the two" may be no list that was shown
_NEWEST = re.compile(r"\b(?:newest|newer|latest|later|last|most recent)\b")
_WHICH_ONES = re.compile(
    r"(?:and |so |please )*(?:which (?:ones?|are they)|(?:name|list|show)(?: me)? (?:them|those)(?: all)?)(?: please)?"
)
_ASKED_TOO = re.compile(r",? and (?=(?:what|who|when|why|where|how)\b)")  # "who wrote it, and what did it cost?"
_NEARLY = -2.0  # log-odds from which "it" points back
_PRONOUN = re.compile(
    r"\b(?:it|that|this|them|those|these|one)$|\b(?:did|does|is|was|has|will|would) (?:it|that|this)\b"
)
_WHICH = re.compile(r"\b(?:which|what|who|the|and)\b")
_COUNTING = re.compile(r"\b(?:how many|altogether|in all|in total|is that all)\b")
_WORDS_OF_POINTING = tokens(
    "oldest older newest newer latest later longest longer urgent recent item entry paper doc point remind sort number "
    "waits wait happens exactly reason again"
)


def answered(
    plain: str, before: About, earlier: Sequence[str], facts: ProjectFacts, ask: Callable[[Query], Part]
) -> Part | None:
    """The reply to the plain words of a message that points at records; None where it does not.

    `earlier` is the list shown last, perhaps some replies ago; `ask` answers a full question about a record.
    """
    known = things_of(facts)
    shown, focus = _of(before.shown, known), _of(before.names, known)
    listed, found = shown or _of(earlier, known), sentences_of(plain)
    if len(found) != 1 or not (listed or focus) or not _may_point(found[0], before, (*listed, *focus)):
        return None
    if _WHICH_ONES.fullmatch(plain) or _COUNTING.search(plain):
        return None  # the question before is asked once more
    refers = _refers(found[0])
    alike = [one for one in known.values() if focus and one.topic is focus[0].topic]
    among = listed or [one for one in alike if one.is_open or not focus[0].is_open]
    if (order := _ordered(plain, among)) and (refers or _WHICH.search(plain)):
        part = _told([order[0]], f"when {plain}", among, ask)
        return replace(part, headline=f"The {order[1]}: {part.headline}")
    listing = before.model_copy(update={"shown": tuple(thing.name for thing in listed)})
    name = entry_at(plain, listing)
    chosen = _of([name or ""], known) or _named(plain, listed, focus, known)
    facet = _facet(plain)
    if chosen:
        is_meant = bool(refers or name or follow_up(plain) or facet)
    else:
        is_meant = bool((refers or (facet and len(plain.split()) <= _SHORT)) and (shown or focus))
    return _told(chosen or focus or shown, plain, among, ask) if is_meant else None


def _may_point(sentence: Sentence, before: About, things: Sequence[Thing]) -> bool:
    """Whether a sentence is a question without a subject of its own; an order is no question."""
    if sentence.act is not Act.QUESTION and sentence.odds[sentence.act] > 0:
        return False
    if sentence.asked_for.operation or sentence.asked_for.of:
        return False
    if sentence.field and sentence.odds[sentence.field] > sentence.odds[REFERS]:
        return False
    is_short = len(sentence.plain.split()) <= _MOST_TOLD
    if before.if_named and is_short and not (_facet(sentence.plain) or sentence.read.sentence.question):
        return False
    if _refers(sentence):
        return True
    if not is_short or any(sentence.odds[topic] > 0 for topic in Topic):
        return False
    return not particular_words(sentence.plain) - tokens(" ".join(one.name for one in things)) - _WORDS_OF_POINTING


def _refers(sentence: Sentence) -> bool:
    return sentence.refers or (sentence.odds[REFERS] > _NEARLY and _PRONOUN.search(sentence.plain) is not None)


def _named(plain: str, listed: Sequence[Thing], focus: Sequence[Thing], known: dict[str, Thing]) -> list[Thing]:
    """The records that a message names: by their names as listed, or a document by its everyday name."""
    if found := [thing for thing in listed if tokens(thing.name) <= tokens(plain)]:
        return found
    if not any(one.kind for one in (*focus, *listed)):
        return []
    kinds = [kinds[0] for kinds in mentions_in((follow_up(plain) or "").split()).mentions if len(kinds) == 1]
    return [thing for thing in known.values() if thing.kind in kinds]


def _told(meant: Sequence[Thing], plain: str, among: Sequence[Thing], ask: Callable[[Query], Part]) -> Part:
    """What the records say of what is asked of them; where they say nothing of it, the full question is answered."""
    asked = list(dict.fromkeys(filter(None, map(_facet, _ASKED_TOO.split(plain))))) or [Facet.WHAT]
    shown = tuple(thing.name for thing in among)
    about = About(topic=meant[0].topic, question=plain[:300], names=tuple(thing.name for thing in meant), shown=shown)
    told = [one.said.get(facet) or one.said.get(Facet.WHAT, "") for one in meant[:_MOST_TOLD] for facet in asked]
    if said := " ".join(filter(None, dict.fromkeys(told))):
        return Part(said, about=about)
    thing = meant[0]
    words = plain if thing.kind else f"{plain} {thing.name}".lower()
    kinds = (thing.kind,) if thing.kind else ()
    part = ask(Query(thing.topic, words, phases=thing.phases, documents=kinds, is_asked=True))
    return Part(part.headline, part.details, part.contributions, about=about)


def _facet(plain: str) -> Facet | None:
    return next((facet for facet, words in _FACETS if re.search(rf"\b(?:{words})\b", plain)), None)


def _ordered(plain: str, among: Sequence[Thing]) -> tuple[Thing, str] | None:
    """The oldest or the newest of the records, where that is asked for."""
    begun = sorted((thing for thing in among if thing.at), key=lambda thing: thing.at.timestamp() if thing.at else 0.0)
    said = next((number for word, number in _SO_MANY.items() if word in plain.split()), len(among))
    if points(plain) or not begun or said != len(among):
        return None
    if _OLDEST.search(plain):
        return begun[0], "oldest"
    return (begun[-1], "newest") if _NEWEST.search(plain) else None


def _of(names: Iterable[str], known: dict[str, Thing]) -> list[Thing]:
    return [known[name] for name in names if name in known]
