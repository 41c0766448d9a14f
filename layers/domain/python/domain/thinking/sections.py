"""Writing a piece of a document with a model: asked, checked, and asked once more with what was wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from common.services import frozen
from common.telemetry import logger
from domain.projects.documents.compose import Draft
from domain.projects.documents.written import Piece, entries_of, holding
from domain.projects.phases import spec_of
from domain.projects.records import WrittenBlock, WrittenSection
from domain.projects.states import DeliverableKind
from domain.thinking.asking import Asking
from domain.thinking.flaws import Failure
from domain.thinking.prompts import section as prompt
from domain.thinking.section_check import SectionCheck
from domain.thinking.steps import Subject
from domain.thinking.task import Failure as ModelFailure
from domain.thinking.task import ModelFailed, Task, Thought

FIRST_TRY = 0.6  # the share of the time for the first try; the second gets what is left
FOUNDATION = (DeliverableKind.PRODUCT_BRIEF, DeliverableKind.SCOPE)
"""What the other documents are written with in sight, so that all call things by the same names."""
_FEWEST_SECONDS = 1.0
_MAX_TOKENS = 3_000


class Block(BaseModel):
    """A block as a model writes it."""

    about: str | None = None
    text: Annotated[str, Field(max_length=1_200)] = ""
    items: Annotated[list[Annotated[str, Field(max_length=600)]], Field(max_length=12)] = []

    def of(self, draft: Draft) -> WrittenBlock:
        """The block as it is stored, with the words of the entry that it is about."""
        about = (self.about or "").strip(" {}") or None
        entry = entries_of(draft.brief).get(about or "")
        return WrittenBlock(
            about=about,
            of=entry.text if entry else None,
            text=self.text.strip(),
            items=tuple(map(str.strip, self.items)),
        )


class Part(BaseModel):
    """What a model answers when it is asked for a piece of a document."""

    blocks: Annotated[list[Block], Field(max_length=16)]


@frozen
class Desk:
    """The model with its books, for one piece of work that must be there by `until`."""

    asking: Asking
    subject: Subject
    until: datetime
    now: Callable[[], datetime]

    def ask[Output: BaseModel](self, task: Task[Output], share: float = 1.0) -> Output:
        """The answer. Raises `ModelFailed`, `TokensSpent`."""
        seconds = (self.until - self.now()).total_seconds() * share
        if seconds < _FEWEST_SECONDS:
            raise ModelFailed(ModelFailure.TIMED_OUT)
        thought: Thought[Output] = self.asking.ask(task, self.subject, seconds=seconds)
        return thought.output


def write_piece(desk: Desk, piece: Piece, draft: Draft) -> tuple[WrittenBlock, ...] | None:
    """The blocks of the piece; of what failed the check twice those that pass it, None when there are none.

    Raises `ModelFailed` and `TokensSpent`, after which nobody need ask for the other pieces of the document.
    """
    task = task_of(piece, draft)
    check = check_of(draft)
    answer = desk.ask(task, FIRST_TRY)
    for is_last in (False, True):
        blocks = tuple(block.of(draft) for block in answer.blocks)
        failures = check.failures(piece, blocks)
        if not failures:
            return blocks
        logger.info("section_refused", section=piece.plan.heading, flaws=[failure.flaw.value for failure in failures])
        if not is_last:
            answer = desk.ask(again(task, answer, failures))
    return check.passing(piece, blocks) or None


def check_of(draft: Draft) -> SectionCheck:
    """The check of prose about this brief."""
    brief = draft.brief
    entries = entries_of(brief)
    told = [item.text for item in entries.values()] + [said.raw for said in (brief.goal, brief.description) if said]
    return SectionCheck(frozenset(entries), " ".join(told))


def task_of(piece: Piece, draft: Draft) -> Task[Part]:
    """The task of writing a piece."""
    brief = draft.brief
    return Task(
        name="section",
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data={
            "document": spec_of(draft.kind).title,
            "section": piece.plan.heading,
            "asks": piece.plan.asks,
            "about": list(piece.ids),
            "product": product(draft),
            "brief": shown(draft),
            "written": _texts(draft.holding),
            "earlier": {
                spec_of(one.kind).title: _texts(holding(one.written, brief))
                for one in brief.documents
                if one.kind in FOUNDATION and one.kind is not draft.kind and one.written
            },
            "personal_data": brief.personal_data,
        },
        output=Part,
        max_tokens=_MAX_TOKENS,
    )


def _texts(written: Iterable[WrittenSection]) -> dict[str, JsonValue]:
    """The texts of written sections by their headings."""
    return {
        section.heading: [text for block in section.blocks for text in (block.text, *block.items) if text]
        for section in written
    }


def product(draft: Draft) -> dict[str, JsonValue]:
    """What the product is, in the customer's words."""
    brief = draft.brief
    return {
        "name": brief.name.raw,
        "goal": brief.goal.raw,
        "description": brief.description.raw if brief.description else None,
        "platforms": list(brief.platforms),
        "tone": brief.tone,
    }


def shown(draft: Draft) -> dict[str, JsonValue]:
    """The entries that hold, by id."""
    return {id_: item.text for id_, item in entries_of(draft.brief).items()}


def again[Output: BaseModel](task: Task[Output], answer: Output, failures: Sequence[Failure]) -> Task[Output]:
    """The same task, with what was answered and what was wrong with it."""
    return replace(
        task,
        name=f"{task.name} again",
        instructions=f"{task.instructions}\n{prompt.AGAIN}",
        data={
            **task.data,
            "refused": answer.model_dump(mode="json"),
            "flaws": [f"{failure.flaw.value}: {failure.words}" for failure in failures],
        },
    )
