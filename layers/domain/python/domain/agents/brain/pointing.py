"""Questions that point at what the reply before showed: "since when?", "who put that in?", "which is older?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

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
from domain.receipts.tracing import count

_MOST_TOLD = 5
_SHORT = 3  # words: "since when then"
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FACETS = (
    (
        Facet.KEPT,
        (
            r"(?:on|in|into) (?:the|your|my|our) (?:list|records?|books?|notes)|recorded|noted|on record|saved|"
            r"(?:put|written|got|have) (?:it|that|this)(?: one)? down"
        ),
    ),
    (Facet.IN, r"in (?:the brief|it|there|already|now)|part of|built|included"),
    (Facet.COMMENT, r"(?:did|do|have) (?:i|we) (?:say|said|write|wrote|written|comment\w*)|my comments?"),
    (
        Facet.WITHOUT,
        (
            r"without|(?:do|must) (?:i|we) (?:have|need)|required|optional|"
            r"(?:if|when|once) (?:i|we)(?: have)? (?:do not|say no|decline\w*|refuse|ignore|did|done|approved?|signed)"
        ),
    ),
    (Facet.WHERE, r"where|how (?:do|can|would) (?:i|we|one) (?:get|give|find|create|make|obtain)"),
    (
        Facet.WHY,
        (
            r"why|how come|what .*\bfor|reason|blocks?|blocking|depends?|hangs?|(?:waits?|holds?|stops?|stopping) "
            r"(?:for|it|up)"
        ),
    ),
    (Facet.COST, r"how much|costs?|price\w*|adds?|extra|free|charged?|pay"),
    (Facet.WHEN, r"when|since|how long|how old|(?:what|which) (?:day|date)"),
    (Facet.WHO, r"who|whom|whose|somebody|someone|anybody"),
)  # fmt: skip


def _moment(thing: Thing) -> float:
    return thing.at.timestamp() if thing.at else 0.0


# What a list can be put in order by, and whether the greatest comes first.
_OLDEST = (
    r"oldest|older|earliest|earlier|urgent|first|(?:longest|longer)(?=.*\b(?:wait|open|there|sit))|"
    r"(?:wait|open|sit)\w*.*\blong(?:est|er)"
)
_ORDERS: tuple[tuple[str, Callable[[Thing], float], str], ...] = (
    (_OLDEST, lambda thing: -_moment(thing), "oldest"),
    (r"newest|newer|latest|later|last|recent|youngest|younger", _moment, "newest"),
    (r"longest|longer|biggest|bigger|most work|largest|larger", lambda thing: thing.size, "longest"),
    (r"shortest|shorter|smallest|smaller|least work", lambda thing: -thing.size, "shortest"),
)  # fmt: skip
_COUNTING = re.compile(
    r"\b(?:still (?:\d|two|three|four|five)|how many|altogether|in all|in total|the only|are those all|is that all)\b"
)
_WHICH_ONES = re.compile(
    r"(?:and |so |please )*(?:which (?:ones?|are they)(?: are they)?|"
    r"(?:name|list|show)(?: me)? (?:them|those)(?: all)?)(?: please)?"
)
_AMONG = re.compile(
    r"(?:(?:and|so|ok),? )*(?:is|are|was|were) (?:the |our |my )?(?P<what>.+?) (?:also |even )?"
    r"(?:(?:one|some|part) of|among|amongst|in) (?:them|these|those|(?:the|that|this) list)"
)
_AFTER = re.compile(r"\b(?:(?<!look )(?<!looks )after (?:that|it|this)|and then|next)\b")
_ASKED_TOO = re.compile(r",? and (?=(?:what|who|when|why|where|how)\b)")  # "who wrote it, and what did it cost?"
_NEARLY = -2.0  # log-odds from which "it" points back
_PRONOUN = re.compile(
    r"\b(?:it|that|this|them|those|these|one)$|\b(?:did|does|is|was|has|will|would) (?:it|that|this)\b"
)
_PRICED = frozenset({Topic.CHANGES, Topic.DOCUMENT, Topic.APPROVALS, "wish"})  # "and the price of that?"
_WHICH = re.compile(r"\b(?:which|what|who|the|and)\b")
_OPEN = re.compile(r"\b(?:missing|open|left|remaining|waiting|wait|outstanding|pending|more)\b")
_CLOSED = re.compile(r"\b(?:approved|signed|done|finished|decided|given|deposited|there)\b")
_WORDS_OF_POINTING = tokens(
    "oldest older newest newer latest later longest longer shortest shorter urgent recent item entry paper doc point "
    "remind sort altogether number waits wait happens exactly reason again"
)


def answered(
    plain: str, before: About, earlier: Sequence[str], facts: ProjectFacts, ask: Callable[[Query], Part]
) -> Part | None:
    """The reply to the plain words of a message that points at records; None where it does not.

    `earlier` is the list shown last, perhaps some replies ago; `ask` answers a full question about a record.
    """
    known = things_of(facts)
    shown, focus = _of(before.shown, known), _of(before.names, known)
    listed = shown or _of(earlier, known)
    found = sentences_of(plain)
    if listed and (match := _AMONG.fullmatch(plain)):
        return _is_among(match["what"], listed, before)
    if len(found) != 1 or not (listed or focus) or not _may_point(found[0], before, (*listed, *focus)):
        return None
    refers = _refers(found[0]) or _asks_its_price(found[0], before)
    among = listed or _alike(focus, known)
    if _AFTER.search(plain) and refers and focus:
        return _next(focus[-1], _alike(focus, known), ask)
    if _WHICH_ONES.fullmatch(plain) or (_COUNTING.search(plain) and _OPEN.search(plain) and among[0].kind):
        return None  # the question before is asked once more
    if (refers or plain.startswith("still ")) and _COUNTING.search(plain):
        return _count(plain, _counted(plain, among, known), before)
    if (order := _ordered(plain, _of_so_many(plain, among, known))) and (refers or _WHICH.search(plain)):
        return _told([order[0]], plain, among, ask, lead=f"The {order[1]}: ")
    listing = before.model_copy(update={"shown": tuple(thing.name for thing in listed)})
    name = entry_at(plain, listing) or follow_up(plain)
    chosen = _of([entry_at(plain, listing) or ""], known) or _named(plain, listed, focus, known)
    is_short = len(plain.split()) <= _SHORT and _facet(plain) is not None
    is_meant = (refers or name or _facet(plain)) if chosen else (refers or is_short) and (shown or focus)
    if not is_meant:
        return None
    return _told(chosen or focus or shown, plain, among, ask)


def _asks_its_price(sentence: Sentence, before: About) -> bool:
    """Whether it asks what the record before costs: "and what's the price tag on that"."""
    is_price = Topic.MONEY in sentence.topics and _facet(sentence.plain) is Facet.COST
    return is_price and before.topic in _PRICED and _PRONOUN.search(sentence.plain) is not None


def _may_point(sentence: Sentence, before: About, things: Sequence[Thing]) -> bool:
    """Whether a sentence is a question without a subject of its own; an order is no question."""
    if sentence.act is not Act.QUESTION and sentence.odds[sentence.act] > 0:
        return False
    if sentence.asked_for.operation or sentence.asked_for.of:
        return False
    if _asks_its_price(sentence, before):
        return True
    if sentence.field and sentence.odds[sentence.field] > sentence.odds[REFERS]:
        return False
    is_short = len(sentence.plain.split()) <= _MOST_TOLD and _facet(sentence.plain) is None
    if before.if_named and is_short and not sentence.read.sentence.question:
        return False
    if _refers(sentence):
        return True
    if len(sentence.plain.split()) > _MOST_TOLD or any(sentence.odds[topic] > 0 for topic in Topic):
        return False
    names = tokens(" ".join(thing.name for thing in things))
    return not particular_words(sentence.plain) - names - _WORDS_OF_POINTING


def _refers(sentence: Sentence) -> bool:
    return sentence.refers or (sentence.odds[REFERS] > _NEARLY and _PRONOUN.search(sentence.plain) is not None)


def _named(plain: str, listed: Sequence[Thing], focus: Sequence[Thing], known: dict[str, Thing]) -> list[Thing]:
    """The records that a message names: by their names as listed, or a document by its everyday name."""
    if found := [thing for thing in listed if tokens(thing.name) <= tokens(plain)]:
        return found
    kinds = [kinds[0] for kinds in mentions_in((follow_up(plain) or "").split()).mentions if len(kinds) == 1]
    return (
        [thing for thing in known.values() if thing.kind in kinds] if any(one.kind for one in (*focus, *listed)) else []
    )


def _counted(plain: str, among: Sequence[Thing], known: dict[str, Thing]) -> Sequence[Thing]:
    """What is to be counted: the list, or of its sort what waits, or what is settled."""
    if _OPEN.search(plain):
        return [thing for thing in _alike(among, known) if thing.is_open]
    if _CLOSED.search(plain):
        return [thing for thing in _alike(among, known) if not thing.is_open and thing.at]
    return among


def _of_so_many(plain: str, among: Sequence[Thing], known: dict[str, Thing]) -> Sequence[Thing]:
    """The list; where a number is said that it hasn't, what waits, if that is so many: "which of the two?"."""
    waiting = [thing for thing in _alike(among, known) if thing.is_open]
    said = _number(plain)
    return waiting if said and len(among) != said == len(waiting) else among


