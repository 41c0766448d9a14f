"""Revises a document by the comments with which it was sent back: a model gives edits, cards and answers.

A comment is text to read. Whatever it says, nothing but this document changes, and a card changes nothing by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from common.services import frozen
from domain.answers.amounts import NoSuchDeed
from domain.answers.cards import Prepared
from domain.answers.deeds import CardKind
from domain.answers.preparing import Preparer
from domain.projects.documents import editing
from domain.projects.documents.records import DocumentText
from domain.thinking.agent import cleaned, marked
from domain.thinking.proposals import Proposal, cards_of, deed_of
from domain.thinking.tailoring import Edit, Id, Tailor

STAYS_OPEN = "It stays open: I have made nothing of it."
_OF_THE_BRIEF = frozenset(
    {
        *(CardKind.ADD_ENTRY, CardKind.REWORD_ENTRY, CardKind.DROP_ENTRY, CardKind.ANSWER_CHOICE),
        *(CardKind.CHANGE_BRIEF, CardKind.SET_CEILING, CardKind.SET_DEADLINE),
    }
)


class Remark(BaseModel):
    """What becomes of the comment with the id `comment`: any of edits, cards that change the brief, and an answer."""

    comment: Id
    edits: Annotated[list[Edit], Field(max_length=20)] = []
    cards: Annotated[list[Proposal], Field(max_length=5)] = []
    answer: Annotated[str, Field(max_length=400, description="One or two sentences, where there is more to say.")] = ""


class Remarks(BaseModel):
    """What becomes of each comment. One that you leave out stays open."""

    comments: Annotated[list[Remark], Field(max_length=30)]


@frozen
class Revised:
    """A revised text. `rows`: each comment, and what became of it. `refused`: what can't be done, for the model."""

    text: DocumentText
    rows: tuple[tuple[str, str], ...]
    cards: tuple[Prepared, ...]
    refused: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing came of any comment."""
        return all(became == STAYS_OPEN for _, became in self.rows)


def data_of(tailor: Tailor) -> dict[str, JsonValue]:
    """The data that a model is given: the document, what it is for, and the open comments."""
    comments = tailor.text.open_comments
    return {**tailor.data(), "comments": [f"{one.id} ({', '.join(one.about)}): {one.text}" for one in comments]}


def revised(tailor: Tailor, remarks: Remarks, now: datetime) -> Revised:
    """The text after the edits of `remarks`, with their cards and answers; a comment without any stays open."""
    text, cards = tailor.text, list[Prepared]()
    rows: list[tuple[str, str]] = []
    given = {one.comment: one for one in reversed(remarks.comments)}
    open_now = {one.id for one in text.open_comments}
    refused = [f"There is no open comment {one}." for one in given if one not in open_now]
    for comment in text.open_comments:
        remark = given.get(comment.id) or Remark(comment=comment.id)
        edited = tailor.tailored(text, remark.edits)
        made, unmade = _cards(tailor, remark.cards)
        answer, wrong = _answer(tailor, remark.answer)
        refused += [*edited.refused, *unmade, *wrong]
        became = " ".join((*edited.done, *(f"For you to confirm: {one.summary}" for one in made), answer)).strip()
        rows.append((comment.text, became or STAYS_OPEN))
        cards += [one for one in made if one not in cards]
        text = editing.answered(edited.text, comment.id, became, tailor.facts.brief, now) if became else edited.text
    return Revised(text, tuple(rows), tuple(cards), tuple(refused))


def _cards(tailor: Tailor, proposals: Iterable[Proposal]) -> tuple[list[Prepared], list[str]]:
    """The cards that change the brief, and why others are not made."""

    def prepared(proposal: Proposal) -> Prepared:
        card = Preparer(tailor.facts).prepared(deed_of(proposal))
        if card.kind not in _OF_THE_BRIEF:
            raise NoSuchDeed("A comment changes the brief alone.")
        return card

    return cards_of(proposals, prepared)


def _answer(tailor: Tailor, answer: str) -> tuple[str, list[str]]:
    """An answer with its marks, as one line, and what is wrong with it."""
    known = "\n".join((*tailor.said, tailor.text.content))
    sentences = tailor.sources.sentences(" ".join(cleaned(answer, known).split()))
    return marked(sentences), [one.wrong for one in sentences if one.wrong]
