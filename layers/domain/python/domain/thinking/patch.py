"""A comment that the rules do not understand, read by a model: clause by clause an edit, an offer, or why not.

Code keeps what matters: every word of the comment is in a clause, days and amounts are read out of the customer's own
words, and nothing is added that the customer has not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from common.services import service
from common.telemetry import logger
from domain.language.text import typed_sentences
from domain.projects.documents.comments import Clause, read_comment
from domain.projects.documents.edits import Decline, Draft, Edit
from domain.projects.documents.matching import tokens
from domain.projects.documents.written import entries_of
from domain.projects.phases import spec_of
from domain.projects.questionnaire import question_of
from domain.thinking.flaws import Failure, Flaw
from domain.thinking.patch_edits import GROUNDED, ReadPart, edit_of
from domain.thinking.prompts import patch as prompt
from domain.thinking.section_check import LONGEST_ITEM
from domain.thinking.sections import FIRST_TRY, Desk, check_of, product, shown
from domain.thinking.task import Task

_MAX_TOKENS = 4_000
_MOST_CLAUSES = 40
# What may stand between the clauses of a comment without asking for anything.
_BETWEEN = re.compile(
    r"\W|\d{1,2}[.)]\s|\b(?:and|but|also|then|please|plus|as well|too|finally|first(?:ly)?|second(?:ly)?|next|so|or|"
    r"thanks?|thank you|hi|hello|ok|okay|hmm?|well|oh|otherwise|apart from that|by the way)\b",
    re.IGNORECASE,
)
_SENTENCE_WORDS = 3


class Patch(BaseModel):
    """All clauses of a comment."""

    clauses: Annotated[list[ReadPart], Field(max_length=_MOST_CLAUSES)]


def read_patch(desk: Desk, comment: str, draft: Draft, today: date) -> tuple[Clause, ...]:
    """The clauses of the comment. What a model failed on twice is read as the rules would. Raises `ModelFailed`."""
    reader = Reader(comment, draft, today)
    task = task_of(comment, draft, today)
    answer = desk.ask(task, FIRST_TRY)
    flaws = reader.flaws(answer)
    if flaws:
        logger.info("patch_refused", flaws=[flaw.flaw.value for flaw in flaws])
        answer = desk.ask(_again(task, answer, flaws))
    return reader.clauses(answer)


def task_of(comment: str, draft: Draft, today: date) -> Task[Patch]:
    """The task of reading a comment."""
    written: dict[str, list[JsonValue]] = {
        section.heading: [block.model_dump(mode="json", exclude={"of"}) for block in section.blocks]
        for section in draft.holding
    }
    return Task(
        name="patch",
        version=prompt.VERSION,
        instructions=prompt.TEXT,
        data={
            "comment": comment,
            "document": spec_of(draft.kind).title,
            "sections": {section.heading: written.get(section.heading, []) for section in draft.sections()},
            "brief": shown(draft),
            "product": product(draft),
            "platform_names": list(question_of("platforms").options),
            "tones": list(question_of("tone").options),
            "today": today.isoformat(),
        },
        output=Patch,
        max_tokens=_MAX_TOKENS,
    )


@service
class Reader:
    """Turns what a model read in a comment into clauses with edits."""

    comment: str
    draft: Draft
    today: date

    def clauses(self, patch: Patch) -> tuple[Clause, ...]:
        """The clauses in the order of the comment. What the model left out is a clause without an edit."""
        found: list[Clause] = []
        end = 0
        for start, stop, part in self._placed(patch):
            found += self._left_out(end, start)
            found.append(Clause(self._said[start:stop], self._edit(part)))
            end = max(end, stop)
        return (*found, *self._left_out(end, len(self._said)))

    def flaws(self, patch: Patch) -> tuple[Failure, ...]:
        """What is wrong with the model's reading, for it to be mended."""
        placed = self._placed(patch)
        there = [part for _, _, part in placed]
        found = [Failure(Flaw.QUOTE, part.words) for part in patch.clauses if part not in there]
        found += [Failure(Flaw.LENGTH, clause.text) for clause in self.clauses(patch) if clause.edit is None]
        return (*found, *(failure for part in there for failure in self._of_part(part)))

    @property
    def _said(self) -> str:
        return " ".join(self.comment.split())

    def _placed(self, patch: Patch) -> list[tuple[int, int, ReadPart]]:
        """Each part with its place; without those whose words are not in the comment, or lie across others'."""
        said, placed = self._said.casefold(), []
        taken: list[tuple[int, int]] = []
        for part in patch.clauses:
            words = " ".join(part.words.split()).casefold()
            starts = [match.start() for match in re.finditer(re.escape(words), said)] if words else []
            spans = [(start, start + len(words)) for start in starts]
            free = [span for span in spans if all(span == one or not _overlap(span, one) for one in taken)]
            # A second clause with the same words is the next place that has them, if there is one.
            fresh = [span for span in free if span not in taken] or free
            if fresh and len(_sentences(part.words)) <= 1:
                taken.append(fresh[0])
                placed.append((*fresh[0], part))
        return sorted(placed, key=lambda entry: entry[0])

    def _left_out(self, start: int, stop: int) -> Iterator[Clause]:
        """What the model has no clause for, as the rules read it."""
        rest = self._said[start:stop] if start < stop else ""
        if _BETWEEN.sub("", rest):
            yield from read_comment(rest) or (Clause(rest.strip(" ,;.-"), None),)

    def _of_part(self, part: ReadPart) -> Iterator[Failure]:
        check = check_of(self.draft, self.comment)
        if part.does == "write":
            yield from check.of_blocks([block.of(self.draft) for block in part.blocks])
        if part.does == "cannot" and part.text:
            yield from check.of_text(part.text, LONGEST_ITEM)
        if part.does in GROUNDED and (strange := self._strange(part)):
            yield Failure(Flaw.NAME, ", ".join(sorted(strange)))

    def _strange(self, part: ReadPart) -> frozenset[str]:
        """Words of meaning that neither the comment nor the entry has. Platforms are a closed list."""
        if part.to == "platforms":
            return frozenset()
        entry = entries_of(self.draft.brief).get(part.entry)
        return tokens(part.text) - tokens(self.comment) - tokens(entry.text if entry else "")

    def _edit(self, part: ReadPart) -> Edit:
        if any(self._of_part(part)):
            return Decline("what the model wrote for it could not be confirmed; say it as one change.")
        return edit_of(part, self.draft, self.comment, self.today)


def _again(task: Task[Patch], answer: Patch, flaws: Sequence[Failure]) -> Task[Patch]:
    return Task(
        name="patch again",
        version=task.version,
        instructions=f"{task.instructions}\n{prompt.AGAIN}",
        data={
            **task.data,
            "refused": answer.model_dump(mode="json"),
            "flaws": [f"{flaw.flaw.value}: {flaw.words}" for flaw in flaws],
        },
        output=Patch,
        max_tokens=task.max_tokens,
    )


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _sentences(words: str) -> list[str]:
    """The sentences of a clause that say something by themselves."""
    return [one for one in typed_sentences(words) if len(re.findall(r"\w+", one)) >= _SENTENCE_WORDS]