def _number(plain: str) -> int | None:
    said = [int(word) if word.isdigit() else _NUMBERS.index(word) + 1 for word in plain.split() if _is_number(word)]
    return said[0] if said else None


def _is_number(word: str) -> bool:
    return word in _NUMBERS[1:] or (word.isdigit() and len(word) == 1)


def _told(
    meant: Sequence[Thing],
    plain: str,
    among: Sequence[Thing],
    ask: Callable[[Query], Part],
    lead: str = "",
) -> Part:
    asked = list(dict.fromkeys(filter(None, map(_facet, _ASKED_TOO.split(plain))))) or [
        Facet.WHEN if lead else Facet.WHAT
    ]
    shown = tuple(thing.name for thing in among)
    about = About(topic=meant[0].topic, question=plain[:300], names=tuple(thing.name for thing in meant), shown=shown)
    told = dict.fromkeys(
        thing.said.get(facet) or thing.said.get(Facet.WHAT, "") for thing in meant[:_MOST_TOLD] for facet in asked
    )
    if said := " ".join(filter(None, told)):
        return Part(f"{lead}{said}" if lead else said, about=about)
    thing = meant[0]
    words = plain if thing.kind else f"{plain} {thing.name}".lower()
    kinds = (thing.kind,) if thing.kind else ()
    part = ask(Query(thing.topic, words, phases=thing.phases, documents=kinds, is_asked=True))
    return Part(part.headline, part.details, part.contributions, about=about)


