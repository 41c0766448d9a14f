"""A model's opinion of a submission: what it doubts in a worker's evidence (ADR 44).

The evidence is the text of somebody who wants it believed, and may tell the model what to say. So no word of a model is
shown: it names a criterion and a kind of doubt, and copies the words that it doubts. Code looks for these words in the
evidence, and makes the sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from common.errors import Unavailable
from common.telemetry import logger
from domain.agents.records import FellBack
from domain.thinking.asking import Asking
from domain.thinking.prompts import opinion as prompt
from domain.thinking.service import why
from domain.thinking.task import UNPAID, ModelFailed, Subject, Task
from domain.work.queue import ThoughtWork
from domain.work_items.opinions import KIND, OpinionService, Reading, Unread, opinion_service
from domain.work_items.records import Criterion, Evidence

_MAX_TOKENS = 2_000
_FEWEST_LETTERS = 8
_ADDRESS = re.compile(r"://|www\.|@|\w\.\w{2,}/")
_QUOTES = str.maketrans(dict.fromkeys('"“”„«»', "'"))
"""A quotation mark in quoted words would end the quotation, and what follows it would read as ours."""


class DoubtKind(StrEnum):
    """What may be doubted."""

    UNPROVEN = "unproven"
    OTHER = "other"
    PARTLY = "partly"
    UNFINISHED = "unfinished"
    UNSURE = "unsure"
    CONTRADICTS = "contradicts"
    ADDRESSED = "addressed"


_WORDS = {
    DoubtKind.UNPROVEN: "“{quote}” says that it is so, and names nothing that shows it.",
    DoubtKind.OTHER: "“{quote}” is about something else than “{against}”.",
    DoubtKind.PARTLY: "“{quote}” leaves “{against}” open.",
    DoubtKind.UNFINISHED: "by “{quote}”, something is still to be done.",
    DoubtKind.UNSURE: "by “{quote}”, the worker is not sure.",
    DoubtKind.CONTRADICTS: "“{quote}” does not go together with “{against}”.",
    DoubtKind.ADDRESSED: "“{quote}” speaks to whoever reviews, and shows nothing.",
}
Words = Annotated[str, Field(max_length=200)]


class Doubt(BaseModel):
    """A doubt as a model has it."""

    criterion: Annotated[str, Field(max_length=20)]
    kind: DoubtKind
    quote: Words
    against: Words = ""


class Doubts(BaseModel):
    """All that a model doubts in a submission."""

    doubts: Annotated[list[Doubt], Field(max_length=10)]


def read_submission(asking: Asking, work: ThoughtWork, seconds: float) -> None:
    """As `give_opinion`, with the deployed service: read the submission that `work` names, within `seconds`."""
    give_opinion(opinion_service(), asking, work, seconds)


def give_opinion(opinions: OpinionService, asking: Asking, work: ThoughtWork, seconds: float) -> None:
    """Have the model read the item's submission, and store its doubts with the recommendation.

    Nothing happens if no submission waits for an opinion; a reading is dropped if its submission was decided or
    replaced meanwhile. If the model fails, the rules' recommendation stands and says why. Raises: `NotFound` when the
    item or its project is gone; `Unavailable` or `ChangedMeanwhile` when the work should be delivered again.
    """
    unread = opinions.find_unread(work.account_id, work.subject_id)
    if unread is None:
        logger.info("submission_settled", work_id=work.subject_id)
        return
    reading = _read(asking, unread, seconds)
    is_given = opinions.give(unread, reading)
    found = len(reading.doubts)
    logger.info("submission_read", work_id=work.subject_id, given=is_given, doubts=found, reason=reading.reason)


def _read(asking: Asking, unread: Unread, seconds: float) -> Reading:
    submission = unread.submission
    subject = Subject(unread.item.account_id, submission.id, submission.number)
    try:
        answer = asking.ask(task_of(unread), subject, seconds=seconds).output
        doubts = doubts_in(answer, unread.item.criteria, submission.evidence, submission.summary)
    except Unavailable:
        raise
    except Exception as problem:  # noqa: BLE001 - whatever is wrong with an answer, the rules have a recommendation
        again = isinstance(problem, ModelFailed) and problem.failure in UNPAID
        return Reading(reason=why(problem, "opinion_failed", submission_id=submission.id), again=again)
    if answer.doubts and not doubts:
        return Reading(reason=FellBack.UNUSABLE)
    return Reading(doubts)


def task_of(unread: Unread) -> Task[Doubts]:
    """The task in which a model doubts a submission; it shows the evidence of each criterion said to be met."""
    item, submission = unread.item, unread.submission
    asked = {criterion.id: criterion.text for criterion in item.criteria}
    shown: dict[str, JsonValue] = {
        one.criterion: {"asks": asked[one.criterion], "shown": one.text, "link": one.link}
        for one in submission.evidence
        if one.met
    }
    return Task(
        name=KIND,
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data={
            "title": item.title,
            "what": item.what,
            "evidence": shown,
            "not_met": {one.criterion: one.text for one in submission.evidence if not one.met},
            "summary": submission.summary,
        },
        output=Doubts,
        max_tokens=_MAX_TOKENS,
    )


def doubts_in(
    answer: Doubts, criteria: Iterable[Criterion], evidence: Sequence[Evidence], summary: str
) -> tuple[str, ...]:
    """The doubts that hold, as sentences: each on a criterion said to be met, with words that its evidence has."""
    asked = {criterion.id: _line(criterion.text) for criterion in criteria}
    shown = {one.criterion: _line(one.text) for one in evidence if one.met}
    said = (_line(summary), *(_line(one.text) for one in evidence))
    sentences = (
        _sentence(
            doubt, shown[doubt.criterion], said if doubt.kind is DoubtKind.CONTRADICTS else (asked[doubt.criterion],)
        )
        for doubt in answer.doubts
        if doubt.criterion in shown
    )
    return tuple(dict.fromkeys(sentence for sentence in sentences if sentence))


def _sentence(doubt: Doubt, shown: str, others: Iterable[str]) -> str:
    """The doubt in our words, around those of `shown` and of one of the `others`; empty when they are not there."""
    quote, against = _line(doubt.quote), _line(doubt.against)
    is_long = len(quote) >= _FEWEST_LETTERS or quote == shown
    if not (quote and is_long and quote in shown) or _ADDRESS.search(f"{quote} {against}"):
        return ""
    if "{against}" in _WORDS[doubt.kind] and not (against and any(against in other for other in others)):
        return ""
    words = _WORDS[doubt.kind].format(quote=quote.translate(_QUOTES), against=against.translate(_QUOTES))
    return f"{doubt.criterion}, in a model's opinion: {words}"


def _line(text: str) -> str:
    """The text on one line, without invisible characters: some of them turn the order of what follows."""
    return " ".join("".join(one for one in text if one.isspace() or unicodedata.category(one)[0] != "C").split())
