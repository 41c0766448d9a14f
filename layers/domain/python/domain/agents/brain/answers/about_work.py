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
from domain.agents.brain.understanding import Understanding
from domain.agents.brain.wording import titles
from domain.agents.records import Contribution
from domain.language.dialogue import About
from domain.projects.states import Role
from domain.work_items import telling
from domain.work_items.asking import NAMES_WORK, OF_ALL, Asked, asked_in
from domain.work_items.asking import About as AboutWork
from domain.work_items.standing import handed_in

TOPIC = "work"
_MOST_LISTED = 12
_MOST_RECORDS = 20
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
    said = sentences_of(text, facts.project.name)
    found: list[Found] = []
    for sentence in said:
        earlier = tuple(item.id for _, asked in found[-1:] for item in asked.items)
        found.append((sentence, _asked(sentence, earlier or _names(before), facts)))
    found = [(one, _of_a_worker(one, asked)) for one, asked in _doubted(found)]
    return tuple(one for one in found if one[1].about and not _is_about_another(*one, before))


def without(understood: Understanding, found: Sequence[Found]) -> Understanding:
    """What else a message says, beside what it asks about the work."""
    ours = " ".join(sentence.text for sentence, _ in found)
    plain = {sentence.plain for sentence, _ in found}
    kinds = {about for _, asked in found for about in asked.about}
    return replace(
        understood,
        instructions=() if AboutWork.ORDER in kinds else understood.instructions,
        weighed=() if kinds & {AboutWork.ORDER, AboutWork.REVIEW} else understood.weighed,
        wishes=tuple(one for one in understood.wishes if one.text not in ours),
        wishes_weighed=tuple(one for one in understood.wishes_weighed if one.text not in ours),
        deeds=tuple(one for one in understood.deeds if one not in plain),
        queries=tuple(one for one in understood.queries if one.text not in ours),
        unclear=tuple(one for one in understood.unclear if one not in plain),
    )


def answered(found: Sequence[Found], facts: ProjectFacts) -> list[Part]:
    """The answers to what is asked about the work, each once."""
    told = [one for one in found if one[0].is_question or not one[1].is_doubted]  # a claim is answered by its doubt
    parts = [_part(sentence, asked, about, facts) for sentence, asked in told for about in asked.about]
    return list({part.headline: part for part in parts}.values())


def _part(sentence: Sentence, asked: Asked, about: AboutWork, facts: ProjectFacts) -> Part:
    told = telling.tell(about, asked, slices.board_of(facts))
    query = Query(Topic.STATUS, sentence.plain, text=sentence.text, is_asked=sentence.is_question)
    answer = "" if told.holds is None else verdict(query, holds=told.holds)
    spoken = Contribution(
        role=Role.CTO,
        summary="This is how the work stands in my records.",
        evidence=tuple(item.id for item in told.items[:_MOST_RECORDS]),
    )
    if (
        about is AboutWork.REVIEW
        and not (asked.items or asked.workers)
        and (pending := slices.pending_approvals(facts))
    ):
        told = replace(told, lines=(*told.lines, f"Besides, your decision is awaited on {titles(pending)}."))
    names = tuple(item.id for item in (asked.items or (told.items if len(told.items) == 1 else ())))
    return Part(
        answer + told.headline,
        (folded(told.lines, _MOST_LISTED),) if told.lines else (),
        (spoken,) if told.items else (),
        label="Work",
        about=About(topic=TOPIC, question=sentence.text[:300], names=names),
    )


def _asked(sentence: Sentence, it: Sequence[str], facts: ProjectFacts) -> Asked:
    """What a sentence asks; "it" are the items of these ids."""
    text = f"{sentence.text}?" if sentence.is_question else sentence.text
    asked = asked_in(text, facts.work, [facts.project.name])
    if it and not asked.items and _IT.search(sentence.plain):
        return replace(asked, items=tuple(item for item in facts.work if item.id in it))
    return asked


def _of_a_worker(sentence: Sentence, asked: Asked) -> Asked:
    """A question that names a worker is about what the worker did, if it is about nothing else."""
    is_open = sentence.is_question and asked.workers and not asked.about
    return replace(asked, about=(AboutWork.DID,)) if is_open else asked


def _doubted(found: list[Found]) -> list[Found]:
    """Whether a claim can be believed is asked of the claim before it: "Ann says it is done. Can I trust that?"."""
    doubted: list[Found] = []
    for sentence, asked in found:
        earlier = doubted[-1][1] if doubted else Asked()
        items, workers = asked.items or earlier.items, asked.workers or earlier.workers
        if not (sentence.is_question and _BELIEVED.search(sentence.plain) and (items or workers)):
            doubted.append((sentence, asked))
            continue
        items = tuple(one for one in items if handed_in(one)) or items
        doubt = replace(asked, about=(AboutWork.REVIEW,), items=items, workers=workers, is_doubted=True)
        if doubted and not doubted[-1][0].is_question:  # the claim, which asks nothing by itself
            doubted[-1] = (doubted[-1][0], doubt)
        doubted.append((sentence, doubt))
    return doubted


def _names(before: About) -> tuple[str, ...]:
    return before.names if before.topic == TOPIC else ()


def _is_about_another(sentence: Sentence, asked: Asked, before: About) -> bool:
    """Whether it is about a document, about what was shown before, or an order about something else than the work."""
    if _OF_THE_BRIEF.search(sentence.plain) and not asked.workers:
        return True
    if asked.items or asked.workers:
        return False
    if (
        documents_in(sentence.plain.split())
        or _OF_DOCUMENTS.search(sentence.plain)
        or (sentence.refers and before.topic not in {"", TOPIC})
    ):
        return True
    if asked.about[0] in OF_ALL and before.topic != TOPIC:
        return NAMES_WORK.search(sentence.text) is None
    return asked.about[0] is AboutWork.ORDER and _OF_ITEMS.search(sentence.text) is None
