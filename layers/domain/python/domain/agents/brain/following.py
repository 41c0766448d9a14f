"""Messages that only make sense after the reply before them: what they point at, and what is asked of it.

"Since when?", "which is older?", "why?" and "and the roadmap?" become the full question about a record or a topic,
which the answers are asked as if the customer had written it. What a "yes" stands for, `domain.language.dialogue` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from domain.agents.brain.answers.part import Part
from domain.agents.brain.answers.things import Thing, things_of
from domain.agents.brain.naming import Kinds, documents_in, target_of
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, likely_topics, query_on
from domain.agents.brain.reader import REFERS, Act, Topic
from domain.agents.brain.sentences import Sentence, sentences_of
from domain.agents.brain.understanding import TALK
from domain.agents.records import Message
from domain.language.dialogue import About, Kind, Reference, entry_at, follow_up, points
from domain.projects.states import Phase

# The question before is asked again, for its reason or a part of its answer.
_AGAIN = re.compile(
    r"(?:and |but |so |ok )?(?:(?P<why>why(?: is that| so| not| that)?|how come|how so)|by how much|really|"
    r"are you sure|which(?: ones?)?|when|who|since when|how long|how many(?: are)?(?: left| open| missing| remain)?|"
    r"what exactly|what else|anything else|(?:name|list|show)(?: me)? (?:them|those)(?: all)?|(?:tell me )?more|"
    r"details|go on|show all|the rest)(?: then)?(?: please)?"
)
_WHY_TOPICS = {Topic.STATUS: Topic.BLOCKERS, Topic.DATES: Topic.BLOCKERS, Topic.LAUNCH: Topic.DATES}
_ALIKE = {"decided": Topic.APPROVALS, "wish": Topic.CHANGES}
_SURE = 1.0  # log-odds from which a short message asks a thing of its own
_NEARLY = -2.0  # log-odds from which "it" points back
_MOST_TOLD = 5  # words of "the roadmap too"; records told at once
_POINTS = re.compile(r"\b(?:it|this|that|one|them|those|these|both|two)\b")
_IT, _OF_THE_WHOLE = re.compile(r"\b(?:it|that|this)\b"), re.compile(r"\b(?:spent|left|total|budget|ceiling|far|all)\b")
_PRONOUN = re.compile(
    r"\b(?:it|that|this|them|those|these|one)$|\b(?:did|does|is|was|has|will|would) (?:it|that|this)\b"
)
_OF_SEVERAL = re.compile(r"\b(?:of (?:the (?:two|three)|them|those|these)|both)\b")
# What a list can be put in order by: when each record came up.
_ORDER = re.compile(r"\b(?:(?P<old>oldest|older|earliest|earlier|first|longest)|newest|newer|latest|later|last)\b")
_LISTED = re.compile(r"\b(?:which (?:ones|are they)|(?:name|list|show) (?:me )?(?:them|those)|how many|altogether)\b")
# What the answer on a document says better than the sentence on the record.
_OF_ITS_CONTENT = re.compile(
    r"\b(?:say|says|said|written|comments?|contain\w*|about|cost\w*|price\w*|much|approved|done|ready)\b"
)
_WISHES = "please "
_BESIDE_A_NAME = re.compile(
    r"^(?:(?:and|ok|so|then|also|just|only|first|yes),? )+|(?:,? (?:so|first|too|as well|also|only)){1,9}$"
)


def about_before(question: Message, facts: ProjectFacts) -> About | None:
    """What the last message before `question` was about. Replies to questions that came after it do not count.

    What the team announces by itself takes away no question whether a wish is to be noted: "yes" still answers that.
    """
    earlier = [item for item in facts.recent if item.about and (item.reply_to or item.id) < question.id]
    if not earlier:
        return None
    about = earlier[-1].about
    reply = next((item.about for item in reversed(earlier) if item.reply_to), None)
    if about and reply and not about.if_yes and reply.if_yes.startswith(_WISHES):
        return about.model_copy(update={"if_yes": reply.if_yes})
    return about


def sentence_alone(message: str) -> str | None:
    """The one sentence that a message says beside courtesy, in plain words; None when it says several or none."""
    said = sentences_of(message)
    beside = [item for item in said if item.act not in TALK] or said
    return beside[0].plain if len(beside) == 1 else None


def pointed_at(plain: str, before: About, facts: ProjectFacts, ask: Callable[[Query], Part]) -> Part | None:
    """The reply to the plain words of a message that points at records; None where it does not.

    `ask` answers a full question about a record.
    """
    known = things_of(facts, before.names if before.topic == "wish weighed" else ())
    shown, focus = _of(before.shown, known), _of(before.names, known)
    found = sentences_of(plain)
    if len(found) != 1 or not (shown or focus) or _LISTED.search(plain):
        return None
    is_of_wish = focus and focus[0].topic is Topic.CHANGES and found[0].topics[:1] == (Topic.MONEY,)
    if is_of_wish and _IT.search(plain) and not _OF_THE_WHOLE.search(plain):
        return _told(focus, plain, shown, ask)  # "what will it add to the bill?"
    if not _may_point(found[0], before):
        return None
    begun = sorted((one for one in shown if one.at), key=lambda one: one.at.timestamp() if one.at else 0.0)
    if begun and (order := _ORDER.search(plain)) and not points(plain):
        part = _told([begun[0] if order["old"] else begun[-1]], plain, shown, ask)
        return replace(part, headline=f"The {'oldest' if order['old'] else 'newest'}: {part.headline}")
    name = entry_at(plain, before.model_copy(update={"shown": tuple(thing.name for thing in shown)}))
    return _told(_of([name or ""], known) or focus or shown, plain, shown, ask)


def _may_point(sentence: Sentence, before: About) -> bool:
    """Whether a sentence is a question without a subject of its own; an order is no question."""
    is_told = sentence.act is not Act.QUESTION and sentence.odds[sentence.act] > 0
    if is_told or sentence.asked_for.operation or sentence.asked_for.of:
        return False
    is_short = len(sentence.plain.split()) <= _MOST_TOLD
    if before.if_named and is_short and not sentence.read.sentence.question:
        return False
    return sentence.refers or (sentence.odds[REFERS] > _NEARLY and _PRONOUN.search(sentence.plain) is not None)


def _told(meant: Sequence[Thing], plain: str, among: Sequence[Thing], ask: Callable[[Query], Part]) -> Part:
    """What the records say of those meant; the full question is answered where they say nothing by themselves."""
    shown, thing = tuple(thing.name for thing in among), meant[0]
    about = About(topic=thing.topic, question=plain[:300], names=tuple(one.name for one in meant), shown=shown)
    if all(one.said for one in meant) and not (thing.kind and _OF_ITS_CONTENT.search(plain)):
        return Part(" ".join(one.said for one in meant[:_MOST_TOLD]), about=about)
    kinds = (thing.kind,) if thing.kind else ()
    part = ask(Query(thing.topic, plain, phases=thing.phases, documents=kinds, is_asked=True))
    return replace(part, about=about)


def _of(names: Iterable[str], known: Mapping[str, Thing]) -> list[Thing]:
    return [known[name] for name in names if name in known]


def continued(plain: str, queries: tuple[Query, ...], before: About) -> tuple[Query, ...]:
    """The queries of a message that is one sentence, completed by what the reply before was about."""
    topic = _ALIKE.get(before.topic, before.topic)
    own = queries[0] if queries else None
    if topic not in list(Topic) or len(queries) > 1 or (own and own.asked_for.particular):
        return queries
    if again := _AGAIN.fullmatch(plain):
        return (_asked_again(Topic(topic), plain, before, why=bool(again["why"])),)
    if own and own.asked_for.is_figure:
        return (_of_what_was_named(own, plain, before),)
    rest = follow_up(plain)
    if not rest or (own and max(odds for _, odds in likely_topics(rest)) > _SURE and rest not in list(Phase)):
        return queries
    found = query_on(Topic(topic), rest)
    about = Topic.DOCUMENT if found.documents else found.topic
    alike = Query(about, f"{before.question} {rest}", found.roles, found.phases, found.documents)
    return (alike,) if found.documents or found.phases else queries


def _asked_again(topic: Topic, plain: str, before: About, *, why: bool) -> Query:
    """The same question once more: "why?", "by how much?", "which ones?"."""
    asked = query_on(topic, before.question)
    words = f"{before.question} {'details' if why else plain}"
    topic = _WHY_TOPICS.get(topic, topic) if why else topic
    documents = _documents(before.names) or asked.documents
    return replace(asked, topic=topic, documents=documents, plain=words, is_asked=False)


def _of_what_was_named(own: Query, plain: str, before: About) -> Query:
    """A figure, asked of what the reply before named or showed: "what did it cost?", "which of the two is dearer?"."""
    is_whole = not _POINTS.search(plain) or own.documents or own.phases or own.asked_for.of
    phases = () if is_whole else tuple(phase for phase in Phase if phase.value in before.names)
    names = before.shown if _OF_SEVERAL.search(plain) else () if is_whole else before.names
    return replace(own, documents=own.documents or _documents(names), phases=phases or own.phases)


def _documents(names: Iterable[str]) -> Kinds:
    return documents_in(" ".join(names).lower().split())


def named_alone(plain: str, before: About) -> Reference | None:
    """A message that is a document's name, after a reply that asked for one or did it with another."""
    target = target_of(_BESIDE_A_NAME.sub("", plain))
    if not before.if_named or not target.is_name or target.is_everything or len(target.mentions) != 1:
        return None
    meant = [title for title in before.shown if set(target.mentions[0]) & set(documents_in(title.lower().split()))]
    return Reference(Kind.CHOICE, before.if_named.format(meant[0]), is_confirmed=True) if len(meant) == 1 else None
