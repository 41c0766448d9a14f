"""One thing a customer wants to know: its topic, and the documents, phases, roles and figures it names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from domain.agents.brain.asked_for import NOTHING, AskedFor, Particular
from domain.agents.brain.doubts import without_lead_in
from domain.agents.brain.naming import Kinds, documents_in, mentions_in
from domain.agents.brain.reader import Act, Field, Topic
from domain.agents.brain.sentences import TAG, Sentence, sentences_of
from domain.language.words import corrected
from domain.projects.phases import spec_of
from domain.projects.states import Phase, Role

REMIT: Mapping[Topic, Role] = {
    Topic.SCOPE: Role.CPO,
    Topic.TECHNOLOGY: Role.CTO,
    Topic.DESIGN: Role.CDO,
    Topic.MARKETING: Role.CMO,
}
# Asked of a document too; every other topic is then about the document itself.
_BESIDE_A_DOCUMENT = frozenset({Topic.MONEY, Topic.ACCESS, Topic.BLOCKERS, Topic.CHANGES, Topic.ADVICE})
# Words that make an everyday name a document's ("the scope").
_DECIDING = re.compile(
    r"\b(?:revis\w+|approv\w+|sign(?:ed)?(?: off)?|reviewed|accepted|wr(?:ote|itten|ites?)|finished)\b"
)
_TOPICS = {
    Particular.PERSONAL_DATA: Topic.TECHNOLOGY,
    Particular.LANGUAGES: Topic.SCOPE,
    Particular.DEADLINE: Topic.DATES,
    Particular.PROCESS: Topic.STATUS,
}
_OPENER = r"(?:what|how|when|who|which|why|where|is|are|do|does|did|has|have|can|will|the|any|also)\b"
_ASKS = re.compile(rf"(?:and |so |but |then )*{_OPENER}", re.IGNORECASE)
_JOINT = re.compile(rf"(?:,| and| plus| but){{1,9}} (?={_OPENER}.* )", re.IGNORECASE)
_LIST, _LONGEST_LIST_ENTRY = re.compile(r"(?:,| and| plus){1,9} "), 3  # words
_LEADING = re.compile(
    r"^(?:(?:and|so|ok|but|well|hm|just|also|then|quick one|question|quick question|i assume|i guess|just to be sure|"
    r"do you know|can you tell me|could you tell me|tell me|know|please|let me know)(?: if| whether)?,? )+"
)
_POLAR = re.compile(
    r"(?:is|are|was|were|am|do|does|did|has|have|had|will|would|can|could|must|anything|any|nothing|ready|done|"
    r"finished|over|under|still|in budget|on (?:time|track|schedule|hold))\b"
)
_WH = re.compile(r"(?:and |so |but )?(?:what|how|when|who|whom|which|why|where|whose)\b")
# "Is it for Android only?", "is there something for people who cannot read?": what a yes would confirm isn't plain.
# What should be done is no question of the records.
_QUALIFIED = re.compile(
    r" or |^(?:should|shall|ought)\b|\b(?:only|solely|exclusively|alone|nothing but)\b|"
    r"\w (?:who|which|whose|with|(?<!is )(?<!was )(?<!are )that)(?: \w+){0,3} (?:no|not|never|nothing|none|nobody)\b"
)
# What a document costs that is written once more: "if I send that one back, the second version is how much?"
RETURNED = re.compile(
    r"\b(?:(?:send|give|knock|hand)(?:ing)?(?: \w+){0,3} back|(?:return|reject|redo) (?:it|that|this|the)|"
    r"(?:second|next|another|new) (?:version|revision))\b"
)
_NEGATED = re.compile(r"\b(?:not|no|never|nothing|none)\b")
_SURELY_READ = 0.5  # log-odds


@dataclass(frozen=True)
class Query:
    """One thing the customer wants to know, in plain words and as typed, with what narrows it down.

    `field`: the part of the brief it asks for. `odds`: how likely its topic is. `asked_for`: the figure or particular.
    """

    topic: Topic
    plain: str
    roles: tuple[Role, ...] = ()
    phases: tuple[Phase, ...] = ()
    documents: Kinds = ()
    text: str = ""
    is_asked: bool = False
    field: Field | None = None
    odds: float = 9.0
    asked_for: AskedFor = NOTHING

    def mentions(self, pattern: str) -> bool:
        """Whether the question has one of the words of `pattern`, a regular expression; slips are put right."""
        return re.search(rf"\b(?:{pattern})\b", f"{self.plain} / {self._respelled}") is not None

    @cached_property
    def _respelled(self) -> str:
        """Words that are no words read as the ones they are slips of."""
        return " ".join(corrected(word.rstrip(",")) + word[len(word.rstrip(",")) :] for word in self.plain.split())

    @cached_property
    def bare(self) -> str:
        """Without what stands before it ("do you know if …") and behind it ("…, right?")."""
        return TAG.sub("", _LEADING.sub("", without_lead_in(self.plain), count=1))

    @property
    def is_polar(self) -> bool:
        """Whether yes or no would answer it: not where it has "or" or "only" in it, or denies something of a part."""
        if _QUALIFIED.search(self.bare) or _WH.match(self.bare) or _WH.match(_LEADING.sub("", self.plain, count=1)):
            return False
        return self.is_asked or TAG.search(self.plain) is not None or _POLAR.match(self.bare) is not None

    @property
    def is_sure(self) -> bool:
        """Whether it is read surely enough for a yes or a no that rests on what it is taken to ask."""
        return self.odds >= _SURELY_READ

    @property
    def is_negated(self) -> bool:
        """Whether it asks to confirm that something is not so: "it is not paused any more, right?"."""
        return _NEGATED.search(re.sub(r"^(\w+) not ", r"\1 ", self.bare)) is not None

    @property
    def counts(self) -> bool:
        """Whether it asks how many there are."""
        return self.mentions("how many|number of|count")


def queries_of(sentence: Sentence) -> tuple[Query, ...]:
    """What one sentence asks, each topic once: its parts are read alone where it asks several things."""
    parts = _parts(sentence)
    if len(parts) == 1:
        return _queries(sentence)
    mark = "?" if sentence.read.sentence.question else ""
    read = [one for part in parts for one in sentences_of(part + mark, sentence.project)]
    found = [query for one in read for query in _queries(one)]
    return tuple({query.topic: query for query in reversed(found)}.values())[::-1]


def _parts(sentence: Sentence) -> list[str]:
    """A sentence with several questions in it, split before each of them; a list of bare nouns, entry by entry."""
    entries = [entry for entry in _LIST.split(without_lead_in(sentence.plain)) if entry]
    if len(entries) > 1 and all(len(entry.split()) <= _LONGEST_LIST_ENTRY for entry in entries):
        return entries
    parts = [part for part in _JOINT.split(sentence.text) if part.strip(" ,")]
    # "Our bookkeeper wants a number, is that you?": what is stated before the question is not asked.
    return ([part for part in parts if _ASKS.match(part)] if sentence.read.sentence.question else []) or parts


def _queries(sentence: Sentence) -> tuple[Query, ...]:
    topics = sentence.topics
    if sentence.asked_for:
        return (_query(sentence, topic_of(sentence.asked_for)),)
    found = [_query(sentence, topic) for topic in topics or (Topic.DOCUMENT,)]
    if found[0].documents and Topic.LAUNCH not in topics:
        beside_it = tuple(query for query in found if query.topic in _BESIDE_A_DOCUMENT)
        return beside_it or (_query(sentence, Topic.DOCUMENT),)
    return tuple(found) if topics else ()


def likely_topics(plain: str) -> list[tuple[Topic, float]]:
    """Each topic with how likely it is asked for in a text that is one sentence."""
    return [(topic, sentence.odds[topic]) for sentence in sentences_of(plain)[:1] for topic in Topic]


def query_on(topic: Topic, plain: str) -> Query:
    """A question on a topic known beforehand."""
    return next(iter(_query(sentence, topic) for sentence in sentences_of(plain)), Query(topic, plain))


def topic_of(asked: AskedFor) -> Topic:
    """What a question is about that asks for a figure or a particular."""
    return Topic.MONEY if asked.particular is None else _TOPICS[asked.particular]


def _query(sentence: Sentence, topic: Topic) -> Query:
    words = [word for word in re.split(r"[\s,]+", sentence.plain) if word]
    is_expected = topic is Topic.DOCUMENT or sentence.asked_for.is_figure or _DECIDING.search(sentence.plain)
    documents = documents_in(words) or (_short_names(words) if is_expected else ())
    roles = tuple(role for role in Role if role.lower() in words)
    if documents:
        roles = tuple(dict.fromkeys(spec_of(kind).owner for kind in documents))
    elif topic in REMIT:
        roles = (REMIT[topic], *(role for role in roles if role is not REMIT[topic]))
    phases = () if documents else tuple(phase for phase in Phase if phase.value in words)
    own = sentence.asked_for if sentence.asked_for and topic is topic_of(sentence.asked_for) else NOTHING
    asked = sentence.read.sentence.question and (bool(own) or sentence.act is Act.QUESTION)
    odds = max(own.odds, sentence.odds[topic]) if own else sentence.odds[topic]
    return Query(topic, sentence.unnamed, roles, phases, documents, sentence.text, asked, sentence.field, odds, own)


def _short_names(words: list[str]) -> Kinds:
    """The one document named by an everyday name, such as "the scope"; nothing where several may be meant."""
    found = {kinds for kinds in mentions_in(words) if len(kinds) == 1}
    return next(iter(found)) if len(found) == 1 else ()
