"""The rules by which the CEO answers without a model: understood from words, computed from records, never invented."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from domain.agents.brain import following, noting, roles, slices
from domain.agents.brain.answers import (
    about_brief,
    about_dates,
    about_money,
    about_people,
    about_progress,
    about_record,
    about_review,
    about_work,
)
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.lookup import look_up, particular_words
from domain.agents.brain.answers.part import Part, reply_of
from domain.agents.brain.answers.things import CUT_OUT
from domain.agents.brain.deciding import followed
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.questions import Query, likely_topics, query_on
from domain.agents.brain.reader import Topic
from domain.agents.brain.sentences import plain_words
from domain.agents.brain.understanding import Understanding, understand
from domain.agents.records import Message
from domain.keys import spoken_secrets
from domain.language.dialogue import About, Reference, resolve
from domain.language.foreign import detect, sentence_for
from domain.projects.phases import spec_of

_ANSWERS: Mapping[Topic, Callable[[Query, ProjectFacts], Part]] = {
    Topic.HELP: about_people.help_offered,
    Topic.STATUS: about_progress.status,
    Topic.BLOCKERS: about_progress.waiting,
    Topic.LAUNCH: about_dates.dates,
    Topic.BUILD: about_money.costs,
    Topic.MONEY: about_money.costs,
    Topic.DATES: about_dates.dates,
    Topic.APPROVALS: about_progress.waiting,
    Topic.ACCESS: about_record.access,
    Topic.CHANGES: about_record.changes,
    Topic.DECISIONS: about_record.decisions,
    Topic.TEAM: about_people.team,
    Topic.DOCUMENT: about_review.documents,
    Topic.SCOPE: about_brief.scope,
    Topic.EXCLUSIONS: about_brief.scope,
    Topic.ANSWERS: about_brief.answers,
    Topic.ASSISTANT: about_people.assistant,
    Topic.TECHNOLOGY: about_brief.scope,
    Topic.DESIGN: about_brief.scope,
    Topic.MARKETING: about_brief.scope,
}
_OF_THE_BRIEF = {Topic.SCOPE, Topic.ANSWERS, Topic.TECHNOLOGY, Topic.MARKETING}
_UNSURE = -0.5  # log-odds below which a topic is a guess, and said to be one
_GUESSABLE = -3.0
_FIGURES = {Topic.MONEY, Topic.DATES, Topic.LAUNCH, Topic.BUILD}
# What a question for advice may touch; the records of the likeliest are shown with it.
_ADVISABLE = (Topic.STATUS, Topic.SCOPE, Topic.BLOCKERS, Topic.APPROVALS, Topic.BUILD, Topic.MONEY, Topic.DATES)
_ELSEWHERE = (
    "Nothing was done: as I understand it, that can't be done from here. I answer from the project's records and keep "
    "your wishes, and the team writes planning and documents; it builds nothing. The assistant keeps reminders and "
    "appointments (`POST /pa/task`); access is deposited and deleted on the vault page; the brief and submitting it, "
    "the ceiling, your account and exports are in the dashboard."
)
_NAME = re.compile(r"\bada\b", re.IGNORECASE)  # a word of other languages too
_WHICH = "Nothing was changed or recorded: I can't tell what you mean by it. Please say the whole sentence."


class RuleBrain:
    """The embedded brain: deterministic, offline, the same reply for the same question and facts."""

    def answer(self, question: Message, facts: ProjectFacts) -> Reply:
        """The reply, with what is done about it; nothing is done that is not said outright."""
        return self._answer(question, replace(facts, may_decide=question.may_decide))

    def _answer(self, question: Message, facts: ProjectFacts) -> Reply:
        if spoken_secrets.MARK in question.content:
            sentences = re.split(r"(?<=[.!?\n])\s+", question.content)
            clean = [text for text in sentences if spoken_secrets.MARK not in text]
            question = question.model_copy(update={"content": " ".join(clean)})
            said = understand(question.content) if question.content else None
            if said and (said.queries or said.tells or said.refusals):
                return self._answer(question, facts)
            about = About(topic=Topic.ACCESS, question="is the access in the vault", names=(CUT_OUT,))
            return Reply("Nothing was done with it: I never need a secret in the conversation.", about=about)
        if (language := detect(_NAME.sub("", question.content))) is not None:
            return Reply(sentence_for(language))
        before = following.about_before(question, facts) or About()
        if "?" in question.content:  # "and the roadmap?" asks, where "and the roadmap" tells
            before = before.model_copy(update={"if_named": ""})
        plain = following.sentence_alone(question.content) or ""
        if (said := understand(question.content, facts.project.name)).refusals:
            return reply_of([about_people.refused(said.refusals)])
        if part := following.pointed_at(plain, before, facts, lambda query: _answered(query, facts)):
            is_same = part.about.names == before.names
            # A question leaves open what can be undone, and what was offered for the very thing.
            left_open = {"if_undone": before.if_undone, "if_yes": before.if_yes if is_same else ""}
            return reply_of([replace(part, about=part.about.model_copy(update=left_open))])
        reference = resolve(plain, before) or following.named_alone(plain, before)
        if part := noting.taken_back(reference, question.content, plain, before, facts):
            return reply_of([part])
        if reference and reference.sentence:
            said = understand(reference.sentence, facts.project.name, is_confirmed=reference.is_confirmed)
        return _read(said, question, facts, plain, before, reference)


def _read(
    understood: Understanding,
    question: Message,
    facts: ProjectFacts,
    plain: str,
    before: About,
    reference: Reference | None,
) -> Reply:
    """The reply to what a message says, or to the sentence that it stands for."""
    text = reference.sentence if reference and reference.sentence else question.content
    of_work = about_work.found_in(text, before, facts)
    if of_work:
        understood = about_work.without(text, of_work, facts)
    if plain and not understood.tells and not of_work:
        queries = following.continued(plain if text == question.content else text, understood.queries, before)
        understood = replace(understood, queries=queries, unclear=() if queries else understood.unclear)
        if not queries and (understood.undoes or understood.corrects):
            return reply_of([noting.undone(plain, before, facts) if understood.undoes else Part(_WHICH)])
    if not (understood.tells or understood.queries or understood.undoes or of_work):
        understood = replace(understood, queries=_guessed(understood))
    parts = _done(understood, question, facts, before)
    parts += about_work.answered(of_work, facts)
    parts += [_answered(query, facts) for query in understood.queries]
    if not parts and understood.talk and not understood.unclear:
        parts = [about_people.talked(understood.talk, facts)]
    return reply_of(parts or [about_people.unclear(understood, facts)])


def _guessed(understood: Understanding) -> tuple[Query, ...]:
    """The likeliest topic of one question without a word that the records could have: it is said to be a guess."""
    if len(understood.unclear) != 1 or not understood.is_question or particular_words(understood.unclear[0]):
        return ()
    topic, odds = max(likely_topics(understood.unclear[0]), key=lambda one: one[1])
    return (query_on(topic, understood.unclear[0]),) if odds > _GUESSABLE and topic is not Topic.HELP else ()


def _answered(query: Query, facts: ProjectFacts) -> Part:
    if about_review.asks_of_documents(query):
        query = replace(query, topic=Topic.DOCUMENT)
    part = None
    if not query.asked_for:
        part = (about_brief.told if query.topic in _OF_THE_BRIEF else _of_a_thing)(query, facts)
    if part is None:
        is_guess = query.odds < _UNSURE and query.topic not in _OF_THE_BRIEF and not (query.documents or query.phases)
        part = _advised(query, facts) if query.topic is Topic.ADVICE else _told(query, facts)
        if is_guess:
            guess = f"I took this for a question about {query.topic.value}. If you mean something else, please name it."
            part = replace(part, details=(*part.details, guess))
    names = tuple(spec_of(kind).title for kind in query.documents)
    about = {"topic": query.topic.value, "question": query.plain[:300], "names": names or part.about.names}
    return replace(
        part,
        contributions=roles.consulted(query, facts),
        label=query.topic.value.capitalize(),
        about=part.about.model_copy(update=about),
    )


def _told(query: Query, facts: ProjectFacts) -> Part:
    return about_progress.not_running(query, facts) or _ANSWERS[query.topic](query, facts)


def _of_a_thing(query: Query, facts: ProjectFacts) -> Part | None:
    """What the brief says of the very thing that a question names, where its topic is only a guess."""
    if query.odds >= (_UNSURE if query.topic in _FIGURES else 0) or query.documents or query.phases:
        return None
    found = look_up(query.plain, facts)
    return about_brief.about(found, query, facts) if found and found.hits and found.hits[0].entry else None


def _advised(query: Query, facts: ProjectFacts) -> Part:
    """The records that bear on a question for advice; the advice is a judgement."""
    odds = dict(likely_topics(query.plain))
    topic = max(_ADVISABLE, key=lambda topic: odds.get(topic, 0.0))
    part = _told(Query(topic, ""), facts)
    said = "That is your decision, and a judgement that I can't make without a model. What the records say about it:"
    return Part(said, (part.headline[:1].upper() + part.headline[1:], *part.details[:1]))


def _done(understood: Understanding, question: Message, facts: ProjectFacts, before: About) -> list[Part]:
    """What becomes of what the customer told, before anything is answered."""
    parts: list[Part] = []
    if (understood.wishes or understood.wishes_weighed or understood.decisions) and slices.is_over(facts):
        return [Part(f"Nothing was recorded. {ended(facts)}")]
    if orders := understood.instructions or understood.weighed:
        parts.append(followed(orders, facts, before))
    parts += [
        noting.wish_withdrawn(facts, gone)
        if not noting.only_adds(wish) and (gone := noting.wish_meant(plain_words(wish.text), before, facts))
        else noting.wish_noted(wish, facts)
        for wish in understood.wishes
    ]
    parts += [noting.wish_weighed(wish, facts) for wish in understood.wishes_weighed]
    parts += [noting.decision_noted(text, may_decide=question.may_decide) for text in understood.decisions]
    return parts + ([Part(_ELSEWHERE)] if understood.deeds else [])
