"""Work that was handed out: who is on what, what waits for whom, what came back, when an item is done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.naming import documents_in
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Topic
from domain.agents.brain.sentences import Sentence, sentences_of
from domain.agents.brain.understanding import Understanding, understand
from domain.agents.brain.wording import titles
from domain.agents.records import Contribution
from domain.language.dialogue import About
from domain.projects.states import Role
from domain.work_items import telling
from domain.work_items.asking import NAMES_WORK, OF_ALL, Asked, asked_in
from domain.work_items.asking import About as AboutWork

TOPIC = "work"
_MOST_LISTED = 12
_IT = re.compile(r"\b(?:it|that one|this one|that item)\b")
_OF_ITEMS = re.compile(r"\b(?:items?|submissions?|submitted|handed in|workers?|leases?)\b", re.IGNORECASE)
_OF_DOCUMENTS = re.compile(r"\b(?:documents?|deliverables?)\b")
_OF_THE_BRIEF = re.compile(r"\b(?:promis\w+|commit(?:ted)? to|(?:in|of) (?:\w+ )?(?:brief|scope|intake))\b")

_BELIEVED = re.compile(
    r"\b(?:believ\w+|trust\w*|rely|true|proofs?|prove[ns]?|evidence|convinc\w+|word for it|to show|shows? for)\b"
)

type Found = tuple[Sentence, Asked]


def found_in(text: str, before: About, facts: ProjectFacts) -> tuple[Found, ...]:
    """The sentences of a message that ask about the handed-out work, with what each asks; none where there is none."""
    if not facts.work:
        return ()
    names = before.names if before.topic == TOPIC else ()
    spoken_of, found = Asked(items=tuple(item for item in facts.work if item.id in names)), []
    for sentence in sentences_of(text, facts.project.name):
        asked = _asked(sentence, spoken_of, facts)
        spoken_of = asked if asked.items or asked.workers else spoken_of
        if asked.about and not _is_about_another(sentence, asked, before):
            found.append((sentence, asked))
    # "Ann says it is done. Can I trust that?": the claim is answered by the doubt.
    doubted = [one for one in found if one[1].is_doubted]
    return tuple(doubted or found)


def _asked(sentence: Sentence, spoken_of: Asked, facts: ProjectFacts) -> Asked:
    """What a sentence asks; "it", and a doubt whether a claim is true, are about what was spoken of before."""
    text = f"{sentence.text}?" if sentence.is_question else sentence.text
    asked = asked_in(text, facts.work, [facts.project.name])
    if sentence.is_question and _BELIEVED.search(sentence.plain):
        items, workers = asked.items or spoken_of.items, asked.workers or spoken_of.workers
        if items or workers:
            return replace(asked, about=(AboutWork.REVIEW,), items=items, workers=workers, is_doubted=True)
    if not asked.items and _IT.search(sentence.plain):
        return replace(asked, items=spoken_of.items)
    return asked


def without(text: str, found: Sequence[Found], facts: ProjectFacts) -> Understanding:
    """What a message says beside what it asks about the work."""
    ours = {sentence.plain for sentence, _ in found}
    said = sentences_of(text, facts.project.name)
    rest = [f"{one.text}{'?' if one.is_question else '.'}" for one in said if one.plain not in ours]
    return understand(" ".join(rest), facts.project.name)


def answered(found: Sequence[Found], facts: ProjectFacts) -> list[Part]:
    """The answers to what is asked about the work, each once."""
    parts = [_part(sentence, asked, about, facts) for sentence, asked in found for about in asked.about]
    return list({part.headline: part for part in parts}.values())


def _part(sentence: Sentence, asked: Asked, about: AboutWork, facts: ProjectFacts) -> Part:
    told = telling.tell(about, asked, slices.board_of(facts))
    query = Query(Topic.STATUS, sentence.plain, text=sentence.text, is_asked=sentence.is_question)
    answer, lines = "" if told.holds is None else verdict(query, holds=told.holds), told.lines
    pending = slices.pending_approvals(facts)
    if about is AboutWork.REVIEW and pending and not (asked.items or asked.workers):
        lines = (*lines, f"Besides, your decision is awaited on {titles(pending)}.")
    evidence = tuple(item.id for item in told.items[:20])
    spoken = Contribution(role=Role.CTO, summary="This is how the work stands in my records.", evidence=evidence)
    names = tuple(item.id for item in (asked.items or (told.items if len(told.items) == 1 else ())))
    return Part(
        answer + told.headline,
        (folded(lines, _MOST_LISTED),) if lines else (),
        (spoken,) if told.items else (),
        label="Work",
        about=About(topic=TOPIC, question=sentence.text[:300], names=names),
    )


def _is_about_another(sentence: Sentence, asked: Asked, before: About) -> bool:
    """Whether it is about a document, about what was shown before, or an order about something else than the work."""
    if _OF_THE_BRIEF.search(sentence.plain) and not asked.workers:
        return True
    if asked.items or asked.workers:
        return False
    is_of_documents = documents_in(sentence.plain.split()) or _OF_DOCUMENTS.search(sentence.plain)
    if is_of_documents or (sentence.refers and before.topic not in {"", TOPIC}):
        return True
    if asked.about[0] in OF_ALL and before.topic != TOPIC:
        return NAMES_WORK.search(sentence.text) is None
    return asked.about[0] is AboutWork.ORDER and _OF_ITEMS.search(sentence.text) is None
