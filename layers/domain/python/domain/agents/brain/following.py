"""Follow-ups to the CEO: what a short message asks after the reply before it."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.asked_for import NOTHING, AskedFor
from domain.agents.brain.naming import Kinds, documents_in, mentions_in
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, likely_topics, query_on, read_queries
from domain.agents.brain.reader import Topic
from domain.agents.brain.sentences import sentences_of
from domain.agents.brain.understanding import TALK
from domain.agents.records import Message
from domain.language.dialogue import About, follow_up
from domain.projects.states import Phase

_RECORDS = frozenset({Topic.DECISIONS, Topic.CHANGES, Topic.ACCESS, Topic.BLOCKERS, Topic.APPROVALS, Topic.DOCUMENT})
_ABOUT_A_RECORD = frozenset({Topic.DATES, Topic.TEAM, Topic.STATUS, Topic.SCOPE, Topic.APPROVALS, Topic.BUILD})
_FIGURES = frozenset({Topic.MONEY, Topic.DATES, Topic.BUILD, Topic.LAUNCH, Topic.STATUS})
_FACETS = frozenset(Topic) - {Topic.DOCUMENT, Topic.SCOPE, Topic.TECHNOLOGY, Topic.DESIGN, Topic.MARKETING, Topic.TEAM}
_WHY = re.compile(r"(?:but |and |so )?(?:why(?: (?:is that|so|not|that|then))?|how come|how so|for what reason)")
_AGAIN = re.compile(
    r"(?:and |but |so |ok )?(?:by how much|anything else|"
    r"(?:name|list|show)(?: me)? (?:them|those)(?: all)?|"
    r"are you sure|really|seriously|which(?: ones?)?|when|who|how many|what exactly|"
    r"more|(?:say |tell me )?more|details|go on|show all|the rest|what else|which (?:ones? )?(?:is|are) (?:the "
    r")?(?:oldest|newest|latest|cheapest|longest|biggest|most expensive|first|last)|"
    r"since when|how long|how many (?:are |more |of them )*(?:left|open|done|missing|remaining|approved|written)?|"
    r"(?:more|less) than half|half|is that "
    r"(?:true|right|correct|all))(?: please)?"
)
_WISHES = "please "
_SURE = 1.0  # log-odds from which a short message asks a thing of its own
_SHORT = 3  # words: "design then", "the roadmap too"
_INCLUDED = re.compile(
    r"(?:and |so |but )?(?:is|are|does|do) (?:that|it|this|the (?:build|documents?)|building|documents|planning)\b.*"
    r"\b(?:includ\w*|extra|on top|separate\w*)\b.*"
)
_POINTS = re.compile(r"\b(?:it|this|that|one|them|those|these|both|two)\b")
_POINTS_AT_TWO = re.compile(r"\bof (?:the (?:two|three)|them|those|these)\b")
_SEVERAL = re.compile(r"\b(?:them|those|these|both|two|three)\b")
_ALIKE = {"decided": Topic.APPROVALS, "wish": Topic.CHANGES}
_WHY_TOPICS = {Topic.STATUS: Topic.BLOCKERS, Topic.DATES: Topic.BLOCKERS, Topic.LAUNCH: Topic.DATES}


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


def list_before(question: Message, facts: ProjectFacts) -> tuple[str, ...]:
    """The list that a reply before `question` showed last."""
    earlier = (item.about for item in facts.recent if item.about and (item.reply_to or item.id) < question.id)
    return next((about.shown for about in reversed(list(earlier)) if about.shown), ())


def sentence_alone(message: str) -> str | None:
    """The one sentence that a message says beside courtesy, in plain words; None when it says several or none."""
    said = sentences_of(message)
    beside = [item for item in said if item.act not in TALK] or said
    return beside[0].plain if len(beside) == 1 else None


def continued(plain: str, queries: tuple[Query, ...], before: About) -> tuple[Query, ...]:
    """The queries of a message that is one sentence, completed by what the reply before was about."""
    if any(query.asked_for.particular for query in queries):
        return queries
    is_again = _AGAIN.fullmatch(plain) is not None and before.topic != Topic.MONEY
    if not is_again and (of_figure := _of_a_figure(plain, queries, before)):
        return of_figure
    told = _ALIKE.get(before.topic, before.topic)
    if told not in list(Topic):
        return queries
    topic = Topic(told)
    if asked_again := _asked_again(plain, topic, before):
        return asked_again
    is_short = len(plain.split()) <= _SHORT and any(
        (query.documents or query.phases) and not query.is_polar for query in queries
    )
    rest = follow_up(plain) or (plain if is_short else None)
    is_phase = rest in list(Phase) and topic in {Topic.STATUS, Topic.MONEY, Topic.DATES}
    is_sure = max((odd for _, odd in likely_topics(rest)), default=0.0) > _SURE if rest else False
    if rest and (is_phase or not is_sure or not {query.topic for query in queries} & _FACETS):
        return _same_of_another(topic, before, rest, queries)
    return _of_the_thing_before(plain, topic, before, queries)


def _of_a_figure(plain: str, queries: tuple[Query, ...], before: About) -> tuple[Query, ...]:
    """A question for a figure, of what the one before was about: "and the cheapest?", "what did it cost?"."""
    said, earlier = sentences_of(plain), sentences_of(before.question)
    if len(said) != 1 or len(queries) > 1:
        return ()
    asked, asked_before = said[0].asked_for, earlier[0].asked_for if len(earlier) == 1 else NOTHING
    query = queries[0] if queries else query_on(Topic.MONEY, plain)
    is_short = len(plain.split()) <= _SHORT or follow_up(plain) is not None
    if asked.is_figure and asked_before.is_figure and is_short and not query.documents:
        query = replace(query, asked_for=asked.after(asked_before))
    if not asked.is_figure:
        return _figure_of_another(follow_up(plain), asked_before)
    shown = _named(before) or documents_in(" ".join(before.shown).lower().split())
    points = _POINTS.search(plain) is not None and not (query.documents or query.phases or query.asked_for.of)
    if shown and (points or _POINTS_AT_TWO.search(plain)):
        both = documents_in(" ".join(before.shown).lower().split()) if _SEVERAL.search(plain) else ()
        query = replace(query, documents=both or shown)
    elif points and (phases := tuple(phase for phase in Phase if phase.value in before.names)):
        query = replace(query, phases=phases)
    return (query,)


def _figure_of_another(rest: str | None, earlier: AskedFor) -> tuple[Query, ...]:
    """The figure asked for before, of another document or phase: "and the flows?"."""
    if rest is None or not earlier.is_figure:
        return ()
    found = query_on(Topic.MONEY, rest)
    kinds = [kinds[0] for kinds in mentions_in(rest.split()).mentions if len(kinds) == 1]
    documents = found.documents or (() if found.phases else tuple(kinds))
    of = earlier.of if found.phases else None  # "and only those of design"
    figure = replace(found, documents=documents, asked_for=AskedFor(earlier.figures, of=of))
    return (figure,) if documents or found.phases else ()


def _asked_again(plain: str, topic: Topic, before: About) -> tuple[Query, ...]:
    """The same question once more, for its reason or a part of its answer: "why?", "by how much?", "which ones?"."""
    named = _named(before)
    if _WHY.fullmatch(plain):
        return (Query(_WHY_TOPICS.get(topic, topic), f"{before.question} details", documents=named),)
    if topic in {Topic.MONEY, Topic.BUILD} and _INCLUDED.fullmatch(plain):
        return (Query(Topic.BUILD, plain),)
    if not _AGAIN.fullmatch(plain):
        return ()
    compares = "half" in plain
    words = plain if compares or "how many " in plain else f"{before.question} {plain}"
    return tuple(
        replace(item, topic=topic, documents=named or item.documents, plain=words, is_asked=compares)
        for item in _of(before, topic)
    )


def _of_the_thing_before(plain: str, topic: Topic, before: About, queries: tuple[Query, ...]) -> tuple[Query, ...]:
    """A question about "it", "that" or "the one": about what was spoken of before."""
    asked = {query.topic for query in queries}
    if topic is Topic.DATES and asked == {Topic.DATES} and _refers(plain):
        return tuple(replace(query, plain=f"{plain} deadline") for query in queries)
    is_listed = any(name.lower() in plain.lower() for name in before.shown)
    if is_listed and topic in _RECORDS and asked <= _ABOUT_A_RECORD | {topic}:
        return (Query(topic, plain, documents=documents_in(plain.split())),)
    is_own = (
        not (before.question or before.topic in _ALIKE)
        or particular_words(plain)
        or any(item.documents or item.phases for item in queries)
    )
    if is_own or not _refers(plain):
        return queries
    if topic is Topic.BUILD and asked == {Topic.MONEY}:
        return (Query(Topic.BUILD, plain),)
    odds = dict(likely_topics(plain))
    asked = {topic for topic in asked if odds.get(topic, 0.0) > 0}
    if topic in _RECORDS and asked <= _ABOUT_A_RECORD | {Topic.DOCUMENT}:
        return (Query(topic, plain, documents=_named(before)),)
    return queries


def _named(before: About) -> Kinds:
    return documents_in(" ".join(before.names).lower().split())


def _of(before: About, topic: Topic) -> tuple[Query, ...]:
    return (query_on(topic, before.question),)


def _same_of_another(topic: Topic, before: About, rest: str, queries: tuple[Query, ...]) -> tuple[Query, ...]:
    """What was asked before, asked of something else: "and design?", "and the style guide?", "and Stripe?"."""
    found = query_on(topic, rest)
    documents, phases, roles = found.documents, found.phases, found.roles
    if topic in _FIGURES:
        whole = read_queries(f"{before.question} {rest}")
        if any(query.topic in {Topic.BUILD, Topic.LAUNCH} for query in whole) and not phases:
            return whole
        if documents or phases or roles:
            return (
                Query(Topic.DOCUMENT if documents else topic, f"{before.question} {rest}", roles, phases, documents),
            )
        return queries
    if documents:
        return (Query(Topic.DOCUMENT, f"{before.question} {rest}", roles, phases, documents),)
    if topic in {Topic.SCOPE, Topic.TECHNOLOGY, Topic.DESIGN, Topic.MARKETING, Topic.ACCESS} and not queries:
        is_polar = query_on(topic, before.question).is_polar
        return (Query(topic, f"is {rest}" if is_polar else rest),)
    return queries


def _refers(plain: str) -> bool:
    return any(sentence.refers for sentence in sentences_of(plain))
