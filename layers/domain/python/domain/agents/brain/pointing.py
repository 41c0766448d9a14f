"""Questions that point at what the reply before showed: "since when?", "who put that in?", "which is older?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, verdict
from domain.agents.brain.answers.things import Facet, Thing, things_of
from domain.agents.brain.naming import mentions_in
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, query_on
from domain.agents.brain.reader import REFERS, Act
from domain.agents.brain.sentences import sentences_of
from domain.language.dialogue import About, entry_at, follow_up, points
from domain.projects.documents.matching import tokens

_MOST_TOLD = 5
_SHORT = 3  # words: "since when then"
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FACETS = (
    (Facet.COMMENT, r"(?:did|do|have) (?:i|we) (?:say|said|write|wrote|written|comment\w*)|my comments?"),
    (Facet.WITHOUT, r"without|(?:do|must) (?:i|we) (?:have|need)|required|optional|(?:what|and) (?:happens )?(?:if|when|once) (?:i|we)|if (?:i|we) (?:do not|say no|decline)"),
    (Facet.WHERE, r"where|how (?:do|can|would) (?:i|we|one) (?:get|give|find|create|make|obtain)"),
    (Facet.WHY, r"why|how come|what .*\bfor|reason|blocks?|blocking|depends?|hangs?|(?:waits?|holds?|stops?|stopping) (?:for|it|up)"),
    (Facet.COST, r"how much|costs?|price\w*|adds?|extra|free|charged?|pay"),
    (Facet.WHEN, r"when|since|how long|how old|(?:what|which) (?:day|date)"),
    (Facet.WHO, r"who|whom|whose|somebody|someone|anybody"),
)  # fmt: skip
# What a list can be put in order by, and whether the greatest comes first.
_OLDEST = r"oldest|older|earliest|earlier|urgent|first|(?:longest|longer)(?=.*\b(?:wait|open|there|sit))|(?:wait|open|sit)\w*.*\blong(?:est|er)"
_ORDERS: tuple[tuple[str, Callable[[Thing], float], str], ...] = (
    (_OLDEST, lambda thing: -_moment(thing), "oldest"),
    (r"newest|newer|latest|later|last|recent|youngest|younger", lambda thing: _moment(thing), "newest"),
    (r"longest|longer|biggest|bigger|most work|largest|larger", lambda thing: thing.size, "longest"),
    (r"shortest|shorter|smallest|smaller|least work", lambda thing: -thing.size, "shortest"),
)  # fmt: skip
_COUNTING = re.compile(
    r"\b(?:how many|altogether|in all|in total|the only|all of them|all of those|are those all|is that all)\b"
)
_AFTER = re.compile(r"\b(?:after (?:that|it|this)|and then|next)\b")
_WHICH = re.compile(r"\b(?:which|what|who|the|and)\b")
_OPEN = re.compile(r"\b(?:missing|open|left|remaining|waiting|wait|outstanding|pending|more)\b")
_CLOSED = re.compile(r"\b(?:approved|signed|done|finished|decided|given|deposited|there)\b")
_WORDS_OF_POINTING = tokens(
    "oldest older newest newer latest later longest longer shortest shorter urgent recent item entry paper doc point "
    "remind sort altogether number waits wait happens exactly reason again"
)


def answered(plain: str, before: About, facts: ProjectFacts, ask: Callable[[Query], Part]) -> Part | None:
    """The reply to the plain words of a message that points at records; None where it does not.

    `ask` answers a full question about one of them.
    """
    found = sentences_of(plain)
    known = things_of(facts)
    shown, focus = _of(before.shown, known), _of(before.names, known)
    if len(found) != 1 or not (shown or focus):
        return None
    sentence = found[0]
    if sentence.act is not Act.QUESTION and sentence.odds[sentence.act] > 0:
        return None
    refers = sentence.odds[REFERS] > 0
    if sentence.field and sentence.odds[sentence.field] > sentence.odds[REFERS]:
        return None
    names = tokens(" ".join(thing.name for thing in (*shown, *focus)))
    own = particular_words(plain) - names - _WORDS_OF_POINTING
    is_bare = before.if_named and points(plain) and len(plain.split()) <= _MOST_TOLD
    if is_bare or (own and not refers):
        return None
    among = shown or _alike(focus, known)
    if _AFTER.search(plain) and refers and focus:
        return _next(focus[-1], _alike(focus, known), ask)
    if refers and _COUNTING.search(plain):
        if _OPEN.search(plain):
            among = [thing for thing in _alike(among, known) if thing.is_open]
        elif _CLOSED.search(plain):
            among = [thing for thing in _alike(among, known) if not thing.is_open and thing.at]
        return _count(plain, among, before)
    if (order := _ordered(plain, among)) and (refers or _WHICH.search(plain)):
        return _told([order[0]], plain, among, ask, lead=f"The {order[1]}: ")
    chosen = _of([name] if (name := entry_at(plain, before)) else [], known)
    if not chosen and (rest := follow_up(plain)):
        kinds = [kinds[0] for kinds in mentions_in(rest.split()).mentions if len(kinds) == 1]
        chosen = [thing for thing in known.values() if thing.kind in kinds] if (shown or focus)[0].kind else []
    chosen = chosen or [thing for thing in shown if tokens(thing.name) <= tokens(plain)]
    is_short = len(plain.split()) <= _SHORT and _facet(plain) is not None
    if not (chosen or refers or is_short):
        return None
    return _told(chosen or focus or shown, plain, among, ask)


def _told(
    meant: Sequence[Thing],
    plain: str,
    among: Sequence[Thing],
    ask: Callable[[Query], Part],
    lead: str = "",
) -> Part:
    facet = _facet(plain) or (Facet.WHEN if lead else Facet.WHAT)
    shown = tuple(thing.name for thing in among)
    about = About(topic=meant[0].topic, question=plain[:300], names=tuple(thing.name for thing in meant), shown=shown)
    told = dict.fromkeys(thing.said.get(facet) or thing.said.get(Facet.WHAT, "") for thing in meant[:_MOST_TOLD])
    if said := " ".join(filter(None, told)):
        return Part(f"{lead}{said}" if lead else said, about=about)
    thing = meant[0]
    query = query_on(thing.topic, f"{plain} {thing.name}".lower())
    kinds = (thing.kind,) if thing.kind else ()
    part = ask(Query(thing.topic, query.plain, phases=thing.phases, documents=kinds, is_asked=True))
    return Part(part.headline, part.details, part.contributions, about=about)


def _facet(plain: str) -> Facet | None:
    return next((facet for facet, words in _FACETS if re.search(rf"\b(?:{words})\b", plain)), None)


def _count(plain: str, among: Sequence[Thing], before: About) -> Part:
    named = next((_NUMBERS.index(word) + 1 for word in plain.split() if word in _NUMBERS), None)
    said = "" if named is None else "Yes: " if named == len(among) else "No: "
    if "only" in plain or "all" in plain.split():
        said = "Yes: " if "all" in plain.split() or len(among) == 1 else "No: "
    names = "; ".join(thing.name for thing in among[:_MOST_TOLD])
    shown = before.model_copy(update={"shown": tuple(thing.name for thing in among)})
    return Part(f"{said}{len(among)}: {names}." if among else "None.", about=shown)


def _ordered(plain: str, among: Sequence[Thing]) -> tuple[Thing, str] | None:
    """The record that comes first in the order asked for, and what that order makes it."""
    key = next(((key, word) for words, key, word in _ORDERS if re.search(rf"\b(?:{words})\b", plain)), None)
    begun = [thing for thing in among if thing.at]
    if key is None or len(among) <= 1 or points(plain):
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


def _moment(thing: Thing) -> float:
    return thing.at.timestamp() if thing.at else 0.0


def _next(last: Thing, among: Sequence[Thing], ask: Callable[[Query], Part]) -> Part:
    """What is told of the record after `last`."""
    later = among[among.index(last) + 1 :]
    return _told(later[:1], later[0].name, among, ask) if later else Part(f"Nothing comes after the {last.name}.")