def _facet(plain: str) -> Facet | None:
    return next((facet for facet, words in _FACETS if re.search(rf"\b(?:{words})\b", plain)), None)


def _count(plain: str, among: Sequence[Thing], before: About) -> Part:
    named = _number(plain)
    said = "" if named is None else "Yes: " if named == len(among) else "No: "
    if "only" in plain or "all" in plain.split():
        said = "Yes: " if "all" in plain.split() or len(among) == 1 else "No: "
    names = "; ".join(thing.name for thing in among[:_MOST_TOLD])
    shown = before.model_copy(update={"shown": tuple(thing.name for thing in among)})
    return Part(f"{said}{count(among)}: {names}." if among else "None.", about=shown)


def _is_among(what: str, listed: Sequence[Thing], before: About) -> Part:
    """Whether the list shown has a record that is called so; what the records say of it elsewhere decides nothing."""
    kinds = {kind for mention in mentions_in(what.split()).mentions for kind in mention}
    labels = {one.name: one.said[Facet.WHAT] if one.topic is Topic.SCOPE else one.name for one in listed}
    meant = [one for one in listed if one.kind in kinds or tokens(what) & tokens(labels[one.name])]
    about = before.model_copy(update={"shown": tuple(labels), "names": tuple(one.name for one in meant)})
    told = "; ".join(label.rstrip(".") for label in labels.values())
    if not meant:
        return Part(f"No, none of them is called that. They are: {told}.", about=about)
    return Part(f"Yes: {'; '.join(labels[one.name].rstrip('.') for one in meant)}.", about=about)


def _ordered(plain: str, among: Sequence[Thing]) -> tuple[Thing, str] | None:
    """The record that comes first in the order asked for, and what that order makes it."""
    key = next(((key, word) for words, key, word in _ORDERS if re.search(rf"\b(?:{words})\b", plain)), None)
    begun = [thing for thing in among if thing.at]
    if key is None or not among or points(plain):
        return None
    if begun:
        return max(begun, key=key[0]), key[1]
    return {"oldest": (among[0], "first"), "newest": (among[-1], "last")}.get(key[1])


def _alike(focus: Sequence[Thing], known: dict[str, Thing]) -> list[Thing]:
    """The records of the same sort; those that wait, where it waits too."""
    return [
        thing for thing in known.values()
        if focus and thing.topic is focus[0].topic and (thing.is_open or not focus[0].is_open)
    ]  # fmt: skip


def _of(names: Iterable[str], known: dict[str, Thing]) -> list[Thing]:
    return [known[name] for name in names if name in known]


def _next(last: Thing, among: Sequence[Thing], ask: Callable[[Query], Part]) -> Part:
    """What is told of the record after `last`."""
    later = among[among.index(last) + 1 :]
    return _told(later[:1], later[0].name, among, ask) if later else Part(f"Nothing comes after the {last.name}.")
